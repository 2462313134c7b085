"""The tablet's entry screen: taps, slots, undo, used cards, sizes."""

import functools
import re

import pytest
from playwright.sync_api import expect

from tests.browser.scene import GOOD, HANDS, NAMES, SIZES

pytestmark = pytest.mark.browser
COUNT_TAPS = "() => { window.taps = 0; addEventListener('pointerdown', () => taps++, true); }"
BOXES = """() => [...document.querySelectorAll('#grid .card')].map((cell) => {
  const { x, y, width, height } = cell.getBoundingClientRect();
  return [x, y, width, height].map(Math.round).join();
})"""
SHIFTS = """() => { window.shifts = [];
  new PerformanceObserver((list) => list.getEntries().forEach((entry) => entry.sources.forEach(
    ({ node }) => node?.closest?.('#entry')
      && shifts.push([entry.value, node.outerHTML.slice(0, 99)])
  ))).observe({ type: 'layout-shift', buffered: false }); }"""
SMALL = """() => [...document.querySelectorAll('button, a, input, select')]
  .filter((node) => node.checkVisibility({ visibilityProperty: true }))
  .map((node) => [node.getBoundingClientRect(), node.outerHTML.slice(0, 120)])
  .filter(([{ width, height }]) => width < 47.9 || height < 47.9)
  .map(([{ width, height }, html]) => `${width} x ${height}: ${html}`)"""

# Cards that are cut off both at the top and at the bottom of the screen's one scroll.
UNREACHED = """() => {
  const cells = [...document.querySelectorAll('#grid .card')];
  const seen = [0, 1e6].map((top) => {
    main.scrollTo(0, top);
    const frame = main.getBoundingClientRect();
    return cells.map((cell) => cell.getBoundingClientRect())
      .map((box) => box.top >= frame.top - .5 && box.bottom <= frame.bottom + .5);
  });
  main.scrollTo(0, 0);
  return cells.filter((cell, i) => !seen[0][i] && !seen[1][i]).map((cell) => cell.dataset.card);
}"""
FRAMES = """() => new Promise((done) => {
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)));
})"""


def test_three_players_take_41_taps(table):
    here = table()
    here.start()
    here.page.evaluate(COUNT_TAPS)
    here.deal(GOOD)
    here.check()
    here.record()
    assert here.page.evaluate("() => taps") == 41
    here.sent()
    assert [hand.state for hand in here.hands()] == ["recorded"]
    assert not here.errors


def test_two_players_take_28_taps(table):
    here = table(stacks=[30_000, 30_000])
    here.start()
    here.page.evaluate(COUNT_TAPS)
    here.deal(GOOD[:2])
    here.check()
    here.record()
    assert here.page.evaluate("() => taps") == 28
    here.sent()
    assert here.hands()[0].state == "recorded"


def test_an_absent_player_takes_13_taps(table):
    here = table()
    here.start()
    page = here.page
    page.locator('[data-seat="2"] .tb-here').click()
    page.evaluate(COUNT_TAPS)
    cards = HANDS[1].split()
    here.tap(" ".join(cards[:5]))
    expect(page.locator('[data-seat="2"] .tb-auto')).to_have_text("AUTO")
    for laid in range(5, 13, 2):  # bottom, then middle, then top, left to right
        assert here.slots(2) == " ".join([*cards[:laid], *["--"] * (13 - laid)])
        outlined = page.locator('[data-seat="2"] [data-outlined]')
        expect(outlined).to_have_count(2)
        here.tap(" ".join(cards[laid : laid + 2]))
    assert page.evaluate("() => taps") == 13
    assert here.slots(2) == HANDS[1]
    assert here.slots(1) == here.slots(3) == " ".join(["--"] * 13)


