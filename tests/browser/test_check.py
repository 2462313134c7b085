"""The check screen: payments, fouls, caps, who confirms; streets and Fantasyland before it."""

import pytest
from playwright.sync_api import expect

from tables.models import QueueItem
from tests.browser.scene import GOOD, HANDS, STACKS

pytestmark = pytest.mark.browser


def checked(here, hands=HANDS, foul="foul"):
    here.start()
    here.lay(hands)
    here.page.get_by_test_id("check").click()
    if foul:
        here.page.get_by_test_id(f"choice-{foul}").click()
    here.at("check")
    return here.page.get_by_test_id("check-screen")


def test_the_example_hand(table):
    here = table()
    screen = checked(here)
    pays = [here.page.get_by_test_id(f"pay-{n}") for n in (1, 2, 3)]
    expect(pays[0]).to_contain_text("Boris pays Ana 3,400")
    expect(pays[0]).to_contain_text("3 × 1,000 + 4 × 100")
    expect(pays[1]).to_contain_text("Caio pays Ana 3,400")
    expect(pays[1]).to_contain_text("17 points")
    expect(pays[2]).to_contain_text("Caio pays Boris 1,200")
    for seat, stack in ((1, "48,000"), (2, "16,400"), (3, "22,800")):
        expect(here.page.get_by_test_id(f"stack-{seat}")).to_contain_text(f"→ {stack}")
    # Caio's foul: no royalties, 17 points to Ana, 6 to Boris.
    caio = screen.locator(".tb-board").nth(2)
    expect(caio).to_have_attribute("data-foul", "")
    expect(caio).to_contain_text("Royalties 0")
    expect(pays[2]).to_contain_text("6 points")
    expect(screen.locator(".tb-board").nth(0)).to_contain_text("Royalties 11")
    expect(screen).to_contain_text("Ana: Enters Fantasyland: 14 cards")
    expect(screen).to_contain_text("The button stays")
    expect(screen.get_by_text("Provisional")).to_have_count(0)  # the server says the same
    expect(here.page.get_by_test_id("yes")).to_have_count(0)
    here.record()
    here.sent()
    assert here.stacks() == [48_000, 16_400, 22_800]
    assert sum(here.stacks()) == sum(STACKS)


def test_one_point_is_one_point_and_nothing_has_no_sign(table):
    here = table(stacks=[30_000, 30_000])
    screen = checked(here, ["Ks Kh 7d 5d 4h Qs Js 9d 6s 2d Jh Tc 5s",
      "Ah Ad 9h 5h 2h Kc Qd 8s 6c 3d Jc Td 4c"], foul="")  # fmt: skip
    expect(screen.get_by_test_id("pay-1")).to_contain_text(
        "1 point = 200. Rows −1 · 1 · 1, scoop 0, royalties 0 – 0."
    )
    here.record()
    here.sent()
    here.page.get_by_test_id("more").click()
    here.page.get_by_test_id("choice-last_five").click()
    expect(here.page.locator("#sheet p")).to_contain_text("200 (1 point).")


def test_a_foul_is_asked_once_and_shown_before(table):
    here = table()
    here.start()
    page = here.page
    bottom, middle, top = (
        page.locator(f'[data-seat="3"] [data-row="{row}"] .tb-echo')
        for row in ("bottom", "middle", "top")
    )
    here.lay([*HANDS[:2], "8h 8d Qc Td 5d 7c 7h 7s Ad"])
    expect(bottom).to_have_text("pair 8")
    here.lay(["2d"])
    for row in (bottom, middle):
        expect(row.locator("strong")).to_have_text("✖")
        expect(row).to_contain_text("Foul")
    here.lay(["Ks Jd 6s"])
    expect(top.locator("strong")).to_have_text("")
    page.get_by_test_id("check").click()
    page.get_by_test_id("choice-foul").click()
    here.at("check")
    page.get_by_test_id("back").click()
    here.at("entry")
    here.check()  # the same cards are not asked about again
    assert not page.locator("#sheet").is_visible()


def test_a_foul_board_shows_no_royalty(table):
    """Kings on top would earn eight points, were the middle row not weaker."""
    here = table(stacks=[30_000, 30_000])
    here.start()
    page = here.page
    here.lay(["Ah Kh 9h 5h 2h Qc Jd 8s 7c 3d Ks Kd 4c"])
    board = page.locator('[data-seat="1"]')
    marks = [board.locator(f'[data-row="{row}"] strong') for row in ("top", "middle", "bottom")]
    for mark, shown in zip(marks, ["✖", "✖", ""], strict=True):
        expect(mark).to_have_text(shown)
    page.get_by_test_id("undo").click()
    expect(marks[2]).to_have_text("+4")  # nothing is proved any more


def test_a_foul_by_swapped_rows_is_asked_once(table):
    here = table()
    here.start()
    here.lay(HANDS)
    here.page.get_by_test_id("check").click()
    expect(here.page.locator("#sheet p")).to_have_text(
        "Caio fouls: Middle row (Three of a kind 7) beats Bottom row (Pair 8). "
        "Is it so on the table?"
    )
    here.page.get_by_test_id("choice-swap").click()
    here.at("check")
    expect(here.page.get_by_test_id("check-screen").get_by_text("Foul")).to_have_count(0)
    here.page.get_by_test_id("back").click()
    here.at("entry")
    assert here.slots(3).startswith("7c 7h 7s Ad 2d 8h 8d Qc Td 5d")


