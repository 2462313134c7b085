"""What everyone sees, in a real Chromium: any width, both themes, four languages, with and without
scripts; and what the scripts add to the standings and the wall.
"""

import pytest
from playwright.sync_api import Page, expect

from accounts import links
from tests.browser.test_axe import violations
from tests.factories import SHEETS, Floor

pytestmark = pytest.mark.browser
WIDTHS = (320, 360, 768, 1366, 1920)


@pytest.fixture
def floor(transactional_db: None) -> Floor:
    """Two tables, long names, one recorded hand, and one being played."""
    floor = Floor.open()
    names = ["Maximiliano Fernández de la Reguera", "Анастасия Преображенская", "Li", "O'Neill"]
    floor.register(*names, "Ana Ruiz", "Boris Petrov")
    floor.do("seat.draw")
    for table in floor.event.tables.all():
        floor.dealer(table.number)
    floor.do("event.start")
    floor.play(SHEETS["flush"])
    floor.start(2)
    return floor


def paths(floor: Floor) -> list[str]:
    event = f"/e/{floor.slug}/"
    return [
        *("/", event, f"{event}t/", f"{event}t/1/", f"{event}t/1/h/1/", f"{event}p/1/"),
        *(
            f"{event}statistics/",
            f"{event}structure/",
            f"{event}rules/",
            f"{event}clock/",
            f"{event}wall/",
        ),
        *(f"{event}t/1/overlay/", f"/p/{links.token_of(floor.event.uid, 1)}/", "/calculator/"),
        f"/p/{links.token_of(floor.event.uid, 1)}/question/",
    ]


def test_no_page_scrolls_sideways_or_complains(opens, floor):
    said: list[str] = []
    page = opens()
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("console", lambda line: said.append(line.text))
    for path in paths(floor):
        assert page.goto(path).status == 200, path
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            wide = page.evaluate("document.documentElement.scrollWidth")
            assert wide <= width, (path, width, wide)
    assert said == []


# Each language once and each theme twice; the other four combinations on a long night.
SEEN = [("en", "dark"), ("es", "light"), ("pt", "dark"), ("ru", "light")]
REST = [("en", "light"), ("es", "dark"), ("pt", "light"), ("ru", "dark")]


@pytest.mark.parametrize(
    ("language", "theme"), [*SEEN, *(pytest.param(*one, marks=pytest.mark.slow) for one in REST)]
)
def test_axe_finds_nothing(opens, floor, language, theme):
    page = opens(locale=language, color_scheme=theme)
    page.set_viewport_size({"width": 360 if theme == "light" else 1366, "height": 800})
    found = {}
    for path in paths(floor):
        page.goto(path)
        if told := violations(page):
            found[path] = told
    assert found == {}


def test_without_scripts_everything_is_there(opens, floor):
    page = opens(java_script_enabled=False)
    for path in paths(floor):
        assert page.goto(path).status == 200
        assert len(page.inner_text("main")) > 20, path
    page.goto(f"/e/{floor.slug}/")
    assert page.locator("tr[data-entry]").count() == 6


class TestStandings:
    @pytest.fixture
    def page(self, opens, floor) -> Page:
        page = opens()
        page.goto(f"/e/{floor.slug}/")
        return page

    def shown(self, page: Page) -> list[str]:
        rows = page.locator("#standings tr[data-entry]:visible .who a")
        return [text.strip() for text in rows.all_inner_texts()]

    def test_a_search_forgives_accents_and_case(self, page):
        page.get_by_label("Find a player").fill("fernandez")
        assert self.shown(page) == ["Maximiliano Fernández de la Reguera"]
        page.get_by_label("Find a player").fill("nobody like that")
        expect(page.get_by_text("Nobody has that name.")).to_be_visible()

    def test_ones_own_row_stays_in_view(self, page, floor):
        page.goto(f"/e/{floor.slug}/#me=5")
        page.reload()
        expect(page.locator("#my-row")).to_contain_text("Ana Ruiz")
        page.goto(f"/e/{floor.slug}/")  # remembered, without the mark in the address
        expect(page.locator("#my-row")).to_contain_text("Ana Ruiz")

    def test_a_column_sorts_and_sorts_back(self, page):
        before = self.shown(page)
        page.get_by_role("button", name="Player").click()
        assert self.shown(page) == sorted(before, key=str.casefold)
        page.get_by_role("button", name="Player").click()
        assert self.shown(page) == sorted(before, key=str.casefold, reverse=True)
        page.get_by_role("button", name="Place").click()
        assert self.shown(page) == before

    def test_search_and_sort_survive_a_new_version(self, page, floor):
        page.get_by_label("Find a player").fill("li")
        before = self.shown(page)
        floor.do("clock.pause")
        page.evaluate("document.body.dispatchEvent(new CustomEvent('live:version'))")
        expect(page.locator("#standings")).to_contain_text("Paused")
        assert self.shown(page) == before


def test_the_wall_turns_its_pages(opens, transactional_db):
    floor = Floor.running(players=26)
    page = opens()
    page.clock.install()
    page.goto(f"/e/{floor.slug}/wall/")
    expect(page.locator("[data-page-text]")).to_have_text("page 1 of 3")
    assert page.locator(".wall-page:visible li").count() == 12
    for number in (2, 3, 1):
        page.clock.run_for(12_000)
        expect(page.locator("[data-page-text]")).to_have_text(f"page {number} of 3")


def test_near_the_money_the_first_page_stays_twice_as_long(opens, transactional_db):
    floor = Floor.open(players=26)
    floor.do("seat.draw")
    floor.do("event.start")
    event = floor.event
    event.prizes = [100] * 24  # behind the journal's back: only the wall looks
    event.save()
    page = opens()
    page.clock.install()
    page.goto(f"/e/{floor.slug}/wall/")
    for number in (1, 2, 3, 1, 1, 2):
        page.clock.run_for(12_000)
        expect(page.locator("[data-page-text]")).to_have_text(f"page {number} of 3")


def test_a_wall_that_waits_fits_in_every_language(opens, transactional_db):
    waiting = Floor.open(players=2)
    for language in ("en", "es", "pt", "ru"):
        page = opens(locale=language)
        page.goto(f"/e/{waiting.slug}/clock/")
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, language


def test_the_wall_fits_a_full_hd_screen(opens, floor):
    page = opens()
    page.set_viewport_size({"width": 1920, "height": 1080})
    for part in ("clock", "wall"):
        page.goto(f"/e/{floor.slug}/{part}/")
        assert page.evaluate("document.documentElement.scrollHeight") <= 1080, part
    page.goto(f"/e/{floor.slug}/clock/")
    size = "node => parseFloat(getComputedStyle(node).fontSize)"
    assert page.locator(".clock-time").evaluate(size) >= 320
    assert page.locator(".clock-value").evaluate(size) >= 140
    assert page.locator(".facts dd").first.evaluate(size) >= 64
    smallest = page.evaluate(
        "Math.min(...[...document.querySelectorAll('main *')].filter(n => n.childNodes.length)"
        ".map(n => parseFloat(getComputedStyle(n).fontSize)))"
    )
    assert smallest >= 40
