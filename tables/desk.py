"""What the floor's desk reads: calls, orders under way, the queue, counts that differ, tablets."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import QuerySet

from accounts.models import GuessCounter, Pin
from tables.models import (
    Correction,
    CountCheck,
    Device,
    FloorCall,
    Hand,
    MoveOrder,
    QueueItem,
    Table,
)
from tables.models.move import OPEN_ORDER
from tables.services import waits
from tables.services.devices import dealer_at, guess_key
from tournaments.models import Event, EventStaff, Role

SILENT = timedelta(minutes=2)
DEALING_ROLES = (Role.DEALER, Role.FLOOR, Role.DIRECTOR)


@dataclass(frozen=True, slots=True)
class TabletView:
    """A table with its tablet, if it has one, and what that last said of itself."""

    table: Table
    device: Device | None
    dealer: str
    silent: bool
    locked: bool


@dataclass(frozen=True, slots=True)
class RoundView:
    """A round of hand-for-hand: tables that are done, all that play, and those it waits for."""

    number: int
    done: int
    all: int
    waits_for: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PinView:
    """Somebody who may deal, and since when he has a PIN."""

    member: EventStaff
    issued_at: datetime | None


def open_calls(event: Event) -> list[FloorCall]:
    """Tables that wait for the floor, longest first."""
    calls = event.floor_calls.filter(closed_at=None)
    return list(calls.select_related("table", "taken_by").order_by("called_at"))


def open_orders(event: Event) -> list[MoveOrder]:
    """Orders that are not carried out yet, oldest first."""
    orders = event.orders.filter(OPEN_ORDER)
    return list(orders.select_related("entry__person", "origin", "target").order_by("number"))


def breakable(event: Event) -> list[Table]:
    """Open tables with players, none of whom is ordered away already."""
    taken = event.tables.filter(open=True, closing=False, seats__entry__isnull=False)
    return list(taken.distinct().order_by("number"))


def open_items(event: Event) -> list[QueueItem]:
    """What a director must look at, oldest first."""
    return _named(event, event.queue.filter(closed_at=None).order_by("seq"))


def asked_corrections(event: Event) -> list[QueueItem]:
    """Those of them that ask for a correction."""
    items = event.queue.filter(closed_at=None, kind=QueueItem.Kind.CORRECTION)
    return _named(event, items.order_by("seq"))


def closed_items(event: Event, count: int = 20) -> list[QueueItem]:
    """What was dealt with, newest first."""
    items = event.queue.exclude(closed_at=None).select_related("closed_by")
    return _named(event, items.order_by("-closed_at")[:count])


def _named(event: Event, items: QuerySet[QueueItem]) -> list[QueueItem]:
    """The items, each with the name of the player who asks."""
    found = list(items.select_related("table", "sent_by"))
    numbers = {item.asks for item in found if item.asks}
    if numbers:
        entries = event.entries.filter(number__in=numbers).select_related("person")
        names = {entry.number: entry.person.name for entry in entries}
        for item in found:
            item.player = names.get(item.asks or 0, "")
    return found


def round_of(event: Event) -> RoundView | None:
    """How far the round of hand-for-hand is; None outside of it."""
    if not event.hand_for_hand:
        return None
    done, every = waits.round_progress(event)
    return RoundView(event.round_number, done, every, tuple(waits.round_open(event)))


def hand_times(event: Event, count: int = 100) -> list[timedelta]:
    """How long the last recorded hands took."""
    done = Hand.objects.filter(table__event=event, state=Hand.State.RECORDED)
    instants = done.order_by("-recorded_seq").values_list("started_at", "recorded_at")[:count]
    return [end - start for start, end in instants if end is not None]


def bad_counts(event: Event) -> list[CountCheck]:
    """The last count of each table where it differs from the books and was not booked."""
    latest: dict[int, CountCheck] = {}
    for count in event.counts.select_related("table").order_by("seq"):
        latest[count.table_id] = count
    return [count for count in latest.values() if not count.good and not count.settled_seq]


def waiting_corrections(event: Event) -> list[Correction]:
    """Corrections that wait for a second person, oldest first."""
    found = event.corrections.filter(state=Correction.State.WAITING)
    return list(found.select_related("hand__table", "asked_by").order_by("seq"))


def tablets_of(event: Event, now: datetime) -> list[TabletView]:
    """Every open table with its tablet, by number, in three statements."""
    found = Device.objects.filter(event=event, ended_at=None, revoked_at=None)
    devices = {device.table_id: device for device in found.select_related("table", "dealer")}
    keys = [guess_key(device.uid) for device in devices.values()]
    closed = GuessCounter.objects.filter(key__in=keys, closed=True)
    locked = set(closed.values_list("key", flat=True))
    tables = event.tables.filter(open=True).order_by("number")
    return [_tablet(table, devices.get(table.pk), locked, now) for table in tables]


def pins_of(event: Event) -> list[PinView]:
    """Who may sign in at a tablet, and who has a PIN."""
    staff = event.staff.filter(role__in=DEALING_ROLES, user__is_active=True)
    members: Sequence[EventStaff] = list(staff.select_related("user").order_by("user__username"))
    issued = dict(Pin.objects.filter(scope=event.uid).values_list("user_id", "issued_at"))
    return [PinView(member, issued.get(member.user_id)) for member in members]


def _tablet(table: Table, device: Device | None, locked: set[str], now: datetime) -> TabletView:
    if device is None:
        return TabletView(table, None, "", silent=False, locked=False)
    dealer = dealer_at(device)
    heard = device.last_contact
    return TabletView(
        table,
        device,
        dealer.known_as if dealer else "",
        silent=heard is None or now - heard > SILENT,
        locked=guess_key(device.uid) in locked,
    )
