"""The clock at the desk: minutes either way, any line, a break now, extra time for a table."""

import pytest

from tests.factories import SHEETS, Floor
from tests.web.pages import Browser, text
from tournaments.models import Role

pytestmark = pytest.mark.django_db
LINES = [
    {"level": 100, "seconds": 600},
    {"break": 300},
    {"level": 200, "seconds": 600},
    {"level": 400, "seconds": 600},
]


@pytest.fixture
def floor(wall) -> Floor:
    return Floor.running(players=3, structure=LINES)


def path(floor: Floor, part: str = "") -> str:
    return f"/d/{floor.slug}/clock/{part}"


def left(floor: Floor, wall) -> int | None:
    return floor.event.clock(wall.now).remaining


def test_minutes_are_added_and_taken(floor, wall):
    browser = Browser(floor.director)
    assert browser.post(path(floor, "adjust/"), {"minutes": "-3"}).status_code == 302
    assert left(floor, wall) == 420
    assert browser.post(path(floor, "adjust/"), {"minutes": "x"}).status_code == 422
    desk = f"/d/{floor.slug}/"
    browser.post(desk, {"command": "clock.adjust", "seconds": "-60"})
    assert left(floor, wall) == 360
    assert "−1 min" in text(browser.get(desk))


def test_any_line(floor):
    browser = Browser(floor.director)
    assert "Level 3: 400 a point, 10 min" in text(browser.get(path(floor)))
    response = browser.post(path(floor, "jump/"), {"segment": "3"}, follow="1")
    assert response.status_code == 302
    assert "Level 3" in text(browser.get(path(floor)))
    assert browser.post(path(floor, "jump/"), {"segment": "9"}).status_code == 422


def test_a_break_now_takes_a_reason(floor):
    browser = Browser(floor.director)
    assert browser.post(path(floor, "break/")).status_code == 422
    assert browser.post(path(floor, "break/"), {"reason": "the kitchen closes"}).status_code == 302
    assert "Break" in text(browser.get(path(floor)))
    again = browser.post(path(floor, "break/"), {"reason": "once more"})
    assert (again.status_code, "has begun already" in text(again)) == (422, True)


def test_extra_time_is_for_the_floor_and_the_rest_is_not(floor):
    browser = Browser(floor.hire(Role.FLOOR))
    facts = {"table": "1", "minutes": "4", "reason": "a long ruling"}
    assert browser.post(path(floor, "extra/"), facts).status_code == 302
    page = text(browser.get(path(floor)))
    assert "Table 1 has 4:00" in page.replace("04:00", "4:00")
    assert "Go to a line" not in page
    assert browser.post(path(floor, "jump/"), {"segment": "3"}).status_code == 403


def test_before_the_start_there_is_nothing_to_do():
    floor = Floor.open(players=2)
    assert "The clock does not run" in text(Browser(floor.director).get(path(floor)))


def test_a_break_that_waits_names_the_tables(wall):
    floor = Floor.running(players=6, structure=LINES)
    floor.play(SHEETS["aces on top"], table=2)
    wall.forward(minutes=11)
    browser = Browser(floor.director)
    assert "Break after Fantasyland: table 2 still plays" in text(browser.get(f"/d/{floor.slug}/"))
    floor.start(2)
    assert "table 2 still plays" in text(browser.get(f"/e/{floor.slug}/"))
