"""States and sheets, and what `verify` says about them beyond the hand contract."""

import pytest

from scoring.button import acting_order, dealt_in
from scoring.errors import RuleError
from scoring.layout import Layout
from scoring.table import Sheet, verify
from tests.scoring.games import DEAD, FLUSH, PLAIN, rules, table


def refusal(state, sheet):
    with pytest.raises(RuleError) as caught:
        verify(state, sheet)
    return caught.value


def test_a_sheet_has_a_layout_for_every_seat():
    state, sheet = table([FLUSH, PLAIN])
    missing = refusal(state, Sheet({1: FLUSH}))
    assert (missing.code, missing.seat) == ("bad_seat", 2)
    assert "is missing" in str(missing)
    unknown = refusal(state, Sheet({**sheet.layouts, 5: DEAD}))
    assert (unknown.code, unknown.seat) == ("bad_seat", 5)


def test_layouts_in_json():
    assert FLUSH.as_json() == {
        "top": ["Qs", "Qd", "4c"],
        "middle": ["Kc", "Kd", "8s", "8c", "3d"],
        "bottom": ["Ah", "Kh", "9h", "5h", "2h"],
    }
    marked = Layout.of([], [], ["2c"], declared_foul=True, absent=True)
    assert marked.as_json() == {
        "top": [],
        "middle": [],
        "bottom": ["2c"],
        "declared_foul": True,
        "absent": True,
    }


def test_layouts_take_any_spelling_and_refuse_the_rest():
    assert Layout.of(["10H", "qd"], [], []).top == ("Th", "Qd")
    with pytest.raises(RuleError) as caught:
        Layout.of([], ["Qh", "1h"], [])
    error = caught.value
    assert (error.code, error.row, error.card, error.seat) == ("bad_card", "middle", "1h", None)
    assert error.at(3).seat == 3


def test_acting_order_goes_clockwise_from_the_left_of_the_button():
    assert acting_order(3, [5, 1, 3]) == (5, 1, 3)
    assert acting_order(4, [5, 1, 3]) == (5, 1, 3)
    assert acting_order(9, [5, 1, 3]) == (1, 3, 5)


def test_the_button_sits_out_only_from_four_players_on():
    sitting = rules(button_sits_out=True)
    assert dealt_in(sitting, 2, [1, 2, 3]) == (3, 1, 2)
    assert dealt_in(sitting, 2, [1, 2, 3, 4]) == (3, 4, 1)
    assert dealt_in(sitting, 9, [1, 2, 3, 4]) == (1, 2, 3, 4)
    assert dealt_in(rules("ofc"), 2, [1, 2, 3, 4]) == (3, 4, 1, 2)


def test_the_button_plays_where_it_does_not_sit_out():
    state, sheet = table([FLUSH, PLAIN], button=3)
    assert refusal(state, sheet).code == "bad_button"
    state, sheet = table([FLUSH, PLAIN], button=3, ruleset=rules(button_sits_out=True))
    assert refusal(state, sheet).code == "bad_button"
