"""A table with three players and a tablet in Chromium, and the hands that tests play on it."""

import json
from collections.abc import Callable
from typing import Any

from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tables.models import Hand
from tables.services import devices
from tables.tablet import signing
from tables.tablet.door import COOKIE
from tests.factories import Floor
from tournaments.models import Entry, Event, Role

SIZES = {"L": (1280, 800), "Ls": (1024, 748), "P": (600, 960), "M": (360, 740)}
NAMES = ["Ana", "Boris", "Caio", "Dana", "Eva", "Fred"]
STACKS = [41_200, 18_600, 27_400]
# Bottom, middle, top, as a dealer reads them; the third player fouls.
HANDS = [
    "Ah Kh 9h 5h 2h Kc Kd 8s 8c 3d Qs Qd 4c",
    "Js Jh 9s 9d 4d Ts Th 6d 5c 3c As 7d 2s",
    "8h 8d Qc Td 5d 7c 7h 7s Ad 2d Ks Jd 6s",
]
# The same, but the third player sets his rows the right way round.
GOOD = [*HANDS[:2], "7c 7h 7s Ad 2d 8h 8d Qc Td 5d Ks Jd 6s"]
# The bar is deaf for a moment after a change of the screen; a test need not sit that out.
LISTENS = "() => import('/static/js/tablet/main.js').then(({ app }) => { app.deaf = 0; })"
# Where each card of the grid is tapped; nothing where a finger must scroll to it first.
PLACES = """() => main.scrollHeight > main.clientHeight ? null : Object.fromEntries(
  [...document.querySelectorAll('#grid .card')].map((cell) => {
    const { x, y, width, height } = cell.getBoundingClientRect();
    return [cell.dataset.card, [x + width / 2, y + height / 2]];
  }))"""
LAY = """(cards) => cards.forEach(
  (card) => document.querySelector(`[data-testid="card-${card}"]`).click())"""
PHASE = "body[data-phase={}]"
LEVELS = [{"level": 200, "seconds": 7200}, {"level": 300, "seconds": 7200}]


def until(page: Page, true: Callable[[], object]) -> None:
    """Wait for something that the page does not show, such as a row of the database."""
    for _ in range(600):
        if true():
            return
        page.wait_for_timeout(50)
    raise AssertionError("it never came true")


class Shelf:
    """Tablets that one test leaves to the next: wiped, but with the shell that they once fetched.

    The first load of a new tablet is `test_weight`'s and `test_following`'s affair; fetching it
    again for each test took longer than most tests.
    """

    def __init__(self, address: str, browser: Browser) -> None:
        self.address, self.browser = address, browser
        self.free: list[BrowserContext] = []
        self.lent: list[BrowserContext] = []

    def take(self, width: int, height: int) -> Page:
        """A page on a tablet that knows nobody."""
        context = self.free.pop() if self.free else self._new()
        self.lent.append(context)
        page = context.new_page()
        page.set_viewport_size({"width": width, "height": height})
        session = context.new_cdp_session(page)
        kinds = "cookies,local_storage,indexeddb"
        session.send("Storage.clearDataForOrigin", {"origin": self.address, "storageTypes": kinds})
        session.detach()
        return page

    def _new(self) -> BrowserContext:
        context = self.browser.new_context()
        context.on("close", lambda gone: self.lent.remove(gone) if gone in self.lent else None)
        return context

    def put_back(self) -> None:
        """What a test has not destroyed serves the next one."""
        for context in self.lent:
            context.set_offline(False)
            for page in context.pages:
                page.close()
        self.free += self.lent
        self.lent = []


