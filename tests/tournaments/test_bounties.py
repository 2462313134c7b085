"""Bounties: part of the price, won by most points, paid with one's own place."""

import pytest

from tests.factories import SHEETS, Floor
from tests.tables.test_corrections import approve, correct, refused
from tests.tournaments.money import PRICES
from tests.tournaments.test_verify import verify
from tests.web.pages import Browser, text
from tournaments import purse
from tournaments.models import Role
from tournaments.selectors import entries_of

pytestmark = pytest.mark.django_db
BOUNTY = 50_00


@pytest.fixture
def floor() -> Floor:
    """Three players with a bounty each; one big hand puts two of them out."""
    floor = Floor(starting_stack=1_000)
    floor.do("event.prices", prices={**PRICES, "bounty": BOUNTY})
    floor.do("event.publish")
    floor.register("Ana", "Boris", "Caio")
    floor.do("seat.draw")
    floor.do("event.start")
    return floor


def hunted(floor: Floor) -> dict[int, int]:
    return purse.bounties_of(floor.event, entries_of(floor.event))


def test_it_is_paid_with_the_entry_and_is_no_part_of_the_pool(floor):
    sale = floor.event.sales.first()
    assert sale.price == 200_00 + 20_00 + BOUNTY
    assert purse.pool_of(floor.event).sold == 3 * 200_00
    floor.do("cash.take", entry=1)
    assert purse.drawer_of(floor.event) == sale.price


def test_who_wins_most_points_has_it_and_the_last_one_keeps_his_own(floor):
    floor.play(SHEETS["big win"])
    winner = floor.event.entries.get(out_seq=None)
    out = floor.event.entries.exclude(out_seq=None)
    assert {tuple(one.bounty_to) for one in out} == {(winner.number,)}
    assert hunted(floor) == {winner.number: 3 * BOUNTY}
    floor.do("payouts.publish", amounts=[300_00, 200_00, 82_00])
    dues = purse.dues_of(floor.event, entries_of(floor.event))
    assert sum(dues.values()) == 582_00 + 3 * BOUNTY
    assert dues[winner.number] == 300_00 + 3 * BOUNTY
    assert verify(floor, replay=True) == ""


def test_a_corrected_hand_gives_it_to_whom_it_belongs(floor):
    floor.play(SHEETS["big win"])
    approve(floor, correct(floor, "flush"))
    assert hunted(floor) == {} or floor.event.entries.exclude(out_seq=None).exists()
    approve(floor, correct(floor, "big win"))
    winner = floor.event.entries.get(out_seq=None)
    assert hunted(floor) == {winner.number: 3 * BOUNTY}
    assert verify(floor, replay=True) == ""


def test_taken_back_with_the_hand(floor):
    floor.play(SHEETS["big win"])
    floor.do("hand.undo", table=1, hand=1)
    assert hunted(floor) == {}
    floor.record(1, SHEETS["big win"])
    assert sum(hunted(floor).values()) == 3 * BOUNTY


def test_who_is_taken_out_leaves_it_to_a_ruling(floor):
    floor.do("entry.remove", entry=2, removal="disqualified", reason="he hit a player")
    assert hunted(floor) == {}
    with refused("reason_needed"):
        floor.do("bounty.assign", entry=2, to=[1])
    for wrong in ([2], [9], [1, 1]):
        with refused("bounty_to"):
            floor.do("bounty.assign", entry=2, to=wrong, reason="no")
    with refused("entry_in"):
        floor.do("bounty.assign", entry=1, to=[3], reason="no")
    floor.do("bounty.assign", entry=2, to=[1, 3], reason="shared by both")
    assert hunted(floor) == {1: BOUNTY // 2, 3: BOUNTY // 2}
    assert verify(floor, replay=True) == ""


def test_an_event_without_bounties_has_none():
    floor = Floor.running(players=3)
    floor.do("entry.remove", entry=2, removal="no_show", reason="not there")
    with refused("bounty_none"):
        floor.do("bounty.assign", entry=2, to=[1], reason="no")
    assert hunted(floor) == {}


def test_at_the_desk(floor):
    floor.do("entry.remove", entry=2, removal="disqualified", reason="he hit a player")
    browser, path = Browser(floor.director), f"/d/{floor.slug}/register/2/"
    assert "Who has it" in text(browser.get(path))
    assert browser.post(f"{path}bounty/", {"to": "1"}).status_code == 422
    assert browser.post(f"{path}bounty/", {"to": "1", "reason": "he won"}).status_code == 302
    assert hunted(floor) == {1: BOUNTY}
    somebody = Browser(floor.hire(Role.FLOOR))
    assert "Who has it" not in text(somebody.get(path))
    assert somebody.post(f"{path}bounty/", {"to": "3", "reason": "no"}).status_code == 403
    assert "Bounty" in text(Browser().get(f"/e/{floor.slug}/prizes/"))
