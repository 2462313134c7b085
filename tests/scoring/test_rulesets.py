"""Rule sets: their settings, their presets, and what is refused."""

import pytest

from scoring.deal import cards_needed, fits_deck, laying_order
from scoring.errors import RuleError
from scoring.evaluate import Category
from scoring.presets import PRESETS, customise, describe, preset
from scoring.rules import RULES_VERSION, RuleSet, Street
from scoring.tariff import FiveTariff, StayRule, TopTariff
from tests.scoring.games import rules


def refusal(**overrides):
    with pytest.raises(RuleError) as caught:
        rules(**overrides)
    assert caught.value.code == "bad_override"
    return str(caught.value)


def test_vamos_is_the_default():
    vamos = preset("vamos")
    assert vamos == RuleSet() == RuleSet.from_json({})
    assert (
        vamos.as_json()
        | {
            "max_players": 3,
            "decks": 1,
            "streets": [[5, 5], [3, 2], [3, 2], [3, 2], [3, 2]],
            "scoring": "1-6",
            "royalties": "net",
            "fl_entry": {"QQ": 14, "KK": 15, "AA": 16, "trips": 17},
            "fl_stay": {"top": "three of a kind", "bottom": "four of a kind"},
            "fl_stay_cards": 14,
            "fl_order": "last",
            "button_frozen_in_fl": True,
            "settlement": "pairs",
            "cap": "start",
            "winnings_usable": True,
            "exact_cover": "alive",
            "simultaneous_rank": "start_stack",
            "absent": "autoplay",
            "moon": 0,
            "naturals": {},
        }
        == vamos.as_json()
    )
    assert RULES_VERSION


@pytest.mark.parametrize(
    ("name", "differs"),
    [
        ("pineapple-aa", {"fl_entry": {"AA": 14, "trips": 14}}),
        ("ept-2013", {"cap": "current"}),
        ("pca-2013", {"cap": "none"}),
        ("nugget-2013", {"royalties": "trump"}),
        ("bristol-2013", {"settlement": "payer_rounds", "cap": "current", "exact_cover": "out"}),
        ("criss-cross", {"layouts_per_player": 2, "fl_entry": {}, "fl_stay": {}}),
        ("legends-2013", {"fl_entry": {}, "fl_stay": {}}),
        ("two-deck", {"decks": 2, "max_players": 6}),
        ("two-deck-ofc", {"decks": 2, "max_players": 6}),
    ],
)
def test_presets_say_what_differs(name, differs):
    base = "pineapple" if name in {"pineapple-aa", "two-deck"} else "ofc"
    assert customise(preset(base), differs) == preset(name)


def test_the_single_card_game():
    ofc = preset("ofc")
    assert ofc.streets == (Street(5, 5), *[Street(1, 1)] * 8)
    assert (ofc.max_players, ofc.street_cards, ofc.fantasyland_cards) == (4, 13, (13,))
    assert ofc.fl_stay.middle is Category.FULL_HOUSE


def test_unknown_presets_are_refused_with_the_names():
    with pytest.raises(RuleError) as caught:
        preset("poker")
    assert caught.value.code == "bad_ruleset"
    assert "vamos" in str(caught.value)
    with pytest.raises(RuleError):
        preset([])


@pytest.mark.parametrize("value", [3, None, "vamos", []])
def test_a_rule_set_is_a_mapping(value):
    with pytest.raises(RuleError) as caught:
        RuleSet.from_json(value)
    assert caught.value.code == "bad_ruleset"


