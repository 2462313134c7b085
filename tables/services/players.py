"""What a desk does to one player between two hands: take him out, or sell him an add-on."""

from core.errors import Refusal
from tables.models import MoveOrder, Seat
from tables.models.move import OPEN_ORDER
from tables.services import rows, waits
from tournaments.journal import Context, Facts, command
from tournaments.models import ChipTransfer, Entry, Role, Sale
from tournaments.models.entry import LIVING
from tournaments.selectors import registration_open
from tournaments.services import chips
from tournaments.services.cash import sell
from tournaments.services.clock import settle_break
from tournaments.services.entries import entry_of
from tournaments.services.lifecycle import Status, need_reason, need_status


@command("entry.remove", Role.DIRECTOR)
def remove(ctx: Context, /, *, entry: int, removal: str) -> Facts:
    """Take a player out, with the reason: he is disqualified, or never came.

    His chips leave play; he has the place that he goes out in, as anybody else. Nothing is given
    back: the drawer is the cashier's.

    Raises:
        Refusal: ``reason_needed``, ``removal_unknown``, ``hand_open``, ``last_player``.
    """
    event = ctx.event
    need_status(event, Status.RUNNING)
    need_reason(ctx)
    if removal not in Entry.Removal.values:
        raise Refusal("removal_unknown")
    row = _between_hands(ctx, entry)
    if event.entries.filter(LIVING).count() == 1:
        raise Refusal("last_player", number=entry)
    event.in_fantasyland -= bool(row.fantasyland)
    row.fantasyland = 0
    row.out_seq, row.out_stack, row.removal = ctx.seq, row.stack, removal
    if event.hand_for_hand:
        row.out_round = event.round_number
    Seat.objects.filter(entry=row).update(entry=None)
    row.orders.filter(OPEN_ORDER).update(state=MoveOrder.State.CANCELLED)
    taken = row.stack
    chips.post(ctx, ChipTransfer.Kind.REMOVAL, [chips.Transfer(row, None, taken)], entries=[row])
    row.save(update_fields=["removal"])
    settle_break(event, ctx.now)
    waits.settle_round(event)
    return {"entry": entry, "removal": removal, "chips": taken}


@command("entry.add_on", Role.DIRECTOR, Role.CASHIER)
def add_on(ctx: Context, /, *, entry: int, paid: bool = False) -> Facts:
    """Sell the add-on to a player who is still in, once, while registration is open.

    Raises:
        Refusal: ``add_on_none``, ``add_on_over``, ``add_on_had``, ``hand_open``.
    """
    event, prices = ctx.event, ctx.event.prices
    need_status(event, Status.RUNNING)
    if not prices.add_on:
        raise Refusal("add_on_none")
    if not registration_open(event, ctx.now):
        raise Refusal("add_on_over", level=event.registration_level)
    row = _between_hands(ctx, entry)
    if row.sales.filter(kind=Sale.Kind.ADD_ON).exists():
        raise Refusal("add_on_had", number=entry)
    bought = chips.Transfer(None, row, prices.add_on_chips)
    chips.post(ctx, ChipTransfer.Kind.ADD_ON, [bought])
    sell(ctx, row, Sale.Kind.ADD_ON, (prices.add_on, 0, 0), paid=paid)
    return {"entry": entry, "chips": prices.add_on_chips}


def _between_hands(ctx: Context, entry: int) -> Entry:
    """The living entry, while no hand is open at its table."""
    row = entry_of(ctx.event, entry)
    if hasattr(row, "seat"):
        last = rows.last_hand(row.seat.table)
        if last and last.state == last.State.STARTED:
            raise Refusal("hand_open", hand=last.number, table=row.seat.table.number)
    return row
