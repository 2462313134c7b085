"""The hand contract on standard input: requests read strictly, errors by code, lines in order."""

import json
import runpy
import subprocess
import sys

import pytest

import scoring.__main__
from scoring.__main__ import answer_line, explain_line, main
from scoring.contract import VERBS
from scoring.errors import TEMPLATES, RuleError

CODES = {
    "bad_json",
    "bad_request",
    "bad_ruleset",
    "bad_override",
    "bad_point_value",
    "bad_stack",
    "bad_seat",
    "bad_button",
    "too_few_players",
    "too_many_players",
    "bad_card",
    "duplicate_card",
    "row_size",
    "incomplete_layout",
    "bad_fantasyland",
}


def player(seat, /, **changes):
    rows = {
        1: (["Qs", "Qd", "4c"], ["Kc", "Kd", "8s", "8c", "3d"], ["Ah", "Kh", "9h", "5h", "2h"]),
        2: (["As", "7d", "2s"], ["Ts", "Th", "6d", "5c", "3c"], ["Js", "Jh", "9s", "9d", "4d"]),
        3: (["Ks", "Jd", "6s"], ["7c", "7h", "7s", "Ad", "2d"], ["8h", "8d", "Qc", "Td", "5d"]),
        4: (["Ac", "2c", "3h"], ["4h", "4s", "5s", "6c", "6h"], ["9c", "Tc", "Jc", "Qh", "3s"]),
    }[min(seat, 4)]
    top, middle, bottom = rows
    base = {"seat": seat, "stack": 9000, "fantasyland": 0}
    return base | {"top": top, "middle": middle, "bottom": bottom} | changes


def request(*players, **changes):
    base = {"ruleset": "vamos", "point_value": 100, "button": 2}
    return base | {"players": list(players or (player(1), player(2)))} | changes


def without(request_, name):
    return {key: value for key, value in request_.items() if key != name}


def error(verb, request_):
    answer = json.loads(answer_line(VERBS[verb], json.dumps(request_).encode()))
    assert set(answer) == {"error"}, answer
    assert answer["error"]["message"]
    assert "{" not in answer["error"]["message"]
    return answer["error"]


