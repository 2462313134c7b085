"""The same thing asked for twice at once, before there is an event to lock."""

import json
import uuid

import pytest
from django.test import Client

from accounts.models import User
from tests.factories import Floor, staff
from tests.races.start import together
from tournaments.models import Event, Person

pytestmark = [pytest.mark.race, pytest.mark.django_db(transaction=True)]
CROWD = 12


def sending(user: User, path: str, **facts: object):
    """A client that sends this, once it is let go."""
    client = Client()
    client.force_login(user)
    body = {"submission": str(uuid.uuid4()), **facts}

    def send() -> tuple[int, bytes]:
        response = client.post(f"/api/{path}", json.dumps(body), content_type="application/json")
        return response.status_code, response.content

    return send


def test_an_event_created_many_times_under_one_submission_is_one_event():
    facts = {"slug": "friday", "name": "Friday", "submission": str(uuid.uuid4())}
    user = staff(creates=True)
    answers = together([sending(user, "events/", **facts) for _ in range(CROWD)])
    assert set(answers) == {(200, b'{"event":"friday","version":1}')}
    assert Event.objects.get().version == 1


def test_one_address_is_given_to_one_of_many():
    jobs = [
        sending(staff(creates=True), "events/", slug="friday", name=f"Friday {number}")
        for number in range(CROWD)
    ]
    answers = together(jobs)
    assert sorted(status for status, _ in answers) == [200, *[409] * (CROWD - 1)]
    taken = {json.loads(text)["error"]["code"] for status, text in answers if status == 409}
    assert taken == {"slug_taken"}
    assert Event.objects.count() == 1


def test_a_list_registered_many_times_under_one_submission_is_registered_once():
    floor = Floor.open()
    facts = {"people": [{"name": "Ana"}, {"name": "Boris"}], "submission": str(uuid.uuid4())}
    path = f"events/{floor.slug}/entries"
    answers = together([sending(floor.director, path, **facts) for _ in range(CROWD)])
    assert set(answers) == {(200, b'{"entries":[1,2],"version":3}')}
    assert Person.objects.count() == 2


def test_many_people_registered_at_once_get_a_number_each():
    floor = Floor.open()
    path = f"events/{floor.slug}/entries"
    jobs = [
        sending(floor.director, path, people=[{"name": f"Player {number}"}])
        for number in range(CROWD)
    ]
    assert {status for status, _ in together(jobs)} == {200}
    numbers = list(floor.event.entries.values_list("number", flat=True))
    assert numbers == list(range(1, CROWD + 1))
