"""Fouls, royalties, points and Fantasyland, rule by rule, where the vectors have no case."""

from dataclasses import replace

import pytest

from scoring.notation import parse_layout
from scoring.points import Decided
from tests.scoring.games import DEAD, FLUSH, FOUL, PLAIN, rules, score

MOON = parse_layout("8h5d2c-Td8c6h4s2d-Js9h7d5c3s")
NINE_HIGH = parse_layout("7h5h2s-8d7s6c4h2h-9c8s7c5s3h")
DRAGON = parse_layout("4c3d2h-9s8d7c6d5h-AsKdQcJhTs")
FOULED_DRAGON = parse_layout("AsKdQc-9s8d7c6d5h-JhTs4c3d2h")
PAIR_UP = parse_layout("AcKs6c-QsQdJc7h3h-AcAd8s8d4d")


def points(layouts, **overrides):
    name = overrides.pop("name", "vamos")
    outcome = score(layouts, ruleset=rules(name, decks=2, **overrides))
    return [player.points for player in outcome.players]


class TestFouls:
    """Vamos rules, fouls; Wikipedia."""

    def test_a_foul_pays_six_and_the_royalties_of_the_other(self):
        assert points([FOUL, FLUSH]) == [-17, 17]

    def test_two_fouls_owe_each_other_nothing(self):
        outcome = score([FOUL, DEAD])
        assert [pair.decided for pair in outcome.pairs] == [Decided.BOTH_FOUL]
        assert outcome.payments == ()

    def test_a_declared_foul_is_a_foul_whatever_it_shows(self):
        outcome = score([replace(FLUSH, declared_foul=True), PLAIN])
        first = outcome.player(1)
        assert (first.foul, first.points, sum(first.royalties)) == (True, -6, 0)
        assert first.fantasyland_next == 0
        assert first.foul_rows == ()

    def test_the_foul_names_the_rows_in_the_wrong_order(self):
        assert score([FOUL, FLUSH]).player(1).foul_rows == (("middle", "bottom"),)
        upside_down = parse_layout("AcAdAs-KcKd8s8c3d-QhQd4c5h2h")
        assert score([upside_down, DEAD]).player(1).foul_rows == (
            ("top", "middle"),
            ("middle", "bottom"),
        )

    def test_equal_rows_are_legal_unless_the_game_is_strict(self):
        twins = parse_layout("Kd7h2d-9s8h7c6d5h-9c8d7s6h5c")
        assert not score([twins, DEAD]).player(1).foul
        strict = score([twins, DEAD], ruleset=rules(strict_rows=True)).player(1)
        assert (strict.foul, strict.foul_rows) == (True, (("middle", "bottom"),))

    def test_a_strict_game_takes_rows_in_order(self):
        assert not score([FLUSH, DEAD], ruleset=rules(strict_rows=True)).player(1).foul

    def test_equal_trips_with_two_decks_are_legal_also_in_a_strict_game(self):
        """The middle has kickers, a missing kicker ranks below any card."""
        trips = parse_layout("7s7s7h-7h7d7d5c2c-AcAcAhKdKd")
        strict = rules("two-deck", strict_rows=True)
        assert not score([trips, DEAD], ruleset=strict).player(1).foul


class TestScoring:
    """Wikipedia, scoring."""

    @pytest.mark.parametrize(
        ("first", "second", "one_six", "two_four"),
        [
            ("Kh8h2c-AsAd7h4h3c-9h8c7d6s5c", "Kd8d2h-AcAh7c4d3h-9d8s7s6d5d", 0, 0),
            ("Kh9h2c-AsAd7h4h3c-9h8c7d6s5c", "Kd8d2h-AcAh7c4d3h-9d8s7s6d5d", 1, 1),
            ("Kh9h2c-AsAd8h4h3c-9h8c7d6s5c", "Kd8d2h-AcAh7c4d3h-9d8s7s6d5d", 2, 3),
            ("Kh9h2c-AsAd8h4h3c-Th9c8c7d6s", "Kd8d2h-AcAh7c4d3h-9d8s7s6d5d", 6, 4),
            ("Kh9h2c-AsAd8h4h3c-9h8c7d6s5c", "Kd8d2h-AcAh7c4d3h-Td9s8s7s6d", 1, 2),
        ],
    )
    def test_rows_and_bonus(self, first, second, one_six, two_four):
        layouts = [parse_layout(first), parse_layout(second)]
        assert points(layouts) == [one_six, -one_six]
        assert points(layouts, scoring="2-4") == [two_four, -two_four]

    def test_trumping_gives_each_row_to_its_winner(self):
        """66 on top against a straight in the bottom: 1 and 2, row by row."""
        sixes = parse_layout("6h6d2c-AsAd7h4h3c-KsKdQhQc4d")
        straight = parse_layout("Kd8d2h-AcAh7c4d3h-Td9s8s7s6c")
        assert points([sixes, straight], royalties="trump") == [-1, 1]
        assert points([sixes, straight]) == [-1, 1]
        higher = parse_layout("7s7d2h-AcAh7c4d3h-Td9s8s7s6c")
        assert points([sixes, higher], royalties="trump") == [-(2 + 2 + 2), 6]
        assert points([sixes, higher]) == [-(2 + 4 - 1), 5]


