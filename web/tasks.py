"""What is made in the background for those who asked at a page; twice or late does no harm."""

import logging
import uuid

from celery import shared_task
from django.conf import settings
from django.utils import translation
from kombu.exceptions import OperationalError

from accounts.models import User
from core import made
from tournaments.models import Event
from web import making

logger = logging.getLogger(__name__)


@shared_task
def make_file(uid: str) -> None:
    """Make the file of this number."""
    making.make(uuid.UUID(uid))


def ask(event: Event, kind: str, user: User) -> None:
    """Have a file made; without a worker it is finished when this returns."""
    language = translation.get_language() or settings.LANGUAGE_CODE
    file = made.ask(event.uid, kind, user.uid, language)
    try:
        make_file.delay(str(file.uid))
    except OperationalError as error:
        logger.warning("the broker does not answer, the file is made here: %s", error)
        making.make(file.uid)
