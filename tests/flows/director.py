"""A member of staff in front of the pages: he reads, follows links and presses buttons."""

from playwright.sync_api import Browser, Locator, Page, ViewportSize

from tests.conftest import chromium

ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
LAPTOP: ViewportSize = {"width": 1366, "height": 768}
PHONE: ViewportSize = {"width": 360, "height": 740}
TOO_WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


class Person:
    """Somebody signed in, in a browser window of his own.

    Example:
        ``person.section("Moves"); person.press("Send 1 order", then="1 order was given.")``
    """

    def __init__(
        self,
        chrome: Browser,
        address: str,
        name: str,
        password: str,
        size: ViewportSize = LAPTOP,
    ) -> None:
        self.complaints: list[str] = []
        self.size = size
        self.page: Page = chrome.new_page(base_url=address, viewport=size)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", lambda said: self.complaints.append(said.text))
        self.page.goto("/login/")
        self.page.get_by_label("Username").fill(name)
        self.page.get_by_label("Password").fill(password)
        self.page.get_by_role("button", name="Sign in").click()
        self.page.get_by_role("heading", name="Events").wait_for()

    @property
    def refused(self) -> list[str]:
        """What the browser complained of, but for pages that say no, and no live stream here."""
        expected = ("404", "422", "EventSource")
        return [said for said in self.complaints if not any(one in said for one in expected)]

    def section(self, *names: str) -> None:
        """Go to a section of the event by its links, as ``section("Money", "Payouts")``."""
        for name in names:
            link = self.page.get_by_role("link", name=name, exact=True).first
            if not link.is_visible():
                self.page.get_by_role("button", name="Menu").click()
            with self.page.expect_navigation():
                link.click()
            self.fits()

    def fill(self, within: Locator | None = None, /, **fields: str) -> None:
        """Type into the fields of these names."""
        for name, text in fields.items():
            (within or self.page).locator(f"[name={name}]").fill(text)

    def press(self, button: str, *, then: str, within: Locator | None = None) -> None:
        """Press a button and wait for the page with the words that say that it was done."""
        with self.page.expect_navigation():
            (within or self.page).get_by_role("button", name=button, exact=True).first.click()
        self.reads(then)
        self.fits()

    def fits(self) -> None:
        """Nothing of the page is wider than the screen."""
        assert self.page.evaluate(TOO_WIDE) <= 0, self.page.url

    def reads(self, text: str) -> None:
        """The page says this."""
        self.page.get_by_text(text).first.wait_for()


def chrome_of(play) -> Browser:
    """A Chromium without a network."""
    return play.chromium.launch(executable_path=chromium(), args=ARGUMENTS)
