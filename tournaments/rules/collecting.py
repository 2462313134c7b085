"""Chips that change hands after the fact: who pays what now, and what stays owed.

A correction moves real stacks. A debtor pays what he has and no more; who is out neither pays nor
gets. What could not be moved is named, so that the floor can rule on it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from tournaments.rules.payouts import largest_remainder


class Owed(NamedTuple):
    """What an entry is to get (negative: to pay), what it has, and whether it is still in."""

    entry: int
    chips: int
    has: int
    plays: bool = True


@dataclass(frozen=True, slots=True)
class Collected:
    """Transfers as (payer, payee, chips), and what each entry moves by now; zeros are left out."""

    transfers: tuple[tuple[int, int, int], ...]
    moved: dict[int, int]


def collect(owed: Sequence[Owed]) -> Collected:
    """Move what can be moved of debts that sum to zero, each debtor capped at what he has.

    Several creditors of too little share it by what they are owed, to the chip (largest
    remainder, then in the order given). Source: floor section 5.

    >>> collect([Owed(1, 500, 900), Owed(2, 300, 0), Owed(3, -800, 400)]).transfers
    ((3, 1, 250), (3, 2, 150))
    """
    debts = {one.entry: min(-one.chips, one.has) for one in owed if one.chips < 0 and one.plays}
    claims = {one.entry: one.chips for one in owed if one.chips > 0 and one.plays}
    total = min(sum(debts.values()), sum(claims.values()))
    paid, got = _shares(debts, total), _shares(claims, total)
    moved = {**{entry: -chips for entry, chips in paid.items()}, **got}
    return Collected(_pairs(paid, got), {entry: chips for entry, chips in moved.items() if chips})


def _shares(whole: dict[int, int], total: int) -> dict[int, int]:
    """``total`` shared by these amounts; nobody's share is more than his amount."""
    every = sum(whole.values())
    if not total:
        return dict.fromkeys(whole, 0)
    exact = {entry: Fraction(total * chips, every) for entry, chips in whole.items()}
    return largest_remainder(total, exact, 1, list(whole))


def _pairs(paid: dict[int, int], got: dict[int, int]) -> tuple[tuple[int, int, int], ...]:
    """Who pays whom, in the order given: as few transfers as there can be of two lists."""
    found = []
    open_claims = [[entry, chips] for entry, chips in got.items() if chips]
    for payer, chips in paid.items():
        left = chips
        while left:
            payee, claim = open_claims[0]
            part = min(left, claim)
            found.append((payer, payee, part))
            left -= part
            open_claims[0][1] -= part
            if not open_claims[0][1]:
                open_claims.pop(0)
    return tuple(found)
