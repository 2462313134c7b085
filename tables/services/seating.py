"""Who sits where: moves by hand, tables and their marks, and who deals."""

import uuid
from collections.abc import Sequence

from accounts.models import User
from core.errors import BadRequest, Conflict, Refusal
from tables.models import MoveOrder, Seat, Table
from tables.models.move import OPEN_ORDER, kept_seats
from tables.services import rows
from tables.services.drawing import new_table
from tables.services.reserving import need_unreserved
from tournaments.journal import Context, Facts, command
from tournaments.models import Event, Role
from tournaments.services.entries import entry_of
from tournaments.services.lifecycle import Status, need_status
from tournaments.services.people import clean_name

MOST_PLACE = 9999
MOST_TABLES = 200
MOST_ROOM = 30


@command("entry.move", Role.DIRECTOR, Role.FLOOR)
def move(ctx: Context, /, *, entry: int, table: int, seat: int) -> Facts:
    """Move a player to a free seat, between hands and never out of or into Fantasyland.

    At once, by hand; an order that he has is void then.

    Raises:
        Refusal: ``reason_needed``, ``seat_unknown``, ``seat_taken``, ``seat_reserved``,
            ``hand_open``, ``table_locked_fl``.
    """
    need_status(ctx.event, Status.OPEN, Status.RUNNING)
    if not ctx.reason:
        raise Refusal("reason_needed")
    row = entry_of(ctx.event, entry)
    target = rows.table_of(ctx, table)
    free = target.seats.filter(number=seat).first()
    if free is None:
        raise Refusal("seat_unknown", table=table, seat=seat)
    sent_there = row.orders.filter(OPEN_ORDER, target=target, target_seat=seat).exists()
    kept = (table, seat) in kept_seats(ctx.event) and not sent_there
    if free.entry_id is not None or kept:
        raise Refusal("seat_taken", table=table, seat=seat)
    need_unreserved(free, row)
    old = Seat.objects.select_related("table").filter(entry=row).first()
    need_unlocked(target, feeds=True)
    if old:
        need_unlocked(old.table)
        old.entry = None
        old.save(update_fields=["entry"])
    free.entry = row
    free.save(update_fields=["entry"])
    row.orders.filter(OPEN_ORDER).update(state=MoveOrder.State.CANCELLED)
    return {
        "entry": entry,
        "from": [old.table.number, old.number] if old else None,
        "to": [table, seat],
    }


@command("table.open", Role.DIRECTOR, Role.FLOOR)
def open_table(ctx: Context, /, *, count: int = 1, room: str = "") -> Facts:
    """Set up more tables, with the rule set's number of seats, all free; a room has a name.

    Raises:
        Refusal: ``tables_most``, ``room_name``.
    """
    need_status(ctx.event, Status.OPEN, Status.RUNNING)
    if not 0 < count <= MOST_TABLES:
        raise Refusal("tables_most", most=MOST_TABLES)
    _need_room(room)
    first, *others = [new_table(ctx, room).number for _ in range(count)]
    return {"table": first, "last": others[-1]} if others else {"table": first}


@command("table.room", Role.DIRECTOR, Role.FLOOR)
def set_room(ctx: Context, /, *, tables: Sequence[int], room: str) -> Facts:
    """Say in which room tables stand; an empty name where that says nothing.

    Raises:
        Refusal: ``room_name``, ``room_tables``, ``table_unknown``, ``table_closed``.
    """
    _need_room(room)
    if not tables or len(set(tables)) != len(tables):
        raise Refusal("room_tables")
    known = {table.number: table for table in ctx.event.tables.filter(number__in=tables)}
    for number in tables:
        if number not in known:
            raise Refusal("table_unknown", table=number)
        if not known[number].open:
            raise Refusal("table_closed", table=number)
        known[number].room = room
    Table.objects.bulk_update(known.values(), ["room"], batch_size=500)
    return {"tables": sorted(tables), "room": room}


