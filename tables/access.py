"""The only doors through which views get tables: by their address, inside an event."""

import uuid

from django.db.models import BigAutoField, UUIDField

from core.errors import NotAllowed, NotFound
from core.questions import Gap, Question
from tables.broadcast import seen
from tables.models import Hand, Table
from tournaments.access import Visitor, role_in, seen_by
from tournaments.models import Event, Role

_of_staff = Question(
    lambda: (
        Table.objects.select_related("event", "dealer")
        .filter(uid=Gap("uid", UUIDField()), event__staff__user=Gap("user", BigAutoField()))
        .order_by()
    )
)


def visible_table(user: Visitor, uid: uuid.UUID) -> Table:
    """A table of an event the caller may look at; raises `NotFound`."""
    table = Table.objects.select_related("event", "dealer").filter(uid=uid).first()
    if table is None or (
        table.event.status == Event.Status.DRAFT and not role_in(user, table.event)
    ):
        raise NotFound("not_found")
    seen_by(user, table.event)
    return table


def staff_table(user: Visitor, uid: uuid.UUID) -> Table:
    """A table of an event the caller works on, whatever his role; raises `NotFound`.

    What he may do there is decided by the command, under the lock.
    """
    if not user.is_authenticated:
        raise NotFound("not_found")
    table = _of_staff.first(uid=uid, user=user.pk)
    if table is None:
        raise NotFound("not_found")
    return table


def numbered_table(event: Event, number: int) -> Table:
    """A table of an event that the caller was already let into; raises `NotFound`."""
    table = event.tables.select_related("dealer").filter(number=number).first()
    if table is None:
        raise NotFound("not_found")
    table.event = event
    return table


def dealing_table(user: Visitor, event: Event, number: int) -> Table:
    """A table that the caller may deal at: any for the floor, for a dealer the one where he sits.

    Raises:
        NotFound, NotAllowed: the commands say the same, under the lock.
    """
    table = numbered_table(event, number)
    if role_in(user, event) == Role.DEALER and table.dealer_id != user.pk:
        raise NotAllowed("not_allowed")
    return table


def own_table(user: Visitor, event: Event) -> Table | None:
    """The open table where the caller is the dealer."""
    if not user.is_authenticated:
        return None
    return event.tables.filter(open=True, dealer=user).first()


def table_of_dealer(username: str) -> Table | None:
    """The open table, of whichever event, where somebody deals."""
    tables = Table.objects.select_related("event", "dealer")
    return tables.filter(open=True, dealer__username=username).first()


def hand_of(table: Table, number: int) -> Hand:
    """One hand of a table; raises `NotFound`."""
    hand = table.hands.filter(number=number).first()
    if hand is None:
        raise NotFound("not_found")
    hand.table = table
    return hand


def recorded_hand(table: Table, number: int) -> Hand:
    """A hand whose result the reader may know; any other is nobody's business: `NotFound`."""
    hand = table.hands.filter(seen(table.event, voided=True), number=number).first()
    if hand is None:
        raise NotFound("not_found")
    hand.table = table
    return hand
