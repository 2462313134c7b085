"""Deals: all agreed, to the cent, at the last table, with the clock stopped (floor, section 8)."""

import pytest

from core.errors import Refusal
from tests.factories import SHEETS, Api, Floor
from tests.tournaments.money import POOL, in_play
from tests.tournaments.test_money import refused
from tests.tournaments.test_verify import verify
from tournaments.models import Role
from tournaments.purse import dues_of
from tournaments.rules.errors import FloorError
from tournaments.selectors import entries_of

pytestmark = pytest.mark.django_db
PRIZES = [300_00, 200_00, 82_00]
EVEN = {"1": 197_00, "2": 195_00, "3": 190_00}  # in fives; the odd money by the bigger stack
OFFER = {"kind": "even", "saved": 0, "amounts": EVEN}


@pytest.fixture
def floor() -> Floor:
    """Three players with equal stacks at the last table, the clock stopped."""
    floor = in_play()
    floor.do("payouts.publish", amounts=PRIZES)
    floor.do("clock.pause")
    return floor


def test_an_even_deal_is_paid_instead_of_the_prizes(floor):
    floor.do("deal.agree", **OFFER)
    assert floor.do("event.finish")["status"] == "finished"
    assert dues_of(floor.event, entries_of(floor.event)) == {1: 197_00, 2: 195_00, 3: 190_00}
    cashier = floor.hire(Role.CASHIER)
    for entry in (1, 2, 3):
        floor.do("payout.prepare", entry=entry)
        floor.do("payout.release", by=cashier, entry=entry)
    assert verify(floor, replay=True) == ""


def test_what_is_saved_goes_to_the_winner(floor):
    amounts = {"1": 167_00, "2": 165_00, "3": 160_00}
    floor.do("deal.agree", kind="even", saved=90_00, amounts=amounts)
    with refused("players_left"):
        floor.do("event.finish")
    floor.do("clock.resume")
    floor.play(SHEETS["big win"])
    winner = floor.event.entries.get(out_seq=None).number
    dues = dues_of(floor.event, entries_of(floor.event))
    assert dues.pop(winner) == amounts.pop(str(winner)) + 90_00
    assert sorted(dues.values()) == sorted(amounts.values())
    floor.do("event.finish")
    assert verify(floor, replay=True) == ""


def test_a_deal_is_what_was_worked_out_from_the_stacks(floor):
    for kind in ("icm", "chips"):  # equal stacks: every way gives the same
        with refused("deal_changed"):
            floor.do(
                "deal.agree", kind=kind, saved=0, amounts={"1": 200_00, "2": 191_00, "3": 191_00}
            )
    floor.do("deal.agree", **{**OFFER, "kind": "icm"})


def test_a_negotiated_deal_is_anything_with_the_right_sum(floor):
    with refused("deal_sum", FloorError):
        floor.do(
            "deal.agree", kind="negotiated", saved=0, amounts={"1": 300_00, "2": 200_00, "3": 0}
        )
    uneven = {"1": 400_00, "2": 100_00, "3": 82_00}
    with refused("deal_unusual"):
        floor.do("deal.agree", kind="negotiated", saved=0, amounts=uneven)
    floor.do("deal.agree", kind="negotiated", saved=0, amounts=uneven, unusual_amounts=True)
    assert sum(floor.event.deal["amounts"].values()) == POOL


def test_it_waits_for_the_clock_and_for_the_hand():
    floor = in_play()
    with refused("payouts_unpublished"):
        floor.do("deal.agree", **OFFER)
    floor.do("payouts.publish", amounts=PRIZES)
    with refused("deal_clock"):
        floor.do("deal.agree", **OFFER)
    floor.start(1)
    floor.do("clock.pause")
    with refused("deal_hand"):
        floor.do("deal.agree", **OFFER)


def test_it_waits_for_the_last_table():
    floor = in_play(players=4)
    floor.do("payouts.publish", amounts=[776_00])
    floor.do("clock.pause")
    with refused("deal_table"):
        floor.do("deal.agree", **OFFER)


def test_with_fantasyland_pending_all_must_agree(floor):
    floor.event.entries.filter(number=1).update(fantasyland=14)
    with refused("deal_fantasyland"):
        floor.do("deal.agree", **OFFER)
    floor.do("deal.agree", **OFFER, fantasyland=True)
    assert floor.event.deal["kind"] == "even"


def test_it_is_made_once_and_taken_back_with_a_reason(floor):
    floor.do("deal.agree", **OFFER)
    with refused("deal_made"):
        floor.do("deal.agree", **OFFER)
    with refused("payouts_paid"):
        floor.do("payouts.change", amounts=[POOL], reason="no")
    with refused("reason_needed"):
        floor.do("deal.revoke")
    floor.do("deal.revoke", reason="one did not understand it")
    with refused("deal_none"):
        floor.do("deal.revoke", reason="again")
    assert floor.event.deal == {}


def test_it_stands_once_somebody_was_paid_by_it(floor):
    floor.do("deal.agree", **OFFER)
    floor.do("payout.prepare", entry=1)
    with refused("payouts_paid"):
        floor.do("deal.revoke", reason="too late")


@pytest.mark.parametrize("amounts", [{"1": 582_00}, {"x": 1}, {"1": 1, "2": 1, "9": 580_00}])
def test_others_than_those_who_play_are_refused(floor, amounts):
    with pytest.raises(Refusal):
        floor.do("deal.agree", kind="negotiated", saved=0, amounts=amounts)


def test_through_the_api(floor):
    answer = Api(floor.director).post(f"events/{floor.slug}/deal", **OFFER)
    assert answer.json()["amounts"] == EVEN
    assert (
        Api(floor.hire(Role.CASHIER)).post(f"events/{floor.slug}/deal", **OFFER).status_code == 403
    )


def test_a_deal_that_was_tampered_with_is_named(floor):
    floor.do("deal.agree", **OFFER)
    event = floor.event
    event.deal["amounts"]["1"] += 1
    event.save()
    assert "money: the deal shares" in verify(floor)
