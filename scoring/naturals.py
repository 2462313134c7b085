"""Naturals: hands over all thirteen cards that pay by agreement (Wikipedia, naturals)."""

from collections import Counter
from collections.abc import Callable, Sequence

from scoring.cards import rank_of
from scoring.evaluate import Category, combination
from scoring.layout import Layout, strengths
from scoring.tariff import Naturals

_STRAIGHTS = {Category.STRAIGHT, Category.STRAIGHT_FLUSH}
_WHEEL_ON_TOP = [2, 3, 14]


def natural_points(prices: Naturals, layout: Layout) -> int:
    """The points of the dearest natural that thirteen cards hold, 0 for none.

    Example:
        >>> from scoring.notation import parse_layout
        >>> dragon = parse_layout("4c3d2h-9s8d7c6d5h-AsKdQcJhTs")
        >>> natural_points(Naturals(dragon=13, six_pairs=3), dragon)
        13
    """
    if not layout.complete:
        return 0
    played = ((getattr(prices, name), holds) for name, holds in _HOLDS.items())
    return max((price for price, holds in played if price and holds(layout)), default=0)


def _dragon(layout: Layout) -> bool:
    return len(set(map(rank_of, layout.cards))) == 13


def _six_pairs(layout: Layout) -> bool:
    """Four of a rank are two pairs, three a pair and the odd card."""
    counts = Counter(map(rank_of, layout.cards)).values()
    return sum(count // 2 for count in counts) == 6


def _three_straights(layout: Layout) -> bool:
    rows = map(combination, strengths(layout)[1:])
    return _in_sequence(layout.top) and all(row.category in _STRAIGHTS for row in rows)


def _in_sequence(top: Sequence[str]) -> bool:
    ranks = sorted(map(rank_of, top))
    low = ranks[0]
    return ranks in ([low, low + 1, low + 2], _WHEEL_ON_TOP)


def _three_flushes(layout: Layout) -> bool:
    rows = (layout.top, layout.middle, layout.bottom)
    return all(len({card[1] for card in row}) == 1 for row in rows)


_HOLDS: dict[str, Callable[[Layout], bool]] = {
    "dragon": _dragon,
    "six_pairs": _six_pairs,
    "three_straights": _three_straights,
    "three_flushes": _three_flushes,
}
