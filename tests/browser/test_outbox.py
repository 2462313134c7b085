"""Nothing that was typed is lost: no network, lost answers, killed and doubled tablets."""

import random
import uuid

import pytest
from playwright.sync_api import expect

from scoring.cards import DECK
from tables.models import Draft, QueueItem
from tests.browser.scene import GOOD, SIZES, until
from tests.factories import seats_in_order

pytestmark = pytest.mark.browser
EVENING = 40


def deals(count, players=2, seed=13):
    """Hands of random cards, bottom, middle, top; the strongest ranks go below."""
    rng = random.Random(seed)
    for _ in range(count):
        cards = rng.sample(DECK, 13 * players)
        hands = []
        for seat in range(players):
            mine = sorted(
                cards[seat * 13 : seat * 13 + 13], key=lambda card: "23456789TJQKA".index(card[0])
            )
            hands.append(" ".join([*mine[8:], *mine[3:8], *mine[:3]]))
        yield hands


def play(here, hands, page=None):
    """One whole hand by taps; fouls and doubts are confirmed."""
    page = page or here.page
    here.start(page)
    here.deal(hands, page)
    page.get_by_test_id("check").click()
    body = page.locator("body")
    while True:
        page.locator("#sheet[open], body[data-phase=check]").first.wait_for()
        if body.get_attribute("data-phase") == "check":
            break
        page.get_by_test_id("choice-foul").click()
    here.at("check", page)
    if page.get_by_test_id("yes").is_visible():
        page.get_by_test_id("yes").click()
    here.record(page)


def test_a_hand_without_a_network(table):
    here = table()
    here.start()
    here.sent()
    here.offline(True)
    here.page.evaluate("() => dispatchEvent(new Event('offline'))")
    here.lay(GOOD)
    strip = here.page.locator("#strip-text")
    expect(strip).to_contain_text("No connection: cards are kept on this tablet.")
    here.check()
    expect(here.page.get_by_test_id("check-screen")).to_contain_text("Provisional")
    here.record()
    expect(strip).to_contain_text("1 hand is kept on this tablet and will be sent.")
    expect(here.page.get_by_test_id("ready-screen")).to_contain_text("Hand 1 stored, not sent yet")
    here.offline(False)
    here.sent()
    expect(here.page.get_by_test_id("ready-screen")).to_contain_text("Hand 1 recorded")
    assert here.hands()[0].state == "recorded"


def test_the_first_button_needs_the_network(table):
    here = table()
    here.at("ready")
    here.offline(True)
    here.page.evaluate("() => dispatchEvent(new Event('offline'))")
    expect(here.page.locator("#strip-text")).to_contain_text("needs the network")
    expect(here.page.get_by_test_id("next")).to_have_attribute("aria-disabled", "true")


def test_started_and_recorded_without_a_network_after_a_reload(table):
    here = table()
    play(here, GOOD)
    here.sent()
    expect(here.page.locator("body")).to_have_attribute("data-phase", "ready")
    here.page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    here.page.reload()
    here.at("ready")
    here.offline(True)
    here.page.evaluate("() => dispatchEvent(new Event('offline'))")
    two = [
        " ".join(cards) for cards in ([*GOOD[1].split()], [*GOOD[0].split()], [*GOOD[2].split()])
    ]
    here.start()
    here.lay(two[:1])
    here.page.reload()  # the shell comes from the worker, the draft from the tablet
    here.at("entry")
    here.lay(two[1:])
    here.check()
    if here.page.get_by_test_id("yes").is_visible():
        here.page.get_by_test_id("yes").click()
    here.record()
    here.offline(False)
    here.sent()
    assert [hand.state for hand in here.hands()] == ["recorded", "recorded"]
    assert sum(here.stacks()) == 87_200


def test_a_lost_answer_records_once(table):
    here = table()
    here.start()
    here.lay(GOOD)
    here.check()
    lost = []

    def lose(route):
        if lost:
            return route.continue_()
        lost.append(route.fetch().status)  # the server commits, the answer is lost
        return route.abort("connectionreset")

    here.page.route("**/record", lose)
    here.record()
    here.sent()
    assert lost == [200]
    assert here.hands()[0].state == "recorded"
    assert not QueueItem.objects.exists()


