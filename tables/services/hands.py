"""A hand: start it (latch what counts), record it (score, pay, eliminate)."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from core.errors import Refusal
from core.rows import insert, insert_all, update
from scoring.button import acting_order, dealt_in
from scoring.options import FantasylandLevel
from scoring.rules import RULES_VERSION
from tables import felt
from tables.laid import with_order
from tables.models import Hand, HandPlayer, Seat, Table
from tables.services import closing, levels, rows, waits
from tables.services.latch import Offline, need_truth
from tournaments.journal import Context, Facts, command
from tournaments.models import Entry, Event, Role
from tournaments.rules.clock import ClockState
from tournaments.rules.turns import Turn
from tournaments.services.clock import settle_break
from tournaments.services.lifecycle import Status, need_status

MIN_PLAYERS = 2


@command("hand.start", Role.DEALER, Role.FLOOR, Role.DIRECTOR)
def start(
    ctx: Context,
    /,
    *,
    table: int,
    hand: int,
    absent: Sequence[int],
    offline: Facts | None = None,
) -> Facts:
    """Deal the next hand: level, point value, button, stacks and Fantasyland are latched now.

    Args:
        ctx: the running command.
        table: its number.
        hand: the number this hand gets, one more than the last one's.
        absent: seats whose player is not there (auto-play by the rule set). A page says the whole
            truth each time; at a tablet, who was absent stays so until `absent.set`.
        offline: for a hand that was dealt without a connection: ``at``, ``level``,
            ``point_value`` and perhaps ``players`` (``seat``, ``entry``). Nothing holds it back,
            since the cards are on the table; but the level must have been in force.

    Raises:
        Refusal: with what the table waits for: ``hand_open``, ``few_players``, ``clock_paused``,
            ``clock_break``, ``clock_pending``, ``level_wait``, ``order_first``, ``round_wait``,
            ``round_gather``; ``offline_level``, ``offline_players``.
    """
    event = ctx.event
    need_status(event, Status.RUNNING)
    row = rows.table_of(ctx, table)
    last = last_closed(row, hand)
    seats = rows.seats_of(row)
    if len(seats) < MIN_PLAYERS:
        raise Refusal("few_players", table=table)
    if event.bagging and not offline:
        raise Refusal("day_over", day=event.day)
    settle_break(event, ctx.now)
    levels.settle_level(event, ctx.now)
    said = Offline.from_facts(offline) if offline else None
    clock = event.clock(ctx.now)
    turn = _turn(ctx, clock, row, last, seats)
    if said is None:
        _need_turn(ctx, clock, row, seats, turn)
    else:
        need_truth(event, last, said, seats, ctx.now)
        # A level that the tablet knew of and this table has not begun: its first hand.
        hand_of = turn.hand if said.level == turn.level else min(turn.hand, 1)
        turn = Turn(said.level, said.point_value, hand_of, turn.hands)
    dealt = _deal(ctx, row, hand, _button(ctx, last, seats), turn, said)
    if last and said is None and _keeps_level(event, seats):
        dealt.level, dealt.point_value = last.level, last.point_value
        update(dealt, ["level", "point_value"])
    playing = dealt_in(event.ruleset, dealt.button, [seat.number for seat in seats])
    away = _absent(ctx, seats, absent)
    players = [dealt_player(dealt, seat, away) for seat in seats if seat.number in playing]
    insert_all(players)
    event.hands_open += 1
    return started_facts(dealt, players)


def started_facts(hand: Hand, players: Sequence[HandPlayer]) -> Facts:
    """What a dealer must know to deal: order, stacks, and who gets Fantasyland cards."""
    return {
        "table": hand.table.number,
        "hand": hand.number,
        "level": hand.level,
        "point_value": hand.point_value,
        "button": hand.button,
        "order": list(acting_order(hand.button, [player.seat for player in players])),
        "players": [
            {
                "seat": player.seat,
                "layouts": list(hand.table.event.ruleset.layout_seats(player.seat)),
                "entry": player.entry.number,
                "stack": player.stack_before,
                "fantasyland": player.fantasyland,
                "absent": player.absent,
            }
            for player in players
        ],
    }


@command("hand.record", Role.DEALER, Role.FLOOR, Role.DIRECTOR)
def record(
    ctx: Context,
    /,
    *,
    table: int,
    hand: int,
    layouts: list[Facts],
    confirmed: Sequence[int] = (),
) -> Facts:
    """Score the open hand, move the chips, and say who is out.

    Args:
        ctx: the running command.
        table: its number.
        hand: the open hand's number.
        layouts: one for each player dealt in: ``seat``, ``top``, ``middle``, ``bottom`` (cards as
            text), ``declared_foul``; ``laid``, the same cards in the order they were laid, where
            somebody saw it.
        confirmed: seats whose player has agreed; how many must is a setting of the event.

    Returns:
        The answer of ``scoring`` (`contract`: order, players, pairs, payments, eliminated,
        next_button), with table and hand. No names: they are personal data.

    Raises:
        Refusal: ``stale_hand``, ``already_recorded``, ``hand_not_open``, ``sheet_seat``,
            ``sheet_missing``, ``confirm_needed``.
        RuleError: what is wrong with the cards.
    """
    players = closing.open_players(ctx, table, hand)
    state = felt.table_state(ctx.event.ruleset, players[0].hand, players)
    sheet = felt.sheet_of(ctx.event.ruleset, layouts, players)
    result = felt.result_of(felt.settle(state, sheet), state)
    _need_consent(ctx, players, result, confirmed)
    closing.close(ctx, players, result, with_order(felt.sheet_json(sheet), layouts))
    return {"table": table, "hand": hand, **result.json}


def need_time_to_play(clock: ClockState, *, plays_on: bool, extra: bool = False) -> None:
    """Refuse while the clock lets no hand start.

    A pending break lets Fantasyland be played (``plays_on``), and any break a table with extra
    time.
    """
    if clock.paused:
        raise Refusal("clock_paused")
    if extra:
        return
    if clock.break_pending:
        if not plays_on:
            raise Refusal("clock_pending")
    elif clock.kind == "break":
        raise Refusal("clock_break", level=clock.level + 1)


def extra_until(table: Table, clock: ClockState) -> datetime | None:
    """Until when the floor lets this table play on into a break; None without extra time.

    The break is the one that has begun, or the next one while it is known when that begins.
    """
    begins = clock.level_ended_at if clock.kind == "break" else clock.ends_at
    breaks = clock.segment if clock.kind == "break" else clock.segment + 1
    if begins is None or table.extra_segment != breaks:
        return None
    return begins + timedelta(seconds=table.extra_s)


def has_extra_time(table: Table, clock: ClockState, now: datetime) -> bool:
    """Whether the floor lets this table play on into the break that has begun."""
    until = extra_until(table, clock)
    return clock.kind == "break" and until is not None and now < until


def last_closed(table: Table, hand: int) -> Hand | None:
    """The last hand of a table, which must be closed and have the number before ``hand``."""
    last = rows.last_hand(table)
    if hand != (last.number if last else 0) + 1:
        raise rows.stale(table.number, hand, last)
    if last and last.state == Hand.State.STARTED:
        raise Refusal("hand_open", hand=last.number, table=table.number)
    return last


def _turn(
    ctx: Context, clock: ClockState, table: Table, last: Hand | None, seats: Sequence[Seat]
) -> Turn:
    """The level of the next hand: the clock's, or by hands the table's own."""
    extra, fantasyland = has_extra_time(table, clock, ctx.now), rows.in_fantasyland(seats)
    return levels.turn_of(ctx.event, clock, last, fantasyland=fantasyland, extra=extra)


def _need_turn(
    ctx: Context, clock: ClockState, table: Table, seats: Sequence[Seat], turn: Turn
) -> None:
    """Refuse with what this table waits for: the clock, an order, the other tables."""
    in_fantasyland = rows.in_fantasyland(seats)
    plays_on = in_fantasyland and ctx.event.plays_out_fantasyland
    extra = has_extra_time(table, clock, ctx.now)
    need_time_to_play(clock, plays_on=plays_on, extra=extra)
    behind = levels.level_wait(ctx.event, clock, turn, ctx.now, fantasyland=in_fantasyland)
    if behind is not None:
        raise behind
    waits.settle_round(ctx.event)
    wait = waits.leaves_first(table, in_fantasyland=in_fantasyland) or waits.round_wait(
        ctx.event, table, in_fantasyland=in_fantasyland
    )
    if wait is not None:
        raise wait


def _deal(
    ctx: Context, table: Table, number: int, button: int, turn: Turn, said: Offline | None
) -> Hand:
    return insert(
        Hand(
            table=table,
            number=number,
            level=turn.level,
            level_hand=turn.hand,
            point_value=turn.point_value,
            button=button,
            started_seq=ctx.seq,
            started_at=ctx.now,
            dealt_at=said.at if said else None,
            round=ctx.event.round_number if ctx.event.hand_for_hand else 0,
            rules_version=RULES_VERSION,
        )
    )


def _keeps_level(event: Event, seats: Sequence[Seat]) -> bool:
    """Whether this hand is Fantasyland that is played at the level it was won at."""
    inherits = event.ruleset.fl_level is FantasylandLevel.INHERIT
    return inherits and rows.in_fantasyland(seats)


def _button(ctx: Context, last: Hand | None, seats: Sequence[Seat]) -> int:
    """The button of the next hand: drawn at a new table, else it goes round from the last one."""
    if last is None:
        return ctx.rng.choice([seat.number for seat in seats])
    sitting = {seat.number: seat.entry.fantasyland for seat in seats if seat.entry}
    return felt.button_after(ctx.event.ruleset, last, sitting)


def _absent(ctx: Context, seats: Sequence[Seat], said: Sequence[int]) -> set[int]:
    """The seats that are away in this hand; what changes is kept for the hands that follow."""
    entries = {seat.number: seat.entry for seat in seats if seat.entry}
    kept = {number for number, entry in entries.items() if entry.absent}
    away = (kept if ctx.device else set()) | (set(said) & entries.keys())
    for changed, is_away in ((away - kept, True), (kept - away, False)):
        if changed:
            found = Entry.objects.filter(pk__in=[entries[number].pk for number in changed])
            found.update(absent=is_away)
    return away


def dealt_player(hand: Hand, seat: Seat, away: set[int]) -> HandPlayer:
    """Who sits there, with what he has now; ``away``: the seats whose player is not there."""
    entry = seat.entry
    assert entry is not None
    return HandPlayer(
        hand=hand,
        seat=seat.number,
        entry=entry,
        stack_before=entry.stack,
        fantasyland=entry.fantasyland,
        absent=seat.number in away,
    )


def _need_consent(
    ctx: Context,
    players: Sequence[HandPlayer],
    result: felt.HandResult,
    confirmed: Sequence[int],
) -> None:
    """Refuse a dealer's record until those have agreed who must; nobody waits for the absent."""
    confirm = ctx.event.confirm
    if not ctx.is_staff_of_table or confirm == Event.Confirm.DEALER:
        return
    losing = {payer for payer, _, paid in result.payments if paid}
    asked = {
        player.seat
        for player in players
        if not player.absent and (confirm == Event.Confirm.ALL or player.seat in losing)
    }
    missing = asked - set(confirmed)
    if missing:
        raise Refusal("confirm_needed", count=len(missing), seat=min(missing))
