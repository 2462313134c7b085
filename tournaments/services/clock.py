"""The clock: a command only appends a mark; what time it is, is arithmetic (`rules.clock`)."""

from datetime import datetime

from core.errors import Refusal
from tournaments.journal import Context, Facts, command
from tournaments.models import Event, Role
from tournaments.rules.clock import Mark, check_mark, needs_official_mark, not_before
from tournaments.rules.structure import BreakSegment
from tournaments.services.lifecycle import Status, need_reason, need_status


@command("clock.pause", Role.DIRECTOR, Role.FLOOR)
def pause(ctx: Context, /) -> Facts:
    """Stop the time of the level. Hands that were started go on."""
    return _mark(ctx, Mark("pause", ctx.now))


@command("clock.resume", Role.DIRECTOR, Role.FLOOR)
def resume(ctx: Context, /) -> Facts:
    """Let the time go on."""
    return _mark(ctx, Mark("resume", ctx.now))


@command("clock.adjust", Role.DIRECTOR)
def adjust(ctx: Context, /, *, seconds: int = 0, hands: int = 0) -> Facts:
    """Add seconds to what is left of this level or break; a negative number takes them away.

    To a level by hands add hands: every table plays so many more of it, or fewer.

    Raises:
        Refusal: ``adjust_hands``, ``adjust_time``.
    """
    need_status(ctx.event, Status.RUNNING)
    by_hands = ctx.event.clock(ctx.now).hands > 0
    if by_hands and (seconds or not hands):
        raise Refusal("adjust_hands")
    if hands and not by_hands:
        raise Refusal("adjust_time")
    return _mark(ctx, Mark("adjust", ctx.now, seconds=seconds, hands=hands))


@command("clock.jump", Role.DIRECTOR)
def jump(ctx: Context, /, *, segment: int) -> Facts:
    """Go to a line of the structure (0 is the first), with its full time."""
    answer = _mark(ctx, Mark("jump", ctx.now, segment=segment))
    if ctx.event.structure.by_hands:  # else these stay as they were before there was such a thing
        ctx.event.level_segment, ctx.event.level_hands = segment, 0
    return answer


@command("clock.break_now", Role.DIRECTOR)
def break_now(ctx: Context, /) -> Facts:
    """Start the break now: one that waits for Fantasyland, or that is the next line.

    Who still has Fantasyland to play, plays it after the break. Hands that were started go on.

    Raises:
        Refusal: ``reason_needed``, ``break_already``, ``break_not_next``.
    """
    need_status(ctx.event, Status.RUNNING)
    need_reason(ctx)
    event = ctx.event
    settle_break(event, ctx.now)
    clock = event.clock(ctx.now)
    if clock.break_pending:
        return _mark(ctx, Mark("break_official", ctx.now, segment=clock.segment))
    if clock.kind == "break":
        raise Refusal("break_already")
    lines = event.structure.segments
    following = clock.segment + 1
    if following >= len(lines) or not isinstance(lines[following], BreakSegment):
        raise Refusal("break_not_next")
    _mark(ctx, Mark("jump", ctx.now, segment=following))
    return _mark(ctx, Mark("break_official", ctx.now, segment=following))


def settle_break(event: Event, now: datetime) -> None:
    """Write down when a break became official, once nothing holds it any more.

    From the instant the last Fantasyland hand was recorded, if one was played after the level
    ended; else from the end of the level (floor rules, breaks). Called by every command that may
    be the first to see it, so that no later hand is mistaken for one that holds this break.
    """
    if event.holds_break:
        return
    last = event.fantasyland_recorded_at
    # One at a time: a break that begins later moves all that follow.
    while (due := _official_due(event, now)) is not None:
        at = max(due.at, last) if last else due.at
        event.mark(Mark(due.kind, at, segment=due.segment))


def _official_due(event: Event, now: datetime) -> Mark | None:
    marks = event.marks
    return needs_official_mark(event.structure, marks, not_before(marks, now))


def _mark(ctx: Context, mark: Mark) -> Facts:
    event = ctx.event
    need_status(event, Status.RUNNING)
    settle_break(event, ctx.now)
    check_mark(event.structure, mark)
    event.mark(mark)
    state = event.clock(ctx.now)
    return {"level": state.level, "paused": state.paused, "remaining": state.remaining}
