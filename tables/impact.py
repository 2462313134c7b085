"""What a correction would have changed in later hands, had they been paid again. Information only.

Real chips moved in those hands, and they stand (I39); but who rules on a correction should know.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from core.errors import Refusal
from scoring.errors import RuleError
from tables.effects import Effect
from tables.models import Hand, HandPlayer
from tables.results import as_corrected, settled

MOST = 12
"""So many later hands are looked at; further away, what would have been is guesswork."""


@dataclass(frozen=True, slots=True)
class Otherwise:
    """A player who would have won other chips in a later hand; ``would`` None: he was out."""

    table: int
    hand: int
    player: HandPlayer
    was: int
    would: int | None


def otherwise(effect: Effect) -> list[Otherwise]:
    """Later hands of the same players that a strict re-run would have paid otherwise, in order."""
    hand = effect.hand
    if hand is None:
        return []
    result = effect.result
    moved = {
        one.entry_id: (result.seats[one.seat].stack if result else one.stack_before)
        - (one.stack_after or 0)
        for one in effect.players
    }
    moved = {entry: chips for entry, chips in moved.items() if chips}
    return [line for lines in islice(_rerun(hand, moved), MOST) for line in lines]


def _rerun(hand: Hand, moved: dict[int, int]) -> Iterator[list[Otherwise]]:
    """Hand by hand; ``moved`` is by how much each stack would be another one."""
    event = hand.table.event
    cursor = hand.started_seq
    while moved:
        found = Hand.objects.filter(
            table__event=event,
            state=Hand.State.RECORDED,
            started_seq__gt=cursor,
            players__entry__in=moved,
        )
        later = found.select_related("table").order_by("started_seq").first()
        if later is None:
            return
        later.table.event = event
        cursor = later.started_seq
        lines, again = _again(later, moved)
        yield lines
        if not again:
            return


def _again(hand: Hand, moved: dict[int, int]) -> tuple[list[Otherwise], bool]:
    """One hand with the other stacks; whether it could be played at all."""
    players = list(hand.players.select_related("entry__person").order_by("seat"))
    stacks = {one.seat: one.stack_before + moved.get(one.entry_id, 0) for one in players}
    table, number = hand.table.number, hand.number
    gone = [one for one in players if stacks[one.seat] <= 0]
    if gone:
        return [Otherwise(table, number, one, _won(one), None) for one in gone], False
    would = _paid(hand, players, stacks)
    lines = []
    for one in players:
        change = would[one.seat] - stacks[one.seat]
        if change != _won(one):
            lines.append(Otherwise(table, number, one, _won(one), change))
        left = would[one.seat] - (one.stack_after or 0)
        if left:
            moved[one.entry_id] = left
        else:
            moved.pop(one.entry_id, None)
    return lines, True


def _paid(hand: Hand, players: list[HandPlayer], stacks: Mapping[int, int]) -> dict[int, int]:
    """The stacks after the hand, had it begun with these."""
    now = as_corrected(hand)
    try:
        result = settled(hand, players, now.sheet, points_only=now.points_only, stacks=dict(stacks))
    except (RuleError, Refusal):  # a stored sheet fits; `verify_event` says so where it does not
        return {one.seat: stacks[one.seat] + _won(one) for one in players}
    return {seat: one.stack for seat, one in result.seats.items()}


def _won(player: HandPlayer) -> int:
    return (player.stack_after or 0) - player.stack_before
