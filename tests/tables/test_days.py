"""Days and flights: chips in bags, counted twice; new seats; one stack a person goes on."""

import pytest

from accounts.models import User
from core.errors import Conflict, Refusal
from tables.flights import meeting_of
from tests.factories import SHEETS, STACK, Floor
from tests.tables.test_corrections import refused, stacks
from tests.tournaments.test_verify import verify
from tournaments import purse
from tournaments.models import Role

pytestmark = pytest.mark.django_db


def bag(floor: Floor, *, second: User | None = None) -> None:
    """Two people count every bag as the books have it."""
    second = second or floor.hire(Role.FLOOR)
    for entry in floor.event.entries.filter(out_seq=None):
        for who in (floor.director, second):
            floor.do("bag.count", entry=entry.number, chips=entry.stack, by=who)


class TestDay:
    @pytest.fixture
    def floor(self) -> Floor:
        floor = Floor.running(players=3)
        floor.play(SHEETS["flush"])
        return floor

    def test_from_the_last_hand_to_the_next_day(self, floor):
        before = stacks(floor)
        floor.do("day.end")
        with refused("day_over"):
            floor.start()
        with refused("bags_missing"):
            floor.do("day.next")
        bag(floor)
        assert floor.do("day.next")["day"] == 2
        assert stacks(floor) == before
        assert floor.event.clock_marks[-1]["kind"] != "pause"
        floor.play(SHEETS["flush"])
        assert verify(floor, replay=True) == ""

    def test_the_second_count_is_another_persons_and_the_same(self, floor):
        floor.do("day.end")
        row = floor.event.entries.first()
        second = floor.hire(Role.FLOOR)
        facts = {"entry": row.number, "chips": row.stack}
        assert not floor.do("bag.count", **facts, tag="A 17")["verified"]
        assert not floor.do("bag.count", **facts)["verified"], "once more is no second person"
        facts["chips"] += 100
        answer = floor.do("bag.count", **facts, by=second)
        assert (answer["verified"], answer["agrees"]) == (False, False)
        facts["chips"] -= 100
        assert not floor.do("bag.count", **facts)["verified"]
        assert floor.do("bag.count", **facts, by=second)["verified"]
        assert floor.event.bags.get().tag == "A 17"
        assert verify(floor, replay=True) == ""

    def test_two_who_agree_on_something_else_than_the_books_are_not_enough(self, floor):
        floor.do("day.end")
        bag(floor)
        lines = [{"entry": 1, "chips": 100}]
        asked = floor.do("chips.adjust", lines=lines, reason="found under the table")
        floor.do("correction.approve", number=asked["correction"], by=floor.hire(Role.FLOOR))
        with refused("bags_missing"):
            floor.do("day.next")

    def test_not_in_a_hand_nor_with_fantasyland_to_play(self, floor):
        floor.start()
        with refused("day_hands"):
            floor.do("day.end")
        floor.record(1, SHEETS["aces on top"])
        with refused("day_fantasyland"):
            floor.do("day.end")
        with pytest.raises(Conflict):
            floor.do("bag.count", entry=1, chips=100)

    def test_played_on_after_all(self, floor):
        floor.do("day.end")
        with refused("day_ended"):
            floor.do("day.end")
        with refused("bag_chips"):
            floor.do("bag.count", entry=1, chips=0)
        floor.do("day.resume")
        floor.play(SHEETS["flush"])
        assert verify(floor, replay=True) == ""


class TestFlights:
    def flight(self, director: User | None, *names: str) -> Floor:
        floor = Floor(director)
        floor.do("event.prices", prices={"currency": "EUR", "buy_in": 100_00})
        floor.do("event.publish")
        floor.register(*names)
        floor.do("seat.draw")
        floor.do("event.start")
        floor.play(SHEETS["flush"])
        floor.do("day.end")
        return floor

    @pytest.fixture
    def flights(self) -> list[Floor]:
        """Ana plays both; everybody keeps what one hand left him."""
        first = self.flight(None, "Ana", "Boris", "Caio")
        second = self.flight(first.director, "Ana", "Dana", "Eva")
        for floor in (first, second):
            bag(floor)
        return [first, second]

    @pytest.mark.parametrize("policy", ["best", "first"])
    def test_one_stack_a_person_goes_on(self, flights, policy):
        events = [floor.event for floor in flights]
        found = meeting_of(events, policy, currency="EUR")
        assert len(found.merged.goes_on) == 5
        assert found.merged.chips + sum(one.chips for one in found.merged.leaves) == 6 * STACK
        final = Floor(flights[0].director)
        final.do("event.prices", prices={"currency": "EUR", "paid_percent": 20})
        final.do("event.publish")
        answer = final.do("entry.carry", **found.facts())
        assert (answer["count"], answer["chips"]) == (5, found.merged.chips)
        with refused("carried_already"):
            final.do("entry.carry", **found.facts())
        for floor in flights:
            floor.do("day.handover", to=final.slug)
            assert verify(floor, replay=True) == ""
            # Its pool is played for elsewhere: promised here too, it would be paid twice.
            with refused("handed_over"):
                floor.do("payouts.publish", amounts=[300_00])
        assert purse.pool_of(final.event).total == 6 * 100_00
        assert len(purse.suggested_prizes(final.event)) == 2
        final.do("seat.draw")
        final.do("event.start")
        for table in (1, 2):
            size = final.table(table).seats.exclude(entry=None).count()
            final.play(SHEETS["flush" if size == 3 else "even"], table=table)
        assert verify(final, replay=True) == ""

    def test_a_flight_whose_bags_are_open(self, flights):
        flights[1].do("day.resume")
        with refused("flight_open"):
            meeting_of([floor.event for floor in flights], "best", currency="EUR")

    def test_a_flight_that_has_promised_its_pool_itself(self, flights):
        flights[0].do("day.resume")
        flights[0].do("payouts.publish", amounts=[300_00])
        flights[0].do("day.end")
        bag(flights[0])
        with refused("flight_prizes"):
            meeting_of([floor.event for floor in flights], "best", currency="EUR")

    def test_chips_that_do_not_sum_and_people_who_are_not_there(self, flights):
        facts = meeting_of([floor.event for floor in flights], "best", currency="EUR").facts()
        final = Floor(flights[0].director)
        final.do("event.publish")
        wrong = {**facts, "flights": [{**facts["flights"][0], "chips": 1}]}
        with refused("carried_chips"):
            final.do("entry.carry", **wrong)
        facts["carried"][0]["person"] = "00000000-0000-0000-0000-000000000000"
        with refused("person_unknown"):
            final.do("entry.carry", **facts)
        with pytest.raises(Refusal):
            final.do("day.handover", to="nowhere")
