"""Rooms full of tables, written short.

"1 2F 3" is a lone player, a pair with one of the two in Fantasyland, and a full table.
"""

import random

from tournaments.rules.balance import carried_out, plan_moves
from tournaments.rules.plan import PlayerState, TableState


def table(number, size, holders=0, **facts):
    """Entries number x 10 + seat on seats 1, 2, ...; the last holders of them in Fantasyland."""
    players = tuple(
        PlayerState(number * 10 + seat, seat, fantasyland=seat > size - holders)
        for seat in range(1, size + 1)
    )
    return TableState(number, players, **{"button": 1, "hand": 5, "place": number, **facts})


def hall(text):
    """Tables 1, 2, ... by size, each with as many Fs as it has players in Fantasyland."""
    return [
        table(number, int(word[0]), word.count("F"))
        for number, word in enumerate(text.split(), start=1)
    ]


def plan(tables, seed=13, **how):
    tables = hall(tables) if isinstance(tables, str) else tables
    return plan_moves(tables, random.Random(seed), **how)


def sizes(tables, made):
    """Sizes of the tables that stay open, by number."""
    return [len(each.players) for each in carried_out(tables, made)]
