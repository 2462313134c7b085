"""What pages, the API and the services read of an event's money; nothing here writes."""

import random
from collections.abc import Sequence
from fractions import Fraction

from django.db.models import Sum

from tournaments.models import CashMove, Entry, Event, Payout, Sale
from tournaments.models.entry import ENTERED
from tournaments.rules.icm import EXACT_MOST, icm, icm_sampled
from tournaments.rules.payouts import Pool, house_shares, paid_places, pool, prizes
from tournaments.rules.places import divide, prize_for
from tournaments.selectors import places_of

QUICK_SAMPLES = 2_000


def pool_of(event: Event) -> Pool:
    """The prize pool as it stands, from everything that was sold for it here and in flights."""
    return pool(event.prices, sold_for_pool(event) + event.carried.get("pool", 0))


def sold_for_pool(event: Event) -> int:
    """What was sold here for the prize pool, before anything is withheld."""
    return event.sales.filter(cancelled_seq=None).aggregate(total=Sum("pool"))["total"] or 0


def suggested_prizes(event: Event, places: int | None = None) -> tuple[int, ...]:
    """The prizes that the house's shares give for the pool as it stands.

    Args:
        event: the event.
        places: how many places are paid; without it the event's share of the field.

    Raises:
        FloorError: ``payouts_zero`` when the last place would get nothing.
    """
    total = pool_of(event).total
    if places is None:
        entries = event.carried.get("entries") or event.entries.filter(ENTERED).count()
        places = paid_places(entries, event.prices.paid_percent)
    return prizes(event.prices, total, house_shares(places)) if total and places else ()


def drawer_of(event: Event) -> int:
    """What must lie in the drawer."""
    return event.cash.aggregate(total=Sum("amount"))["total"] or 0


def drawer_totals(event: Event) -> dict[str, int]:
    """What went through the drawer by the reason why."""
    rows = event.cash.values_list("kind").annotate(total=Sum("amount")).order_by()
    return {kind: total for kind in CashMove.Kind.values for at, total in rows if at == kind}


def open_sales(event: Event) -> list[Sale]:
    """What was sold and is not paid yet, oldest first."""
    found = event.sales.filter(paid_seq=None, cancelled_seq=None)
    return list(found.select_related("entry__person").order_by("pk"))


def payouts_of(event: Event) -> dict[int, Payout]:
    """The payouts that were prepared or released, by the number of their entry."""
    found = event.payouts.filter(cancelled_seq=None)
    rows = found.select_related("entry__person", "prepared_by", "released_by")
    return {row.entry.number: row for row in rows}


def still_played_for(event: Event, left: int) -> list[int]:
    """The prizes of the places that so many players still play for, best first, zeros included."""
    return [*event.prizes, *[0] * left][:left]


def icm_values(event: Event, stacks: Sequence[int], prizes: Sequence[int]) -> list[Fraction]:
    """What stacks are worth now; a big field by a sample that is the same at every look."""
    if len(stacks) <= EXACT_MOST:
        return icm(stacks, prizes)
    # Nothing is paid by this; the seed keeps the page from flickering.
    rng = random.Random(f"{event.uid} {event.version}")  # noqa: S311
    return icm_sampled(stacks, prizes, rng, QUICK_SAMPLES)


def dues_of(event: Event, entries: Sequence[Entry]) -> dict[int, int]:
    """What each entry is paid, by its number, as far as that is final; zeros are left out.

    A place is final when its player is out, and the winner's when he is the only one left or the
    event is over. A deal goes before the prizes of those who made it; bounties come on top.
    """
    placed = places_of(event, list(entries))
    by_place = dict(enumerate(event.prizes, start=1))
    living = [entry for entry in entries if entry.out_seq is None]
    order = [one.number for one in sorted(entries, key=lambda one: (-one.out_stack, one.out_order))]
    found = prize_for(placed, by_place, event.prices.unit, order)
    if event.handed_to or (event.status != Event.Status.FINISHED and len(living) > 1):
        found |= dict.fromkeys((entry.number for entry in living), 0)
    agreed = {int(number): amount for number, amount in event.deal.get("amounts", {}).items()}
    found |= agreed
    if agreed and event.deal["saved"]:
        first = [number for number in agreed if placed[number].first == 1]
        if len(living) == 1:
            found[first[0]] += event.deal["saved"]
    for number, amount in bounties_of(event, entries).items():
        if number in found and (found[number] or _is_final(event, entries, number)):
            found[number] += amount
    return {number: amount for number, amount in found.items() if amount}


def bounties_of(event: Event, entries: Sequence[Entry]) -> dict[int, int]:
    """What each entry has won in bounties so far, by its number; the last one in keeps his own.

    Nothing is paid of it before his own place is final.
    """
    worth = heads_of(event)
    found = {int(number): won for number, won in event.carried.get("won", {}).items()}
    for entry in entries:
        takers = entry.bounty_to if entry.out_seq is not None else []
        if entry.out_seq is None and _is_final(event, entries, entry.number):
            takers = [entry.number]
        if entry.number in worth and takers:
            for number, amount in divide(worth[entry.number], takers).items():
                found[number] = found.get(number, 0) + amount
    return found


def heads_of(event: Event) -> dict[int, int]:
    """What is on the head of each entry, by its number: sold here, or brought from a flight."""
    if not event.price_list and not event.carried:
        return {}
    sold = event.sales.filter(cancelled_seq=None, bounty__gt=0)
    brought = {int(number): worth for number, worth in event.carried.get("heads", {}).items()}
    return brought | dict(sold.values_list("entry__number", "bounty"))


def _is_final(event: Event, entries: Sequence[Entry], number: int) -> bool:
    """Whether the place of an entry is final: it is out, or nobody is left to put it out.

    Whoever is in when the chips of a day are bagged plays on, in this event or in another one.
    """
    living = [entry.number for entry in entries if entry.out_seq is None]
    if number not in living:
        return True
    if event.bagging or event.handed_to:
        return False
    return len(living) == 1 or event.status == Event.Status.FINISHED
