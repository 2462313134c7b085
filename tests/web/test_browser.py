"""The pages in a real Chromium: nothing refused by the content policy, no sideways scroll."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, sync_playwright

from accounts.links import token_of
from tables.models import QueueItem
from tests.conftest import chromium
from tests.factories import SHEETS, Floor
from tests.web.pages import sheet_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]


@pytest.fixture(autouse=True)
def _orm_beside_playwright(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")


@pytest.fixture
def complaints() -> list[str]:
    return []


@pytest.fixture
def tab(live_server, complaints: list[str]) -> Iterator[Page]:
    with sync_playwright() as play:
        chrome = play.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
        page = chrome.new_page(base_url=live_server.url)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text))
        yield page
        chrome.close()


def sign_in(page: Page, floor: Floor) -> None:
    floor.director.set_password("thirteen cards")
    floor.director.save()
    page.goto("/login/")
    page.get_by_label("Username").fill(floor.director.username)
    page.get_by_label("Password").fill("thirteen cards")
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("heading", name="Events").wait_for()


def refused(complaints: list[str]) -> list[str]:
    """What matters of the console: this server has no live stream, so its 404 does not."""
    return [text for text in complaints if "404" not in text and "EventSource" not in text]


def test_every_page_at_320_pixels(tab: Page, complaints: list[str]) -> None:
    floor = Floor.running(players=5)
    width = 3 if floor.table(1).seats.exclude(entry=None).count() == 3 else 2
    floor.play(SHEETS["flush" if width == 3 else "kings on top"])
    floor.start()
    tab.set_viewport_size({"width": 320, "height": 640})
    sign_in(tab, floor)
    desk, event = f"/d/{floor.slug}/", f"/e/{floor.slug}/"
    paths = [
        *("/", "/new/", event, f"{event}t/", f"{event}t/1/", f"{event}t/1/h/1/", "/api/docs/"),
        *(desk, f"{desk}register/", f"{desk}seats/", f"{desk}staff/", f"{desk}log/"),
        *(f"{event}deal/", f"{event}deal/1/", f"{event}deal/2/"),
    ]
    for path in paths:
        assert tab.goto(path).status == 200, path
        assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
    assert not refused(complaints)


def test_boards_follow_the_typing_and_nothing_is_lost(tab: Page, complaints: list[str]) -> None:
    floor = Floor.running(players=3)
    floor.start()
    sign_in(tab, floor)
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
    assert not refused(complaints)


def test_a_player_changes_the_language_and_asks_from_his_own_page(tab: Page) -> None:
    """His address is kept secret by a referrer policy; a stricter one kept his forms out, too."""
    floor = Floor.running(players=3)
    floor.play(SHEETS["flush"])
    tab.goto(f"/p/{token_of(floor.event.uid, 1)}/")
    tab.locator("summary", has_text="Language").click()
    tab.get_by_role("button", name="Español").click()
    tab.locator("html[lang=es]").wait_for()
    tab.goto(f"/p/{token_of(floor.event.uid, 1)}/question/")
    tab.locator("textarea").fill("Tenía reyes")
    tab.locator("main form button").click()
    tab.wait_for_url(f"**/p/{token_of(floor.event.uid, 1)}/")
    assert QueueItem.objects.get().text == "Tenía reyes"
