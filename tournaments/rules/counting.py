"""How many tables close and how many players move: a search over a handful of numbers.

Only numbers of players matter here. Which tables they are is `closing`, who moves is `assign`.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tournaments.rules.reserved import MIN_PLAYERS

Weight = tuple[int, int, int, int]
"""Players without a game, those of them without a seat, then moves and tables, by policy."""


class Counts(NamedTuple):
    """The field in numbers.

    `waiting` entries without a seat, `tables` with players, `most` of them may close. `lone` tables
    can be repaired, `closable` of these by closing; `empty` ones can be opened. `closed` seats of
    those two kinds take nobody; whichever they are, none is counted on. The last three are
    by how many larger tables break, from none on: `people` who leave them, and what is left of the
    players that full tables can give, and of the seats that are spare.
    """

    tight: bool
    max_players: int
    waiting: int
    tables: int
    most: int
    lone: int
    closable: int
    empty: int
    closed: int
    people: Sequence[int]
    gives: Sequence[int]
    spare: Sequence[int]


class Trial(NamedTuple):
    """Lone tables left as they are, empty ones opened, lone ones closed, larger ones broken."""

    left: int
    opened: int
    closed: int
    broken: int


def best_trial(counts: Counts) -> tuple[Weight, Trial]:
    """The best trial and its weight, over all of them.

    With every lone table left as it is, one is always possible: nobody moves.

    >>> field = Counts(
    ...     tight=False, max_players=3, waiting=0, tables=5, most=1, lone=2, closable=2, empty=0,
    ...     closed=0, people=[0], gives=[3], spare=[0],
    ... )
    >>> best_trial(field)
    ((0, 0, 1, 4), Trial(left=0, opened=0, closed=1, broken=0))
    """
    best: list[tuple[Weight, Trial]] = []
    for left in range(counts.lone + 1):
        # So many are left without a game at least: nothing that follows can be better.
        if best and best[0][0][:2] <= (left, 0):
            break
        best = sorted([*best, *_trials(counts, left)])[:1]
    return best[0]


def _trials(counts: Counts, left: int) -> Iterator[tuple[Weight, Trial]]:
    short = counts.waiting - counts.spare[0] - counts.lone * (counts.max_players - 1)
    short += counts.closed
    opened_most = min(counts.empty, max(0, -(-short // counts.max_players)))
    closed_most = min(counts.closable, counts.lone - left, counts.most)
    for opened in range(opened_most + 1):
        for closed in range(closed_most + 1):
            for broken in range(min(counts.most - closed, len(counts.people) - 1) + 1):
                trial = Trial(left, opened, closed, broken)
                weight = _weigh(counts, trial)
                if weight:
                    yield weight, trial


def _weigh(counts: Counts, trial: Trial) -> Weight | None:
    """What a trial is worth, least is best; None when it does not come out.

    Movers from full tables come only to make up for missing ones, so nobody is sent to a table that
    also gives a player away.
    """
    left, opened, closed, broken = trial
    fed = counts.lone - closed - left
    need = fed + MIN_PLAYERS * opened
    moved = closed + counts.people[broken]
    given = max(0, need - moved - counts.waiting)
    space = (fed + opened) * counts.max_players - fed - need + counts.spare[broken]
    space -= counts.closed if fed + opened else 0
    unseated = max(0, moved + counts.waiting - need - space)
    if given > counts.gives[broken] or unseated > counts.waiting:
        return None
    tables = counts.tables + opened - closed - broken
    cost = (tables, moved + given) if counts.tight else (moved + given, tables)
    return left + unseated, unseated, *cost
