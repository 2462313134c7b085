"""What other programs fetch: statistics, calendar, results, overlay, pictures."""

from io import BytesIO
from xml.etree import ElementTree as ET

import pytest
from icalendar import Calendar
from PIL import Image

from tests.factories import SHEETS, Floor
from tests.web.pages import Browser, text

pytestmark = pytest.mark.django_db
STRUCTURE = [{"level": 100, "seconds": 600}, {"break": 300}, {"level": 200, "seconds": 600}]


@pytest.fixture
def floor(wall) -> Floor:
    floor = Floor.running(players=3, structure=STRUCTURE, name="Friday <night>")
    floor.play(SHEETS["one fouls"])
    return floor


def finished(wall) -> Floor:
    floor = Floor.running(
        players=3, starting_stack=3000, structure=STRUCTURE, name="Friday <night>"
    )
    wall.forward(minutes=5)
    floor.play(SHEETS["big win"])
    floor.do("event.finish")
    return floor


def test_statistics_add_up_the_recorded_hands(floor):
    page = text(Browser().get(f"/e/{floor.slug}/statistics/"))
    assert "Hands 1" in page
    assert "33 % 1 of 3 boards" in page
    for board in ("Most royalties", "Most fouls", "Biggest hands"):
        assert board in page


def test_statistics_draw_who_was_left_when(wall):
    body = Browser().get(f"/e/{finished(wall).slug}/statistics/").content.decode()
    assert 'points="0,6 594,6 594,108"' in body  # three, until two went out at once


def test_statistics_before_the_first_hand():
    floor = Floor.running(players=3)
    assert "No recorded hand yet" in text(Browser().get(f"/e/{floor.slug}/statistics/"))


def test_the_calendar_has_the_evening_and_its_breaks(floor, wall):
    answer = Browser().get(f"/e/{floor.slug}/schedule.ics")
    assert answer["Content-Type"].startswith("text/calendar")
    evening, pause = Calendar.from_ical(answer.content).walk("VEVENT")
    assert str(evening["summary"]) == "Friday <night>"
    assert (evening["dtend"].dt - evening["dtstart"].dt).total_seconds() == 1500
    assert str(pause["summary"]) == "Friday <night>: break, then 200 a point"
    assert (pause["dtstart"].dt - wall.now).total_seconds() == 600


def test_a_pause_moves_the_calendar(floor, wall):
    floor.do("clock.pause")
    wall.forward(minutes=7)
    calendar = Calendar.from_ical(Browser().get(f"/e/{floor.slug}/schedule.ics").content)
    assert (calendar.walk("VEVENT")[1]["dtstart"].dt - wall.now).total_seconds() == 600


def test_results_are_fed_when_the_event_is_finished(wall):
    assert b"<item>" not in Browser().get("/results.rss").content
    floor = finished(wall)
    winner = floor.event.entries.get(out_seq=None).person.name
    item = ET.fromstring(Browser().get("/results.rss").content).find("channel/item")
    assert item is not None
    assert item.findtext("title") == "Friday <night>"
    assert (item.findtext("description") or "").startswith(f"1. {winner}")
    assert f"/e/{floor.slug}/" in (item.findtext("link") or "")


def test_the_first_page_names_the_winner(wall):
    floor = finished(wall)
    winner = floor.event.entries.get(out_seq=None).person.name
    assert f"Won by {winner} · 3 entries" in text(Browser().get("/"))


def test_the_overlay_shows_names_stacks_and_changes(floor):
    page = text(Browser().get(f"/e/{floor.slug}/t/1/overlay/"))
    for entry in floor.event.entries.all():
        assert entry.person.name in page
        assert f"{entry.stack:,}" in page
    assert Browser().get(f"/e/{floor.slug}/t/1/overlay/now/")["ETag"]


def test_a_link_to_a_hand_has_a_picture(floor):
    path = f"/e/{floor.slug}/t/1/h/1/"
    assert f'property="og:image" content="http://testserver{path}picture.png"' in (
        Browser().get(path).content.decode()
    )
    shared = Browser().get(f"{path}?from=chat").content.decode()
    assert f'content="http://testserver{path}picture.png"' in shared
    answer = Browser().get(f"{path}picture.png")
    assert answer["Content-Type"] == "image/png"
    assert Image.open(BytesIO(answer.content)).size == (1200, 630)


def test_what_is_not_recorded_has_none(floor):
    floor.start(1)
    assert Browser().get(f"/e/{floor.slug}/t/1/h/2/picture.png").status_code == 404


def test_a_hand_of_points_alone_has_no_picture(floor):
    floor.start(1)
    seats = list(floor.table(1).seats.values_list("number", flat=True))
    pairs = [(a, b) for i, a in enumerate(seats) for b in seats[i + 1 :]]
    points = [{"a": a, "b": b, "points": 1} for a, b in pairs]
    floor.do("hand.points", table=1, hand=2, points=points, reason="cards were mucked")
    assert Browser().get(f"/e/{floor.slug}/t/1/h/2/picture.png").status_code == 404
    assert "og:image" not in Browser().get(f"/e/{floor.slug}/t/1/h/2/").content.decode()
