"""`manage.py demo`: the event that `make run` starts with."""

from collections import Counter
from io import StringIO

import pytest
from django.core.management import call_command

from tables.models import Hand
from tournaments import verify
from tournaments.models import Event

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _own_folder(settings, tmp_path):
    settings.DATA_DIR = tmp_path


def make(**options: object) -> str:
    said = StringIO()
    call_command("demo", stdout=said, **options)
    return said.getvalue()


def test_it_is_an_event_in_mid_play_with_people_to_log_in_as():
    said = make(if_empty=True)
    event = Event.objects.get()
    assert event.status == Event.Status.RUNNING
    sitting = event.tables.filter(seats__entry__isnull=False).values_list("number", "seats")
    assert sorted(Counter(number for number, _ in sitting).items()) == [(n, 3) for n in range(1, 5)]
    hands = Hand.objects.filter(table__event=event)
    assert hands.filter(state=Hand.State.STARTED).count() == 2
    told = [pay["status"] for hand in hands if hand.outcome for pay in hand.outcome["payments"]]
    assert "capped" in told
    assert "/d/demo/" in said
    assert "dealer4" in said
    assert list(verify.problems(event, replay=False)) == []


def test_a_second_time_it_is_the_same_event():
    make()
    version = Event.objects.get().version
    make(if_empty=True)
    assert Event.objects.get().version == version
