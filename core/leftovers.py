"""What a worker leaves behind that is killed over a backup: drafts, and copies it had opened."""

from datetime import datetime, timedelta

from django.db import connection
from psycopg import sql

from core import backups

# Longer than any copy and its verification take: what is older, nobody works on any more.
MOST = timedelta(hours=1)


def sweep(now: datetime) -> None:
    """Throw it away.

    Finished copies are never looked at: after a restore the newest of them are in no table.
    """
    for pattern in ("*.part", "*.verify-*"):
        for path in backups.folder().glob(pattern):
            if _old(path.stat().st_mtime, now):
                path.unlink(missing_ok=True)
    if connection.vendor == "postgresql":
        _sweep_databases(now)


def _sweep_databases(now: datetime) -> None:
    asked = "select datname from pg_database where starts_with(datname, %s)"
    with backups.server() as admin:
        for (name,) in admin.execute(asked, [f"{backups.VERIFYING}_"]).fetchall():
            made = name.removeprefix(f"{backups.VERIFYING}_").partition("_")[0]
            if made.isdigit() and _old(int(made), now):
                drop = sql.SQL("drop database if exists {} with (force)")
                admin.execute(drop.format(sql.Identifier(name)))


def _old(made: float, now: datetime) -> bool:
    return now.timestamp() - made > MOST.total_seconds()
