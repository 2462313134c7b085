"""Price lists of a rule set: hands of a row against points, or against cards in Fantasyland.

Each list can be read by the *lead* of a row (its category and first rank, `evaluate.lead`), which
decides every royalty there is; so a royalty costs one look-up in a tuple.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Self

from scoring.cards import RANKS
from scoring.evaluate import Category, lead

_LEADS = lead(Category.FIVE_OF_A_KIND, 14) + 1
_NOTHING = (0,) * len(RANKS)


def by_lead(price: Callable[[Category, int], int]) -> tuple[int, ...]:
    """The price of every lead, as a tuple to index with it."""
    prices = [0] * _LEADS
    for category in Category:
        for rank in range(2, 15):
            prices[lead(category, rank)] = price(category, rank)
    return tuple(prices)


@dataclass(frozen=True, slots=True)
class TopTariff:
    """Prices of pairs and trips in the top row, thirteen each, from twos to aces.

    In JSON a mapping of hands: ``{"QQ": 14, "KKK": 17}``; ``"trips"`` stands for all of them.

    Example:
        >>> TopTariff.from_json({"QQ": 14, "trips": 17}).pairs[-3]
        14
    """

    pairs: tuple[int, ...] = _NOTHING
    trips: tuple[int, ...] = _NOTHING
    by_lead: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        prices = {Category.PAIR: self.pairs, Category.THREE_OF_A_KIND: self.trips}
        known = by_lead(lambda kind, rank: prices.get(kind, _NOTHING)[rank - 2])
        object.__setattr__(self, "by_lead", known)

    @property
    def prices(self) -> frozenset[int]:
        """Every price on the list but zero."""
        return frozenset(self.pairs + self.trips) - {0}

    def as_json(self) -> dict[str, int]:
        """The hands that cost something."""
        listed = {rank * 2: price for rank, price in zip(RANKS, self.pairs, strict=True) if price}
        if self.trips[0] and len(set(self.trips)) == 1:
            return listed | {"trips": self.trips[0]}
        trips = zip(RANKS, self.trips, strict=True)
        return listed | {rank * 3: price for rank, price in trips if price}

    @classmethod
    def from_json(cls, value: object) -> Self:
        """The tariff that `as_json` wrote. Raises ValueError on anything else."""
        listed = whole_numbers(value)
        if "trips" in listed:
            listed = {rank * 3: listed["trips"] for rank in RANKS} | listed
            del listed["trips"]
        pairs = tuple(listed.pop(rank * 2, 0) for rank in RANKS)
        trips = tuple(listed.pop(rank * 3, 0) for rank in RANKS)
        if listed:
            raise ValueError("QQ, KK, 222, trips, …")
        return cls(pairs, trips)


@dataclass(frozen=True, slots=True)
class FiveTariff:
    """Prices of the hands in a row of five cards; what is not on it earns nothing."""

    three_of_a_kind: int = 0
    straight: int = 0
    flush: int = 0
    full_house: int = 0
    four_of_a_kind: int = 0
    straight_flush: int = 0
    royal_flush: int = 0
    five_of_a_kind: int = 0
    by_lead: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "by_lead", by_lead(self._price))

    def _price(self, category: Category, rank: int) -> int:
        if category <= Category.TWO_PAIR:
            return 0
        if category is Category.STRAIGHT_FLUSH and rank == 14:
            return self.royal_flush
        return int(getattr(self, category.name.lower()))

    def as_json(self) -> dict[str, int]:
        """Every price by the name of the hand."""
        return {one.name: getattr(self, one.name) for one in fields(self) if one.init}

    @classmethod
    def from_json(cls, value: object) -> Self:
        """The tariff that `as_json` wrote. Raises ValueError on anything else."""
        listed = whole_numbers(value)
        names = [one.name for one in fields(cls) if one.init]
        if not listed.keys() <= set(names):
            raise ValueError(", ".join(names))
        return cls(**listed)


@dataclass(frozen=True, slots=True)
class RoyaltyTable:
    """The royalties of the three rows, in points."""

    top: TopTariff
    middle: FiveTariff
    bottom: FiveTariff
    by_lead: tuple[tuple[int, ...], ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        by_row = (self.top.by_lead, self.middle.by_lead, self.bottom.by_lead)
        object.__setattr__(self, "by_lead", by_row)

    def as_json(self) -> dict[str, dict[str, int]]:
        """The three lists by row."""
        return {
            "top": self.top.as_json(),
            "middle": self.middle.as_json(),
            "bottom": self.bottom.as_json(),
        }

    @classmethod
    def from_json(cls, value: object) -> Self:
        """The table that `as_json` wrote. Raises ValueError on anything else."""
        if not isinstance(value, Mapping) or value.keys() != {"top", "middle", "bottom"}:
            raise ValueError("{top, middle, bottom}")
        return cls(
            TopTariff.from_json(value["top"]),
            FiveTariff.from_json(value["middle"]),
            FiveTariff.from_json(value["bottom"]),
        )


@dataclass(frozen=True, slots=True)
class StayRule:
    """The weakest hand of each row that keeps a player in Fantasyland; None: none does."""

    top: Category | None = None
    middle: Category | None = None
    bottom: Category | None = None

    def as_json(self) -> dict[str, str]:
        """The hands by row, rows that keep nobody left out."""
        return {
            one.name: category.label
            for one in fields(self)
            if (category := getattr(self, one.name)) is not None
        }

    @classmethod
    def from_json(cls, value: object) -> Self:
        """The rule that `as_json` wrote. Raises ValueError on anything else."""
        if not isinstance(value, Mapping) or not value.keys() <= {"top", "middle", "bottom"}:
            raise ValueError("{top, middle, bottom}")
        labels = {category.label: category for category in Category}
        if not all(isinstance(hand, str) and hand in labels for hand in value.values()):
            raise ValueError(", ".join(labels))
        return cls(**{row: labels[hand] for row, hand in value.items()})


@dataclass(frozen=True, slots=True)
class Naturals:
    """Hands over all thirteen cards that win a flat number of points, whatever else lies there.

    Each in points, 0 for off: the dragon is thirteen different ranks; six pairs leave one odd card
    (four of a rank are two pairs); three straights are one in every row, three cards in sequence
    on top; three flushes are rows of one suit each.

    Attributes:
        best: the dearest of them, 0 when none is played.

    Example:
        >>> Naturals.from_json({"six_pairs": 3}).best
        3
    """

    dragon: int = 0
    six_pairs: int = 0
    three_straights: int = 0
    three_flushes: int = 0
    best: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "best", max(self._prices().values()))

    def as_json(self) -> dict[str, int]:
        """The naturals that are played, with their points."""
        return {name: price for name, price in self._prices().items() if price}

    @classmethod
    def from_json(cls, value: object) -> Self:
        """The naturals that `as_json` wrote. Raises ValueError on anything else."""
        listed = whole_numbers(value)
        if not listed.keys() <= set(NATURALS):
            raise ValueError(f"{{{', '.join(NATURALS)}: 0, 1, 2, …}}")
        return cls(**listed)

    def _prices(self) -> dict[str, int]:
        return {name: getattr(self, name) for name in NATURALS}


NATURALS = ("dragon", "six_pairs", "three_straights", "three_flushes")
"""The naturals by name."""


def whole_numbers(value: object) -> dict[str, int]:
    """A mapping of names to whole numbers from zero. Raises ValueError on anything else."""
    if not isinstance(value, Mapping) or not all(
        isinstance(name, str) and type(number) is int and number >= 0
        for name, number in value.items()
    ):
        raise ValueError("{…: 0, 1, 2, …}")
    return dict(value)
