"""Figures that follow a stack: the curve on a player's page and what a level did to him."""

import pytest

from tables.selectors import level_changes
from tests.factories import SHEETS, STACK, Floor
from tests.tables.test_corrections import approve, correct, stacks
from web.player import player_of

pytestmark = pytest.mark.django_db


def rises(floor: Floor) -> dict[int, int]:
    """What the level did to everybody; who did not move is left out."""
    return {number: chips for number, chips in level_changes(floor.event, 1).items() if chips}


def won(floor: Floor) -> dict[int, int]:
    return {number: chips - STACK for number, chips in stacks(floor).items() if chips != STACK}


def test_a_correction_moves_the_curve_and_the_level():
    floor = Floor.running(players=3)
    floor.play(SHEETS["flush"])
    floor.play(SHEETS["flush"])
    before = won(floor)
    assert rises(floor) == before
    correct(floor, "one fouls")
    assert won(floor) != before
    assert rises(floor) == won(floor)
    for number, stack in stacks(floor).items():
        curve = player_of(floor.event, number).curve
        assert curve is not None
        assert curve.most >= max(stack, STACK)
        assert curve.least <= min(stack, STACK)


def test_a_voided_hand_leaves_nothing_of_itself():
    floor = Floor.running(players=3)
    floor.play(SHEETS["flush"])
    floor.do("hand.void", table=1, hand=1, reason="a card too many")
    assert won(floor) == rises(floor) == {}


def test_a_hand_taken_back_is_not_in_the_curve():
    floor = Floor.running(players=3)
    floor.play(SHEETS["flush"])
    curves = [player_of(floor.event, number).curve for number in (1, 2, 3)]
    floor.play(SHEETS["big win"])
    floor.do("hand.undo", table=1, hand=2)
    assert [player_of(floor.event, number).curve for number in (1, 2, 3)] == curves


def test_who_came_from_a_flight_or_bought_an_add_on_begins_where_he_began():
    floor = Floor(registration_level=1)
    prices = {"currency": "EUR", "buy_in": 100, "add_on": 100, "add_on_chips": 5_000}
    floor.do("event.prices", prices=prices)
    floor.do("event.publish")
    floor.register("Ana", "Boris")
    floor.do("seat.draw")
    floor.do("event.start")
    floor.do("entry.add_on", entry=1)
    floor.play(SHEETS["even"])
    curve = player_of(floor.event, 1).curve
    assert curve is not None
    assert (curve.least, curve.most) == (STACK, STACK + 5_000)
    assert rises(floor) == {}, "what is bought was not won"


def test_a_penalty_counts_in_its_level():
    floor = Floor.running(players=3)
    floor.play(SHEETS["flush"])
    answer = floor.do("penalty.give", entry=1, points=3, reason="he was told twice")
    if answer["state"] == "waiting":
        approve(floor, answer)
    assert rises(floor) == won(floor)
