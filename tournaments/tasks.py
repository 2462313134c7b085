"""What happens to events by itself. Each task may run twice, late or never: no event changes."""

from celery import shared_task
from django.db.models import Q
from django.utils import timezone

from core import live
from core.models import Announced, Verification
from tournaments import keeping, verify
from tournaments.models import Event

NIGHT = range(3, 7)
"""Hours of the server's time zone in which events are verified with their whole replay."""


@shared_task
def announce() -> None:
    """Tell the screens of a level or a break that began by itself, each once.

    The clock is arithmetic and nobody waits for this: a screen that hears nothing asks by itself.
    """
    now = timezone.now()
    for event in Event.objects.filter(status=Event.Status.RUNNING):
        clock = event.clock(now)
        said = f"{clock.segment}.{clock.paused:d}.{clock.break_pending:d}"
        row, is_new = Announced.objects.get_or_create(scope=event.uid, defaults={"said": said})
        # Compared and set in one statement: of two who tick together one announces.
        same = Announced.objects.filter(pk=row.pk).filter(~Q(said=said))
        if not is_new and same.update(said=said):
            live.announce_turn(event.slug, event.version)


@shared_task
def back_up() -> None:
    """A copy of the database, when one is due."""
    if keeping.is_due(timezone.now()):
        keeping.back_up()


@shared_task
def verify_some() -> None:
    """At night: verify one event that was not since its last command, with its whole replay."""
    now = timezone.now()
    if timezone.localtime(now).hour in NIGHT:
        known = dict(Verification.objects.values_list("scope", "version"))
        for event in Event.objects.order_by("-pk"):
            if known.get(event.uid) != event.version:
                verify_now(event)
                return


def verify_now(event: Event) -> Verification:
    """Look at an event as `verify_event` does, and keep what was found for the desk."""
    version, found = event.version, list(verify.problems(event))
    facts = {"version": version, "at": timezone.now(), "problem": " ".join(found)[:400]}
    row, _ = Verification.objects.update_or_create(scope=event.uid, defaults=facts)
    return row
