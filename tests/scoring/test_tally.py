"""The bulk count gives what the table gives."""

from dataclasses import replace

import pytest

from scoring.contract import read_hand
from scoring.notation import parse_layout
from scoring.presets import PRESETS
from scoring.table import apply
from scoring.tally import Deal, Player, tally
from tests.scoring.dealing import generator, request
from tests.scoring.games import FLUSH, PLAIN, rules, table

MOON = parse_layout("8h5d2c-Td8c6h4s2d-Js9h7d5c3s")
DRAGON = parse_layout("4c3d2h-9s8d7c6d5h-AsKdQcJhTs")
TWINS = parse_layout("Kd7h2d-9s8h7c6d5h-9c8d7s6h5c")
COMMON = ("vamos", "ofc", "pineapple", "two-deck", "legends-2013")


def numbers(outcome):
    return [(one.points, one.stack, one.fantasyland_next) for one in outcome.players]


@pytest.mark.parametrize("name", COMMON)
def test_random_hands(name):
    ruleset = PRESETS[name]
    rng = generator(name)
    hands = [
        read_hand(
            request(
                rng,
                ruleset=name,
                most=ruleset.max_players,
                decks=ruleset.decks,
                fantasyland=ruleset.fantasyland_cards or (0,),
            )
        )
        for _ in range(400)
    ]
    deals = [
        Deal(
            state.point_value,
            [Player(one.stack, one.fantasyland, sheet.layouts[one.seat]) for one in state.order],
        )
        for state, sheet in hands
    ]
    results = [[tuple(one) for one in result] for result in tally(ruleset, deals)]
    assert results == [numbers(apply(state, sheet)) for state, sheet in hands]


@pytest.mark.parametrize(
    "overrides",
    [
        {"cap": "none"},
        {"royalties": "trump"},
        {"settlement": "payer_rounds"},
        {"exact_cover": "out"},
        {"winnings_usable": False},
        {"moon": 20},
        {"naturals": {"dragon": 13}},
        {"strict_rows": True},
    ],
)
def test_rarer_games_are_left_to_the_table(overrides):
    """Random hands, and two in which every one of these settings decides something."""
    ruleset = rules("ofc", **overrides)
    rng = generator(str(overrides))
    hands = [read_hand(request(rng, ruleset="ofc", most=4, overrides=overrides)) for _ in range(60)]
    hands += [table([MOON, PLAIN], ruleset=ruleset), table([TWINS, DRAGON], ruleset=ruleset)]
    deals = [
        Deal(
            state.point_value,
            [Player(one.stack, one.fantasyland, sheet.layouts[one.seat]) for one in state.order],
        )
        for state, sheet in hands
    ]
    results = [[tuple(one) for one in result] for result in tally(ruleset, deals)]
    assert results == [numbers(apply(state, sheet)) for state, sheet in hands]


def test_marked_layouts_are_left_to_the_table():
    called = replace(FLUSH, declared_foul=True)
    absent = replace(FLUSH, absent=True)
    players = [[Player(900, 0, one), Player(900, 0, PLAIN)] for one in (called, absent)]
    results = tally(rules(absent="dead_3"), [Deal(100, one) for one in players])
    assert [result[0].points for result in results] == [-6, -3]
