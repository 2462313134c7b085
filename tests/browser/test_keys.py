"""Keys, scanners and typed lines: the grammar of scoring/entry.py in the browser."""

import json

import pytest
from playwright.sync_api import expect

from scoring.entry import parse_entry
from scoring.errors import RuleError
from tests.browser.scene import GOOD

pytestmark = pytest.mark.browser
LINES = [
    "AK952h", "AK952h kckd8s8c3d qsqd4c", "10s", "10d10c", "Ts", "tS", "qhqs3d", "QHQS3D", "aS",
    "2c3c4c5c6c", "23456c", "A♥K♥", "AK♠ 9♦", "10♣", "a h", "ah, kh | qh", "/t qsqd4c",
    "/m kckd8s8c3d /t QsQd", "/b Ah", "/B ah", "-", "qsqd-", "@2 AK952h", "@3", " @1 ah", "",
    "  ", "А♥", "Кс", "тh", "дама", "1h", "11h", "h", "AKx", "Ahx", "/x", "/", "@@", "ah;kh",
    "AK", "0h", "jJh", "qQh",
]  # fmt: skip


def test_the_script_reads_every_line_as_the_server_does(table):
    here = table(signed_in=False)
    read = """async (line) => {
      const { tokens } = await import('/static/js/tablet/parse.js');
      const named = /^\\s*@([0-9])/u.exec(line);
      try {
        const found = tokens(named ? line.slice(named[0].length) : line);
        return found.filter(([kind]) => kind === 'card').map(([, card]) => card);
      } catch (error) { return error.code; }
    }"""
    for line in LINES:
        try:
            entry = parse_entry(line, decks=2)
            wanted = sorted(
                card for row in (entry.top, entry.middle, entry.bottom) for card in row if card
            )
        except RuleError as error:
            wanted = error.code
        found = here.page.evaluate(read, line)
        assert (found if isinstance(found, str) else sorted(found)) == wanted, line


def test_a_whole_hand_by_keys(table):
    here = table()
    here.start()
    keys = here.page.keyboard
    for line in (
        "AK952hkckd8s8c3dqsqd4c",
        "jsjh9s9d4dtsth6d5c3cas7d2s",
        "7c7h7sad2d8h8dqctd5dksjd6s",
    ):
        keys.type(line)
    assert [here.slots(seat) for seat in (1, 2, 3)] == GOOD
    keys.press("Backspace")
    assert here.slots(3).endswith("--")
    keys.press("Control+y")
    keys.press("-")  # no card is missing: it means nothing
    keys.press("Control+Enter")
    here.at("check")
    keys.press("Control+Enter")
    here.at("ready")
    here.sent()
    assert here.hands()[0].state == "recorded"


COVERED = """() => {
  const { left, top, width, height } = document.activeElement.getBoundingClientRect();
  const there = document.elementFromPoint(left + width / 2, top + height / 2);
  const { outlineStyle, boxShadow } = getComputedStyle(document.activeElement);
  const marked = outlineStyle !== 'none' || boxShadow !== 'none';
  return !marked || !document.activeElement.contains(there);
}"""


@pytest.mark.parametrize("size", ["L", "M"])
def test_a_whole_hand_by_tab_arrows_and_enter(table, size):
    here = table(stacks=[30_000, 30_000], size=size)
    page, keys = here.page, here.page.keyboard
    page.emulate_media(reduced_motion="reduce")

    def tab_to(test_id):
        for _ in range(80):
            keys.press("Tab")
            assert not page.evaluate(COVERED)
            if page.get_by_test_id(test_id).evaluate("(node) => node === document.activeElement"):
                return
        raise AssertionError(f"the Tab key never comes to {test_id}")

    here.at("ready")
    tab_to("next")
    keys.press("Enter")
    here.at("entry")
    tab_to("card-As")  # the grid is one stop
    for hand in GOOD[:2]:
        for card in hand.split():
            at = page.evaluate("() => document.activeElement.dataset.card")
            ranks, suits = "AKQJT98765432", "shdc"
            for _ in range((suits.index(card[1]) - suits.index(at[1])) % 4):
                keys.press("ArrowDown")
            for _ in range((ranks.index(card[0]) - ranks.index(at[0])) % 13):
                keys.press("ArrowRight")
            assert not page.evaluate(COVERED)
            keys.press("Enter")
    assert here.slots(2) == GOOD[1]
    assert page.evaluate("() => document.getAnimations().length") == 0
    tab_to("check")
    keys.press("Enter")
    here.at("check")
    tab_to("record")
    keys.press("Enter")
    here.at("ready")
    here.sent()
    assert here.hands()[0].state == "recorded"


def test_a_scan_counts_wherever_the_focus_is(table):
    here = table()
    here.start()
    keys = here.page.keyboard
    here.page.get_by_test_id("more").focus()
    keys.type("~QH")
    keys.press("Enter")
    keys.type("~QH")  # the same once more, within 700 ms
    keys.press("Enter")
    keys.type("~10s")
    keys.press("Enter")
    assert here.slots(1).startswith("Qh Ts --")


def test_physical_keys_under_a_russian_layout(table):
    here = table(language="ru")
    here.start()
    press = """(keys) => keys.forEach(([key, code]) => document.body.dispatchEvent(
      new KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true })))"""
    here.page.evaluate(
        press, [["ф", "KeyA"], ["л", "KeyK"], ["р", "KeyH"], ["е", "KeyT"], ["ы", "KeyS"]]
    )
    assert here.slots(1).startswith("Ah Kh Ts --")


def test_typed_text_names_what_is_wrong(table):
    here = table()
    here.start()
    for line, words in (("дh", "Cyrillic"), ("Ah Ah", "already here"), ("/x", "means nothing")):
        here.page.get_by_test_id("more").click()
        here.page.get_by_test_id("choice-type_cards").click()
        here.page.get_by_test_id("type").fill(line)
        here.page.get_by_test_id("choice-1").click()
        expect(here.page.locator("#strip-text")).to_contain_text(words)
    assert here.slots(1).startswith("Ah --")
    assert json.dumps(here.slots(2)) == json.dumps(" ".join(["--"] * 13))
