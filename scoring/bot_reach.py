"""What a simulated player may still make of a row: his chance to reach each level of hand.

Every row is judged for itself, as if the cards to come were for it alone; `View.looks` makes up
for that. The chances are good enough to play by, not to publish.
"""

from collections.abc import Sequence
from functools import cache
from math import comb, prod

from scoring.bot_rows import FULL_HOUSE, LEVELS, TRIPS, TWO_PAIR, Shape, suit_of
from scoring.cards import DECK, SUITS

Reach = tuple[float, ...]
"""The chance to reach at least each level; one entry more than `LEVELS`, which is 0."""

MADE: tuple[Reach, ...] = tuple(
    (1.0,) * (level + 1) + (0.0,) * (LEVELS - level) for level in range(LEVELS)
)
"""The reach of a row that stays at its level."""


@cache
def drawing(unseen: int, looks: int, needed: int) -> tuple[float, ...]:
    """The chance that so many looks at the unseen cards find what is needed, by number of outs.

    Example:
        >>> round(drawing(47, 3, 1)[9], 3)
        0.48
    """
    looks = min(looks, unseen)
    ways = comb(unseen, looks)
    few = range(min(needed, looks + 1))
    return tuple(
        1 - sum(comb(outs, hits) * comb(unseen - outs, looks - hits) for hits in few) / ways
        for outs in range(unseen + 1)
    )


class View:
    """What a player knows when he lays a street: the cards that he has not seen.

    Args:
        live: how many cards of each rank he has not seen, by rank; 0 and 1 are unused.
        suits: the same by suit, in the order of `cards.SUITS`.
        looks: how many of the cards to come count for one row.
    """

    __slots__ = ("fresh", "live", "looks", "needs", "one", "suits", "two")

    def __init__(self, live: Sequence[int], suits: Sequence[int], looks: int) -> None:
        self.live = live
        self.suits = suits
        self.looks = looks
        unseen = sum(live)
        self.needs = tuple(drawing(unseen, looks, needed) for needed in range(6))
        self.one = self.needs[1]
        self.two = self.needs[2]
        self.fresh = _FRESH[min(looks, 13)]


