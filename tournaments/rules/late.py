"""The late phase: when the final table is due, hand for hand before it, and redraws.

Tables closing on the way there are planned in `balance`.
"""

from collections import Counter
from collections.abc import Collection, Sequence

from tournaments.rules.draw import DrawnSeat, Rng, draw_event
from tournaments.rules.errors import FloorError
from tournaments.rules.reserved import MIN_PLAYERS, Reserved


def final_table_due(players: int, tables: int, max_players: int = 3) -> bool:
    """Whether the players left fit on one table and do not sit there yet.

    For three-handed OFC the final table is three. Source: floor 7.1 (5), 7.4 step 5; rules 1.7.

    >>> [final_table_due(players, tables=2) for players in (3, 4)]
    [True, False]
    """
    return players <= max_players and tables > 1


def hand_for_hand_due(players: int, max_players: int = 3) -> bool:
    """Whether the next player out makes the final table, while two tables can play.

    At four, two heads-up tables deal hand for hand; the first bust makes the final three.
    Source: floor 7.4 step 5.

    >>> [hand_for_hand_due(players) for players in (3, 4, 5)]
    [False, True, False]
    """
    return players == max_players + 1 and players >= 2 * MIN_PLAYERS


def redraw_due(before: int, after: int, points: Collection[int]) -> int | None:
    """The redraw point just passed, None if none was: the lowest one from `before` players down.

    Source: floor 7.4, step 5.

    >>> redraw_due(25, 23, points=(24, 12, 6)), redraw_due(23, 22, points=(24, 12, 6))
    (24, None)
    """
    return min((point for point in points if after <= point < before), default=None)


def redraw(
    entries: Sequence[int],
    max_players: int,
    rng: Rng,
    *,
    tables: Sequence[int] = (),
    fantasyland: Collection[int] = (),
    reserved: Sequence[Reserved] = (),
) -> list[DrawnSeat]:
    """A seat for everyone anew: sizes of `size_tables`, everything else by chance.

    `tables` are the numbers of the tables that may be used, the first ones and the larger first;
    without them they are 1, 2, 3 and so on. Who has a reserved seat gets it. Raises
    `redraw_fantasyland` if one of the entries has Fantasyland to play, `moves_table_twice`, and
    what `draw_event` raises.
    Source: floor 7.4 step 5, rules 1.7.

    >>> import random
    >>> drawn = redraw([31, 32, 33, 34], 3, random.Random(13), tables=[8, 2])
    >>> [(found.table, found.entry) for found in drawn]
    [(2, 33), (2, 31), (8, 32), (8, 34)]
    """
    held = sorted(set(entries) & set(fantasyland))
    if held:
        raise FloorError("redraw_fantasyland", entries=", ".join(map(str, held)))
    for number, times in Counter(tables).items():
        if times > 1:
            raise FloorError("moves_table_twice", table=number)
    return draw_event(entries, max_players, rng, tables=tables, reserved=reserved)
