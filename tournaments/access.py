"""The only doors through which views get events. A foreign address is 404, not 403."""

import uuid
from datetime import timedelta

from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from accounts import links
from accounts.models import User
from core.errors import NotFound
from tournaments.models import Event

Visitor = User | AnonymousUser


def visible_events(user: Visitor) -> list[Event]:
    """Events the caller may look at, newest first: public ones, and drafts he works on."""
    public = Event.objects.exclude(status=Event.Status.DRAFT)
    if user.is_authenticated:
        mine = Event.objects.filter(staff__user=user)
        public = (public | mine).distinct()
    return [seen_by(user, event) for event in public]


def visible_event(user: Visitor, slug: str) -> Event:
    """One event the caller may look at; raises `NotFound`."""
    event = Event.objects.filter(slug=slug).first()
    if event is None or (event.status == Event.Status.DRAFT and not role_in(user, event)):
        raise NotFound("not_found")
    return seen_by(user, event)


def seen_by(user: Visitor, event: Event) -> Event:
    """The event with the mark of how much of it the caller may know under a broadcast delay."""
    if event.broadcast_delay and not role_in(user, event):
        event.until = public_until(event)
    return event


def public_until(event: Event) -> int | None:
    """The newest command that the public may know of; None: all of them."""
    if not event.broadcast_delay:
        return None
    then = timezone.now() - timedelta(seconds=event.broadcast_delay)
    found = event.journal.filter(at__lte=then).order_by("-seq")
    return found.values_list("seq", flat=True).first() or 0


def staff_event(user: Visitor, slug: str, *roles: str) -> Event:
    """An event the caller works on, in one of ``roles`` if any are named; raises `NotFound`."""
    event = Event.objects.filter(slug=slug).first()
    if event is None:
        raise NotFound("not_found")
    role = role_in(user, event)
    if not role or (roles and role not in roles):
        raise NotFound("not_found")
    return event


def linked_entry(token: str) -> tuple[Event, int]:
    """The event and the entry's number that a player's own address opens; raises `NotFound`.

    He sat at the table: a broadcast delay hides nothing of his own hands from him.
    """
    found = links.subject_of(token)
    event = Event.objects.filter(uid=found[0]).first() if found else None
    if found is None or event is None or event.status == Event.Status.DRAFT:
        raise NotFound("not_found")
    return event, found[1]


def role_in(user: Visitor, event: Event) -> str:
    """The caller's role in an event, or an empty text. For pages; commands ask again."""
    if not user.is_authenticated:
        return ""
    return event.staff.filter(user=user).values_list("role", flat=True).first() or ""


def roles_of(user: Visitor) -> dict[int, str]:
    """The caller's role in each event he works on, by the event's key."""
    if not user.is_authenticated:
        return {}
    return dict(user.event_roles.values_list("event_id", "role"))


def known_uid(text: str) -> uuid.UUID:
    """The uid in an address; raises `NotFound` when it is none."""
    try:
        return uuid.UUID(text)
    except ValueError as error:
        raise NotFound("not_found") from error
