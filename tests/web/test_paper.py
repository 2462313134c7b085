"""What is printed about seats: cards with the player's own page, lists by name and by table."""

import re

import pytest

from tests.factories import Floor
from tests.web.pages import Browser, text
from tournaments.models import Role

pytestmark = pytest.mark.django_db


def path(floor: Floor, part: str) -> str:
    return f"/d/{floor.slug}/seats/{part}"


def test_a_card_for_everybody_who_sits() -> None:
    floor = Floor.running(players=7)
    page = Browser(floor.director).get(path(floor, "cards/"))
    body = page.content.decode()
    assert body.count('class="seatcard"') == 7
    assert len(set(re.findall(r'src="(data:image/svg[^"]+)"', body))) == 7
    assert page["Cache-Control"].startswith("max-age=0")


def test_of_one_table_of_one_entry_and_on_a_roll() -> None:
    floor = Floor.running(players=7)
    browser = Browser(floor.director)
    cards = path(floor, "cards/")
    assert browser.get(f"{cards}?table=1").content.decode().count('class="seatcard"') == 3
    one = browser.get(f"{cards}?entry=5&paper=80").content.decode()
    assert one.count('class="seatcard"') == 1
    assert "seatcards thermal" in one
    assert "Nobody has a seat" in text(browser.get(f"{cards}?entry=x"))


def test_lists_by_name_and_by_table() -> None:
    floor = Floor.open()
    floor.register("Caio", "ana", "Boris")
    browser = Browser(floor.director)
    assert "Draw seats first." in text(browser.get(path(floor, "lists/")))
    floor.do("seat.draw")
    page = text(browser.get(path(floor, "lists/")))
    by_name = page.partition("By name")[2].partition("By table")[0]
    assert re.findall("ana|Boris|Caio", by_name) == ["ana", "Boris", "Caio"]
    assert "Lists to print" in text(browser.get(path(floor, "")))


@pytest.mark.parametrize(
    ("role", "status"), [(Role.FLOOR, 200), (Role.CASHIER, 200), (Role.AUDITOR, 404)]
)
def test_own_addresses_are_for_those_who_hand_them_out(role: str, status: int) -> None:
    floor = Floor.running(players=3)
    browser = Browser(floor.hire(role))
    assert browser.get(path(floor, "cards/")).status_code == status
    assert browser.get(path(floor, "lists/")).status_code == 200
