"""Who sits where: the draw, late entries, manual moves, and who deals."""

import uuid
from collections.abc import Iterable, Sequence

from django.db.models import Count, Max

from accounts.models import User
from core.errors import BadRequest, Conflict, Refusal
from tables.models import MoveOrder, Seat, Table
from tables.models.move import OPEN_ORDER, kept_seats
from tables.services import rows
from tournaments.journal import Context, Facts, command
from tournaments.models import Role
from tournaments.models.entry import LIVING
from tournaments.rules.draw import DrawnSeat, draw_event, draw_late_seat, plan_tables
from tournaments.services.entries import entry_of
from tournaments.services.lifecycle import Status, need_status

MOST_PLACE = 9999


@command("seat.draw", Role.DIRECTOR, Role.FLOOR)
def draw(ctx: Context, /) -> Facts:
    """Draw seats: for everyone anew before the start, for those without a seat afterwards.

    The draw's seed stands in the journal, so that anyone can repeat it.

    Raises:
        Refusal: ``no_players``, ``no_free_seat``.
    """
    need_status(ctx.event, Status.OPEN, Status.RUNNING)
    early = ctx.event.status == Status.OPEN
    drawn = _draw_everyone(ctx) if early else _draw_late(ctx)
    return {"seats": [{"entry": e, "table": t, "seat": s} for e, t, s in drawn]}


@command("entry.move", Role.DIRECTOR, Role.FLOOR)
def move(ctx: Context, /, *, entry: int, table: int, seat: int) -> Facts:
    """Move a player to a free seat, between hands and never out of or into Fantasyland.

    At once, by hand; an order that he has is void then.

    Raises:
        Refusal: ``reason_needed``, ``seat_unknown``, ``seat_taken``, ``hand_open``,
            ``table_locked_fl``.
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
def open_table(ctx: Context, /) -> Facts:
    """Set up one more table, with the rule set's number of seats, all free."""
    need_status(ctx.event, Status.OPEN, Status.RUNNING)
    return {"table": _new_table(ctx).number}


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


def need_unlocked(table: Table, *, feeds: bool = False) -> None:
    """Refuse while a hand is open at the table or somebody there is in Fantasyland.

    ``feeds``: somebody arrives. Then a lone player in Fantasyland is no obstacle: he may not go to
    others, so they come to him (floor rules, repair), and who has just come keeps nobody out.
    """
    last = rows.last_hand(table)
    if last and last.state == last.State.STARTED:
        raise Refusal("hand_open", hand=last.number, table=table.number)
    sitting = table.seats.exclude(entry=None)
    waits = sitting.filter(entry__fantasyland__gt=0).exists()
    if waits and not (feeds and sitting.filter(entry__hands__hand=last).count() <= 1):
        raise Refusal("table_locked_fl", table=table.number)


def sit(ctx: Context, drawn: Sequence[DrawnSeat]) -> None:
    """Put everybody on the chair that was drawn for him; the chairs must be free."""
    entries = {
        entry.number: entry
        for entry in ctx.event.entries.filter(number__in=[seat.entry for seat in drawn])
    }
    chairs = {
        (seat.table.number, seat.number): seat
        for seat in Seat.objects.filter(table__event=ctx.event).select_related("table")
    }
    for seat in drawn:
        chairs[seat.table, seat.seat].entry = entries[seat.entry]
    changed = [chairs[seat.table, seat.seat] for seat in drawn]
    Seat.objects.bulk_update(changed, ["entry"], batch_size=500)


def _draw_everyone(ctx: Context) -> list[DrawnSeat]:
    event = ctx.event
    numbers = list(event.entries.filter(LIVING).order_by("number").values_list("number", flat=True))
    if len(numbers) < 2:
        raise Refusal("no_players")
    Seat.objects.filter(table__event=event).update(entry=None)
    drawn = draw_event(numbers, _width(ctx), ctx.rng)
    needed = {seat.table for seat in drawn}
    while event.tables.count() < len(needed):
        _new_table(ctx)
    event.tables.exclude(number__in=needed).update(open=False, dealer=None)
    event.tables.filter(number__in=needed).update(open=True)
    sit(ctx, drawn)
    return drawn