def test_a_duplicate_is_refused_on_every_road(table):
    """Typed, scanned, in a second tab and behind the page's back: the same card is there once."""
    here = table()
    here.start()
    here.tap("Ah")
    page = here.page
    strip = page.locator("#strip-text")
    said = "A♥ is already here: Ana, Bottom row."
    page.get_by_test_id("more").click()
    page.get_by_test_id("choice-type_cards").click()
    page.get_by_test_id("type").fill("Ah")
    page.get_by_test_id("choice-1").click()
    expect(strip).to_have_text(said)
    here.tap("Kh")
    page.keyboard.type("~AH")
    page.keyboard.press("Enter")
    expect(strip).to_have_text(said)
    other = page.context.new_page()  # knows the draft of this tablet
    other.goto(f"{here.address}/tablet/")
    here.at("entry", other)
    other.get_by_test_id("card-Ah").click(force=True)
    expect(other.locator("#strip-text")).to_have_text(said)
    sheet = [{"seat": seat, **cards(hand)} for seat, hand in enumerate(GOOD, start=1)]
    sheet[1]["top"][0] = "Ah"
    answer = page.evaluate(POST, {"submission": str(uuid.uuid4()), "layouts": sheet})
    assert answer["status"] == 422
    assert answer["data"]["error"]["code"] == "duplicate_card"
    sheet[1] = {"seat": 2, **cards(GOOD[1])}
    answer = page.evaluate(POST, {"submission": str(uuid.uuid4()), "layouts": sheet})
    assert answer["status"] == 200
    assert str(here.hands()[0].sheet).count("Ah") == 1


POST = """(body) => import('/static/js/tablet/outbox.js')
  .then(({ api }) => api('POST', 'hands/1/record', body))"""


def test_the_login_page_of_the_house_is_no_answer(table):
    """A Wi-Fi that answers everything with a page of its own, and 200, has recorded nothing."""
    here = table()
    here.start()
    here.lay(GOOD)
    here.check()
    page = here.page
    page.route("**/api/tablet/**", lambda route: route.fulfill(body="<h1>Welcome</h1>"))
    here.record()
    expect(page.get_by_test_id("notice")).to_contain_text("No connection")
    page.unroute("**/api/tablet/**")
    page.evaluate("() => dispatchEvent(new Event('online'))")
    here.sent()
    assert [hand.state for hand in here.hands()] == ["recorded"]


def test_resending_everything_changes_nothing(table):
    here = table()
    play(here, GOOD)
    here.sent()
    before = here.stacks(), here.floor.event.version
    here.page.get_by_test_id("more").click()
    here.page.get_by_test_id("choice-resend_all").click()
    expect(here.page.locator("#strip-text")).to_contain_text("sent again")
    here.sent()
    assert (here.stacks(), here.floor.event.version) == before


def test_what_is_refused_goes_to_the_director(table):
    here = table()
    here.start()
    here.lay(GOOD)
    here.check()
    here.offline(True)  # it does not hear that
    here.floor.record(1, [cards(hand) for hand in GOOD[::-1]])  # somebody else was faster
    here.record()
    here.offline(False)
    expect(here.page.locator("#strip-text")).to_contain_text("already recorded")
    here.sent()
    item = QueueItem.objects.get()
    assert "5h" in str(item.body)


def cards(hand):
    hand = hand.split()
    return {"bottom": hand[:5], "middle": hand[5:10], "top": hand[10:]}


def test_double_taps_check_once_and_record_once(table):
    here = table()
    here.start()
    here.lay(GOOD)
    here.page.get_by_test_id("check").dblclick()
    here.at("check")
    assert not here.page.locator("#sheet").is_visible()
    here.page.get_by_test_id("record").dblclick()
    here.at("ready")
    here.sent()
    assert [hand.state for hand in here.hands()] == ["recorded"]


