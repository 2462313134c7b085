"""The page of days: a day ends, bags are counted by two, the next one begins; flights meet."""

import pytest

from tests.factories import SHEETS, Floor
from tests.tables.test_days import bag
from tests.web.pages import Browser, text
from tournaments.models import Role

pytestmark = pytest.mark.django_db


def path(floor: Floor, part: str = "") -> str:
    return f"/d/{floor.slug}/days/{part}"


def test_a_night():
    floor = Floor.running(players=3)
    floor.play(SHEETS["flush"])
    browser, second = Browser(floor.director), Browser(floor.hire(Role.FLOOR))
    assert "End the day" in text(browser.get(path(floor)))
    assert second.post(path(floor, "step/"), {"command": "day.end"}).status_code == 403
    assert browser.post(path(floor, "step/"), {"command": "nothing"}).status_code == 400
    assert browser.post(path(floor, "step/"), {"command": "day.end"}).status_code == 302
    assert "The day is over" in text(browser.get(f"/d/{floor.slug}/"))
    for entry in floor.event.entries.all():
        facts = {"entry": str(entry.number), "chips": str(entry.stack), "tag": "A 1"}
        browser.post(path(floor, "bag/"), facts)
        assert "counted once" in text(browser.get(path(floor)))
        assert second.post(path(floor, "bag/"), facts).status_code == 302
    assert browser.post(path(floor, "bag/"), {"entry": "1", "chips": "x"}).status_code == 400
    page = text(browser.get(path(floor)))
    assert "Begin the next day" in page
    assert browser.post(path(floor, "step/"), {"command": "day.next"}).status_code == 302
    assert "Day 2" in text(browser.get(path(floor)))


def test_two_counts_that_differ_are_said_and_not_shown():
    floor = Floor.running(players=2)
    floor.do("day.end")
    first, second = Browser(floor.director), Browser(floor.hire(Role.FLOOR))
    name = floor.event.entries.get(number=1).person.name
    first.post(path(floor, "bag/"), {"entry": "1", "chips": "29900"})
    assert f"{name}: counted once. Somebody else counts next." in (
        page := text(first.get(path(floor)))
    )
    assert "waits for a second person" in page
    assert "waits for a second person" not in text(second.get(path(floor)))
    second.post(path(floor, "bag/"), {"entry": "1", "chips": "30000"})
    page = text(second.get(path(floor)))
    assert f"{name}: the two counts differ." in page
    assert "29,900" not in page
    first.post(path(floor, "bag/"), {"entry": "1", "chips": "30000"})
    assert f"{name}: counted twice." in text(first.get(path(floor)))


def test_two_say_another_sum_than_the_books():
    floor = Floor.running(players=2)
    floor.do("day.end")
    for who in (floor.director, floor.hire(Role.FLOOR)):
        floor.do("bag.count", entry=1, chips=29_900, by=who)
    page = text(Browser(floor.director).get(path(floor)))
    assert "Two people say 29,900, the books 30,000" in page
    assert "Begin the next day" not in page


def test_flights_meet():
    first = Floor.running(players=3)
    second = Floor(first.director)
    second.do("event.publish")
    second.register("Player 1", "Dana")
    second.do("seat.draw")
    second.do("event.start")
    for floor in (first, second):
        floor.do("day.end")
        bag(floor)
    final = Floor(first.director)
    final.do("event.publish")
    browser = Browser(first.director)
    assert "Take players over from flights" in text(browser.get(f"/d/{final.slug}/register/"))
    assert browser.post(path(final, "flights/"), {"policy": "best"}).status_code == 400
    facts = {"policy": "best", "flight": [first.slug, second.slug]}
    shown = browser.post(path(final, "flights/"), facts)
    page = text(shown)
    assert shown.content.decode().count(" checked") == 3  # both flights, and how
    assert "Chips that leave play 30,000" in page
    assert f"{first.event.name}, {second.event.name}. Who came through twice goes on with" in page
    assert browser.post(path(final, "flights/"), {**facts, "take": "1"}).status_code == 302
    assert final.event.entries.count() == 4
    assert first.event.status == second.event.status == "finished"
    assert "Nothing is played" in text(browser.get(path(first)))
    goes_on = f"its players play on in {final.event.name}."
    assert goes_on in text(Browser().get(f"/e/{first.slug}/"))
    desk = browser.get(f"/d/{first.slug}/")
    assert goes_on in text(desk)
    assert f'href="/d/{final.slug}/"' in desk.content.decode()
    assert "Set the prices" not in text(browser.get(f"/d/{first.slug}/money/"))


def test_a_flight_of_somebody_else_is_not_offered():
    other = Floor.running(players=2)
    other.do("day.end")
    final = Floor.open()
    page = text(Browser(final.director).get(path(final)))
    assert "No flight to take over" in page
    facts = {"policy": "best", "flight": other.slug}
    assert Browser(final.director).post(path(final, "flights/"), facts).status_code == 400
