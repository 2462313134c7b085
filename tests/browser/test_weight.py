"""What the tablet's page weighs: its own script as served, and everything on the wire."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from playwright.sync_api import expect
from rjsmin import jsmin

from tests.browser.scene import GOOD

SCRIPTS = Path(settings.BASE_DIR) / "static" / "js" / "tablet"
TEMPLATE = Path(settings.BASE_DIR) / "templates" / "dealer" / "tablet.html"
OWN_SCRIPT = 40_000  # bytes as served, before compression, of all that an ordinary hand needs
ALL = 72_000
ON_THE_WIRE = 150_000
# A page that no service worker serves, as in a venue without HTTPS.
NO_WORKER = "Object.defineProperty(Navigator.prototype, 'serviceWorker', { value: undefined })"
FORGET = """async () => {
  for (const one of await navigator.serviceWorker.getRegistrations()) await one.unregister();
}"""
# What an ordinary hand needs beside `main` and what that imports. Everything else is fetched too,
# once the first screen stands, so that nothing depends on the network after it.
HAND = {"check", "live", "ready", "rows"}


def imported(name: str, found: set[str] | None = None) -> set[str]:
    """The module and everything that it imports before it runs."""
    found = set() if found is None else found
    if name not in found:
        found.add(name)
        for other in re.findall(r'^import .* from "\./(\w+)\.js"', text(name), re.MULTILINE):
            imported(other, found)
    return found


def text(name: str) -> str:
    return (SCRIPTS / f"{name}.js").read_text()


def test_own_script_as_it_is_served(collected):
    """Measured in the files that collectstatic leaves, so without comments and indentation.

    The service worker is no script of the page, and the pairing page is a page of its own.
    """
    files = (collected / "js" / "tablet").glob("*.js")
    sizes = {path.stem: path.stat().st_size for path in files if "." not in path.stem}
    assert sizes.pop("pair")
    first, hand = imported("main"), imported("main").union(*map(imported, HAND))
    assert hand == first | HAND
    at_once, in_a_hand = (sum(sizes[name] for name in names) for names in (first, hand))
    everything = sum(sizes.values())
    print(f"own script: {at_once} bytes at once, {in_a_hand} for a hand, {everything} in all")
    assert in_a_hand < OWN_SCRIPT
    assert everything < ALL
    assert set(re.findall(r"js/tablet/(\w+)\.js", TEMPLATE.read_text())) == first


@pytest.mark.browser
def test_an_ordinary_hand_needs_no_other_script(table):
    """With all other modules refused: entered, checked, recorded, and the next hand started."""
    here = table()
    here.at("ready")
    fetched, page = set(), here.page
    needed = imported("main") | HAND

    def answer(route):
        name = re.search(r"/(\w+)\.js", route.request.url)[1]
        if name not in needed:
            return route.abort()
        fetched.add(name)
        return route.continue_()

    page.evaluate(FORGET)
    page.add_init_script(NO_WORKER)
    page.route("**/js/tablet/*.js", answer)
    page.reload()
    here.start()
    for cards in GOOD:
        here.tap(cards)
        expect(page.locator("[data-state=full] .tb-echo span").first).not_to_be_empty()
    here.check()
    expect(page.get_by_test_id("pay-3")).to_contain_text("Caio pays Boris")
    expect(page.get_by_test_id("check-screen").get_by_text("Provisional")).to_have_count(0)
    here.record()
    here.sent()
    here.start()
    here.tap("Ah Kh")
    expect(page.locator("#seats [data-card=Kh]")).to_be_visible()
    assert fetched == needed
    assert [hand.state for hand in here.hands()] == ["recorded", "started"]


def test_stripping_takes_comments_and_nothing_else(collected):
    for path in SCRIPTS.glob("*.js"):
        served = (collected / "js" / "tablet" / path.name).read_text()
        assert not re.search(r"^\s*//", served, re.MULTILINE), path.name
        assert jsmin(served) == served
        for words in re.findall(r'"[^"\n]*"', re.sub(r"//.*", "", path.read_text())):
            assert words in served, (path.name, words)


def test_every_module_is_fetched_at_the_latest_after_the_first_screen():
    parts = re.search(r"const PARTS = \[(.*)\]", text("main"))[1]
    reached = imported("main")
    for name in re.findall(r"\w+", parts):
        reached |= imported(name)
    assert reached == {path.stem for path in SCRIPTS.glob("*.js")} - {"pair"}


@pytest.mark.browser
def test_the_first_load_on_the_wire(table, address):
    here = table()
    here.at("ready")
    page = here.page.context.new_page()
    wire = page.context.new_cdp_session(page)
    wire.send("Network.enable")
    wire.send("Network.setCacheDisabled", {"cacheDisabled": True})
    wire.send("Network.setBypassServiceWorker", {"bypass": True})
    sent: dict[str, float] = {}
    wire.on(
        "Network.loadingFinished",
        lambda one: sent.__setitem__(one["requestId"], one["encodedDataLength"]),
    )
    page.goto(f"{address}/tablet/")
    here.at("ready", page)
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")  # all modules are here
    total = sum(sent.values())
    page.close()
    print(f"first load: {total:.0f} bytes in {len(sent)} answers")
    assert len(sent) > 20
    assert total < ON_THE_WIRE
