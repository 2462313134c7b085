"""Thirteen of up to seventeen cards, set at once by a simulated player.

A row is chosen by its core: the cards that make its hand. What is left over fills the rows as
kickers. So a few hundred cores stand for some hundred thousand layouts, and the best are tried
first.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, product
from typing import NamedTuple

from scoring.bot_rows import LEVEL_OF_LEAD
from scoring.bot_skill import Chance, Strength
from scoring.bot_worth import wins
from scoring.cards import SUITS, rank_of
from scoring.evaluate import LEAD_SHIFT, Category, lead
from scoring.evaluate import strength as row_strength
from scoring.fantasyland import stays
from scoring.layout import Layout, fouled_rows, strengths
from scoring.royalties import royalties
from scoring.rules import RuleSet

# Royalties come before rows won, and staying before both: no royalties add up to a thousand.
_STAY = 1000.0
# How often a casual player just makes the strongest bottom row, and then the strongest middle.
_CARELESS = 0.5


class Core(NamedTuple):
    """The cards that make a hand, as bits, and the least strength of the row they are in."""

    bits: int
    size: int
    floor: int


class Choice(NamedTuple):
    """A core in one row, with what it brings there."""

    worth: float
    stays: bool
    core: Core


def set_fantasyland(
    rules: RuleSet, cards: Sequence[str], rng: Chance, strength: Strength = Strength.REGULAR
) -> Layout:
    """The thirteen cards that a player in Fantasyland lays; the others he throws away.

    They do not foul. Among the legal layouts it looks for one that stays in Fantasyland, then for
    the most royalties, then for the rows that win most. A casual player does not think of staying,
    and half of the time he only makes the strongest rows he sees. (There is always a legal layout:
    the strongest bottom, of the rest the strongest middle, and any top. Only under strict rows two
    decks could deal cards without one.)

    Example:
        >>> import random
        >>> cards = "Ac Ad Ah Kc Kd Kh 9s 8s 7s 6s 5s 4d 4h 2c".split()
        >>> layout = set_fantasyland(RuleSet(), cards, random.Random(1))
        >>> sorted(layout.top), layout.bottom
        (['Ac', 'Ad', 'Ah'], ('9s', '8s', '7s', '6s', '5s'))
    """
    hand = sorted(cards, key=rank_of, reverse=True)
    casual = strength is Strength.CASUAL
    if casual and rng.random() < _CARELESS:
        return _strongest(rules, hand)
    return Setting(rules, hand, stay=0.0 if casual else _STAY).best() or _strongest(rules, hand)


class Setting:
    """The search for the best layout of one hand; ``hand`` has its highest cards first."""

    def __init__(self, rules: RuleSet, hand: Sequence[str], stay: float) -> None:
        self.rules = rules
        self.hand = hand
        self.stay = stay
        cores = list(_cores(hand))
        fives = [*cores, *_fives(hand)]
        self.tops = self._choices(0, [core for core in cores if core.size <= 3])
        self.middles = self._choices(1, fives)
        self.bottoms = self._choices(2, fives)

    def _choices(self, row: int, cores: Sequence[Core]) -> list[Choice]:
        """What the cores would bring in one row, the best first."""
        prices = _prices(self.rules, row)
        found = [Choice(*prices[core.floor >> LEAD_SHIFT], core) for core in cores]
        if not self.stay:
            found = [choice._replace(stays=False) for choice in found]
        found.sort(key=lambda choice: choice.worth + self.stay * choice.stays, reverse=True)
        return found

    def best(self) -> Layout | None:
        """The best legal layout found, or None."""
        most_top, most_middle = _most(self.tops), _most(self.middles)
        top_may_stay = any(choice.stays for choice in self.tops)
        may_stay = top_may_stay or any(choice.stays for choice in self.middles)
        best, best_worth = None, -1.0
        for bottom in self.bottoms:
            bonus = self.stay * (bottom.stays or may_stay)
            if bottom.worth + most_middle + most_top + bonus <= best_worth:
                continue
            bits, _, floor = bottom.core
            for middle in self.middles:
                worth = bottom.worth + middle.worth
                bonus = self.stay * (bottom.stays or middle.stays or top_may_stay)
                if worth + most_top + bonus <= best_worth:
                    continue
                if middle.core.bits & bits or middle.core.floor > floor:
                    continue
                found = self._with_top(bottom, middle, best_worth)
                if found:
                    best_worth, best = found
        return best

    def _with_top(
        self, bottom: Choice, middle: Choice, least: float
    ) -> tuple[float, Layout] | None:
        """The best top over these rows that is worth more than the least, with its worth."""
        used = bottom.core.bits | middle.core.bits
        for top in self.tops:
            stays = top.stays or middle.stays or bottom.stays
            worth = top.worth + middle.worth + bottom.worth + self.stay * stays
            if worth <= least:
                # Only a top that stays can be followed by a better one that does not.
                if top.stays:
                    continue
                return None
            if top.core.bits & used or top.core.floor > middle.core.floor:
                continue
            layout = self._filled(top.core, middle.core, bottom.core)
            if layout:
                return worth, layout
        return None

    def _filled(self, top: Core, middle: Core, bottom: Core) -> Layout | None:
        """A legal layout with these cores, if the other cards allow one."""
        used = top.bits | middle.bits | bottom.bits
        rest = [card for place, card in enumerate(self.hand) if not used >> place & 1]
        wanted = {"top": 3 - top.size, "middle": 5 - middle.size, "bottom": 5 - bottom.size}
        cores = {"top": top, "middle": middle, "bottom": bottom}
        for order in _FILLING:
            start = 0
            rows = {}
            for row in order:
                end = start + wanted[row]
                rows[row] = (*self._cards(cores[row]), *rest[start:end])
                start = end
            layout = Layout(rows["top"], rows["middle"], rows["bottom"])
            if _legal(self.rules, layout):
                return layout
        return None

    def _cards(self, core: Core) -> list[str]:
        return [card for place, card in enumerate(self.hand) if core.bits >> place & 1]


@lru_cache(maxsize=256)
def _prices(rules: RuleSet, row: int) -> dict[int, tuple[float, bool]]:
    """What a row (0 top, 1 middle, 2 bottom) brings by its lead, and whether it stays."""
    prices = {}
    for found in LEVEL_OF_LEAD:
        top, middle, bottom = (found << LEAD_SHIFT if place == row else 0 for place in range(3))
        rows = top, middle, bottom
        earned = royalties(rules.royalty_table, rows)[row]
        prices[found] = earned + wins(row, rows[row]) / 10, stays(rules, rows)
    return prices


# Who gets the highest of the cards that are left: the top, as long as nothing fouls by it.
_FILLING = (
    ("top", "middle", "bottom"),
    ("middle", "top", "bottom"),
    ("bottom", "middle", "top"),
)


def _most(choices: Sequence[Choice]) -> float:
    return max(choice.worth for choice in choices)


def _legal(rules: RuleSet, layout: Layout) -> bool:
    return not fouled_rows(strengths(layout), strict=rules.strict_rows)


def _cores(hand: Sequence[str]) -> Iterator[Core]:
    """Nothing, and every two, three, four and five cards of one rank, and every two pairs."""
    yield Core(0, 0, 0)
    alike: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for rank, places in _by(hand, 0).items():
        for size in range(2, min(len(places), 5) + 1):
            kind = _ALIKE[size]
            for chosen in combinations(places, size):
                bits = sum(chosen)
                alike[size].append((rank, bits))
                yield Core(bits, size, lead(kind, rank) << LEAD_SHIFT)
    for (high, first), (low, second) in combinations(alike[2], 2):
        if high != low:
            floor = lead(Category.TWO_PAIR, high) << LEAD_SHIFT | low << LEAD_SHIFT - 4
            yield Core(first | second, 4, floor)
    for (rank, trips), (other, pair) in product(alike[3], alike[2]):
        if rank != other:
            floor = lead(Category.FULL_HOUSE, rank) << LEAD_SHIFT | other << LEAD_SHIFT - 4
            yield Core(trips | pair, 5, floor)


_ALIKE = {
    2: Category.PAIR,
    3: Category.THREE_OF_A_KIND,
    4: Category.FOUR_OF_A_KIND,
    5: Category.FIVE_OF_A_KIND,
}


def _fives(hand: Sequence[str]) -> Iterator[Core]:
    """Every straight and every flush."""
    ranks = _by(hand, 0)
    ranks[1] = ranks.get(14, [])
    chosen = [
        window
        for low in range(1, 11)
        for window in product(*(ranks.get(rank, []) for rank in range(low, low + 5)))
    ]
    chosen += [five for suited in _by(hand, 1).values() for five in combinations(suited, 5)]
    for bits in {sum(places) for places in chosen}:
        cards = [card for place, card in enumerate(hand) if bits >> place & 1]
        yield Core(bits, 5, row_strength(cards))


def _by(hand: Sequence[str], place: int) -> dict[int, list[int]]:
    """The bits of the cards of each rank (place 0) or suit (place 1)."""
    found: dict[int, list[int]] = defaultdict(list)
    for number, card in enumerate(hand):
        found[SUITS.index(card[1]) if place else rank_of(card)].append(1 << number)
    return found


def _strongest(rules: RuleSet, hand: Sequence[str]) -> Layout:
    """The strongest bottom, of the rest the strongest middle, and a top that does not foul."""
    bottom = max(combinations(hand, 5), key=row_strength)
    rest = _without(hand, bottom)
    middle = max(combinations(rest, 5), key=row_strength)
    tops = sorted(combinations(_without(rest, middle), 3), key=row_strength, reverse=True)
    layouts = [Layout(top, middle, bottom) for top in tops]
    return next((layout for layout in layouts if _legal(rules, layout)), layouts[-1])


def _without(hand: Sequence[str], cards: Sequence[str]) -> list[str]:
    """The hand without these cards, each taken out once: with two decks it may hold twins."""
    rest = list(hand)
    for card in cards:
        rest.remove(card)
    return rest
