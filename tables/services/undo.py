"""Undo the last hand of a table, until the next one starts: back to the form, nothing lost."""

from collections.abc import Sequence

from django.db.models import Q

from core.errors import Refusal
from core.rows import update
from tables.effects import came_again
from tables.models import Correction, Hand, HandPlayer, Seat
from tables.models.move import kept_seats
from tables.services import rows
from tournaments.journal import Context, Facts, command
from tournaments.models import ChipTransfer, Event, Role
from tournaments.models.chips import BETWEEN_HANDS
from tournaments.services import chips
from tournaments.services.lifecycle import Status, need_status


@command("hand.undo", Role.DEALER, Role.FLOOR, Role.DIRECTOR)
def undo(ctx: Context, /, *, table: int, hand: int) -> Facts:
    """Take the recorded hand back: it is open again, with everything that was typed.

    Its payments are taken back by new transfers; the eliminated sit where they sat.

    Raises:
        Refusal: ``event_status``, ``stale_hand``, ``hand_not_recorded``, ``undo_blocked`` when a
            player has been moved, has played elsewhere or has entered again since;
            ``undo_corrected``, ``undo_chips`` when a correction or other chips stand on it.
    """
    need_status(ctx.event, Status.RUNNING)
    players = rows.players_of(ctx, table, hand)
    row = players[0].hand
    last = rows.last_hand(row.table)
    if last is None or last.number != hand:
        raise rows.stale(table, hand, last)
    if row.state != Hand.State.RECORDED:
        raise Refusal("hand_not_recorded", hand=hand)
    _need_untouched(ctx.event, row, players)
    if row.points_only:
        row.points_only, row.sheet = False, []
    _sit_down_again(ctx.event, row, players)
    _take_back(ctx, row, players)
    _reopen(ctx, row, players)
    return {"table": table, "hand": hand, "layouts": row.sheet}


def _need_untouched(event: Event, hand: Hand, players: Sequence[HandPlayer]) -> None:
    """Nothing may stand on the hand: what comes between hands is no part of it."""
    if hand.corrections.exclude(state=Correction.State.DROPPED).exists():
        raise Refusal("undo_corrected", hand=hand.number)
    entries = [player.entry_id for player in players]
    since = event.transfers.filter(kind__in=BETWEEN_HANDS, seq__gt=hand.recorded_seq)
    if since.filter(Q(payer__in=entries) | Q(payee__in=entries)).exists():
        raise Refusal("undo_chips", hand=hand.number)


def _sit_down_again(event: Event, hand: Hand, players: Sequence[HandPlayer]) -> None:
    seats = {seat.number: seat for seat in hand.table.seats.all()}
    played_on = _played_on(hand, players)
    kept = kept_seats(event)
    for player in players:
        seat = seats[player.seat]
        sits_here = seat.entry_id == player.entry_id
        free = not seat.entry_id and (hand.table.number, seat.number) not in kept
        may_return = free and player.entry.out_seq == hand.recorded_seq
        blocked = player.entry_id in played_on or not (sits_here or may_return)
        if blocked or came_again(player.entry):
            raise Refusal("undo_blocked", hand=hand.number, name=player.entry.person.display_name)
        seat.entry = player.entry
    for player in players:
        player.entry.out_seq = None
        player.entry.out_stack = player.entry.out_order = 0
        player.entry.out_round = player.entry.ruled_at = None
        player.entry.bounty_to = []
    Seat.objects.bulk_update(seats.values(), ["entry"])


def _played_on(hand: Hand, players: Sequence[HandPlayer]) -> set[int]:
    """Which of the entries were dealt in at another table since."""
    since = HandPlayer.objects.filter(hand__started_seq__gt=hand.started_seq)
    entries = [player.entry_id for player in players]
    return set(since.filter(entry__in=entries).values_list("entry_id", flat=True))


def _take_back(ctx: Context, hand: Hand, players: Sequence[HandPlayer]) -> None:
    entries = {player.entry_id: player.entry for player in players}
    ctx.event.in_fantasyland += sum(
        bool(player.fantasyland) - bool(player.fantasyland_next) for player in players
    )
    for player in players:
        player.entry.fantasyland = player.fantasyland
    assert hand.recorded_seq is not None
    paid = ctx.event.transfers.filter(seq=hand.recorded_seq).order_by("-pk")
    chips.post(
        ctx,
        ChipTransfer.Kind.REVERSAL,
        [
            chips.Transfer(entries[row.payee_id], entries[row.payer_id], row.amount)
            for row in paid
            if row.payee_id and row.payer_id
        ],
        entries=entries.values(),
    )


def _reopen(ctx: Context, hand: Hand, players: Sequence[HandPlayer]) -> None:
    hand.state = Hand.State.STARTED
    hand.outcome = hand.next_button = hand.recorded_seq = hand.recorded_at = None
    update(hand)
    for player in players:
        player.foul = player.royalties = player.points = None
        player.stack_after = player.fantasyland_next = None
    HandPlayer.objects.bulk_update(
        players, ["foul", "royalties", "points", "stack_after", "fantasyland_next"]
    )
    ctx.event.hands_open += 1
