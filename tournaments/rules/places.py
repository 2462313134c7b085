"""Finishing places, and who shares what.

Places are derived from the order in which entries went out, never assigned. Nothing here knows how
a hand was settled; it is told the stack at the hand's start and the position in its payments.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from scoring.options import SimultaneousRank
from tournaments.rules.errors import FloorError


@dataclass(frozen=True, slots=True)
class Bust:
    """An entry going out.

    `at` orders the commands that eliminated (bigger = later), `stack` is in chips at the start of
    that hand, `order` the position of going out in that hand's payments (bigger = later), `round`
    the hand-for-hand round or None outside one.
    """

    entry: int
    at: int
    stack: int
    order: int
    round: int | None = None


class Place(NamedTuple):
    """The places an entry takes, 1 is best; a tie of k takes k places, `first` to `last`."""

    first: int
    last: int


def places(
    alive: Sequence[tuple[int, int]],
    busts: Sequence[Bust],
    rule: SimultaneousRank = SimultaneousRank.START_STACK,
) -> dict[int, Place]:
    """The place of every entry, by entry; together they are 1..N without a gap (I28).

    `alive` holds (entry, stack in chips): their places are the current ones, by stack, ties shared.
    A later command finishes higher. Out by one command or in one hand-for-hand round: the bigger
    start stack finishes higher; equal stacks tie under `start_stack`, and under `payment_order` who
    went out first finishes lower. Raises `place_entry_twice`, `place_unknown_rule`.
    Source: floor section 6, rules 1.4 (P18-P20, Y01-Y04).

    >>> out = [Bust(entry=1, at=7, stack=20_000, order=0), Bust(entry=2, at=7, stack=900, order=1)]
    >>> places([(3, 50_000)], out)
    {3: Place(first=1, last=1), 1: Place(first=2, last=2), 2: Place(first=3, last=3)}
    """
    _check_once([entry for entry, _ in alive] + [bust.entry for bust in busts])
    return current_places(alive) | eliminated_places(len(alive), busts, rule)


def current_places(alive: Sequence[tuple[int, int]]) -> dict[int, Place]:
    """Where the living stand now: (entry, stack in chips) ranked by stack, equal stacks share.

    >>> current_places([(8, 100), (5, 300), (6, 100)])
    {5: Place(first=1, last=1), 6: Place(first=2, last=3), 8: Place(first=2, last=3)}
    """
    return _rank([((stack,), entry) for entry, stack in alive], first=1)


def eliminated_places(
    living: int,
    busts: Sequence[Bust],
    rule: SimultaneousRank = SimultaneousRank.START_STACK,
) -> dict[int, Place]:
    """The final places of the eliminated, from `living` + 1 on; `places` explains the order."""
    if rule not in tuple(SimultaneousRank):
        known = ", ".join(SimultaneousRank)
        raise FloorError("place_unknown_rule", rule=str(rule), known=known)
    last_at: dict[Hashable, int] = {}
    for bust in busts:
        last_at[_together(bust)] = max(bust.at, last_at.get(_together(bust), bust.at))
    keyed = []
    for bust in busts:
        order = bust.order if rule == SimultaneousRank.PAYMENT_ORDER else 0
        # The round stands in the key so that it never merges with a command of the same instant.
        group = (last_at[_together(bust)], -1 if bust.round is None else bust.round)
        key = (*group, bust.stack, order)
        keyed.append((key, bust.entry))
    return _rank(keyed, first=living + 1)


def _together(bust: Bust) -> Hashable:
    return ("command", bust.at) if bust.round is None else ("round", bust.round)


def _rank(keyed: Iterable[tuple[tuple[int, ...], int]], first: int) -> dict[int, Place]:
    """Places from `first` on, biggest key first; equal keys share, listed by entry."""
    found: dict[int, Place] = {}
    ordered = sorted(keyed, key=lambda item: (tuple(-part for part in item[0]), item[1]))
    for _, tied in groupby(ordered, key=lambda item: item[0]):
        entries = [entry for _, entry in tied]
        found |= dict.fromkeys(entries, Place(first, first + len(entries) - 1))
        first += len(entries)
    return found


def _check_once(entries: Iterable[int]) -> None:
    seen: set[int] = set()
    for entry in entries:
        if entry in seen:
            raise FloorError("place_entry_twice", entry=entry)
        seen.add(entry)


def prize_for(
    placed: Mapping[int, Place],
    prizes: Mapping[int, int],
    unit: int = 1,
    order: Sequence[int] = (),
) -> dict[int, int]:
    """What each entry is paid, in minor units of money, zeros included.

    `prizes` holds the prize of each paid place. The prizes of tied places are added and divided by
    `divide`, so the sum paid is the sum of the places' prizes, to the cent (I30). Every entry of a
    tie must be given: else `prize_tie_incomplete`. Source: floor section 8, Y01-Y04.

    >>> tie = Place(9, 10)
    >>> prize_for({4: tie, 7: tie}, {9: 1201}, order=[7, 4])
    {4: 600, 7: 601}
    """
    paid = dict.fromkeys(placed, 0)
    for place in sorted(set(placed.values())):
        tied = [entry for entry, at in placed.items() if at == place]
        if len(tied) != place.last - place.first + 1:
            raise FloorError(
                "prize_tie_incomplete", first=place.first, last=place.last, count=len(tied)
            )
        amount = sum(prizes.get(taken, 0) for taken in range(place.first, place.last + 1))
        paid |= divide(amount, tied, unit, order)
    return paid


def divide(
    amount: int, entries: Sequence[int], unit: int = 1, order: Sequence[int] = ()
) -> dict[int, int]:
    """An amount of money (minor units) in equal shares, rounded down to the payable unit.

    Odd units go one each down the stated order, what is below one unit to its first. Entries which
    the order does not name follow by number. The shares sum to the amount. Raises `prize_amount`,
    `prize_unit`. Source: floor section 8 (largest stack at hand start, then left of the button).

    >>> divide(10_000, [1, 2, 3], unit=100, order=[3])
    {1: 3300, 2: 3300, 3: 3400}
    """
    if amount < 0:
        raise FloorError("prize_amount", value=amount)
    if unit < 1:
        raise FloorError("prize_unit", value=unit)
    share = amount // len(entries) // unit * unit
    odd_units, crumbs = divmod(amount - share * len(entries), unit)
    stated = {entry: position for position, entry in enumerate(order)}
    queue = sorted(entries, key=lambda entry: (stated.get(entry, len(stated)), entry))
    shares = dict.fromkeys(entries, share)
    for entry in queue[:odd_units]:
        shares[entry] += unit
    shares[queue[0]] += crumbs
    return shares


def bounty_shares(points_won: Mapping[int, int]) -> dict[int, Fraction]:
    """Who takes a bounty, as exact shares of it: most points won from the busted entry.

    `points_won` holds points (not chips) by opponent. Equal points share it (Q02). Empty when
    nobody won a point from him, e.g. an entry removed by the director: the director rules then.
    Source: rules 1.12, Q01.

    >>> bounty_shares({2: 8, 3: 8, 4: -5})
    {2: Fraction(1, 2), 3: Fraction(1, 2)}
    """
    most = max(points_won.values(), default=0)
    if most <= 0:
        return {}
    winners = [entry for entry, points in points_won.items() if points == most]
    return dict.fromkeys(winners, Fraction(1, len(winners)))
