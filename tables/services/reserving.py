"""Seats that are reserved: for one player, or to stay empty. No draw gives them to anybody else."""

from collections.abc import Sequence

from django.db.models import Q, QuerySet

from core.errors import Refusal
from tables.models import Seat, Table
from tables.models.move import kept_seats
from tables.services import rows
from tournaments.journal import Context, Facts, command
from tournaments.models import Entry, Event, Role
from tournaments.rules.draw import DrawnSeat
from tournaments.rules.reserved import MIN_PLAYERS, Reserved
from tournaments.services.entries import entry_of
from tournaments.services.lifecycle import Status, need_status

_PLACE = ("table__number", "number", "reserved_for__number")
# A reservation ends with the entry: who is out, or was taken back, keeps no seat from others.
RESERVED = Q(reserved=True) & (
    Q(reserved_for=None) | Q(reserved_for__out_seq=None, reserved_for__withdrawn=False)
)


@command("seat.reserve", Role.DIRECTOR, Role.FLOOR)
def reserve(ctx: Context, /, *, table: int, seat: int, entry: int | None) -> Facts:
    """Keep a seat for a player, who has one such seat at most; without one it stays empty.

    Nobody moves: the next draw gives it to him. Who sits on his own is not moved by proposals.

    Raises:
        Refusal: ``reason_needed``, ``seat_unknown``, ``seat_taken``, ``seat_reserved``,
            ``reserved_most``, ``entry_unknown``, ``entry_out``.
    """
    need_status(ctx.event, Status.OPEN, Status.RUNNING)
    if not ctx.reason:
        raise Refusal("reason_needed")
    chair = _chair(ctx, table, seat)
    row = None if entry is None else entry_of(ctx.event, entry)
    if reserved_of(chair.table).filter(number=seat).exists():
        raise Refusal("seat_reserved", table=table, seat=seat)
    # Before the start everybody is drawn anew: who sits there now is no obstacle.
    taken = chair.entry is not None and chair.entry != row and ctx.event.status == Status.RUNNING
    if taken or (table, seat) in kept_seats(ctx.event):
        raise Refusal("seat_taken", table=table, seat=seat)
    if row is None:
        _need_game(chair.table)
    else:
        Seat.objects.filter(reserved_for=row).update(reserved=False, reserved_for=None)
    Seat.objects.filter(pk=chair.pk).update(reserved=True, reserved_for=row)
    return {"table": table, "seat": seat, "entry": entry}


@command("seat.release", Role.DIRECTOR, Role.FLOOR)
def release(ctx: Context, /, *, table: int, seat: int) -> Facts:
    """Remove a reservation: the seat is drawn like any other from now on.

    Raises:
        Refusal: ``seat_unknown``, ``seat_unreserved``.
    """
    chair = _chair(ctx, table, seat)
    if not chair.reserved:
        raise Refusal("seat_unreserved", table=table, seat=seat)
    entry = chair.reserved_for.number if chair.reserved_for else None
    Seat.objects.filter(pk=chair.pk).update(reserved=False, reserved_for=None)
    return {"table": table, "seat": seat, "entry": entry}


def reserved_seats(event: Event) -> list[Reserved]:
    """The reserved seats of an event, by table and seat."""
    seats = Seat.objects.filter(RESERVED, table__event=event).order_by("table__number", "number")
    return [Reserved(*row) for row in seats.values_list(*_PLACE)]


def drawn_facts(event: Event, drawn: Sequence[DrawnSeat]) -> Facts:
    """What a draw answers: every seat, and which entries were not drawn but had theirs reserved."""
    kept = {(place.table, place.seat) for place in reserved_seats(event)}
    facts: Facts = {"seats": [{"entry": e, "table": t, "seat": s} for e, t, s in drawn]}
    given = [one.entry for one in drawn if (one.table, one.seat) in kept]
    return {**facts, "reserved": given} if given else facts


def need_unreserved(chair: Seat, entry: Entry | None) -> None:
    """Refuse ``seat_reserved`` for a chair that is kept for another one, or to stay empty."""
    others = reserved_of(chair.table).exclude(reserved_for=entry)
    if others.filter(number=chair.number).exists():
        raise Refusal("seat_reserved", table=chair.table.number, seat=chair.number)


def reserved_of(table: Table) -> QuerySet[Seat]:
    """The reserved seats of a table."""
    return table.seats.filter(RESERVED)


def _chair(ctx: Context, table: int, seat: int) -> Seat:
    row = rows.table_of(ctx, table)
    chairs = row.seats.select_related("entry", "reserved_for", "table__event")
    chair = chairs.filter(number=seat).first()
    if chair is None:
        raise Refusal("seat_unknown", table=table, seat=seat)
    return chair


def _need_game(table: Table) -> None:
    """Refuse to keep so many seats empty that two can no longer play."""
    most = table.seats.count() - MIN_PLAYERS
    if reserved_of(table).filter(reserved_for=None).count() >= most:
        raise Refusal("reserved_most", table=table.number, most=most)