@command("table.close", Role.DIRECTOR, Role.FLOOR)
def close_table(ctx: Context, /, *, table: int) -> Facts:
    """Close an empty table; its dealer is free."""
    row = rows.table_of(ctx, table)
    if row.seats.exclude(entry=None).exists() or row.orders_in.filter(OPEN_ORDER).exists():
        raise Refusal("table_not_empty", table=table)
    row.open = row.closing = False
    row.dealer = None
    row.save(update_fields=["open", "closing", "dealer"])
    return {"table": table}


@command("table.mark", Role.DIRECTOR, Role.FLOOR)
def mark(
    ctx: Context, /, *, table: int, mark: str, place: int | None, protected: Sequence[int]
) -> Facts:
    """Say what the planner of moves must know of a table; proposals change by it, nobody moves.

    Args:
        ctx: the running command.
        table: its number.
        mark: a `Table.Mark`: the feature table, one that does not break, or one that is locked.
        place: in the published break order, the lowest breaks first; None for no own one.
        protected: seats whose player is not moved.

    Raises:
        Refusal: ``table_mark``, ``seat_unknown``.
    """
    row = rows.table_of(ctx, table)
    if mark not in Table.Mark.values or not (place is None or 0 < place <= MOST_PLACE):
        raise Refusal("table_mark", most=MOST_PLACE)
    chairs = {seat.number: seat for seat in row.seats.all()}
    for number in protected:
        if number not in chairs:
            raise Refusal("seat_unknown", table=table, seat=number)
    row.mark, row.break_place = mark, place
    row.save(update_fields=["mark", "break_place"])
    for number, seat in chairs.items():
        seat.protected = number in protected
    Seat.objects.bulk_update(chairs.values(), ["protected"])
    return {"table": table, "mark": mark, "place": place, "protected": sorted(protected)}


@command("dealer.assign", Role.DIRECTOR, Role.FLOOR)
def assign_dealer(ctx: Context, /, *, table: int, user: str | None) -> Facts:
    """Say who deals at a table; None frees it. A dealer is at one table at most."""
    row = rows.table_of(ctx, table)
    dealer = None
    if user is not None:
        roles = ctx.event.staff.filter(role=Role.DEALER, user__uid=uuid.UUID(user))
        dealer = User.objects.filter(event_roles__in=roles, is_active=True).first()
        if dealer is None:
            raise BadRequest("bad_request", field="user", problem=user)
        tables = Table.objects.filter(dealer=dealer, open=True).exclude(pk=row.pk)
        busy = tables.select_related("event").first()
        if busy:
            raise Conflict(
                "dealer_elsewhere",
                name=dealer.known_as,
                table=busy.number,
                event=busy.event.name,
            )
    row.dealer = dealer
    row.save(update_fields=["dealer"])
    return {"table": table, "user": user}


def _need_room(name: str) -> None:
    if name and clean_name(name, most=MOST_ROOM) != name:
        raise Refusal("room_name", most=MOST_ROOM)


def _all_alone(event: Event) -> bool:
    """Whether everybody has Fantasyland to play, against nobody, and nobody is on his way."""
    if event.hands_open or event.orders.filter(state=MoveOrder.State.LEFT).exists():
        return False
    sitting = Seat.objects.filter(table__event=event).exclude(entry=None)
    found = list(sitting.values_list("table", "entry__fantasyland"))
    return len({table for table, _ in found}) == len(found) and all(cards for _, cards in found)


def need_unlocked(table: Table, *, feeds: bool = False) -> None:
    """Refuse while a hand is open at the table or somebody there is in Fantasyland.

    ``feeds``: somebody arrives. Then a lone player in Fantasyland is no obstacle: he may not go to
    others, so they come to him (floor rules, repair), and who has just come keeps nobody out.
    Where all who are left sit alone like that, nobody can come: one of them leaves, and takes his
    Fantasyland with him.
    """
    last = rows.last_hand(table)
    if last and last.state == last.State.STARTED:
        raise Refusal("hand_open", hand=last.number, table=table.number)
    sitting = table.seats.exclude(entry=None)
    waits = sitting.filter(entry__fantasyland__gt=0).exists()
    if feeds:
        waits = waits and sitting.filter(entry__hands__hand=last).count() > 1
    if waits and (feeds or not _all_alone(table.event)):
        raise Refusal("table_locked_fl", table=table.number)
