"""The clock, case by case: floor sections 2 and 3."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from tournaments.rules.clock import (
    Mark,
    check_mark,
    clock_at,
    needs_official_mark,
    official_marks_due,
)
from tournaments.rules.errors import FloorError
from tournaments.rules.structure import Structure

NOON = datetime(2025, 3, 1, 12, tzinfo=UTC)
MINUTE = 60
BREAK = 2

# 0:00 level 1, 0:30 level 2, 1:00 break, 1:15 level 3, 1:45 break, 2:00 level 4 without end.
STRUCTURE = Structure.from_json(
    [
        {"level": 100, "seconds": 1800},
        {"level": 200, "seconds": 1800},
        {"break": 900},
        {"level": 300, "seconds": 1800},
        {"break": 900},
        {"level": 400, "seconds": 1800},
    ]
)


def at(minutes, seconds=0):
    return NOON + timedelta(minutes=minutes, seconds=seconds)


def mark(kind, minutes=0, seconds=0, segment=0):
    return Mark(kind, at(minutes), seconds, segment)


START = mark("start")


def clock(marks, minutes, seconds=0, *, holding=False):
    return clock_at(STRUCTURE, marks, at(minutes, seconds), holding=holding)


def where(state):
    return state.segment, state.elapsed


def test_before_the_start_the_first_level_waits_with_its_full_time():
    state = clock([], 0)
    assert (state.segment, state.kind, state.level, state.point_value) == (0, "level", 1, 100)
    assert (state.elapsed, state.remaining, state.started) == (0, 1800, False)
    assert (state.ends_at, state.next_break_at) == (None, None)
    assert (state.seconds_to_break, state.next_level_value) == (3600, 200)
    assert clock([START], -5) == clock([], -5)


def test_a_running_level():
    state = clock([START], 10)
    assert (state.elapsed, state.remaining, state.ends_at) == (600, 1200, at(30))
    assert (state.seconds_to_break, state.next_break_at) == (50 * MINUTE, at(60))
    assert (state.started, state.paused, state.break_pending) == (True, False, False)
    assert (state.level_ended_at, state.break_official_at) == (None, None)


def test_a_level_ends_at_its_instant_and_not_before():
    assert clock([START], 29, 59).level == 1
    assert clock([START], 30).level == 2
    assert where(clock([START], 30)) == (1, 0)


def test_a_screen_shows_zero_only_when_the_time_is_up():
    state = clock_at(STRUCTURE, [START], at(29, 59) + timedelta(microseconds=1))
    assert (state.elapsed, state.remaining) == (1799, 1)
    assert state.ends_at == at(30)


def test_several_segments_pass_while_nobody_looks():
    assert where(clock([START], 76)) == (3, 60)
    assert where(clock([START], 119, 59)) == (4, 899)
    assert where(clock([START], 120)) == (5, 0)


def test_the_last_level_goes_on_without_end():
    state = clock([START], 60 * 24)
    assert (state.level, state.point_value, state.elapsed) == (4, 400, 22 * 3600)
    assert (state.remaining, state.ends_at, state.next_level_value) == (None, None, None)
    assert (state.seconds_to_break, state.next_break_at) == (None, None)


def test_no_break_follows_after_the_last_one():
    assert clock([START], 106).seconds_to_break is None
    assert clock([START], 61).seconds_to_break == 44 * MINUTE


# --- breaks ------------------------------------------------------------------------------------


def test_a_break_nobody_holds_counts_from_the_end_of_the_level():
    state = clock([START], 64)
    assert (state.kind, state.break_pending, state.remaining) == ("break", False, 11 * MINUTE)
    assert (state.level, state.point_value, state.next_level_value) == (2, 200, 300)
    assert (state.level_ended_at, state.break_official_at) == (at(60), at(60))
    assert state.ends_at == at(75)


def test_a_break_is_pending_while_a_table_plays():
    state = clock([START], 64, holding=True)
    assert (state.kind, state.break_pending, state.segment) == ("break", True, BREAK)
    assert (state.elapsed, state.remaining, state.ends_at) == (0, 900, None)
    assert (state.level, state.point_value, state.next_level_value) == (2, 200, 300)
    assert (state.level_ended_at, state.break_official_at) == (at(60), None)
    assert (state.seconds_to_break, state.next_break_at) == (45 * MINUTE, None)
    assert clock([START], 600, holding=True) == state


def test_holding_means_nothing_before_the_level_ends():
    assert clock([START], 59, 59, holding=True) == clock([START], 59, 59)


def test_a_live_hand_without_fantasyland_leaves_the_break_its_early_start():
    assert clock([START], 62, holding=True).break_pending
    assert clock([START], 63).break_official_at == at(60)


def test_a_live_hand_longer_than_the_break_finds_the_next_level_running():
    assert clock([START], 80, holding=True).break_pending
    assert where(clock([START], 80)) == (3, 5 * MINUTE)


def test_the_last_fantasyland_hand_makes_the_break_official_for_everyone():
    marks = [START, mark("break_official", 68, segment=BREAK)]
    state = clock(marks, 70)
    assert (state.break_official_at, state.level_ended_at) == (at(68), at(60))
    assert (state.elapsed, state.ends_at) == (120, at(83))
    assert where(clock(marks, 83)) == (3, 0)
    assert where(clock(marks, 84)) == (3, 60)


def test_with_a_mark_holding_is_asked_no_more():
    marks = [START, mark("break_official", 68, segment=BREAK)]
    for minutes in (61, 68, 70, 83, 90):
        assert clock(marks, minutes, holding=True) == clock(marks, minutes)
    assert clock(marks, 67, 59).break_pending
    assert not clock(marks, 68).break_pending


def test_the_last_mark_for_a_break_wins():
    marks = [START, mark("break_official", 60, segment=BREAK)]
    assert where(clock(marks, 76)) == (3, 60)
    marks.append(mark("break_official", 74, segment=BREAK))
    assert where(clock(marks, 76)) == (BREAK, 120)
    assert clock(marks, 76).ends_at == at(89)


def test_a_break_is_never_official_before_the_level_ended():
    marks = [START, mark("break_official", 20, segment=BREAK)]
    assert where(clock(marks, 21)) == (0, 21 * MINUTE)
    assert clock(marks, 61).break_official_at == at(60)


def test_every_break_has_its_own_mark():
    marks = [START, mark("break_official", 65, segment=BREAK)]
    assert clock(marks, 111, holding=True).break_pending
    assert clock(marks, 111, holding=True).level_ended_at == at(110)


def test_marks_due_once_the_level_ended_from_its_end():
    assert needs_official_mark(STRUCTURE, [START], at(59, 59)) is None
    due = needs_official_mark(STRUCTURE, [START], at(60))
    assert due == mark("break_official", 60, segment=BREAK)
    assert needs_official_mark(STRUCTURE, [START, due], at(100)) is None


def test_marks_due_for_every_break_nobody_looked_at():
    due = official_marks_due(STRUCTURE, [START], at(300))
    assert [(found.at, found.segment) for found in due] == [(at(60), 2), (at(105), 4)]
    assert official_marks_due(STRUCTURE, [START, *due], at(300)) == ()


def test_hands_of_a_later_level_are_no_holders_once_the_mark_stands():
    assert clock([START], 80, holding=True).break_pending
    due = official_marks_due(STRUCTURE, [START], at(76))
    assert where(clock([START, *due], 80, holding=True)) == (3, 5 * MINUTE)


def test_fantasyland_beyond_the_next_break_leaves_that_break_to_come():
    marks, recorded = [START], at(107)
    assert len(official_marks_due(STRUCTURE, marks, recorded)) == 2
    while (due := needs_official_mark(STRUCTURE, marks, recorded)) is not None:
        marks.append(Mark(due.kind, max(due.at, recorded), segment=due.segment))
    assert marks[1:] == [mark("break_official", 107, segment=BREAK)]
    assert clock(marks, 153, holding=True).break_pending


# --- pause and resume --------------------------------------------------------------------------


def test_paused_time_is_excluded_exactly():
    marks = [START, mark("pause", 10), mark("resume", 25)]
    assert where(clock(marks, 25)) == (0, 600)
    assert clock(marks, 26).ends_at == at(45)


def test_while_paused_nothing_ends():
    state = clock([START, mark("pause", 10)], 500)
    assert (state.paused, state.elapsed, state.remaining) == (True, 600, 1200)
    assert (state.ends_at, state.next_break_at) == (None, None)
    assert state.seconds_to_break == 50 * MINUTE


def test_i44_pause_and_resume_are_idempotent():
    once = [START, mark("pause", 10), mark("resume", 25)]
    twice = [
        START,
        *(mark("resume", 5), mark("pause", 10), mark("pause", 12), mark("start", 13)),
        *(mark("resume", 25), mark("resume", 27)),
    ]
    for minutes in (5, 11, 13, 24, 25, 30, 80):
        assert clock(once, minutes) == clock(twice, minutes)


def test_pause_before_the_start_does_nothing():
    assert clock([mark("pause", -5), START], 10) == clock([START], 10)


def test_pause_and_resume_at_one_instant_in_the_order_recorded():
    marks = [START, mark("pause", 10), mark("resume", 10)]
    assert clock(marks, 10) == clock([START], 10)
    assert clock([START, mark("resume", 10), mark("pause", 10)], 30).paused


def test_a_pause_at_the_end_of_a_level_stands_in_the_next():
    state = clock([START, mark("pause", 30)], 40)
    assert (where(state), state.remaining, state.paused) == ((1, 0), 1800, True)


def test_pause_during_a_break():
    marks = [START, mark("pause", 65), mark("resume", 75)]
    assert where(clock(marks, 70)) == (BREAK, 300)
    assert clock(marks, 80).ends_at == at(85)


def test_pause_while_a_break_is_pending():
    marks = [START, mark("pause", 62), mark("resume", 72)]
    assert clock(marks, 65, holding=True).break_pending
    assert clock(marks, 65, holding=True).paused
    # Nobody held after all: minutes 60 to 62 and from 72 on were break.
    assert where(clock(marks, 75)) == (BREAK, 300)
    official = [*marks, mark("break_official", 66, segment=BREAK)]
    assert clock(official, 65).break_pending
    assert where(clock(official, 75)) == (BREAK, 180)
    assert clock(official, 75).ends_at == at(87)


# --- adjust ------------------------------------------------------------------------------------


def test_adjust_adds_to_the_time_left():
    marks = [START, mark("adjust", 10, seconds=300)]
    assert (clock(marks, 10).elapsed, clock(marks, 10).remaining) == (600, 1500)
    assert where(clock(marks, 36)) == (1, 60)
    assert clock(marks, 9).remaining == 1260


def test_adjust_below_nothing_ends_the_level_now():
    marks = [START, mark("adjust", 10, seconds=-9999)]
    assert where(clock(marks, 10)) == (1, 0)
    assert where(clock(marks, 11)) == (1, 60)


def test_adjust_to_nothing_while_paused_ends_the_level_on_resume():
    marks = [START, mark("pause", 10), mark("adjust", 11, seconds=-1200)]
    state = clock(marks, 15)
    assert (state.segment, state.remaining, state.paused) == (0, 0, True)
    assert where(clock([*marks, mark("resume", 20)], 20)) == (1, 0)


def test_adjust_during_a_break():
    marks = [START, mark("adjust", 70, seconds=300)]
    assert clock(marks, 71).ends_at == at(80)
    assert where(clock(marks, 81)) == (3, 60)


def test_adjust_while_a_break_is_pending_changes_its_length():
    marks = [START, mark("adjust", 65, seconds=300)]
    assert clock(marks, 66, holding=True).remaining == 1200
    official = [*marks, mark("break_official", 68, segment=BREAK)]
    assert clock(official, 69).ends_at == at(88)


def test_adjust_before_the_start_changes_the_first_level():
    assert clock([mark("adjust", -5, seconds=60), START], 0).remaining == 1860


# --- jump --------------------------------------------------------------------------------------


def test_jump_gives_a_segment_its_full_time():
    marks = [START, mark("adjust", 5, seconds=60), mark("jump", 40, segment=0)]
    assert where(clock(marks, 39)) == (1, 8 * MINUTE)
    assert (where(clock(marks, 40)), clock(marks, 40).remaining) == ((0, 0), 1800)


def test_jump_keeps_a_pause():
    state = clock([START, mark("pause", 5), mark("jump", 6, segment=3)], 50)
    assert (where(state), state.paused, state.level) == ((3, 0), True, 3)


def test_jump_back_passes_the_break_anew():
    marks = [START, mark("break_official", 68, segment=BREAK), mark("jump", 80, segment=1)]
    assert clock(marks, 111, holding=True).break_pending
    assert clock(marks, 111).break_official_at == at(110)
    assert clock(marks, 79).segment == BREAK
    due = official_marks_due(STRUCTURE, marks, at(111))
    assert due == (mark("break_official", 110, segment=BREAK),)
    again = [*marks, *due]
    assert where(clock(again, 79)) == (BREAK, 11 * MINUTE)
    assert where(clock(again, 126, holding=True)) == (3, 60)


def test_jump_to_a_break_ends_the_level_there_and_waits_like_any_break():
    marks = [START, mark("jump", 10, segment=BREAK)]
    assert clock(marks, 12).break_official_at == at(10)
    assert clock(marks, 12, holding=True).break_pending
    official = [*marks, mark("break_official", 13, segment=BREAK)]
    assert clock(official, 14, holding=True).ends_at == at(28)


def test_jump_forgets_marks_that_are_due_no_more():
    assert official_marks_due(STRUCTURE, [START, mark("jump", 70, segment=0)], at(80)) == ()


def test_jump_before_the_start_chooses_the_first_segment():
    state = clock([mark("jump", -1, segment=1), START], 1)
    assert (where(state), state.level) == ((1, 60), 2)


# --- instants ----------------------------------------------------------------------------------


def test_a_mark_of_a_slower_server_acts_with_the_one_before_it():
    marks = [START, mark("pause", 10), mark("resume", 9)]
    assert clock(marks, 12) == clock([START], 12)


def test_the_night_the_clocks_change_is_as_long_as_any():
    madrid = ZoneInfo("Europe/Madrid")
    start = datetime(2025, 3, 30, 1, 50, tzinfo=madrid)
    now = datetime(2025, 3, 30, 3, 5, tzinfo=madrid)
    state = clock_at(STRUCTURE, [Mark("start", start)], now)
    assert (state.elapsed, state.ends_at) == (15 * MINUTE, datetime(2025, 3, 30, 1, 20, tzinfo=UTC))


@pytest.mark.parametrize(
    ("make", "code"),
    [
        (lambda: mark("stop"), "clock_unknown_mark"),
        (lambda: Mark("start", datetime(2025, 3, 1)), "clock_naive_instant"),  # noqa: DTZ001
        (lambda: clock_at(STRUCTURE, [], datetime(2025, 3, 1)), "clock_naive_instant"),  # noqa: DTZ001
        (lambda: clock([START, mark("jump", 1, segment=6)], 5), "clock_no_segment"),
        (lambda: check_mark(STRUCTURE, mark("jump", segment=-1)), "clock_no_segment"),
        (lambda: check_mark(STRUCTURE, mark("break_official", segment=1)), "clock_not_a_break"),
        (lambda: Mark.from_json({"kind": "start"}), "clock_mark_shape"),
        (lambda: Mark.from_json([]), "clock_mark_shape"),
        (lambda: Mark.from_json(mark("start").as_json() | {"at": "noon"}), "clock_mark_shape"),
    ],
)
def test_refusals(make, code):
    with pytest.raises(FloorError) as raised:
        make()
    assert raised.value.code == code
    assert str(raised.value)


def test_a_mark_goes_to_json_and_back():
    adjust = Mark("adjust", at(1) + timedelta(microseconds=7), seconds=-30, segment=2)
    assert Mark.from_json(adjust.as_json()) == adjust
    assert adjust.as_json()["at"] == "2025-03-01T12:01:00.000007+00:00"
