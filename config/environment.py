"""What the environment says: one reader for variables, data folder, secrets and the database.

Without any variable set this describes the embedded server: everything below one data folder.
"""

import os
import secrets
import sqlite3
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

BASE_DIR = Path(__file__).resolve().parent.parent
# First SQLite without the WAL-reset corruption bug: https://sqlite.org/wal.html
WAL_SAFE_SQLITE = (3, 51, 3)


def flag(name: str, *, default: bool = False) -> bool:
    """Whether the variable says yes: ``1``, ``true``, ``yes`` or ``on``."""
    value = os.environ.get(name)
    return default if value is None else value.strip().lower() in {"1", "true", "yes", "on"}


def words(name: str, default: str = "") -> list[str]:
    """The comma-separated words of a variable."""
    return [word.strip() for word in os.environ.get(name, default).split(",") if word.strip()]


def data_dir() -> Path:
    """What this installation must not lose is here; made on first use, for its owner alone."""
    folder = Path(os.environ.get("THIRTEEN_DATA", BASE_DIR / "var"))
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    return folder


def secret(name: str) -> str:
    """The secret from ``THIRTEEN_<NAME>``, else from a file of its own, made once with mode 0600.

    Two processes may start together: the file appears whole under its name or not at all, and
    whoever comes second reads what the first one wrote.
    """
    given = os.environ.get(f"THIRTEEN_{name.upper()}")
    if given:
        return given
    path = data_dir() / f"{name}.secret"
    if not path.exists():
        draft = path.with_suffix(f".{os.getpid()}.new")
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(64))
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text()


def database(url: str | None) -> dict[str, Any]:
    """Django's database settings for ``postgresql://`` or ``sqlite:///`` URLs, or for no URL.

    Example:
        >>> database("postgresql://td:pw@db:5432/thirteen?sslmode=require")["OPTIONS"]["sslmode"]
        'require'
    """
    if not url:
        return _sqlite(data_dir() / "thirteen.sqlite3")
    parts = urlsplit(url)
    if parts.scheme == "sqlite":
        return _sqlite(Path(unquote(parts.path)[1:]))
    if parts.scheme not in {"postgres", "postgresql"}:
        raise ValueError(f"DATABASE_URL starts with {parts.scheme}: use postgresql or sqlite.")
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.lstrip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": parts.hostname or "",
        "PORT": str(parts.port or ""),
        "CONN_MAX_AGE": 60,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {
            # A director sees a clear "busy, try again" rather than a page that hangs.
            "options": "-c lock_timeout=5s -c statement_timeout=15s"
            " -c idle_in_transaction_session_timeout=30s",
            **dict(parse_qsl(parts.query)),
        },
    }


def _sqlite(path: Path) -> dict[str, Any]:
    if sqlite3.sqlite_version_info >= WAL_SAFE_SQLITE:
        journal = "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
    else:
        journal = "PRAGMA journal_mode=TRUNCATE; PRAGMA synchronous=EXTRA;"
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(path),
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            # IMMEDIATE is the lock: SQLite has no SELECT FOR UPDATE, and a transaction that
            # starts reading and then writes fails at once under load instead of waiting.
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": f"{journal} PRAGMA foreign_keys=ON; PRAGMA cache_size=-16000;",
        },
        # A file, for the tests too: a shared in-memory database locks differently.
        "TEST": {"NAME": str(path.with_name("test.sqlite3"))},
    }
