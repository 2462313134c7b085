"""When an event is meant to begin: typed by the venue's clock, shown by it everywhere."""

from datetime import UTC, datetime

import pytest
from icalendar import Calendar

from core.errors import BadRequest
from tests.factories import Api, Floor, staff
from tests.tournaments.test_verify import verify
from tests.web.pages import Browser, event_form, text
from tournaments.models import Event

pytestmark = pytest.mark.django_db
SEVEN = "2026-12-04T19:00:00+01:00"
LEVELS = [{"level": 100, "seconds": 600}, {"break": 300}, {"level": 200, "seconds": 600}]
SHOWN = "Friday, December 4, 19:00 (Madrid)"


@pytest.fixture
def floor(wall) -> Floor:
    return Floor.open(players=3, structure=LEVELS, time_zone="Europe/Madrid", starts_at=SEVEN)


def test_it_is_typed_by_the_clock_of_the_venue():
    browser = Browser(staff(creates=True))
    assert browser.post("/new/", event_form(starts_at="2026-12-04T19:00")).status_code == 302
    event = Event.objects.get()
    assert event.starts_at == datetime(2026, 12, 4, 18, 0, tzinfo=UTC)
    page = browser.get(f"/d/{event.slug}/change/").content.decode()
    assert 'value="2026-12-04T19:00"' in page
    form = event_form(starts_at="", event=event.slug)
    assert browser.post(f"/d/{event.slug}/change/", form).status_code == 302
    assert Event.objects.get().starts_at is None


def test_what_is_no_time_is_refused():
    browser = Browser(staff(creates=True))
    for wrong in ("soon", "2026-13-01T19:00", "2026-12-04T19:00+01:00"):
        answer = browser.post("/new/", event_form(starts_at=wrong))
        assert answer.status_code == 422
        assert "Type day and time" in text(answer)
        assert f'value="{wrong}"' in answer.content.decode()
    for wrong in ("2026-12-04T19:00:00", "soon"):
        with pytest.raises(BadRequest):
            Floor(starts_at=wrong)


def test_a_copy_has_no_start_yet(floor):
    page = Browser(floor.director)
    floor.director.may_create_events = True
    floor.director.save()
    body = page.get(f"/new/?start=event:{floor.slug}").content.decode()
    assert 'name="starts_at"' in body
    assert "2026-12-04" not in body


def test_everybody_reads_it_until_the_clock_runs(floor):
    for path in ("/", f"/e/{floor.slug}/", f"/e/{floor.slug}/t/", f"/e/{floor.slug}/clock/"):
        assert SHOWN in text(Browser().get(path)), path
    spanish = Browser().get(f"/e/{floor.slug}/", accept_language="es")
    assert "viernes, 4 de diciembre, 19:00 (Madrid)" in text(spanish)
    assert Api().get(f"events/{floor.slug}/").json()["starts_at"] == "2026-12-04T18:00:00Z"
    floor.do("seat.draw")
    floor.do("event.start")
    assert SHOWN not in text(Browser().get(f"/e/{floor.slug}/"))


def test_the_wall_counts_down_and_then_waits(floor, wall):
    path = f"/e/{floor.slug}/clock/now/"
    wall.now = datetime(2026, 12, 4, 17, 30, tzinfo=UTC)
    first = Browser().get(path)
    assert "Starts in 30:00" in text(first)
    wall.now = datetime(2026, 12, 4, 18, 1, tzinfo=UTC)
    later = Browser().get(path, if_none_match=first["ETag"])
    assert later.status_code == 200
    assert "Not started" in text(later)


def test_the_calendar_has_it_before_the_event_begins(floor, wall):
    answer = Browser().get(f"/e/{floor.slug}/schedule.ics")
    evening, pause = Calendar.from_ical(answer.content).walk("VEVENT")
    start = datetime(2026, 12, 4, 18, 0, tzinfo=UTC)
    assert evening["dtstart"].dt == start
    assert (evening["dtend"].dt - start).total_seconds() == 1500
    assert (pause["dtstart"].dt - start).total_seconds() == 600
    assert str(pause["summary"]).endswith("break, then 200 a point")
    body = Browser().get(f"/e/{floor.slug}/").content.decode()
    assert f'href="/e/{floor.slug}/schedule.ics"' in body
    assert f'href="webcal://testserver/e/{floor.slug}/schedule.ics"' in body


def test_one_calendar_has_all_events_to_come(floor, wall):
    Floor.open(name="Without a start")
    Floor(name="A draft", starts_at=SEVEN)
    Floor.running(players=2, name="Now")
    found = Calendar.from_ical(Browser().get("/events.ics").content).walk("VEVENT")
    assert sorted(str(one["summary"]) for one in found) == ["Friday night", "Now"]


def test_the_list_begins_with_what_comes_next(floor):
    Floor.open(name="Later", starts_at="2026-12-05T19:00:00+01:00")
    Floor.open(name="Some time")
    Floor.open(name="Sooner", starts_at="2026-12-03T19:00:00+01:00")
    page = text(Browser().get("/"))
    names = ["Sooner", "Friday night", "Later", "Some time"]
    places = [page.index(name) for name in names]
    assert places == sorted(places)


class TestLater:
    FACTS = {"structure": LEVELS, "registration_level": 0, "reentry_limit": 0}
    TYPED = {
        "structure": "100, 10\nbreak, 5\n200, 10",
        "registration_level": "0",
        "reentry_limit": "0",
        "reason": "the hall opens later",
    }

    def test_it_is_put_off_in_public(self, floor):
        director = Browser(floor.director)
        page = director.get(f"/d/{floor.slug}/amend/").content.decode()
        assert 'value="2026-12-04T19:00"' in page
        typed = {**self.TYPED, "starts_at": "2026-12-04T20:30"}
        assert director.post(f"/d/{floor.slug}/amend/", typed).status_code == 302
        assert floor.event.starts_at == datetime(2026, 12, 4, 19, 30, tzinfo=UTC)
        assert "the hall opens later" in text(Browser().get(f"/e/{floor.slug}/rules/"))
        assert verify(floor, replay=True) == ""

    def test_who_does_not_name_it_leaves_it(self, floor):
        floor.do("event.amend", reason="shorter", **self.FACTS)
        assert floor.event.starts_at == datetime(2026, 12, 4, 18, 0, tzinfo=UTC)
        floor.do("event.amend", reason="not yet", **self.FACTS, starts_at=None)
        assert floor.event.starts_at is None

    def test_once_the_clock_runs_it_is_past(self, floor):
        floor.do("seat.draw")
        floor.do("event.start")
        page = Browser(floor.director).get(f"/d/{floor.slug}/amend/").content.decode()
        assert 'name="starts_at"' not in page
