"""What an outcome says for itself: every special case in a sentence."""

from dataclasses import replace
from string import Formatter

import pytest

from scoring.cards import DECK
from scoring.checks import Discrepancy
from scoring.errors import TEMPLATES as ERRORS
from scoring.evaluate import combination, strength
from scoring.explain import explain
from scoring.notation import parse_layout
from scoring.sentences import TEMPLATES, Sentence, full_name, hand_name, say
from scoring.table import apply, verify
from tests.scoring.games import DEAD, FLUSH, FOUL, PLAIN, rules, table

DRAGON = parse_layout("4c3d2h-9s8d7c6d5h-AsKdQcJhTs")
MOON = parse_layout("8h5d2c-Td8c6h4s2d-Js9h7d5c3s")


def told(layouts, **more):
    state, sheet = table(layouts, **more)
    return explain(state, sheet, apply(state, sheet)).text().splitlines()


def test_the_example_of_the_screens():
    lines = told([FLUSH, PLAIN, FOUL], stacks=[41_200, 18_600, 27_400], value=200)
    assert lines == [
        "Seat 1, top row: a pair of queens, royalty 7.",
        "Seat 1, middle row: two pair, kings and eights.",
        "Seat 1, bottom row: a flush, ace high, royalty 4.",
        "Seat 2, top row: ace high.",
        "Seat 2, middle row: a pair of tens.",
        "Seat 2, bottom row: two pair, jacks and nines.",
        "Seat 3, top row: king high.",
        "Seat 3, middle row: three sevens.",
        "Seat 3, bottom row: a pair of eights.",
        "Seat 3 fouls: three sevens in the middle row, only a pair of eights in the bottom row.",
        "",
        "Seat 1 wins the top row: a pair of queens over ace high.",
        "Seat 1 wins the middle row: two pair, kings and eights over a pair of tens.",
        "Seat 1 wins the bottom row: a flush, ace high over two pair, jacks and nines.",
        "Seat 1 wins all three rows: 3 more.",
        "Royalties: 11 for seat 1, 0 for seat 2.",
        "Points: 17 to seat 1, from seat 2.",
        "Seat 3 fouls and loses to seat 1 all three rows and 3 more.",
        "Royalties: 11 for seat 1, 0 for seat 3.",
        "Points: 17 to seat 1, from seat 3.",
        "Seat 3 fouls and loses to seat 2 all three rows and 3 more.",
        "Points: 6 to seat 2, from seat 3.",
        "",
        "Seat 2 pays seat 1 3400 (17 × 200).",
        "Seat 3 pays seat 1 3400 (17 × 200).",
        "Seat 3 pays seat 2 1200 (6 × 200).",
        "",
        "Seat 1: 41200 before, 48000 now.",
        "Seat 2: 18600 before, 16400 now.",
        "Seat 3: 27400 before, 22800 now.",
        "Seat 1 enters Fantasyland with 14 cards.",
        "The button stays at seat 3.",
    ]


class TestFouls:
    def test_hands_of_one_name_are_told_apart(self):
        kicker = parse_layout("QhQd7c-QsQc6d5h4s-KhKdTs3c2c")
        assert (
            "Seat 1 fouls: a pair of queens (Q 7) in the top row, only a pair of queens (Q 6 5 4) "
            "in the middle row." in told([kicker, DEAD])
        )

    def test_equal_rows_in_a_strict_game(self):
        twins = parse_layout("Kd7h2d-9s8h7c6d5h-9c8d7s6h5c")
        assert (
            "Seat 1 fouls: the middle row must be weaker than the bottom row, and is not."
            in told([twins, DEAD], ruleset=rules(strict_rows=True))
        )

    def test_missing_cards_a_ruling_and_an_empty_chair(self):
        absent = replace(FLUSH, absent=True)
        lines = told([replace(FLUSH, declared_foul=True), DEAD])
        assert "Seat 1 fouls: the director declared it." in lines
        assert "Seat 2 fouls: 0 of 13 cards lie there." in lines
        assert "Seats 1 and 2 both foul: nothing between them." in lines
        assert "Seat 1 fouls: nobody played it." in told(
            [absent, DEAD], ruleset=rules(absent="foul")
        )
        dead = told([absent, PLAIN, absent], ruleset=rules(absent="dead_3"))
        assert "Seat 1 is dead: nobody played it." in dead
        assert "Seat 1 is dead and loses 3 points to seat 2." in dead
        assert "Seats 1 and 3 are both dead: nothing between them." in dead