def test_no_swap_is_offered_where_it_does_not_help(table):
    here = table(stacks=[30_000, 30_000])
    here.start()
    here.lay([GOOD[0], "2s 4s 6c 9c Td 3h 5s 7d 9s Jd As Ad Ac"])
    here.page.get_by_test_id("check").click()
    expect(here.page.get_by_test_id("choice-foul")).to_be_visible()
    expect(here.page.get_by_test_id("choice-swap")).to_have_count(0)


def test_capped_and_eliminated_need_one_more_yes(table):
    here = table(stacks=[41_200, 2_000, 27_400])
    screen = checked(here)
    expect(here.page.get_by_test_id("pay-1")).to_contain_text("Boris pays Ana 2,000")
    expect(here.page.get_by_test_id("pay-1")).to_contain_text("Boris had 2,000: all in.")
    pay = here.page.get_by_test_id("pay-3")
    expect(pay).to_contain_text("Not settled, out already: Boris.")
    expect(pay).to_contain_text("Boris: 6 points")  # whose they would have been
    record = here.page.get_by_test_id("record")
    expect(record).to_have_attribute("aria-disabled", "true")
    record.click(force=True)
    here.at("check")
    expect(screen).to_contain_text("Boris is out")
    strip = here.page.locator("#strip-text")
    expect(strip).to_have_text("Confirm what is marked first.")
    here.page.get_by_test_id("yes").click()
    expect(strip).not_to_contain_text("Confirm")
    here.record()
    here.sent()
    assert here.stacks() == [46_600, 0, 24_000]


def test_on_a_phone_the_payments_and_the_question_come_first(table):
    here = table(size="M", stacks=[41_200, 2_000, 27_400])
    checked(here)
    bar = here.page.locator("#bar").bounding_box()["y"]
    for seen in ("pay-1", "pay-2", "pay-3", "yes"):
        box = here.page.get_by_test_id(seen).bounding_box()
        assert box["y"] + box["height"] <= bar, seen


def test_the_losers_confirm(table):
    here = table(confirm="losers")
    checked(here)
    expect(here.page.get_by_test_id("agree-1")).to_have_count(0)
    here.page.get_by_test_id("agree-2").click()
    expect(here.page.get_by_test_id("record")).to_have_attribute("aria-disabled", "true")
    here.page.get_by_test_id("agree-3").click()
    here.page.locator("#turn").click()
    expect(here.page.locator("body")).to_have_class("tablet is-turned")
    here.record()
    here.sent()
    assert here.hands()[0].state == "recorded"


def test_street_by_street_with_fantasyland_last(table):
    here = table(streets=True, fantasyland=[0, 14, 0])
    here.start()
    page = here.page
    ana, boris, caio = (hand.split() for hand in GOOD)
    expect(page.locator('[data-seat="2"] .tb-down')).to_contain_text("14 cards dealt")
    page.locator('[data-seat="2"] .tb-down').click()
    here.tap(" ".join(ana[:5]))
    expect(page.locator("#strip-text")).to_contain_text("Street 1: Caio to place 5")
    here.tap(" ".join(caio[:5]))
    for at in range(5, 13, 2):
        here.tap(" ".join(ana[at : at + 2]))
        here.tap(" ".join(caio[at : at + 2]))
    page.get_by_test_id("undo").click()  # crosses turns
    here.tap(caio[12])
    here.tap(" ".join(boris))
    assert [here.slots(seat) for seat in (1, 2, 3)] == GOOD
    here.check()
    here.record()
    here.sent()
    assert here.hands()[0].state == "recorded"


def test_on_a_phone_the_mode_is_behind_more(table):
    here = table(size="M")
    here.start()
    for strip in ("Street 1: Ana to place 5", "Level 1"):
        here.page.get_by_test_id("more").click()
        here.page.get_by_test_id("choice-mode").click()
        expect(here.page.locator("#strip-text")).to_contain_text(strip)
    expect(here.page.locator("#mode")).to_be_hidden()


def test_earlier_streets_are_frozen_until_corrected(table):
    here = table(streets=True)
    here.start()
    page = here.page
    for hand in GOOD:
        here.tap(" ".join(hand.split()[:5]))
    slot = page.get_by_test_id("slot-1-bot-1")
    expect(slot).to_have_attribute("aria-disabled", "true")
    slot.click(force=True)
    expect(page.locator("#strip-text")).to_contain_text("fixed")
    page.get_by_test_id("more").click()
    page.get_by_test_id("choice-correct_card").click()
    slot.click()
    here.tap("Qh")
    assert here.slots(1).startswith("Qh Kh")
    here.sent()  # the director reads it
    note = QueueItem.objects.get().text
    assert note == "A placed card was corrected: Ana, Bottom row: A♥ → Q♥"
    page.locator("#mode").click()  # to the final layout and back: nothing is lost
    page.locator("#mode").click()
    assert here.slots(1).startswith("Qh Kh 9h 5h 2h --")


def test_an_absent_player_returns_in_mid_hand(table):
    here = table(streets=True)
    here.start()
    page = here.page
    ana, boris, caio = (hand.split() for hand in GOOD)
    page.locator('[data-seat="1"] .tb-here').click()
    here.tap(" ".join([*ana[:5], *boris[:5], *caio[:5]]))
    expect(page.locator('[data-seat="1"] [data-outlined]')).to_have_count(2)
    page.get_by_test_id("row-1-top").click(force=True)
    expect(page.locator("#strip-text")).to_contain_text("absent")
    page.locator('[data-seat="1"] .tb-here').click()  # back again
    page.get_by_test_id("row-1-top").click()
    here.tap("Qs Qd")
    assert here.slots(1).endswith("Qs Qd --")
