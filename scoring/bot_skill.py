"""How well a simulated player plays, and the chance it draws on."""

from collections.abc import MutableSequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol


class Chance(Protocol):
    """What the players need of a ``random.Random``; the library itself knows no chance."""

    def random(self) -> float:
        """A number from 0 up to, but not including, 1."""

    def shuffle(self, x: MutableSequence[Any]) -> None:
        """Bring the cards into a random order, in place."""


class Strength(StrEnum):
    """How well a player plays, weakest first.

    Example:
        >>> [strength.value for strength in Strength]
        ['casual', 'regular', 'strong']
    """

    CASUAL = "casual"
    REGULAR = "regular"
    STRONG = "strong"


@dataclass(frozen=True, slots=True)
class Skill:
    """What makes a strength.

    ``noise`` is how many points a row may be misjudged by; ``appetite`` the share of the
    worth of Fantasyland that he reckons with; ``watches`` whether the player counts the opponents'
    open cards as gone.
    """

    noise: float
    appetite: float
    watches: bool


SKILLS: dict[Strength, Skill] = {
    Strength.CASUAL: Skill(noise=5.0, appetite=0.7, watches=False),
    Strength.REGULAR: Skill(noise=2.0, appetite=0.9, watches=True),
    Strength.STRONG: Skill(noise=0.0, appetite=1.0, watches=True),
}
