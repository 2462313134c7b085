"""Levels by hands on the tablet: it counts its own hands on, also without a network."""

import pytest
from playwright.sync_api import expect

from tests.browser.scene import GOOD

pytestmark = pytest.mark.browser
# Nobody enters Fantasyland.
PLAIN = ["Ah Kh 9h 5h 2h Kc Kd 8s 8c 3d Qs 4c 2c", *GOOD[1:]]
LINES = [{"level": 10, "hands": 2}, {"level": 20, "hands": 2}, {"level": 30, "hands": 2}]


def play(here) -> None:
    here.start()
    here.lay(PLAIN)
    here.check()
    if here.page.get_by_test_id("yes").is_visible():
        here.page.get_by_test_id("yes").click()
    here.record()


def test_the_level_goes_on_with_the_tables_own_hands(table):
    here = table(structure=LINES)
    strip, what = here.page.locator("#strip-text"), here.page.locator("#what")
    here.at("ready")
    expect(strip).to_contain_text("Level 1, hand 1 of 2")
    play(here)
    here.sent()
    here.page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    here.offline(True)
    here.page.evaluate("() => dispatchEvent(new Event('offline'))")
    expect(what).to_contain_text("Level 1")
    play(here)
    expect(what).to_contain_text("Level 2 · 20 a point")
    play(here)
    expect(what).to_contain_text("Level 2 · 20 a point")
    here.offline(False)
    here.sent()
    found = [(hand.level, hand.level_hand, hand.point_value) for hand in here.hands()]
    assert found == [(1, 1, 10), (1, 2, 10), (2, 1, 20)]
    here.page.reload()
    here.at("ready")
    expect(what).to_contain_text("Level 2 · 20 a point")
