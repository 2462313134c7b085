"""Dealers: how many are needed, and who goes where at the next push."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import ceil
from typing import Final

RELIEF: Final = Fraction(15, 100)
"""Dealers on a break for each one at a table: 10 to 20 percent in practice. Source: floor 7.3."""
DOWNS_AN_HOUR: Final = 2


def dealers_needed(tables: int) -> int:
    """Dealers for so many tables, with those who rest meanwhile.

    >>> [dealers_needed(tables) for tables in (0, 1, 10, 40)]
    [0, 2, 12, 46]
    """
    return tables + ceil(tables * RELIEF)


def spare_tables(players: int, tables: int, max_players: int) -> int:
    """Open tables that so many players do not need.

    >>> spare_tables(players=30, tables=14, max_players=3)
    4
    """
    return max(0, tables - ceil(players / max_players))


def push(
    tables: Mapping[int, str | None], resting: Sequence[str]
) -> tuple[dict[int, str], list[str]]:
    """Who deals where next, and who rests: everybody one table on, the last one rests.

    Args:
        tables: the dealer of each open table, by its number; None where nobody deals.
        resting: who deals nowhere, longest first.

    Returns:
        The dealer of each table, nobody twice; tables are left out where nobody is there for them.

    >>> push({1: "ana", 2: "boris"}, ["caio"])
    ({1: 'caio', 2: 'ana'}, ['boris'])
    """
    numbers = sorted(tables)
    dealing = [one for number in numbers if (one := tables[number]) is not None]
    # Nobody rests: the last one goes round to the first table.
    people = list(dict.fromkeys([*(resting[:1] or dealing[-1:]), *dealing]))
    spare = [one for one in resting[1:] if one not in people]
    people += spare[: max(0, len(numbers) - len(people))]
    placed = dict(zip(numbers, people, strict=False))
    busy = set(placed.values())
    return placed, [one for one in [*resting, *dealing] if one not in busy]
