"""No violation of axe-core on any state of the tablet, in both themes and four languages.

Every state is walked to once in a language and looked at in the themes that are due. Each
language at a size of its own; all eight pairs on a long night.
"""

from pathlib import Path
from typing import NamedTuple

import axe_playwright_python
import pytest
from playwright.sync_api import Page, expect

from tables.models import FloorCall
from tests.browser.scene import HANDS, LEVELS
from tests.tablet.scene import Tablet

pytestmark = pytest.mark.browser
AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
OPTIONS = {
    "runOnly": {"type": "tag", "values": TAGS},
    "resultTypes": ["violations"],
    "preload": False,
}
RUN = """async (options) => (await axe.run(document, options)).violations
  .map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html }) => html.slice(0, 160))}`)"""
THEME = "(theme) => { document.documentElement.dataset.theme = theme; }"
WITH_BREAK = [LEVELS[0], {"break": 900}, LEVELS[1]]
SIZE = {"en": "L", "es": "P", "pt": "Ls", "ru": "M"}
SEEN = [("en", "light dark"), ("es", "dark"), ("pt", "light"), ("ru", "dark")]
REST = [("es", "light"), ("pt", "dark"), ("ru", "light")]


def violations(page: Page) -> list[str]:
    """What axe-core finds on the page as it stands, in a few words each."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE)
    found: list[str] = page.evaluate(RUN, OPTIONS)
    return found


class Look(NamedTuple):
    """A language, and the themes in which each state is looked at."""

    language: str
    themes: list[str]

    @property
    def facts(self) -> dict[str, str]:
        return {"language": self.language, "size": SIZE[self.language]}

    def __call__(self, page: Page, state: str) -> None:
        for theme in self.themes:
            page.evaluate(THEME, theme)
            assert violations(page) == [], (state, theme)


@pytest.fixture(
    params=[*SEEN, *(pytest.param(one, marks=pytest.mark.slow) for one in REST)],
    ids=" ".join,
)
def look(request: pytest.FixtureRequest) -> Look:
    language, themes = request.param
    return Look(language, themes.split())


def more(page: Page, choice: str) -> None:
    page.get_by_test_id("more").click()
    page.get_by_test_id(f"choice-{choice}").click()


def cancel(page: Page) -> None:
    page.get_by_test_id("choice-cancel").click()


def test_coming_to_the_table(table, look):
    here = table(**look.facts, signed_in=False)
    page, body = here.page, here.page.locator("body")
    expect(body).to_have_attribute("data-phase", "sign")
    look(page, "sign in")
    page.locator("#pin").fill("000000" if here.pin != "000000" else "111111")
    page.locator("#pin-form [type=submit]").click()
    expect(page.locator("#pin-said")).not_to_be_empty()
    look(page, "a wrong PIN")
    page.locator("[data-act=settings]").click()
    look(page, "settings")
    cancel(page)
    here.sign_in()
    here.at("ready")
    look(page, "ready")
    stranger = here.blank()
    stranger.goto(f"{here.address}/tablet/")
    expect(stranger.locator("#wait-text")).not_to_be_empty()
    look(stranger, "no tablet")
    here.tablet()
    page.evaluate("() => dispatchEvent(new Event('online'))")
    expect(body).to_have_attribute("data-phase", "wait")
    look(page, "taken over by another tablet")


def test_a_hand(table, look):
    here = table(**look.facts, stacks=[41_200, 2_000, 27_400], confirm="all")
    page = here.page
    here.start()
    look(page, "empty")
    here.lay(HANDS)
    look(page, "full")
    page.get_by_test_id("card-Ks").click(force=True)
    look(page, "used card")
    page.get_by_test_id("seat-1").click()
    page.get_by_test_id("slot-1-bot-1").click()
    look(page, "lifted")
    page.get_by_test_id("slot-1-bot-1").click()
    page.get_by_test_id("check").click()
    look(page, "foul")
    page.get_by_test_id("choice-foul").click()
    here.at("check")
    look(page, "check")
    page.get_by_test_id("wrong").click()
    look(page, "something is wrong")
    cancel(page)
    page.get_by_test_id("record").click(force=True)
    look(page, "not confirmed yet")
    page.get_by_test_id("yes").click()
    for seat in (1, 2, 3):
        page.get_by_test_id(f"agree-{seat}").click()
    page.locator("#turn").evaluate("(node) => node.click()")
    look(page, "confirmed, turned")
    here.offline(True)
    here.record()
    look(page, "offline, recorded")


def test_the_floor(table, look):
    here = table(**look.facts)
    page, strip = here.page, here.page.locator("#strip-text")
    here.start()
    page.get_by_test_id("floor").click()
    look(page, "floor called")
    page.locator("[data-act=reason]").click()
    look(page, "why the floor is called")
    cancel(page)
    here.sent()
    here.floor.do("floor.take", number=FloorCall.objects.get().seq)
    expect(strip).to_contain_text(here.floor.director.known_as)
    look(page, "the floor is coming")
    here.offline(True)
    page.locator("[data-act=unfloor]").click()
    expect(page.locator("#strip")).to_have_attribute("data-kind", "warn")
    look(page, "offline, a command waits")


def test_dialogs(table, look):
    here = table(**look.facts)
    page = here.page
    here.start()
    page.get_by_test_id("more").click()
    look(page, "more")
    cancel(page)
    for choice in ("swap_boards", "not_placed", "type_cards", "misdeal", "points_mode"):
        more(page, choice)
        look(page, choice)
        cancel(page)
    for choice in ("ask_correction", "last_five", "settings"):
        more(page, choice)
        look(page, choice)
        cancel(page)


def test_street_by_street(table, look):
    here = table(**look.facts, streets=True, fantasyland=[0, 14, 0])
    page, strip = here.page, here.page.locator("#strip-text")
    here.start()
    look(page, "a set face down")
    page.locator('[data-seat="1"] .tb-name').click()
    page.get_by_test_id("absent").click()
    expect(page.locator("[data-auto]")).to_have_count(1)
    look(page, "absent")
    here.lay(["Ah Kh 9h 5h 2h"])
    page.locator('[data-seat="1"] .tb-name').click()
    page.get_by_test_id("row-1-top").evaluate("(node) => node.click()")
    look(page, "the rule places these cards")
    more(page, "correct_card")
    look(page, "a placed card may be corrected")
    more(page, "settings")
    for choice in ("pads", "left", "mine", "deck"):
        page.get_by_test_id(f"choice-{choice}").click()
    cancel(page)
    look(page, "ranks and suits, left-handed, two colours")
    here.floor.do("clock.jump", segment=1)
    expect(strip).to_contain_text("2")
    look(page, "the level changes with the next hand")


def test_points_only(table, look):
    here = table(**look.facts)
    page = here.page
    here.start()
    more(page, "points_mode")
    for points in (3, 0, 0):
        page.locator("#sheet input").fill(str(points))
        page.get_by_test_id("choice-1").click()
    look(page, "who plays Fantasyland")
    page.get_by_test_id("choice-1").click()
    look(page, "why points only")
    page.locator("#sheet input").fill("mucked")
    page.get_by_test_id("choice-1").click()
    here.at("ready")
    here.sent()
    look(page, "points only")


def test_between_hands(table, look):
    here = table(**look.facts, stacks=[30_000] * 2, elsewhere=2, structure=WITH_BREAK)
    page, floor = here.page, here.floor
    here.start()
    floor.do("clock.jump", segment=1)
    expect(page.locator("#strip")).to_have_attribute("data-kind", "warn")
    look(page, "break after this hand")
    more(page, "misdeal")
    page.locator("#sheet input").fill("exposed")
    page.get_by_test_id("choice-1").click()
    here.at("ready")
    page.locator("[data-act=count]").click()
    look(page, "count check")
    for field in page.locator("#sheet input").all():
        field.fill("29 900")
    page.get_by_test_id("choice-1").click()
    here.sent()
    look(page, "counts differ")
    floor.do("clock.jump", segment=2)
    floor.do("round.start")
    here.start()
    look(page, "hand for hand")
    more(page, "misdeal")
    page.locator("#sheet input").fill("exposed")
    page.get_by_test_id("choice-1").click()
    here.at("ready")
    here.sent()
    look(page, "misdeal")


def test_orders(table, look):
    here = table(**look.facts, stacks=[30_000] * 2, elsewhere=2)
    page, floor = here.page, here.floor
    there = Tablet(floor, 2)
    here.at("ready")
    free = {n: floor.table(n).seats.filter(entry=None).first().number for n in (1, 2)}
    comes = floor.table(2).seats.exclude(entry=None).first().entry.number
    answer = floor.do("move.order", reason="balance", entry=comes, table=1, seat=free[1])
    expect(page.locator("#strip")).to_have_attribute("data-kind", "warn")
    look(page, "somebody is on his way")
    there.do(f"orders/{answer['orders'][0]['order']}/left", stack=30_000)
    page.locator("[data-act=order]").nth(1).click()
    look(page, "another amount")
    cancel(page)
    look(page, "somebody arrives")
    page.locator("[data-act=order]").first.click()
    expect(page.get_by_test_id("order")).to_have_count(0)
    here.sent()
    goes = floor.table(1).seats.exclude(entry=None).first().entry.number
    floor.do("move.order", reason="balance", entry=goes, table=2, seat=free[2])
    expect(page.get_by_test_id("order")).to_have_count(1)
    look(page, "somebody moves")


def test_refused(table, look):
    here = table(**look.facts, stacks=[30_000] * 2)
    page = here.page
    here.start()
    here.lay(HANDS[:2])
    here.check()
    here.offline(True)
    floor, number = here.floor, here.hands()[0].number
    floor.do("hand.misdeal", table=1, hand=number, reason="seen by the director")
    here.record()
    here.offline(False)
    here.sent()
    expect(page.locator("#strip")).to_have_attribute("data-kind", "danger")
    look(page, "refused")
