"""What is thrown away by itself, and when: whatever no longer serves the event it was kept for.

Nothing here is event data: journals, hands, money and results stay.
"""

from datetime import datetime, timedelta

from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.conf import settings
from django.contrib.sessions.models import Session
from django.db.models import Max, QuerySet

from accounts.models import GuessCounter, Link, Pin
from core.models import MadeFile
from tables.models import Draft, PairingToken
from tournaments.models import Event, Person
from tournaments.services import people

AFTER_THE_EVENT = timedelta(days=1)
"""So long after its last command an event's PINs, links and drafts are good for something."""
FILES = timedelta(days=1)
SIGN_INS = timedelta(days=365)


def clean_up(now: datetime) -> None:
    """Throw away everything whose time is over."""
    Session.objects.filter(expire_date__lt=now).delete()
    for log in (AccessAttempt, AccessFailureLog, AccessLog):
        log.objects.filter(attempt_time__lt=now - SIGN_INS).delete()
    GuessCounter.objects.filter(last_at__lt=now - AFTER_THE_EVENT, closed=False).delete()
    PairingToken.objects.filter(issued_at__lt=now - AFTER_THE_EVENT).delete()
    MadeFile.objects.filter(asked_at__lt=now - FILES).delete()
    over = _over(now, AFTER_THE_EVENT)
    scopes = list(over.values_list("uid", flat=True))
    Pin.objects.filter(scope__in=scopes).delete()
    Link.objects.filter(scope__in=scopes).delete()
    Draft.objects.filter(table__event__in=over).delete()
    if settings.KEEP_NAMES_DAYS:
        _forget_names(now - timedelta(days=settings.KEEP_NAMES_DAYS))


def _over(now: datetime, age: timedelta) -> QuerySet[Event]:
    """Finished events whose last command is so long ago."""
    finished = Event.objects.filter(status=Event.Status.FINISHED)
    return finished.annotate(last=Max("journal__at")).filter(last__lt=now - age)


def _forget_names(before: datetime) -> None:
    """Erase the people who have played in nothing since; results keep their places and prizes."""
    recent = Event.objects.annotate(last=Max("journal__at")).exclude(
        status=Event.Status.FINISHED, last__lt=before
    )
    played = Person.objects.filter(entries__isnull=False).exclude(entries__event__in=recent)
    for person in played.exclude(name__startswith=people.ERASED).distinct():
        people.erase(person)
