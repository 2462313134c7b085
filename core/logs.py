"""One JSON object a line, each with the request and the submission it belongs to, and no secret.

Addresses that are secrets themselves (a player's own page), PINs, tokens and cookies are taken out
of every text, whoever wrote it.
"""

import json
import logging
import re
from collections.abc import Iterator, MutableMapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any

Facts = MutableMapping[str, Any]
_about: ContextVar[Facts | None] = ContextVar("log_about", default=None)

# What may not stand in a log, and what stands there instead.
SECRETS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"(/p/)[\w-]{16,}"), r"\1…"),
    (re.compile(r"(://[^:/@\s]+:)[^@\s]+(@)"), r"\1…\2"),
    (
        re.compile(
            r"((?:session(?:id)?|csrf\w*|token|pin|password|secret|authorization|device)"
            r"[\"']?\s*[=:]\s*(?:bearer\s+)?[\"']?)[^\s\"',;&}]+",
            re.IGNORECASE,
        ),
        r"\1…",
    ),
)
OWN = frozenset(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "request", "taskName"}


def redacted(text: str) -> str:
    """The text without what opens something.

    Example:
        >>> redacted("Not Found: /p/abcdefghijklmnopqrstuv/ pin=123456")
        'Not Found: /p/…/ pin=…'
    """
    for pattern, instead in SECRETS:
        text = pattern.sub(instead, text)
    return text


@contextmanager
def about(**facts: Any) -> Iterator[Facts]:
    """Everything logged in this block says these facts too; `note` adds to them."""
    said: Facts = dict(facts)
    token = _about.set(said)
    try:
        yield said
    finally:
        _about.reset(token)


def note(**facts: Any) -> None:
    """Add facts to what the present block is about; outside of one nothing happens."""
    said = _about.get()
    if said is not None:
        said.update(facts)


class JsonFormatter(logging.Formatter):
    """A record as one line of JSON, in UTC; a line break in a message cannot forge a record."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        said: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "says": redacted(record.getMessage()),
        }
        more = {name: value for name, value in record.__dict__.items() if name not in OWN}
        for name, value in {**(_about.get() or {}), **more}.items():
            said.setdefault(name, value if isinstance(value, int | float) else redacted(str(value)))
        if record.exc_info:
            said["trace"] = redacted(self.formatException(record.exc_info))
        return json.dumps(said, ensure_ascii=False)


class LineFormatter(logging.Formatter):
    """A record for people, without secrets."""

    def format(self, record: logging.LogRecord) -> str:
        """The text."""
        return redacted(super().format(record))
