"""The rows of a simulated player: how high they are, and what they show so far.

Levels are a coarse scale of strengths, the same for all rows, so that rows can be compared.
Rows are read by their mark, a number that adds up card by card, because a player looks at some 90
of them on one street.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scoring.cards import CENSUS, DECK, SUITS, rank_counts
from scoring.evaluate import LEAD_SHIFT, Category, lead, strength

HIGH_CARD = 0
"""The level of nothing; pairs of twos to aces are levels 1 to 13."""
TWO_PAIR, TWO_PAIR_OF_TENS, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH = range(
    14, 22
)
LEVELS = 22


def _level(category: Category, rank: int) -> int:
    if category is Category.PAIR:
        return rank - 1
    if category is Category.TWO_PAIR:
        return TWO_PAIR_OF_TENS if rank >= 10 else TWO_PAIR
    if category is Category.HIGH_CARD:
        return HIGH_CARD
    return min(TRIPS + category - Category.THREE_OF_A_KIND, STRAIGHT_FLUSH)


LEVEL_OF_LEAD: dict[int, int] = {
    lead(category, rank): _level(category, rank) for category in Category for rank in range(15)
}


@dataclass(slots=True)
class Shape:
    """What a row shows, and which ranks could make more of it while it is unfinished.

    ``made`` is its strength, without kickers while cards are missing. ``rank`` lies there
    ``count`` times, the most often; ``second`` is the rank of a second pair, or 0. ``singles`` are
    the ranks that lie there once, the highest first, and ``held`` the same as bits. ``straights``
    are the missing ranks of each straight that fits.
    """

    level: int
    made: int
    count: int = 0
    rank: int = 0
    second: int = 0
    singles: tuple[int, ...] = ()
    held: int = 0
    straights: tuple[tuple[int, ...], ...] = ()
    full: bool = False


_ALIKE = (
    Category.HIGH_CARD,
    Category.HIGH_CARD,
    Category.PAIR,
    Category.THREE_OF_A_KIND,
    Category.FOUR_OF_A_KIND,
    Category.FIVE_OF_A_KIND,
)


class _Shapes(dict[int, Shape]):
    """Shapes by rank census, worked out when first asked for: at most 2,380 of up to four cards."""

    def __missing__(self, census: int) -> Shape:
        groups = [*rank_counts(census), (0, 0), (0, 0)]
        (count, rank), (second_count, second) = groups[:2]
        two_pair = count == second_count == 2
        category = Category.TWO_PAIR if two_pair else _ALIKE[count]
        singles = tuple(rank for count, rank in groups if count == 1)
        self[census] = shape = Shape(
            _level(category, rank),
            lead(category, rank) << LEAD_SHIFT | second << LEAD_SHIFT - 4,
            count,
            rank,
            second if two_pair else 0,
            singles,
            sum(1 << rank for rank in singles),
            tuple(_straights(singles)) if count == 1 else (),
        )
        return shape


def _straights(ranks: Sequence[int]) -> Iterator[tuple[int, ...]]:
    for high in range(5, 15):
        window = {rank if rank > 1 else 14 for rank in range(high - 4, high + 1)}
        if window.issuperset(ranks):
            yield tuple(window.difference(ranks))


_SHAPES = _Shapes()
# The mark of some cards is their census with a digit for each suit below it.
_SUIT_BITS = 12
MARK: dict[str, int] = {
    card: CENSUS[card] << _SUIT_BITS | 1 << 3 * SUITS.index(card[1]) for card in DECK
}
"""What a card adds to the mark of a row."""
_SUIT_DIGITS = (1 << _SUIT_BITS) - 1
_SUITED = {count << 3 * suit: suit for count in range(2, 5) for suit in range(4)}


class _Finished(dict[int, Shape]):
    """Shapes of full rows by strength."""

    def __missing__(self, made: int) -> Shape:
        self[made] = shape = Shape(LEVEL_OF_LEAD[made >> LEAD_SHIFT], made, full=True)
        return shape


_FINISHED = _Finished()


def finished(cards: Sequence[str]) -> Shape:
    """The shape of a full row.

    Example:
        >>> finished(("Qh", "Qd", "4c")).level
        11
    """
    return _FINISHED[strength(cards)]


def shape_of(mark: int) -> Shape:
    """The shape of one to four cards with that mark, or of none.

    Example:
        >>> shape_of(MARK["Qh"] + MARK["4c"]).singles
        (12, 4)
    """
    return _SHAPES[mark >> _SUIT_BITS]


def suit_of(mark: int) -> int | None:
    """The suit of two to four cards of one suit, by its place in `cards.SUITS`, else None."""
    return _SUITED.get(mark & _SUIT_DIGITS)
