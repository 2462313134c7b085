"""Levels and breaks of an event: what a point is worth and for how long.

A structure is frozen data. It does not know what time it is (`clock` does). After its last
line the last level goes on without end, so that level's seconds only say how long it was planned.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from scoring.button import MOST
from tournaments.rules.errors import FloorError

MINUTE: Final = 60
# Nothing lasts longer, so that no instant leaves the calendar; `MOST` is what a hand can score.
MOST_SECONDS: Final = 30 * 24 * 60 * MINUTE
MOST_HANDS: Final = 999
SHALLOW_POINTS: Final = 30

# fmt: off
VAMOS_POINT_VALUES: Final = (
    100, 200, 300, 400, 500, 600, 800, 1000, 1500, 2000,
    2500, 3000, 4000, 5000, 6000, 8000, 10000, 15000, 20000, 25000,
)
# fmt: on
VAMOS_LEVELS_BEFORE_BREAK: Final = 3


@dataclass(frozen=True, slots=True)
class LevelSegment:
    """A level: chips a point is worth, and the level's length in seconds, or else in hands."""

    point_value: int
    seconds: int
    hands: int = 0


@dataclass(frozen=True, slots=True)
class BreakSegment:
    """A break and its length in seconds."""

    seconds: int


Segment = LevelSegment | BreakSegment


class Level(NamedTuple):
    """A level with its number (1..n, breaks not counted) and its segment's index (from 0)."""

    number: int
    segment: int
    point_value: int
    seconds: int
    hands: int = 0


@dataclass(frozen=True, slots=True)
class Structure:
    """The lines of an event's clock, in order; never an invalid one.

    Segments are indexed from 0 (in error sentences lines count from 1), levels are numbered 1..n.
    Raises the first of `structure_problems`. Source: rules 1.8 and 2.2, floor section 2.

    >>> Structure.from_json([{"level": 100, "seconds": 1800}, {"break": 900},
    ...                      {"level": 200, "seconds": 1800}]).levels[1].point_value
    200
    """

    segments: tuple[Segment, ...]

    def __post_init__(self) -> None:
        for problem in structure_problems(self.segments):
            raise problem

    @property
    def levels(self) -> tuple[Level, ...]:
        """All levels in order, numbered from 1."""
        found = [(i, s) for i, s in enumerate(self.segments) if isinstance(s, LevelSegment)]
        return tuple(
            Level(number, index, level.point_value, level.seconds, level.hands)
            for number, (index, level) in enumerate(found, start=1)
        )

    @property
    def by_hands(self) -> bool:
        """Whether levels last so many hands of each table; breaks always last a time."""
        return any(level.hands for level in self.levels)

    def level_at(self, segment: int) -> Level:
        """The level a segment belongs to: itself, or for a break the level that ended before it."""
        return next(level for level in reversed(self.levels) if level.segment <= segment)

    def as_json(self) -> list[dict[str, int]]:
        """The structure as stored: `{"level": chips, "seconds": s}` and `{"break": s}` lines.

        A level by hands has `hands` and no `seconds`.
        """
        return [_as_json(segment) for segment in self.segments]

    @classmethod
    def from_json(cls, data: object) -> "Structure":
        """The inverse of `as_json`; `structure_shape` names the first line of another form."""
        if not isinstance(data, list):
            raise FloorError("structure_shape", line=1)
        return cls(tuple(_segment(line, item) for line, item in enumerate(data, start=1)))


def _as_json(segment: Segment) -> dict[str, int]:
    if isinstance(segment, BreakSegment):
        return {"break": segment.seconds}
    lasts = {"hands": segment.hands} if segment.hands else {"seconds": segment.seconds}
    return {"level": segment.point_value, **lasts}


def _segment(line: int, item: object) -> Segment:
    match item:
        case {"level": int(value), "hands": int(hands), **rest} if not rest:
            # Zero hands are no time either: `structure_seconds` says so.
            return LevelSegment(value, 0, hands)
        case {"level": int(value), "seconds": int(seconds), **rest} if not rest:
            return LevelSegment(value, seconds)
        case {"break": int(seconds), **rest} if not rest:
            return BreakSegment(seconds)
        case _:
            raise FloorError("structure_shape", line=line)


def structure_problems(segments: tuple[Segment, ...]) -> tuple[FloorError, ...]:
    """Everything a person must mend before these segments are a structure, in reading order.

    Codes: `structure_empty`, `structure_first_not_level`, `structure_point_value`,
    `structure_seconds`, `structure_too_big`, `structure_two_breaks`, `structure_point_value_falls`,
    `structure_hands`, `structure_mixed` (levels last either hands or time),
    `structure_ends_with_break` (the last level goes on without end, so nothing could follow it).

    >>> [problem.code for problem in structure_problems((BreakSegment(0),))]
    ['structure_first_not_level', 'structure_seconds', 'structure_ends_with_break']
    """
    return tuple(_problems(segments))


