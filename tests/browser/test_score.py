"""The settlement in the browser equals scoring on random hands, one deck and two, all settings."""

import json
import random

import pytest

from scoring.contract import settle
from scoring.presets import customise, preset
from tests.scoring.dealing import request

pytestmark = pytest.mark.browser
PRESETS = ["vamos", "ofc", "pineapple", "pineapple-aa", "two-deck", "two-deck-ofc", "ept-2013",
  "pca-2013", "legends-2013", "aria-2013", "nugget-2013", "bristol-2013"]  # fmt: skip
SETTINGS = [
    {}, {}, {"cap": "current"}, {"cap": "none"}, {"cap": "pair_min"}, {"exact_cover": "out"},
    {"winnings_usable": False}, {"settlement": "payer_rounds"}, {"scoring": "2-4"},
    {"royalties": "trump"}, {"moon": 20}, {"naturals": {"dragon": 13}}, {"strict_rows": True},
    {"simultaneous_rank": "payment_order"}, {"button_frozen_in_fl": False},
    {"absent": "dead_3"}, {"absent": "foul"}, {"fl_stay_cards": "same"},
]  # fmt: skip
LOAD = """async () => {
  const parts = ['score', 'rows'].map((name) => import(`/static/js/tablet/${name}.js`));
  window.score = Object.assign({}, ...await Promise.all(parts));
}"""
COMPARE = """(text) => {
  const { settle, CATEGORIES } = window.score;
  const plain = (one) => !one || typeof one !== 'object' || Array.isArray(one);
  const sorted = (value) => JSON.stringify(value, (key, one) => plain(one) ? one
    : Object.fromEntries(Object.entries(one).sort(([a], [b]) => a < b ? -1 : 1)));
  return JSON.parse(text).filter(({ rules, table, layouts, wanted }) => {
    const found = settle(rules, table, layouts);
    for (const player of found.players) {
      for (const hand of Object.values(player.hands)) {
        hand.category = CATEGORIES[hand.category].replaceAll('_', ' ');
      }
    }
    return sorted(found) !== sorted(wanted);
  });
}"""


def case(rng):
    name, overrides = rng.choice(PRESETS), rng.choice(SETTINGS)
    rules = customise(preset(name), overrides)
    asked = request(
        rng,
        ruleset=name,
        most=rules.max_players,
        decks=rules.decks,
        fantasyland=rules.fantasyland_cards or (0,),
        overrides=overrides,
    )
    asked.pop("pair_values", None)
    for player in asked["players"]:
        if rng.random() < 0.1:
            player["absent"] = True
    wanted = settle(asked)
    wanted.pop("discrepancies")
    wanted.pop("eliminated")  # who is out stands with each player; places are the server's
    for player in wanted["players"]:
        player.pop("points")
    return {
        "rules": rules.as_json(),
        "table": {key: asked[key] for key in ("point_value", "button", "players")},
        "layouts": {player["seat"]: player for player in asked["players"]},
        "wanted": wanted,
    }


@pytest.mark.parametrize(
    "count", [1_000, pytest.param(20_000, marks=pytest.mark.slow)], ids=["some", "many"]
)
def test_every_outcome_is_that_of_scoring(transactional_db, browser, address, count):
    page = browser.new_page()
    page.goto(f"{address}/tablet/pair/")
    page.evaluate(LOAD)
    rng = random.Random(count)
    for _ in range(count // 1_000):
        assert page.evaluate(COMPARE, json.dumps([case(rng) for _ in range(1_000)])) == []
    page.close()
