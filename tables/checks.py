"""What `verify_event` looks at on the felt: every hand scored again, every stack's chain."""

from collections.abc import Iterator

from django.db.models import Count, Exists, OuterRef, Prefetch

from core.errors import Refusal
from scoring.errors import RuleError
from tables import felt
from tables.models import Correction, Hand, HandPlayer, MoveOrder
from tables.models.hand import CLOSED
from tables.results import as_corrected, posted_by, settled
from tournaments.models import ChipTransfer, Event
from tournaments.models.chips import BETWEEN_HANDS, OF_CORRECTIONS
from tournaments.verify import check


@check
def hand_problems(event: Event) -> Iterator[str]:
    """Recorded hands that the rules, asked again, settle differently; corrected ones twice."""
    applied = Correction.objects.filter(state=Correction.State.APPLIED).order_by("settled_seq")
    hands = Hand.objects.filter(table__event=event, state__in=CLOSED)
    hands = hands.select_related("table").prefetch_related(
        "players__entry", Prefetch("corrections", applied, to_attr="applied")
    )
    for hand in hands.order_by("table__number", "number").iterator(chunk_size=200):
        hand.table.event = event
        name = f"table {hand.table.number} hand {hand.number}"
        for version in _versions(hand):
            try:
                result = _settled(version)
            except (RuleError, Refusal) as error:
                yield f"{name}: the stored sheet is refused: {error}"
                continue
            if result.json != version.outcome:
                yield f"{name}: scored again, the result differs."
            yield from _player_problems(name, version, hand, result)


def _versions(hand: Hand) -> Iterator[Hand]:
    """The hand as it was recorded, and as it counts now."""
    yield hand
    now = as_corrected(hand, hand.applied)  # type: ignore[attr-defined]
    if now is not hand:
        yield now


def _settled(hand: Hand) -> felt.HandResult:
    players = list(hand.players.all())
    return settled(hand, players, hand.sheet, points_only=hand.points_only)


def _player_problems(
    name: str, version: Hand, hand: Hand, result: felt.HandResult
) -> Iterator[str]:
    """Chips are those of the record, points those that count: none in a voided hand."""
    recorded = version is hand
    counts = not recorded or not hand.applied  # type: ignore[attr-defined]
    voided = hand.state == Hand.State.VOIDED
    for player in hand.players.all():
        one = result.seats[player.seat]
        points = (None if voided else one.points) if counts or voided else player.points
        stack = one.stack if recorded else player.stack_after
        if (player.points, player.stack_after) != (points, stack):
            yield (
                f"{name} seat {player.seat}: {player.points} points and {player.stack_after} "
                f"chips stand, {points} and {stack} are right."
            )


@check
def level_problems(event: Event) -> Iterator[str]:
    """Hands whose level is worth something else, or by hands, that do not follow each other."""
    values = {level.number: level.point_value for level in event.structure.levels}
    in_it = HandPlayer.objects.filter(hand=OuterRef("pk"), fantasyland__gt=0)
    hands = Hand.objects.filter(table__event=event).annotate(is_fantasyland=Exists(in_it))
    last: Hand | None = None
    for hand in hands.select_related("table").order_by("table__number", "number").iterator():
        name = f"table {hand.table.number} hand {hand.number}"
        if hand.point_value != values.get(hand.level):
            yield f"{name}: level {hand.level} is not worth {hand.point_value} a point."
        before = last if last is not None and last.table_id == hand.table_id else None
        if event.structure.by_hands and not _follows(before, hand):
            yield f"{name}: hand {hand.level_hand} of level {hand.level} does not follow."
        last = hand


def _follows(before: Hand | None, hand: Hand) -> bool:
    """Whether a hand has the number in its level that the hand before it at the table leaves.

    The level itself may be any: a jump goes everywhere, and a replay asks for the very rows.
    """
    played = before.level_hand if before and before.level == hand.level else 0
    # A misdeal stands with the hands before it; so does Fantasyland.
    counts = not (hand.is_fantasyland or hand.state == Hand.State.MISDEALT)  # type: ignore[attr-defined]
    return hand.level_hand in {played + counts, int(counts)}