def test_a_card_is_there_within_100_ms(table):
    here = table()
    here.start()
    here.offline(True)
    here.page.evaluate(
        """() => { window.times = []; window.late = 0;
        const slots = document.getElementById('seats');
        addEventListener('pointerdown', (event) => {
          const start = event.timeStamp;
          const before = slots.querySelectorAll('[data-suit]').length;
          const look = () => {
            const filled = slots.querySelectorAll('[data-suit]').length > before;
            if (filled) times.push(performance.now() - start);
            else { late += 1; requestAnimationFrame(look); }
          };
          requestAnimationFrame(look);
        }, true); }"""
    )
    here.deal(GOOD)
    here.page.wait_for_function("() => times.length === 39")
    times = sorted(here.page.evaluate("() => times"))
    print(f"pointerdown to filled slot: p50 {times[19]:.1f} ms, p95 {times[37]:.1f} ms")
    assert here.page.evaluate("() => late") == 0  # there with the very next frame
    here.offline(False)
    here.check()
    here.record()
    here.sent()
    assert here.hands()[0].state == "recorded"


@pytest.mark.parametrize("size", SIZES)
def test_targets_sizes_and_scrolling(table, size):
    here = table(size=size)
    page = here.page
    least = {"L": 80, "Ls": 70, "P": 54, "M": 48}[size]
    assert page.evaluate(SMALL) == []
    here.start()
    assert page.evaluate(SMALL) == []
    cells = page.evaluate(BOXES)
    assert min(int(box.split(",")[3]) for box in cells) >= least
    assert min(int(box.split(",")[2]) for box in cells) >= 48
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate("() => main.scrollWidth <= main.clientWidth")
    bar = page.locator("#bar").bounding_box()
    assert bar["y"] + bar["height"] <= SIZES[size][1] + 0.5
    if size != "M":
        assert page.evaluate("() => main.scrollHeight <= main.clientHeight")
    assert page.evaluate(UNREACHED) == []
    page.evaluate("() => document.body.classList.add('is-pads')")
    page.evaluate(
        "() => import('/static/js/tablet/main.js').then(({ app, render }) => "
        "{ app.set.pads = true; render(); app.set.pads = false; })"
    )
    expect(page.get_by_test_id("suit-c")).to_be_visible()
    assert page.evaluate(SMALL) == []
    assert page.evaluate("() => main.scrollWidth <= main.clientWidth")
    assert page.evaluate("() => main.scrollHeight <= main.clientHeight")
    page.evaluate("() => document.body.classList.remove('is-pads')")
    here.lay(HANDS)
    page.get_by_test_id("check").click()
    assert page.evaluate(SMALL) == []
    page.get_by_test_id("choice-foul").click()
    here.at("check")
    assert page.evaluate(SMALL) == []
    assert page.evaluate("() => main.scrollWidth <= main.clientWidth")


@pytest.mark.parametrize("size", SIZES)
def test_nothing_moves(table, size):
    here = table(size=size)
    here.start()
    page = here.page
    page.evaluate("() => main.scrollTo(0, 0)")
    before = page.evaluate(BOXES)
    page.evaluate(SHIFTS)
    fast = "(node) => node.dispatchEvent(new MouseEvent('click', { bubbles: true }))"

    def tap(card):  # without scrolling to it
        page.get_by_test_id(f"card-{card}").evaluate(fast)

    for card in " ".join(GOOD[:2]).split():
        tap(card)
    tap("Ah")  # an error in the strip
    expect(page.locator("#strip-text")).to_contain_text("A♥")
    strip = page.locator("#strip-text")
    first, *rest = GOOD[2].split()
    tap(first)
    here.floor.do("clock.jump", segment=1)  # a notice arrives
    expect(strip).to_contain_text("starts with the next hand")
    here.offline(True)
    page.evaluate("() => dispatchEvent(new Event('offline'))")
    expect(strip).to_contain_text("No connection")
    for card in rest:
        tap(card)
    here.offline(False)
    page.evaluate("() => dispatchEvent(new Event('online'))")
    expect(strip).to_contain_text("starts with the next hand")
    page.evaluate(FRAMES)
    assert page.evaluate(BOXES) == before
    assert page.evaluate("() => shifts") == []


