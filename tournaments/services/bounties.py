"""Bounties by a ruling: of who went out without a hand, or in a hand that gave nobody a point."""

from core.errors import Refusal
from tournaments.journal import Context, Facts, command
from tournaments.models import Role
from tournaments.models.entry import ENTERED
from tournaments.purse import heads_of, payouts_of
from tournaments.services.lifecycle import need_own_pool, need_reason


@command("bounty.assign", Role.DIRECTOR)
def assign(ctx: Context, /, *, entry: int, to: list[int]) -> Facts:
    """Say who has the bounty of an entry that is out; several share it, nobody leaves it open.

    Raises:
        Refusal: ``reason_needed``, ``handed_over``, ``bounty_none``, ``entry_in``, ``bounty_to``,
            ``places_paid``.
    """
    need_reason(ctx)
    event = ctx.event
    need_own_pool(event)
    row = event.entries.filter(number=entry).first()
    if row is None or entry not in heads_of(event):
        raise Refusal("bounty_none", number=entry)
    if row.out_seq is None:
        raise Refusal("entry_in", number=entry)
    known = event.entries.filter(ENTERED, number__in=to).exclude(number=entry)
    if len(set(to)) != len(to) or known.count() != len(to):
        raise Refusal("bounty_to")
    paid = payouts_of(event)
    for number in [*row.bounty_to, *to]:
        if number in paid:
            raise Refusal("places_paid", number=number)
    row.bounty_to = sorted(to)
    row.save(update_fields=["bounty_to"])
    return {"entry": entry, "to": row.bounty_to}
