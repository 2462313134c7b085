"""What a hand is worth: as it was recorded, and as it stands after corrections. Reads only."""

from collections.abc import Iterable, Sequence
from copy import copy
from typing import Any

from tables import felt
from tables.broadcast import is_unseen
from tables.felt import HandResult
from tables.models import Correction, Hand, HandPlayer
from tables.models.correction import ABOUT_HANDS
from tables.points import settle_points
from tournaments.journal import Facts


def settled(
    hand: Hand,
    players: Sequence[HandPlayer],
    sheet: Any,
    *,
    points_only: bool,
    stacks: dict[int, int] | None = None,
) -> HandResult:
    """What a stored sheet makes of a hand, by the rules of its event.

    Args:
        hand: with its table and event.
        players: who was dealt in, with their entries.
        sheet: layouts, or the points of each pair and who plays Fantasyland.
        points_only: whether it is the latter.
        stacks: other stacks at the deal than the real ones, by seat: what would have been.

    Raises:
        RuleError, Refusal: as recording would.
    """
    if stacks is not None:
        players = [_with_stack(player, stacks[player.seat]) for player in players]
    ruleset = hand.table.event.ruleset
    state = felt.table_state(ruleset, hand, players)
    if points_only:
        return settle_points(state, sheet["points"], sheet["fantasyland"], hand.number)
    return felt.result_of(felt.settle(state, felt.sheet_of(ruleset, sheet, players)), state)


def applied_to(hand: Hand) -> list[Correction]:
    """The corrections of a hand that count, oldest first, as far as the reader may know of them."""
    found = hand.corrections.filter(state=Correction.State.APPLIED, kind__in=ABOUT_HANDS)
    told = found.select_related("settled_by").order_by("settled_seq")
    return [one for one in told if not is_unseen(hand.table.event, one.settled_seq)]


def as_corrected(hand: Hand, found: Iterable[Correction] | None = None) -> Hand:
    """The hand with the sheet that counts now; a copy, not to be saved.

    The hand itself where nothing was corrected. A voided hand has no other sheet than its own.
    """
    told = applied_to(hand) if found is None else list(found)
    last = next((one for one in reversed(told) if one.kind == Correction.Kind.HAND), None)
    if last is None:
        return hand
    again = copy(hand)
    again.sheet, again.points_only, again.outcome = last.sheet, last.points_only, last.outcome
    again.next_button = (last.outcome or {}).get("next_button")
    return again


def posted_by(found: Iterable[Correction]) -> dict[int, int]:
    """What corrections have moved each entry's stack by, by its number."""
    moved: dict[int, int] = {}
    for correction in found:
        for line in correction.lines:
            moved[line["entry"]] = moved.get(line["entry"], 0) + line["posted"]
    return moved


def facts_of(hand: Hand) -> Facts:
    """The sheet of a hand as ``hand.correct`` takes it."""
    if hand.points_only:
        return {"points": hand.sheet["points"], "fantasyland": hand.sheet["fantasyland"]}
    return {"layouts": hand.sheet}


def _with_stack(player: HandPlayer, stack: int) -> HandPlayer:
    again = copy(player)
    again.stack_before = stack
    return again
