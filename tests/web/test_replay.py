"""A recorded hand street by street: where somebody saw the order of the cards, and only there."""

import re

import pytest

from tests.factories import SHEETS, Api, Floor, Json, layouts, seats_in_order
from tests.tablet.scene import Tablet
from tests.tournaments.test_verify import verify
from tests.web.pages import Browser, text

pytestmark = pytest.mark.django_db


def in_order(sheet: list[Json]) -> list[Json]:
    """A sheet whose cards were laid bottom row first."""
    return [{**one, "laid": [*one["bottom"], *one["middle"], *one["top"]]} for one in sheet]


def path(floor: Floor, street: object = "", hand: int = 1) -> str:
    return f"/e/{floor.slug}/t/1/h/{hand}/" + (f"?street={street}" if street else "")


def boards(floor: Floor, street: object) -> str:
    return Browser().get(path(floor, street)).content.decode().split('class="grid boards"')[1]


@pytest.fixture
def floor() -> Floor:
    floor = Floor.running(players=3)
    floor.play(in_order(SHEETS["flush"]))
    return floor


def test_each_street_adds_its_cards(floor):
    for street, count in enumerate((5, 7, 9, 11, 13), start=1):
        body = boards(floor, street)
        assert body.count("data-rank") == 3 * count
        assert body.count("is-new") == 3 * (5 if street == 1 else 2)
    assert "Payments, in order" not in text(Browser().get(path(floor, 5)))
    assert "Payments, in order" in text(Browser().get(path(floor)))


def test_it_is_turned_by_links_alone(floor):
    page, seen = path(floor, 1), []
    while page:
        body = Browser().get(page).content.decode()
        seen.append(re.findall(r'aria-current="step">.*?(Street \d|Result)<', body))
        onward = re.search(r'id="step-on"[^>]*href="([^"]*)"', body)
        page = onward and (path(floor) if onward[1].startswith("/") else path(floor) + onward[1])
    assert seen == [
        ["Street 1"],
        ["Street 2"],
        ["Street 3"],
        ["Street 4"],
        ["Street 5"],
        ["Result"],
    ]


@pytest.mark.parametrize("street", ["0", "6", "-1", "x", "²", "9" * 40])
def test_a_street_that_is_not_there_is_the_result(floor, street):
    assert "Payments, in order" in text(Browser().get(path(floor, street)))


def test_what_nobody_saw_is_not_shown():
    floor = Floor.running(players=3)
    floor.play(SHEETS["flush"])
    page = Browser().get(path(floor, 2))
    assert "Street by street" not in page.content.decode()
    assert "Payments, in order" in text(page)


def test_an_order_of_other_cards_is_not_kept_and_holds_up_nothing():
    wrong = in_order(SHEETS["flush"])
    wrong[0]["laid"] = [*wrong[1]["laid"][:12], "zz"]
    wrong[1]["laid"] = wrong[1]["laid"][:12]
    floor = Floor.running(players=3)
    floor.play(wrong)
    hand = floor.table().hands.get()
    assert sum("laid" in layout for layout in hand.sheet) == 1
    assert "Street by street" not in Browser().get(path(floor)).content.decode()
    assert verify(floor, replay=True) == ""


def test_a_fantasyland_hand_stays_face_down_until_the_result():
    floor = Floor.running(players=3)
    floor.play(SHEETS["aces on top"])
    started = floor.start(1)
    lucky = {one["seat"] for one in started["players"] if one["fantasyland"]}
    sheet = in_order(SHEETS["flush"])
    for seat, layout in zip(started["order"], sheet, strict=True):
        if seat in lucky:
            del layout["laid"]
    floor.record(1, sheet)
    assert 0 < len(lucky) < 3
    for street in range(1, 6):
        body = Browser().get(path(floor, street, 2)).content.decode()
        assert "14 cards, set face down" in body
        shown = body.split('class="grid boards"')[1]
        assert shown.count("data-rank") == (3 - len(lucky)) * [5, 7, 9, 11, 13][street - 1]


def test_the_journal_knows_it_and_the_api_tells_it(floor):
    told = Api().get(f"tables/{floor.table().uid}/hands/1/").json()["layouts"]
    assert all(len(layout["laid"]) == 13 for layout in told)
    assert verify(floor, replay=True) == ""


def test_a_tablet_sends_it():
    tablet = Tablet(Floor.running(players=3))
    tablet.start()
    hand = tablet.floor.table().hands.get()
    order = seats_in_order(hand.button, hand.players.values_list("seat", flat=True))
    sent = layouts(order, in_order(SHEETS["flush"]))
    answer = tablet.ask("hands/1/record", layouts=sent, confirmed=[])
    assert answer.status_code == 200, answer.content
    assert boards(tablet.floor, 1).count("data-rank") == 15
