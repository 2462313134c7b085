"""How strong a row is: one whole number, comparable between rows of three and of five cards.

A strength packs the category and up to five ranks, most significant first, into 24 bits. A row of
three cards simply has fewer ranks; the missing ones are 0 and so rank below every card. Suits
decide nothing but a flush. Ranking: any hand-ranking chart; five of a kind on top of it (two
decks) is a house choice.

It does not know what a row earns: that is `scoring.royalties`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from scoring.cards import CENSUS, parse_card, rank_counts, spare_copy
from scoring.errors import RuleError


class Category(IntEnum):
    """The ten kinds of hand, weakest first."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    FIVE_OF_A_KIND = 9

    @property
    def label(self) -> str:
        """The name in words, as in ``four of a kind``."""
        return self.name.lower().replace("_", " ")


@dataclass(frozen=True, slots=True)
class Combination:
    """What a row shows: its category and the ranks (2 to 14) that break ties.

    Example:
        >>> combination(strength(["Qh", "Qd", "7c"]))
        Combination(category=<Category.PAIR: 1>, tiebreak=(12, 7))
    """

    category: Category
    tiebreak: tuple[int, ...]

    @property
    def royal(self) -> bool:
        """Whether this is a royal flush, the best of the straight flushes."""
        return self.category is Category.STRAIGHT_FLUSH and self.tiebreak == (14,)


_CATEGORY_SHIFT = 20
LEAD_SHIFT = 16
"""A strength shifted right by this leaves the lead: the category and the first rank."""

_BY_COUNTS: dict[tuple[int, ...], Category] = {
    (5,): Category.FIVE_OF_A_KIND,
    (4, 1): Category.FOUR_OF_A_KIND,
    (3, 2): Category.FULL_HOUSE,
    (3, 1, 1): Category.THREE_OF_A_KIND,
    (3,): Category.THREE_OF_A_KIND,
    (2, 2, 1): Category.TWO_PAIR,
    (2, 1, 1, 1): Category.PAIR,
    (2, 1): Category.PAIR,
}
_WHEEL = (14, 5, 4, 3, 2)


def lead(category: Category, rank: int) -> int:
    """The lead of a row: category and first rank, as they stand in a strength."""
    return category << _CATEGORY_SHIFT - LEAD_SHIFT | rank


def _pack(category: Category, ranks: Sequence[int]) -> int:
    packed = int(category)
    for rank in ranks:
        packed = packed << 4 | rank
    return packed << 4 * (5 - len(ranks))


def _straight_high(ranks: Sequence[int]) -> int:
    """The highest of five different ranks in sequence, 5 for the wheel, 0 for no straight."""
    if ranks[0] - ranks[4] == 4:
        return ranks[0]
    return 5 if ranks == _WHEEL else 0


def _rank(census: int, *, suited: bool) -> int:
    """The strength of a census, from the definitions of the hands."""
    shape, ranks = zip(*rank_counts(census), strict=True)
    straight = _straight_high(ranks) if shape == (1, 1, 1, 1, 1) else 0
    if suited:
        if straight:
            return _pack(Category.STRAIGHT_FLUSH, [straight])
        # With two decks a flush may hold twins: all five ranks count, pairs give nothing.
        spread = [rank for count, rank in zip(shape, ranks, strict=True) for _ in range(count)]
        return _pack(Category.FLUSH, sorted(spread, reverse=True))
    if straight:
        return _pack(Category.STRAIGHT, [straight])
    return _pack(_BY_COUNTS.get(shape, Category.HIGH_CARD), ranks)


class Strengths(dict[int, int]):
    """Strengths by census, worked out when first asked for: at most 6,643 plain, 5,005 suited."""

    def __init__(self, *, suited: bool) -> None:
        super().__init__()
        self._suited = suited

    def __missing__(self, census: int) -> int:
        value = self[census] = _rank(census, suited=self._suited)
        return value


_PLAIN = Strengths(suited=False)
_SUITED = Strengths(suited=True)


def top_strength(cards: Sequence[str]) -> int:
    """The strength of three cards; straights and flushes do not count (Vamos rules, hands).

    Like `five_strength` it takes cards in their one spelling and does not check them.

    Example:
        >>> top_strength(["Kh", "Qh", "Jh"]) < top_strength(["2c", "2d", "3c"])
        True
    """
    first, second, third = cards
    return _PLAIN[CENSUS[first] + CENSUS[second] + CENSUS[third]]


def five_strength(cards: Sequence[str]) -> int:
    """The strength of five cards, on the same scale as that of three.

    Example:
        >>> top_strength(["Qh", "Qd", "7c"]) > five_strength(["Qs", "Qc", "6d", "5h", "4s"])
        True
    """
    a, b, c, d, e = cards
    census = CENSUS[a] + CENSUS[b] + CENSUS[c] + CENSUS[d] + CENSUS[e]
    if a[1] == b[1] == c[1] == d[1] == e[1]:
        return _SUITED[census]
    return _PLAIN[census]


def strength(cards: Sequence[str]) -> int:
    """The strength of three or five cards; the higher number is the stronger row.

    Example:
        >>> strength(["2c", "2d", "2h"]) > strength(["Ac", "Ad", "Kc", "Kd", "Qh"])
        True
    """
    return top_strength(cards) if len(cards) == 3 else five_strength(cards)


def combination(value: int) -> Combination:
    """The category and the tie-breaking ranks in a strength.

    Example:
        >>> combination(strength(["Ah", "2d", "3c", "4s", "5h"]))
        Combination(category=<Category.STRAIGHT: 4>, tiebreak=(5,))
    """
    ranks = (value >> shift & 15 for shift in (16, 12, 8, 4, 0))
    return Combination(Category(value >> _CATEGORY_SHIFT), tuple(rank for rank in ranks if rank))


def checked_row(cards: Sequence[str], decks: int) -> tuple[str, ...]:
    """A single row of three or five cards in their one spelling.

    Raises:
        RuleError: ``bad_card``, ``row_size`` or ``duplicate_card``.

    Example:
        >>> checked_row(["qh", "10d", "7C"], decks=1)
        ('Qh', 'Td', '7c')
    """
    row = tuple(map(parse_card, cards))
    if len(row) not in {3, 5}:
        raise RuleError("row_size", count=len(row))
    if spare := spare_copy(row, decks):
        raise RuleError("duplicate_card", card=spare)
    return row
