"""Hands that the floor enters after the fact: from a slip, or from what a tablet was refused."""

import pytest

from core.errors import Conflict
from tables.models import Hand
from tests.factories import SHEETS, STACK, Floor, Json, layouts, seats_in_order
from tests.tables.test_corrections import refused, stacks
from tests.tournaments.test_verify import verify
from tournaments.models import Role

pytestmark = pytest.mark.django_db
LEVELS = [{"level": 100, "seconds": 600}, {"level": 200, "seconds": 600}]


def enter(floor: Floor, sheet: str = "flush", **more) -> Json:
    seats = list(
        floor.table(1).seats.exclude(entry=None).order_by("number").values_list("number", flat=True)
    )
    button = seats[-1]
    cards = layouts(seats_in_order(button, seats), SHEETS[sheet])
    facts = {"table": 1, "hand": floor.next_hand(), "level": 1, "button": button}
    return floor.do("hand.late", **{**facts, "layouts": cards, "reason": "tablet died", **more})


@pytest.fixture
def floor() -> Floor:
    return Floor.running(players=3, structure=LEVELS)


def test_it_is_dealt_and_paid_at_once_at_the_level_that_is_named(floor, wall):
    wall.forward(minutes=11)
    enter(floor, level=1)
    hand = Hand.objects.get()
    assert (hand.state, hand.level, hand.point_value) == ("recorded", 1, 100)
    assert set(stacks(floor).values()) != {STACK}
    assert floor.event.hands_open == 0
    floor.play(SHEETS["flush"])
    assert verify(floor, replay=True) == ""


def test_it_is_the_same_as_if_it_had_been_played_here(floor):
    enter(floor)
    late = stacks(floor)
    floor.do("hand.undo", table=1, hand=1)
    floor.record(1, SHEETS["flush"])
    assert stacks(floor) == late
    assert verify(floor, replay=True) == ""


def test_an_item_of_the_queue_is_closed_by_it(floor):
    facts = {"table": 1, "hand": 1, "refused": "hands/1/record", "body": {}, "error": {}}
    item = floor.do("queue.add", **facts)["item"]
    enter(floor, item=item)
    assert floor.event.queue.get().closed_by == floor.director
    with refused("queue_unknown"):
        enter(floor, item=item)
    assert verify(floor, replay=True) == ""


def test_what_is_refused(floor):
    with refused("reason_needed"):
        enter(floor, reason="")
    with refused("late_level"):
        enter(floor, level=9)
    with refused("late_seats"):
        enter(floor, button=9)
    with pytest.raises(Conflict, check=lambda found: found.code == "stale_hand"):
        enter(floor, hand=4)
    floor.start()
    with refused("hand_open"):
        enter(floor)
    assert Hand.objects.count() == 1


def test_a_dealer_may_not(floor):
    with refused("not_allowed"):
        enter(floor, by=floor.hire(Role.DEALER, table=1))
