"""The clock's laws (I42-I44), and a second clock that ticks by seconds as the oracle."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta, timezone

from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.rules.clock import Mark, clock_at, official_marks_due
from tournaments.rules.structure import BreakSegment, Structure

EPOCH = datetime(2025, 3, 1, 12, tzinfo=UTC)
QUIET = ("start", "pause", "resume")


def instant(second):
    return EPOCH + timedelta(seconds=second)


@st.composite
def structures(draw):
    lines = []
    for number in range(1, draw(st.integers(1, 5)) + 1):
        if lines and draw(st.booleans()):
            lines.append({"break": draw(st.integers(1, 9))})
        lines.append({"level": number * 100, "seconds": draw(st.integers(1, 12))})
    return Structure.from_json(lines)


@st.composite
def timelines(draw, kinds=("start", "pause", "resume", "adjust", "jump", "break_official")):
    """A structure, marks in the order recorded, and the second somebody looks."""
    structure = draw(structures())
    breaks = [
        index
        for index, segment in enumerate(structure.segments)
        if isinstance(segment, BreakSegment)
    ]
    second, marks = 0, [Mark("start", EPOCH)]
    for kind in draw(st.lists(st.sampled_from(kinds), max_size=8)):
        second += draw(st.integers(0, 15))
        if kind != "break_official":
            segment = draw(st.integers(0, len(structure.segments) - 1))
            marks.append(Mark(kind, instant(second), draw(st.integers(-12, 12)), segment))
        elif breaks:
            official = max(0, second - draw(st.integers(0, 12)))
            marks.append(Mark(kind, instant(official), segment=draw(st.sampled_from(breaks))))
    return structure, marks, draw(st.integers(0, second + 60))


@dataclass
class Ticker:
    """Counts single seconds: slow, plain, and written from the text of the floor rules."""

    structure: Structure
    officials: dict
    holding: bool
    era: int = 0
    segment: int = 0
    used: int = 0
    total: int = 0
    ended: int = 0
    running: bool = False
    started: bool = False

    def enter(self, segment, second):
        self.segment, self.used, self.ended = segment, 0, second
        self.total = self.structure.segments[segment].seconds

    def counts(self, second):
        if not isinstance(self.structure.segments[self.segment], BreakSegment):
            return True
        official = self.officials.get((self.era, self.segment))
        return not self.holding if official is None else second >= official

    def roll(self, second):
        last = len(self.structure.segments) - 1
        while self.running and self.segment < last and self.counts(second):
            if self.used < self.total:
                return
            self.enter(self.segment + 1, second)

    def act(self, mark, second):
        if mark.kind == "start":
            self.running = self.running or not self.started
            self.started = True
        elif mark.kind == "adjust":
            self.total = self.used + max(0, self.total - self.used + mark.seconds)
        elif mark.kind == "jump":
            self.era += 1
            self.enter(mark.segment, second)
        else:
            self.running = mark.kind == "resume" and self.started


def tick(structure, marks, now, *, holding):
    officials, era = {}, 0
    for mark in marks:
        if mark.kind == "break_official":
            officials[era, mark.segment] = (mark.at - EPOCH).seconds
        era += mark.kind == "jump"
    ticker = Ticker(structure, officials, holding)
    ticker.enter(0, 0)
    for second in range(now + 1):
        ticker.roll(second)
        for mark in marks:
            if mark.kind != "break_official" and mark.at == instant(second):
                ticker.act(mark, second)
                ticker.roll(second)
        if second < now and ticker.running and ticker.counts(second):
            ticker.used += 1
    return ticker


def where(state):
    return state.segment, state.elapsed


@settings(max_examples=400, deadline=None)
@given(timelines(), st.booleans())
def test_the_clock_agrees_with_one_that_ticks(timeline, holding):
    structure, marks, now = timeline
    state = clock_at(structure, marks, instant(now), holding=holding)
    ticker = tick(structure, marks, now, holding=holding)
    assert where(state) == (ticker.segment, ticker.used)
    assert state.paused == (ticker.started and not ticker.running)
    assert state.break_pending == (not ticker.counts(now))
    endless = ticker.segment == len(structure.segments) - 1
    assert state.remaining == (None if endless else ticker.total - ticker.used)
    if state.kind == "break":
        assert state.level_ended_at == instant(ticker.ended)


@settings(deadline=None)
@given(timelines(), st.booleans(), st.integers(0, 60))
def test_i42_never_backwards_but_by_adjust_and_jump(timeline, holding, later):
    structure, marks, now = timeline
    before = clock_at(structure, marks, instant(now), holding=holding)
    after = clock_at(structure, marks, instant(now + later), holding=holding)
    jumps = [
        mark
        for mark in marks
        if mark.kind == "jump" and instant(now) < mark.at <= instant(now + later)
    ]
    if not jumps:
        assert where(before) <= where(after)
        assert before.level <= after.level
        assert before.point_value <= after.point_value


@settings(deadline=None)
@given(timelines(), st.booleans())
def test_i42_acts_after_now_have_not_happened(timeline, holding):
    structure, marks, now = timeline
    to_come = (
        index for index, mark in enumerate(marks) if mark.kind == "jump" and mark.at > instant(now)
    )
    # What is recorded after a jump to come belongs to the era that begins there.
    era = marks[: next(to_come, len(marks))]
    known = [mark for mark in era if mark.kind == "break_official" or mark.at <= instant(now)]
    states = {
        clock_at(structure, some, instant(now), holding=holding) for some in (marks, era, known)
    }
    assert len(states) == 1


@settings(deadline=None)
@given(timelines(), st.booleans(), st.integers(0, 9), st.integers(0, 999_999))
def test_splitting_an_interval_anywhere_changes_nothing(timeline, holding, index, micro):
    structure, marks, now = timeline
    index = min(index, len(marks))
    earlier = max((mark.at for mark in marks[:index]), default=EPOCH)
    later = min(
        [mark.at for mark in marks[index:] if mark.kind != "break_official"] + [instant(now)]
    )
    if earlier > later:
        return
    split = min(earlier + timedelta(microseconds=micro), later)
    noop = Mark("adjust", split, seconds=0)
    whole = clock_at(structure, marks, instant(now), holding=holding)
    parts = clock_at(
        structure, [*marks[:index], noop, *marks[index:]], instant(now), holding=holding
    )
    assert whole == parts


@settings(deadline=None)
@given(timelines(kinds=QUIET), st.integers(0, 40), st.integers(1, 40))
def test_i44_paused_time_is_excluded_exactly(timeline, second, length):
    structure, _, now = timeline
    now = max(now, second)
    start = Mark("start", EPOCH)
    paused = [start, Mark("pause", instant(second)), Mark("resume", instant(second + length))]
    plain = clock_at(structure, [start], instant(now))
    shifted = clock_at(structure, paused, instant(now + length))
    ignored = {
        "ends_at": None,
        "next_break_at": None,
        "level_ended_at": None,
        "break_official_at": None,
    }
    assert replace(plain, **ignored) == replace(shifted, **ignored)
    if plain.ends_at is not None:
        assert shifted.ends_at == plain.ends_at + timedelta(seconds=length)
    held = clock_at(structure, paused, instant(second + length // 2))
    assert where(held) == where(clock_at(structure, [start], instant(second)))


@settings(deadline=None)
@given(timelines(), st.booleans())
def test_i44_every_act_that_changes_nothing_may_be_repeated(timeline, holding):
    structure, marks, now = timeline
    doubled = []
    for mark in marks:
        doubled += [mark, mark] if mark.kind in QUIET else [mark]
    assert clock_at(structure, doubled, instant(now), holding=holding) == clock_at(
        structure, marks, instant(now), holding=holding
    )


@settings(deadline=None)
@given(timelines(), st.booleans(), st.integers(-14 * 60, 14 * 60))
def test_i42_the_time_zone_is_irrelevant(timeline, holding, offset):
    structure, marks, now = timeline
    zone = timezone(timedelta(minutes=offset))
    moved = [replace(mark, at=mark.at.astimezone(zone)) for mark in marks]
    assert clock_at(structure, moved, instant(now).astimezone(zone), holding=holding) == clock_at(
        structure, marks, instant(now), holding=holding
    )


@settings(deadline=None)
@given(timelines())
def test_holding_only_ever_stops_the_clock_in_a_break_without_a_mark(timeline):
    structure, marks, now = timeline
    free = clock_at(structure, marks, instant(now))
    held = clock_at(structure, marks, instant(now), holding=True)
    if held != free:
        assert held.break_pending
        assert where(held) <= where(free)
        assert any(
            due.segment == held.segment
            for due in official_marks_due(structure, marks, instant(now))
        )
    assert held.ends_at is None or not held.break_pending


@settings(deadline=None)
@given(timelines(), st.integers(0, 60), st.booleans())
def test_with_the_due_marks_appended_holding_is_never_asked_about_the_past(
    timeline, later, holding
):
    structure, marks, now = timeline
    now = max(now, *((mark.at - EPOCH).seconds for mark in marks), 0)
    due = official_marks_due(structure, marks, instant(now))
    settled = [*marks, *due]
    assert official_marks_due(structure, settled, instant(now)) == ()
    free = clock_at(structure, marks, instant(now))
    assert clock_at(structure, settled, instant(now), holding=True) == free
    after = clock_at(structure, settled, instant(now + later), holding=holding)
    assert where(after) >= where(free)


@settings(deadline=None)
@given(timelines(), st.booleans(), st.integers(0, 30))
def test_i43_a_running_segment_ends_when_it_says(timeline, holding, ahead):
    structure, marks, now = timeline
    now = max(now, *((mark.at - EPOCH).seconds for mark in marks), 0)
    state = clock_at(structure, marks, instant(now), holding=holding)
    if state.ends_at is None:
        return
    just_before = clock_at(
        structure, marks, state.ends_at - timedelta(microseconds=1), holding=holding
    )
    assert just_before.segment == state.segment
    assert clock_at(structure, marks, state.ends_at, holding=holding).segment == state.segment + 1
    if ahead < state.remaining:
        then = clock_at(structure, marks, instant(now + ahead), holding=holding)
        assert then.elapsed + then.remaining == state.elapsed + state.remaining
