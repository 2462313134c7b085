"""Boards street by street on the public table page: what lies face up, and nothing else."""

import pytest

from tests.factories import SHEETS, Floor, layouts, seats_in_order
from tests.tablet.scene import Tablet
from tests.web.pages import Browser, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def tablet() -> Tablet:
    """A tablet at table 1 where a hand is entered street by street."""
    floor = Floor.running(players=3)
    floor.do("event.settings", confirm="dealer", streets=True, chips=[1000, 100])
    tablet = Tablet(floor)
    tablet.start()
    return tablet


def slots(tablet: Tablet, name: str = "flush") -> dict[str, list[str | None]]:
    """All cards of a sheet as the tablet keeps them."""
    hand = tablet.floor.table().hands.get(state="started")
    order = seats_in_order(hand.button, hand.players.values_list("seat", flat=True))
    return {
        str(one["seat"]): [*one["bottom"], *one["middle"], *one["top"]]
        for one in layouts(order, SHEETS[name])
    }


def keep(tablet: Tablet, cards: object, hand: int = 1) -> None:
    answer = tablet.put("draft", hand=hand, body={"d": {"cards": cards}})
    assert answer.status_code == 200, answer.content


def page(tablet: Tablet) -> str:
    return Browser().get(f"/e/{tablet.floor.slug}/t/1/").content.decode()


def names_of(body: str) -> int:
    """How many cards are drawn with their name."""
    return body.count('class="card"')


def test_the_first_street_lies_there_for_everyone(tablet):
    cards = {seat: line[:5] + [None] * 8 for seat, line in slots(tablet).items()}
    keep(tablet, cards)
    body = page(tablet)
    assert "Being played" in body
    assert "P1 · 5/13" in text(Browser().get(f"/e/{tablet.floor.slug}/t/1/"))


def test_it_changes_without_a_command(tablet):
    path = f"/e/{tablet.floor.slug}/t/1/now/"
    keep(tablet, {})
    first = Browser().get(path)
    assert Browser().get(path, if_none_match=first["ETag"]).status_code == 304
    keep(tablet, {seat: line[:5] + [None] * 8 for seat, line in slots(tablet).items()})
    assert Browser().get(path, if_none_match=first["ETag"]).status_code == 200


def test_a_fantasyland_hand_is_never_shown_before_it_is_opened(tablet):
    hand = tablet.floor.table().hands.get(state="started")
    player = hand.players.first()
    player.fantasyland = 14
    player.save()
    cards = slots(tablet)
    secret = cards[str(player.seat)]
    others = {seat: [None] * 13 for seat in cards if seat != str(player.seat)}
    keep(tablet, {**others, str(player.seat): secret})
    body = page(tablet)
    assert "14 cards, set face down" in body
    live = body.split('id="live"')[1].split("</section>\n")[0]
    assert "data-rank" not in live.split("Earlier hands")[0]


def test_with_all_cards_down_the_result_is_provisional(tablet):
    keep(tablet, slots(tablet))
    seen = text(Browser().get(f"/e/{tablet.floor.slug}/t/1/"))
    assert "Provisional" in seen
    assert "Payments, in order" in seen
    assert not tablet.floor.event.transfers.filter(kind="payment").exists()


def test_after_the_record_it_is_gone(tablet):
    keep(tablet, slots(tablet))
    tablet.record("flush")
    seen = text(Browser().get(f"/e/{tablet.floor.slug}/t/1/"))
    assert "Provisional" not in seen
    assert "Payments, in order" in seen


@pytest.mark.parametrize(
    "cards",
    [
        [],
        {"1": "no list"},
        {"x": [None] * 13},
        {"1": ["<b>"] * 13, "2": [7] * 13, "3": [{}] * 13},
        {"1": ["Ah"] * 13, "2": ["Ah"] * 13, "3": ["Ah"] * 13},
        {"99": ["Ah"] + [None] * 12},
    ],
)
def test_whatever_a_tablet_sends_the_page_stands(tablet, cards):
    keep(tablet, cards)
    answer = Browser().get(f"/e/{tablet.floor.slug}/t/1/")
    assert answer.status_code == 200
    assert b"<b></b>" not in answer.content


def test_without_streets_nothing_is_shown(tablet):
    keep(tablet, slots(tablet))
    tablet.floor.do("event.settings", confirm="dealer", streets=False, chips=[1000, 100])
    assert "Being played" not in page(tablet)
    assert "Provisional" not in page(tablet)
