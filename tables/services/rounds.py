"""When tables deal: hand-for-hand, where all wait for the last one, and extra time for one."""

from core.errors import Refusal
from tables.services import rows
from tournaments.journal import Context, Facts, command
from tournaments.models import Role
from tournaments.rules.structure import BreakSegment
from tournaments.services.clock import settle_break
from tournaments.services.lifecycle import Status, need_reason, need_status

MOST_EXTRA = 60


@command("table.extra", Role.DIRECTOR, Role.FLOOR)
def extra(ctx: Context, /, *, table: int, minutes: int) -> Facts:
    """Let a table start hands for so many minutes after the level ends, into the next break.

    For time that a ruling took there. Zero takes it back.

    Raises:
        Refusal: ``reason_needed``, ``extra_minutes``, ``extra_no_break``.
    """
    need_status(ctx.event, Status.RUNNING)
    need_reason(ctx)
    row = rows.table_of(ctx, table)
    if not 0 <= minutes <= MOST_EXTRA:
        raise Refusal("extra_minutes", most=MOST_EXTRA)
    settle_break(ctx.event, ctx.now)
    clock = ctx.event.clock(ctx.now)
    segments = ctx.event.structure.segments
    coming = range(clock.segment, len(segments))
    found = next((one for one in coming if isinstance(segments[one], BreakSegment)), None)
    if found is None:
        raise Refusal("extra_no_break")
    row.extra_s, row.extra_segment = 60 * minutes, found if minutes else None
    row.save(update_fields=["extra_s", "extra_segment"])
    return {"table": table, "minutes": minutes}


@command("round.start", Role.DIRECTOR, Role.FLOOR)
def start(ctx: Context, /) -> Facts:
    """Play hand for hand from now on: the first round begins when the open hands are over.

    Rounds open by themselves; everybody out in one round ranks together. Fantasyland and its
    repeats are played inside the round.

    Raises:
        Refusal: ``rounds_on``.
    """
    need_status(ctx.event, Status.RUNNING)
    if ctx.event.hand_for_hand:
        raise Refusal("rounds_on")
    ctx.event.hand_for_hand = True
    ctx.event.round_number += 1
    return {"round": ctx.event.round_number}


@command("round.stop", Role.DIRECTOR, Role.FLOOR)
def stop(ctx: Context, /) -> Facts:
    """Let every table play at its own pace again; hands of the open round stay in it."""
    need_status(ctx.event, Status.RUNNING)
    if not ctx.event.hand_for_hand:
        raise Refusal("rounds_off")
    ctx.event.hand_for_hand = False
    return {"round": ctx.event.round_number}
