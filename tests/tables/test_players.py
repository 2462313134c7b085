"""Taking a player out, selling him an add-on: between hands, every chip accounted for."""

import pytest

from core.errors import Refusal
from tests.factories import SHEETS, Api, Floor
from tests.tournaments.money import PRICES
from tests.tournaments.test_verify import verify
from tournaments.models import Role

pytestmark = pytest.mark.django_db
WITH_ADD_ON = {**PRICES, "add_on": 100_00, "add_on_chips": 5_000}


def refused(code: str):
    """The block must be refused with this code."""
    return pytest.raises(Refusal, check=lambda found: found.code == code)


@pytest.fixture
def floor() -> Floor:
    """Three players at a table; registration is open for a level, and there is an add-on."""
    floor = Floor(registration_level=1)
    floor.do("event.prices", prices=WITH_ADD_ON)
    floor.do("event.publish")
    floor.register("Ana", "Boris", "Caio")
    floor.do("seat.draw")
    floor.do("event.start")
    return floor


class TestRemoval:
    def test_his_chips_leave_play_and_he_has_the_place_he_went_out_in(self, floor):
        answer = floor.do("entry.remove", entry=2, removal="disqualified", reason="he hit a player")
        assert answer["chips"] == 30_000
        row = floor.event.entries.get(number=2)
        assert (row.stack, row.out_stack, row.removal) == (0, 30_000, "disqualified")
        assert not floor.table(1).seats.filter(entry=row).exists()
        floor.play(SHEETS["even"])
        assert verify(floor) == ""

    def test_his_fantasyland_goes_with_him(self, floor):
        floor.play(SHEETS["aces on top"])
        row = floor.event.entries.filter(fantasyland__gt=0).first()
        before = floor.event.in_fantasyland
        floor.do("entry.remove", entry=row.number, removal="no_show", reason="he left")
        assert floor.event.in_fantasyland == before - 1
        assert verify(floor) == ""

    def test_not_in_the_middle_of_a_hand_and_not_without_a_reason(self, floor):
        with refused("reason_needed"):
            floor.do("entry.remove", entry=2, removal="no_show")
        with refused("removal_unknown"):
            floor.do("entry.remove", entry=2, removal="bored", reason="he is")
        floor.start(1)
        with refused("hand_open"):
            floor.do("entry.remove", entry=2, removal="no_show", reason="he left")

    def test_the_last_one_stays(self, floor):
        for entry in (1, 2):
            floor.do("entry.remove", entry=entry, removal="no_show", reason="never came")
        with refused("last_player"):
            floor.do("entry.remove", entry=3, removal="no_show", reason="never came")
        floor.do("event.finish")
        assert verify(floor, replay=True) == ""

    def test_through_the_api(self, floor):
        path = f"events/{floor.slug}/entries/2/remove"
        facts = {"removal": "no_show", "reason": "never came"}
        assert Api(floor.hire(Role.FLOOR)).post(path, **facts).status_code == 403
        assert Api(floor.director).post(path, **facts).status_code == 200


class TestAddOn:
    def test_it_brings_its_chips_once_and_its_price_to_the_pool(self, floor):
        floor.play(SHEETS["flush"])
        before = floor.event.entries.get(number=1).stack
        floor.do("entry.add_on", entry=1, paid=True)
        assert floor.event.entries.get(number=1).stack == before + 5_000
        sale = floor.event.sales.get(kind="add_on")
        assert (sale.pool, sale.fee, bool(sale.paid_seq)) == (100_00, 0, True)
        with refused("add_on_had"):
            floor.do("entry.add_on", entry=1)
        floor.play(SHEETS["flush"])
        assert verify(floor, replay=True) == ""

    def test_between_hands_and_while_registration_is_open(self, floor):
        floor.start(1)
        with refused("hand_open"):
            floor.do("entry.add_on", entry=1)
        floor.record(1, SHEETS["flush"])
        floor.do("clock.jump", segment=1)
        with refused("add_on_over"):
            floor.do("entry.add_on", entry=1)

    def test_only_where_it_is_sold(self):
        floor = Floor.running(players=3)
        with refused("add_on_none"):
            floor.do("entry.add_on", entry=1)

    def test_through_the_api(self, floor):
        path = f"events/{floor.slug}/entries/1/add-on"
        assert Api(floor.hire(Role.CASHIER)).post(path).json()["chips"] == 5_000
