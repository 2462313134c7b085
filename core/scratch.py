"""A second, empty database for one block of code: where an event is replayed to verify it.

Everything the ORM does inside `scratch_database` goes to a fresh in-memory SQLite database, in
this thread only; commands and models do not know.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from django.apps import apps
from django.db import DEFAULT_DB_ALIAS, connections

ALIAS = "scratch"
_in_use: ContextVar[bool] = ContextVar("scratch_in_use", default=False)


def current_alias() -> str:
    """The database alias that the ORM uses here and now."""
    return ALIAS if _in_use.get() else DEFAULT_DB_ALIAS


class ScratchRouter:
    """Sends every query to the scratch database while one is open in this context."""

    def db_for_read(self, _model: object, **_hints: object) -> str:
        """The alias to read from."""
        return current_alias()

    def db_for_write(self, _model: object, **_hints: object) -> str:
        """The alias to write to."""
        return current_alias()

    def allow_relation(self, *_objects: object, **_hints: object) -> bool:
        """Objects of both databases never meet in one query; comparing them is the purpose."""
        return True


@contextmanager
def scratch_database() -> Iterator[None]:
    """An empty database with all our tables, gone at the end of the block."""
    settings: dict[str, Any] = {
        **connections[DEFAULT_DB_ALIAS].settings_dict,
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": ":memory:",
        "CONN_MAX_AGE": None,
        "OPTIONS": {"transaction_mode": "IMMEDIATE"},
    }
    connections.settings[ALIAS] = settings
    token = _in_use.set(True)
    try:
        _create_tables()
        yield
    finally:
        _in_use.reset(token)
        connections[ALIAS].close()
        # In-memory: Django keeps such a connection open on purpose, so it is ended by hand.
        connection = connections[ALIAS].connection
        if connection is not None:
            connection.close()
        del connections[ALIAS]
        del connections.settings[ALIAS]


def _create_tables() -> None:
    """Every table as its model describes it now.

    Migrations lead to the same tables (`make lint` says when they do not), by a way that takes
    seconds; a replay of a short event takes less.
    """
    with connections[ALIAS].schema_editor() as editor:
        for model in apps.get_models():
            editor.create_model(model)
