"""The marks a clock is kept in, and the walk along them.

A mark is what a director did, stored once and never changed; where the clock stands is walked from
the marks each time. `clock` turns the walk's end into what screens and commands ask for.

All arithmetic is in UTC: two local times of one zone differ by wall-clock hours, which is an hour
wrong on the night the clocks change.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Final, Literal, cast, get_args

from tournaments.rules.errors import FloorError
from tournaments.rules.structure import BreakSegment, Structure

MarkKind = Literal["start", "pause", "resume", "adjust", "jump", "level", "break_official"]
MARK_KINDS: Final[tuple[MarkKind, ...]] = get_args(MarkKind)


@dataclass(frozen=True, slots=True)
class Mark:
    """One stored act on the clock at an aware instant (kept in UTC).

    `seconds` is what `adjust` adds to the time left of the current segment (negative takes away,
    never below zero). `segment` (index from 0) is where `jump` goes, with its full time, or the
    break that `break_official` lets count from `at`. Of levels by hands `adjust` adds `hands`, and
    `level` goes on to `segment`, the line after the present one, once every table has played its
    hands. `start`, `pause` and `resume` need neither and do nothing when they change nothing.
    Raises `clock_unknown_mark`, `clock_naive_instant`. Source: floor sections 2 and 3.

    >>> Mark("adjust", datetime(2025, 3, 1, 12, tzinfo=UTC), seconds=-60).seconds
    -60
    """

    kind: MarkKind
    at: datetime
    seconds: int = 0
    segment: int = 0
    hands: int = 0

    def __post_init__(self) -> None:
        if self.kind not in MARK_KINDS:
            known = ", ".join(MARK_KINDS)
            raise FloorError("clock_unknown_mark", kind=str(self.kind), known=known)
        # A frozen dataclass can be normalised in this way only.
        object.__setattr__(self, "at", in_utc(self.at))

    def as_json(self) -> dict[str, str | int]:
        """The mark as stored; `at` in ISO 8601, UTC, to the microsecond; `hands` where any."""
        at = self.at.isoformat()
        said: dict[str, str | int] = {
            "kind": self.kind,
            "at": at,
            "seconds": self.seconds,
            "segment": self.segment,
        }
        return {**said, "hands": self.hands} if self.hands else said

    @classmethod
    def from_json(cls, data: object) -> "Mark":
        """The inverse of `as_json`; `clock_mark_shape` for anything of another form."""
        match data:
            case {
                "kind": str(kind),
                "at": str(at),
                "seconds": int(s),
                "segment": int(segment),
                **rest,
            }:
                hands = rest.get("hands", 0)
                if not isinstance(hands, int):
                    raise FloorError("clock_mark_shape")
                return cls(cast("MarkKind", kind), _instant(at), s, segment, hands)
            case _:
                raise FloorError("clock_mark_shape")


def _instant(text: str) -> datetime:
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        raise FloorError("clock_mark_shape") from None


def in_utc(instant: datetime) -> datetime:
    """The same instant in UTC; `clock_naive_instant` when it has no time zone."""
    if instant.utcoffset() is None:
        raise FloorError("clock_naive_instant", at=instant.isoformat())
    return instant.astimezone(UTC)


def not_before(marks: Iterable[Mark], now: datetime) -> datetime:
    """`now`, or the instant of the last act if that is later: what was done was done.

    A server's clock may be set back, and two servers' clocks differ. Without this a director who
    goes on to the next level would be told that it is still break, until the time has come again.

    >>> noon = datetime(2025, 3, 1, 12, tzinfo=UTC)
    >>> not_before([Mark("start", noon)], noon - timedelta(minutes=3)) == noon
    True
    """
    return max([in_utc(now), *(mark.at for mark in marks if mark.kind != "break_official")])


def check_mark(structure: Structure, mark: Mark) -> None:
    """Refuse a mark the structure has no place for: `clock_no_segment`, `clock_not_a_break`.

    >>> jump = Mark("jump", datetime(2025, 3, 1, 12, tzinfo=UTC), segment=1)
    >>> check_mark(Structure.from_json([{"level": 100, "seconds": 60}]), jump)
    Traceback (most recent call last):
    tournaments.rules.errors.FloorError: The structure has no line 2. Choose a line from 1 to 1.
    """
    if mark.kind not in ("jump", "level", "break_official"):
        return
    count = len(structure.segments)
    if not 0 <= mark.segment < count:
        raise FloorError("clock_no_segment", line=mark.segment + 1, count=count)
    is_break = isinstance(structure.segments[mark.segment], BreakSegment)
    if mark.kind == "break_official" and not is_break:
        raise FloorError("clock_not_a_break", line=mark.segment + 1)


@dataclass(slots=True)
class Walk:
    """Where a clock stands at `cursor`, having counted everything before it.

    An era is the time between two jumps. A jump back passes a break again, and what made it
    official the first time says nothing about the second: official instants are kept by era.
    """

    structure: Structure
    officials: Mapping[tuple[int, int], datetime]
    holding: bool
    cursor: datetime
    era: int = 0
    segment: int = 0
    started: bool = False
    paused: bool = False
    used: timedelta = timedelta()
    total: timedelta = timedelta()
    level_ended_at: datetime | None = None
    official_at: datetime | None = None
    unstated: list[tuple[int, datetime]] = field(default_factory=list)
    hands: int = 0
    jumped_at: datetime | None = None

    @property
    def running(self) -> bool:
        """Whether time counts, a pending break apart."""
        return self.started and not self.paused

    @property
    def in_break(self) -> bool:
        """Whether the current segment is a break, pending or counting."""
        return isinstance(self.structure.segments[self.segment], BreakSegment)

    @property
    def pending(self) -> bool:
        """Whether the current segment is a break that does not count yet."""
        return self.in_break and (self.official_at is None or self.official_at > self.cursor)

    @property
    def endless(self) -> bool:
        """Whether this is the last level, which goes on until the event ends."""
        return self.segment == len(self.structure.segments) - 1

    @property
    def by_hands(self) -> bool:
        """Whether time ends this segment as little as the last one: it lasts hands."""
        return self.hands > 0

    def enter(self, segment: int, at: datetime) -> None:
        """Begin a segment with its full time; `at` is then the end of the level before a break."""
        self.segment, self.cursor = segment, at
        self.used = timedelta()
        line = self.structure.segments[segment]
        self.total = timedelta(seconds=line.seconds)
        self.hands = 0 if isinstance(line, BreakSegment) else line.hands
        self.level_ended_at = self.official_at = None
        if self.in_break:
            self._enter_break(at)

    def _enter_break(self, at: datetime) -> None:
        self.level_ended_at = at
        stated = self.officials.get((self.era, self.segment))
        if stated is not None:
            self.official_at = max(at, stated)
            return
        self.unstated.append((self.segment, at))
        # Nobody waits: the break has counted since the level ended, whenever that is noticed.
        self.official_at = None if self.holding else at

    def advance(self, to: datetime) -> None:
        """Count until `to` (never backwards), through as many segments as have passed."""
        to = max(to, self.cursor)
        while self.running:
            counts_from = max(self.cursor, self.official_at or self.cursor)
            if counts_from > to or (self.in_break and self.official_at is None):
                break
            left = self.total - self.used
            if self.endless or self.by_hands or to - counts_from < left:
                self.used += to - counts_from
                break
            self.enter(self.segment + 1, counts_from + left)
        self.cursor = to

    def apply(self, mark: Mark) -> None:
        """Do what a mark says at the cursor; acts that change nothing are no acts (I44)."""
        match mark.kind:
            case "start":
                self.started = True
            case "pause":
                self.paused = self.started
            case "resume":
                self.paused = False
            case "adjust" if self.by_hands:
                self.hands = max(1, self.hands + mark.hands)
            case "level":
                # What was stated for another line, by a structure that has changed, is no act.
                if self.by_hands and mark.segment == self.segment + 1:
                    self.enter(mark.segment, self.cursor)
            case "adjust":
                self.total = max(self.used, self.total + timedelta(seconds=mark.seconds))
            case _:
                self.era += 1
                self.jumped_at = self.cursor
                self.unstated.clear()
                self.enter(mark.segment, self.cursor)


def walk(structure: Structure, marks: Iterable[Mark], now: datetime, *, holding: bool) -> Walk:
    """The walk along the marks up to `now`; marks in the order they were recorded.

    Acts after `now` have not happened yet. A `break_official` mark is knowledge about the past and
    counts whenever it was recorded, the last one of its era for its break. A mark with an earlier
    instant than the one before it (two servers' clocks) acts at that one's instant.
    """
    now = in_utc(now)
    acts, officials = _sort_out(structure, marks)
    found = Walk(structure, officials, holding, cursor=min([now, *(mark.at for mark in acts[:1])]))
    found.enter(0, found.cursor)
    for mark in acts:
        if mark.at > now:
            break
        found.advance(mark.at)
        found.apply(mark)
    found.advance(now)
    return found


def _sort_out(
    structure: Structure, marks: Iterable[Mark]
) -> tuple[list[Mark], dict[tuple[int, int], datetime]]:
    """The acts in order, and the last official instant for each (era, break segment)."""
    acts: list[Mark] = []
    officials: dict[tuple[int, int], datetime] = {}
    era = 0
    for mark in marks:
        check_mark(structure, mark)
        if mark.kind == "break_official":
            officials[era, mark.segment] = mark.at
        else:
            acts.append(mark)
            era += mark.kind == "jump"
    return acts, officials
