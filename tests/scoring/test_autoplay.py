"""The hand of a player who is not there (Vamos rules, absent players)."""

import pytest

from scoring.autoplay import autoplay
from scoring.errors import RuleError
from scoring.layout import Layout
from tests.scoring.games import rules

STREETS = [
    ["2c", "7d", "Ks", "9h", "4s"],
    ["Ah", "3d", "Qc"],
    ["8c", "8h", "5s"],
    ["Jd", "6c", "10s"],
    ["5h", "2s", "Kd"],
]


def refusal(*args, **more):
    with pytest.raises(RuleError) as caught:
        autoplay(rules(), *args, **more)
    return caught.value.code


def test_a_player_who_leaves_keeps_what_he_laid():
    laid = Layout(("As",), ("Kc", "Qd"), ("9c", "Td"))
    done = autoplay(rules(), STREETS[1:], layout=laid)
    assert done.layout.bottom == ("9c", "Td", "Ah", "3d", "8c")
    assert done.layout.middle == ("Kc", "Qd", "8h", "Jd", "6c")
    assert done.layout.top == ("As", "5h", "2s")
    assert done.discards == ("Qc", "5s", "Ts", "Kd")
    assert done.foul is True


def test_he_may_leave_in_the_middle_of_a_street():
    """He laid one of the three cards: of the other two the first is laid for him."""
    laid = Layout((), ("Ac",), ("9c", "3c", "Jh", "6h", "Ts"))
    done = autoplay(rules(), [["Qh", "Qs"]], layout=laid)
    assert done.layout.middle == ("Ac", "Qh")
    assert done.discards == ("Qs",)


def test_nothing_dealt_is_nothing_laid():
    done = autoplay(rules(), [])
    assert (done.layout, done.discards, done.foul) == (Layout(), (), None)


def test_single_cards():
    cards = [
        ["2c", "7d", "Ks", "9h", "4s"],
        *([card] for card in ["Ah", "3d", "Qc", "8c", "8h", "5s", "Jd", "6c"]),
    ]
    done = autoplay(rules("ofc"), cards)
    assert done.discards == ()
    assert done.layout.top == ("5s", "Jd", "6c")
    assert done.foul


def test_fantasyland_is_one_street():
    fourteen = ["As", "Ah", "7d", "7c", "2s", "Kd", "Kc", "9s", "6d", "4c", "Jd", "8c", "5h", "Tc"]
    done = autoplay(rules(), [fourteen], fantasyland=14)
    assert done == autoplay(rules(), [fourteen])
    assert (done.layout.top, done.discards, done.foul) == (("Jd", "8c", "5h"), ("Tc",), False)


def test_strict_games_look_at_equal_rows():
    straights = [
        ["9c", "8d", "7s", "6h", "5c", "9s", "8h", "7c", "6d", "5h", "Kd", "7h", "2d", "3d"]
    ]
    assert not autoplay(rules(), straights).foul
    assert autoplay(rules(strict_rows=True), straights).foul


def test_refused():
    assert refusal([["2c", "7d"]]) == "bad_street"
    assert refusal([*STREETS, ["As", "Ac", "Ad"]]) == "bad_street"
    assert refusal([["2c", "7d", "Ks", "9h", "2c"]]) == "duplicate_card"
    assert refusal([["2c", "7d", "Ks", "9h", "4x"]]) == "bad_card"
    assert refusal([], fantasyland=13) == "bad_fantasyland"
    assert refusal([["2c"] * 13]) == "duplicate_card"
    assert refusal([], layout=Layout(("2c", "3c", "4c", "5c"))) == "row_size"
    assert refusal(STREETS[1:], layout=Layout((), (), ("As", "Ac", "Ad"))) == "bad_street"


def test_the_street_is_named():
    with pytest.raises(RuleError) as caught:
        autoplay(rules(), [STREETS[0], ["Ah", "3d"]])
    assert str(caught.value) == (
        "Street 2 deals 3 cards, not 2. Give the cards in the order they were dealt."
    )