def test_a_used_card_names_its_owner_and_moves(table):
    here = table()
    here.start()
    here.tap("Ah Kh 9h 5h 2h Qh")
    page = here.page
    cell = page.get_by_test_id("card-Kh")
    expect(cell).to_have_attribute("aria-disabled", "true")
    expect(cell).to_contain_text("Ana, Bottom row")
    cell.click(force=True)
    assert here.slots(1).startswith("Ah Kh 9h 5h 2h Qh --")
    expect(page.locator("#strip-text")).to_have_text("K♥ is already here: Ana, Bottom row.")
    page.get_by_text("Move it here").click()
    assert here.slots(1).startswith("Ah -- 9h 5h 2h Qh Kh --")
    expect(page.get_by_test_id("slot-1-bot-2")).to_have_attribute("data-hole", "")
    expect(page.get_by_test_id("check")).to_have_attribute("aria-disabled", "true")


def test_the_entry_says_what_a_board_earns_and_what_is_foul(table):
    here = table(size="P")
    page = here.page
    here.start()
    top = page.locator('[data-seat="1"] [data-row="top"] strong')
    here.lay([GOOD[0][:-3]])
    expect(top).to_have_text("")
    here.lay([GOOD[0][-2:]])
    expect(top).to_have_text("+7 ★ 14")
    count = page.locator('[data-seat="1"] .tb-count')
    sign = "(node) => getComputedStyle(node, '::after').content"
    assert "✓" in count.evaluate(sign)
    here.lay(HANDS[1:])
    expect(page.locator('[data-seat="3"]')).to_have_attribute("data-state", "foul")
    assert "✖" in page.locator('[data-seat="3"] .tb-count').evaluate(sign)


def test_absence_names_whom_it_means(table):
    here = table()
    page = here.page
    here.start()
    away = page.get_by_test_id("absent")
    expect(away).to_have_text("Ana is absent")
    away.click()
    expect(away).to_have_text("Ana is here")
    away.click()
    page.locator("#mode").click()
    here.lay(GOOD)
    expect(away).to_be_hidden()


def test_pick_up_put_back_swap_and_other_rows(table):
    here = table()
    here.start()
    here.tap("Ah Kh 9h 5h 2h Qh")
    page = here.page
    page.get_by_test_id("slot-1-bot-1").click()
    expect(page.get_by_test_id("slot-1-bot-1")).to_have_attribute("aria-pressed", "true")
    page.get_by_test_id("slot-1-mid-1").click()  # swap
    assert here.slots(1).startswith("Qh Kh 9h 5h 2h Ah --")
    page.get_by_test_id("slot-1-mid-1").click()
    page.get_by_test_id("row-1-top").click()  # to another row
    assert here.slots(1).split()[10] == "Ah"
    page.get_by_test_id("slot-1-top-1").click()
    page.get_by_test_id("card-Ah").click(force=True)  # back to the grid
    assert "Ah" not in here.slots(1)
    page.get_by_test_id("slot-1-bot-1").click()
    here.tap("As")  # another card in its place
    assert here.slots(1).startswith("As Kh")
    page.get_by_test_id("slot-1-bot-1").click()
    page.get_by_test_id("slot-2-bot-1").click()  # to another player
    assert here.slots(2).startswith("As")


def test_undo_redo_and_reload(table):
    here = table()
    here.start()
    here.lay(GOOD)
    page = here.page
    for _ in range(39):
        page.get_by_test_id("undo").click()
    assert here.slots(1) == here.slots(2) == here.slots(3) == " ".join(["--"] * 13)
    expect(page.get_by_test_id("undo")).to_have_attribute("aria-disabled", "true")
    for _ in range(20):
        page.get_by_test_id("redo").click()
    page.reload()
    here.at("entry")
    for _ in range(19):
        page.get_by_test_id("redo").click()
    assert [here.slots(seat) for seat in (1, 2, 3)] == GOOD


def test_reopen_until_the_next_hand(table):
    here = table()
    here.start()
    here.lay(GOOD)
    here.check()
    here.record()
    page = here.page
    expect(page.locator("#strip-text")).to_contain_text("until the next hand starts")
    page.get_by_test_id("reopen").click()
    here.at("entry")
    assert here.slots(1) == GOOD[0]
    here.sent()
    assert here.hands()[0].state == "started"
    here.check()
    here.record()
    here.start()
    here.sent()
    expect(page.locator("#strip-text")).to_have_text("Hand 1 recorded.")
    expect(page.get_by_text("Reopen")).to_be_hidden()
    page.locator("#strip").get_by_text("Ask for a correction").click()
    expect(page.locator("#sheet-title")).to_have_text("Hand 1 · Ask for a correction")
    page.locator("#sheet input").fill("Ana had a flush")
    page.get_by_test_id("choice-1").click()
    here.sent()
    assert here.hands()[0].state == "recorded"
    expect(page.locator("#strip-text")).to_have_text("Sent to the director.")
    page.get_by_test_id("floor").click()  # what was said before makes room for the reasons
    page.locator("#strip").get_by_text("Reason").click()
    page.get_by_test_id("choice-ruling").click()
    here.sent()
    assert here.floor.event.floor_calls.get().reason == "ruling"


