"""What an unfinished layout is worth, and the placement of a street that is worth most."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, product
from operator import mul

from scoring.bot_reach import MADE, Reach, View, reach_five, reach_three
from scoring.bot_rows import HIGH_CARD, MARK, Shape, finished, shape_of
from scoring.bot_skill import Chance, Skill
from scoring.bot_weights import WEIGHTS
from scoring.bot_worth import weighed
from scoring.layout import Layout
from scoring.rules import RuleSet

Bits = tuple[int, int, int]
"""Which cards of a street go to top, middle and bottom, as bits; the rest is thrown away."""

# A certain foul is worse than anything else; among those the better bottom row is as good as any.
_FOUL = -1000.0


class Row:
    """A row as it would lie: what it shows, what it may reach, and what that may bring.

    ``terms`` is what each level may bring, ``total`` all of it; ``most`` is that and what the
    places still free are worth.
    """

    __slots__ = ("most", "reach", "shape", "terms", "total")

    def __init__(self, shape: Shape, reach: Reach, worth: tuple[float, ...], places: float) -> None:
        self.shape = shape
        self.reach = reach
        self.terms = tuple(map(mul, worth, reach))
        self.total = sum(self.terms)
        self.most = self.total + places


class Laying:
    """One player about to lay one street."""

    def __init__(
        self,
        rules: RuleSet,
        layout: Layout,
        cards: Sequence[str],
        place: int,
        view: View,
        skill: Skill,
    ) -> None:
        self.skill = skill
        self.layout = layout
        self.cards = cards
        self.view = view
        self.free = (3 - len(layout.top), 5 - len(layout.middle), 5 - len(layout.bottom))
        self.place = place
        stage = (sum(self.free) - place + 1) // 2
        self.weights = WEIGHTS[stage]
        self.worth = weighed(rules, stage, skill.appetite)
        # The mark of every choice of the cards, by its bits.
        self.marks = [0]
        for card in cards:
            mark = MARK[card]
            self.marks += [known + mark for known in self.marks]
        # On the first street middle and bottom are alike, so half of their rows are known.
        self.reaches: dict[int, Reach] = {}

    def rows(
        self, row: int, held: Sequence[str], choices: Sequence[int], place_score: float
    ) -> dict[int, Row]:
        """The row with each choice of the cards put to it."""
        start = sum([MARK[card] for card in held])
        worth, size = self.worth[row], self.free[row]
        found = {}
        for bits in choices:
            free = size - bits.bit_count()
            if free:
                mark = start + self.marks[bits]
                shape = shape_of(mark)
                reach = self._reach(row, mark, shape, free)
            else:
                shape = finished((*held, *pick(self.cards, bits)))
                reach = MADE[shape.level]
            found[bits] = Row(shape, reach, worth, free * place_score)
        return found

    def _reach(self, row: int, mark: int, shape: Shape, free: int) -> Reach:
        if not row:
            return reach_three(shape, free, self.view)
        reach = self.reaches.get(mark)
        if reach is None:
            reach = self.reaches[mark] = reach_five(mark, shape, free, self.view)
        return reach

    def best(self, rng: Chance) -> Bits:
        """The placement that the player thinks is worth most."""
        layout, weights, noise = self.layout, self.weights, self.skill.noise
        ways, (for_top, for_middle, for_bottom) = placements(len(self.cards), self.place, self.free)
        tops = self.rows(0, layout.top, for_top, weights.top_place)
        middles = self.rows(1, layout.middle, for_middle, weights.middle_place)
        bottoms = self.rows(2, layout.bottom, for_bottom, 0.0)
        if noise:
            for row in (*tops.values(), *middles.values(), *bottoms.values()):
                row.most += noise * rng.random()
        # Those that promise most come first: once the promise is below the best value, it is found.
        promises = [(tops[t].most + middles[m].most + bottoms[b].most, t, m, b) for t, m, b in ways]
        promises.sort(reverse=True)
        trust, safe, split = weights.trust, weights.safe, weights.split
        best, best_value = ways[0], _FOUL * 2
        for promise, t, m, b in promises:
            if promise + safe <= best_value:
                break
            top, middle, bottom = tops[t], middles[m], bottoms[b]
            legal = _legal(top, middle, bottom)
            if not legal:
                found = _FOUL + bottom.most
            else:
                legal **= trust
                if legal * (promise + safe) <= best_value:
                    continue
                lost = middle.total + top.total
                lost -= sum(map(mul, middle.terms, bottom.reach))
                lost -= sum(map(mul, top.terms, middle.reach))
                twice = _twice(top.shape.held, middle.shape.held, bottom.shape.held)
                found = legal * (promise + safe - lost + split * twice)
            if found > best_value:
                best, best_value = (t, m, b), found
        return best


def _legal(top: Row, middle: Row, bottom: Row) -> float:
    """The chance, as estimated, that the rows hold what lies above them now."""
    upper, shape = top.shape, middle.shape
    chance = 1.0
    if shape.level <= upper.level:
        chance = _holds(shape, middle.reach, upper)
        if shape.made >= upper.made:
            upper = shape
    else:
        upper = shape
    if bottom.shape.level <= upper.level:
        chance *= _holds(bottom.shape, bottom.reach, upper)
    return chance


def _holds(lower: Shape, reach: Reach, upper: Shape) -> float:
    """The chance that a row ends at least as strong as a row of the same level or more is now."""
    level = upper.level
    if lower.level < level:
        return reach[level]
    if lower.made >= upper.made:
        return 1.0
    chance = reach[level + 1]
    if level == HIGH_CARD and not lower.full:
        # It may yet get the higher card.
        chance += (1 - chance) * 0.4
    return chance


def _twice(top: int, middle: int, bottom: int) -> int:
    """How many ranks lie single in two rows, given those of each row as bits."""
    return (top & middle | (top | middle) & bottom).bit_count()


@lru_cache(maxsize=4096)
def placements(
    cards: int, place: int, free: Bits
) -> tuple[tuple[Bits, ...], tuple[tuple[int, ...], ...]]:
    """Every way to lay ``place`` of so many cards into rows with that many free places.

    Then, for top, middle and bottom, the different choices that occur in them.

    Example:
        >>> ways, (top, middle, bottom) = placements(3, 2, (0, 1, 2))
        >>> len(ways), top, middle
        (9, (0,), (0, 1, 2, 4))
    """
    ways = []
    for chosen in combinations(range(cards), place):
        for rows in product(range(3), repeat=place):
            if all(rows.count(row) <= free[row] for row in range(3)):
                bits = [0, 0, 0]
                for card, row in zip(chosen, rows, strict=True):
                    bits[row] |= 1 << card
                ways.append((bits[0], bits[1], bits[2]))
    return tuple(ways), tuple(tuple(sorted(set(bits))) for bits in zip(*ways, strict=True))


def pick(cards: Sequence[str], bits: int) -> tuple[str, ...]:
    """The cards whose bits are set."""
    return tuple([card for place, card in enumerate(cards) if bits >> place & 1])


def lay(
    rules: RuleSet,
    layout: Layout,
    cards: Sequence[str],
    place: int,
    view: View,
    skill: Skill,
    rng: Chance,
) -> tuple[Layout, tuple[str, ...]]:
    """The layout after the street, and the cards thrown away."""
    top, middle, bottom = Laying(rules, layout, cards, place, view, skill).best(rng)
    laid = Layout(
        layout.top + pick(cards, top),
        layout.middle + pick(cards, middle),
        layout.bottom + pick(cards, bottom),
    )
    return laid, pick(cards, ~(top | middle | bottom))
