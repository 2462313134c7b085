"""The desk in Chromium: axe, the size of targets, no sideways scroll, long names.

What everyone sees is looked at in `test_public.py`.
"""

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, Page

from tests.browser.scene import SIZES
from tests.browser.test_axe import REST, SEEN, violations
from tests.factories import SHEETS, Floor
from tests.tournaments.money import PRICES
from tournaments.models import Role

pytestmark = pytest.mark.browser
WIDTHS = [320, 360, 600, 1024, 1920]
LONG = ["Maximiliana Fernández-Villanueva Souza C", "Konstantin Alexandrowitsch Preobraschens",
  "Joãozinho Albuquerque Vasconcelos Moreir", "Anna-Karina Schwarzenberger von Hohenfel",
  "Ильдар Абдурахманович Константинопольски", "Bo", "Yi"]  # fmt: skip
# A link in a sentence may be as small as its words.
SMALL = """() => [...document.querySelectorAll('button, a, input, select, textarea, summary')]
  .filter((node) => node.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
  .filter((node) => !(node.matches('a') && getComputedStyle(node).display === 'inline'))
  .filter((node) => !node.matches('.tile a, .who a'))  // the whole tile or row takes the tap
  .map((node) => [/checkbox|radio/.test(node.type) && node.labels[0] || node, node])
  .map(([box, node]) => [box.getBoundingClientRect(), node.outerHTML.slice(0, 120)])
  .filter(([{ width, height }]) => width > 1 && (width < 47.9 || height < 47.9))
  .map(([{ width, height }, html]) => `${width} x ${height}: ${html}`)"""

# A name that is squeezed to a letter a line does not scroll sideways, and cannot be read either.
SQUEEZED = """() => [...document.querySelectorAll('.seat-name, .who, th[scope=row]')]
  .filter((node) => node.checkVisibility() && node.textContent.trim().length > 5)
  .filter((node) => node.getBoundingClientRect().width < 60)
  .map((node) => `${node.getBoundingClientRect().width}: ${node.textContent.trim()}`)"""

# What a panel cuts off at its edge does not scroll either.
CUT = """() => [...document.querySelectorAll('main :is(button, a, input, select, summary)')]
  .filter((node) => node.checkVisibility() && !node.closest('.scroll, .sr-only'))
  .filter((node) => node.getBoundingClientRect().right > innerWidth + 1)
  .map((node) => node.outerHTML.slice(0, 120))"""


class Club:
    """An event in play with long names, its director signed in to Chromium, and all its pages."""

    def __init__(self, address: str, browser: Browser) -> None:
        self.address, self.browser = address, browser
        self.floor = floor = Floor(name="Campeonato Sul-Americano de Pineapple Aberto")
        floor.do("event.prices", prices=PRICES)
        floor.do("event.publish")
        floor.register(*LONG)
        floor.do("seat.draw")
        floor.do("event.start")
        floor.hire(Role.DEALER)
        three = floor.table(1).seats.exclude(entry=None).count() == 3
        floor.play(SHEETS["flush" if three else "kings on top"])
        floor.start()
        two = next(n for n in (2, 3) if floor.table(n).seats.exclude(entry=None).count() == 2)
        floor.play(SHEETS["kings on top"], table=two)
        full = next(n for n in (1, 2, 3) if floor.table(n).seats.exclude(entry=None).count() == 3)
        if full != 1:
            gone = floor.table(full).seats.first().entry.number
            floor.do("entry.remove", entry=gone, removal="no_show", reason="not there")
        floor.do("table.room", tables=[1], room="Terrace, first floor")
        empty = floor.table(two).seats.get(entry=None).number
        floor.do("seat.reserve", table=two, seat=empty, entry=None, reason="a camera")
        client = Client()
        client.force_login(floor.director)
        self.session = client.cookies[settings.SESSION_COOKIE_NAME].value

    @property
    def site(self) -> list[str]:
        return ["/login/", "/rules/", "/rules/vamos/", "/tablet/pair/"]

    @property
    def staff(self) -> list[str]:
        desk, deal = f"/d/{self.floor.slug}/", f"/e/{self.floor.slug}/deal/"
        pages = [
            "",
            "register/",
            "register/1/",
            "seats/",
            "seats/setup/",
            "seats/cards/",
            "staff/",
            "dealers/",
        ]
        pages += ["log/", "devices/", "clock/", "days/", "places/", "moves/", "moves/tables/"]
        pages += ["corrections/", "corrections/t/1/h/1/", "settings/", "amend/", "files/", "paper/"]
        pages += ["money/", "money/cash/", "money/deal/", "money/payouts/"]
        return ["/new/", *(desk + page for page in pages), deal, f"{deal}1/", f"{deal}2/"]

    def page(self, language: str = "en", theme: str = "light") -> Page:
        context = self.browser.new_context(base_url=self.address, color_scheme=theme)
        cookies = {
            settings.SESSION_COOKIE_NAME: self.session,
            settings.LANGUAGE_COOKIE_NAME: language,
        }
        context.add_cookies(
            [{"name": name, "value": cookies[name], "url": self.address} for name in cookies]
        )
        page = context.new_page()
        page.set_default_timeout(30_000)
        return page


@pytest.fixture
def club(transactional_db: None, address: str, browser: Browser) -> Club:
    return Club(address, browser)


def test_no_page_scrolls_sideways_or_complains(club):
    page = club.page()
    found: list[object] = []
    page.on("pageerror", lambda error: found.append(str(error)))
    page.on("console", lambda line: found.append(line.text))
    for path in [*club.site, "/api/docs/", *club.staff]:
        assert page.goto(path).status == 200, path
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 800})
            if page.evaluate("() => document.documentElement.scrollWidth > innerWidth"):
                found.append((path, width))
            found += [(path, width, one) for one in page.evaluate(SQUEEZED)]
            found += [(path, width, one) for one in page.evaluate(CUT)]
    page.context.close()
    assert found == [], "\n".join(map(str, found))


def test_staff_pages_have_large_targets(club):
    page = club.page()
    found = []
    for path in club.staff:
        page.goto(path)
        for width, height in SIZES.values():
            page.set_viewport_size({"width": width, "height": height})
            found += [(path, width, one) for one in page.evaluate(SMALL)]
    page.context.close()
    assert found == [], "\n".join(map(str, found))


@pytest.mark.parametrize(
    ("language", "themes"), [*SEEN, *(pytest.param(*one, marks=pytest.mark.slow) for one in REST)]
)
def test_axe_finds_nothing(club, language, themes):
    page = club.page(language)
    found = []
    for path in [*club.site, *club.staff]:
        page.goto(path)
        for theme in themes.split():
            page.emulate_media(color_scheme=theme)
            found += [(path, theme, one) for one in violations(page)]
    page.context.close()
    assert found == [], "\n".join(map(str, found))
