"""What happens by itself: twice, late or never, no event changes by it (I46)."""

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session

from accounts import links
from accounts.models import GuessCounter, Link, Pin
from core import live
from core.models import Announced, Verification
from core.tasks import beat
from tables.models import Draft, PairingToken
from tables.services import devices, retention
from tables.tasks import clean_up
from tests.factories import SHEETS, Floor
from tests.tablet.scene import Tablet
from tournaments import journal, keeping, verify
from tournaments.models import Entry, Person
from tournaments.services import people
from tournaments.tasks import announce, back_up, verify_now, verify_some

pytestmark = pytest.mark.django_db
TASKS = (beat, announce, back_up, verify_some, clean_up)


@pytest.fixture(autouse=True)
def _no_copies(monkeypatch):
    """Copies have their own tests; here nothing waits for one."""
    monkeypatch.setattr(keeping, "back_up", lambda: None)


@pytest.fixture
def turns(settings, monkeypatch) -> list[tuple[str, int]]:
    settings.REDIS_URL = ""
    heard: list[tuple[str, int]] = []
    monkeypatch.setattr(live, "_turn_listeners", [lambda *said: heard.append(said)])
    return heard


def finished(days_ago: int, wall) -> Floor:
    """An event that was over so many days ago, with all that belongs to one."""
    wall.forward(days=-days_ago)
    floor = Floor.running(players=2, starting_stack=1000)
    tablet = Tablet(floor)
    links.token_of(floor.event.uid, 1)
    devices.keep_draft(tablet.device, 1, {})
    floor.bust("Player 1")
    floor.do("event.finish")
    wall.forward(days=days_ago)
    return floor


class TestNoEventChanges:
    @pytest.mark.parametrize("hours", [0, 1, 100])
    def test_each_twice_and_late(self, wall, turns, hours):
        floor = Floor.running(players=3)
        floor.play(SHEETS["flush"])
        wall.forward(hours=hours)
        before = floor.event.version, list(journal.projected_rows(floor.event))
        for task in (*TASKS, *TASKS):
            task()
        assert (floor.event.version, list(journal.projected_rows(floor.event))) == before

    def test_a_clean_up_leaves_an_event_in_play_its_pins_and_links(self, wall):
        floor = Floor.running(players=3)
        Tablet(floor)
        links.token_of(floor.event.uid, 1)
        wall.forward(days=40)
        clean_up()
        assert (Pin.objects.count(), Link.objects.count()) == (1, 1)


class TestAnnounce:
    def test_a_level_that_begins_by_itself_is_said_once(self, wall, turns):
        floor = Floor.running(players=3)
        announce()
        assert turns == [], "the start was a command"
        seconds = floor.event.structure.segments[0].seconds
        wall.forward(seconds=seconds - 1)
        announce()
        assert turns == []
        wall.forward(seconds=1)
        for _ in range(3):
            announce()
        assert turns == [(floor.slug, floor.event.version)]

    def test_who_comes_late_says_where_it_stands(self, wall, turns):
        floor = Floor.running(players=3)
        announce()
        wall.forward(hours=30)
        announce()
        announce()
        assert len(turns) == 1
        assert Announced.objects.get().scope == floor.event.uid

    def test_of_two_at_the_same_moment_one_says_it(self, wall, turns, monkeypatch):
        Floor.running(players=3)
        announce()
        wall.forward(hours=2)
        real = Announced.objects.get_or_create

        def both(**facts):
            found = real(**facts)
            monkeypatch.setattr(Announced.objects, "get_or_create", real)
            announce()  # the other one, between our look and our mark
            return found

        monkeypatch.setattr(Announced.objects, "get_or_create", both)
        announce()
        assert len(turns) == 1

    def test_an_event_that_does_not_run_has_nothing_to_say(self, wall, turns):
        Floor.open(3)
        announce()
        assert not Announced.objects.exists()


class TestVerify:
    @pytest.fixture
    def night(self, wall):
        wall.forward(hours=(4 - wall.now.hour) % 24)

    def test_at_night_each_event_once_until_it_moves(self, night, monkeypatch):
        floors = [Floor.running(players=2), Floor.open(2)]
        for _ in range(4):
            verify_some()
        assert Verification.objects.count() == 2
        asked = []
        monkeypatch.setattr(verify, "problems", lambda event: asked.append(event.slug) or [])
        verify_some()
        assert asked == []
        floors[0].do("clock.pause")
        verify_some()
        assert asked == [floors[0].slug]

    def test_by_day_nobody_waits_for_it(self, wall):
        Floor.running(players=2)
        assert wall.now.hour == 18
        verify_some()
        assert not Verification.objects.exists()

    def test_what_is_wrong_is_kept_for_the_desk(self):
        floor = Floor.running(players=2)
        Entry.objects.filter(event=floor.event, number=1).update(stack=7)
        assert "chips: entry 1 has 7" in verify_now(floor.event).problem


class TestCleanUp:
    def test_a_day_after_the_event_its_keys_are_gone(self, wall):
        finished(2, wall)
        recent = finished(0, wall)
        clean_up()
        scopes = {recent.event.uid}
        assert set(Pin.objects.values_list("scope", flat=True)) == scopes
        assert set(Link.objects.values_list("scope", flat=True)) == scopes
        assert Draft.objects.get().table.event == recent.event

    def test_codes_guesses_and_sessions(self, wall):
        floor = Floor.running(players=2)
        devices.issue_token(floor.director, floor.table(1))
        GuessCounter.objects.create(key="old", last_at=wall.now)
        GuessCounter.objects.create(key="closed", last_at=wall.now, closed=True)
        Session.objects.create(session_key="a", expire_date=wall.now + timedelta(hours=1))
        Session.objects.create(session_key="b", expire_date=wall.now + timedelta(days=9))
        wall.forward(days=2)
        clean_up()
        assert not PairingToken.objects.exists()
        assert GuessCounter.objects.get().key == "closed", "the director has not looked at it yet"
        assert Session.objects.get().session_key == "b"

    def test_names_stay_unless_the_house_says_how_long(self, wall, settings):
        finished(400, wall)
        clean_up()
        assert Person.objects.filter(name__startswith="Player").count() == 2
        settings.KEEP_NAMES_DAYS = 365
        clean_up()
        assert not Person.objects.filter(name__startswith="Player").exists()

    def test_who_still_plays_somewhere_keeps_his(self, wall, settings):
        settings.KEEP_NAMES_DAYS = 30
        finished(100, wall)
        later = Floor.open()
        later.register("Player 1")
        clean_up()
        assert Person.objects.filter(name="Player 1").exists()
        assert not Person.objects.filter(name="Player 2").exists()

    def test_an_erased_person_leaves_the_journal_sound(self, wall):
        floor = finished(3, wall)
        for person in Person.objects.all():
            people.erase(person)
        clean_up()
        assert list(verify.problems(floor.event)) == []
        retention.clean_up(wall.now)