class TestPairs:
    def test_even_rows_and_kickers(self):
        one = parse_layout("Kh9h2c-AsAd8h4h3c-9h8c7d6s5c")
        other = parse_layout("Kd8d2h-AcAh7c4d3h-9d8s7s6d5d")
        lines = told([one, other])
        assert "Seat 1 wins the top row: king high (K 9 2) over king high (K 8 2)." in lines
        assert "The bottom row is even: both show a straight to the nine." in lines
        assert "Royalties: 2 for seat 1, 2 for seat 2." in lines
        two_four = told([one, other], ruleset=rules(scoring="2-4"))
        assert "Seat 1 wins most rows: 1 more." in two_four
        assert "Seats 1 and 2 are even." in told([one, one])

    def test_trumping(self):
        lower = parse_layout("Kh9h2c-AsAd8h4h3c-9h8c7d6s5c")
        higher = parse_layout("Ad8d2h-AcAh9c4d3h-Td9s8s7s6d")
        lines = told([lower, higher], ruleset=rules(royalties="trump"))
        assert "Royalties of the rows won: 2 for seat 2 in the end." in lines
        plain = parse_layout("Ad8d2h-AcAh9c4d3h-KdKsQhQd4c")
        none = told([plain, plain], ruleset=rules(royalties="trump"))
        assert not any(line.startswith("Royalties") for line in none)

    def test_special_hands(self):
        special = rules("ofc", moon=20, naturals={"dragon": 13})
        lines = told([MOON, PLAIN, MOON, DRAGON], ruleset=special)
        assert "Seat 1 shoots the moon: 20 points instead of the count." in lines
        assert "Seats 1 and 3 both hold a special hand: nothing between them." in lines
        assert "Seat 4 has a natural: 13 points instead of the count." in lines
        cancelled = told([DRAGON, DRAGON], ruleset=special)
        assert "Seats 1 and 2 both hold a special hand: nothing between them." in cancelled


class TestPayments:
    def test_short_and_void(self):
        lines = told([PLAIN, FLUSH, DEAD], stacks=[800, 9000, 9000])
        assert "Seat 1 pays seat 2 800 (17 × 100)." in lines
        assert "Seat 1 owes 1700 and has 800 for it." in lines
        assert "Seat 1 is out at once." in lines
        assert "Seat 3 pays seat 1 nothing of 600." in lines
        assert "Seat 1 was out already." in lines
        assert "Seat 1 is out." in lines

    @pytest.mark.parametrize(
        ("cap", "reason"),
        [
            ("start", "1700 would be due, but seat 2 started with 300 and wins no more than that"),
            ("current", "1700 would be due, but seat 2 has 300 at this moment"),
            ("pair_min", "1700 would be due, but the smaller of the two stacks was 300"),
        ],
    )
    def test_caps(self, cap, reason):
        lines = told([PLAIN, FLUSH], stacks=[9000, 300], ruleset=rules(cap=cap))
        assert any(line.startswith(reason) for line in lines)

    def test_owners_pay_for_all_their_layouts(self):
        lines = told(
            [FLUSH, DEAD, PLAIN, DEAD],
            ruleset=rules("criss-cross"),
            owners=[1, 2, 1, 2],
            value=1,
            stacks=100,
        )
        assert "Seat 2 pays seat 1 46 for all their layouts together." in lines
        assert "Seat 1: 100 before, 146 now." in lines
        assert not any("button" in line or line.startswith("Seat 3:") for line in lines)


class TestEnd:
    def test_a_tie_of_players_who_go_out(self):
        lines = told([FLUSH, DEAD, DEAD], stacks=[9000, 50, 50])
        assert "Seats 2, 3 are out and finish level." in lines

    def test_fantasyland_goes_on_or_ends(self):
        quads = parse_layout("Kc8h3c-QhQc9d6c4s-JsJdJcJh2d")
        lines = told([quads, FLUSH, DEAD], fantasyland=[14, 15, 0])
        assert "Seat 1 stays in Fantasyland with 14 cards." in lines
        assert "Seat 2 leaves Fantasyland." in lines
        assert "The button stays at seat 3." in lines

    def test_the_button_moves(self):
        assert "The button moves to seat 1." in told([PLAIN, DEAD])

    def test_who_is_out_does_not_leave_fantasyland_as_well(self):
        lines = told([DEAD, FLUSH], stacks=[50, 9000], fantasyland=[14, 0])
        assert not any("leaves" in line for line in lines)


