"""Position arithmetic of floor 7.4, and the button cases of rules 1.6."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.rules.positions import (
    Position,
    next_button,
    position_alone,
    position_debt,
    position_next,
)

VECTORS = json.loads(Path("tests/vectors/button.json").read_text(encoding="utf-8"))
CASES = [case for case in VECTORS if "overrides" not in case]
KINDS = {2: "first", 0: "middle", 1: "button"}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_the_button_cases(case):
    seats, frozen = case["seats_after"], case["fl_next_hand"]
    assert next_button(case["button"], seats, frozen=frozen) == case["expected"]["button"]
    positions = {
        seat: position_next(seat, case["button"], seats, frozen=frozen).order for seat in seats
    }
    assert sorted(seats, key=positions.get) == case["expected"]["acting_order"]


@pytest.mark.parametrize("button", [1, 2, 3])
@pytest.mark.parametrize("seat", [1, 2, 3])
def test_floor_7_4_seats_by_their_distance_from_the_last_button(button, seat):
    """A newcomer in `seat`, and a player who leaves it, at a table of three."""
    assert position_next(seat, button, [1, 2, 3]).kind == KINDS[(seat - button) % 3]
    assert position_alone(seat, button, 3).kind == KINDS[(seat - button) % 3]


@pytest.mark.parametrize(
    ("seats", "button", "newcomer", "kind"),
    [
        ([1], 1, 2, "button"),
        ([1], 1, 3, "button"),
        ([1], 2, 3, "button"),
        ([1], 3, 2, "first"),
        ([1], 2, 2, "first"),
        ([2], 1, 3, "first"),
    ],
)
def test_heads_up_there_is_no_middle(seats, button, newcomer, kind):
    assert position_next(newcomer, button, [*seats, newcomer]).kind == kind


def test_a_newcomer_beside_a_lone_player_in_fantasyland_finds_the_button_frozen():
    assert position_next(2, 1, [1, 2], frozen=True).kind == "first"
    assert position_next(1, 1, [1, 2], frozen=True).kind == "button"


@pytest.mark.parametrize(
    ("players", "worths"), [(2, [0, 3]), (3, [0, 1, 3]), (4, [0, 1, 2, 3]), (5, [0, 1, 2, 2, 3])]
)
def test_first_is_worth_least_and_the_button_most(players, worths):
    assert [Position(order, players).worth for order in range(1, players + 1)] == worths


@pytest.mark.parametrize(
    ("due", "gets", "debt"),
    [(1, 1, 0), (1, 2, 1), (1, 3, 3), (2, 1, -1), (2, 3, 2), (3, 1, -3), (3, 2, -2)],
)
def test_the_debt_is_signed(due, gets, debt):
    assert position_debt(Position(due, 3), Position(gets, 3)) == debt


def test_no_debt_where_no_hand_was_dealt():
    assert position_debt(Position(1, 3), None) == position_debt(None, Position(3, 3)) == 0


@given(st.sets(st.integers(1, 9), min_size=1), st.integers(1, 9), st.booleans())
def test_everybody_has_a_position_of_his_own(seats, button, frozen):
    found = [position_next(seat, button, seats, frozen=frozen) for seat in seats]
    assert sorted(position.order for position in found) == list(range(1, len(seats) + 1))
    assert {position.players for position in found} == {len(seats)}
