"""Corrections as commands: asked for with a reason, and where the floor rules say so by two people.

What stands in the way, what it does and who is needed is worked out by `tables.hand_effects` and
`tables.chip_effects`, for the page and for these commands alike.
"""

from collections.abc import Sequence
from datetime import datetime

from core.errors import Conflict, Refusal
from tables.chip_effects import adjust_effect, back_effect, penalty_effect
from tables.effects import Effect, Kind
from tables.hand_effects import correct_effect, void_effect
from tables.models import Correction, CountCheck, Hand
from tables.services import rows
from tables.services.settling import carry_out
from tournaments.journal import Context, Facts, command
from tournaments.models import Event, Role
from tournaments.services.lifecycle import Status, need_reason, need_status

FLOOR = (Role.DIRECTOR, Role.FLOOR)
State = Correction.State


@command("hand.correct", *FLOOR)
def correct(
    ctx: Context,
    /,
    *,
    table: int,
    hand: int,
    layouts: list[Facts] | None = None,
    points: list[Facts] | None = None,
    fantasyland: Sequence[Facts] = (),
    basis: str = "",
) -> Facts:
    """Say what a recorded hand was really worth; the chips that differ move now.

    The original stays readable; each debtor pays at most what he has now. A correction back to
    what was recorded moves everything back.

    Args:
        ctx: the running command, with its reason.
        table: its number.
        hand: the number of the hand, however old.
        layouts: the cards as in ``hand.record``.
        points: instead of cards, the points of each pair as in ``hand.points``.
        fantasyland: with ``points``, who plays Fantasyland next.
        basis: of the effect that was looked at; another effect is refused then.

    Returns:
        ``correction`` (its number), ``state``, ``why`` it waits for a second person, ``lines``.

    Raises:
        Refusal: ``reason_needed``, ``hand_not_recorded``, ``correction_same``, ``hand_open``,
            ``back_reentered``, ``correction_paid``, ``deal_made``, ``sheet_missing`` and so on.
        Conflict: ``correction_changed``, ``correction_waits``.
        RuleError: what is wrong with the cards.
    """
    facts: Facts = {"table": table, "hand": hand}
    if points is not None:
        facts |= {"points": points, "fantasyland": list(fantasyland)}
    else:
        facts["layouts"] = layouts or []
    return _ask(ctx, Kind.HAND, facts, basis)


@command("hand.void", *FLOOR)
def void(ctx: Context, /, *, table: int, hand: int, basis: str = "") -> Facts:
    """Give back what a hand moved; its number stays.

    While no later hand was started, button and Fantasyland are as at its deal.

    Raises:
        Refusal, Conflict: as ``hand.correct``.
    """
    return _ask(ctx, Kind.VOID, {"table": table, "hand": hand}, basis)


@command("chips.adjust", *FLOOR)
def adjust(ctx: Context, /, *, lines: list[Facts], count: int | None = None) -> Facts:
    """Book chips against the house bank; always by two people.

    Args:
        ctx: the running command, with its reason.
        lines: ``entry`` and ``chips``, signed.
        count: the number of the count that found it, which is settled then.

    Raises:
        Refusal: ``reason_needed``, ``adjust_lines``, ``adjust_below``, ``entry_out``,
            ``hand_open``, ``deal_made``, ``count_stale``.
    """
    return _ask(ctx, Kind.CHIPS, {"lines": lines, "count": count}, "")


@command("penalty.give", *FLOOR)
def penalise(ctx: Context, /, *, entry: int, points: int) -> Facts:
    """Let a player pay points to each opponent at his table, between two hands.

    Raises:
        Refusal: ``reason_needed``, ``penalty_points``, ``penalty_alone``, ``entry_out``,
            ``entry_unseated``, ``hand_open``, ``deal_made``.
    """
    return _ask(ctx, Kind.PENALTY, {"entry": entry, "points": points}, "")


@command("entry.reinstate", *FLOOR)
def reinstate(ctx: Context, /, *, entry: int, chips: int | None = None) -> Facts:
    """Bring a player back who is out: on his seat if it is free, else on a drawn one.

    Who went out in a hand comes back by correcting that hand; with ``chips`` from the house bank
    it is a ruling.

    Raises:
        Refusal: ``reason_needed``, ``entry_in``, ``back_chips``, ``back_reentered``,
            ``correction_paid``, ``deal_made``.
    """
    return _ask(ctx, Kind.BACK, {"entry": entry, "chips": chips}, "")


@command("correction.approve", *FLOOR)
def approve(ctx: Context, /, *, number: int, basis: str = "") -> Facts:
    """Carry out what somebody else has asked for, as it comes out now.

    Raises:
        Refusal: ``correction_unknown``, ``second_person``, and what stands in its way by now.
        Conflict: ``correction_changed``: it does something else than what was looked at.
    """
    row = _waiting(ctx, number)
    if ctx.user == row.asked_by:
        raise Refusal("second_person")
    effect = effect_for(ctx.event, Kind(row.kind), row.facts, ctx.now)
    _need_possible(effect, basis)
    _settle(ctx, row, effect)
    row.save()
    return _answer(row)


