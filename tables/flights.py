"""What the flights of a day come to: bags counted twice, merged by a policy. Reads only."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.errors import Refusal
from tables.services.days import bags_of
from tournaments.journal import Facts
from tournaments.models import Event, Person
from tournaments.models.entry import ENTERED
from tournaments.purse import bounties_of, heads_of, sold_for_pool
from tournaments.rules.flights import Bagged, Merged, Policy, merge
from tournaments.selectors import entries_of


@dataclass(frozen=True, slots=True)
class Meeting:
    """Flights, earliest first, with who goes on from them."""

    flights: Sequence[Event]
    merged: Merged
    people: dict[str, Person]
    # By the person and the number of the flight: on the head of that stack, and won with it.
    bounties: Mapping[tuple[str, int], tuple[int, int]]

    @property
    def bounty_money(self) -> int:
        """What goes on in bounties, on heads and won."""
        return sum(head + won for head, won in self.bounties.values())

    def facts(self) -> Facts:
        """The facts of ``entry.carry``."""
        bags = self.merged
        return {
            "carried": [self._line(bag) for bag in bags.goes_on],
            "flights": [
                {
                    "slug": flight.slug,
                    "entries": flight.entries.filter(ENTERED).count(),
                    "pool": sold_for_pool(flight),
                    "chips": sum(bag.chips for bag in bags.goes_on if bag.flight == number),
                    "left": sum(bag.chips for bag in bags.leaves if bag.flight == number),
                }
                for number, flight in enumerate(self.flights)
            ],
        }

    def _line(self, bag: Bagged) -> Facts:
        """Who goes on; nobody put out his stack that leaves play, so its bounty is his own."""
        own = {at: money for (who, at), money in self.bounties.items() if who == bag.person}
        head = own.get(bag.flight, (0, 0))[0]
        won = sum(sum(money) for money in own.values()) - head
        line = {"person": bag.person, "chips": bag.chips, "head": head, "won": won}
        return {name: value for name, value in line.items() if value}


def meeting_of(flights: Sequence[Event], policy: Policy, *, currency: str = "") -> Meeting:
    """What these flights come to; ``currency``: of the event in which they meet.

    Raises:
        Refusal: ``flight_open`` for a flight whose bags are not all right, ``flight_bounties``
            where it is open who has one, ``flight_currency``, ``flight_prizes``.
        FloorError: what `merge` refuses.
    """
    bags: list[Bagged] = []
    people: dict[str, Person] = {}
    bounties: dict[tuple[str, int], tuple[int, int]] = {}
    for number, flight in enumerate(flights):
        lines = bags_of(flight)
        if not flight.bagging or not all(line.good for line in lines):
            raise Refusal("flight_open", event=flight.name)
        if flight.prices.currency not in {"", currency}:
            raise Refusal("flight_currency", event=flight.name, currency=flight.prices.currency)
        if flight.prizes:
            raise Refusal("flight_prizes", event=flight.name)
        heads, won = _bounties(flight)
        for line in lines:
            uid, at = str(line.entry.person.uid), line.entry.number
            people[uid] = line.entry.person
            bags.append(Bagged(uid, line.entry.stack, number))
            bounties[uid, number] = heads.get(at, 0), won.get(at, 0)
    return Meeting(flights, merge(bags, policy), people, bounties)


def _bounties(flight: Event) -> tuple[dict[int, int], dict[int, int]]:
    """What is on the heads of a flight's entries, and what they have won."""
    heads = heads_of(flight)
    out = flight.entries.filter(number__in=heads, out_seq__isnull=False, bounty_to=[])
    if out.exists():
        raise Refusal("flight_bounties", event=flight.name, count=out.count())
    return heads, bounties_of(flight, entries_of(flight))
