"""The library and a second scorer, written apart, agree on random hands of every preset and more.

Five thousand hands in every run, twenty thousand others with ``-m slow``.
"""

import json
from collections import Counter

import pytest

from scoring.contract import settle
from scoring.presets import PRESETS
from tests.scoring import oracle
from tests.scoring.dealing import criss_cross, generator, request

FANTASYLAND = {
    name: rules.fantasyland_cards for name, rules in PRESETS.items() if rules.fantasyland_cards
}
GAMES = [
    ("vamos", 3, 1, {}),
    ("vamos", 3, 1, {"cap": "current", "simultaneous_rank": "payment_order"}),
    ("vamos", 3, 1, {"winnings_usable": False, "cap": "none"}),
    ("vamos", 3, 1, {"exact_cover": "out", "button_frozen_in_fl": False}),
    ("vamos", 3, 1, {"settlement": "payer_rounds", "cap": "pair_min"}),
    ("ofc", 4, 1, {"scoring": "2-4"}),
    ("ofc", 4, 1, {"moon": 20, "naturals": {"dragon": 13}}),
    ("ofc", 4, 1, {"royalties": "trump", "simultaneous_rank": "payment_order"}),
    ("ofc", 4, 1, {"strict_rows": True}),
    ("two-deck", 6, 2, {}),
    ("two-deck", 6, 2, {"strict_rows": True}),
    ("two-deck-ofc", 6, 2, {}),
    ("two-deck", 6, 2, {"settlement": "payer_rounds", "exact_cover": "out"}),
    *((name, 4, 1, {}) for name in oracle.PRESETS if "2013" in name),
    ("pineapple", 3, 1, {}),
    ("pineapple-aa", 3, 1, {}),
]
LONG = pytest.mark.slow


def differences(expected, answer, path=""):
    """Where the answer differs from what is expected; more fields may be there."""
    if isinstance(expected, dict):
        for name, value in expected.items():
            if name not in answer:
                yield f"{path}.{name} is missing"
            else:
                yield from differences(value, answer[name], f"{path}.{name}")
    elif isinstance(expected, list) and len(expected) == len(answer or ()):
        for place, (one, other) in enumerate(zip(expected, answer, strict=True)):
            yield from differences(one, other, f"{path}[{place}]")
    elif expected != answer:
        yield f"{path}: {answer}, expected {expected}"


@pytest.mark.parametrize("hands", [5_000, pytest.param(20_000, marks=LONG)])
@pytest.mark.parametrize(("ruleset", "most", "decks", "overrides"), GAMES)
def test_agrees_with_the_oracle(ruleset, most, decks, overrides, hands):
    rng = generator(f"{ruleset} {overrides} {hands}")
    fantasyland = FANTASYLAND.get(ruleset, (0,))
    for _ in range(hands // len(GAMES) + 1):
        asked = request(
            rng,
            ruleset=ruleset,
            most=most,
            decks=decks,
            fantasyland=fantasyland,
            overrides=overrides,
        )
        expected, answer = oracle.settle(asked), settle(asked)
        assert not list(differences(expected, answer)), json.dumps(asked)


@pytest.mark.parametrize("overrides", [{}, {"cap": "none"}, {"exact_cover": "out", "moon": 20}])
def test_agrees_about_two_layouts_a_player(overrides):
    rng = generator(f"criss-cross {overrides}")
    for _ in range(200):
        asked = criss_cross(rng, overrides=overrides)
        expected, answer = oracle.settle(asked), settle(asked)
        assert not list(differences(expected, answer)), json.dumps(asked)
        assert "next_button" not in answer


def test_the_oracle_knows_every_preset():
    assert oracle.PRESETS.keys() == PRESETS.keys()
    assert {name for name, *_ in GAMES} == PRESETS.keys() - {"criss-cross"}


def test_the_random_hands_hold_everything():
    """What the comparison is worth: every status, the rarest hands, and legal layouts."""
    rng, seen = generator("everything"), Counter()
    for _ in range(600):
        answer = settle(request(rng, ruleset="ofc", most=4))
        seen.update(payment["status"] for payment in answer["payments"])
        seen.update("legal" for one in answer["players"] if not one["foul"])
        seen.update("tie" for group in answer["eliminated"] if len(group) > 1)
        for one in answer["players"]:
            seen.update(hand["category"] for hand in one["hands"].values())
    assert min(seen[status] for status in ("full", "capped", "short", "void")) > 50
    assert min(seen[name] for name in ("straight flush", "four of a kind", "tie")) > 10
    assert seen["legal"] > 800
