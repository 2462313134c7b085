"""Naturals by agreement: what each one is, what it pays, and what two of them are worth."""

import pytest

from scoring.naturals import natural_points
from scoring.notation import parse_layout
from scoring.tariff import Naturals
from tests.scoring.games import DEAD, FLUSH, PLAIN, rules, score

DRAGON = "4c3d2h-9s8d7c6d5h-AsKdQcJhTs"
PAIRS = "QsQd4c-KcKd8s8c3d-AhAd9h9c3s"
QUADS_AND_PAIRS = "4s4dKc-7c7d8s8cAd-9s9h9d9cAs"
TRIPS_AND_PAIRS = "4s4d2c-7c7d8s8c3d-AhAdAs2h3s"
STRAIGHTS = "QsKdAc-5c4d3s2cAd-9h8d7h6c5s"
WHEEL_TOP = "As2d3c-9c8d7s6c5d-KhQdJhTc9s"
FLUSHES = "9s7s2s-KcTc8c4c3c-AhKh9h5h2h"
STRAIGHT_FLUSHES = "4s3s2s-9c8c7c6c5c-AhKhQhJhTh"

PRICES = Naturals(dragon=13, six_pairs=3, three_straights=4, three_flushes=5)


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        (DRAGON, 13),
        (PAIRS, 3),
        (QUADS_AND_PAIRS, 3),
        (TRIPS_AND_PAIRS, 3),
        (STRAIGHTS, 4),
        (WHEEL_TOP, 4),
        (FLUSHES, 5),
        (STRAIGHT_FLUSHES, 13),
        ("KsKdAc-5c4d3s2cAd-9h8d7h6c5s", 0),
        ("KsAd2c-5c4d3s2hAh-9h8d7h6c5s", 0),
        ("QsQd4c-KcKd8s8c3d-AhKh9h5h2h", 0),
        ("QsQd4c--", 0),
    ],
)
def test_the_dearest_natural_of_thirteen_cards(cards, points):
    assert natural_points(PRICES, parse_layout(cards)) == points


def test_a_natural_that_is_not_played_counts_nothing():
    layout = parse_layout(STRAIGHT_FLUSHES)
    assert natural_points(Naturals(three_straights=4), layout) == 4
    assert natural_points(Naturals(six_pairs=3), layout) == 0


def points(layouts, naturals):
    ruleset = rules("two-deck-ofc", naturals=naturals)
    return [player.points for player in score(layouts, ruleset=ruleset).players]


def test_a_natural_pays_flat_and_before_a_foul():
    fouled = parse_layout("KhKdAc-QsQd8s8c3d-9h9c3sAh4c")
    assert points([fouled, FLUSH], {"six_pairs": 3}) == [3, -3]
    assert points([fouled, FLUSH], {}) == [-17, 17]


def test_two_naturals_cancel_whatever_they_are():
    pairs, flushes = parse_layout(PAIRS), parse_layout(FLUSHES)
    both = {"six_pairs": 3, "three_flushes": 5}
    assert points([pairs, flushes], both) == [0, 0]
    assert points([pairs, flushes], {"three_flushes": 5}) == [-5, 5]


def test_a_declared_foul_holds_no_natural():
    assert points([DEAD, PLAIN], {"six_pairs": 3}) == [-6, 6]


def test_naturals_are_written_and_read():
    assert Naturals.from_json(PRICES.as_json()) == PRICES
    assert PRICES.best == 13
    assert Naturals().as_json() == {}
    with pytest.raises(ValueError, match="three_flushes"):
        Naturals.from_json({"tiger": 3})
