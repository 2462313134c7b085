"""Flights that meet on the next day: which stack goes on, and which leaves play."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, get_args

from tournaments.rules.errors import FloorError

Policy = Literal["best", "first"]
POLICIES: Final[tuple[Policy, ...]] = get_args(Policy)


class Bagged(NamedTuple):
    """A stack in a bag: whose, how many chips, and from which flight (0 is the earliest)."""

    person: str
    chips: int
    flight: int


@dataclass(frozen=True, slots=True)
class Merged:
    """Bags that go on, biggest first, and bags whose chips leave play."""

    goes_on: tuple[Bagged, ...]
    leaves: tuple[Bagged, ...]

    @property
    def chips(self) -> int:
        """Chips in play on the next day."""
        return sum(bag.chips for bag in self.goes_on)


def merge(bags: Sequence[Bagged], policy: Policy) -> Merged:
    """One stack a person; stacks are never added together.

    ``best``: the largest of his bags counts, of equal ones the earliest. ``first``: the bag of the
    first flight he came through. Raises `flights_policy`, `flights_twice`. Source: floor section 8.

    >>> bags = [Bagged("ana", 900, 0), Bagged("ana", 1200, 1), Bagged("boris", 500, 1)]
    >>> found = merge(bags, "best")
    >>> [bag.chips for bag in found.goes_on], [bag.chips for bag in found.leaves]
    ([1200, 500], [900])
    """
    if policy not in POLICIES:
        raise FloorError("flights_policy", policy=str(policy), known=", ".join(POLICIES))
    best: dict[str, Bagged] = {}
    leaves = []
    for bag in sorted(bags, key=lambda one: one.flight):
        held = best.get(bag.person)
        if held is not None and held.flight == bag.flight:
            raise FloorError("flights_twice", flight=bag.flight + 1)
        if held is None or (policy == "best" and bag.chips > held.chips):
            best[bag.person] = bag
            leaves += [held] if held else []
        else:
            leaves.append(bag)
    goes_on = sorted(best.values(), key=lambda bag: (-bag.chips, bag.person))
    return Merged(tuple(goes_on), tuple(leaves))
