"""Final table, hand for hand, and redraws."""

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.rules.errors import FloorError
from tournaments.rules.late import final_table_due, hand_for_hand_due, redraw, redraw_due
from tournaments.rules.reserved import plan_tables


@pytest.mark.parametrize(
    ("players", "tables", "most", "due"),
    [
        (3, 2, 3, True),
        (3, 1, 3, False),
        (4, 2, 3, False),
        (2, 2, 3, True),
        (4, 2, 4, True),
        (1, 1, 3, False),
    ],
)
def test_the_final_table_is_one_full_table(players, tables, most, due):
    assert final_table_due(players, tables, most) is due


@pytest.mark.parametrize(
    ("players", "most", "due"), [(4, 3, True), (5, 3, False), (3, 2, False), (5, 4, True)]
)
def test_hand_for_hand_one_before_the_final_table_where_two_tables_can_play(players, most, due):
    assert hand_for_hand_due(players, most) is due


@pytest.mark.parametrize(
    ("before", "after", "point"),
    [(25, 24, 24), (24, 23, None), (26, 22, 24), (13, 11, 12), (25, 6, 6), (6, 5, None)],
)
def test_a_redraw_point_is_passed_once(before, after, point):
    assert redraw_due(before, after, (24, 12, 6)) == point


@settings(deadline=None)
@given(st.sets(st.integers(1, 99), max_size=30), st.integers(2, 4), st.integers())
def test_everybody_gets_a_seat_at_the_tables_named(entries, most, seed):
    needed = len(plan_tables(len(entries), most))
    tables = list(range(50, 50 + needed))
    drawn = redraw(sorted(entries), most, random.Random(seed), tables=tables)
    assert sorted(found.entry for found in drawn) == sorted(entries)
    assert len({found[1:] for found in drawn}) == len(entries)
    count = Counter(found.table for found in drawn)
    assert [count[number] for number in tables] == plan_tables(len(entries), most)
    again = redraw(sorted(entries, reverse=True), most, random.Random(seed), tables=tables)
    assert again == drawn


def test_without_table_numbers_they_count_from_one():
    assert {found.table for found in redraw(range(1, 7), 3, random.Random(1))} == {1, 2}


@pytest.mark.parametrize(
    ("how", "code"),
    [
        ({"fantasyland": [2, 9]}, "redraw_fantasyland"),
        ({"tables": [4, 4]}, "moves_table_twice"),
        ({"tables": [4]}, "draw_too_few_seats"),
    ],
)
def test_what_cannot_be_redrawn(how, code):
    with pytest.raises(FloorError) as raised:
        redraw([1, 2, 3, 4], 3, random.Random(1), **how)
    assert raised.value.code == code
    if code == "draw_too_few_seats":
        assert raised.value.params == {"entries": 4, "seats": 3}
    assert "{" not in str(raised.value)
