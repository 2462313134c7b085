"""Levels by hands: what follows a table's last hand, and who waits for whom."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.rules.clock import Mark, clock_at
from tournaments.rules.structure import Structure
from tournaments.rules.turns import Dealt, least, may_begin, turn_after

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
LINES = [
    {"level": 100, "hands": 3},
    {"level": 200, "hands": 2},
    {"break": 600},
    {"level": 300, "hands": 2},
    {"level": 400, "hands": 2},
]
STRUCTURE = Structure.from_json(LINES)
START = Mark("start", NOON)


def clock(*marks: Mark, at: datetime = NOON):
    return clock_at(STRUCTURE, [START, *marks], at)


def to(segment: int, at: datetime = NOON) -> Mark:
    return Mark("level", at, segment=segment)


def turn(now, last, **how):
    found = turn_after(STRUCTURE, now, last, **how)
    return found.level, found.hand, found.point_value


@pytest.mark.parametrize(
    ("last", "expected"),
    [
        (None, (1, 1, 100)),
        (Dealt(1, 0), (1, 1, 100)),
        (Dealt(1, 2), (1, 3, 100)),
        (Dealt(1, 3), (2, 1, 200)),
        (Dealt(2, 2), (3, 1, 300)),
        (Dealt(4, 9), (4, 10, 400)),
    ],
)
def test_the_next_hand_follows_from_the_last_one(last, expected):
    assert turn(clock(), last) == expected


def test_fantasyland_stays_at_the_level_of_the_hand_before_it():
    assert turn(clock(), Dealt(1, 3), fantasyland=True) == (1, 3, 100)
    assert turn(clock(), None, fantasyland=True) == (1, 0, 100)


def test_who_is_behind_begins_at_the_clocks_level():
    assert turn(clock(to(1)), Dealt(1, 1)) == (2, 1, 200)
    in_break = clock(to(1), to(2))
    assert (in_break.kind, turn(in_break, Dealt(1, 1))) == ("break", (3, 1, 300))
    assert turn(in_break, Dealt(2, 2), extra=True) == (2, 3, 200)
    assert turn(in_break, None, extra=True) == (2, 1, 200)


def test_hands_are_added_to_the_present_level_only():
    now = clock(Mark("adjust", NOON, hands=2))
    assert (now.hands, turn(now, Dealt(1, 3)), turn(now, Dealt(1, 5))) == (
        5,
        (1, 4, 100),
        (2, 1, 200),
    )
    assert clock(Mark("adjust", NOON, hands=-9)).hands == 1
    assert clock(Mark("adjust", NOON, hands=2), to(1)).hands == 2


def test_the_break_lasts_its_time_and_then_the_next_level_begins():
    later = NOON + timedelta(seconds=600)
    now = clock(to(1), to(2), at=later)
    assert (now.kind, now.level, now.hands, now.hands_after) == ("level", 3, 2, None)
    assert clock(to(1)).hands_to_break == 2


def test_a_mark_for_another_line_is_no_act():
    assert clock(to(2)).segment == 0
    assert clock(to(4)).segment == 0


@given(st.integers(0, 9), st.sampled_from([0, 1, 3, 4]), st.integers(1, 4))
def test_nobody_is_further_ahead_than_he_may_be(drift, segment, level):
    now = clock(Mark("jump", NOON, segment=segment))
    asked = turn_after(STRUCTURE, now, Dealt(level, 0))
    allowed = may_begin(STRUCTURE, now, asked, drift)
    ahead = asked.level - now.level
    beyond = now.level <= 2 < asked.level
    assert allowed == (ahead <= 0 or (ahead <= drift and not beyond))


def test_the_slowest_table_counts():
    assert least(clock(), []) is None
    assert least(clock(), [Dealt(1, 2), Dealt(2, 0), Dealt(1, 3)]) == 2
    assert least(clock(), [Dealt(2, 1), None]) == 0
    assert least(clock(to(1)), [Dealt(1, 3), Dealt(2, 2)]) == 0
