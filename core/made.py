"""Files that are made in the background: who waits for one, who makes it, how far it is.

None of them changes an event. One that is asked for is made once at a time, and one whose maker was
killed is taken up by the next who looks.
"""

import uuid
from collections.abc import Iterable
from datetime import timedelta

from django.db.models import Q, QuerySet
from django.utils import timezone

from core.models import MadeFile

PATIENCE = timedelta(seconds=10)
"""So long a file may wait for the worker, or stand still: then whoever looks makes it."""


def ask(scope: uuid.UUID, kind: str, asked_by: uuid.UUID, language: str) -> MadeFile:
    """Write down that somebody wants a file."""
    now = timezone.now()
    return MadeFile.objects.create(
        scope=scope, kind=kind, asked_by=asked_by, language=language, asked_at=now
    )


def files_of(scope: uuid.UUID) -> QuerySet[MadeFile]:
    """The files of an event that were asked for, newest first, without their bytes."""
    return MadeFile.objects.filter(scope=scope).defer("body")


def waiting(scope: uuid.UUID) -> Iterable[uuid.UUID]:
    """Files that the worker should have made by now: it is away."""
    late = timezone.now() - PATIENCE
    still = files_of(scope).filter(_free(), finished_at=None, asked_at__lt=late)
    return list(still.values_list("uid", flat=True))


def take(uid: uuid.UUID) -> MadeFile | None:
    """A file to be made by the caller; None when it is finished, gone, or somebody makes it."""
    free = MadeFile.objects.filter(_free(), uid=uid, finished_at=None)
    # Compared and set in one statement: of two who come together one has it.
    if not free.update(moved_at=timezone.now(), done=0):
        return None
    return MadeFile.objects.filter(uid=uid).first()


def say(file: MadeFile, done: int, total: int) -> None:
    """Say how far it is, and that its maker lives."""
    file.done, file.total = done, total
    facts = {"done": done, "total": total, "moved_at": timezone.now()}
    MadeFile.objects.filter(pk=file.pk).update(**facts)


def finish(file: MadeFile, body: bytes, problem: str = "") -> None:
    """Here it is, or why it is not."""
    now = timezone.now()
    facts = {"body": body, "problem": problem[:200], "done": file.total, "total": file.total}
    MadeFile.objects.filter(pk=file.pk).update(**facts, moved_at=now, finished_at=now)


def _free() -> Q:
    return Q(moved_at=None) | Q(moved_at__lt=timezone.now() - PATIENCE)
