"""How many SQL statements a hand costs, BEGIN, COMMIT, session and user included."""

import uuid

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories import SHEETS, Api, Floor, layouts

# Real transactions: inside a test's own one, BEGIN and COMMIT would be savepoints.
pytestmark = pytest.mark.django_db(transaction=True)
DEEP = [{"level": 100, "seconds": 600}, {"level": 5000, "seconds": 600}]
RECORD, REPEAT, START = 16, 4, 16


class Counter(CaptureQueriesContext):
    """Statements of a block; listed when there are too many."""

    def __init__(self) -> None:
        super().__init__(connection)

    def at_most(self, most: int) -> None:
        statements = [query["sql"] for query in self.captured_queries]
        listed = "\n".join(statement[:160] for statement in statements)
        assert len(statements) <= most, f"{len(statements)} statements:\n{listed}"


@pytest.fixture
def floor() -> Floor:
    return Floor.running(players=3, structure=DEEP)


@pytest.fixture
def api(floor) -> Api:
    """The dealer of table 1, who has looked at it before."""
    api = Api(floor.dealer(1))
    api.get(f"tables/{floor.table(1).uid}/")
    return api


def record(floor: Floor, api: Api, sheet: str, submission: str, counter: Counter):
    hand = floor.table(1).hands.get(state="started")
    order = sorted(
        hand.players.values_list("seat", flat=True), key=lambda seat: (seat <= hand.button, seat)
    )
    path = f"tables/{floor.table(1).uid}/hands/{hand.number}/record"
    facts = {"layouts": layouts(order, SHEETS[sheet]), "submission": submission}
    with counter:
        response = api.post(path, **facts)
    assert response.status_code == 200
    return response


@pytest.mark.parametrize("sheet", ["flush", "one fouls", "aces on top"])
def test_recording_a_hand(floor, api, sheet):
    floor.start(1)
    counter = Counter()
    record(floor, api, sheet, str(uuid.uuid4()), counter)
    counter.at_most(RECORD)


def test_recording_a_hand_that_eliminates(floor, api):
    floor.do("clock.jump", segment=1)
    floor.start(1)
    counter = Counter()
    response = record(floor, api, "big win", str(uuid.uuid4()), counter)
    assert response.json()["eliminated"]
    counter.at_most(RECORD)


def test_recording_the_tenth_hand_costs_no_more_than_the_first(floor, api):
    for _ in range(9):
        floor.play(SHEETS["flush"])
    floor.start(1)
    counter = Counter()
    record(floor, api, "flush", str(uuid.uuid4()), counter)
    counter.at_most(RECORD)


def test_a_repeated_submission(floor, api):
    floor.start(1)
    path, one = f"tables/{floor.table(1).uid}/hands/1/record", str(uuid.uuid4())
    order = floor.table(1).hands.get().players.values_list("seat", flat=True)
    facts = {"layouts": layouts(list(order), SHEETS["flush"]), "submission": one}
    first = api.post(path, **facts)
    with Counter() as counter:
        again = api.post(path, **facts)
    assert again.content == first.content
    counter.at_most(REPEAT)


def test_starting_a_hand(floor, api):
    path = f"tables/{floor.table(1).uid}/hands/1/start"
    with Counter() as counter:
        response = api.post(path)
    assert response.status_code == 200
    counter.at_most(START)


def test_standings_that_nobody_changed(floor):
    visitor = Api()
    etag = visitor.get(f"events/{floor.slug}/standings")["ETag"]
    with Counter() as counter:
        response = visitor.get(f"events/{floor.slug}/standings", **{"If-None-Match": etag})
    assert response.status_code == 304
    counter.at_most(1)


@pytest.mark.parametrize("players", [3, 9])
def test_standings_cost_the_same_for_any_number_of_players(players):
    floor = Floor.running(players=players)
    with Counter() as counter:
        rows = Api().get(f"events/{floor.slug}/standings").json()["rows"]
    assert len(rows) == players
    counter.at_most(2)
