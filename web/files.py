"""Files that take a while: made by the worker, with progress; by whoever asks where there is none.

Nothing here changes an event. A file that is asked for twice is made once at a time, and one whose
maker was killed is taken up by the next who looks.
"""

import logging
import time
import uuid
from datetime import timedelta

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils import timezone, translation
from kombu.exceptions import OperationalError as BrokerError

from accounts.models import User
from core.models import MadeFile
from tournaments.models import Event
from web.pdf import Paper
from web.printouts import PRINTOUTS

PATIENCE = timedelta(seconds=10)
"""So long a file may wait for the worker, or stand still: then whoever looks makes it."""
SAID_EVERY_S = 0.3
logger = logging.getLogger(__name__)


def ask(event: Event, kind: str, user: User) -> MadeFile:
    """Have a file made; without a worker it is finished when this returns."""
    file = MadeFile.objects.create(
        scope=event.uid,
        kind=kind,
        language=translation.get_language() or settings.LANGUAGE_CODE,
        asked_by=user.uid,
        asked_at=timezone.now(),
    )
    from web.tasks import make_file  # noqa: PLC0415  (the task calls `make` in here)

    try:
        make_file.delay(str(file.uid))
    except BrokerError as error:
        logger.warning("the broker does not answer, the file is made here: %s", error)
        make(file.uid)
    file.refresh_from_db()
    return file


def files_of(event: Event) -> QuerySet[MadeFile]:
    """The files that were asked for, newest first, without their bytes."""
    return MadeFile.objects.filter(scope=event.uid).defer("body")


def make(uid: uuid.UUID) -> None:
    """Make a file that nobody is making; otherwise nothing happens."""
    now = timezone.now()
    free = Q(moved_at=None) | Q(moved_at__lt=now - PATIENCE)
    waiting = MadeFile.objects.filter(free, uid=uid, finished_at=None)
    if not waiting.update(moved_at=now, done=0):
        return
    file = MadeFile.objects.get(uid=uid)
    try:
        body, problem = _written(file), ""
    except Exception as error:  # whatever it is, who waits for it must hear of it
        logger.exception("the file %s could not be made", uid)
        body, problem = b"", type(error).__name__
    done = MadeFile.objects.filter(uid=uid)
    done.update(body=body, problem=problem, finished_at=timezone.now(), done=file.total)


def take_up_waiting(event: Event) -> None:
    """Make what the worker should have made by now: it is away."""
    late = timezone.now() - PATIENCE
    still = files_of(event).filter(finished_at=None, asked_at__lt=late)
    for file in still.filter(Q(moved_at=None) | Q(moved_at__lt=late)):
        make(file.uid)


def _written(file: MadeFile) -> bytes:
    event = Event.objects.get(uid=file.scope)
    printout = PRINTOUTS[file.kind]
    with translation.override(file.language):
        paper = Paper(f"{event.name} · {printout.label}")
        said = 0.0
        for file.done, file.total in printout.write(event, paper):
            if time.monotonic() - said > SAID_EVERY_S:
                said = time.monotonic()
                file.moved_at = timezone.now()
                file.save(update_fields=["done", "total", "moved_at"])
        file.save(update_fields=["total"])
        return paper.finish()
