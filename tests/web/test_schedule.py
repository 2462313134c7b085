"""The structure as everybody reads it: what was, what runs, and when the rest begins."""

import re
from datetime import UTC, datetime

import pytest

from tests.factories import Floor
from tests.web.pages import Browser, text

pytestmark = pytest.mark.django_db
LEVELS = [
    {"level": 100, "seconds": 600},
    {"break": 300},
    {"level": 200, "seconds": 600},
    {"level": 300, "seconds": 600},
]


def rows(floor: Floor) -> list[str]:
    body = Browser().get(f"/e/{floor.slug}/structure/").content.decode()
    lines = re.findall(r"<tr.*?</tr>", body.split("<tbody>")[1], flags=re.DOTALL)
    return [re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", line)).strip() for line in lines]


@pytest.fixture
def floor(wall) -> Floor:
    start = "2026-12-04T19:00:00+01:00"
    facts = {"structure": LEVELS, "registration_level": 2, "reentry_limit": None}
    return Floor.open(players=3, time_zone="Europe/Madrid", starts_at=start, **facts)


def test_before_the_start_by_the_clock_of_the_venue(floor):
    assert rows(floor) == ["1 100 10 19:00", "Break 5 19:10", "2 200 10 19:15", "3 300 10 19:25"]
    page = text(Browser().get(f"/e/{floor.slug}/structure/"))
    assert "Starting stack 30,000" in page
    assert "Registration until the end of level 2" in page
    assert "no limit" in page


def test_while_it_runs_what_is_to_come_moves_with_the_clock(floor, wall):
    wall.now = datetime(2026, 12, 4, 18, 30, tzinfo=UTC)
    floor.do("seat.draw")
    floor.do("event.start")
    assert rows(floor)[:2] == ["1 100 10 now", "Break 5 19:40"]
    floor.do("clock.pause")
    wall.forward(minutes=10)
    assert rows(floor)[1] == "Break 5 19:50"
    floor.do("clock.resume")
    wall.forward(minutes=16)
    assert rows(floor) == ["1 100 10", "Break 5", "2 200 10 now", "3 300 10 20:05"]
    assert "open now" in text(Browser().get(f"/e/{floor.slug}/structure/"))


def test_without_a_start_there_are_no_times():
    floor = Floor.open(players=2, structure=LEVELS)
    assert rows(floor)[0] == "1 100 10"


def test_its_fragment_knows_what_a_reader_has(floor):
    path = f"/e/{floor.slug}/structure/now/"
    tag = Browser().get(path)["ETag"]
    assert Browser().get(path, if_none_match=tag).status_code == 304
