"""Orders to move: given by the floor, carried out by two dealers, chips counted at both ends."""

from django.db.models import QuerySet

from core.errors import Refusal
from tables.models import FloorCall, MoveOrder, Seat, Table
from tables.models.move import OPEN_ORDER, kept_seats
from tables.services import rows, waits
from tables.services.drawing import free_seats
from tables.services.floor import ring
from tables.services.reserving import need_unreserved
from tables.services.seating import need_unlocked
from tournaments.journal import Context, Facts, command
from tournaments.models import Entry, Role
from tournaments.rules.draw import draw_late_seat
from tournaments.services.entries import entry_of
from tournaments.services.lifecycle import Status, need_status

FLOOR = (Role.DIRECTOR, Role.FLOOR)
DEALING = (Role.DEALER, Role.FLOOR, Role.DIRECTOR)


@command("move.order", *FLOOR)
def order(ctx: Context, /, *, entry: int, table: int, seat: int) -> Facts:
    """Send a player to a free seat at another table; his table waits for it after its hand.

    The order waits by itself for the end of the hand and of Fantasyland. The seat is kept.

    Raises:
        Refusal: ``reason_needed``, ``entry_unseated``, ``order_same_table``, ``order_open``,
            ``seat_unknown``, ``seat_taken``, ``seat_reserved``, ``table_unknown``,
            ``table_closed``.
    """
    need_play(ctx)
    row = entry_of(ctx.event, entry)
    chair = chair_of(row)
    target = rows.table_of(ctx, table)
    if chair.table_id == target.pk:
        name = row.person.display_name
        raise Refusal("order_same_table", name=name, table=table)
    need_free(ctx, target, seat, row)
    return {"orders": [order_facts(give(ctx, chair, target, seat, next_number(ctx)))]}


@command("table.break", *FLOOR)
def break_table(ctx: Context, /, *, table: int) -> Facts:
    """Order every player of a table to a drawn free seat elsewhere; the empty table closes.

    The seats are drawn with the chance of this entry: anyone can repeat it.

    Raises:
        Refusal: ``reason_needed``, ``no_free_seat``, ``order_open``.
    """
    need_play(ctx)
    row = rows.table_of(ctx, table)
    chairs = list(row.seats.exclude(entry=None).select_related("entry__person").order_by("number"))
    free = [place for place in free_seats(ctx) if place[0] != table]
    if len(free) < len(chairs):
        raise Refusal("no_free_seat")
    row.closing = True
    row.save(update_fields=["closing"])
    tables = {one.number: one for one in ctx.event.tables.all()}
    given = []
    for number, chair in enumerate(chairs, start=next_number(ctx)):
        place = draw_late_seat(free, ctx.rng)
        free.remove((place.table, place.seat))
        given.append(give(ctx, chair, tables[place.table], place.seat, number))
    return {"orders": [order_facts(one) for one in given]}


@command("move.left", *DEALING)
def left(ctx: Context, /, *, table: int, order: int, stack: int) -> Facts:
    """The player has left his table with so many chips, counted before he goes.

    Another amount than the books' rings the floor; the books stay as they are.

    Raises:
        Refusal: ``order_unknown``, ``order_done``, ``hand_open``, ``table_locked_fl``,
            ``round_wait``.
    """
    row = _order_of(ctx, order, table, MoveOrder.State.ORDERED)
    origin = row.origin
    rows.need_dealer(ctx, origin)
    need_unlocked(origin)
    wait = waits.round_wait(ctx.event, origin, in_fantasyland=False)
    if wait is not None:
        raise wait
    origin.seats.filter(entry=row.entry).update(entry=None)
    row.state = MoveOrder.State.LEFT
    row.left_at, row.left_stack = ctx.now, stack
    row.save()
    if stack != row.entry.stack:
        ring(ctx, origin, FloorCall.Reason.MOVE)
    closed = origin.closing and not origin.seats.exclude(entry=None).exists()
    if closed:
        origin.open, origin.closing, origin.dealer = False, False, None
        origin.save(update_fields=["open", "closing", "dealer"])
    return {**order_facts(row), "stack": row.entry.stack, "counted": stack, "closed": closed}