BAD = [
    ("bad_request", []),
    ("bad_request", "x"),
    ("bad_request", None),
    *(
        ("bad_request", without(request(), name))
        for name in ("ruleset", "point_value", "button", "players")
    ),
    *(
        ("bad_request", request(without(player(1), name), player(2)))
        for name in ("seat", "stack", "top", "middle", "bottom")
    ),
    ("bad_request", request(colour="red")),
    ("bad_request", request(player(1, name="Ana"), player(2))),
    ("bad_request", request(ruleset=3)),
    ("bad_request", request(overrides=[])),
    ("bad_request", request(players={})),
    ("bad_request", request(players=[3])),
    ("bad_request", request(point_value="100")),
    ("bad_request", request(point_value=True)),
    ("bad_request", request(button=None)),
    ("bad_request", request(player(1, stack="9000"), player(2))),
    ("bad_request", request(player(1, declared_foul="yes"), player(2))),
    ("bad_request", request(player(1, top="QsQd4c"), player(2))),
    ("bad_request", request(player(1, top=["Qs", "Qd", 4]), player(2))),
    ("bad_request", request(pair_values=[])),
    ("bad_request", request(pair_values={"1+2": 5})),
    ("bad_request", request(pair_values={"1-2-3": 5})),
    ("bad_request", request(pair_values={"1-2": "5"})),
    ("bad_ruleset", request(ruleset="cash")),
    ("bad_override", request(overrides={"cap": "all"})),
    ("bad_override", request(overrides={"colour": "red"})),
    ("bad_override", request(overrides={"max_players": 4})),
    ("bad_point_value", request(point_value=0)),
    ("bad_point_value", request(point_value=-5)),
    ("bad_point_value", request(point_value=0.5)),
    ("bad_point_value", request(point_value=10**12 + 1)),
    ("bad_point_value", request(pair_values={"1-2": 0})),
    ("bad_stack", request(player(1, stack=0), player(2))),
    ("bad_stack", request(player(1, stack=1.5), player(2))),
    ("bad_seat", request(player(1, seat=0), player(2))),
    ("bad_seat", request(player(1, seat=1.5), player(2))),
    ("bad_seat", request(player(1), player(2, seat=1), button=1)),
    ("bad_seat", request(player(1, owner=5), player(2))),
    ("bad_seat", request(player(1, owner=2), player(2, owner=1))),
    ("bad_seat", request(player(1, owner=1.0), player(2))),
    ("bad_seat", request(pair_values={"1-7": 5})),
    ("bad_button", request(button=9)),
    ("bad_button", request(button=0)),
    ("bad_button", request(button=1.5)),
    ("too_few_players", request(player(1), button=1)),
    ("too_few_players", request(player(1), player(2, owner=1), button=1)),
    ("too_few_players", request(players=[])),
    ("too_many_players", request(*map(player, (1, 2, 3, 4)))),
    ("bad_card", request(player(1, top=["Qs", "Qd", "4x"]), player(2))),
    ("bad_card", request(player(1, top=["Qs", "Qd", ""]), player(2))),
    ("bad_card", request(player(1, top=["Qs", "Qd", "cc"]), player(2))),
    ("bad_card", request(player(1, top=["Qs", "Qd", "1c"]), player(2))),
    ("bad_card", request(player(1, top=["Qs", "Qd", "4\u0441"]), player(2))),
    ("duplicate_card", request(player(1), player(2, top=["As", "7d", "Qs"]))),
    ("row_size", request(player(1, top=["Qs", "Qd", "4c", "5c"]), player(2))),
    ("incomplete_layout", request(player(1, top=["Qs", "Qd"]), player(2))),
    ("incomplete_layout", request(player(1, top=[], absent=True), player(2))),
    ("bad_fantasyland", request(player(1, fantasyland=13), player(2))),
    ("bad_fantasyland", request(player(1, fantasyland=-14), player(2))),
    ("bad_fantasyland", request(player(1, fantasyland=14.0), player(2))),
    ("bad_fantasyland", request(player(1, fantasyland=13), player(2), ruleset="aria-2013")),
]


@pytest.mark.parametrize(("code", "asked"), BAD)
def test_bad_hands(code, asked):
    assert error("settle", asked)["code"] == code


def test_every_code_of_the_contract_is_tested_and_has_its_sentence():
    assert {code for code, _ in BAD} | {"bad_json"} == CODES
    assert set(TEMPLATES) >= CODES


def test_a_duplicate_names_card_seat_and_row():
    asked = request(player(1), player(2, top=["As", "7d", "Qs"]))
    found = error("settle", asked)
    assert (found["seat"], found["row"], found["card"]) == (2, "top", "Qs")
    assert found["message"] == (
        "Qs is already in the top row of seat 1. Move it, or choose another card for seat 2."
    )


def test_two_decks_refuse_the_third_copy():
    cards = {"top": ["Qs", "Qs", "4c"]}
    good = request(player(1, **cards), player(2), ruleset="two-deck")
    assert "error" not in VERBS["settle"](good)
    bad = request(player(1, **cards), player(2, top=["As", "7d", "Qs"]), ruleset="two-deck")
    assert error("settle", bad)["seat"] == 2


def test_a_bad_card_names_its_place():
    found = error("settle", request(player(1), player(2, top=["Td", "7d", "Zz"])))
    assert (found["seat"], found["row"], found["card"]) == (2, "top", "Zz")


def test_rows_are_named():
    long = error("settle", request(player(1, bottom=["Ah"] * 6), player(2)))
    assert (long["seat"], long["row"]) == (1, "bottom")
    short = error("settle", request(player(1, middle=["Kc"]), player(2)))
    assert (short["seat"], short["row"]) == (1, "middle")


def test_thirteen_cards_in_the_wrong_rows():
    asked = request(
        player(1, top=["Qs", "Qd"], middle=["4c", "Kc", "Kd", "8s", "8c", "3d"]), player(2)
    )
    found = error("settle", asked)
    assert (found["code"], found["row"]) == ("row_size", "middle")


