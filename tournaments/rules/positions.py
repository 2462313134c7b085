"""Positions: who acts when in the next hand, and what a move owes a player.

Seats rise clockwise. The button moves to the next occupied seat and acts last; the worst position
is first to act, which has seen least. A newcomer is dealt in at once (B10). Chips are no input.
"""

from collections.abc import Collection
from typing import Literal, NamedTuple

from scoring.button import acting_order

Kind = Literal["first", "middle", "button"]


class Position(NamedTuple):
    """A place in the acting order of one hand: `order` of `players`, 1 acts first."""

    order: int
    players: int

    @property
    def kind(self) -> Kind:
        """First to act, the button (last), or between them."""
        if self.order == 1:
            return "first"
        return "button" if self.order == self.players else "middle"

    @property
    def worth(self) -> int:
        """What the position is worth: 0 first, 1 middle (2 from the third to act on), 3 button.

        Source: floor 7.4, step 3 (4); two middles at four-handed tables are our ruling.

        >>> [Position(order, 3).worth for order in (1, 2, 3)]
        [0, 1, 3]
        """
        return 3 if self.kind == "button" else min(self.order - 1, 2)


def next_button(button: int, seats: Collection[int], *, frozen: bool = False) -> int:
    """The seat of the next hand's button, from the last hand's and the seats then occupied.

    It moves to the next occupied seat; frozen by Fantasyland it stays, or goes counter-clockwise
    when its seat is empty. `seats` has one seat at least. Source: rules 1.6, B02-B08, B10.

    >>> next_button(1, [1, 3]), next_button(1, [1, 2, 3]), next_button(1, [2, 3], frozen=True)
    (3, 2, 3)
    """
    order = acting_order(button, seats)
    return order[-1] if frozen else order[0]


def position_next(
    seat: int, button: int, seats: Collection[int], *, frozen: bool = False
) -> Position:
    """The position of an occupied seat in the next hand; `seats` holds it and all others in it.

    Three-handed with the last button on b: (seat - b) mod 3 is 2 for first, 0 for middle, 1 for
    the button. Heads-up there is no middle. Source: floor 7.4, position arithmetic.

    >>> [position_next(seat, 1, [1, 2, 3]).kind for seat in (1, 2, 3)]
    ['middle', 'button', 'first']
    """
    order = acting_order(next_button(button, seats, frozen=frozen), seats)
    return Position(order.index(seat) + 1, len(order))


def position_alone(seat: int, button: int, max_players: int) -> Position:
    """The position a lone player was due, as if every seat of his table were taken.

    Alone he is dealt no hand; this is the formula of floor 7.4 taken at its word.

    >>> position_alone(3, 1, max_players=3)
    Position(order=1, players=3)
    """
    return position_next(seat, button, range(1, max_players + 1))


def position_debt(due: Position | None, gets: Position | None) -> int:
    """How much better off a move leaves a player: worth of what he gets less what he was due.

    Positive is luck for him; 0 where one of the two is unknown (no hand dealt there yet, or he had
    no seat). Summed over his moves it should come out at zero. Source: floor 7.4, step 3 (4).

    >>> position_debt(Position(1, 3), Position(3, 3)), position_debt(None, Position(3, 3))
    (3, 0)
    """
    return gets.worth - due.worth if due and gets else 0