_PLACE = {card: (place // 4 + 2, SUITS.index(card[1])) for place, card in enumerate(DECK)}


def view_of(seen: Sequence[str], decks: int, cards: int) -> View:
    """The view of a player who has seen these cards and gets so many more.

    A row cannot have all of them: it competes with the others and has to be filled in time. So
    three count while only one street is to come, and one more for each street before it; of the
    numbers tried, these played best.

    Example:
        >>> view_of(["Ah", "Kd"], 1, 12).looks
        6
    """
    live = [0, 0, *[4 * decks] * 13]
    suits = [13 * decks] * 4
    for card in seen:
        rank, suit = _PLACE[card]
        live[rank] -= 1
        suits[suit] -= 1
    return View(live, suits, min(cards, 2 + cards // 3))


# The chance that so many cards hold a pair, by the places that are free for it: with two places
# both must be kept for it, with more there is room to wait.
_ROOM = (0.0, 0.0, 0.6, 0.85, 1.0, 1.0)
_PAIR_AMONG = [1 - comb(13, looks) * 4**looks / comb(52, looks) for looks in range(14)]
_FRESH = tuple(tuple(chance * room for room in _ROOM) for chance in _PAIR_AMONG)


def reach_three(shape: Shape, free: int, view: View) -> Reach:
    """The chances of an unfinished top row with that many free places."""
    if not view.looks:
        return MADE[shape.level]
    live = view.live
    if shape.count >= 2:
        trips = view.one[live[shape.rank]]
        return (*_up_to(shape.level, TRIPS, trips), trips, *_NO_MORE)
    trips = 0.0
    if free >= 2:
        trips = sum(view.two[live[rank]] for rank in shape.singles)
    return (*_pairs(shape.singles, trips, free, view), trips, trips, trips, *_NO_MORE)


_NO_MORE = (0.0,) * (LEVELS - TRIPS)


def _up_to(level: int, beyond: int, chance: float) -> Reach:
    """Certain up to a level, and from there to the one beyond as likely as that."""
    return (1.0,) * (level + 1) + (chance,) * (beyond - level - 1)


def _pairs(ranks: Sequence[int], above: float, free: int, view: View) -> list[float]:
    """Chances of high card and each pair: of a rank that lies there, a new one, or more."""
    live, one = view.live, view.one
    fresh = view.fresh[free] / 13
    missed = 1 - above
    reach = [1.0] * TWO_PAIR
    outs, place = 0, 13
    chance = 0.0
    for rank in ranks:
        if fresh:
            for level in range(place, rank - 1, -1):
                reach[level] = 1 - missed * (1 - chance) * (1 - fresh * (14 - level))
        else:
            reach[rank : place + 1] = [1 - missed * (1 - chance)] * (place + 1 - rank)
        place = rank - 1
        outs += live[rank]
        chance = one[outs]
    for level in range(place, 0, -1):
        reach[level] = 1 - missed * (1 - chance) * (1 - fresh * (14 - level))
    return reach


def reach_five(mark: int, shape: Shape, free: int, view: View) -> Reach:
    """The chances of an unfinished middle or bottom row with that many free places."""
    if not view.looks:
        return MADE[shape.level]
    if shape.count >= 2:
        return _reach_alike(shape, free, view)
    singles = shape.singles
    straight, flush = _straight_and_flush(mark, shape, free, view)
    if free == 1:
        best = straight + flush - straight * flush
        pairs = _pairs(singles, best, 1, view)
        return (*pairs, best, best, best, best, flush, 0.0, 0.0, 0.0, 0.0)
    live, one, two = view.live, view.one, view.two
    outs = sum([live[rank] for rank in singles])
    fresh = view.fresh[free]
    two_pair = max(two[outs] * 0.75, one[outs] * view.fresh[free - 1], fresh * fresh * (free >= 4))
    trips = sum([two[live[rank]] for rank in singles])
    full = two_pair * 0.2 if free >= 3 else 0.0
    flush += full - flush * full
    straight += flush - straight * flush
    trips += straight - trips * straight
    high = trips + two_pair * 0.6 * (1 - trips)
    two_pair += trips - two_pair * trips
    pairs = _pairs(singles, two_pair, free, view)
    return (*pairs, two_pair, high, trips, straight, flush, full, 0.0, 0.0, 0.0)


def _straight_and_flush(mark: int, shape: Shape, free: int, view: View) -> tuple[float, float]:
    if free >= 4:
        return 0.03, 0.03
    straight = 0.0
    for missing in shape.straights:
        chance = prod([view.one[view.live[rank]] for rank in missing])
        straight += chance - straight * chance
    suit = suit_of(mark)
    return straight, 0.0 if suit is None else view.needs[free][view.suits[suit]]


def _reach_alike(shape: Shape, free: int, view: View) -> Reach:
    """The chances of a row which shows a pair or better already."""
    live, one = view.live, view.one
    rank, level = shape.rank, shape.level
    outs = sum([live[rank] for rank in shape.singles])
    quads = 0.0
    if shape.count > 3:
        return MADE[level]
    if shape.count == 3:
        full = one[outs] if shape.singles else view.fresh[free]
        quads = one[live[rank]]
        full += quads - full * quads
        return (*_up_to(level, FULL_HOUSE, full), full, quads, 0.0, 0.0)
    if shape.second:
        full = one[live[rank] + live[shape.second]]
        return (*_up_to(level, FULL_HOUSE, full), full, 0.0, 0.0, 0.0)
    trips, kick, fresh = one[live[rank]], one[outs], view.fresh[free]
    full = 0.0
    if free >= 2:
        quads = view.two[live[rank]]
        full = max(trips * (kick * 0.8 if shape.singles else fresh), view.two[outs])
        full += quads - full * quads
        trips += full - trips * full
    two_pair = 1 - (1 - kick) * (1 - fresh) * (1 - trips)
    high = two_pair if rank >= 10 else trips + (two_pair - trips) * 0.5
    return (
        *_up_to(level, TWO_PAIR, two_pair),
        two_pair,
        high,
        trips,
        full,
        full,
        full,
        quads,
        0.0,
        0.0,
    )
