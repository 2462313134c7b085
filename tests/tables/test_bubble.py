"""The roll call before the money is announced, and rulings on the order of places."""

import pytest

from core.errors import Conflict, Refusal
from tests.factories import SHEETS, Floor
from tests.tables.floor_scenes import BIG
from tests.tables.test_corrections import refused
from tests.tournaments.money import in_play
from tests.tournaments.test_verify import verify
from tournaments.models import Role
from tournaments.selectors import entries_of, places_of

pytestmark = pytest.mark.django_db


def places(floor: Floor) -> dict[int, tuple[int, int]]:
    event = floor.event
    found = places_of(event, entries_of(event))
    return {number: (place.first, place.last) for number, place in found.items()}


class TestRollCall:
    @pytest.fixture
    def floor(self) -> Floor:
        floor = in_play()
        floor.do("payouts.publish", amounts=[300_00, 200_00, 82_00])
        return floor

    def test_every_table_is_counted_before_it_is_announced(self, floor):
        with refused("bubble_count"):
            floor.do("bubble.announce")
        assert not floor.do("head.count", table=1, players=2)["good"]
        with refused("bubble_count"):
            floor.do("bubble.announce")
        floor.do("head.count", table=1, players=3, by=floor.hire(Role.FLOOR))
        assert floor.do("bubble.announce")["left"] == 3
        with pytest.raises(Conflict, check=lambda found: found.code == "bubble_told"):
            floor.do("bubble.announce")
        assert verify(floor, replay=True) == ""

    def test_who_goes_out_makes_the_counts_void(self, floor):
        floor.do("head.count", table=1, players=3)
        floor.do("entry.remove", entry=2, removal="no_show", reason="not there")
        with refused("bubble_count"):
            floor.do("bubble.announce")

    def test_not_before_the_money_is_reached(self):
        floor = in_play()
        with refused("bubble_early"):
            floor.do("bubble.announce")
        floor.do("payouts.publish", amounts=[400_00, 182_00])
        with refused("bubble_early"):
            floor.do("bubble.announce")

    @pytest.mark.parametrize("players", [-1, 21])
    def test_a_count_that_is_none(self, floor, players):
        with refused("bubble_count"):
            floor.do("head.count", table=1, players=players)


class TestOrder:
    @pytest.fixture
    def floor(self) -> Floor:
        """Two tables of three; one after the other, two go out at each."""
        floor = Floor.running(players=6, structure=BIG)
        for table in (1, 2):
            floor.play(SHEETS["big win"], table=table)
        return floor

    def out(self, floor: Floor) -> list[int]:
        """Who is out, best place first."""
        found = places(floor)
        gone = floor.event.entries.exclude(out_seq=None).values_list("number", flat=True)
        return sorted(gone, key=lambda number: (found[number], number))

    def test_whole_hands_change_places(self, floor):
        a, b, c, d = self.out(floor)
        assert (places(floor)[a], places(floor)[c]) == ((3, 4), (5, 6))
        floor.do("places.order", groups=[[c, d], [a, b]], reason="table 1 was recorded late")
        assert (places(floor)[a], places(floor)[c]) == ((5, 6), (3, 4))
        assert max(first for first, _ in places(floor).values()) == 5
        assert verify(floor, replay=True) == ""

    def test_all_of_them_tie_or_none(self, floor):
        a, b, c, d = self.out(floor)
        floor.do("places.order", groups=[[a, b, c, d]], reason="same hand, by the cameras")
        assert {places(floor)[one] for one in (a, b, c, d)} == {(3, 6)}
        floor.do("places.order", groups=[[d], [c], [b], [a]], reason="one after the other")
        assert [places(floor)[one] for one in (d, c, b, a)] == [(3, 3), (4, 4), (5, 5), (6, 6)]

    def test_a_hand_is_not_cut_and_nobody_is_left_between(self, floor):
        a, b, c, _ = self.out(floor)
        with refused("places_apart"):
            floor.do("places.order", groups=[[a], [c]], reason="no")
        with refused("places_few"):
            floor.do("places.order", groups=[[a]], reason="no")
        with refused("places_few"):
            floor.do("places.order", groups=[[a], [a]], reason="no")
        with refused("reason_needed"):
            floor.do("places.order", groups=[[a], [b]])

    def test_the_living_have_no_final_place(self, floor):
        living = floor.event.entries.filter(out_seq=None).first().number
        with refused("places_few"):
            floor.do("places.order", groups=[[living], [self.out(floor)[0]]], reason="no")

    def test_who_is_paid_stays(self):
        floor = in_play()
        floor.do("payouts.publish", amounts=[300_00, 200_00, 82_00])
        floor.play(SHEETS["big win"])
        a, b = self.out(floor)
        floor.do("payout.prepare", entry=a)
        with pytest.raises(Refusal, check=lambda found: found.code == "places_paid"):
            floor.do("places.order", groups=[[a], [b]], reason="no")