@check
def correction_problems(event: Event) -> Iterator[str]:
    """Corrections whose lines are not what they moved, and hands with more than they were worth."""
    moved: dict[int, dict[int, int]] = {}
    transfers = event.transfers.filter(kind__in=OF_CORRECTIONS).select_related("payer", "payee")
    for row in transfers.order_by("seq"):
        told = moved.setdefault(row.seq, {})
        for entry, chips in ((row.payer, -row.amount), (row.payee, row.amount)):
            if entry is not None:
                told[entry.number] = told.get(entry.number, 0) + chips
    applied = event.corrections.filter(state=Correction.State.APPLIED)
    for correction in applied.order_by("settled_seq"):
        said = {entry: chips for entry, chips in posted_by([correction]).items() if chips}
        if said != moved.pop(correction.settled_seq or 0, {}):
            yield f"correction {correction.seq}: its transfers are not what it says."
    for seq in moved:
        yield f"journal {seq}: chips were moved that no correction speaks of."


@check
def seat_problems(event: Event) -> Iterator[str]:
    """Players who are out or on their way and sit nevertheless; two hands of one round."""
    sitting = event.entries.exclude(seat=None)
    for entry in sitting.exclude(out_seq=None):
        yield f"entry {entry.number}: is out and has a seat."
    for order in event.orders.filter(state=MoveOrder.State.LEFT, entry__seat__isnull=False):
        yield f"order {order.number}: the player is on his way and has a seat."
    twice = (
        Hand.objects.filter(table__event=event, state=Hand.State.RECORDED, round__gt=0)
        .exclude(players__fantasyland__gt=0)
        .values("table__number", "round")
        .annotate(count=Count("pk"))
        .filter(count__gt=1)
    )
    for row in twice:
        yield f"table {row['table__number']}: {row['count']} hands in round {row['round']}."


@check
def chain_problems(event: Event) -> Iterator[str]:
    """Players who were dealt in with other chips than they had left the hand before with."""
    last: dict[int, int] = {}
    bought = _between_hands(event)
    stacks = event.transfers.filter(kind=ChipTransfer.Kind.STACK)
    start = dict(stacks.values_list("payee", "amount"))
    players = HandPlayer.objects.filter(hand__table__event=event).select_related(
        "hand__table", "entry"
    )
    for player in players.order_by("hand__started_seq", "seat").iterator():
        expected = last.get(player.entry_id, start.get(player.entry_id, 0))
        moves = bought.get(player.entry_id, [])
        while moves and moves[0][0] < player.hand.started_seq:
            expected += moves.pop(0)[1]
        if player.stack_before != expected:
            table, hand = player.hand.table.number, player.hand.number
            yield (
                f"table {table} hand {hand} seat {player.seat}: dealt in with "
                f"{player.stack_before}, had {expected}."
            )
        # A hand without a result, open or misdealt, leaves everybody what he was dealt in with.
        after = player.stack_after
        last[player.entry_id] = expected if after is None else after
    for entry in event.entries.filter(pk__in=last):
        had = last[entry.pk] + sum(amount for _, amount in bought.get(entry.pk, []))
        if entry.stack != had:
            yield f"entry {entry.number}: has {entry.stack}, left the last hand with {had}."


def _between_hands(event: Event) -> dict[int, list[tuple[int, int]]]:
    """Chips that came or went otherwise than by a hand: number and amount, by entry, in order."""
    found: dict[int, list[tuple[int, int]]] = {}
    for row in event.transfers.filter(kind__in=BETWEEN_HANDS).order_by("seq"):
        for entry, amount in ((row.payer_id, -row.amount), (row.payee_id, row.amount)):
            if entry is not None:
                found.setdefault(entry, []).append((row.seq, amount))
    return found
