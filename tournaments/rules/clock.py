"""The event's clock: arithmetic on stored marks.

The state at an instant is a function of the structure, the marks and that instant (I42): no
counter, no timer, no worker. A process that dies does not stop the levels, and nobody who looks
changes them. A level by hands ends with a `level` mark, appended by whoever sees that the slowest
table has played it (`turns`); which level a table is at follows from its own last hand.

A break waits for Fantasyland (floor section 3). At the end of the level before it the break is
*pending* while a table has a live hand from before or Fantasyland to play. Only the caller knows
the tables, so it

1. passes `holding=True` to `clock_at` while any table still plays;
2. appends a `break_official` mark when the last Fantasyland hand played after the level's end is
   recorded (`at` = that instant), or when the director starts the break;
3. before any other command, while nothing holds, appends `needs_official_mark` until there is none,
   so that hands of later levels can never be taken for holders of a break long past.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Literal

from tournaments.rules.structure import BreakSegment, Structure
from tournaments.rules.timeline import Mark, MarkKind, Walk, check_mark, not_before, walk

__all__ = [
    "ClockState",
    "Mark",
    "MarkKind",
    "SegmentKind",
    "check_mark",
    "clock_at",
    "needs_official_mark",
    "not_before",
    "official_marks_due",
]

SegmentKind = Literal["level", "break"]

SECOND: Final = timedelta(seconds=1)


@dataclass(frozen=True, slots=True)
class ClockState:
    """The clock at one instant. Instants in UTC; seconds whole; a value in chips a point.

    In a break `level` (its number, 1..n) and `point_value` are those of the level that ended: hands
    which the break waits for are played at it. `elapsed` is rounded down and `remaining` up, both
    of the current segment: a screen shows 0:00 only when the time is up. `remaining` is None in the
    last level, which has no end. `ends_at` and `next_break_at` are None too while time does not
    count (not started, paused, break pending). `seconds_to_break` is the time until the next break
    after the current segment; None when no break follows. `level_ended_at` (since when the break is
    due) and `break_official_at` (since when it counts) are set in breaks only, the latter once it
    counts.

    `hands` is how many hands a level by hands lasts, 0 in any other; there `remaining` is None too.
    `hands_done` is for whoever knows the tables to fill in. `hands_after` counts the hands of the
    levels between it and the next break. `jumped_at` is when the clock was last sent to a line.
    """

    segment: int
    kind: SegmentKind
    level: int
    point_value: int
    elapsed: int
    remaining: int | None
    ends_at: datetime | None
    started: bool
    paused: bool
    break_pending: bool
    next_level_value: int | None
    seconds_to_break: int | None
    next_break_at: datetime | None
    level_ended_at: datetime | None
    break_official_at: datetime | None
    hands: int = 0
    hands_done: int = 0
    hands_after: int | None = None
    jumped_at: datetime | None = None

    @property
    def hand(self) -> int:
        """Of a level by hands: which hand of it the slowest table plays or is to play."""
        return min(self.hands_done + 1, self.hands)

    @property
    def hands_to_break(self) -> int | None:
        """Of a level by hands: how many the slowest table plays until the break, if one follows."""
        return None if self.hands_after is None else self.hands - self.hands_done + self.hands_after


def clock_at(
    structure: Structure, marks: Iterable[Mark], now: datetime, *, holding: bool = False
) -> ClockState:
    """The clock at `now`, an aware instant of any time zone; marks in the order of recording.

    `holding` says that a table still has a live hand or Fantasyland to play. It is asked only in a
    break that has no `break_official` mark: then the break is pending, and when nothing holds it
    has counted since the end of the level. Raises `clock_naive_instant`, and `clock_no_segment` or
    `clock_not_a_break` for a mark that does not belong to the structure.
    Source: floor sections 2 and 3, rules A12, invariants I42-I44.

    >>> from datetime import UTC
    >>> noon = datetime(2025, 3, 1, 12, tzinfo=UTC)
    >>> structure = Structure.from_json([{"level": 100, "seconds": 1800}, {"break": 900},
    ...                                  {"level": 200, "seconds": 1800}])
    >>> half_past = noon + timedelta(minutes=32)
    >>> state = clock_at(structure, [Mark("start", noon)], half_past, holding=True)
    >>> state.break_pending, state.point_value, state.remaining
    (True, 100, 900)
    >>> clock_at(structure, [Mark("start", noon)], half_past).remaining
    780
    """
    found = walk(structure, marks, now, holding=holding)
    level = structure.level_at(found.segment)
    left = found.total - found.used
    counting = found.running and not (found.pending or found.endless or found.by_hands)
    until_break = _until_break(found)
    return ClockState(
        segment=found.segment,
        kind="break" if found.in_break else "level",
        level=level.number,
        point_value=level.point_value,
        elapsed=found.used // SECOND,
        remaining=None if found.endless or found.by_hands else _up(left),
        ends_at=found.cursor + left if counting else None,
        started=found.started,
        paused=found.paused,
        break_pending=found.pending,
        next_level_value=_next_value(structure, level.number),
        seconds_to_break=None if until_break is None else _up(until_break),
        next_break_at=found.cursor + until_break if counting and until_break is not None else None,
        level_ended_at=found.level_ended_at,
        break_official_at=None if found.pending else found.official_at,
        hands=found.hands,
        hands_after=_hands_after(found),
        jumped_at=found.jumped_at,
    )


def _up(duration: timedelta) -> int:
    return -(-duration // SECOND)


def _next_value(structure: Structure, number: int) -> int | None:
    # Levels are numbered from 1, so the level after number n is levels[n]; no break ends the list.
    levels = structure.levels
    return levels[number].point_value if number < len(levels) else None


def _until_break(found: Walk) -> timedelta | None:
    """Time from the cursor to the next break after the current segment; None when none follows."""
    if found.by_hands:
        return None
    until = found.total - found.used
    for segment in found.structure.segments[found.segment + 1 :]:
        if isinstance(segment, BreakSegment):
            return until
        if segment.hands:
            return None
        until += timedelta(seconds=segment.seconds)
    return None


def _hands_after(found: Walk) -> int | None:
    """Hands of the levels after this one until a break; None when none follows."""
    hands = 0
    for segment in found.structure.segments[found.segment + 1 :] if found.by_hands else ():
        if isinstance(segment, BreakSegment):
            return hands
        hands += segment.hands
    return None


def official_marks_due(
    structure: Structure, marks: Iterable[Mark], now: datetime
) -> tuple[Mark, ...]:
    """The `break_official` marks to append now, in order, by a caller who knows that nothing holds.

    One for every break since the last jump that was reached without a mark, each from the end of
    its level. Each supposes the ones before it as they are: who moves one to a later instant
    (Fantasyland) appends it and asks anew. With them appended `holding` is asked no more for these
    breaks, and none are due.

    >>> from datetime import UTC
    >>> noon = datetime(2025, 3, 1, 12, tzinfo=UTC)
    >>> structure = Structure.from_json([{"level": 100, "seconds": 1800}, {"break": 900},
    ...                                  {"level": 200, "seconds": 1800}])
    >>> start = Mark("start", noon)
    >>> [mark.at.minute for mark in official_marks_due(structure, [start], noon.replace(hour=15))]
    [30]
    """
    found = walk(structure, marks, now, holding=False)
    return tuple(Mark("break_official", at, segment=segment) for segment, at in found.unstated)


def needs_official_mark(structure: Structure, marks: Iterable[Mark], now: datetime) -> Mark | None:
    """The first of `official_marks_due`, or None: append it and ask again until there is none."""
    return next(iter(official_marks_due(structure, marks, now)), None)
