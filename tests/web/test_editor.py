"""House rules: edit a copy of a preset while creating an event, and come back to the form."""

import json
import re

import pytest

from scoring.presets import PRESETS, customise, preset
from tests.factories import staff
from tests.web.pages import Browser, event_form, text
from tournaments.models import Event
from web.forms.event import EventForm
from web.rules_editor import editor
from web.rules_fields import fields_of

pytestmark = pytest.mark.django_db
PATH = "/d/rules/new/"


def director() -> Browser:
    return Browser(staff(creates=True))


def edited(name: str = "vamos", **changes: str) -> dict[str, str]:
    """The form as it is sent after some changes; dots of the names are written as __."""
    typed = {f"x.{key.replace('__', '.')}": value for key, value in changes.items()}
    return {**event_form(ruleset=name), **fields_of(PRESETS[name]), **typed}


@pytest.mark.parametrize("name", PRESETS)
def test_any_preset_can_be_typed_over_any_other(name: str) -> None:
    for rules in PRESETS.values():
        found = editor(name, fields_of(rules))
        assert not found.errors
        assert customise(preset(name), json.loads(found.overrides)) == rules


def test_the_copy_shows_every_setting_with_what_follows() -> None:
    page = text(director().post(PATH, event_form(ruleset="ofc")))
    assert "A copy of “Classic OFC, one card a street, 4 players”" in page
    assert "A player can win any sum from an opponent who has the chips." in page
    assert "Nothing yet: every setting is as in the preset." in page


def test_a_change_is_marked_and_the_preset_stays_in_sight() -> None:
    page = text(director().post(PATH, edited(cap="none"), hx_request="true"))
    assert "Most a player can win from one opponent A player can win any sum" in page
    assert "Preset: From each opponent a player wins at most his own stack" in page


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"max_players": "4"}, "4 players with 17 cards each need 68 cards, and 1 × 52 = 52."),
        ({"streets": "5, 3/2"}, "Possible: [[5, 5], [3, 2], …]."),
        ({"streets": "five"}, "Write “5, 4 × 3/2”"),
        ({"moon": "many"}, "Type whole numbers from 0."),
        ({"fl_entry__QQ": "9"}, "This cannot be 9. Possible: 13, 14, 15, …."),
        ({"cap": "sky"}, "This cannot be sky."),
        ({"min_players": "1"}, "This cannot be 1."),
    ],
)
def test_what_cannot_be_played_is_refused_at_its_field(
    changes: dict[str, str], sentence: str
) -> None:
    response = director().post(PATH, {**edited(**changes), "done": "1"})
    assert response.status_code == 422
    assert "These rules cannot be played" in text(response)
    assert sentence in text(response)


def test_back_to_the_form_everything_is_still_there_and_the_event_pins_it() -> None:
    browser = director()
    facts = edited(cap="none", naturals__six_pairs="3", fl_stay_cards="same", streets="5, 8 x 1")
    facts |= {"name": "House cup", "starting_stack": "45000", "reentry_unlimited": "on"}
    page = browser.post(PATH, {**facts, "done": "1"})
    body = page.content.decode()
    assert 'value="House cup"' in body
    assert 'value="45000"' in body
    assert "Six pairs and an odd card = 3 (preset 0)" in text(page)
    found = re.search(r'name="overrides" value="([^"]*)"', body)
    assert found
    overrides = found[1].replace("&quot;", '"')
    done = browser.post("/new/", event_form(name="House cup", overrides=overrides))
    assert done.status_code == 302
    rules = Event.objects.get(slug="house-cup").ruleset
    assert (rules.cap.value, rules.naturals.six_pairs, len(rules.streets)) == ("none", 3, 9)


def test_cancel_and_reset_leave_the_rules_as_they_were() -> None:
    browser = director()
    carried = {"overrides": json.dumps({"moon": 20})}
    cancelled = browser.post(PATH, {**edited(cap="none"), **carried, "cancel": "1"})
    assert "wins 20 points" in text(cancelled)
    assert "any sum" not in text(cancelled)
    reset = browser.post(PATH, {**edited(cap="none"), **carried, "reset": "1"})
    assert "Nothing yet" in text(reset)


def test_house_rules_that_do_not_go_with_the_rule_set_are_refused() -> None:
    form = event_form(ruleset="vamos", overrides=json.dumps({"max_players": 4}))
    response = director().post("/new/", form)
    assert response.status_code == 422
    assert "4 players with 17 cards each need 68 cards" in text(response)


def test_only_who_creates_events_may_edit() -> None:
    assert Browser(staff()).post(PATH, event_form()).status_code == 403
    assert director().get(PATH)["Location"] == "/new/"


def test_the_summary_prints_only_what_differs_inside_a_table() -> None:
    top = preset("vamos").as_json()["royalty_table"]["top"]
    table = {**preset("vamos").as_json()["royalty_table"], "top": {**top, "55": 2}}
    entry = {**preset("vamos").as_json()["fl_entry"], "JJ": 13}
    form = EventForm(event_form(overrides=json.dumps({"royalty_table": table, "fl_entry": entry})))
    said = dict(form.house_rules())
    assert said["Royalty tables"] == "Top row: 55 = 2 (preset 0)"
    assert said["Entry"] == "JJ = 13 (preset 0)"
