"""Every kind of answer of the API, held against the OpenAPI document."""

import pytest

from tests.factories import SHEETS, Api, Floor, layouts, staff
from tests.flows.schema import check

pytestmark = pytest.mark.django_db
DEEP = [{"level": 100, "seconds": 600}, {"break": 60}, {"level": 5000, "seconds": 600}]


class CheckedApi(Api):
    """A client that holds each answer against the document."""

    def get(self, path: str, **headers: str):
        response = super().get(path, **headers)
        check(response)
        return response

    def send(self, path: str, body: object):
        response = super().send(path, body)
        check(response)
        return response


@pytest.fixture
def api() -> CheckedApi:
    return CheckedApi(staff(creates=True))


def look_at_everything(api: CheckedApi, floor: Floor) -> None:
    """All that may be read, as it stands."""
    api.get("events/")
    api.get(f"events/{floor.slug}/")
    response = api.get(f"events/{floor.slug}/standings")
    api.get(f"events/{floor.slug}/standings", **{"If-None-Match": response["ETag"]})
    for table in floor.event.tables.all():
        api.get(f"tables/{table.uid}/")
        for hand in table.hands.filter(state="recorded"):
            api.get(f"tables/{table.uid}/hands/{hand.number}/")


def test_an_event_from_its_creation_to_its_end(api):
    facts = {"slug": "friday", "name": "Friday", "structure": DEEP, "registration_level": 2}
    api.post("events/", **facts)
    floor = Floor.__new__(Floor)
    floor.slug = "friday"
    api.post("events/friday/publish")
    api.post("events/friday/entries", people=[{"name": name} for name in "ABCD"])
    api.post("events/friday/entries/4/withdraw")
    staff("dealer")
    api.post("events/friday/staff", username="dealer", role="dealer")
    api.post("events/friday/seats/draw")
    look_at_everything(api, floor)
    api.post("events/friday/tables/1/dealer", username="dealer")
    api.post("events/friday/start")
    for segment in (0, 2):
        api.post("events/friday/clock/jump", segment=segment)
        play(api, floor, SHEETS["aces on top" if segment == 0 else "big win"])
        look_at_everything(api, floor)
    for path in ("clock/pause", "clock/resume", "tables", "tables/2/close"):
        api.post(f"events/friday/{path}")
    api.post("events/friday/clock/adjust", seconds=-60)


def play(api: CheckedApi, floor: Floor, sheet: list[dict]) -> None:
    """Start, look, record, undo and record again."""
    number = floor.next_hand(1)
    path = f"tables/{floor.table(1).uid}/hands/{number}"
    order = api.post(f"{path}/start").json()["order"]
    body = {"layouts": layouts(order, sheet[: len(order)])}
    api.send(f"{path}/preview", body)
    api.post(f"{path}/record", **body)
    api.post(f"{path}/undo")
    api.post(f"{path}/record", **body)


def test_every_way_to_say_no(api):
    floor = Floor.running(players=3)
    director = CheckedApi(floor.director)
    hand = f"tables/{floor.table(1).uid}/hands/1"
    statuses = [
        director.post(f"{hand}/start", surprise=1).status_code,
        api.post("events/nowhere/publish").status_code,
        CheckedApi().post(f"{hand}/start").status_code,
        director.post(f"tables/{floor.table(1).uid}/hands/7/start").status_code,
        director.post(f"events/{floor.slug}/start").status_code,
        director.send(f"{hand}/preview", {"layouts": []}).status_code,
        director.get(f"{hand}/").status_code,
    ]
    assert statuses == [400, 404, 403, 409, 422, 404, 404]


def test_the_check_can_fail(api):
    """A promise that is not kept is found; else the tests above would say nothing."""
    response = Api(staff(creates=True)).post("events/", slug="x", name="X")
    assert response.status_code == 200
    response.json = lambda: {"event": "x"}
    with pytest.raises(AssertionError, match="version"):
        check(response)
