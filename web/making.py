"""Writing a file that somebody waits for, from what he asked to its bytes."""

import logging
import time
import uuid
from io import BytesIO

from django.utils import translation

from core import made
from core.models import MadeFile
from tournaments.models import Event
from web.kinds import KINDS

SAID_EVERY_S = 0.3
logger = logging.getLogger(__name__)


def make(uid: uuid.UUID) -> None:
    """Make a file that nobody is making; otherwise nothing happens."""
    file = made.take(uid)
    if file is None:
        return
    try:
        made.finish(file, written(file))
    except Exception as error:  # whatever it is, who waits for it must hear of it
        logger.exception("the file %s could not be made", uid)
        made.finish(file, b"", type(error).__name__)


def take_up_waiting(event: Event) -> None:
    """Make what the worker should have made by now."""
    for uid in made.waiting(event.uid):
        make(uid)


def written(file: MadeFile) -> bytes:
    """The bytes of a file; says on the way how far it is."""
    event = Event.objects.get(uid=file.scope)
    found = BytesIO()
    with translation.override(file.language):
        said = 0.0
        for done, total in KINDS[file.kind].write(event, found):
            file.done, file.total = done, total
            if time.monotonic() - said > SAID_EVERY_S:
                said = time.monotonic()
                made.say(file, done, total)
    return found.getvalue()
