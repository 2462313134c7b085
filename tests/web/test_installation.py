"""The desk's panel about the machine: how old the backup is, and who must be called."""

from datetime import timedelta

import pytest

from core import health
from core.models import Backup, Heartbeat, Verification
from tests.factories import Floor
from tests.web.pages import Browser, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def floor(wall) -> Floor:
    """An event that has been running for a while."""
    floor = Floor.running(players=3)
    wall.forward(minutes=10)
    Heartbeat.objects.create(name=health.WORKER, at=wall.now)
    return floor


def panel(floor: Floor) -> str:
    return text(Browser(floor.director).get(f"/d/{floor.slug}/installation/"))


def backup(wall, *, minutes: int, problem: str = "") -> Backup:
    at = wall.now - timedelta(minutes=minutes)
    good = None if problem else at
    return Backup.objects.create(
        name=f"b{minutes}{problem}", made_at=at, verified_at=good, problem=problem
    )


def test_the_desk_asks_for_it(floor):
    page = Browser(floor.director).get(f"/d/{floor.slug}/").content.decode()
    assert f'hx-get="/d/{floor.slug}/installation/"' in page
    assert "data-age" in page, "a desk without a server looks like one with a server"


def test_no_backup_in_a_running_event_is_an_alarm(floor):
    assert "Backup none yet Call the person who runs the server." in panel(floor)


def test_an_alarm_stands_on_top_of_the_desk_too(floor, wall):
    """The panel is at the foot of a long page; what goes on by itself stays there."""
    assert 'id="alarm"' in Browser(floor.director).get(f"/d/{floor.slug}/").content.decode()
    assert panel(floor).count("Call the person who runs the server.") == 2
    backup(wall, minutes=1)
    Heartbeat.objects.all().delete()
    assert panel(floor).count("Play goes on.") == 1


def test_before_the_event_and_in_its_first_minutes_it_is_none(wall):
    Heartbeat.objects.create(name=health.WORKER, at=wall.now)
    floor = Floor.open(3)
    assert "Call" not in panel(floor)
    floor.do("seat.draw")
    floor.do("event.start")
    assert "Call" not in panel(floor)


def test_a_young_one_that_was_verified_is_well(floor, wall):
    backup(wall, minutes=1)
    assert "1 minute ago, opened and verified" in panel(floor)


def test_after_three_minutes_it_is_an_alarm(floor, wall):
    backup(wall, minutes=4)
    assert "4 minutes ago Call the person" in panel(floor)


def test_a_newer_one_that_does_not_count_is_an_alarm_and_says_why(floor, wall):
    backup(wall, minutes=2)
    backup(wall, minutes=1, problem="the file is damaged")
    assert "2 minutes ago the file is damaged" in panel(floor)


def test_a_worker_that_is_away(floor, wall):
    backup(wall, minutes=0)
    assert "at work" in panel(floor)
    wall.forward(minutes=2)
    assert "Background work 2 minutes ago Play goes on." in panel(floor)


def test_what_the_last_verification_found(floor, wall):
    assert "Verification" not in panel(floor)
    facts = {"version": 12, "at": wall.now}
    row = Verification.objects.create(scope=floor.event.uid, **facts)
    assert "sound at version 12" in panel(floor)
    row.problem = "journal: entry 7 (hand.record) was altered."
    row.save()
    assert "entry 7 (hand.record) was altered. Stop and call" in panel(floor)
