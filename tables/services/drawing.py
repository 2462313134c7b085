"""The seat draw: before the start for everybody, afterwards for those without a seat."""

import uuid
from collections.abc import Iterable, Sequence

from django.db.models import Count, Max

from core.errors import Refusal
from tables.models import Seat, Table
from tables.models.move import OPEN_ORDER, kept_seats
from tables.services.reserving import drawn_facts, reserved_seats
from tournaments.journal import Context, Facts, command
from tournaments.models import Role
from tournaments.models.entry import LIVING
from tournaments.rules.draw import DrawnSeat, draw_event, draw_late_seat
from tournaments.rules.reserved import reserved_for
from tournaments.services.lifecycle import Status, need_status


@command("seat.draw", Role.DIRECTOR, Role.FLOOR)
def draw(ctx: Context, /, *, waiting: bool = False) -> Facts:
    """Draw seats: for everyone anew before the start, for those without a seat afterwards.

    With ``waiting`` those who have a seat keep it before the start as well.

    The draw's seed stands in the journal, so that anyone can repeat it; reserved seats are not
    drawn, and the answer names who had one.

    Raises:
        Refusal: ``no_players``, ``no_free_seat``, ``reserved_wait``.
        FloorError: ``draw_reserved``, ``draw_reserved_alone``.
    """
    need_status(ctx.event, Status.OPEN, Status.RUNNING)
    early = ctx.event.status == Status.OPEN
    drawn = _draw_everyone(ctx) if early and not waiting else _draw_late(ctx)
    return drawn_facts(ctx.event, drawn)


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
    drawn = draw_event(numbers, _width(ctx), ctx.rng, reserved=reserved_seats(event))
    Seat.objects.filter(table__event=event).update(entry=None)
    needed = {seat.table for seat in drawn}
    while event.tables.count() < max(needed):
        new_table(ctx)
    event.tables.exclude(number__in=needed).update(open=False, dealer=None)
    event.tables.filter(number__in=needed).update(open=True)
    sit(ctx, drawn)
    return drawn


def _draw_late(ctx: Context) -> list[DrawnSeat]:
    """Free seats at unlocked tables first; who is left over goes to empty tables.

    New tables are set up for two or more. A single one waits, unless the floor has opened a table
    for him: then he sits down there and somebody is moved to him. Who has a reserved seat gets it
    or waits for it.
    """
    waiting = ctx.event.entries.filter(LIVING, seat=None).order_by("number")
    waiting = waiting.exclude(pk__in=ctx.event.orders.filter(OPEN_ORDER).values("entry"))
    drawn, rest = _on_reserved(ctx, list(waiting.values_list("number", flat=True)))
    free = free_seats(ctx)
    while rest and free:
        seat = draw_late_seat(free, ctx.rng)
        drawn.append(DrawnSeat(rest.pop(0), *seat))
        free.remove((seat.table, seat.seat))
    if rest:
        drawn += _on_empty(ctx, rest)
    sit(ctx, drawn)
    return drawn


def _on_reserved(ctx: Context, waiting: Sequence[int]) -> tuple[list[DrawnSeat], list[int]]:
    """Who gets his reserved seat at a table with players now, and who is drawn with the others.

    Those whose reserved seat is at an empty table are drawn with the others, who may join them.
    """
    places = reserved_for(waiting, reserved_seats(ctx.event))
    if not places:
        return [], list(waiting)
    open_chairs, empty = set(_open_chairs(ctx)), _empty_tables(ctx)
    at_once = [
        DrawnSeat(entry, place.table, place.seat)
        for entry, place in places.items()
        if (place.table, place.seat) in open_chairs
    ]
    rest = [entry for entry in waiting if entry not in places or places[entry].table in empty]
    if not at_once and not rest:
        entry, place = next(iter(places.items()))
        raise Refusal("reserved_wait", number=entry, table=place.table, seat=place.seat)
    return at_once, rest


def _on_empty(ctx: Context, rest: Sequence[int]) -> list[DrawnSeat]:
    """Seats at the empty tables, and at new ones where those are not enough."""
    empty = _empty_tables(ctx)
    if len(rest) == 1 and not empty:
        raise Refusal("no_free_seat")
    known = ctx.event.tables.count()
    tables = [*empty, *range(known + 1, known + 1 + len(rest))]
    reserved = [place for place in reserved_seats(ctx.event) if place.table in tables]
    drawn = draw_event(rest, _width(ctx), ctx.rng, tables=tables, reserved=reserved)
    while ctx.event.tables.count() < max(seat.table for seat in drawn):
        new_table(ctx)
    return drawn


def free_seats(ctx: Context) -> list[tuple[int, int]]:
    """Free seats of tables where anybody may arrive; none that is reserved for somebody."""
    reserved = {(place.table, place.seat) for place in reserved_seats(ctx.event)}
    return [place for place in _open_chairs(ctx) if place not in reserved]


def _open_chairs(ctx: Context) -> list[tuple[int, int]]:
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


def new_table(ctx: Context, room: str = "") -> Table:
    """One more table under the next number, with the rule set's seats."""
    last = ctx.event.tables.order_by("-number").first()
    # From the event and the number alone: a replay makes the same address, and no other event does.
    number = (last.number if last else 0) + 1
    uid = uuid.uuid5(ctx.event.uid, f"table {number}")
    table = Table.objects.create(uid=uid, event=ctx.event, number=number, room=room)
    Seat.objects.bulk_create(
        Seat(table=table, number=number) for number in range(1, _width(ctx) + 1)
    )
    return table
