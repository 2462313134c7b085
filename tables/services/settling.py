"""Carrying an effect out: chips, seats, places, Fantasyland, and what the hand counts for."""

from core.rows import save_all
from tables.bounty import hunters
from tables.effects import Effect, Line
from tables.models import Hand, MoveOrder, Seat
from tables.models.move import OPEN_ORDER, kept_seats
from tables.services import waits
from tables.services.drawing import free_seats
from tables.services.reserving import RESERVED
from tournaments.journal import Context
from tournaments.models import Entry
from tournaments.rules.draw import draw_late_seat
from tournaments.services import chips
from tournaments.services.clock import settle_break


def carry_out(ctx: Context, effect: Effect) -> None:
    """Write what the effect says; it must have been worked out under this lock."""
    before = {line.entry.pk: line.entry.fantasyland for line in effect.lines}
    for line in effect.lines:
        _mark(ctx, line)
    _give_bounties(effect)
    entries = [line.entry for line in effect.lines]
    transfers = [chips.Transfer(*way) for way in effect.transfers]
    chips.post(ctx, effect.moves, transfers, entries=entries)
    ctx.event.in_fantasyland += sum(
        bool(entry.fantasyland) - bool(before[entry.pk]) for entry in entries
    )
    for line in effect.lines:
        if line.out:
            _leave(line.entry)
        if line.back:
            _sit(ctx, line.entry)
    if effect.hand:
        _rewrite(effect, effect.hand)
    settle_break(ctx.event, ctx.now)
    waits.settle_round(ctx.event)


def _mark(ctx: Context, line: Line) -> None:
    entry = line.entry
    if line.fantasyland is not None:
        entry.fantasyland = line.fantasyland
    if line.reorder is not None:
        entry.out_order = line.reorder
    if line.back:
        entry.out_seq = entry.out_round = entry.ruled_at = None
        entry.out_stack = entry.out_order = 0
        entry.bounty_to = []
        if entry.removal:
            entry.removal = ""
            entry.save(update_fields=["removal", "out_seq", "out_stack"])
    if line.out:
        entry.out_seq = line.out.seq or ctx.seq
        entry.out_stack, entry.out_order = line.out.stack, line.out.order
        entry.out_round = line.out.round


def _give_bounties(effect: Effect) -> None:
    """Of those who are out by this hand: to whoever won most points from them, as it counts now."""
    hand, result = effect.hand, effect.result
    if hand is None or result is None or not hand.table.event.has_bounties:
        return
    for line, player in zip(effect.lines, effect.players, strict=True):
        if line.entry.out_seq == hand.recorded_seq:
            line.entry.bounty_to = hunters(effect.players, result, player)


def _leave(entry: Entry) -> None:
    Seat.objects.filter(entry=entry).update(entry=None)
    entry.orders.filter(OPEN_ORDER).update(state=MoveOrder.State.CANCELLED)


def _sit(ctx: Context, entry: Entry) -> None:
    """On the seat of his last hand if it is free, else on a drawn one; without any he waits."""
    last = entry.hands.select_related("hand__table").order_by("-hand__started_seq").first()
    kept = kept_seats(ctx.event)
    if last:
        table = last.hand.table
        own = table.seats.filter(number=last.seat, entry=None).exclude(RESERVED).first()
        if own and table.open and not table.closing and (table.number, last.seat) not in kept:
            own.entry = entry
            own.save(update_fields=["entry"])
            return
    free = free_seats(ctx)
    if free:
        drawn = draw_late_seat(free, ctx.rng)
        where = {"table__event": ctx.event, "table__number": drawn.table, "number": drawn.seat}
        Seat.objects.filter(**where).update(entry=entry)


def _rewrite(effect: Effect, hand: Hand) -> None:
    """What the hand counts for in statistics from here on; what happened stays as it was."""
    hand.state = Hand.State.RECORDED if effect.result else Hand.State.VOIDED
    hand.save(update_fields=["state"])
    for player in effect.players:
        one = effect.result.seats[player.seat] if effect.result else None
        player.foul = one.foul if one else None
        player.royalties = one.royalties if one else None
        player.points = one.points if one else None
    save_all([*effect.players], ["foul", "royalties", "points"])
