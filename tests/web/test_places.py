"""The page of the bubble and of places: counted tables, the announcement, another order."""

import pytest

from tests.factories import SHEETS, Floor
from tests.tables.floor_scenes import BIG
from tests.tables.test_bubble import places
from tests.tournaments.money import in_play
from tests.web.pages import Browser, text
from tournaments.models import Role

pytestmark = pytest.mark.django_db


def path(floor: Floor, part: str = "") -> str:
    return f"/d/{floor.slug}/places/{part}"


def test_the_roll_call():
    floor = in_play()
    floor.do("payouts.publish", amounts=[300_00, 200_00, 82_00])
    browser = Browser(floor.director)
    assert "The money is reached, by the record" in text(browser.get(f"/d/{floor.slug}/"))
    assert browser.post(path(floor, "announce/")).status_code == 422
    somebody = Browser(floor.hire(Role.FLOOR))
    assert somebody.post(path(floor, "count/"), {"table": "1", "players": "2"}).status_code == 302
    page = text(browser.get(path(floor)))
    assert "2 counted" in page
    assert "When every table agrees, everybody can be told here." in page
    assert "Tell everybody" not in page
    assert somebody.post(path(floor, "count/"), {"table": "1", "players": "x"}).status_code == 400
    somebody.post(path(floor, "count/"), {"table": "1", "players": "3"})
    assert "Tell everybody" not in text(somebody.get(path(floor)))
    assert "Tell everybody" in text(browser.get(path(floor)))
    assert browser.post(path(floor, "announce/")).status_code == 302
    assert "all who are left are paid" in text(browser.get(path(floor)))
    assert "In the money" in text(Browser().get(f"/e/{floor.slug}/"))


def test_another_order():
    floor = Floor.running(players=6, structure=BIG)
    for table in (1, 2):
        floor.play(SHEETS["big win"], table=table)
    found = places(floor)
    out = sorted(floor.event.entries.exclude(out_seq=None).values_list("number", flat=True))
    browser = Browser(floor.director)
    assert "Who went out last" in text(browser.get(path(floor)))
    ranks = {f"rank_{number}": "1" if found[number][0] == 5 else "2" for number in out}
    assert browser.post(path(floor, "order/"), ranks).status_code == 422
    facts = {**ranks, "all-reason": "table 1 was recorded late"}
    assert browser.post(path(floor, "order/"), facts).status_code == 302
    assert all(places(floor)[number][0] == (3 if found[number][0] == 5 else 5) for number in out)
    assert "by a ruling" in text(browser.get(path(floor)))
    half = {f"rank_{out[0]}": "1", "all-reason": "no"}
    assert browser.post(path(floor, "order/"), half).status_code == 422


def test_one_before_the_money():
    floor = in_play()
    floor.do("payouts.publish", amounts=[400_00, 182_00])
    page = text(Browser(floor.director).get(f"/d/{floor.slug}/"))
    assert "The next player out is the last one who is not paid." in page
