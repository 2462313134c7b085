"""Rules in words: every setting and value has its text, and a page shows what an event pinned."""

from dataclasses import fields, replace
from enum import StrEnum
from typing import get_args, get_type_hints

import pytest

from scoring.presets import PRESETS, customise, preset
from scoring.rules import RuleSet
from tests.factories import Floor
from tests.web.pages import Browser, text
from web.example import worked_example
from web.rules_choices import CHOICES
from web.rules_page import LINES
from web.rules_text import GROUPS, LABELS, effect

SETTINGS = [one.name for one in fields(RuleSet)]


def answers(setting: str) -> list[object]:
    """Every value that a closed setting can have."""
    hint = get_type_hints(RuleSet)[setting]
    kinds = [kind for kind in (hint, *get_args(hint)) if isinstance(kind, type)]
    closed = [list(kind) for kind in kinds if issubclass(kind, StrEnum)]
    return [*([True, False] if hint is bool else []), *(one for some in closed for one in some)]


def test_every_setting_has_a_label_and_a_place() -> None:
    assert set(LABELS) == set(SETTINGS)
    assert sorted(name for group in GROUPS for name in group.settings) == sorted(SETTINGS)
    assert set(LINES) == set(PRESETS)


@pytest.mark.parametrize("setting", SETTINGS)
def test_every_value_has_a_sentence_of_its_own(setting: str) -> None:
    values = answers(setting)
    assert {str(one) for one in values} == {str(one) for one in CHOICES.get(setting, {})}
    said = [effect(replace(RuleSet(), **{setting: value}), setting) for value in values]
    assert len(set(said)) == len(values)
    for sentence in [*said, effect(RuleSet(), setting)]:
        assert sentence.endswith(".")
        assert "{" not in sentence


def test_prices_are_told_as_they_are() -> None:
    rules = customise(preset("vamos"), {"naturals": {"six_pairs": 3}, "moon": 20})
    assert "QQ: 14 cards, KK: 15 cards, AA: 16 cards" in effect(rules, "fl_entry")
    assert "66 = 1 … AA = 9 · 222 = 10 … AAA = 22" in effect(rules, "royalty_table")
    assert "Six pairs and an odd card: 3 points." in effect(rules, "naturals")
    assert "wins 20 points" in effect(rules, "moon")
    assert effect(rules, "streets").startswith(
        "Dealt to each player: 5 cards; then 4 times 3 cards"
    )
    assert effect(PRESETS["legends-2013"], "fl_entry") == "There is no Fantasyland."


@pytest.mark.parametrize("name", PRESETS)
def test_the_example_is_settled_under_each_preset(name: str) -> None:
    example = worked_example(PRESETS[name])
    assert example.result.payments
    before = sum(stack.before for stack in example.result.stacks)
    assert before == sum(stack.after for stack in example.result.stacks)


def test_the_example_follows_the_rules_it_explains() -> None:
    def paid(name: str) -> list[int]:
        return [payment.paid for payment in worked_example(PRESETS[name]).result.payments]

    assert paid("vamos") == [3000, 3000, 1200]
    assert paid("ept-2013")[:2] == [3000, 3400]
    assert paid("pca-2013")[:2] == [3400, 3400]
    sits_out = customise(PRESETS["ofc"], {"button_sits_out": True})
    assert len(worked_example(sits_out).result.boards) == 3


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_has_its_page(name: str) -> None:
    page = text(Browser().get(f"/rules/{name}/"))
    assert "An example under these rules" in page
    assert str(LINES[name]) in page.replace("&#x27;", "'")


def test_the_list_leads_to_every_preset() -> None:
    body = Browser().get("/rules/").content.decode()
    assert all(f'href="/rules/{name}/"' in body for name in PRESETS)
    assert Browser().get("/rules/bridge/").status_code == 404


@pytest.mark.django_db
def test_an_event_shows_its_pinned_rules_and_what_the_house_changed() -> None:
    floor = Floor.open(players=3, overrides={"cap": "none", "moon": 20})
    page = text(Browser().get(f"/e/{floor.slug}/rules/"))
    assert "2 house rules" in page
    assert "A player can win any sum from an opponent who has the chips." in page
    assert "wins 20 points from each opponent" in page
    assert f'href="/e/{floor.slug}/rules/"' in Browser().get(f"/e/{floor.slug}/").content.decode()


@pytest.mark.django_db
def test_the_rules_of_a_draft_are_its_staffs_business() -> None:
    Floor(slug="secret")
    assert Browser().get("/e/secret/rules/").status_code == 404
    assert Browser().get("/calculator/?r=e:secret").status_code == 404