class Table:
    """One table of a running event, and a context of Chromium that is its paired tablet."""

    def __init__(
        self,
        shelf: Shelf,
        *,
        stacks: list[int] | None = None,
        size: str = "L",
        language: str = "en",
        theme: str = "light",
        signed_in: bool = True,
        fantasyland: list[int] | None = None,
        confirm: str = "dealer",
        streets: bool = False,
        names: list[str] = NAMES,
        elsewhere: int = 0,
        structure: list[dict[str, int]] = LEVELS,
        **facts: Any,
    ) -> None:
        self.shelf, self.address = shelf, shelf.address
        self.size, self.language, self.theme = size, language, theme
        stacks = stacks or STACKS
        players = len(stacks) + elsewhere
        self.floor = Floor.running(players=players, structure=structure, **facts)
        chips = [5000, 1000, 500, 100]
        self.floor.do("event.settings", confirm=confirm, streets=streets, chips=chips)
        self.seat_players(names, stacks, fantasyland)
        self._pin = ""
        self.errors: list[str] = []
        self.page = self.tablet(signed_in=signed_in)

    def seat_players(
        self, names: list[str], stacks: list[int], fantasyland: list[int] | None
    ) -> None:
        """Set names, stacks and Fantasyland by seat, behind the journal's back."""
        if fantasyland:
            Event.objects.filter(slug=self.floor.slug).update(
                in_fantasyland=sum(map(bool, fantasyland))
            )
        seats = list(self.floor.table().seats.order_by("number").select_related("entry__person"))
        entries = [seat.entry for seat in seats if seat.entry]
        # The draw may leave a chair free between two players; here they sit side by side.
        self.floor.table().seats.update(entry=None)
        for number, (seat, entry) in enumerate(zip(seats, entries, strict=False)):
            seat.entry = entry
            seat.save()
            entry.person.name = names[number]
            entry.person.save()
            cards = fantasyland[number] if fantasyland else 0
            Entry.objects.filter(pk=entry.pk).update(stack=stacks[number], fantasyland=cards)

    def tablet(self, *, language: str = "", signed_in: bool = True) -> Page:
        """Another tablet, paired with this table, and replacing the one before it."""
        token = devices.issue_token(self.floor.director, self.floor.table())
        self.device, secret = devices.pair(token)
        if signed_in:
            signing.sign_in(self.device, self.pin, timezone.now())
        page = self.blank(language=language)
        cookie = {"name": COOKIE, "value": secret, "url": self.address, "httpOnly": True}
        page.context.add_cookies([cookie])
        page.goto(f"{self.address}/tablet/")
        return page

    def blank(self, *, language: str = "") -> Page:
        """A browser on a device that has never been here, but knows its owner's settings."""
        page = self.shelf.take(*SIZES[self.size])
        wish = json.dumps({"lang": language or self.language, "theme": self.theme})
        page.add_init_script(
            f"localStorage.getItem('tablet-settings') || "
            f"localStorage.setItem('tablet-settings', {json.dumps(wish)})"
        )
        page.set_default_timeout(30_000)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        return page

    @property
    def pin(self) -> str:
        """What this table's dealer types to sign in."""
        if not self._pin:
            dealer = self.floor.hire(Role.DEALER)
            self._pin = devices.issue_pins(self.floor.director, self.floor.event, [dealer])[dealer]
        return self._pin

    def sign_in(self, page: Page | None = None) -> None:
        """By the six digits, as a dealer does."""
        page = page or self.page
        page.wait_for_selector(PHASE.format("sign"))
        page.locator("#pin").fill(self.pin)
        page.locator("#pin-form [type=submit]").click()
        expect(page.locator("#sign")).to_be_hidden()

    def at(self, phase: str, page: Page | None = None) -> None:
        """Wait until the tablet shows this screen and its bar listens."""
        page = page or self.page
        page.wait_for_selector(PHASE.format(phase))
        page.evaluate(LISTENS)

    def start(self, page: Page | None = None) -> None:
        page = page or self.page
        self.at("ready", page)
        page.get_by_test_id("next").click()
        page.wait_for_selector(PHASE.format("entry"))

    def tap(self, cards: str, page: Page | None = None) -> None:
        """Real taps, one a card."""
        page = page or self.page
        places = page.evaluate(PLACES)
        for card in cards.split():
            if places:
                page.mouse.click(*places[card])
            else:
                page.get_by_test_id(f"card-{card}").click()

    def deal(self, hands: list[str], page: Page | None = None) -> None:
        for cards in hands:
            self.tap(cards, page)

    def lay(self, hands: list[str], page: Page | None = None) -> None:
        """The same at once, where the taps themselves are not what is tested."""
        cards = " ".join(hands).split()
        (page or self.page).evaluate(LAY, cards)

    def check(self, page: Page | None = None) -> None:
        page = page or self.page
        page.get_by_test_id("check").click()
        self.at("check", page)

    def record(self, page: Page | None = None) -> None:
        page = page or self.page
        page.get_by_test_id("record").click()
        self.at("ready", page)

    def slots(self, seat: int, page: Page | None = None) -> str:
        """The cards of a seat, bottom, middle, top; ``--`` for an empty slot."""
        return " ".join(
            (page or self.page).get_by_test_id(f"slot-{seat}-{row}-{n}").get_attribute("data-card")
            or "--"
            for row, size in (("bot", 5), ("mid", 5), ("top", 3))
            for n in range(1, size + 1)
        )

    def offline(self, off: bool, page: Page | None = None) -> None:
        (page or self.page).context.set_offline(off)

    def sent(self, page: Page | None = None) -> None:
        """Wait until nothing is left to send."""
        (page or self.page).wait_for_selector("body[data-unsent='0']", timeout=60_000)

    def hands(self) -> list[Hand]:
        return list(self.floor.table().hands.order_by("number"))

    def stacks(self) -> list[int]:
        event = self.floor.event
        entries = Entry.objects.filter(event=event).order_by("person__name")
        return list(entries.values_list("stack", flat=True))
