"""Is this installation well? What `/readyz`, the metrics and the director's screen ask.

Only the database decides whether hands can be recorded. Redis and the worker hold nothing that
cannot be lost, so without them this process still serves, and says what is missing.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

import redis
from django.conf import settings
from django.db import DatabaseError
from django.utils import timezone

from core import versions
from core.live import redis_client
from core.models import Heartbeat

WORKER = "worker"
WORKER_SILENT = timedelta(seconds=60)
BACKLOG_MOST = 100
_fitting = threading.Event()


@dataclass(frozen=True, slots=True)
class Look:
    """What one look found; ``needed`` when nothing can be recorded without it."""

    name: str
    ok: bool
    says: str
    needed: bool = False


def looks() -> list[Look]:
    """Every look of this installation; each answers, whatever is broken."""
    found = [_database(), _tables()]
    if settings.REDIS_URL:
        found.append(_asked("redis", _redis_answers, redis.RedisError))
        found.append(_asked("backlog", _backlog_small, redis.RedisError))
    found.append(_asked("worker", _worker_seen, DatabaseError))
    return found


def backlog() -> int:
    """How many tasks wait for a worker; raises `redis.RedisError` when nobody can say."""
    if not settings.REDIS_URL:
        return 0
    return int(redis_client().llen(settings.CELERY_TASK_DEFAULT_QUEUE))


def worker_seen_at() -> datetime | None:
    """When the worker, or the loop that stands for it, was last at work."""
    return Heartbeat.objects.filter(name=WORKER).values_list("at", flat=True).first()


def _database() -> Look:
    try:
        Heartbeat.objects.exists()  # a table, and the right to read it: an answer alone is no use
    except DatabaseError:
        return Look("database", ok=False, says="does not answer", needed=True)
    return Look("database", ok=True, says="answers", needed=True)


def _tables() -> Look:
    """Whether the set-up was run for this code; asked until it was, which stays so."""
    if not _fitting.is_set():
        try:
            different = versions.difference()
        except DatabaseError:
            return Look("tables", ok=False, says="does not answer", needed=True)
        if different:
            return Look("tables", ok=False, says=different, needed=True)
        _fitting.set()
    return Look("tables", ok=True, says="of this code", needed=True)


def _asked(name: str, ask: Callable[[], tuple[bool, str]], broken: type[Exception]) -> Look:
    try:
        ok, says = ask()
    except broken:
        return Look(name, ok=False, says="does not answer")
    return Look(name, ok, says)


def _redis_answers() -> tuple[bool, str]:
    redis_client().ping()
    return True, "answers"


def _backlog_small() -> tuple[bool, str]:
    waiting = backlog()
    return waiting <= BACKLOG_MOST, f"{waiting} waiting"


def _worker_seen() -> tuple[bool, str]:
    at = worker_seen_at()
    if at is None:
        return False, "never seen"
    age = timezone.now() - at
    return age <= WORKER_SILENT, f"seen {max(0, int(age.total_seconds()))} s ago"
