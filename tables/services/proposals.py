"""The floor answers a proposal of moves: accept it, put it aside, draw again; or redraw all seats.

What is proposed is worked out in `planning`. An accepted proposal carries its moves in the
journal, so that a replay needs no planner; that they are what the planner says of the present is
looked at once, under the lock, by a guard.
"""

from collections.abc import Collection

from django.utils import timezone

from core.errors import Conflict, Refusal
from tables.models import Hand, PlanRuling, Seat, Table
from tables.models.move import OPEN_ORDER
from tables.services.drawing import sit
from tables.services.orders import chair_of, give, need_free, need_play, next_number, order_facts
from tables.services.planning import proposal_of
from tables.services.reserving import drawn_facts, reserved_seats
from tournaments.journal import Call, Context, Facts, command, guard
from tournaments.models import Event, Role
from tournaments.models.entry import LIVING
from tournaments.rules.draw import DrawnSeat
from tournaments.rules.late import redraw
from tournaments.services.entries import entry_of
from tournaments.services.lifecycle import Status, need_status

FLOOR = (Role.DIRECTOR, Role.FLOOR)
ACCEPT, REJECT, REDRAW = "plan.accept", "plan.reject", "plan.redraw"


@guard
def need_present(event: Event, name: str, _call: Call, facts: Facts) -> None:
    """A proposal is answered only while it is what the planner says; never applied blindly.

    Raises:
        Conflict: ``plan_stale``.
    """
    if name not in {ACCEPT, REJECT, REDRAW}:
        return
    found = proposal_of(event, timezone.now())
    same = found is not None and (
        found.facts == facts and found.acts if name == ACCEPT else found.basis == facts["basis"]
    )
    if not same:
        raise Conflict("plan_stale", head={"version": event.version})


@command(ACCEPT, *FLOOR)
def accept(ctx: Context, /, *, moves: list[Facts], closes: list[int]) -> Facts:
    """Turn a proposal into orders; they wait by themselves for hands and Fantasyland to end.

    Args:
        ctx: the running command.
        moves: ``entry``, ``table`` and ``seat`` it goes to, the planner's ``rule``, and ``debt``:
            how much better off his position is for it.
        closes: tables that close: empty ones now, others when the last player has left.

    Raises:
        Conflict: ``plan_stale``: the floor is not as it was when the proposal was made.
        Refusal: what an order by hand is refused with.
    """
    need_status(ctx.event, Status.RUNNING)
    tables = {table.number: table for table in ctx.event.tables.filter(open=True)}
    given = []
    for number, move in enumerate(moves, start=next_number(ctx)):
        chair = chair_of(entry_of(ctx.event, move["entry"]))
        target = _open_table(tables, move["table"])
        need_free(ctx, target, move["seat"], chair.entry)
        why = {"rule": move["rule"], "debt": move["debt"]}
        given.append(give(ctx, chair, target, move["seat"], number, **why))
    closed = [number for number in closes if _close(_open_table(tables, number))]
    return {"orders": [order_facts(order) for order in given], "closed": closed}


@command(REJECT, *FLOOR)
def reject(ctx: Context, /, *, basis: str) -> Facts:
    """Put the proposal for this seating aside, with the reason; the next seating is asked anew."""
    return _rule(ctx, basis, PlanRuling.Kind.REJECTED)


@command(REDRAW, *FLOOR)
def draw_again(ctx: Context, /, *, basis: str) -> Facts:
    """Let the seats of the proposal be drawn again, or take one up that was put aside."""
    return _rule(ctx, basis, PlanRuling.Kind.REDRAWN)


@command("seat.redraw", *FLOOR)
def redraw_all(ctx: Context, /) -> Facts:
    """Draw new seats for everyone who is left, between hands, on as few tables as they need.

    Tables that are not needed close; the seed stands in the journal.

    Raises:
        Refusal: ``reason_needed``, ``hands_running``, ``orders_running``.
        FloorError: ``redraw_fantasyland``.
    """
    need_play(ctx)
    drawn = redraw_seats(ctx)
    return drawn_facts(ctx.event, drawn)


def redraw_seats(ctx: Context) -> list[DrawnSeat]:
    """New seats for everyone who is left; refuses while anything is under way."""
    event = ctx.event
    running = Hand.objects.filter(table__event=event, state=Hand.State.STARTED).count()
    if running:
        raise Refusal("hands_running", count=running)
    if event.orders.filter(OPEN_ORDER).exists():
        raise Refusal("orders_running")
    living = list(event.entries.filter(LIVING).order_by("number"))
    width = event.ruleset.chairs
    open_tables = event.tables.filter(open=True).order_by("number")
    numbers = list(open_tables.values_list("number", flat=True))
    kept = [place for place in reserved_seats(event) if place.table in numbers]
    in_fantasyland = [entry.number for entry in living if entry.fantasyland]
    entries = [entry.number for entry in living]
    drawn = redraw(
        entries, width, ctx.rng, tables=numbers, fantasyland=in_fantasyland, reserved=kept
    )
    Seat.objects.filter(table__event=event).update(entry=None)
    sit(ctx, drawn)
    _leave(event, {seat.table for seat in drawn})
    return drawn


def _leave(event: Event, used: Collection[int]) -> None:
    """Close the tables at which nobody sits after a redraw."""
    idle = event.tables.filter(open=True).exclude(number__in=used)
    idle.update(open=False, closing=False, dealer=None)


def _open_table(tables: dict[int, Table], number: int) -> Table:
    if number not in tables:
        raise Refusal("table_closed", table=number)
    return tables[number]


def _close(table: Table) -> bool:
    """Close a table now if nobody sits there or comes, else when the last one has left."""
    table.closing = table.seats.exclude(entry=None).exists()
    if not table.closing:
        table.open, table.dealer = False, None
    table.save(update_fields=["open", "closing", "dealer"])
    return not table.closing


def _rule(ctx: Context, basis: str, kind: PlanRuling.Kind) -> Facts:
    need_play(ctx)
    PlanRuling.objects.create(
        event=ctx.event,
        seq=ctx.seq,
        basis=basis,
        kind=kind,
        at=ctx.now,
        by=ctx.user,
        reason=ctx.reason,
    )
    return {"ruling": kind.value}
