"""How a hand ends: with its cards, with only its points, or misdealt. One way for all of them."""

from collections.abc import Sequence

from core.errors import Refusal
from core.rows import save_all, update
from scoring.rules import RULES_VERSION
from tables import felt
from tables.bounty import hunters
from tables.felt import HandResult
from tables.models import Hand, HandPlayer, MoveOrder, Seat
from tables.models.move import OPEN_ORDER
from tables.points import settle_points
from tables.services import levels, rows, waits
from tournaments.journal import Context, Facts, command
from tournaments.models import ChipTransfer, Entry, Role
from tournaments.services import chips
from tournaments.services.clock import settle_break


@command("hand.points", Role.DEALER, Role.FLOOR, Role.DIRECTOR)
def record_points(
    ctx: Context,
    /,
    *,
    table: int,
    hand: int,
    points: list[Facts],
    fantasyland: Sequence[Facts] = (),
) -> Facts:
    """Settle the open hand by its points alone: the cards are unknown, and every page says so.

    Args:
        ctx: the running command; the reason stands in the log.
        table: its number.
        hand: the open hand's number.
        points: ``a``, ``b``, ``points`` that seat a won from seat b; each pair once.
        fantasyland: ``seat``, ``cards`` of who plays Fantasyland next; nobody unless stated.

    Raises:
        Refusal: ``reason_needed``, ``stale_hand``, ``already_recorded``, ``hand_not_open``,
            ``points_seats``, ``points_pairs``, ``points_fantasyland``.
    """
    if not ctx.reason:
        raise Refusal("reason_needed")
    players = open_players(ctx, table, hand)
    row = players[0].hand
    state = felt.table_state(ctx.event.ruleset, row, players)
    result = settle_points(state, points, fantasyland, hand)
    row.points_only = True
    close(ctx, players, result, {"points": points, "fantasyland": list(fantasyland)})
    return {"table": table, "hand": hand, **result.json}


@command("hand.misdeal", Role.DEALER, Role.FLOOR, Role.DIRECTOR)
def misdeal(ctx: Context, /, *, table: int, hand: int) -> Facts:
    """Close the open hand without a result: its number is kept, button and Fantasyland stay.

    Raises:
        Refusal: ``reason_needed``, ``stale_hand``, ``already_recorded``, ``hand_not_open``.
    """
    if not ctx.reason:
        raise Refusal("reason_needed")
    players = open_players(ctx, table, hand)
    row = players[0].hand
    row.state = Hand.State.MISDEALT
    if row.level_hand and not any(player.fantasyland for player in players):
        row.level_hand -= 1  # a hand without a result is none of its level
    row.next_button = row.button
    row.recorded_seq, row.recorded_at = ctx.seq, ctx.now
    update(row)
    ctx.event.hands_open -= 1
    settle_break(ctx.event, ctx.now)
    return {"table": table, "hand": hand, "button": row.button}


def open_players(ctx: Context, table: int, hand: int) -> list[HandPlayer]:
    """The players of the table's open hand; refuses one that is closed or not the last."""
    players = rows.players_of(ctx, table, hand)
    row = players[0].hand
    if row.state == Hand.State.RECORDED:
        raise rows.already_recorded(ctx, table, row)
    if row.state != Hand.State.STARTED:
        raise Refusal("hand_not_open", table=table)
    return players


def close(
    ctx: Context, players: Sequence[HandPlayer], result: HandResult, sheet: list[Facts] | Facts
) -> None:
    """Write the result of an open hand: players, chips, eliminations, break and round."""
    hand = players[0].hand
    _write_players(ctx, hand, players, result)
    _pay(ctx, players, result)
    hand.state = Hand.State.RECORDED
    hand.sheet = sheet
    hand.outcome = result.json
    hand.next_button = result.next_button
    hand.recorded_seq, hand.recorded_at = ctx.seq, ctx.now
    hand.rules_version = RULES_VERSION
    update(hand)
    _count_fantasyland(ctx, players)
    waits.settle_round(ctx.event)
    levels.settle_level(ctx.event, ctx.now)


def _write_players(
    ctx: Context, hand: Hand, players: Sequence[HandPlayer], result: HandResult
) -> None:
    went_out = {
        seat: position
        for position, group in enumerate(reversed(result.eliminated))
        for seat in group
    }
    for player in players:
        one = result.seats[player.seat]
        player.foul, player.royalties, player.points = one.foul, one.royalties, one.points
        player.stack_after = one.stack
        player.fantasyland_next = player.entry.fantasyland = one.fantasyland_next
        if player.seat in went_out:
            player.entry.out_seq = ctx.seq
            player.entry.out_stack = player.stack_before
            player.entry.out_order = went_out[player.seat]
            player.entry.out_round = hand.round or None
            if ctx.event.has_bounties:
                player.entry.bounty_to = hunters(players, result, player)
    save_all(players, ["foul", "royalties", "points", "stack_after", "fantasyland_next"])
    if went_out:
        out = [player.entry for player in players if player.seat in went_out]
        Seat.objects.filter(entry__in=out).update(entry=None)
        # `rows.players_of` has looked: a hand that sends nobody away costs no statement for it.
        if any(getattr(player, "has_order", True) for player in players if player.seat in went_out):
            orders = MoveOrder.objects.filter(OPEN_ORDER, entry__in=out)
            orders.update(state=MoveOrder.State.CANCELLED)


def _pay(ctx: Context, players: Sequence[HandPlayer], result: HandResult) -> None:
    entries: dict[int, Entry] = {player.seat: player.entry for player in players}
    chips.post(
        ctx,
        ChipTransfer.Kind.PAYMENT,
        [
            chips.Transfer(entries[payer], entries[payee], paid)
            for payer, payee, paid in result.payments
            if paid
        ],
        entries=entries.values(),
    )
    for player in players:
        # The library and the ledger must say the same; if not, nothing is committed.
        assert player.entry.stack == player.stack_after


def _count_fantasyland(ctx: Context, players: Sequence[HandPlayer]) -> None:
    event = ctx.event
    event.hands_open -= 1
    event.in_fantasyland += sum(
        bool(player.fantasyland_next) - bool(player.fantasyland) for player in players
    )
    if any(player.fantasyland for player in players):
        event.fantasyland_recorded_at = ctx.now
    settle_break(event, ctx.now)
