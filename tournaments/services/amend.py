"""What may still change once players rely on it: with a reason, and for everybody to read."""

from datetime import datetime
from itertools import takewhile
from typing import Any

from core.errors import BadRequest, Refusal
from tournaments.journal import Context, Facts, command
from tournaments.models import Event, Role
from tournaments.rules.structure import LevelSegment, Structure
from tournaments.services.clock import settle_break
from tournaments.services.lifecycle import Status, drift_of, instant, need_reason, need_status

MOST_LEVELS = 99
AS_IT_IS = "as it is"


@command("event.amend", Role.DIRECTOR)
def amend(
    ctx: Context,
    /,
    *,
    structure: list[dict[str, Any]],
    registration_level: int,
    reentry_limit: int | None,
    starts_at: str | None = AS_IT_IS,
    level_drift: int | None = None,
) -> Facts:
    """Change levels that have not begun, how long players may enter, how often, and the start.

    Rules, stack and every level that has begun stand. Facts as of ``event.create``; the start may
    change until the clock runs; ``level_drift``, how far tables may be apart, at any time.

    Raises:
        Refusal: ``reason_needed``; ``level_begun`` with the first line that may change;
            ``payouts_stand`` when who may enter is asked for after the prizes are published.
        FloorError: what `Structure` refuses.
    """
    event = ctx.event
    need_status(event, Status.OPEN, Status.RUNNING)
    need_reason(ctx)
    for field, value in (("registration_level", registration_level), ("reentry", reentry_limit)):
        whole = type(value) is int and 0 <= value <= MOST_LEVELS
        if not whole and not (field == "reentry" and value is None):
            raise BadRequest("bad_request", field=field, problem=str(value)[:40])
    entering = (registration_level, reentry_limit)
    if event.prizes and entering != (event.registration_level, event.reentry_limit):
        raise Refusal("payouts_stand")
    _change_structure(ctx, Structure.from_json(structure))
    event.registration_level, event.reentry_limit = entering
    if level_drift is not None:
        event.level_drift = drift_of(level_drift)
    if starts_at != AS_IT_IS and event.status == Status.OPEN:
        event.starts_at = instant("starts_at", starts_at)
    return {"registration_level": registration_level, "reentry_limit": reentry_limit}


def _change_structure(ctx: Context, wanted: Structure) -> None:
    event = ctx.event
    if wanted == event.structure:
        return
    if event.clock_marks:
        settle_break(event, ctx.now)
    begun = lines_begun(event, ctx.now)
    if wanted.segments[:begun] != event.structure.segments[:begun]:
        raise Refusal("level_begun", line=begun + 1)
    if begun == len(event.structure.segments):
        # The last level has no end; with another one after it, it would have ended in the past.
        raise Refusal("level_last")
    event.segments = wanted.as_json()
    del event.structure  # worked out again from the new lines


def lines_begun(event: Event, now: datetime) -> int:
    """How many lines of the structure have begun, or were gone to by hand: they stand."""
    if not event.clock_marks:
        return 0
    gone_to = [mark.segment or 0 for mark in event.marks]
    begun = max([event.clock(now).segment, *gone_to]) + 1
    # By hands some tables may be ahead, though never beyond a break.
    ahead = event.structure.segments[begun : begun + event.level_drift]
    levels = takewhile(lambda line: isinstance(line, LevelSegment), ahead)
    return begun + (len(list(levels)) if event.structure.by_hands else 0)
