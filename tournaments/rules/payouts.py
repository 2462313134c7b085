"""What an event costs and what it pays, in whole minor units of one currency (cents).

The pool follows from what was sold; the prizes from the pool, the field and shares that are given
here or typed by a director. Nothing is ever a cent off: what cannot be shared goes to first place.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import lcm
from typing import Final, NamedTuple

from tournaments.rules.errors import FloorError

MOST_MONEY: Final = 10**13
MOST_PLACES: Final = 500
WHOLE_BP: Final = 10_000
"""Basis points in the whole: 300 are 3 %."""
NO_CENTS: Final = frozenset({"CLP", "ISK", "JPY", "KRW", "PYG", "UGX", "VND", "XAF", "XOF"})
"""Currencies whose smallest unit is the unit itself."""

# Shares in tenths of a percent for up to nine paid places, best first. Five places are EPT10
# Grand Final 2014 (27 entries) as published, rounded there, so they miss the whole by a tenth.
# fmt: off
HOUSE_SHARES: Final[Mapping[int, tuple[int, ...]]] = {
    1: (1000,),
    2: (650, 350),
    3: (500, 300, 200),
    4: (420, 270, 180, 130),
    5: (370, 255, 162, 117, 95),
    6: (340, 235, 155, 115, 85, 70),
    7: (315, 220, 150, 110, 85, 65, 55),
    8: (295, 208, 145, 108, 82, 64, 52, 46),
    9: (280, 195, 140, 105, 80, 64, 52, 44, 40),
}
# fmt: on
BANDS: Final = (12, 15, 18, 27, 36, 45, 54, 63, 72, 81, 90, 99)
"""Last places of the bands that are paid alike below the ninth; then nine places a band."""


@dataclass(frozen=True, slots=True)
class Prices:
    """What an entry costs and what becomes of it; all zero in an event without money.

    Attributes:
        currency: three letters, such as EUR; empty without money.
        buy_in: the part of the price that goes to the prize pool.
        fee: the part that the house keeps.
        bounty: the part that goes to whoever puts the player out.
        staff_bp: what is withheld from the pool's money for the staff, in basis points.
        guarantee: the prize pool is at least this.
        add_on: price of the add-on, all of it for the pool; 0 for none.
        add_on_chips: what it brings.
        paid_percent: how much of the field is paid, at least so much.
        unit: prizes are whole multiples of it, first place apart.
        first_takes_rest: else units go by the largest remainder.
    """

    currency: str = ""
    buy_in: int = 0
    fee: int = 0
    staff_bp: int = 0
    guarantee: int = 0
    add_on: int = 0
    add_on_chips: int = 0
    paid_percent: int = 15
    unit: int = 1
    first_takes_rest: bool = True
    bounty: int = 0

    def __post_init__(self) -> None:
        for name in ("buy_in", "fee", "bounty", "guarantee", "add_on", "add_on_chips"):
            _need(name, getattr(self, name), 0, MOST_MONEY)
        _need("staff_bp", self.staff_bp, 0, WHOLE_BP)
        _need("paid_percent", self.paid_percent, 1, 100)
        _need("unit", self.unit, 1, MOST_MONEY)
        letters = self.currency.isascii() and self.currency.isalpha() and self.currency.isupper()
        if (self.costs or self.guarantee or self.currency) and not (
            letters and len(self.currency) == 3
        ):
            raise FloorError("money_currency", value=self.currency)
        if bool(self.add_on) != bool(self.add_on_chips):
            raise FloorError("money_add_on")

    @property
    def digits(self) -> int:
        """Digits after the point that the currency has."""
        return 0 if self.currency in NO_CENTS else 2

    @property
    def price(self) -> int:
        """What the player hands over for an entry."""
        return self.buy_in + self.fee + self.bounty

    @property
    def costs(self) -> bool:
        """Whether anything is sold at all."""
        return bool(self.price or self.add_on)

    def as_json(self) -> dict[str, int | str | bool]:
        """The prices as they are stored."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> "Prices":
        """The inverse of `as_json`; what is not there is as in an event without money.

        >>> Prices.from_json({"currency": "EUR", "buy_in": 20000}).price
        20000
        """
        known = set(cls.__dataclass_fields__)
        if not set(data) <= known:
            raise FloorError("money_field", field=", ".join(sorted(set(data) - known)))
        return cls(**data)  # type: ignore[arg-type]  # __post_init__ looks at every value


class Pool(NamedTuple):
    """Where the prize pool comes from: ``net`` is what was sold for it, less ``withheld``."""

    sold: int
    withheld: int
    overlay: int

    @property
    def net(self) -> int:
        """What the players themselves bring."""
        return self.sold - self.withheld

    @property
    def total(self) -> int:
        """What is paid out."""
        return self.net + self.overlay


def pool(prices: Prices, sold: int) -> Pool:
    """The prize pool for what was sold for it; the staff's share is rounded down.

    >>> pool(Prices("EUR", buy_in=200000, staff_bp=300), 27 * 200000).total
    5238000
    """
    _need("sold", sold, 0, MOST_MONEY)
    withheld = sold * prices.staff_bp // WHOLE_BP
    return Pool(sold, withheld, max(0, prices.guarantee - (sold - withheld)))


