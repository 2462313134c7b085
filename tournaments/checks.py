"""What `verify_event` looks at in an event's money: every cent explained (I30 to I32)."""

from collections.abc import Iterator

from django.db.models import Q, Sum
from django.db.models.functions import Coalesce

from tournaments.models import CashMove, Event
from tournaments.purse import pool_of
from tournaments.verify import check

Kind = CashMove.Kind


@check
def prize_problems(event: Event) -> Iterator[str]:
    """Published prizes, or a deal, that are not the pool."""
    total = pool_of(event).total
    if event.prizes and sum(event.prizes) != total:
        yield f"money: the prizes sum to {sum(event.prizes)}, the pool is {total}."
    if event.deal:
        dealt = sum(event.deal["amounts"].values()) + event.deal["saved"]
        places = len(event.deal["amounts"])
        if dealt != sum(event.prizes[:places]):
            yield f"money: the deal shares {dealt}, its places are worth another sum."


@check
def cash_problems(event: Event) -> Iterator[str]:
    """Sales and payouts that the drawer does not bear out."""
    cash = Sum("cash__amount", filter=~Q(cash__kind=Kind.REFUND))
    back = Sum("cash__amount", filter=Q(cash__kind=Kind.REFUND))
    sales = event.sales.annotate(got=Coalesce(cash, 0), gave=Coalesce(back, 0))
    for sale in sales.select_related("entry"):
        paid = sale.price if sale.paid_seq else 0
        returned = paid if sale.cancelled_seq else 0
        if (sale.got, sale.gave) != (paid, -returned):
            yield f"money: entry {sale.entry.number}: its sale is not what the drawer says."
    payouts = event.payouts.annotate(got=Coalesce(Sum("cash__amount"), 0))
    for payout in payouts.select_related("entry"):
        if payout.got != (-payout.amount if payout.released_seq else 0):
            yield f"money: entry {payout.entry.number}: its payout is not what the drawer says."