@pytest.mark.parametrize(
    ("setting", "value", "possible"),
    [
        ("cap", "half", "start, current, none, pair_min"),
        ("cap", 3, "start, current"),
        ("cap", [], "start, current"),
        ("scoring", "1-7", "1-6, 2-4"),
        ("moon", -1, "0, 1, 2"),
        ("moon", True, "0, 1, 2"),
        ("moon", 1.5, "0, 1, 2"),
        ("winnings_usable", 1, "true, false"),
        ("streets", 5, "[[5, 5], [3, 2], …]"),
        ("streets", [[5]], "[[5, 5], [3, 2], …]"),
        ("streets", [["5", 5]], "[[5, 5], [3, 2], …]"),
        ("streets", [[5, 5]], "[[5, 5], [3, 2], …]"),
        ("streets", [[12, 13]], "[[5, 5], [3, 2], …]"),
        ("naturals", {"tiger": 3}, "dragon"),
        ("naturals", {"dragon": -1}, "0, 1, 2"),
        ("naturals", 13, "0, 1, 2"),
        ("fl_entry", {"QJ": 14}, "QQ, KK, 222, trips"),
        ("fl_entry", {"QQ": 12}, "13, 14, 15"),
        ("fl_entry", [], "0, 1, 2"),
        ("fl_stay", {"side": "flush"}, "top, middle, bottom"),
        ("fl_stay", {"top": "nuts"}, "three of a kind"),
        ("fl_stay", {"top": 3}, "three of a kind"),
        ("fl_stay", 3, "top, middle, bottom"),
        ("fl_stay_cards", 9, "13, 14, 15"),
        ("fl_stay_cards", "more", "same, by_top"),
        ("fl_stay_cards", None, "0, 1, 2"),
        ("royalty_table", {}, "top, middle, bottom"),
        ("royalty_table", 3, "top, middle, bottom"),
        (
            "royalty_table",
            {"top": {}, "middle": {"house": 1}, "bottom": {}},
            "three_of_a_kind, straight",
        ),
        ("decks", 3, "1, 2"),
        ("decks", 0, "1, 2"),
        ("min_players", 1, "2, 3"),
        ("max_players", 1, "2, …"),
        ("layouts_per_player", 3, "1, 2"),
    ],
)
def test_impossible_settings(setting, value, possible):
    sentence = refusal(**{setting: value})
    assert setting in sentence
    assert possible in sentence


def test_unknown_settings():
    assert "no setting colour" in refusal(colour="red")


def test_a_game_that_cannot_be_dealt_is_refused_with_the_arithmetic():
    assert "4 players with 17 cards each need 68 cards, and 1 × 52 = 52" in refusal(max_players=4)
    assert rules(max_players=4, decks=2).max_players == 4
    with pytest.raises(RuleError):
        rules("ofc", fl_stay_cards=14)


def test_tariffs_in_json():
    flat = TopTariff.from_json({"AA": 9, "trips": 20, "222": 5})
    assert (flat.trips[0], flat.trips[1]) == (5, 20)
    assert TopTariff.from_json(flat.as_json()) == flat
    assert TopTariff().as_json() == {}
    assert FiveTariff.from_json({"flush": 4}).flush == 4
    assert set(FiveTariff.from_json({}).as_json().values()) == {0}
    assert StayRule().as_json() == {}
    assert StayRule.from_json(preset("ofc").fl_stay.as_json()) == preset("ofc").fl_stay


def test_the_nearest_preset_describes_a_rule_set():
    assert describe(rules("two-deck", moon=5, cap="none")) == (
        "two-deck",
        {"moon": 5, "cap": "none"},
    )


def test_two_layouts_on_a_chair():
    criss_cross = preset("criss-cross")
    assert criss_cross.chairs == 2
    assert [criss_cross.layout_seats(chair) for chair in (1, 2)] == [(1, 3), (2, 4)]
    assert (preset("ofc").chairs, preset("ofc").layout_seats(3)) == (4, (3,))


def test_rule_sets_can_be_keys():
    assert len({preset(name) for name in PRESETS}) == len(PRESETS)
    assert {rules(moon=20): 1}[rules(moon=20)] == 1


class TestDeal:
    def test_cards(self):
        assert cards_needed(preset("vamos"), [0, 0, 14]) == 48
        assert fits_deck(preset("ofc"), [0, 13, 0, 0])
        assert not fits_deck(preset("vamos"), [17, 17, 17, 17])

    def test_fantasyland_is_laid_last(self):
        """Vamos rules, key points; several of them in normal order."""
        assert laying_order(preset("vamos"), [3, 1, 2], {3, 1}) == (2, 3, 1)

    def test_or_first_and_face_down(self):
        first = rules(fl_order="first_face_down")
        assert laying_order(first, [3, 1, 2], {1}) == (1, 3, 2)

    def test_without_fantasyland_nothing_changes(self):
        assert laying_order(preset("vamos"), [3, 1, 2], set()) == (3, 1, 2)
