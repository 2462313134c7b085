"""Hands as text, written and read."""

import pytest

from scoring.errors import RuleError
from scoring.layout import Layout
from scoring.notation import format_hand, format_layout, parse_hand, parse_layout
from scoring.presets import preset
from scoring.table import PairValue, apply
from tests.scoring.games import FLUSH, FOUL, PLAIN, rules, table

TEXT = """rules vamos {"cap": "current"}
value 200
button 3
pair 1-2 500
seat 1 stack 41200 QsQd4c-KcKd8s8c3d-AhKh9h5h2h
seat 2 stack 18600 fantasyland 14 As7d2s-TsTh6d5c3c-JsJh9s9d4d
seat 3 stack 27400 owner 1 KsJd6s-7c7h7sAd2d-8h8dQcTd5d!?
"""


def test_a_hand_is_written_as_it_was_read():
    state, sheet = parse_hand(TEXT)
    assert format_hand(state, sheet) == TEXT
    assert state.ruleset == rules(cap="current")
    assert state.pair_values == (PairValue(1, 2, 500),)
    assert (state.seats[1].fantasyland, state.seats[2].owner) == (14, 1)
    assert sheet.layouts[3].declared_foul
    assert sheet.layouts[3].absent


def test_remarks_and_empty_lines_mean_nothing():
    lines = TEXT.replace("value 200", "\n  value   200  # chips a point\n# the second level\n")
    assert parse_hand(lines) == parse_hand(TEXT)


def test_the_examples_of_the_screens():
    """Ana, Boris and Caio: 17, 17 and 6 points, and Ana goes to Fantasyland with 14."""
    state, sheet = table([FLUSH, PLAIN, FOUL], stacks=[41_200, 18_600, 27_400], value=200)
    outcome = apply(*parse_hand(format_hand(state, sheet)))
    assert [one.paid for one in outcome.payments] == [3400, 3400, 1200]
    assert [one.stack for one in outcome.players] == [48_000, 16_400, 22_800]
    assert outcome.player(1).fantasyland_next == 14
    assert outcome.next_button == 3


def test_layouts():
    assert format_layout(FLUSH) == "QsQd4c-KcKd8s8c3d-AhKh9h5h2h"
    assert parse_layout(" --! ") == Layout(declared_foul=True)
    assert parse_layout("--?").absent
    assert parse_layout("10sTh-A9h-").middle == ("Ah", "9h")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "bad_notation"),
        ("QsQd4c", "bad_notation"),
        ("Qs-Qd-4c-5c", "bad_notation"),
        ("--?!", "bad_notation"),
        ("QsQd4c5c--", "row_size"),
        ("Qx--", "bad_card"),
        ("\u0422h--", "cyrillic_letter"),
        ("/t--", "unknown_mark"),
    ],
)
def test_no_layout(text, code):
    with pytest.raises(RuleError) as caught:
        parse_layout(text)
    assert caught.value.code == code
    assert str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("value 200", "value", "bad_notation"),
        ("value 200", "worth 200", "bad_notation"),
        ("value 200", f"value {'9' * 5000}", "bad_notation"),
        ("pair 1-2 500", "pair 1 2 500", "bad_notation"),
        ("{", "{,", "bad_notation"),
        ("vamos", "cash", "bad_ruleset"),
        ("current", "some", "bad_override"),
        ("stack 18600", "chips 18600", "bad_notation"),
        ("Qs", "Qx", "bad_card"),
        ("rules", "# rules", "bad_notation"),
        ("value", "# value", "bad_notation"),
        ("button", "# button", "bad_notation"),
    ],
)
def test_no_hand(old, new, code):
    with pytest.raises(RuleError) as caught:
        parse_hand(TEXT.replace(old, new, 1))
    assert caught.value.code == code
    assert str(caught.value)


def test_the_line_and_an_example_are_named():
    with pytest.raises(RuleError) as caught:
        parse_hand("rules ofc\nvalue x")
    assert str(caught.value) == (
        "Line 2 is not understood: value x. Write it like this: value 200."
    )


def test_a_layout_in_a_hand_is_refused_with_its_seat():
    with pytest.raises(RuleError) as caught:
        parse_hand(TEXT.replace("As7d2s", "As7x2s"))
    assert (caught.value.seat, caught.value.card) == (2, "7x2s")


def test_a_preset_needs_no_settings():
    state, sheet = table([FLUSH, PLAIN], ruleset=preset("two-deck"))
    assert format_hand(state, sheet).startswith("rules two-deck\n")
