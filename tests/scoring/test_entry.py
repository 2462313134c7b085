"""What dealers type: the keyboard grammar of the entry screen, one string after the other."""

import pytest

from scoring.entry import parse_entries, parse_entry, read_cards
from scoring.errors import RuleError

FULL = "AK952h kckd8s8c3d qsqd4c"


def rows(text):
    entry = parse_entry(text)
    return [
        " ".join(card or "-" for card in row) for row in (entry.bottom, entry.middle, entry.top)
    ]


READ = [
    (FULL, ["Ah Kh 9h 5h 2h", "Kc Kd 8s 8c 3d", "Qs Qd 4c"]),
    ("AK952hkckd8s8c3dqsqd4c", ["Ah Kh 9h 5h 2h", "Kc Kd 8s 8c 3d", "Qs Qd 4c"]),
    ("Ah|Kh|9h, 5h 2h", ["Ah Kh 9h 5h 2h", "", ""]),
    ("qhqs3d", ["Qh Qs 3d", "", ""]),
    ("10s", ["Ts", "", ""]),
    ("ts TS tS", None),
    ("10h10s", ["Th Ts", "", ""]),
    ("A10h", ["Ah Th", "", ""]),
    ("10AJ♠", ["Ts As Js", "", ""]),
    ("A♠K♥Q♦J♣", ["As Kh Qd Jc", "", ""]),
    ("A♠\ufe0f K♥\ufe0f", ["As Kh", "", ""]),
    ("AKS qD", ["As Ks Qd", "", ""]),
    ("/t qsqd4c", ["", "", "Qs Qd 4c"]),
    ("/m kc /b Ah /T qs", ["Ah", "Kc", "Qs"]),
    ("/m kckd8s8c3d qs", ["", "Kc Kd 8s 8c 3d", "Qs"]),
    ("/t qsqd4c Ah", ["Ah", "", "Qs Qd 4c"]),
    ("AK952h - kc", ["Ah Kh 9h 5h 2h", "- Kc", ""]),
    ("/t--4c", ["", "", "- - 4c"]),
    ("-----", ["- - - - -", "", ""]),
    ("", ["", "", ""]),
    (" \t ", ["", "", ""]),
]


@pytest.mark.parametrize(("text", "expected"), READ)
def test_read(text, expected):
    if expected is None:
        assert refusal(text) == ("duplicate_card", "Ts")
    else:
        assert rows(text) == expected


def refusal(text, **more):
    with pytest.raises(RuleError) as caught:
        parse_entry(text, **more)
    return caught.value.code, caught.value.card


@pytest.mark.parametrize(
    ("text", "code", "card"),
    [
        ("AK9", "bad_card", "AK9"),
        ("h", "bad_card", "h"),
        ("1h", "bad_card", "1h"),
        ("Zh", "bad_card", "Zh"),
        ("Ahx", "bad_card", "x"),
        ("A h", "bad_card", "A"),
        ("Ah Kx", "bad_card", "Kx"),
        ("A\u017f", "bad_card", "A\u017f"),
        ("\u212ah", "bad_card", "\u212ah"),
        ("\u0422h", "cyrillic_letter", "\u0422"),
        ("A\u0434", "cyrillic_letter", "\u0434"),
        ("\u0442\u0434", "cyrillic_letter", "\u0442"),
        ("\u0412\u0434 Kh", "cyrillic_letter", "\u0412"),
        ("/x", "unknown_mark", None),
        ("/", "unknown_mark", None),
        ("@", "unknown_mark", None),
        ("Ah @2", "unknown_mark", None),
        ("Ah; Kh", "unknown_mark", None),
        ("AhAh", "duplicate_card", "Ah"),
        ("AK952h /b 3c", "row_full", None),
        (FULL + " 2c", "row_full", None),
        (FULL + " -", "row_full", None),
    ],
)
def test_refused(text, code, card):
    assert refusal(text) == (code, card)


def test_a_full_row_names_itself():
    with pytest.raises(RuleError) as caught:
        parse_entry("/t qsqd4c /t")
    assert (caught.value.row, str(caught.value)) == (
        "top",
        "The top row has its 3 cards. Choose another row.",
    )
    with pytest.raises(RuleError) as caught:
        parse_entry(FULL + "2c")
    assert str(caught.value) == "All thirteen cards are there already. Take one back first."


def test_two_decks_have_every_card_twice():
    assert parse_entry("AhAh", decks=2).bottom == ("Ah", "Ah")
    assert refusal("AhAhAh", decks=2) == ("duplicate_card", "Ah")


def test_a_seat_may_be_named():
    assert parse_entry(" @2 Ah").seat == 2
    assert parse_entry("@29h").bottom == ("9h",)
    assert parse_entry("Ah").seat is None


def test_blanks_are_counted_and_left_out():
    entry = parse_entry("AK952h kckd8s8c3d qs--")
    layout = entry.layout(declared_foul=True)
    assert (entry.blanks, layout.top, layout.declared_foul) == (2, ("Qs",), True)
    assert not entry.layout().declared_foul


HAND = """AK952h kckd8s8c3d qsqd4c
jsjh9s9d4d tsth6d5c3c as7d2s
8h8dqctd5d 7c7h7sad2d ksjd6s
"""


def test_a_whole_hand_in_the_order_of_the_table():
    entries = parse_entries(HAND, [1, 2, 3])
    assert [entries[seat].top for seat in (1, 2, 3)] == [
        ("Qs", "Qd", "4c"),
        ("As", "7d", "2s"),
        ("Ks", "Jd", "6s"),
    ]
    assert entries[3].seat == 3
    assert parse_entries(HAND.replace("\n", ";"), [1, 2, 3]) == entries


def test_a_line_may_jump_to_a_seat_and_come_back():
    entries = parse_entries("@3 Ah; \n\n@1 Kh\nQh; @3 2c", [1, 2, 3])
    assert list(entries) == [3, 1, 2]
    assert entries[3].bottom == ("Ah", "2c")
    assert entries[2].bottom == ("Qh",)


@pytest.mark.parametrize(
    ("text", "code", "seat"),
    [
        ("Ah; Kh\nAh", "duplicate_card", 3),
        ("Ah; Kx", "bad_card", 2),
        ("Ah; \u0422h", "cyrillic_letter", 2),
        ("@4 Ah", "bad_seat", 4),
        ("Ah; Kh; Qh; Jh", "too_many_players", None),
        ("@3 Ah; Kh", "too_many_players", None),
    ],
)
def test_a_whole_hand_refused_with_the_seat(text, code, seat):
    with pytest.raises(RuleError) as caught:
        parse_entries(text, [1, 2, 3])
    assert (caught.value.code, caught.value.seat) == (code, seat)


def test_a_repeated_card_names_where_the_other_lies():
    with pytest.raises(RuleError) as caught:
        parse_entries("/m Qh; /t Qh", [1, 2])
    assert str(caught.value) == (
        "Qh is already in the middle row of seat 1. Move it, or choose another card for seat 2."
    )


def test_cards_without_marks():
    assert list(read_cards("AK9h 10s")) == ["Ah", "Kh", "9h", "Ts"]
    with pytest.raises(RuleError) as caught:
        list(read_cards("Ah /b"))
    assert caught.value.code == "unknown_mark"