def test_settings_are_kept_on_the_device(table):
    here = table()
    here.start()
    page = here.page
    page.get_by_test_id("more").click()
    page.get_by_test_id("choice-settings").click()
    for choice in ("twoTap", "left", "mine", "deck", "theme"):
        page.get_by_test_id(f"choice-{choice}").click()
    page.get_by_test_id("choice-cancel").click()
    page.reload()
    here.at("entry")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page.locator("html")).to_have_attribute("data-deck", "two")
    expect(page.locator("body")).to_have_class(re.compile("is-left is-mine"))
    here.tap("Ah")
    expect(page.get_by_test_id("card-Ah")).to_have_attribute("aria-pressed", "true")
    assert here.slots(1).startswith("--")
    here.tap("Ah")
    assert here.slots(1).startswith("Ah")


def test_swap_boards_thirteenth_card_and_misdeal(table):
    here = table()
    here.start()
    page = here.page
    here.lay([GOOD[0], HANDS[1]])

    def more(choice):
        page.get_by_test_id("more").click()
        page.get_by_test_id(f"choice-{choice}").click()

    more("swap_boards")
    page.get_by_test_id("choice-1").click()
    page.get_by_test_id("choice-2").click()
    expect(page.get_by_test_id("slot-1-bot-1")).to_have_attribute("data-card", "Js")
    assert here.slots(1) == HANDS[1]
    assert here.slots(2) == GOOD[0]
    here.lay([" ".join(GOOD[2].split()[:12])])
    more("not_placed")
    page.get_by_test_id("choice-3").click()
    here.check()
    expect(page.get_by_test_id("check-screen")).to_contain_text("Foul")
    page.get_by_test_id("back").click()
    here.at("entry")
    more("misdeal")
    page.locator("#sheet input").fill("exposed card")
    page.get_by_test_id("choice-1").click()
    here.at("ready")
    here.sent()
    assert here.hands()[0].state == "misdealt"
    here.start()
    here.sent()
    assert here.hands()[1].button == here.hands()[0].button


def test_points_only_asks_who_plays_fantasyland(table):
    here = table(stacks=[30_000, 30_000])
    here.start()
    page = here.page
    page.get_by_test_id("more").click()
    page.get_by_test_id("choice-points_mode").click()
    page.get_by_test_id("choice--1").click()  # pays, but what?
    expect(page.locator("#sheet p")).to_have_text("Enter the points, then tap who pays.")
    page.locator("#sheet input").fill("4")
    page.get_by_test_id("choice--1").click()
    expect(page.locator("#sheet p")).to_contain_text("14, 15, 16, 17")
    page.locator("#sheet input").nth(1).fill("15")
    page.get_by_test_id("choice-1").click()
    page.locator("#sheet input").fill("boards were mucked")
    page.get_by_test_id("choice-1").click()
    here.at("ready")
    here.sent()
    assert here.stacks() == [29_200, 30_800]
    expect(page.get_by_test_id("ready-screen")).to_contain_text("Deal 15")
    expect(page.get_by_test_id("ready-screen")).to_contain_text("Hand 1 recorded · Points only")


