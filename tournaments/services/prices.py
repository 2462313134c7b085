"""What an entry costs, and what the places pay: set, published, changed by two people."""

from typing import Any

from core.errors import Refusal
from tournaments.journal import Context, Facts, command
from tournaments.models import Event, Role
from tournaments.purse import payouts_of, pool_of
from tournaments.rules.payouts import Prices, check_prizes
from tournaments.selectors import registration_open
from tournaments.services.lifecycle import Status, need_own_pool, need_reason, need_status


@command("event.prices", Role.DIRECTOR)
def set_prices(ctx: Context, /, *, prices: dict[str, Any]) -> Facts:
    """Set what an entry costs. Once registration is open a change needs a reason.

    Entries that were sold keep their price. Facts as `Prices.as_json`; what is left out is as in
    an event without money.

    Raises:
        Refusal: ``payouts_stand`` once the prizes are published; ``reason_needed``.
        FloorError: what `Prices` refuses.
    """
    event = ctx.event
    need_status(event, Status.DRAFT, Status.OPEN, Status.RUNNING)
    if event.prizes:
        raise Refusal("payouts_stand")
    if event.status != Status.DRAFT:
        need_reason(ctx)
    event.price_list = Prices.from_json(prices).as_json()
    return {"prices": event.price_list}


@command("payouts.publish", Role.DIRECTOR)
def publish(ctx: Context, /, *, amounts: list[int]) -> Facts:
    """Publish the prize of each place, best first: the whole pool, to the cent.

    Raises:
        Refusal: ``payouts_early`` while somebody may still enter, ``payouts_published``,
            ``handed_over`` for a flight.
        FloorError: what `check_prizes` refuses.
    """
    event = ctx.event
    need_status(event, Status.RUNNING, Status.FINISHED)
    need_own_pool(event)
    if registration_open(event, ctx.now):
        raise Refusal("payouts_early", level=event.registration_level)
    if event.prizes:
        raise Refusal("payouts_published")
    check_prizes(amounts, pool_of(event).total)
    event.prizes = amounts
    return {"amounts": amounts}


@command("payouts.change", Role.DIRECTOR)
def change(ctx: Context, /, *, amounts: list[int]) -> Facts:
    """Ask for other prizes than were published, with the reason; a second person confirms."""
    event = ctx.event
    need_reason(ctx)
    _need_changeable(event)
    check_prizes(amounts, pool_of(event).total)
    by = str(ctx.user.uid) if ctx.user else ""
    event.prizes_proposed = {"amounts": amounts, "by": by, "reason": ctx.reason}
    return {"amounts": amounts}


@command("payouts.confirm", Role.DIRECTOR, Role.CASHIER)
def confirm(ctx: Context, /, *, agree: bool) -> Facts:
    """Confirm the prizes that somebody else asked for, or drop them.

    Raises:
        Refusal: ``second_person`` for whoever asked, unless he drops them.
    """
    event = ctx.event
    _need_changeable(event)
    proposed = event.prizes_proposed
    if not proposed:
        raise Refusal("nothing_proposed")
    if agree:
        if proposed["by"] == (str(ctx.user.uid) if ctx.user else ""):
            raise Refusal("second_person")
        check_prizes(proposed["amounts"], pool_of(event).total)
        event.prizes = proposed["amounts"]
    event.prizes_proposed = {}
    return {"agree": agree, "amounts": event.prizes}


def _need_changeable(event: Event) -> None:
    """Published prizes, of which nothing was paid and no deal was made."""
    if not event.prizes:
        raise Refusal("payouts_unpublished")
    if payouts_of(event) or event.deal:
        raise Refusal("payouts_paid")