def paid_places(entries: int, percent: int) -> int:
    """How many places a field of so many entries pays: the share of it rounded up, at least one.

    >>> paid_places(27, 15), paid_places(4, 15), paid_places(0, 15)
    (5, 1, 0)
    """
    if entries < 1:
        return 0
    return min(MOST_PLACES, entries, max(1, -(-entries * percent // 100)))


@cache
def house_shares(places: int) -> tuple[Fraction, ...]:
    """The house's weights for so many paid places, best first, never rising; any common scale.

    Up to nine a table; beyond, the place's weight falls as 1 / (10 place + 7), and places of a
    band are paid alike.

    >>> [int(weight) for weight in house_shares(5)]
    [370, 255, 162, 117, 95]
    """
    _need("places", places, 0, MOST_PLACES)
    if places in HOUSE_SHARES:
        return tuple(Fraction(share) for share in HOUSE_SHARES[places])
    single = [Fraction(1, 10 * place + 7) for place in range(1, places + 1)]
    weights = single[:9]
    while len(weights) < places:
        band = single[len(weights) : _band_end(len(weights) + 1)]
        weights += [sum(band, Fraction(0)) / len(band)] * len(band)
    return tuple(weights)


def prizes(prices: Prices, total: int, shares: Sequence[Fraction]) -> tuple[int, ...]:
    """The prize of each place, best first: they sum to ``total`` and never rise.

    Every place gets its share rounded down to the payable unit. What is left goes to first place,
    or by the largest remainder in whole units, and what is below a unit to first place.

    Raises:
        FloorError: ``payouts_zero`` when the last place would get nothing.

    >>> prizes(Prices("EUR", unit=1000), 5238000, house_shares(5))
    (1941000, 1337000, 849000, 613000, 498000)
    """
    if not shares:
        return ()
    weights, _ = _whole(shares)
    if prices.first_takes_rest:
        cost = sum(weights) * prices.unit
        amounts = [total * weight // cost * prices.unit for weight in weights]
        amounts[0] += total - sum(amounts)
    else:
        whole = sum(weights)
        exact = {at: Fraction(total * weight, whole) for at, weight in enumerate(weights)}
        amounts = [*largest_remainder(total, exact, prices.unit, range(len(exact))).values()]
    if amounts[-1] == 0:
        raise FloorError("payouts_zero", places=len(shares))
    return tuple(amounts)


def check_prizes(amounts: Sequence[int], total: int) -> None:
    """Refuse prizes that are not the pool to the cent, or pay a worse place more.

    Raises:
        FloorError: ``payouts_sum``, ``payouts_rise``, ``payouts_zero``.
    """
    for amount in amounts:
        _need("amount", amount, 0, MOST_MONEY)
    if len(amounts) > MOST_PLACES:
        raise FloorError("payouts_many", most=MOST_PLACES)
    if sum(amounts) != total:
        raise FloorError("payouts_sum", sum=sum(amounts), total=total)
    for place, (better, worse) in enumerate(pairwise(amounts), start=1):
        if worse > better:
            raise FloorError("payouts_rise", place=place + 1)
    if 0 in amounts:
        raise FloorError("payouts_zero", places=len(amounts))


def largest_remainder(
    total: int, exact: Mapping[int, Fraction], unit: int, first: Sequence[int]
) -> dict[int, int]:
    """Exact shares of ``total`` as whole multiples of ``unit``, by the largest remainder.

    ``first`` is the order of equal remainders; what is below a unit goes to its first.

    >>> largest_remainder(100, {1: Fraction(100, 3), 2: Fraction(100, 3), 3: Fraction(100, 3)},
    ...                   1, [2, 1, 3])
    {1: 33, 2: 34, 3: 33}
    """
    parts, scale = _whole(exact.values())
    cut = {key: divmod(part, scale * unit) for key, part in zip(exact, parts, strict=True)}
    units = {key: count for key, (count, _) in cut.items()}
    spare, crumbs = divmod(total - sum(units.values()) * unit, unit)
    rank = {key: at for at, key in enumerate(first)}
    for key in sorted(cut, key=lambda key: (-cut[key][1], rank[key]))[:spare]:
        units[key] += 1
    found = {key: count * unit for key, count in units.items()}
    found[first[0]] += crumbs
    return found


def _whole(shares: Collection[Fraction]) -> tuple[list[int], int]:
    """The shares times a scale that makes them whole (no reducing at each step), and the scale."""
    scale = lcm(*(share.denominator for share in shares))
    return [share.numerator * (scale // share.denominator) for share in shares], scale


def _band_end(place: int) -> int:
    for last in BANDS:
        if place <= last:
            return last
    return -(-place // 9) * 9


def _need(field: str, value: object, least: int, most: int) -> None:
    whole = isinstance(value, int) and not isinstance(value, bool)
    if not whole or not least <= value <= most:  # type: ignore[operator]  # it is an int here
        raise FloorError("money_amount", field=field, value=str(value), least=least, most=most)