@command("move.arrived", *DEALING)
def arrived(ctx: Context, /, *, table: int, order: int, stack: int) -> Facts:
    """The player sits at his new seat with so many chips; he is dealt into the next hand.

    Another amount than he left with, or than the books say, rings the floor.

    Raises:
        Refusal: ``order_unknown``, ``order_done``, ``hand_open``, ``table_locked_fl``.
    """
    row = _order_of(ctx, order, table, MoveOrder.State.LEFT)
    rows.need_dealer(ctx, row.target)
    need_unlocked(row.target, feeds=True)
    last = rows.last_hand(row.target)
    row.target.seats.filter(number=row.target_seat).update(entry=row.entry)
    row.state = MoveOrder.State.ARRIVED
    row.arrived_at, row.arrived_stack = ctx.now, stack
    row.arrived_hand = last.number if last else 0
    row.save()
    if stack != row.left_stack or stack != row.entry.stack:
        ring(ctx, row.target, FloorCall.Reason.MOVE)
    return {**order_facts(row), "stack": row.entry.stack, "counted": stack}


@command("move.cancel", *FLOOR)
def cancel(ctx: Context, /, *, order: int) -> Facts:
    """Take an order back before he has arrived; who is on his way returns to his old seat.

    Raises:
        Refusal: ``order_unknown``, ``order_done``, ``seat_taken``, ``table_closed``, ``hand_open``.
    """
    row = _orders(ctx).filter(number=order).first()
    if row is None:
        raise Refusal("order_unknown", number=order, table=0)
    if row.state == MoveOrder.State.LEFT:
        origin = rows.table_of(ctx, row.origin.number)
        need_unlocked(origin)
        back = origin.seats.filter(number=row.origin_seat, entry=None)
        if not back.update(entry=row.entry):
            raise Refusal("seat_taken", table=origin.number, seat=row.origin_seat)
    elif row.state != MoveOrder.State.ORDERED:
        raise Refusal("order_done", number=order)
    row.state = MoveOrder.State.CANCELLED
    row.save()
    others = ctx.event.orders.filter(OPEN_ORDER, origin=row.origin)
    if not others.exists():
        Table.objects.filter(pk=row.origin_id).update(closing=False)
    return order_facts(row)


def need_play(ctx: Context) -> None:
    """Refuse to move anybody before the start, after the end, or without saying why."""
    need_status(ctx.event, Status.RUNNING)
    if not ctx.reason:
        raise Refusal("reason_needed")


def chair_of(entry: Entry) -> Seat:
    """Where an entry sits; refuses ``entry_unseated``."""
    chair = Seat.objects.filter(entry=entry).select_related("table", "entry__person").first()
    if chair is None:
        raise Refusal("entry_unseated", number=entry.number)
    return chair


def need_free(ctx: Context, target: Table, seat: int, entry: Entry | None) -> None:
    """Refuse a chair that is not there, taken, or kept for somebody else."""
    free = target.seats.filter(number=seat).first()
    if free is None:
        raise Refusal("seat_unknown", table=target.number, seat=seat)
    if free.entry_id is not None or (target.number, seat) in kept_seats(ctx.event):
        raise Refusal("seat_taken", table=target.number, seat=seat)
    need_unreserved(free, entry)


def give(
    ctx: Context,
    chair: Seat,
    target: Table,
    seat: int,
    number: int,
    *,
    rule: str = "",
    debt: int = 0,
) -> MoveOrder:
    """An order for whoever sits on this chair; refuses ``order_open`` when he has one."""
    entry = chair.entry
    assert entry is not None
    if entry.orders.filter(OPEN_ORDER).exists():
        raise Refusal("order_open", name=entry.person.display_name)
    return MoveOrder.objects.create(
        event=ctx.event,
        number=number,
        entry=entry,
        origin=chair.table,
        origin_seat=chair.number,
        target=target,
        target_seat=seat,
        reason=ctx.reason,
        rule=rule,
        debt=debt,
        ordered_at=ctx.now,
    )


def _orders(ctx: Context) -> QuerySet[MoveOrder]:
    return ctx.event.orders.select_related("entry__person", "origin", "target")


def _order_of(ctx: Context, number: int, table: int, state: MoveOrder.State) -> MoveOrder:
    """The order in that state, which must concern this table at this end."""
    row = _orders(ctx).filter(number=number).first()
    at_this_end = "origin" if state == MoveOrder.State.ORDERED else "target"
    if row is None or getattr(row, at_this_end).number != table:
        raise Refusal("order_unknown", number=number, table=table)
    if row.state != state:
        raise Refusal("order_done", number=number)
    return row


def next_number(ctx: Context) -> int:
    """The number of the next order."""
    last = ctx.event.orders.order_by("-number").first()
    return (last.number if last else 0) + 1


def order_facts(row: MoveOrder) -> Facts:
    """What an order says."""
    return {
        "order": row.number,
        "entry": row.entry.number,
        "from": [row.origin.number, row.origin_seat],
        "to": [row.target.number, row.target_seat],
        "state": row.state,
    }
