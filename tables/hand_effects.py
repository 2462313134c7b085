"""What correcting or voiding a recorded hand would do, now that real chips have moved on.

Later hands stand; what a strict re-run of them would have paid is for information
(`tables.impact`).
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from core.errors import Refusal
from tables import felt
from tables.effects import Effect, Kind, Line, Out, finished, moved_between
from tables.felt import HandResult
from tables.models import Correction, Hand, HandPlayer
from tables.models.hand import CLOSED
from tables.results import applied_to, as_corrected, posted_by, settled
from tournaments.models import ChipTransfer, Event
from tournaments.rules.structure import BreakSegment

WINDOW = timedelta(minutes=30)
"""So long, and at most until the next break, one person may correct what he finds wrong."""


def correct_effect(hand: Hand, now: datetime, sheet: Any, *, points_only: bool) -> Effect:
    """What it would mean if the hand had been recorded with this sheet.

    Raises:
        RuleError, Refusal: what is wrong with the sheet; ``hand_not_recorded``.
    """
    players = _players(hand)
    result = settled(hand, players, sheet, points_only=points_only)
    if not points_only:  # as it is stored, whatever the order in which it was sent
        sheet = felt.sheet_json(felt.sheet_of(hand.table.event.ruleset, sheet, players))
    return _effect(hand, players, result, now, sheet=sheet, points_only=points_only)


def void_effect(hand: Hand, now: datetime) -> Effect:
    """What it would mean if the hand had never been paid."""
    return _effect(hand, _players(hand), None, now)


def window_over(event: Event, hand: Hand, now: datetime) -> bool:
    """Whether the time is over in which one person may correct this hand."""
    if hand.recorded_at is None or now - hand.recorded_at > WINDOW:
        return True
    then, today = event.clock_then(hand.recorded_at).segment, event.clock(now).segment
    passed = event.structure.segments[then + 1 : today + 1]
    return any(isinstance(one, BreakSegment) for one in passed)


def _players(hand: Hand) -> list[HandPlayer]:
    found = hand.players.select_related("entry__person").order_by("seat")
    return list(found)


def _effect(
    hand: Hand,
    players: Sequence[HandPlayer],
    result: HandResult | None,
    now: datetime,
    **sheet: Any,
) -> Effect:
    event = hand.table.event
    if hand.state not in {Hand.State.RECORDED, Hand.State.VOIDED}:
        raise Refusal("hand_not_recorded", hand=hand.number)
    before = applied_to(hand)
    lines = [_line(hand, player, result, before) for player in players]
    lines, ways = moved_between(lines)
    lines = [_gone(hand, line, player, result) for line, player in zip(lines, players, strict=True)]
    effect = Effect(
        kind=Kind.HAND if result else Kind.VOID,
        lines=lines,
        transfers=ways,
        moves=ChipTransfer.Kind.CORRECTION,
        hand=hand,
        players=players,
        result=result,
        **sheet,
    )
    effect = replace(effect, blocker=_same(hand, effect, before))
    return finished(event, effect, ["late"] if window_over(event, hand, now) else [])


def _same(hand: Hand, effect: Effect, before: Sequence[Correction]) -> Refusal | None:
    """A correction that changes nothing is none."""
    if any(line.changes for line in effect.lines):
        return None
    voided = hand.state == Hand.State.VOIDED
    if effect.result is None:
        return Refusal("correction_same") if voided else None
    now = as_corrected(hand, before)
    same = now.outcome == effect.result.json and now.sheet == effect.sheet
    return Refusal("correction_same") if same and not voided else None


def _line(
    hand: Hand, player: HandPlayer, result: HandResult | None, before: Sequence[Correction]
) -> Line:
    """What this player is owed, and the Fantasyland of his next hand."""
    entry = player.entry
    one = result.seats[player.seat] if result else None
    stack = one.stack if one else player.stack_before
    owed = stack - (player.stack_after or 0) - posted_by(before).get(entry.number, 0)
    here = {hand.recorded_seq, *(correction.settled_seq for correction in before)}
    back = entry.out_seq in here and stack > 0
    later = _later(hand, player)
    fantasyland = None
    if entry.out_seq is None or back:
        new = one.fantasyland_next if one else player.fantasyland if not later else None
        fantasyland = _fantasyland(player, new, before, later)
    grants = one.fantasyland_next if one else 0
    return Line(entry, owed=owed, fantasyland=fantasyland, grants=grants, back=back)


def _gone(hand: Hand, line: Line, player: HandPlayer, result: HandResult | None) -> Line:
    """Who has nothing left is out; who got nothing does not come back."""
    entry = line.entry
    if entry.out_seq is not None and not line.posted:
        line = replace(line, back=False, fantasyland=None)
        order = _order(result, player.seat)
        went_here = entry.out_seq == hand.recorded_seq and order is not None
        return replace(line, reorder=order) if went_here and order != entry.out_order else line
    if line.after or entry.out_seq is not None:
        same = line.fantasyland == entry.fantasyland
        return replace(line, fantasyland=None) if same else line
    event = hand.table.event
    out = Out(0, entry.stack, 0, event.round_number if event.hand_for_hand else None)
    order = _order(result, player.seat)
    if order is not None and not _later(hand, player) and hand.recorded_seq is not None:
        out = Out(hand.recorded_seq, player.stack_before, order, hand.round or None)
    return replace(line, out=out, fantasyland=0 if entry.fantasyland else None)


def _order(result: HandResult | None, seat: int) -> int | None:
    """When this seat went out in the hand, counted from 0; None when it did not."""
    groups = reversed(result.eliminated) if result else ()
    return next((place for place, group in enumerate(groups) if seat in group), None)


def _later(hand: Hand, player: HandPlayer) -> list[HandPlayer]:
    """The hands this player was dealt into afterwards, oldest first."""
    found = player.entry.hands.filter(
        hand__state__in=CLOSED, hand__started_seq__gt=hand.started_seq
    )
    return list(found.select_related("hand").order_by("hand__started_seq"))


def _fantasyland(
    player: HandPlayer,
    new: int | None,
    before: Sequence[Correction],
    later: Sequence[HandPlayer],
) -> int | None:
    """The cards of his next hand, if this changes them: what was granted counts for one deal only.

    Taken away is only what he has not played yet.
    """
    entry = player.entry
    if new is None:
        return None
    if not later:
        return new
    last = before[-1] if before else None
    granted = (last.settled_seq or 0) if last else 0
    told = {line["entry"]: line["grants"] for line in last.lines} if last else {}
    old = told.get(entry.number, player.fantasyland_next or 0)
    if new > old:
        return max(entry.fantasyland, new)
    if new < old and later[-1].hand.started_seq < granted:
        return later[-1].fantasyland_next
    return None
