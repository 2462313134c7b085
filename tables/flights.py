"""What the flights of a day come to: bags counted twice, merged by a policy. Reads only."""

from collections.abc import Sequence
from dataclasses import dataclass

from core.errors import Refusal
from tables.services.days import bags_of
from tournaments.journal import Facts
from tournaments.models import Event, Person
from tournaments.models.entry import ENTERED
from tournaments.purse import sold_for_pool
from tournaments.rules.flights import Bagged, Merged, Policy, merge


@dataclass(frozen=True, slots=True)
class Meeting:
    """Flights, earliest first, with who goes on from them."""

    flights: Sequence[Event]
    merged: Merged
    people: dict[str, Person]

    def facts(self) -> Facts:
        """The facts of ``entry.carry``."""
        bags = self.merged
        return {
            "carried": [{"person": bag.person, "chips": bag.chips} for bag in bags.goes_on],
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


def meeting_of(flights: Sequence[Event], policy: Policy) -> Meeting:
    """What these flights come to.

    Raises:
        Refusal: ``flight_open`` for a flight whose bags are not all right.
        FloorError: what `merge` refuses.
    """
    bags: list[Bagged] = []
    people: dict[str, Person] = {}
    for number, flight in enumerate(flights):
        lines = bags_of(flight)
        if not flight.bagging or not all(line.good for line in lines):
            raise Refusal("flight_open", event=flight.name)
        for line in lines:
            person = line.entry.person
            people[str(person.uid)] = person
            bags.append(Bagged(str(person.uid), line.entry.stack, number))
    return Meeting(flights, merge(bags, policy), people)
