"""One hand before it is scored: what was fixed when it was dealt, and what lay at its end."""

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from operator import attrgetter

from scoring.layout import Layout
from scoring.rules import RuleSet

_NUMBER = attrgetter("seat")


@dataclass(frozen=True, slots=True)
class SeatState:
    """A player in the hand: his chips at its start and his Fantasyland cards, 0 for none.

    ``owner`` is the seat for whose stack the layout is played, None for its own (criss-cross).
    """

    seat: int
    stack: int
    fantasyland: int = 0
    owner: int | None = None

    @property
    def purse(self) -> int:
        """The seat whose stack wins and loses by this layout."""
        return self.seat if self.owner is None else self.owner


@dataclass(frozen=True, slots=True)
class PairValue:
    """Chips a point between two stacks, where it differs from the table's."""

    first: int
    second: int
    value: int


@dataclass(frozen=True, slots=True)
class TableState:
    """What was fixed when the hand was dealt. Seats may come in any order.

    Example:
        >>> seats = (SeatState(1, 900), SeatState(2, 900), SeatState(3, 900))
        >>> state = TableState(RuleSet(), 100, 2, seats, (PairValue(1, 2, 50),))
        >>> [seat.seat for seat in state.order], state.value(2, 1), state.value(2, 3)
        ([3, 1, 2], 50, 100)
    """

    ruleset: RuleSet
    point_value: int
    button: int
    seats: tuple[SeatState, ...]
    pair_values: tuple[PairValue, ...] = ()

    @property
    def order(self) -> tuple[SeatState, ...]:
        """The seats in payment order: left of the button first, the button last."""
        clockwise = sorted(self.seats, key=_NUMBER)
        left = bisect_right(clockwise, self.button, key=_NUMBER)
        return (*clockwise[left:], *clockwise[:left])

    @property
    def has_owners(self) -> bool:
        """Whether some layout is played for the stack of an owner (criss-cross)."""
        return any(seat.owner is not None for seat in self.seats)

    def value(self, first: int, second: int) -> int:
        """Chips a point between these two stacks."""
        if not self.pair_values:
            return self.point_value
        pair = {first, second}
        own = (one.value for one in self.pair_values if {one.first, one.second} == pair)
        return next(own, self.point_value)


@dataclass(frozen=True, slots=True)
class Sheet:
    """The layouts of a hand by seat."""

    layouts: Mapping[int, Layout]