def test_two_tabs_record_one_hand(table):
    here = table()
    here.start()
    here.lay(GOOD)
    here.sent()
    other = here.page.context.new_page()
    other.goto(f"{here.address}/tablet/")
    here.at("entry", other)
    here.check(other)
    here.check()
    here.record()
    here.at("ready", other)  # the other tab knows it at once, and who it was
    expect(other.locator("#strip-text")).to_contain_text("Hand 1 was already recorded at ")
    expect(here.page.locator("#strip-text")).to_contain_text("Hand 1 recorded.")
    here.sent()
    assert [hand.state for hand in here.hands()] == ["recorded"]


def test_of_two_tablets_the_second_deals(table):
    here = table()
    here.start()
    here.lay(GOOD)
    here.sent()
    here.check()
    here.offline(True)  # the first one does not hear that it was replaced
    spare = here.tablet()
    here.at("entry", spare)
    here.record()
    here.lay([] if here.slots(3, spare) == GOOD[2] else GOOD, spare)
    here.check(spare)
    here.record(spare)
    here.sent(spare)
    here.offline(False)
    here.sent()
    assert [hand.state for hand in here.hands()] == ["recorded"]
    assert sum(here.stacks()) == 87_200


def test_a_spare_tablet_takes_over_the_half_entered_hand(table):
    here = table()
    here.start()
    here.lay(GOOD[:2])
    here.tap("7c 7h 7s")
    kept = Draft.objects.filter(table=here.floor.table())
    until(here.page, lambda: "7s" in str(kept.values_list("body").first()))
    here.page.context.close()  # killed
    spare = here.tablet()
    here.at("entry", spare)
    assert here.slots(1, spare) == GOOD[0]
    assert here.slots(3, spare).startswith("7c 7h 7s --")
    here.tap("Ad 2d 8h 8d Qc Td 5d Ks Jd 6s", spare)
    here.check(spare)
    here.record(spare)
    here.sent(spare)
    assert here.hands()[0].state == "recorded"


def test_the_server_has_the_cards_while_more_of_them_come(table):
    """A dealer taps without a pause; a tablet that dies then has lost two seconds, not the hand."""
    here = table()
    page = here.page
    page.clock.install()
    page.reload()
    here.start()
    first, *rest = " ".join(GOOD).split()
    here.lay([first])
    for card in rest[:5]:
        page.clock.run_for(700)
        here.lay([card])
    kept = Draft.objects.filter(table=here.floor.table(), body__icontains=first)
    until(page, kept.exists)


def record(floor, hands):
    """Play a hand without a tablet; cards come in the order in which players lay them."""
    floor.start()
    hand = floor.table().hands.get(state="started")
    players = {player.seat: player.fantasyland > 0 for player in hand.players.all()}
    laying = sorted(seats_in_order(hand.button, players), key=players.get)
    sheet = [
        {"seat": seat, "declared_foul": False, **cards(layout)}
        for seat, layout in zip(laying, hands, strict=True)
    ]
    floor.do("hand.record", table=1, hand=hand.number, layouts=sheet)


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
def test_ten_hands_at_each_size(table, size):
    here = table(stacks=[400_000] * 3, size=size)
    for hands in deals(10, players=3, seed=size):
        play(here, hands)
    here.sent()
    assert [hand.state for hand in here.hands()] == ["recorded"] * 10
    assert sum(here.stacks()) == 1_200_000
    assert not here.errors


@pytest.mark.timeout(900)  # a thousand taps: half a minute, but minutes on a busy machine
@pytest.mark.parametrize("language", ["en", "ru"])
def test_an_evening_with_a_bad_network(table, language):
    """So many hands by taps while the network comes and goes end as without interruption."""
    rng = random.Random(language)
    here = table(stacks=[400_000, 400_000], size=rng.choice(list(SIZES)[:3]), language=language)
    played = list(deals(EVENING, seed=language))
    for number, hands in enumerate(played):
        here.offline(number > 0 and rng.random() < 0.5)  # the first button is drawn by the server
        play(here, hands)
    here.offline(False)
    here.sent()
    quiet = table(stacks=[400_000, 400_000])
    for hands in played:
        record(quiet.floor, hands)
    assert [hand.state for hand in here.hands()] == ["recorded"] * EVENING
    assert here.stacks() == quiet.stacks()
    assert [hand.outcome for hand in here.hands()] == [hand.outcome for hand in quiet.hands()]
    assert not QueueItem.objects.exists()