@command("correction.drop", *FLOOR)
def drop(ctx: Context, /, *, number: int) -> Facts:
    """Let a correction that waits be; it stays readable."""
    row = _waiting(ctx, number)
    row.state = State.DROPPED
    row.settled_seq, row.settled_at, row.settled_by = ctx.seq, ctx.now, ctx.user
    row.save()
    return _answer(row)


def effect_for(event: Event, kind: Correction.Kind, facts: Facts, now: datetime) -> Effect:
    """What the facts of a command come to; the page that asks before it is sent asks the same."""
    if kind == Kind.CHIPS:
        _need_count(event, facts)
        return adjust_effect(event, facts["lines"])
    if kind == Kind.PENALTY:
        return penalty_effect(event, facts["entry"], facts["points"], now)
    if kind == Kind.BACK:
        return back_effect(event, facts["entry"], facts["chips"])
    hand = _hand(event, facts["table"], facts["hand"])
    if kind == Kind.VOID:
        return void_effect(hand, now)
    if "points" in facts:
        sheet = {"points": facts["points"], "fantasyland": facts["fantasyland"]}
        return correct_effect(hand, now, sheet, points_only=True)
    return correct_effect(hand, now, facts["layouts"], points_only=False)


def _ask(ctx: Context, kind: Correction.Kind, facts: Facts, basis: str) -> Facts:
    need_status(ctx.event, Status.RUNNING)
    need_reason(ctx)
    effect = effect_for(ctx.event, kind, facts, ctx.now)
    if effect.hand and effect.hand.corrections.filter(state=State.WAITING).exists():
        raise Conflict("correction_waits", hand=effect.hand.number)
    _need_possible(effect, basis)
    row = Correction(
        event=ctx.event,
        seq=ctx.seq,
        kind=kind,
        state=State.WAITING,
        hand=effect.hand,
        facts=facts,
        reason=ctx.reason,
        asked_at=ctx.now,
        asked_by=ctx.user,
        why=list(effect.why),
        lines=[line.facts() for line in effect.lines],
    )
    if not effect.why:
        _settle(ctx, row, effect)
    row.save(force_insert=True)
    return _answer(row)


def _settle(ctx: Context, row: Correction, effect: Effect) -> None:
    row.lines = [line.facts() for line in effect.lines]  # with the stacks before
    carry_out(ctx, effect)
    row.state = State.APPLIED
    row.settled_seq, row.settled_at, row.settled_by = ctx.seq, ctx.now, ctx.user
    row.sheet, row.points_only = effect.sheet, effect.points_only
    row.outcome = effect.result.json if effect.result else None
    if row.facts.get("count"):
        CountCheck.objects.filter(event=ctx.event, seq=row.facts["count"]).update(
            settled_seq=ctx.seq
        )


def _need_possible(effect: Effect, basis: str) -> None:
    if effect.blocker:
        raise effect.blocker
    if basis and basis != effect.basis:
        raise Conflict("correction_changed")


def _need_count(event: Event, facts: Facts) -> None:
    """A count is booked as it was: while no chips have moved at its table since."""
    if not facts["count"]:
        return
    found = event.counts.filter(seq=facts["count"], settled_seq=None).first()
    differs = count_lines(event, found) if found else None
    said = sorted(facts["lines"], key=lambda line: line["entry"])
    if differs is None or said != sorted(differs, key=lambda line: line["entry"]):
        raise Refusal("count_stale")


def count_lines(event: Event, count: CountCheck) -> list[Facts]:
    """The differences of a count, as far as the books still say what they said then."""
    stacks = dict(event.entries.values_list("number", "stack"))
    return [
        {"entry": line["entry"], "chips": line["counted"] - line["stack"]}
        for line in count.lines
        if line["counted"] != line["stack"] == stacks[line["entry"]]
    ]


def _hand(event: Event, table: int, number: int) -> Hand:
    found = Hand.objects.filter(table__event=event, table__number=table, number=number)
    hand = found.select_related("table").first()
    if hand is None:
        raise rows.stale(table, number, None)
    hand.table.event = event
    return hand


def _waiting(ctx: Context, number: int) -> Correction:
    need_status(ctx.event, Status.RUNNING)
    found = ctx.event.corrections.filter(seq=number, state=State.WAITING).first()
    if found is None:
        raise Refusal("correction_unknown")
    return found


def _answer(row: Correction) -> Facts:
    where = {name: row.facts[name] for name in ("table", "hand", "entry") if name in row.facts}
    said = {"correction": row.seq, "kind": row.kind, "state": row.state, "why": row.why}
    return {**where, **said, "lines": row.lines}
