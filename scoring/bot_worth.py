"""What a level of hand is worth in each row, in points against one opponent."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from scoring.bot_rows import LEVEL_OF_LEAD, LEVELS, TRIPS
from scoring.bot_weights import WEIGHTS
from scoring.evaluate import LEAD_SHIFT
from scoring.rules import RuleSet

# A row won instead of lost is worth two points, and on average half of the scoop.
_ROW = 3.5
# How often a row of each level wins against an ordinary player, who loses all rows by a foul:
# counted in 4,500 self-played layouts and smoothed.
_WINS_TOP = (0.5, 0.78, 0.79, 0.8, 0.81, 0.82, 0.83, 0.84, 0.86, 0.88, 0.9, 0.92, 0.95, 0.98)
_WINS_MIDDLE = (
    *(0.31, 0.39, 0.41, 0.43, 0.46, 0.49, 0.52, 0.56, 0.6, 0.64, 0.69, 0.73, 0.76, 0.8),
    *(0.84, 0.89, 0.93, 0.96, 0.99, 1.0, 1.0, 1.0),
)
_WINS_BOTTOM = (
    *(0.25, 0.25, 0.26, 0.27, 0.28, 0.29, 0.3, 0.31, 0.32, 0.33, 0.34, 0.35, 0.36, 0.37),
    *(0.42, 0.5, 0.57, 0.65, 0.76, 0.9, 0.99, 1.0),
)
# What a hand in Fantasyland wins more than another one, in points from each opponent: with 14
# cards, and for each more (self-play with 14 to 17 cards).
_FANTASYLAND = 11.5
_FANTASYLAND_CARD = 5.5


@dataclass(frozen=True, slots=True)
class Worths:
    """What reaching each level adds to the points of a hand, by row and level."""

    top: tuple[float, ...]
    middle: tuple[float, ...]
    bottom: tuple[float, ...]


@lru_cache(maxsize=64)
def worths(rules: RuleSet, appetite: float = 1.0) -> Worths:
    """Rows won, royalties and Fantasyland under these rules.

    Example:
        >>> [round(points) for points in worths(RuleSet()).top[10:14]]  # Jacks to aces.
        [1, 13, 7, 7]
    """
    table = rules.royalty_table
    leads = [_typical(level) for level in range(LEVELS)]
    top = [
        _ROW * _WINS_TOP[min(level, 13)]
        + table.top.by_lead[found]
        + appetite * fantasyland(rules, found)
        for level, found in enumerate(leads[: TRIPS + 1])
    ]
    middle = [
        _ROW * wins + table.middle.by_lead[found]
        for wins, found in zip(_WINS_MIDDLE, leads, strict=True)
    ]
    bottom = [
        _ROW * wins + table.bottom.by_lead[found]
        for wins, found in zip(_WINS_BOTTOM, leads, strict=True)
    ]
    return Worths(_steps(top), _steps(middle), _steps(bottom))


@lru_cache(maxsize=256)
def weighed(rules: RuleSet, stage: int, appetite: float) -> tuple[tuple[float, ...], ...]:
    """The worths for top, middle and bottom, weighed as at that stage of the hand."""
    weights, worth = WEIGHTS[stage], worths(rules, appetite)
    return (
        tuple(points * weights.top for points in worth.top),
        tuple(points * weights.middle for points in worth.middle),
        tuple(points * weights.bottom for points in worth.bottom),
    )


def fantasyland(rules: RuleSet, lead_on_top: int) -> float:
    """What the next hand in Fantasyland is worth that a top row earns."""
    cards = rules.fl_entry.by_lead[lead_on_top]
    return _FANTASYLAND + _FANTASYLAND_CARD * (cards - 14) if cards else 0.0


def wins(row: int, strength: int) -> float:
    """How often a row (0 top, 1 middle, 2 bottom) of that strength wins."""
    level = LEVEL_OF_LEAD[strength >> LEAD_SHIFT]
    return (_WINS_TOP[min(level, 13)], _WINS_MIDDLE[level], _WINS_BOTTOM[level])[row]


def _typical(level: int) -> int:
    """The lead that stands for a level: a middling rank where the level has several."""
    leads = sorted(key for key, known in LEVEL_OF_LEAD.items() if known == level and key & 15 >= 2)
    return leads[len(leads) // 2]


def _steps(totals: Sequence[float]) -> tuple[float, ...]:
    """What each level adds to the one before; a level that pays less adds nothing."""
    best = totals[0]
    steps = [0.0]
    for total in totals[1:]:
        steps.append(max(0.0, total - best))
        best = max(best, total)
    return tuple(steps)
