"""Every published vector, through the library's contract functions and through its commands."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from scoring.contract import VERBS
from scoring.errors import RuleError
from scoring.evaluate import Category, Combination, combination, strength
from scoring.fantasyland import next_cards, stays
from scoring.layout import Layout, fouled_rows, strengths
from scoring.points import read_board, score_pair
from scoring.presets import preset
from tests.scoring.test_oracle import differences

VECTORS = Path(__file__).parents[1] / "vectors"


def load(name):
    return json.loads((VECTORS / name).read_text())


HANDS = load("hands.json")
BUTTONS = load("button.json")
AUTOPLAYS = load("autoplay.json")
ROYALTIES = load("royalties.json")
EVALUATION = load("evaluation.json")["vectors"]


def ids(vectors):
    return [vector["id"] for vector in vectors]


def of_kind(*kinds):
    found = [vector for vector in EVALUATION if vector["kind"] in kinds]
    return pytest.mark.parametrize("vector", found, ids=ids(found))


def answer(verb, request):
    try:
        return VERBS[verb](request)
    except RuleError as error:
        return {"error": {"code": error.code}}


def button_request(vector):
    return {
        "ruleset": "vamos",
        "overrides": vector.get("overrides", {}),
        "button": vector["button"],
        "seats_after": vector["seats_after"],
        "fantasyland_next": vector["fl_next_hand"],
    }


def autoplay_request(vector):
    at_once = len(vector["deal"][0])
    fantasyland = at_once if at_once > 5 else 0
    return {"ruleset": "vamos", "streets": vector["deal"], "fantasyland": fantasyland}


REQUESTS = [
    *(("settle", one["id"], one["request"], one["expected"]) for one in HANDS),
    *(
        (
            "button",
            one["id"],
            button_request(one),
            {"button": one["expected"]["button"], "order": one["expected"]["acting_order"]},
        )
        for one in BUTTONS
    ),
    *(("autoplay", one["id"], autoplay_request(one), one["expected"]) for one in AUTOPLAYS),
    *(
        ("evaluate", one["id"], {"cards": one["cards"]}, {"royalty": {one["row"]: one["royalty"]}})
        for one in ROYALTIES
    ),
]


@pytest.mark.parametrize(
    ("verb", "name", "request_", "expected"), REQUESTS, ids=[one[1] for one in REQUESTS]
)
def test_contract(verb, name, request_, expected):
    assert not list(differences(expected, answer(verb, request_)))


@pytest.mark.parametrize("verb", VERBS)
def test_commands(verb):
    """The same requests through ``python -m scoring``, one process a verb, answers in order."""
    mine = [one for one in REQUESTS if one[0] == verb]
    lines = "".join(json.dumps(request) + "\n" for _, _, request, _ in mine)
    done = subprocess.run(
        [sys.executable, "-m", "scoring", verb],
        input=lines,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == len(mine)
    for (_, name, _, expected), got in zip(mine, answers, strict=True):
        assert not list(differences(expected, got)), name


@of_kind("five")
def test_five_cards(vector):
    hand = combination(strength(vector["cards"]))
    assert (hand.category.label, list(hand.tiebreak)) == (vector["category"], vector["tiebreak"])
    assert hand.royal == vector["royal_flush"]
    asked = {"cards": vector["cards"], "decks": vector["decks"]}
    royalty = {"middle": vector["royalty_middle"], "bottom": vector["royalty_bottom"]}
    assert answer("evaluate", asked)["royalty"] == royalty


def test_the_one_deck_ranks_are_in_order():
    """Their places among the 7,462 hands sort them as the strengths do, equal ones together."""
    one_deck = [one for one in EVALUATION if one["kind"] == "five" and one["rank7462"]]
    by_strength = {}
    for vector in one_deck:
        by_strength.setdefault(strength(vector["cards"]), set()).add(vector["rank7462"])
    places = [by_strength[value] for value in sorted(by_strength, reverse=True)]
    assert all(len(one) == 1 for one in places)
    assert [min(one) for one in places] == sorted({one["rank7462"] for one in one_deck})


@of_kind("three")
def test_three_cards(vector):
    row = strength(vector["cards"])
    hand = combination(row)
    assert (hand.category.label, list(hand.tiebreak)) == (vector["category"], vector["tiebreak"])
    assert answer("evaluate", {"cards": vector["cards"], "decks": 2})["royalty"] == {
        "top": vector["royalty_top"]
    }
    assert next_cards(preset("vamos"), (row, row, row), 0) == vector["fantasyland_cards"]


@of_kind("compare-5", "compare-3", "compare-3-5")
def test_comparisons(vector):
    asked = {"compare": [vector["a"], vector["b"]], "decks": 2}
    assert answer("evaluate", asked) == {"result": vector["expect"]}
    turned = {"compare": [vector["b"], vector["a"]], "decks": 2}
    assert answer("evaluate", turned) == {"result": -vector["expect"]}


def layout_of(rows):
    return Layout.of(rows["top"], rows["middle"], rows["bottom"])


@of_kind("layout")
def test_layouts(vector):
    rules, layout = preset("vamos"), layout_of(vector)
    rows = strengths(layout)
    board = read_board(rules, 1, layout)
    assert bool(fouled_rows(rows, strict=False)) == board.foul == vector["foul"]
    assert list(board.royalties) == vector["royalties"]
    if not board.foul:
        assert next_cards(rules, rows, 0) == vector["fantasyland_entry_cards"]
        assert stays(rules, rows) == vector["fantasyland_stays"]


@of_kind("pair")
def test_pairs(vector):
    rules = preset("vamos")
    first, second = (
        read_board(rules, seat, layout_of(vector[name]))
        for seat, name in ((1, "first"), (2, "second"))
    )
    score = score_pair(rules, first, second)
    assert score.points == vector["points_first"]
    if not first.foul and not second.foul:
        assert list(score.rows) == vector["rows"]


ACCEPTED = {
    "reject-003": "ten may be written 10",
    "reject-009": "letters may be small or large",
}


@of_kind("reject")
def test_rejected_rows(vector):
    decks = 2 if vector["id"] == "reject-010" else 1
    got = answer("evaluate", {"cards": vector["cards"], "decks": decks})
    assert ("error" not in got) == (vector["id"] in ACCEPTED), got


def test_a_royal_flush_is_the_best_straight_flush():
    assert Combination(Category.STRAIGHT_FLUSH, (14,)).royal
    assert not Combination(Category.STRAIGHT, (14,)).royal
