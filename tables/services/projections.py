"""The rows of the felt in natural keys: what a replay of the journal must reproduce."""

from collections.abc import Iterator

from accounts.models import User
from tables.models import Hand, HandPlayer, Seat
from tournaments.journal import Facts, projection
from tournaments.models import Event
from tournaments.services.projections import facts_of


@projection
def felt_rows(event: Event) -> Iterator[tuple[str, Facts]]:
    """Tables, seats, hands and their players, in order."""
    for table in event.tables.select_related("dealer").order_by("number"):
        facts = facts_of(table, {"event", "dealer"})
        told = {"uid": str(table.uid), "dealer": _uid(table.dealer)}
        yield f"table {table.number}", {**facts, **told}
    seats = Seat.objects.filter(table__event=event).select_related("table", "entry", "reserved_for")
    for seat in seats.order_by("table__number", "number"):
        facts = facts_of(seat, {"table", "entry", "reserved_for"})
        two = {"entry": seat.entry, "reserved_for": seat.reserved_for}
        chairs: Facts = {name: who.number if who else None for name, who in two.items()}
        yield f"table {seat.table.number} seat {seat.number}", {**facts, **chairs}
    # An event has more hands than anything else: what they hang on is looked up, not joined.
    tables = dict(event.tables.values_list("pk", "number"))
    names: dict[int, str] = {}
    hands = Hand.objects.filter(table__event=event)
    for hand in hands.order_by("table__number", "number").iterator():
        names[hand.pk] = f"table {tables[hand.table_id]} hand {hand.number}"
        yield names[hand.pk], facts_of(hand, {"table"})
    entries = dict(event.entries.values_list("pk", "number"))
    players = HandPlayer.objects.filter(hand__table__event=event)
    for player in players.order_by("hand__table__number", "hand__number", "seat").iterator():
        facts = facts_of(player, {"hand", "entry"})
        name = f"{names[player.hand_id]} seat {player.seat}"
        yield name, {**facts, "entry": entries[player.entry_id]}


@projection
def floor_rows(event: Event) -> Iterator[tuple[str, Facts]]:
    """Orders, calls, counts and the queue, in order. Tablets and PINs are permission, no event."""
    orders = event.orders.select_related("entry", "origin", "target")
    for order in orders.order_by("number").iterator():
        facts = facts_of(order, {"event", "entry", "origin", "target"})
        way = {"origin": order.origin.number, "target": order.target.number}
        yield f"order {order.number}", {**facts, **way, "entry": order.entry.number}
    for ruling in event.plan_rulings.select_related("by").order_by("seq"):
        facts = facts_of(ruling, {"event", "by"})
        yield f"ruling {ruling.seq}", {**facts, "by": _uid(ruling.by)}
    for call in event.floor_calls.select_related("table", "taken_by").order_by("seq"):
        facts = facts_of(call, {"event", "table", "taken_by"})
        told = {"table": call.table.number, "taken_by": _uid(call.taken_by)}
        yield f"call {call.seq}", {**facts, **told}
    for count in event.counts.select_related("table").order_by("seq"):
        facts = facts_of(count, {"event", "table"})
        yield f"count {count.seq}", {**facts, "table": count.table.number}
    for bag in event.bags.select_related("entry", "counted_by", "verified_by").order_by("pk"):
        two = {name: _uid(getattr(bag, name)) for name in ("counted_by", "verified_by")}
        facts = facts_of(bag, {"event", "entry", *two})
        yield f"bag {bag.entry.number} of day {bag.day}", {**facts, **two}
    for heads in event.head_counts.select_related("table", "by").order_by("seq"):
        facts = facts_of(heads, {"event", "table", "by"})
        told = {"table": heads.table.number, "by": _uid(heads.by)}
        yield f"heads {heads.seq}", {**facts, **told}
    corrections = event.corrections.select_related("hand__table", "asked_by", "settled_by")
    for one in corrections.order_by("seq"):
        two = {name: _uid(getattr(one, name)) for name in ("asked_by", "settled_by")}
        about = [one.hand.table.number, one.hand.number] if one.hand else None
        facts = facts_of(one, {"event", "hand", *two})
        yield f"correction {one.seq}", {**facts, **two, "hand": about}
    for item in event.queue.select_related("table", "sent_by", "closed_by").order_by("seq"):
        facts = facts_of(item, {"event", "table", "sent_by", "closed_by"})
        people = {"sent_by": _uid(item.sent_by), "closed_by": _uid(item.closed_by)}
        yield f"queue {item.seq}", {**facts, **people, "table": item.table.number}


def _uid(user: User | None) -> str | None:
    return str(user.uid) if user else None


@projection
def slip_rows(event: Event) -> Iterator[tuple[str, Facts]]:
    """Hands on paper, typed and entered, in order."""
    for slip in event.slips.select_related("table", "typed_by").order_by("seq"):
        facts = facts_of(slip, {"event", "table", "typed_by"})
        told = {"table": slip.table.number, "typed_by": _uid(slip.typed_by)}
        yield f"slip {slip.seq}", {**facts, **told}
