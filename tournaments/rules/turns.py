"""Levels by hands: which level a table's next hand is played at, and whether it may begin it.

A level lasts so many hands of the table's own count. Hands with Fantasyland do not count: they are
played at the level of the hand before them, and nobody waits for their sake. The event's clock
stands at the level of the slowest table that plays. The director says how many levels a table may
be ahead of it: none, so that all wait for each other after each level, or more. No table goes
beyond a break before the others. A table that is behind the clock, since it is new or the clock was
sent on, begins at the clock's level. Source: floor section 2, rules 1.8.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from tournaments.rules.clock import ClockState
from tournaments.rules.structure import Structure


class Dealt(NamedTuple):
    """How far a table is: the level of its last hand, and how many of its hands are played."""

    level: int
    hands: int


@dataclass(frozen=True, slots=True)
class Turn:
    """A hand to deal: its level, and its number among the hands of that level that count.

    With Fantasyland `hand` is the number of the counted hands before it.
    """

    level: int
    point_value: int
    hand: int
    hands: int


def turn_after(
    structure: Structure,
    clock: ClockState,
    last: Dealt | None,
    *,
    fantasyland: bool = False,
    extra: bool = False,
) -> Turn:
    """The next hand of a table; `last` is None when it has dealt none since the last jump.

    `extra`: it plays on into the break that has begun, at the level that ended.
    """
    if fantasyland:
        level, hand = last or (clock.level, 0)
    else:
        level, hand = _next(structure, clock, last, extra=extra)
    value = structure.levels[level - 1].point_value
    return Turn(level, value, hand, hands_of(structure, clock, level))


def hands_of(structure: Structure, clock: ClockState, level: int) -> int:
    """How many hands a level lasts: the director may have changed the present one."""
    present = clock.level == level and clock.kind == "level"
    return clock.hands if present else structure.levels[level - 1].hands


def _next(
    structure: Structure, clock: ClockState, last: Dealt | None, *, extra: bool
) -> tuple[int, int]:
    most = len(structure.levels)
    if extra:
        return clock.level, last.hands + 1 if last and last.level == clock.level else 1
    first = min(clock.level + (clock.kind == "break"), most)
    if last is None or last.level < first:
        return first, 1
    if last.hands < hands_of(structure, clock, last.level) or last.level == most:
        return last.level, last.hands + 1
    return last.level + 1, 1


def may_begin(structure: Structure, clock: ClockState, turn: Turn, drift: int) -> bool:
    """Whether a table may begin the level of its turn, so many levels ahead of the clock at most.

    Not asked for Fantasyland, nor in a break.
    """
    ahead = turn.level - clock.level
    between = structure.levels[turn.level - 1].segment - clock.segment
    return ahead <= 0 or (ahead <= drift and between == ahead)


def least(clock: ClockState, tables: Iterable[Dealt | None]) -> int | None:
    """How many hands of the clock's level the slowest table has played; None without a table.

    A table that is at a later level has played all of them.
    """
    done = [_done(clock, dealt) for dealt in tables]
    return min(done, default=None)


def _done(clock: ClockState, dealt: Dealt | None) -> int:
    if dealt is None or dealt.level < clock.level:
        return 0
    return min(dealt.hands, clock.hands) if dealt.level == clock.level else clock.hands
