"""What needs a person: each case with its button, who is on it, and nothing when all is well."""

import pytest

from tables.models import Device, FloorCall
from tests.factories import SHEETS, Floor
from tests.tables.floor_scenes import bust_one, lone_table, seven, sizes
from tests.tablet.scene import Tablet
from tests.web.pages import Browser, text
from tournaments.models import Role

pytestmark = pytest.mark.django_db


@pytest.fixture
def floor(wall) -> Floor:
    floor = Floor.running(players=6)
    for number in (1, 2):
        floor.dealer(number)
    return floor


def desk(floor: Floor, role: str = "") -> str:
    who = floor.hire(role) if role else floor.director
    return text(Browser(who).get(f"/d/{floor.slug}/"))


def press(floor: Floor, who=None, **facts) -> int:
    return Browser(who or floor.director).post(f"/d/{floor.slug}/", facts).status_code


def test_nothing_needs_anybody(floor):
    assert "Needs you" not in desk(floor)


def test_a_call_is_taken_and_closed_by_its_one_button(floor, wall):
    number = floor.do("floor.call", table=2, reason="ruling")["number"]
    wall.forward(minutes=4)
    page = desk(floor)
    assert "4 min" in page
    assert "Floor: not said" in page  # `Floor.do` keeps the reason for the log
    marta = floor.hire(Role.FLOOR)
    assert press(floor, marta, command="floor.take", number=number) == 302
    assert f"{marta.known_as} is coming" in desk(floor)
    assert press(floor, marta, command="floor.close", number=number) == 302
    assert "Needs you" not in desk(floor)


def test_a_button_is_there_for_who_may_press_it(floor):
    floor.do("floor.call", table=2, reason="ruling")
    assert "I am on it" in desk(floor)
    assert "I am on it" not in desk(floor, Role.AUDITOR)
    assert press(floor, floor.hire(Role.CASHIER), command="floor.go", table=1) == 403


def test_a_table_without_a_hand_for_long_and_who_goes_there(floor, wall):
    tablet = Tablet(floor, 1)
    tablet.play("flush")
    wall.forward(minutes=11)
    assert "No hand for long" in desk(floor)
    assert press(floor, command="floor.go", table=1) == 302
    assert f"{floor.director.known_as} is coming" in desk(floor)
    assert tablet.notice("floor")["data"]["taken_by"] == floor.director.known_as


def test_what_is_slow_is_measured_by_the_event_itself(floor, wall):
    for _ in range(5):
        floor.start(1)
        wall.forward(seconds=90)
        floor.record(1, SHEETS["flush"])
    floor.start(1)
    wall.forward(minutes=4)
    assert "Hand 6 has been open for long" not in desk(floor)
    wall.forward(minutes=1)
    assert "Hand 6 has been open for long" in desk(floor)


def test_a_tablet_that_is_offline_and_what_it_still_holds(floor, wall):
    Tablet(floor, 1)
    Device.objects.update(unsent=2)
    wall.forward(minutes=3)
    assert "Tablet offline · 2 unsent" in desk(floor)


def test_many_silent_tablets_suggest_to_stop_the_clock(floor, wall):
    Tablet(floor, 1)
    Tablet(floor, 2)
    assert "Many tables are silent" not in desk(floor)
    wall.forward(minutes=3)
    assert "Many tables are silent" in desk(floor)
    press(floor, command="clock.pause")
    assert "Many tables are silent" not in desk(floor)


def test_counts_and_items_lead_to_their_place(floor):
    seats = floor.table(1).seats.exclude(entry=None).values_list("number", "entry__stack")
    counts = [{"seat": seat, "stack": stack - 100} for seat, stack in seats]
    floor.do("count.check", table=1, counts=counts)
    floor.do("queue.add", table=2, hand=1, refused="record", body={}, error={})
    page = desk(floor)
    assert "The count differs: −300" in page
    assert "refused by the server · hand 1" in page


def test_chips_that_do_not_add_up(floor):
    floor.event.entries.filter(number=1).update(stack=1)
    assert "Chips in play: 150001, issued: 180000" in desk(floor)


def test_a_lone_player_is_a_proposal_and_an_alarm_when_it_was_put_aside():
    floor = seven()
    lone_table(floor)
    page = Browser(floor.director).get(f"/d/{floor.slug}/")
    assert "Proposed moves" in text(page)
    assert "One player sits alone" not in text(page)
    from tests.tables.test_proposals import proposal

    floor.do("plan.reject", basis=proposal(floor).basis, reason="he leaves")
    page = text(Browser(floor.director).get(f"/d/{floor.slug}/"))
    assert "Proposed moves" not in page
    assert "One player sits alone" in page
    assert "Proposed moves" not in desk(floor, Role.CASHIER)


def test_hand_for_hand_is_suggested_shown_and_stopped():
    floor = seven()
    while floor.event.entries.filter(out_seq=None).count() > 4:
        bust_one(floor, next(number for number, size in sizes(floor).items() if size > 1))
    assert "The next player out makes the final table." in desk(floor)
    assert press(floor, command="round.start") == 302
    page = desk(floor)
    assert "of" in page
    assert "Hand-for-hand" in page
    assert "Stop hand-for-hand" in page
    assert press(floor, command="round.stop") == 302
    assert not FloorCall.objects.exists()


def test_tables_without_a_dealer_are_one_line_however_many():
    floor = Floor.running(players=7)
    floor.dealer(3)
    page = desk(floor)
    assert "No dealer: tables 1, 2" in page
    assert page.count("No dealer") == 1
    floor.dealer(1)
    assert "No dealerTable 2" in desk(floor)