def test_ranks_and_suits_instead_of_cards(table):
    here = table()
    page = here.page
    here.start()
    page.get_by_test_id("more").click()
    page.get_by_test_id("choice-settings").click()
    page.get_by_test_id("choice-pads").click()
    page.get_by_test_id("choice-cancel").click()
    expect(page.locator("#grid")).to_be_hidden()
    for card in " ".join(GOOD[:2]).split():
        page.get_by_test_id(f"rank-{card[0]}").click()
        page.get_by_test_id(f"suit-{card[1]}").click()
    assert [here.slots(seat) for seat in (1, 2)] == GOOD[:2]
    page.get_by_test_id("undo").click()
    page.get_by_test_id("rank-A").click()
    page.get_by_test_id("suit-h").click()  # used: says whose it is
    expect(page.locator("#strip-text")).to_have_text("A♥ is already here: Ana, Bottom row.")
    assert here.slots(2).endswith("--")


def test_a_new_level_lights_up_once(table):
    here = table()
    page = here.page
    here.at("ready")
    level = page.locator("#what")
    expect(level).to_have_css("animation-name", "none")
    here.floor.do("clock.jump", segment=1)
    expect(level).to_have_text("Level 2 · 300 a point")
    expect(level).to_have_css("animation-name", "tb-new-0")
    expect(level).to_have_css("animation-iteration-count", "1")
    page.emulate_media(reduced_motion="reduce")
    expect(level).to_have_css("animation-name", "none")


LONG = ["Maximiliana Fernández-Villanueva Souza C", "Konstanty Konstantinopolskaja Preobrasch",
  "Joãozinho Albuquerque Vasconcelos Moreir"]  # fmt: skip
CLIPPED = """() => [...document.querySelectorAll(
  'button, .tb-name b, .tb-deal b, h1, h1 *, h2, .pay b, #strip-text')]
  .filter((node) => node.checkVisibility({ visibilityProperty: true })
    && getComputedStyle(node).display !== 'inline' && (node.scrollWidth > node.clientWidth
      || node.matches('.tb-name, .btn, #what, #strip-text')
        && node.scrollHeight > node.clientHeight + 1))
  .map((node) => `${node.scrollWidth} > ${node.clientWidth}: ${node.outerHTML.slice(0, 160)}`)"""


@pytest.mark.parametrize("size", SIZES)
def test_no_name_and_no_button_is_clipped(table, size):
    here = table(size=size, names=LONG, stacks=[400_000] * 3)
    for language in ("en", "es", "pt", "ru"):
        page = here.tablet(language=language, signed_in=False)
        whole = functools.partial(no_clipped_text, page, language)
        expect(page.locator("body")).to_have_attribute("data-phase", "sign")
        whole("sign in")
        here.sign_in(page)
        here.at("ready", page)
        whole("ready")
        page.get_by_test_id("next").click()
        here.at("entry", page)
        whole("entry")
        page.get_by_test_id("absent").click()
        expect(page.locator("[data-auto]")).to_have_count(1)
        whole("absent")
        page.get_by_test_id("absent").click()
        expect(page.locator("[data-auto]")).to_have_count(0)
        page.get_by_test_id("more").click()
        whole("more")
        page.get_by_test_id("choice-cancel").click()
        page.locator("#mode").evaluate("(node) => node.click()")  # back to the final layout
        here.lay(HANDS, page)
        page.get_by_test_id("check").click()
        whole("foul")
        page.get_by_test_id("choice-foul").click()
        here.at("check", page)
        whole("check")
        page.get_by_test_id("back").click()
        page.get_by_test_id("more").click()
        page.get_by_test_id("choice-misdeal").click()
        page.locator("#sheet input").fill("once more")
        page.get_by_test_id("choice-1").click()
        here.at("ready", page)
        here.sent(page)
        here.shelf.put_back()


@pytest.mark.parametrize("names", [NAMES, LONG], ids=["short", "long"])
@pytest.mark.parametrize("size", SIZES)
def test_a_stack_beside_the_button_is_not_clipped(table, size, names):
    here = table(size=size, stacks=[30_000, 30_000, 125_600], names=names)
    here.start()
    here.page.locator('[data-seat="3"] .tb-name').click()
    here.page.get_by_test_id("absent").click()
    expect(here.page.locator('[data-seat="3"][data-auto] .disc')).to_be_visible()
    no_clipped_text(here.page, "en", "absent")


def no_clipped_text(page, language, state):
    assert page.evaluate(CLIPPED) == [], (language, state)
    assert page.evaluate("() => main.scrollWidth <= main.clientWidth"), (language, state)
