"""A new event starts from a template of the house or from an earlier event."""

import pytest

from tests.factories import Floor, staff
from tests.tournaments.money import PRICES
from tests.web.pages import Browser, event_form, text
from tournaments.models import Event

pytestmark = pytest.mark.django_db


def test_a_template_fills_in_levels_and_stack() -> None:
    page = Browser(staff(creates=True)).get("/new/?start=turbo")
    body = page.content.decode()
    assert 'value="15000"' in body
    assert "100, 12\n200, 12\n300, 12\nbreak, 10" in body
    assert "Start from" in text(page)
    assert "Level Point value Minutes Depth in points 1 100 12 150" in text(page)


def test_a_copy_is_the_other_event_with_its_prices() -> None:
    floor = Floor(name="Friday night", starting_stack=12_000, registration_level=4)
    floor.do("event.prices", prices=PRICES)
    browser = Browser(floor.director)
    where = f"/new/?start=event:{floor.slug}"
    body = browser.get(where).content.decode()
    assert 'value="Friday night"' in body
    assert 'value="12000"' in body
    facts = event_form(name="Saturday", starting_stack="12000")
    assert browser.post(where, facts).status_code == 302
    copy = Event.objects.get(slug="saturday")
    assert copy.prices == floor.event.prices
    assert copy.starting_stack == 12_000


def test_a_second_click_makes_one_copy() -> None:
    floor = Floor()
    floor.do("event.prices", prices=PRICES)
    browser = Browser(floor.director)
    facts = event_form(submission="5f0c9a54-76ab-4a1c-8d53-00000000c0f1")
    for _ in range(2):
        assert browser.post(f"/new/?start=event:{floor.slug}", facts).status_code == 302
    assert Event.objects.get(slug="friday-night").version == 2


def test_only_his_own_events_are_copied() -> None:
    floor = Floor.open(name="Secret recipe")
    browser = Browser(staff(creates=True))
    assert "Secret recipe" not in text(browser.get("/new/"))
    assert browser.get(f"/new/?start=event:{floor.slug}").status_code == 404