class TestSpecialHands:
    """Wikipedia: by agreement; our ruling on what they meet."""

    def test_moon_is_off_by_default(self):
        assert points([MOON, PAIR_UP], name="ofc")[0] < 0

    def test_moon_is_jack_high_or_lower(self):
        assert points([NINE_HIGH, PAIR_UP], name="ofc", moon=20) == [20, -20]
        queen = parse_layout("8h5d2c-Td8c6h4s2d-Qs9h7d5c3s")
        assert points([queen, PAIR_UP], name="ofc", moon=20)[0] < 0

    def test_two_moons_cancel(self):
        assert points([MOON, NINE_HIGH], name="ofc", moon=20) == [0, 0]

    def test_moon_is_flat_also_against_a_foul(self):
        assert points([MOON, FOUL], name="ofc", moon=20) == [20, -20]

    def test_a_fouled_moon_is_a_foul(self):
        wrong = parse_layout("Js9h7d-Td8c6h4s2d-8h5d2c5c3s")
        assert points([wrong, PAIR_UP], name="ofc", moon=20) == [-6, 6]

    def test_moon_is_looked_at_before_naturals(self):
        assert points([MOON, DRAGON], name="ofc", moon=20, naturals={"dragon": 13}) == [20, -20]

    def test_two_dragons_cancel(self):
        assert points([DRAGON, DRAGON], name="ofc", naturals={"dragon": 13}) == [0, 0]

    def test_a_dragon_may_lie_anyhow(self):
        """Thirteen ranks are in the cards, so a foul does not spoil them; the director can."""
        naturals = {"dragon": 13}
        assert points([FOULED_DRAGON, PAIR_UP], name="ofc", naturals=naturals) == [13, -13]
        called = replace(DRAGON, declared_foul=True)
        assert points([called, PAIR_UP], name="ofc", naturals=naturals) == [-6, 6]

    def test_a_dragon_is_nothing_without_the_agreement(self):
        assert points([DRAGON, FOUL], name="ofc") == [12, -12]


class TestAbsent:
    """Vamos rules, absent players; RebuyStars for dead hands."""

    def test_auto_play_is_scored_like_any_hand(self):
        assert points([replace(FLUSH, absent=True), PLAIN]) == [17, -17]

    def test_foul(self):
        assert points([replace(FLUSH, absent=True), PLAIN], absent="foul") == [-6, 6]

    def test_dead_hands_pay_three_to_everybody_but_each_other(self):
        dead = replace(DEAD, declared_foul=False, absent=True)
        outcome = score([dead, FLUSH, dead], ruleset=rules(absent="dead_3"))
        assert [player.points for player in outcome.players] == [-3, 6, -3]
        assert {pair.decided for pair in outcome.pairs} == {Decided.DEAD}
        assert outcome.player(1).fantasyland_next == 0

    def test_a_fouled_hand_still_collects_from_a_dead_one(self):
        dead = replace(DEAD, declared_foul=False, absent=True)
        outcome = score([dead, FOUL], ruleset=rules(absent="dead_3"))
        assert [player.points for player in outcome.players] == [-3, 3]


QUADS = parse_layout("Kc8h3c-QhQc9d6c4s-JsJdJcJh2d")
TRIPS_UP = parse_layout("7s7h7c-9d9h9s6c4d-JsJdJcJh2d")


class TestFantasyland:
    """Vamos rules, Fantasyland; Wikipedia for the other games."""

    def cards(self, layout, current, name="vamos", **overrides):
        ruleset = rules(name, **overrides)
        outcome = score([layout, DEAD], ruleset=ruleset, fantasyland=[current, 0])
        return outcome.player(1).fantasyland_next

    def test_entry_does_not_count_for_a_player_who_is_in(self):
        assert self.cards(FLUSH, 0) == 14
        assert self.cards(FLUSH, 14) == 0

    def test_quads_do_not_enter(self):
        assert self.cards(QUADS, 0) == 0

    @pytest.mark.parametrize("current", [14, 15, 16, 17])
    def test_staying_is_always_fourteen(self, current):
        assert self.cards(QUADS, current) == 14
        assert self.cards(TRIPS_UP, current) == 14

    def test_the_same_number_again(self):
        assert self.cards(QUADS, 16, fl_stay_cards="same") == 16

    def test_by_the_new_top_hand(self):
        assert self.cards(TRIPS_UP, 14, fl_stay_cards="by_top") == 17
        assert self.cards(QUADS, 17, fl_stay_cards="by_top") == 14

    def test_no_fantasyland(self):
        assert self.cards(TRIPS_UP, 0, name="aria-2013") == 0

    def test_a_middle_full_house_keeps_only_where_the_rules_say_so(self):
        full = parse_layout("AsKc8c-7c7d7s2d2h-QsQhQcJdJh")
        assert self.cards(full, 13, name="ofc") == 13
        assert self.cards(full, 14, name="pineapple") == 0
        assert self.cards(full, 14, fl_stay={"middle": "full house"}) == 14


class TestRoyaltyTable:
    def test_trips_in_the_middle_were_nothing_at_the_aria(self):
        trips = parse_layout("As8c3d-7c7d7sKdQh-JsTh9c8s7h")
        assert score([trips, DEAD]).player(1).royalties == (0, 2, 2)
        aria = rules("aria-2013")
        assert score([trips, DEAD], ruleset=aria).player(1).royalties == (0, 0, 2)

    def test_a_flat_price_for_top_trips(self):
        table = rules().as_json()["royalty_table"]
        table["top"] = {"AA": 9, "trips": 20}
        flat = rules(royalty_table=table)
        assert score([TRIPS_UP, DEAD], ruleset=flat).player(1).royalties[0] == 20
