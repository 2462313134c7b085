"""Prize money leaves the house by two people: one prepares a payout, another one releases it."""

from core.errors import Conflict, Refusal
from tournaments.journal import Context, Facts, command
from tournaments.models import CashMove, Payout, Role
from tournaments.purse import dues_of
from tournaments.selectors import entries_of
from tournaments.services.cash import move


@command("payout.prepare", Role.DIRECTOR, Role.CASHIER)
def prepare(ctx: Context, /, *, entry: int) -> Facts:
    """Prepare what an entry is paid: its prize, or what a deal gave it.

    Raises:
        Refusal: ``payouts_unpublished``, ``no_prize``.
        Conflict: ``already_prepared``.
    """
    event = ctx.event
    if not event.prizes and not event.handed_to:  # A flight pays the bounties of who is out.
        raise Refusal("payouts_unpublished")
    row = next((one for one in entries_of(event) if one.number == entry), None)
    if row is None:
        raise Refusal("entry_unknown", number=entry)
    if _open(ctx, entry):
        raise Conflict("already_prepared", number=entry)
    amount = _due(ctx, entry)
    if not amount:
        raise Refusal("no_prize", number=entry)
    Payout.objects.create(
        event=event, entry=row, amount=amount, prepared_seq=ctx.seq, prepared_by=ctx.user
    )
    return {"entry": entry, "amount": amount}


@command("payout.release", Role.DIRECTOR, Role.CASHIER)
def release(ctx: Context, /, *, entry: int) -> Facts:
    """Hand out what somebody else has prepared.

    Raises:
        Refusal: ``not_prepared``, ``second_person``, or ``payout_changed`` when the place is
            worth something else by now.
    """
    payout = _prepared(ctx, entry)
    if ctx.user == payout.prepared_by:
        raise Refusal("second_person")
    if _due(ctx, entry) != payout.amount:
        raise Refusal("payout_changed", number=entry)
    payout.released_seq, payout.released_by = ctx.seq, ctx.user
    payout.save()
    move(ctx, CashMove.Kind.PAYOUT, -payout.amount, payout=payout)
    return {"entry": entry, "amount": payout.amount}


@command("payout.cancel", Role.DIRECTOR, Role.CASHIER)
def cancel(ctx: Context, /, *, entry: int) -> Facts:
    """Take a prepared payout back before it is released."""
    payout = _prepared(ctx, entry)
    payout.cancelled_seq = ctx.seq
    payout.save()
    return {"entry": entry, "amount": payout.amount}


def _due(ctx: Context, entry: int) -> int:
    return dues_of(ctx.event, entries_of(ctx.event)).get(entry, 0)


def _open(ctx: Context, entry: int) -> Payout | None:
    found = ctx.event.payouts.filter(entry__number=entry, cancelled_seq=None)
    return found.select_related("prepared_by").first()


def _prepared(ctx: Context, entry: int) -> Payout:
    payout = _open(ctx, entry)
    if payout is None:
        raise Refusal("not_prepared", number=entry)
    if payout.released_seq is not None:
        raise Conflict("already_released", number=entry)
    return payout
