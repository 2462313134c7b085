"""Pages of a hall of a thousand: what the server does for them, and what a phone loads.

The browser part is what can be seen here of a check like Lighthouse's: size, requests, scripts that
hold up the first paint, requests to elsewhere, and layout shift, also while a hand comes in.
"""

import gzip
import shutil
from importlib.util import find_spec
from typing import Any

from bench.load import Client, request
from bench.report import Goal, Line
from bench.room import Crew, Room
from bench.server import Installation, Server, Worker

PLAYERS, SEATS = 1_000, 3
PAGES = {"standings": "", "wall": "wall/", "table": "t/1/", "player": "p/1/"}
LISTS = {
    "standings": "/e/{slug}/",
    "standings, what changes": "/e/{slug}/standings/",
    "wall": "/e/{slug}/wall/",
    "tables": "/e/{slug}/t/",
    "player list of the desk": "/d/{slug}/register/",
    "standings, JSON": "/api/events/{slug}/standings",
}
WIDTH, HEIGHT = 360, 740
KB = 1_000
SHIFT = """new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) window.shift = (window.shift || 0) + entry.value;
}).observe({ type: "layout-shift", buffered: true });"""
WEIGHT = """() => ({
  bytes: performance.getEntries().reduce((sum, one) => sum + (one.transferSize || 0), 0),
  requests: performance.getEntriesByType("resource").length + 1,
  elsewhere: performance.getEntriesByType("resource")
    .filter((one) => !one.name.startsWith(location.origin)).length,
  blocking: document.querySelectorAll("head script:not([defer], [async], [type=module])").length,
  rows: document.querySelectorAll("[data-entry], .wall-page li, .seat, .lived li").length,
  paint: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0,
  shift: window.shift || 0,
})"""


def pages(place: Installation, worker: Worker, crew: Crew) -> list[Line]:
    """Lists of a thousand players, and four pages in a phone's browser."""
    big = Room(worker, crew, "thousand", events=1, tables=PLAYERS // SEATS + 1)
    small = Room(worker, crew, "evening", events=1, tables=20)
    with Server(place) as server:
        big.round(server, 8, 32)
        small.round(server, 8, 20)
        lines = [
            _list(server, crew, name, path.format(slug=big.slugs[0]))
            for name, path in LISTS.items()
        ]
        return [*lines, *_loaded(server, small)]


def _list(server: Server, crew: Crew, name: str, path: str) -> Line:
    """One list: the processor's time for it, its bytes, and the bytes that travel."""
    client = Client(server.port)
    session = crew.sessions[0] if path.startswith("/d/") else ""
    status, body = client.send(request("GET", path, session))
    cpu_s = server.cpu_s()
    for number in range(3):  # each at an address of its own, so that none is kept from before
        client.send(request("GET", f"{path}?{number}", session))
    spent = (server.cpu_s() - cpu_s) / 3
    client.close()
    packed = len(gzip.compress(body, 5)) / KB
    said = f"{spent * 1000:.0f} ms of processor, {len(body) / KB:.0f} kB, status {status}"
    return Line(f"{PLAYERS} players: {name}: kB that travel", packed, Goal(100), said)


def _loaded(server: Server, room: Room) -> list[Line]:
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None or find_spec("playwright") is None:
        return [Line("pages in a browser: left out, there is no Chromium or no Playwright")]
    from playwright.sync_api import sync_playwright  # noqa: PLC0415  (only where it is)

    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        lines = []
        for name, path in PAGES.items():
            context = browser.new_context(viewport={"width": WIDTH, "height": HEIGHT})
            context.add_init_script(SHIFT)
            page = context.new_page()
            page.goto(f"http://127.0.0.1:{server.port}/e/{room.slugs[0]}/{path}")
            page.wait_for_load_state("load")
            room.round(server, 1, 1)
            page.wait_for_timeout(1500)
            lines += _page_lines(name, page.evaluate(WEIGHT))
            context.close()
        browser.close()
    return lines


def _page_lines(name: str, found: dict[str, Any]) -> list[Line]:
    said = (
        f"{found['requests']} requests, {found['blocking']} blocking script, "
        f"{found['rows']} rows, first paint {found['paint']:.0f} ms"
    )
    return [
        Line(f"{name} on a phone: kB", found["bytes"] / KB, Goal(100), said),
        Line(f"{name}: requests elsewhere", found["elsewhere"], Goal(0)),
        Line(f"{name}: layout shift, with a hand coming in", found["shift"], Goal(0.1)),
    ]
