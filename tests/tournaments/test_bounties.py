"""Bounties: part of the price, won by most points, paid with one's own place."""

import pytest

from accounts.models import User
from tables.flights import meeting_of
from tests.factories import SHEETS, Floor
from tests.tables.test_corrections import approve, correct, refused
from tests.tables.test_days import bag
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


class TestFlights:
    """Ana, Boris and Caio play the first flight, Ana, Dana and Eva the second one."""

    def flight(self, director: User | None, *names: str) -> Floor:
        floor = Floor(director)
        floor.do("event.prices", prices={**PRICES, "bounty": BOUNTY})
        floor.do("event.publish")
        floor.register(*names)
        floor.do("seat.draw")
        floor.do("event.start")
        return floor

    @pytest.fixture
    def flights(self) -> list[Floor]:
        first = self.flight(None, "Ana", "Boris", "Caio")
        second = self.flight(first.director, "Ana", "Dana", "Eva")
        for floor in (first, second):
            floor.play(SHEETS["flush"])
        # Caio has taken Boris out, and Dana has taken Eva out with a bounty won by that.
        for floor, out, to in ((first, 2, 3), (second, 3, 2)):
            floor.do("entry.remove", entry=out, removal="disqualified", reason="he hit a player")
            floor.do("bounty.assign", entry=out, to=[to], reason="he was ahead")
            floor.do("day.end")
            bag(floor)
        return [first, second]

    def meet(self, flights: list[Floor]) -> Floor:
        final = Floor(flights[0].director)
        final.do("event.prices", prices={"currency": "EUR"})
        final.do("event.publish")
        found = meeting_of([floor.event for floor in flights], "best", currency="EUR")
        final.do("entry.carry", **found.facts())
        for floor in flights:
            floor.do("day.handover", to=final.slug)
        return final

    def named(self, floor: Floor) -> dict[str, int]:
        entries = entries_of(floor.event)
        won = purse.bounties_of(floor.event, entries)
        return {entry.person.name: won.get(entry.number, 0) for entry in entries}

    def test_they_go_on_with_the_player(self, flights):
        final = self.meet(flights)
        # The stack that Ana left behind was put out by nobody: its bounty is hers.
        assert self.named(final) == {"Ana": BOUNTY, "Caio": BOUNTY, "Dana": BOUNTY}
        assert set(purse.heads_of(final.event).values()) == {BOUNTY}
        for floor in flights:
            assert purse.dues_of(floor.event, entries_of(floor.event)) == {}
            assert verify(floor, replay=True) == ""
        final.do("seat.draw")
        final.do("event.start")
        total = purse.pool_of(final.event).total
        final.do("payouts.publish", amounts=[total])
        while final.event.entries.filter(out_seq=None).count() > 1:
            final.leader_wins()
        assert sum(self.named(final).values()) == 6 * BOUNTY
        dues = purse.dues_of(final.event, entries_of(final.event))
        assert sum(dues.values()) == total + 6 * BOUNTY
        assert verify(final, replay=True) == ""

    def test_who_went_out_in_the_flight_is_paid_there(self, flights):
        flights[0].do("day.resume")
        flights[0].do("bounty.assign", entry=2, to=[1, 3], reason="shared by both")
        flights[0].do("entry.remove", entry=3, removal="disqualified", reason="he left")
        flights[0].do("bounty.assign", entry=3, to=[1], reason="he was ahead")
        flights[0].do("day.end")
        bag(flights[0])
        final = self.meet(flights)
        dues = purse.dues_of(flights[0].event, entries_of(flights[0].event))
        assert dues == {3: BOUNTY // 2}
        flights[0].do("payout.prepare", entry=3)
        flights[0].do("payout.release", entry=3, by=flights[0].hire(Role.CASHIER))
        assert sum(self.named(final).values()) + BOUNTY // 2 == 6 * BOUNTY - 2 * BOUNTY
        assert verify(flights[0], replay=True) == ""
        with refused("handed_over"):
            flights[0].do("bounty.assign", entry=3, to=[3], reason="no")

    def test_not_while_it_is_open_who_has_one(self, flights):
        flights[0].do("bounty.assign", entry=2, to=[], reason="it is not clear")
        with refused("flight_bounties"):
            meeting_of([floor.event for floor in flights], "best", currency="EUR")

    def test_not_into_an_event_in_another_currency(self, flights):
        with refused("flight_currency"):
            meeting_of([floor.event for floor in flights], "best", currency="USD")
