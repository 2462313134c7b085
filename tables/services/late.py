"""A hand that was played and is not in the record: the floor enters it, dealt and paid at once.

Such as from the slip of a table whose tablet died, or one that the server refused because it was
dealt at a level that was not in force. Only the director knows which level was right.
"""

from collections.abc import Sequence

from core.errors import Refusal
from scoring.rules import RULES_VERSION
from tables import felt
from tables.models import Hand, HandPlayer, QueueItem, Seat, Table
from tables.services import closing, levels, rows
from tables.services.hands import MIN_PLAYERS, dealt_player, last_closed
from tournaments.journal import Context, Facts, command
from tournaments.models import Event, Role
from tournaments.services.lifecycle import Status, need_reason, need_status


@command("hand.late", Role.DIRECTOR, Role.FLOOR)
def late(
    ctx: Context,
    /,
    *,
    table: int,
    hand: int,
    level: int,
    button: int,
    layouts: list[Facts],
    item: int | None = None,
) -> Facts:
    """Enter a hand after the fact: whose cards are there was dealt in, with the chips of now.

    Args:
        ctx: the running command, with its reason.
        table: its number.
        hand: the number this hand gets, one more than the last one's.
        level: at which it was dealt; any of the event.
        button: seat of the button.
        layouts: as in ``hand.record``.
        item: of the queue, which is closed by this.

    Raises:
        Refusal: ``reason_needed``, ``hand_open``, ``late_level``, ``late_seats``,
            ``queue_unknown``.
        Conflict: ``stale_hand``.
        RuleError: what is wrong with the cards.
    """
    need_status(ctx.event, Status.RUNNING)
    need_reason(ctx)
    row = rows.table_of(ctx, table)
    last = last_closed(row, hand)
    dealt, players = dealt_late(
        row, hand, level=level, button=button, seats=[one["seat"] for one in layouts]
    )
    in_fantasyland = any(player.fantasyland for player in players)
    dealt.level_hand = levels.late_hand(ctx.event, last, level, fantasyland=in_fantasyland)
    dealt.started_seq, dealt.started_at = ctx.seq, ctx.now
    dealt.round = ctx.event.round_number if ctx.event.hand_for_hand else 0
    state = felt.table_state(ctx.event.ruleset, dealt, players)
    sheet = felt.sheet_of(ctx.event.ruleset, layouts, players)
    result = felt.result_of(felt.settle(state, sheet), state)
    dealt.save(force_insert=True)
    HandPlayer.objects.bulk_create(players)
    ctx.event.hands_open += 1  # and one less as it closes
    closing.close(ctx, players, result, felt.sheet_json(sheet))
    if item is not None:
        _close_item(ctx, item, hand)
    return {"table": table, "hand": hand, **result.json}


def dealt_late(
    table: Table, number: int, *, level: int, button: int, seats: Sequence[int]
) -> tuple[Hand, list[HandPlayer]]:
    """The hand and its players as they would have been dealt; nothing is written.

    Raises:
        Refusal: ``late_level``, ``late_seats``.
    """
    event: Event = table.event
    values = {one.number: one.point_value for one in event.structure.levels}
    if level not in values:
        raise Refusal("late_level", level=level)
    ruleset = event.ruleset
    sitting: dict[int, Seat] = {seat.number: seat for seat in rows.seats_of(table)}
    chairs = {chair for chair in sitting if set(ruleset.layout_seats(chair)) & set(seats)}
    if len(chairs) < MIN_PLAYERS or button not in chairs:
        raise Refusal("late_seats", table=table.number)
    hand = Hand(
        table=table,
        number=number,
        level=level,
        point_value=values[level],
        button=button,
        rules_version=RULES_VERSION,
    )
    return hand, [dealt_player(hand, sitting[chair], set()) for chair in sorted(chairs)]


def _close_item(ctx: Context, item: int, hand: int) -> None:
    found: QueueItem | None = ctx.event.queue.filter(seq=item, closed_at=None).first()
    if found is None:
        raise Refusal("queue_unknown")
    found.closed_at, found.closed_by, found.note = ctx.now, ctx.user, f"→ {hand}"
    found.save(update_fields=["closed_at", "closed_by", "note"])
