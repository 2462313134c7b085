"""The first major OFC event, played over HTTP from its creation to the last re-entry."""

import uuid
from collections.abc import Sequence
from typing import Any

import pytest
from django.core.management import call_command
from rest_framework.test import APIClient

from tables import selectors
from tests.factories import Json, staff
from tests.flows.schema import check
from tournaments import pca_2013, verify
from tournaments.models import Event

CHIPS = (pca_2013.PLAYERS + pca_2013.RE_ENTRIES) * pca_2013.STACK
EVENT_ROUTES = {
    "event.publish": "publish",
    "event.start": "start",
    "seat.draw": "seats/draw",
    "clock.jump": "clock/jump",
}


class HttpDesk:
    """A director with nothing but the API."""

    def __init__(self) -> None:
        self.client = APIClient()
        self.client.force_login(staff(creates=True))
        self.tables: dict[int, str] = {}

    def ask(self, command: str, **facts: Any) -> Json:
        if command in EVENT_ROUTES:
            return self._post(f"events/{pca_2013.SLUG}/{EVENT_ROUTES[command]}", facts)
        verb = command.removeprefix("hand.")
        uid = self._table(facts.pop("table"))
        return self._post(f"tables/{uid}/hands/{facts.pop('hand')}/{verb}", facts)

    def create(self, **facts: Any) -> None:
        self._post("events/", facts)

    def register(self, names: Sequence[str]) -> list[int]:
        people = [{"name": name} for name in names]
        entries: list[int] = self._post(f"events/{pca_2013.SLUG}/entries", {"people": people})[
            "entries"
        ]
        return entries

    def _table(self, number: int) -> str:
        if number not in self.tables:
            event = self.client.get(f"/api/events/{pca_2013.SLUG}/").json()
            self.tables = {table["table"]: table["uid"] for table in event["tables"]}
        return self.tables[number]

    def _post(self, path: str, facts: Json) -> Json:
        body = {"submission": str(uuid.uuid4()), **facts}
        response = self.client.post(f"/api/{path}", body, format="json")
        assert response.status_code == 200, (path, response.json())
        check(response)
        answer: Json = response.json()
        return answer


@pytest.fixture
def played(db) -> pca_2013.Summary:
    return pca_2013.Scenario(HttpDesk()).play()


def test_the_facts_of_2013_come_out(played: pca_2013.Summary) -> None:
    assert played.entries == 77
    assert played.eliminations >= pca_2013.RE_ENTRIES
    assert {"full", "capped", "short", "void"} <= set(played.statuses)
    event = Event.objects.get(slug=pca_2013.SLUG)
    found = selectors.standings(event)
    assert found.counts.entries == 77
    assert found.counts.people == pca_2013.PLAYERS
    assert found.counts.chips == CHIPS
    assert list(verify.problems(event)) == []


@pytest.mark.django_db
def test_the_demo_plays_the_same_scenario_through_the_journal(capsys) -> None:
    call_command("demo", scenario=pca_2013.SLUG)
    assert "77 entries" in capsys.readouterr().out
    call_command("verify_event", pca_2013.SLUG)
    assert "sound" in capsys.readouterr().out