def test_a_declared_foul_may_be_short_but_not_long():
    short = request(player(1, top=[], declared_foul=True), player(2))
    assert VERBS["settle"](short)["players"][0]["foul"]
    long = request(player(1, top=["Qs", "Qd", "4c", "5c"], declared_foul=True), player(2))
    assert error("settle", long)["code"] == "row_size"


def test_what_may_be_left_out():
    slim = without(player(1), "fantasyland")
    assert VERBS["settle"](request(slim, player(2))) == VERBS["settle"](request())


def test_the_largest_stakes():
    asked = request(player(1, stack=10**12), player(2), point_value=10**12)
    assert VERBS["settle"](asked)["payments"][0]["due"] == 17 * 10**12


def test_spellings():
    typed = player(2, middle=["10s", "tH", "6D", "5c", "3C"])
    assert VERBS["settle"](request(player(1), typed)) == VERBS["settle"](request())


def test_discrepancies():
    foul = player(3, seat=2)
    answer = VERBS["settle"](request(player(1), foul))
    assert [one["code"] for one in answer["discrepancies"]] == ["foul_swapped"]
    assert answer["discrepancies"][0]["seat"] == 2


def test_layouts_that_nobody_played():
    absent = player(1, top=[], middle=[], bottom=[], absent=True)
    dead = VERBS["settle"](request(absent, player(2), overrides={"absent": "dead_3"}))
    assert dead["players"][0]["points"] == -3
    assert dead["discrepancies"] == []


def test_pair_values():
    answer = VERBS["settle"](request(pair_values={"2-1": 7}))
    assert answer["payments"][0]["due"] == 17 * 7


@pytest.mark.parametrize(
    ("code", "changes"),
    [
        ("bad_seat", {"seats_after": [1, 1]}),
        ("bad_seat", {"seats_after": [0, 1]}),
        ("bad_seat", {"seats_after": [1.5, 1]}),
        ("bad_button", {"button": 0}),
        ("too_few_players", {"seats_after": []}),
        ("bad_request", {"seats_after": 3}),
        ("bad_request", {"seats_after": ["1"]}),
        ("bad_request", {"seats_after": [True]}),
        ("bad_request", {"fantasyland_next": 1}),
        ("bad_request", {"more": 1}),
        ("bad_ruleset", {"ruleset": "x"}),
    ],
)
def test_bad_buttons(code, changes):
    base = {"ruleset": "vamos", "button": 1, "seats_after": [1, 2, 3], "fantasyland_next": False}
    assert error("button", base | changes)["code"] == code


def test_the_button_may_be_at_an_empty_seat():
    asked = {"ruleset": "vamos", "button": 2, "seats_after": [1, 3], "fantasyland_next": True}
    assert VERBS["button"](asked) == {"button": 1, "order": [3, 1]}
    assert VERBS["button"](asked | {"seats_after": [5]}) == {"button": 5, "order": [5]}


def test_auto_play_with_cards_laid_before():
    asked = {
        "ruleset": "vamos",
        "streets": [["Ah", "3d", "Qc"]],
        "layout": {"top": [], "middle": [], "bottom": ["2c", "7d", "Ks", "9h", "4s"]},
    }
    answer = VERBS["autoplay"](asked)
    assert answer["middle"] == ["Ah", "3d"]
    assert answer["foul"] is None


@pytest.mark.parametrize(
    ("code", "changes"),
    [
        ("bad_request", {"streets": None}),
        ("bad_request", {"streets": ["2c"]}),
        ("bad_request", {"streets": [["2c", 3]]}),
        ("bad_request", {"layout": []}),
        ("bad_request", {"layout": {"top": []}}),
        ("bad_request", {"fantasyland": "14"}),
        ("bad_card", {"layout": {"top": ["x"], "middle": [], "bottom": []}}),
        ("bad_card", {"streets": [["x"] * 5]}),
        ("bad_fantasyland", {"fantasyland": 20}),
        ("bad_street", {"streets": [["2c"]]}),
    ],
)
def test_bad_auto_play(code, changes):
    assert error("autoplay", {"ruleset": "vamos", "streets": []} | changes)["code"] == code


