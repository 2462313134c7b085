"""What the tablet's page weighs: its own script as served, and everything on the wire."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from rjsmin import jsmin

SCRIPTS = Path(settings.BASE_DIR) / "static" / "js" / "tablet"
TEMPLATE = Path(settings.BASE_DIR) / "templates" / "dealer" / "tablet.html"
OWN_SCRIPT = 40_000  # bytes as served, before compression, of what the page waits for
IN_A_HAND = 43_000  # and with what a hand needs to its end, without what is named below
ON_THE_WIRE = 150_000
# Fetched once the first screen stands, so that nothing depends on the network after it.
SCORER = {"score", "rows", "project"}  # the rules and the commands, for a table without a network
RARE = {"keys", "more", "orders", "pads", "parse", "refused", "sheets", "sign"}  # dialogs


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
    """What a hand needs: all but the scorer, dialogs, keyboard and scanner, and signing in.

    Measured in the files that collectstatic leaves, so without comments and indentation. The
    service worker is no script of the page, and the pairing page is a page of its own.
    """
    files = (collected / "js" / "tablet").glob("*.js")
    sizes = {path.stem: path.stat().st_size for path in files if "." not in path.stem}
    assert sizes.pop("pair")
    first = imported("main")
    hand = sizes.keys() - SCORER - RARE
    at_once, in_a_hand, scorer, rare = (
        sum(sizes[name] for name in names) for names in (first, hand, SCORER, RARE)
    )
    print(f"own script: {at_once} bytes at once, {in_a_hand} with all that a hand needs,")
    print(f"{scorer} for the scorer, {rare} for dialogs: {sum(sizes.values())} in all")
    assert first < hand
    assert at_once < OWN_SCRIPT
    assert in_a_hand < IN_A_HAND
    assert set(re.findall(r"js/tablet/(\w+)\.js", TEMPLATE.read_text())) == first


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
