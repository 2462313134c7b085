"""Taking guards away, so that a twin can show what they are for. On PostgreSQL only."""

import threading
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.core.management import call_command
from django.db import connection, models

from tests.races.start import PATIENCE_S
from tournaments import journal
from tournaments.models import Event, JournalEntry


def without_the_lock(monkeypatch, crowd: int) -> None:
    """Nobody waits for the event; all have read whatever they read before the first one writes."""
    meeting = threading.Barrier(crowd)

    def read_only(uid: uuid.UUID) -> Event:
        connection.execute_wrappers.append(_before_its_first_write(meeting))
        return Event.objects.get(uid=uid)

    monkeypatch.setattr(journal, "_locked", read_only)


def _before_its_first_write(meeting: threading.Barrier) -> Callable[..., object]:
    """A wrapper of this thread's connection, which the thread closes at its end."""
    met = False

    def wrapper(execute: Callable[..., object], sql: str, *rest: object) -> object:
        nonlocal met
        if not met and sql.startswith(("INSERT", "UPDATE", "DELETE")):
            met = True
            meeting.wait(PATIENCE_S)
        return execute(sql, *rest)

    return wrapper


def together_to_the_end(monkeypatch, crowd: int) -> None:
    """All commands have done their work before the first one is entered in the journal."""
    meeting = threading.Barrier(crowd)
    digest = journal.entry_digest

    def met(entry: JournalEntry) -> str:
        meeting.wait(PATIENCE_S)
        return digest(entry)

    monkeypatch.setattr(journal, "entry_digest", met)


@contextmanager
def without_constraints(*named: tuple[type[models.Model], str]) -> Iterator[None]:
    """These constraints are gone for the block; afterwards the tables are emptied."""
    found = [
        (model, constraint)
        for model, name in named
        for constraint in model._meta.constraints
        if constraint.name == name
    ]
    assert len(found) == len(named), "a constraint has another name now"
    _change("remove_constraint", found)
    try:
        yield
    finally:
        call_command("flush", verbosity=0, interactive=False)
        _change("add_constraint", found)


def _change(how: str, constraints: list[tuple[type[models.Model], models.BaseConstraint]]) -> None:
    with connection.schema_editor() as editor:
        for model, constraint in constraints:
            getattr(editor, how)(model, constraint)