def test_evaluate():
    assert VERBS["evaluate"]({"cards": ["2c", "2d", "2h", "2s", "3c"], "decks": 1}) == {
        "category": "four of a kind",
        "tiebreak": [2, 3],
        "royalty": {"middle": 20, "bottom": 10},
    }
    trips = {"cards": ["2c", "2d", "2h", "5s", "3c"], "ruleset": "aria-2013"}
    assert VERBS["evaluate"](trips)["royalty"]["middle"] == 0
    assert VERBS["evaluate"]({"cards": ["Qh", "Qd", "7c"]})["royalty"] == {"top": 7}
    rows = [["Qh", "Qd", "7c"], ["Qs", "Qc", "6d", "5h", "4s"]]
    assert VERBS["evaluate"]({"compare": rows}) == {"result": 1}


@pytest.mark.parametrize(
    ("code", "asked"),
    [
        ("bad_request", {}),
        ("bad_request", {"cards": "Qh"}),
        ("bad_request", {"compare": [["Qh", "Qd", "7c"]]}),
        ("bad_request", {"cards": ["Qh", "Qd", "7c"], "decks": "1"}),
        ("bad_request", {"cards": ["Qh", "Qd", "7c"], "decks": 3}),
        ("bad_card", {"cards": ["Qh", "Qd", "7"]}),
        ("row_size", {"cards": ["Qh", "Qd"]}),
        ("row_size", {"compare": [["Qh", "Qd", "7c"], []]}),
        ("duplicate_card", {"cards": ["Qh", "Qh", "7c"]}),
        ("duplicate_card", {"cards": ["Qh", "Qh", "Qh"], "decks": 2}),
    ],
)
def test_bad_rows(code, asked):
    assert error("evaluate", asked)["code"] == code


def run(verb, text):
    return subprocess.run(
        [sys.executable, "-m", "scoring", *verb],
        input=text,
        capture_output=True,
        check=False,
    )


LINES = [
    b"{",
    b"",
    b"\xff\xfe",
    b"[" * 100_000,
    b'{"ruleset": "\\ud800"}',
    b"1" * 5000,
    json.dumps(request()).encode(),
]


def test_a_bad_line_gets_its_answer_and_stops_nothing():
    done = run(["settle"], b"\n".join(LINES))
    assert done.returncode == 0, done.stderr
    answers = [json.loads(line) for line in done.stdout.decode().splitlines()]
    codes = [answer.get("error", {}).get("code") for answer in answers]
    assert codes == ["bad_json"] * 4 + ["bad_ruleset", "bad_json", None]


@pytest.mark.parametrize("arguments", [[], ["score"], ["settle", "more"]])
def test_a_verb_is_needed(arguments, capsys):
    assert main(arguments) == 2
    assert "usage" in capsys.readouterr().err


def test_explain_in_plain_english():
    done = run(["explain"], json.dumps(request()).encode() + b"\nx\n")
    text = done.stdout.decode()
    assert done.returncode == 0
    assert "Seat 1 wins the top row: a pair of queens over ace high." in text
    assert text.endswith("This line is not JSON. Write one JSON object a line.\n\n")


class Pipe:
    """Standard input or output in bytes, for running the command in this process."""

    def __init__(self, lines=()):
        self.buffer = self
        self.lines = list(lines)

    def __iter__(self):
        return iter(self.lines)

    def write(self, text):
        self.lines.append(text)


@pytest.mark.parametrize("verb", ["settle", "explain"])
def test_main(monkeypatch, verb):
    out = Pipe()
    monkeypatch.setattr(sys, "stdin", Pipe([json.dumps(request()).encode(), b"x"]))
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "argv", ["scoring", verb])
    with pytest.raises(SystemExit) as done:
        runpy.run_path(scoring.__main__.__file__, run_name="__main__")
    assert done.value.code == 0
    assert len(out.lines) == 2


def test_explain_lines_end_with_an_empty_one():
    assert explain_line(json.dumps(request()).encode()).endswith("\n")
    assert explain_line(json.dumps(request(button=9)).encode()).startswith("The button cannot")


def test_errors_can_be_placed_later():
    placed = RuleError("row_size", row="top", count=4, size=3).at(2)
    assert (placed.seat, placed.row) == (2, "top")
    assert str(placed).startswith("The top row of seat 2 has 4 cards")