HANDS = {
    "Ah Kd 9c 5s 3h": "ace high",
    "2c 2d Ah Ks Qc": "a pair of twos",
    "9c 9s 4c 4d Ks": "two pair, nines and fours",
    "6c 6d 6h Ks Qc": "three sixes",
    "5s 4s 3s 2s Ac": "a straight to the five",
    "Ah Kh 9h 5h 3h": "a flush, ace high",
    "3c 3d 3h 2s 2c": "a full house, threes full of twos",
    "Tc Td Th Ts 2c": "four tens",
    "Ks Qs Js Ts 9s": "a straight flush to the king",
    "As Ks Qs Js Ts": "a royal flush",
    "9s 9s 9h 9d 9c": "five nines",
    "Jc Jd 8h": "a pair of jacks",
    "7c 7d 7h": "three sevens",
    "8h 5d 2c": "eight high",
}


@pytest.mark.parametrize(("cards", "name"), HANDS.items())
def test_hand_names(cards, name):
    assert hand_name(combination(strength(cards.split()))).text() == name


def test_full_names_show_every_rank():
    assert full_name(combination(strength(["Jc", "Jd", "8h"]))).text() == "a pair of jacks (J 8)"


def test_every_sentence_can_be_translated():
    """The translation comes before the facts, and goes down into rows, ranks and hands."""
    asked = []

    def translate(template):
        asked.append(template)
        return template.upper().replace("{HAND}", "{hand}").replace("{RANKS}", "{ranks}")

    queens = combination(strength(["Qs", "Qd", "4c"]))
    sentence = say("row.tied", row=Sentence("row.top", {}), hand=hand_name(queens))
    assert sentence.key == "row.tied"
    with pytest.raises(KeyError):
        sentence.text(translate)
    assert TEMPLATES["row.top"] in asked
    assert hand_name(queens).text(translate) == "A PAIR OF QUEENS"


@pytest.mark.parametrize("template", [*TEMPLATES.values(), *ERRORS.values()])
def test_templates_are_sentences_with_named_facts(template):
    names = [name for _, name, _, _ in Formatter().parse(template) if name is not None]
    assert all(name.isidentifier() for name in names)
    assert "invalid" not in template.lower()


def test_every_card_has_its_words():
    assert {f"rank.{card[0]}" for card in DECK} <= set(TEMPLATES)


class TestDiscrepancies:
    """What a person should confirm before the hand is recorded."""

    def found(self, layouts, **more):
        return verify(*table(layouts, **more))

    def test_nothing(self):
        assert self.found([FLUSH, PLAIN]) == ()

    def test_a_foul_that_an_exchange_would_mend(self):
        [found] = self.found([FOUL, PLAIN])
        assert isinstance(found, Discrepancy)
        assert (found.code, found.seat) == ("foul_swapped", 1)
        assert str(found) == (
            "Seat 1 fouls, but would not with middle and bottom row exchanged. Look at the table "
            "again."
        )

    def test_a_foul_that_is_one(self):
        wrong = parse_layout("AcAdAs-7c7h7sKd2d-8h8dQcTd5d")
        [found] = self.found([wrong, DEAD])[:1]
        assert (found.code, dict(found.params)) == (
            "foul",
            {"seat": 1, "upper": "top", "lower": "middle"},
        )
        assert str(found).endswith("Is it so on the table?")

    def test_missing_cards_and_a_legal_layout_declared_fouled(self):
        found = self.found([DEAD, replace(PLAIN, declared_foul=True)])
        assert [(one.code, one.seat) for one in found] == [
            ("foul_incomplete", 1),
            ("foul_declared", 2),
        ]
        assert all(str(one) for one in found)

    def test_missing_cards_where_nobody_may_waive_the_foul(self):
        short = replace(DEAD, middle=FLUSH.middle)
        [found] = self.found([short, PLAIN], ruleset=rules(incomplete="foul"))[:1]
        assert (found.code, found.params["count"]) == ("foul_always", 5)
        assert "director" not in str(found)

    def test_a_declared_foul_that_is_one_needs_no_exchange(self):
        [found] = self.found([replace(FOUL, declared_foul=True), PLAIN])
        assert found.code == "foul"

    def test_they_come_in_the_order_of_the_table(self):
        found = self.found([DEAD, DEAD, DEAD], button=1)
        assert [one.seat for one in found] == [2, 3, 1]

    def test_an_empty_chair_is_no_question(self):
        absent = replace(DEAD, declared_foul=False, absent=True)
        found = self.found([absent, PLAIN, FOUL], ruleset=rules(absent="foul"))
        assert [(one.code, one.seat) for one in found] == [("foul_swapped", 3)]