def _draw_late(ctx: Context) -> list[DrawnSeat]:
    """Free seats at unlocked tables first; who is left over goes to empty tables.

    New tables are set up for two or more. A single one waits, unless the floor has opened a table
    for him: then he sits down there and somebody is moved to him.
    """
    waiting = ctx.event.entries.filter(LIVING, seat=None).order_by("number")
    waiting = waiting.exclude(pk__in=ctx.event.orders.filter(OPEN_ORDER).values("entry"))
    rest = list(waiting.values_list("number", flat=True))
    drawn: list[DrawnSeat] = []
    free = free_seats(ctx)
    while rest and free:
        seat = draw_late_seat(free, ctx.rng)
        drawn.append(DrawnSeat(rest.pop(0), *seat))
        free.remove((seat.table, seat.seat))
    empty = _empty_tables(ctx)
    if len(rest) == 1 and not empty:
        raise Refusal("no_free_seat")
    if rest:
        wanted = len(plan_tables(len(rest), _width(ctx)))
        opened = empty[:wanted]
        opened += [_new_table(ctx).number for _ in range(wanted - len(opened))]
        drawn += [
            DrawnSeat(seat.entry, opened[seat.table - 1], seat.seat)
            for seat in draw_event(rest, _width(ctx), ctx.rng)
        ]
    sit(ctx, drawn)
    return drawn


def free_seats(ctx: Context) -> list[tuple[int, int]]:
    """Free seats of tables where somebody may arrive: open, with players, no Fantasyland.

    A lone player in Fantasyland is no obstacle: somebody must come to him.
    Seats that are kept for somebody on his way are not free.
    """
    tables = (
        Table.objects.filter(event=ctx.event, open=True, closing=False)
        .filter(seats__entry__isnull=False)
        .exclude(pk__in=_locked_tables(ctx))
        .exclude(mark=Table.Mark.LOCKED)
        .distinct()
    )
    seats = Seat.objects.filter(table__in=tables, entry=None).order_by("table__number", "number")
    kept = kept_seats(ctx.event)
    found = seats.values_list("table__number", "number")
    return [place for place in found if place not in kept]


def _empty_tables(ctx: Context) -> list[int]:
    """Open tables at which nobody sits and to which nobody is on his way."""
    taken = Seat.objects.filter(table__event=ctx.event).exclude(entry=None).values("table")
    tables = Table.objects.filter(event=ctx.event, open=True, closing=False)
    promised = {table for table, _ in kept_seats(ctx.event)}
    numbers = tables.exclude(pk__in=taken).order_by("number").values_list("number", flat=True)
    return [number for number in numbers if number not in promised]


def _locked_tables(ctx: Context) -> Iterable[int]:
    seats = Seat.objects.filter(table__event=ctx.event).exclude(entry=None).values("table")
    players = seats.annotate(players=Count("pk"), most=Max("entry__fantasyland")).order_by()
    return players.filter(players__gt=1, most__gt=0).values_list("table", flat=True)


def _width(ctx: Context) -> int:
    return ctx.event.ruleset.chairs


def _new_table(ctx: Context) -> Table:
    last = ctx.event.tables.order_by("-number").first()
    # From the event and the number alone: a replay makes the same address, and no other event does.
    number = (last.number if last else 0) + 1
    uid = uuid.uuid5(ctx.event.uid, f"table {number}")
    table = Table.objects.create(uid=uid, event=ctx.event, number=number)
    Seat.objects.bulk_create(
        Seat(table=table, number=number) for number in range(1, _width(ctx) + 1)
    )
    return table
