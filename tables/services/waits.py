"""What a table waits for before its next hand, besides the clock: orders and hand-for-hand.

Asked by `hand.start` under the lock, and by the tablet for the sentence on its button.
"""

from collections.abc import Collection, Mapping, Sequence

from django.db.models import BigAutoField, Count, Q

from core.errors import Refusal
from core.questions import Gap, Question
from tables.models import Hand, MoveOrder, Table
from tables.models.move import OPEN_ORDER
from tournaments.models import Event

_leaving = Question(
    lambda: MoveOrder.objects.filter(
        origin=Gap("table", BigAutoField()), state=MoveOrder.State.ORDERED
    ).order_by()
)


def open_orders(tables: Sequence[Table]) -> list[MoveOrder]:
    """Open orders out of these tables or to them, oldest first, with people and tables."""
    keys = [table.pk for table in tables]
    orders = MoveOrder.objects.filter(OPEN_ORDER, Q(origin__in=keys) | Q(target__in=keys))
    return list(orders.select_related("entry__person", "origin", "target").order_by("number"))


def order_wait(
    table: Table, orders: Sequence[MoveOrder], *, in_fantasyland: bool
) -> Refusal | None:
    """The order that must be carried out before this table deals again.

    Fantasyland holds moves: where somebody is in it, it is played first, and he leaves after it.
    """
    for order in () if in_fantasyland else orders:
        if order.origin_id == table.pk and order.state == MoveOrder.State.ORDERED:
            name = order.entry.person.display_name
            return Refusal("order_first", name=name, to=order.target.number)
    return None


def leaves_first(table: Table, *, in_fantasyland: bool) -> Refusal | None:
    """The order that the table waits for, asked for one table that is about to deal."""
    # There is hardly ever one, and to ask who it is and where he goes takes five times as long.
    if in_fantasyland or not _leaving.exists(table=table.pk):
        return None
    return order_wait(table, open_orders([table]), in_fantasyland=False)


def round_wait(event: Event, table: Table, *, in_fantasyland: bool) -> Refusal | None:
    """Whether hand-for-hand lets this table deal: one hand a round, Fantasyland plays on in it."""
    if not event.hand_for_hand:
        return None
    hands = Hand.objects.filter(table__event=event)
    older = hands.filter(state=Hand.State.STARTED, round__lt=event.round_number)
    if older.exclude(table=table).exists():
        return Refusal("round_gather")
    if in_fantasyland or not _has_dealt(table, event.round_number):
        return None
    done, all_tables = round_progress(event)
    return None if done == all_tables else Refusal("round_wait", done=done, all=all_tables)


def settle_round(event: Event) -> None:
    """Open the next round once every table has reported.

    Called by every command that may be the first to see it: a hand that was recorded, or the next
    one to start after the last table that was waited for has lost its players.
    """
    if event.hand_for_hand:
        done, all_tables = round_progress(event)
        if done == all_tables:
            event.round_number += 1


def round_progress(event: Event) -> tuple[int, int]:
    """How many tables are done with the present round, and how many play in it."""
    done = _round(event)
    return sum(done.values()), len(done)


def round_open(event: Event) -> list[int]:
    """The tables that the round waits for."""
    return [table for table, is_done in _round(event).items() if not is_done]


def holding_break(event: Event) -> list[int]:
    """The tables that a pending break waits for: in a hand, or with Fantasyland to play."""
    holds = Q(hands__state=Hand.State.STARTED)
    if event.plays_out_fantasyland:
        holds |= Q(seats__entry__fantasyland__gt=0)
    numbers = event.tables.filter(holds, open=True).values_list("number", flat=True)
    return sorted(set(numbers))


def held_by(order: MoveOrder, holding: Mapping[int, Collection[str]]) -> list[tuple[str, int]]:
    """What an open order waits for, as ("hand" or "fantasyland", table); nothing: it can be done.

    ``holding``: what holds each table, by its key, as `holding_tables` finds it. Fantasyland keeps
    players at their table; to a table in Fantasyland a player may come.
    """
    table = order.origin if order.state == MoveOrder.State.ORDERED else order.target
    found = holding.get(table.pk, ())
    leaves = order.state == MoveOrder.State.ORDERED
    return [
        (one, table.number)
        for one in ("hand", "fantasyland")
        if one in found and (leaves or one == "hand")
    ]


def holding_tables(event: Event) -> dict[int, set[str]]:
    """What holds players at each table, by the table's key: an open hand, Fantasyland to play."""
    found: dict[int, set[str]] = {}
    hands = Hand.objects.filter(table__event=event, state=Hand.State.STARTED)
    for table in hands.values_list("table", flat=True):
        found.setdefault(table, set()).add("hand")
    for table in event.tables.filter(seats__entry__fantasyland__gt=0).values_list("pk", flat=True):
        found.setdefault(table, set()).add("fantasyland")
    return found


def _round(event: Event) -> dict[int, bool]:
    """The tables that play in the present round, and whether each is done with it.

    A table plays when two sit there; it is done when it has recorded a hand of the round, has none
    open, and nobody there is in Fantasyland.
    """
    this_round = Q(hands__round=event.round_number)
    tables = event.tables.filter(open=True).annotate(
        sitting=Count("seats__entry", distinct=True),
        waiting=Count("seats", filter=Q(seats__entry__fantasyland__gt=0), distinct=True),
        dealt=Count(
            "hands", filter=this_round & Q(hands__state=Hand.State.RECORDED), distinct=True
        ),
        playing=Count("hands", filter=Q(hands__state=Hand.State.STARTED), distinct=True),
    )
    return {
        table.number: bool(table.dealt and not table.waiting and not table.playing)
        for table in tables.order_by("number")
        if table.sitting > 1 or table.dealt or table.playing
    }


def _has_dealt(table: Table, number: int) -> bool:
    return table.hands.filter(round=number, state=Hand.State.RECORDED).exists()
