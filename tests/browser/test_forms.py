"""Forms in a real Chromium: boards that follow the typing, and a player's own page."""

import pytest
from django.conf import settings
from django.test import Client

from accounts.links import token_of
from tables.models import QueueItem
from tests.factories import SHEETS, Floor
from tests.web.pages import sheet_of

pytestmark = pytest.mark.browser


def test_boards_follow_the_typing_and_nothing_is_lost(opens, address, transactional_db):
    floor = Floor.running(players=3)
    floor.start()
    client = Client()
    client.force_login(floor.director)
    tab = opens()
    session = settings.SESSION_COOKIE_NAME
    cookie = {"name": session, "value": client.cookies[session].value, "url": address}
    tab.context.add_cookies([cookie])
    complaints: list[str] = []
    tab.on("pageerror", lambda error: complaints.append(str(error)))
    tab.on("console", lambda said: complaints.append(said.text))
    tab.goto(f"/e/{floor.slug}/deal/1/")
    facts = sheet_of(floor, SHEETS["flush"])
    lines = {name: value for name, value in facts.items() if name.startswith("cards")}
    for name, value in lines.items():
        tab.locator(f"[name={name}]").press_sequentially(value)
    tab.get_by_text("Flush K").wait_for()  # a fragment: nothing was sent to be kept
    tab.get_by_test_id("check").click()
    tab.get_by_test_id("back").click()
    for name, value in lines.items():
        assert tab.locator(f"[name={name}]").input_value() == value
    tab.get_by_test_id("check").click()
    tab.get_by_test_id("record").dblclick()
    tab.get_by_text("Hand 1 recorded").wait_for()
    assert floor.event.journal.filter(kind="hand.record").count() == 1
    assert complaints == []


def test_a_player_changes_the_language_and_asks_from_his_own_page(opens, transactional_db):
    """His address is kept secret by a referrer policy; a stricter one kept his forms out, too."""
    floor = Floor.running(players=3)
    floor.play(SHEETS["flush"])
    tab = opens()
    tab.goto(f"/p/{token_of(floor.event.uid, 1)}/")
    tab.locator("summary", has_text="Language").click()
    tab.get_by_role("button", name="Español").click()
    tab.locator("html[lang=es]").wait_for()
    tab.goto(f"/p/{token_of(floor.event.uid, 1)}/question/")
    tab.locator("textarea").fill("Tenía reyes")
    tab.locator("main form button").click()
    tab.wait_for_url(f"**/p/{token_of(floor.event.uid, 1)}/")
    assert QueueItem.objects.get().text == "Tenía reyes"
