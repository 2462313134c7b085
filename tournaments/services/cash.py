"""The drawer: what was sold, what was taken for it, and what is counted. Money in minor units.

Every move is one row that stays; what must lie in the drawer is their sum.
"""

from collections.abc import Sequence

from core.errors import BadRequest, Refusal
from tournaments.journal import Context, Facts, command
from tournaments.models import CashMove, Entry, Payout, Role, Sale
from tournaments.purse import drawer_of
from tournaments.rules.payouts import MOST_MONEY
from tournaments.services.lifecycle import need_reason

Kind = CashMove.Kind


def move(
    ctx: Context,
    kind: CashMove.Kind,
    amount: int,
    *,
    sale: Sale | None = None,
    payout: Payout | None = None,
) -> None:
    """Put money into the drawer, or take it out (below zero): the only function that does."""
    CashMove.objects.create(
        event=ctx.event, seq=ctx.seq, kind=kind, amount=amount, sale=sale, payout=payout
    )


def sell_entries(ctx: Context, entries: Sequence[Entry], *, paid: bool) -> None:
    """Note what new entries cost at today's prices, and take the money where it is ``paid``."""
    prices = ctx.event.prices
    if not prices.price:
        return
    for entry in entries:
        kind = Sale.Kind.ENTRY if entry.bullet == 1 else Sale.Kind.RE_ENTRY
        price = (prices.buy_in, prices.fee, prices.bounty)
        sell(ctx, entry, kind, price, paid=paid)


def sell(
    ctx: Context, entry: Entry, kind: Sale.Kind, price: tuple[int, int, int], *, paid: bool
) -> None:
    """Note one sale at a price of (pool, fee, bounty)."""
    sale = Sale.objects.create(
        event=ctx.event,
        entry=entry,
        kind=kind,
        pool=price[0],
        fee=price[1],
        bounty=price[2],
        sold_seq=ctx.seq,
        paid_seq=ctx.seq if paid else None,
    )
    if paid:
        move(ctx, Kind.TAKING, sale.price, sale=sale)


def take_back(ctx: Context, entry: Entry) -> int:
    """Undo what was sold with an entry; what was paid goes back to the player.

    Returns:
        The refund; zero when nothing was paid.
    """
    refund = 0
    for sale in entry.sales.filter(cancelled_seq=None):
        sale.cancelled_seq = ctx.seq
        sale.save()
        if sale.paid_seq is not None:
            move(ctx, Kind.REFUND, -sale.price, sale=sale)
            refund += sale.price
    return refund


@command("cash.take", Role.DIRECTOR, Role.CASHIER)
def take(ctx: Context, /, *, entry: int) -> Facts:
    """Take the money that an entry still owes, for everything that was sold to it."""
    found = ctx.event.sales.filter(entry__number=entry, paid_seq=None, cancelled_seq=None)
    sales = list(found.order_by("pk"))
    if not sales:
        raise Refusal("nothing_owed", number=entry)
    for sale in sales:
        sale.paid_seq = ctx.seq
        sale.save()
        move(ctx, Kind.TAKING, sale.price, sale=sale)
    return {"entry": entry, "amount": sum(sale.price for sale in sales)}


@command("drawer.put", Role.DIRECTOR, Role.CASHIER)
def put(ctx: Context, /, *, amount: int) -> Facts:
    """Put change into the drawer, or take money out to the safe (below zero); with the reason."""
    need_reason(ctx)
    amount = _amount(amount, least=-MOST_MONEY)
    if not amount:
        raise BadRequest("bad_request", field="amount", problem="0")
    move(ctx, Kind.FLOAT, amount)
    return {"amount": amount, "drawer": drawer_of(ctx.event)}


@command("drawer.count", Role.DIRECTOR, Role.CASHIER)
def count(ctx: Context, /, *, counted: int) -> Facts:
    """Say what lies in the drawer. A difference is booked, and needs its reason."""
    difference = _amount(counted, least=0) - drawer_of(ctx.event)
    if difference:
        need_reason(ctx)
        move(ctx, Kind.DIFFERENCE, difference)
    return {"counted": counted, "difference": difference}


def _amount(value: object, *, least: int) -> int:
    if type(value) is not int or not least <= value <= MOST_MONEY:
        raise BadRequest("bad_request", field="amount", problem=str(value)[:40])
    return value