def _problems(segments: tuple[Segment, ...]) -> Iterator[FloorError]:
    if not segments:
        yield FloorError("structure_empty")
        return
    if isinstance(segments[0], BreakSegment):
        yield FloorError("structure_first_not_level")
    for line, segment in enumerate(segments, start=1):
        yield from _value_problems(line, segment)
    yield from _mix_problems(segments)
    yield from _order_problems(segments)
    if isinstance(segments[-1], BreakSegment):
        yield FloorError("structure_ends_with_break")


def _value_problems(line: int, segment: Segment) -> Iterator[FloorError]:
    if isinstance(segment, LevelSegment) and not _is_positive(segment.point_value):
        yield FloorError("structure_point_value", line=line, value=str(segment.point_value))
    elif isinstance(segment, LevelSegment) and segment.point_value > MOST:
        yield FloorError("structure_too_big", line=line, value=segment.point_value, most=MOST)
    if isinstance(segment, LevelSegment) and segment.hands:
        if not _is_positive(segment.hands) or segment.hands > MOST_HANDS:
            value = str(segment.hands)
            yield FloorError("structure_hands", line=line, value=value, most=MOST_HANDS)
        return
    if not _is_positive(segment.seconds):
        yield FloorError("structure_seconds", line=line, value=str(segment.seconds))
    elif segment.seconds > MOST_SECONDS:
        yield FloorError("structure_too_big", line=line, value=segment.seconds, most=MOST_SECONDS)


def _is_positive(value: object) -> bool:
    # A float or a bool from a form or from JSON compares like a number; neither is chips.
    return isinstance(value, int) and not isinstance(value, bool) and value > 0


def _mix_problems(segments: tuple[Segment, ...]) -> Iterator[FloorError]:
    levels = [
        (line, segment)
        for line, segment in enumerate(segments, start=1)
        if isinstance(segment, LevelSegment)
    ]
    other = [line for line, level in levels if bool(level.hands) != bool(levels[0][1].hands)]
    if other:
        yield FloorError("structure_mixed", line=other[0])


def _order_problems(segments: tuple[Segment, ...]) -> Iterator[FloorError]:
    highest = 0
    for line, segment in enumerate(segments, start=1):
        if isinstance(segment, BreakSegment):
            if line > 1 and isinstance(segments[line - 2], BreakSegment):
                yield FloorError("structure_two_breaks", previous=line - 1, line=line)
        elif 0 < segment.point_value < highest:
            value = str(segment.point_value)
            yield FloorError(
                "structure_point_value_falls", line=line, previous=highest, value=value
            )
        else:
            highest = segment.point_value


def vamos_structure() -> Structure:
    """The house structure: 20 levels of 30 minutes, 15 minutes' break after every 90 of play.

    Source: rules 2.2 (Aria's point values), 1.8 (Legends' breaks).

    >>> vamos_structure().as_json()[2:5]
    [{'level': 300, 'seconds': 1800}, {'break': 900}, {'level': 400, 'seconds': 1800}]
    """
    segments: list[Segment] = []
    for number, value in enumerate(VAMOS_POINT_VALUES):
        if number and number % VAMOS_LEVELS_BEFORE_BREAK == 0:
            segments.append(BreakSegment(15 * MINUTE))
        segments.append(LevelSegment(value, 30 * MINUTE))
    return Structure(tuple(segments))


def depth(structure: Structure, stack: int) -> tuple[int, ...]:
    """Points a stack of so many chips covers at each level, whole points, rounded down.

    Raises `structure_stack` unless the stack is whole chips above zero. Source: rules 2.2.

    >>> depth(vamos_structure(), 30_000)[:8]
    (300, 150, 100, 75, 60, 50, 37, 30)
    """
    if not _is_positive(stack):
        raise FloorError("structure_stack", value=str(stack))
    return tuple(stack // level.point_value for level in structure.levels)


def shallow_levels(
    structure: Structure, stack: int, points: int = SHALLOW_POINTS
) -> tuple[int, ...]:
    """Numbers of the levels at which the start stack covers fewer points than `points`.

    A warning for the director, never a refusal: below 25 to 30 points one ordinary hand (a foul
    against two full houses costs 24) ends a tournament. Source: rules 2.2.

    >>> shallow_levels(vamos_structure(), 30_000)[0]
    9
    """
    covered = enumerate(depth(structure, stack), start=1)
    return tuple(number for number, depth_points in covered if depth_points < points)
