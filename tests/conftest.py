"""What every test stands on: a database of its own, a clock to turn, and clients that log in.

The whole suite runs on SQLite (a file) by default, and on PostgreSQL when ``DATABASE_URL`` names
one. A test that needs something this machine may not have says so, and is skipped with the reason:

    @pytest.mark.needs("postgresql")

``THIRTEEN_REQUIRE=postgresql,redis,chromium`` turns such a skip into a failure: what the machine is
said to have must not quietly be left out.
"""

import os
import secrets
import shutil
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path

import psycopg
import pytest
import redis
from django.conf import settings
from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test import SimpleTestCase

from config.setup import compile_translations
from core import live, scratch

RUN = f"test_thirteen_{secrets.token_hex(8)}"
collect_ignore = ["crash/failpoints.py"]  # a server: to look for doctests in it would start it
SUPPLIES = {
    "postgresql": "set DATABASE_URL=postgresql://user@host/name",
    "redis": "set REDIS_URL=redis://host:6379/0",
    "chromium": "install Chromium, or set THIRTEEN_CHROMIUM to its path",
}


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "needs(*names, because=): skip unless this machine has them")
    settings.CACHES["default"]["KEY_PREFIX"] = RUN
    Path(settings.STATIC_ROOT).mkdir(exist_ok=True)  # whitenoise misses it loudly
    if not hasattr(config, "workerinput"):
        compile_translations()  # before any process has looked for them and found none


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The tests of `tests/browser` come last, in whatever order.

    From the first of them on Playwright keeps an event loop in the thread of the tests, and a test
    that runs a loop of its own cannot do so any more.
    """
    items.sort(key=lambda item: Path(__file__).parent / "browser" in item.path.parents)


def pytest_runtest_setup(item: pytest.Item) -> None:
    for mark in item.iter_markers("needs"):
        for name in mark.args:
            if not has(name):
                lack(name, mark.kwargs.get("because", ""))
    if item.get_closest_marker("browser") and not has("chromium"):
        lack("chromium")


def pytest_unconfigure(config: pytest.Config) -> None:
    """Remove the data folder that `config.settings.test` made for this run."""
    folder = Path(settings.DATA_DIR)
    if not hasattr(config, "workerinput") and folder.name.startswith("thirteen-test-"):
        shutil.rmtree(folder, ignore_errors=True)


def lack(name: str, because: str = "") -> None:
    """Skip a test for want of ``name``, or fail where the run was told that it is there."""
    reason = f"no {name} here ({SUPPLIES[name]})" + (f": {because}" if because else "")
    if name in os.environ.get("THIRTEEN_REQUIRE", "").split(","):
        pytest.fail(f"THIRTEEN_REQUIRE names {name}, but there is {reason}", pytrace=False)
    pytest.skip(reason)


@cache
def has(name: str) -> bool:
    """Whether this machine has the supply; asked once a run."""
    match name:
        case "postgresql":
            return connection.vendor == "postgresql" and _postgresql_answers()
        case "redis":
            return bool(settings.REDIS_URL) and _redis_answers()
        case "chromium":
            return chromium() is not None
    raise LookupError(f"{name} is no supply; known: {', '.join(SUPPLIES)}")


def chromium() -> str | None:
    """The path of a Chromium to drive, or None; the one without a window starts fastest."""
    given = os.environ.get("THIRTEEN_CHROMIUM")
    known = ("chromium-headless-shell", "chromium", "chromium-browser")
    return given or next(filter(None, map(shutil.which, known)), None)


def _postgresql_answers() -> bool:
    try:
        psycopg.connect(os.environ["DATABASE_URL"], connect_timeout=3).close()
    except psycopg.OperationalError:
        return False
    return True


def _redis_answers() -> bool:
    server = redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=3)
    try:
        return bool(server.ping())
    except redis.RedisError:
        return False
    finally:
        server.close()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Give this process a test database that nobody else can have, before any table is made."""
    database = settings.DATABASES["default"]
    if database["ENGINE"].endswith("sqlite3"):
        name = str(tmp_path_factory.mktemp("database") / "test.sqlite3")
    else:
        name = RUN
    database.setdefault("TEST", {})["NAME"] = name
    connection.settings_dict["TEST"]["NAME"] = name


@pytest.fixture(scope="session", autouse=True)
def _scratch_is_allowed() -> None:
    """Django refuses databases a test did not ask for; the one a replay makes is always fine."""
    refusing_patch = SimpleTestCase.ensure_connection_patch_method.__func__

    def patch(cls):
        connect = BaseDatabaseWrapper.ensure_connection
        refuse = refusing_patch(cls)
        return lambda own: (connect if own.alias == scratch.ALIAS else refuse)(own)

    SimpleTestCase.ensure_connection_patch_method = classmethod(patch)


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker) -> Iterator[None]:
    """The tables, and a last look at whose database they stand in."""
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA database_list")
            own = Path(cursor.fetchall()[0][2]).name == "test.sqlite3"
        else:
            cursor.execute("SELECT current_database()")
            own = cursor.fetchone()[0].startswith("test_thirteen_")
    assert own, "these tests would write to a database that is not theirs"
    yield
    if connection.vendor == "postgresql":
        # A thread of a page's server may still hold a connection, and then nobody may drop it.
        others = "datname = current_database() AND pid <> pg_backend_pid()"
        with django_db_blocker.unblock(), connection.cursor() as cursor:
            cursor.execute(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}")


@pytest.fixture(scope="session", autouse=True)
def _emptied_by_deleting() -> None:
    """PostgreSQL writes new files for each table it truncates: a second for a few rows."""
    if connection.vendor == "postgresql":
        connection.ops.sql_flush = _deletes  # type: ignore[method-assign]


def _deletes(_style: object, tables: Sequence[str], **_how: bool) -> list[str]:
    """All rows, in any order: as a replica does it, that looks at no foreign key."""
    rows = [f"DELETE FROM {connection.ops.quote_name(table)}" for table in tables]
    role = "SET LOCAL session_replication_role = replica"
    return [role, *rows] if rows else []


@pytest.fixture(autouse=True)
def _own_channels(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody but this test hears its announcements, in this process or through a shared Redis."""
    monkeypatch.setattr(live, "_listeners", [])
    monkeypatch.setattr(live, "CHANNEL", f"{RUN}:live")


class Wall:
    """The clock on the wall, turned by hand."""

    def __init__(self, now: datetime) -> None:
        self.now = now

    def forward(self, **how_long: float) -> datetime:
        """Let time pass: ``forward(minutes=30)``."""
        self.now += timedelta(**how_long)
        return self.now


@pytest.fixture
def wall(monkeypatch: pytest.MonkeyPatch) -> Wall:
    """Time stands still until the test moves it."""
    wall = Wall(datetime(2026, 3, 1, 18, tzinfo=UTC))
    monkeypatch.setattr("django.utils.timezone.now", lambda: wall.now)
    return wall
