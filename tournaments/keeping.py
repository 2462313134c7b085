"""Backups that count: made on time, opened, every event in them verified, old ones thrown away."""

import logging
import os
import subprocess  # nosec B404
import sys
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from core import backups, leftovers
from core.backups import BackupError
from core.models import Backup
from tournaments.models import Event, JournalEntry

logger = logging.getLogger(__name__)
ROOT = Path(__file__).resolve().parents[1]
# Between events one a day. While one runs or something is done, `settings.BACKUP_EVERY_S`.
QUIET = timedelta(days=1)
# After one that does not count, even when nothing is going on.
AGAIN = timedelta(minutes=15)
# Copies that do not count: kept to look into, but they must not fill the disk.
BAD_KEPT = 10
# How often a copy is verified by carrying the journals out again, which takes longer the longer
# the event; every other one by its digests, chips and hands.
REPLAY_EVERY = timedelta(minutes=15)
STALE = timedelta(minutes=3)
VERIFY_S = 1000


@dataclass(frozen=True, slots=True)
class Age:
    """How old the newest backup is that counts; ``stale`` when the director should hear of it."""

    at: datetime | None
    stale: bool
    problem: str


def age(now: datetime) -> Age:
    """The newest backup that counts, and what is wrong with a newer one."""
    newest = Backup.objects.first()
    good = Backup.objects.exclude(verified_at=None).first()
    at = good.made_at if good else None
    late = max(STALE, 3 * timedelta(seconds=settings.BACKUP_EVERY_S))
    problem = newest.problem if newest and newest != good else ""
    return Age(at, at is None or now - at > late, problem)


def is_due(now: datetime) -> bool:
    """Whether it is time for another copy."""
    last = Backup.objects.first()
    if last is None:
        return True
    every = QUIET if last.verified_at else AGAIN
    if _busy(last.made_at):
        every = timedelta(seconds=settings.BACKUP_EVERY_S)
    return now - last.made_at >= every


def _busy(since: datetime) -> bool:
    """Whether an event is running, or anything was done in one after this."""
    if Event.objects.filter(status=Event.Status.RUNNING).exists():
        return True
    newest = JournalEntry.objects.order_by("-pk").values_list("at", flat=True).first()
    return newest is not None and newest > since


def back_up(now: datetime | None = None, *, replay: bool | None = None) -> Backup:
    """Make a copy and verify it; the row says what came of it.

    Args:
        now: this instant, for the name and the age.
        replay: carry the journals out again; when not said, every quarter of an hour.
    """
    now = now or timezone.now()
    try:
        copy = backups.make(now)
    except BackupError as error:
        name = f"failed-{now:%Y%m%d-%H%M%S-%f}"
        logger.exception("No backup could be made")
        return Backup.objects.create(name=name, made_at=now, problem=str(error)[:400])
    row = Backup.objects.create(
        name=copy.path.name, made_at=now, size=copy.size, digest=copy.digest
    )
    _verified(row, _replay_due(now) if replay is None else replay)
    _forget_old(now)
    leftovers.sweep(timezone.now())
    return row


def problem_of(path: Path, *, replay: bool) -> str:
    """What is wrong with a copy, in words; empty when every event in it is sound."""
    command = [sys.executable, "manage.py", "verify_event", "--open"]
    try:
        with backups.opened(path) as url:
            env = {**os.environ, "DATABASE_URL": url, "REDIS_URL": ""}
            done = subprocess.run(  # noqa: S603  # nosec B603
                [*command, *([] if replay else ["--no-replay"])],
                cwd=ROOT,
                env={**env, "THIRTEEN_DATA": str(settings.DATA_DIR)},
                capture_output=True,
                text=True,
                timeout=VERIFY_S,
                check=False,
            )
    except (BackupError, subprocess.TimeoutExpired) as error:
        return str(error)
    return done.stderr.strip()[-400:] or "verify_event failed" if done.returncode else ""


def _verified(row: Backup, replay: bool) -> None:  # noqa: FBT001
    row.problem = problem_of(backups.folder() / row.name, replay=replay)[:400]
    if row.problem:
        logger.error("%s does not count: %s", row.name, row.problem)
    else:
        row.verified_at, row.replayed = timezone.now(), replay
    row.save()


def _replay_due(now: datetime) -> bool:
    last = Backup.objects.filter(replayed=True).values_list("made_at", flat=True).first()
    return last is None or now - last >= REPLAY_EVERY


def _forget_old(now: datetime) -> None:
    """Throw away what is neither recent nor one of its hour or day; the last good one stays."""
    good = list(Backup.objects.exclude(verified_at=None).values_list("made_at", flat=True))
    stay = backups.keep(good, now)
    bad = Backup.objects.filter(verified_at=None)
    stay |= set(bad.values_list("made_at", flat=True)[:BAD_KEPT])
    for row in Backup.objects.exclude(made_at__in=stay):
        (backups.folder() / row.name).unlink(missing_ok=True)
        row.delete()
