"""Following an event by its public pages alone: news, retractions, gaps, and the honest age."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.factories import SHEETS, Floor

pytestmark = pytest.mark.browser
PAGES = ("", "t/1/", "t/", "p/1/", "wall/", "t/1/overlay/")


@pytest.fixture
def floor(transactional_db: None) -> Floor:
    floor = Floor.running(players=3)
    floor.play(SHEETS["flush"])
    return floor


@pytest.fixture
def phone(address: str, browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(
        base_url=address, viewport={"width": 360, "height": 740}, locale="en"
    )
    yield context
    context.close()


def stack(floor: Floor, number: int = 1) -> str:
    return f"{floor.event.entries.get(number=number).stack:,}"


def opened(phone: BrowserContext, floor: Floor, path: str) -> Page:
    page = phone.new_page()
    page.goto(f"/e/{floor.slug}/{path}")
    expect(page.locator("body")).to_contain_text(stack(floor))
    return page


@pytest.fixture
def screens(address: str, browser: Browser, floor: Floor) -> Iterator[list[Page]]:
    """Each page on a screen of its own: a browser opens six connections to one server, not more."""
    contexts = [browser.new_context(base_url=address, locale="en") for _ in PAGES]
    yield [opened(context, floor, path) for context, path in zip(contexts, PAGES, strict=True)]
    for context in contexts:
        context.close()


def test_a_hand_and_its_retraction_reach_every_screen(screens, floor):
    before = stack(floor)
    floor.play(SHEETS["big win"])
    after = stack(floor)
    assert after != before
    for page in screens:
        expect(page.locator("main")).to_contain_text(after)
    floor.do("hand.undo", table=1, hand=2)
    for page in screens:
        expect(page.locator("main")).not_to_contain_text(after)
        expect(page.locator("main")).to_contain_text(before)


def test_a_gap_is_noticed_and_made_up_for(phone, floor):
    page = opened(phone, floor, "")
    phone.set_offline(True)
    floor.play(SHEETS["big win"])
    phone.set_offline(False)
    expect(page.locator("#standings")).to_contain_text(stack(floor))


def test_what_is_old_says_so(phone, floor):
    page = phone.new_page()
    page.clock.install()
    page.goto(f"/e/{floor.slug}/")
    age = page.locator(".page-head .age")
    expect(age).to_have_text(re.compile(r"Updated \d sec ago"))
    phone.route("**/live/**", lambda route: route.abort())
    phone.route("**/standings/", lambda route: route.abort())
    phone.set_offline(True)
    page.clock.run_for(35_000)
    expect(age).to_have_attribute("data-old", "")
    expect(age).to_have_text(re.compile(r"Updated 3\d sec ago"))
    phone.set_offline(False)
    phone.unroute_all()
    page.clock.run_for(15_000)
    expect(age).not_to_have_attribute("data-old", "")


def test_a_replay_is_turned_by_keys(phone, floor):
    cards = [
        {**one, "laid": [*one["bottom"], *one["middle"], *one["top"]]} for one in SHEETS["flush"]
    ]
    floor.play(cards)
    page = phone.new_page()
    page.goto(f"/e/{floor.slug}/t/1/h/2/")
    for street in (5, 4):
        page.keyboard.press("ArrowLeft")
        expect(page.locator("[aria-current=step]")).to_have_text(f"Street {street}")
    page.keyboard.press("ArrowRight")
    expect(page.locator("[aria-current=step]")).to_have_text("Street 5")
    assert page.url.endswith("?street=5")
    page.keyboard.press("ArrowRight")
    expect(page.locator("main")).to_contain_text("Payments, in order")


def test_without_a_mouse_the_standings_can_be_used(phone, floor):
    page = opened(phone, floor, "")
    page.set_viewport_size({"width": 1366, "height": 768})
    page.get_by_label("Find a player").focus()
    page.keyboard.press("Tab")
    seen = set()
    for _ in range(10):
        seen.add(page.evaluate("document.activeElement.closest('th, td')?.className ?? ''"))
        outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        assert outline != "none"
        page.keyboard.press("Tab")
    assert "who" in seen
