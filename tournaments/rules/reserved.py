"""Seats that are reserved before a draw, and the tables that a draw uses with and without them.

A reserved seat is given to him for whom it is kept, or to nobody. All other seats are drawn as if
the reserved ones were not there.
"""

import heapq
from collections.abc import Iterable, Mapping, Sequence
from itertools import count
from typing import Final, NamedTuple

from tournaments.rules.errors import FloorError

MIN_PLAYERS: Final = 2


class Reserved(NamedTuple):
    """A reserved seat and the entry that it is kept for; None when it stays empty."""

    table: int
    seat: int
    entry: int | None


def plan_tables(players: int, max_players: int = 3) -> list[int]:
    """Sizes of the tables for so many players, largest first: as few and as even as can be.

    Sizes differ by one at most, and no table has one player unless he is alone in the event, or
    tables are heads-up and the number is odd (then he waits). Raises `draw_players`,
    `draw_max_players`. Source: rules 1.7.

    >>> [plan_tables(players) for players in (4, 5, 7)]
    [[2, 2], [3, 2], [3, 2, 2]]
    """
    if players < 0:
        raise FloorError("draw_players", value=players)
    return list(size_tables(range(players), max_players).values())


def reserved_for(entries: Sequence[int], reserved: Iterable[Reserved]) -> dict[int, Reserved]:
    """The reserved seats of those who are drawn, by entry."""
    drawn = set(entries)
    return {place.entry: place for place in reserved if place.entry in drawn and place.entry}


def size_tables(
    entries: Sequence[int],
    max_players: int,
    tables: Sequence[int] = (),
    reserved: Sequence[Reserved] = (),
) -> dict[int, int]:
    """How many players each table of a draw gets, by its number: few tables, and even ones.

    `tables` may be used, the first ones first (none given: 1, 2, 3 and so on); those with a seat
    reserved for somebody who is drawn are used whatever their number. Raises `draw_max_players`,
    `draw_too_few_seats`; `draw_reserved` when seats are reserved at more tables than the players
    fill, `draw_reserved_alone` when somebody would sit alone for it.

    >>> size_tables([31, 32, 33, 34, 35], 3)
    {1: 3, 2: 2}
    >>> size_tables([31, 32, 33, 34, 35], 3, reserved=[Reserved(1, 2, None), Reserved(9, 1, 33)])
    {1: 2, 9: 3}
    """
    if max_players < MIN_PLAYERS:
        raise FloorError("draw_max_players", value=max_players)
    kept = reserved_for(entries, reserved)
    space = dict.fromkeys((place.table for place in reserved), max_players)
    for place in reserved:
        space[place.table] -= place.entry not in kept
    sitting = dict.fromkeys(sorted(place.table for place in kept.values()), 0)
    for place in kept.values():
        sitting[place.table] += 1
    chosen = _chosen(len(entries), max_players, tables, space, sitting)
    sizes = _filled(len(entries), chosen, sitting)
    alone = next((table for table, size in sizes.items() if size < MIN_PLAYERS), None)
    if alone is not None and reserved and len(entries) >= MIN_PLAYERS * len(sizes):
        raise FloorError("draw_reserved_alone", table=alone)
    return sizes


def _chosen(
    players: int,
    max_players: int,
    tables: Sequence[int],
    space: Mapping[int, int],
    sitting: Mapping[int, int],
) -> dict[int, int]:
    """The tables to use with the seats they have for this draw, in the order they may be used."""
    least = -(-players // max_players)
    found = {table: space[table] for table in sitting}
    rest: Iterable[int] = tables or count(1)
    others = (table for table in rest if table not in sitting)
    while len(found) < least or sum(found.values()) < players:
        table = next(others, None)
        if table is None:
            seats = sum(found.values())
            raise FloorError("draw_too_few_seats", entries=players, seats=seats)
        if space.get(table, max_players) >= MIN_PLAYERS:
            found[table] = space.get(table, max_players)
    if len(found) > least and players < MIN_PLAYERS * len(found):
        raise FloorError("draw_reserved", tables=len(found), players=players)
    given = {table: place for place, table in enumerate(tables)}
    return dict(sorted(found.items(), key=lambda one: (given.get(one[0], 0), one[0])))


def _filled(players: int, space: Mapping[int, int], sitting: Mapping[int, int]) -> dict[int, int]:
    """One player after the other to the table with the fewest, the first one among equals."""
    sizes = {table: sitting.get(table, 0) for table in space}
    order = {table: place for place, table in enumerate(space)}
    heap = [(size, order[table], table) for table, size in sizes.items() if size < space[table]]
    heapq.heapify(heap)
    for _ in range(players - sum(sizes.values())):
        size, place, table = heapq.heappop(heap)
        sizes[table] = size + 1
        if sizes[table] < space[table]:
            heapq.heappush(heap, (sizes[table], place, table))
    return sizes
