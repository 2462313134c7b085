"""Copies of the whole database, and opening them: SQLite's own backup, or ``pg_dump``.

A copy is written under another name, and has its own only when it is whole. It holds everything the
database holds (names, digests of passwords): the folder is its owner's alone, and what leaves the
machine is encrypted first.
"""

import hashlib
import os
import secrets
import shutil
import sqlite3
import subprocess  # nosec B404
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg
from django.conf import settings
from django.db import connection
from psycopg import sql

PATIENCE_S = 900
VERIFYING = "thirteen_verify"
GRANTS = Path(__file__).resolve().parents[1] / "deploy" / "grants.sql"
SUFFIXES = {"sqlite": ".sqlite3", "postgresql": ".pgdump"}


class BackupError(Exception):
    """A copy that could not be made or opened; says why, without a password."""


@dataclass(frozen=True, slots=True)
class Copy:
    """A finished copy: where, how big, and the digest of its bytes."""

    path: Path
    size: int
    digest: str


def folder() -> Path:
    """Where the copies are; made on first use, for its owner alone."""
    found = Path(settings.BACKUP_DIR)
    found.mkdir(parents=True, exist_ok=True, mode=0o700)
    return found


def make(now: datetime) -> Copy:
    """A copy of the database as it is at one moment; nobody who writes waits for long.

    Raises:
        BackupError: it could not be made; no half of it has the name of a backup.
    """
    vendor = connection.vendor
    name = f"thirteen-{now:%Y%m%d-%H%M%S}-{secrets.token_hex(2)}{SUFFIXES[vendor]}"
    draft = folder() / f"{name}.part"
    os.close(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    try:
        _copy_sqlite(draft) if vendor == "sqlite" else _dump(draft)
        return _named(draft, folder() / name)
    except (OSError, sqlite3.Error) as error:
        raise BackupError(str(error)) from error
    finally:
        draft.unlink(missing_ok=True)


def digest_of(path: Path) -> str:
    """SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


@contextmanager
def opened(path: Path) -> Iterator[str]:
    """The address of a database with what is in the copy; the present one is not touched.

    Raises:
        BackupError: the copy cannot be opened, or is not whole.
    """
    if path.suffix == SUFFIXES["sqlite"]:
        with _scratch_file(path) as copy:
            yield f"sqlite:///{quote(str(copy))}"
        return
    name = f"{VERIFYING}_{int(time.time())}_{secrets.token_hex(4)}"
    with server() as admin:
        admin.execute(sql.SQL("create database {}").format(sql.Identifier(name)))
        try:
            _restore(path, name)
            yield _url(name)
        finally:
            drop = sql.SQL("drop database if exists {} with (force)")
            admin.execute(drop.format(sql.Identifier(name)))


def keep(made: Sequence[datetime], now: datetime) -> set[datetime]:
    """Which copies stay: all of the last hour, one an hour for a day, one a day for 30 days.

    Example:
        >>> from datetime import datetime, timedelta
        >>> now = datetime(2026, 3, 1, 12)
        >>> hourly = [now - timedelta(hours=n) for n in range(100)]
        >>> len(keep(hourly, now))
        28
    """
    found, last = set(made[:3]), set[tuple[int, ...]]()
    for at in sorted(made, reverse=True):
        age = now - at
        if age <= timedelta(hours=1):
            found.add(at)
            continue
        if age > timedelta(days=30):
            continue
        slot = (at.year, at.month, at.day, at.hour if age <= timedelta(days=1) else -1)
        if slot not in last:
            last.add(slot)
            found.add(at)
    return found


def _named(draft: Path, path: Path) -> Copy:
    """Give a whole copy its name, once the disk has it."""
    with draft.open("rb") as file:
        os.fsync(file.fileno())
    draft.replace(path)
    entry = os.open(path.parent, os.O_RDONLY)
    os.fsync(entry)
    os.close(entry)
    return Copy(path, path.stat().st_size, digest_of(path))


def _copy_sqlite(target: Path) -> None:
    source = str(connection.settings_dict["NAME"])
    with closing(sqlite3.connect(source, timeout=20)) as live, closing(
        sqlite3.connect(target)
    ) as copy:  # fmt: skip
        live.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")  # one file, whatever the live one uses


@contextmanager
def _scratch_file(path: Path) -> Iterator[Path]:
    """A copy of the copy, looked through page by page: to open one must not change it."""
    scratch = folder() / f"{path.name}.verify-{secrets.token_hex(2)}"
    try:
        shutil.copyfile(path, scratch)
        with closing(sqlite3.connect(scratch)) as found:
            said = found.execute("PRAGMA integrity_check").fetchone()[0]
        if said != "ok":
            raise BackupError(f"the file is damaged: {said}")
        yield scratch
    except sqlite3.DatabaseError as error:
        raise BackupError(f"the file is damaged: {error}") from error
    finally:
        for leftover in folder().glob(f"{scratch.name}*"):
            leftover.unlink()


def _dump(target: Path) -> None:
    _tool("pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--file={target}")


def _restore(path: Path, database: str) -> None:
    given = [
        "--no-owner",
        "--no-privileges",
        "--single-transaction",
        f"--dbname={database}",
        str(path),
    ]
    _tool("pg_restore", *given)


def _tool(*command: str) -> None:
    """Run a program of PostgreSQL; the password goes by the environment, where ``ps`` is blind."""
    program = shutil.which(command[0])
    if program is None:
        raise BackupError(f"{command[0]} is not installed")
    env = {**os.environ, **_libpq(_source())}
    done = subprocess.run(  # noqa: S603  # nosec B603
        [program, *command[1:]], env=env, capture_output=True, timeout=PATIENCE_S, check=False
    )
    if done.returncode:
        raise BackupError(f"{command[0]}: {done.stderr.decode(errors='replace').strip()[-300:]}")


def _source() -> Mapping[str, Any]:
    """The database to copy: as the role for backups where one is named, else as we see it."""
    own: Mapping[str, Any] = settings.BACKUP_DATABASE or connection.settings_dict
    return own


def _libpq(database: Mapping[str, Any]) -> dict[str, str]:
    names = {"HOST": "PGHOST", "PORT": "PGPORT", "USER": "PGUSER", "PASSWORD": "PGPASSWORD"}
    said = {libpq: str(database[name]) for name, libpq in names.items() if database.get(name)}
    sslmode = database["OPTIONS"].get("sslmode")
    return {
        **said,
        "PGDATABASE": str(database["NAME"]),
        **({"PGSSLMODE": sslmode} if sslmode else {}),
    }


@contextmanager
def server() -> Iterator["psycopg.Connection[Any]"]:
    """The database server, as the role that makes and opens copies."""
    try:
        with psycopg.connect(_url(str(_source()["NAME"])), autocommit=True) as server:
            yield server
    except psycopg.Error as error:
        raise BackupError(str(error).strip()[:300]) from error


def _url(name: str) -> str:
    """The address of a database beside ours."""
    source = _source()
    user, password = (quote(str(source.get(part) or ""), safe="") for part in ("USER", "PASSWORD"))
    host, port = source.get("HOST") or "", source.get("PORT") or ""
    login = f"{user}:{password}@" if password else f"{user}@" if user else ""
    address = f"{host}:{port}" if port else str(host)
    sslmode = source["OPTIONS"].get("sslmode")
    return f"postgresql://{login}{address}/{quote(name)}" + (
        f"?sslmode={sslmode}" if sslmode else ""
    )


def events_here() -> int:
    """How many events the present database holds; 0 where there is none, or no tables yet."""
    tables = connection.introspection.table_names()
    if "tournaments_event" not in tables:
        return 0
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM tournaments_event")
        return int(cursor.fetchone()[0])


def _pour(path: Path, target: Path) -> None:
    """Write a copy over a database in one transaction.

    The file stays the same one: whoever has it open goes on with what is restored, instead of with
    a file that nobody can find any more.
    """
    with (
        closing(sqlite3.connect(path)) as copy,
        closing(sqlite3.connect(target, timeout=20)) as live,
    ):
        copy.backup(live)


def _replace(path: Path, target: Path) -> None:
    draft = target.with_suffix(".restoring")
    shutil.copyfile(path, draft)
    draft.chmod(0o600)
    for leftover in ("-journal", "-wal", "-shm"):
        target.with_name(target.name + leftover).unlink(missing_ok=True)
    _named(draft, target)


def restore(path: Path) -> None:
    """Put the copy in the place of the present database; nobody else may be using it.

    Raises:
        BackupError: it does not fit this kind of database, or PostgreSQL refused.
    """
    if path.suffix != SUFFIXES[connection.vendor]:
        raise BackupError(f"This database is {connection.vendor}; use import_event to change kinds")
    if connection.vendor == "sqlite":
        target = Path(connection.settings_dict["NAME"])
        connection.close()
        try:
            _pour(path, target)
        except sqlite3.DatabaseError:  # what is there is no database any more
            _replace(path, target)
        return
    connection.close()
    with server() as admin, admin.transaction():
        asked = "select tablename from pg_tables where schemaname = current_schema()"
        for (table,) in admin.execute(asked).fetchall():
            admin.execute(sql.SQL("drop table {} cascade").format(sql.Identifier(table)))
    _restore(path, str(_source()["NAME"]))
    grant()


def grant() -> None:
    """The rights of an application that is not the owner: new tables and copies have none."""
    application = connection.settings_dict["USER"]
    if _source()["USER"] != application:
        stop = ("--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1")
        _tool("psql", *stop, f"--set=app={application}", f"--file={GRANTS}")
