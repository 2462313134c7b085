"""Criss-cross at our tables: two players, two layouts each, one net payment (rules, G07)."""

import json

import pytest
from django.test import Client
from rest_framework.test import APIClient

from tests.factories import VECTORS, Floor, Json
from tournaments import verify

pytestmark = pytest.mark.django_db
CASE = next(
    case for case in json.loads((VECTORS / "hands.json").read_text()) if case["id"] == "G07"
)


@pytest.fixture
def floor() -> Floor:
    return Floor.running(players=2, ruleset="criss-cross")


def sheet(started: Json) -> list[Json]:
    """The four layouts of G07: the first chair left of the button plays 1 and 3 there."""
    theirs = CASE["request"]["players"]
    chairs = {player["seat"]: player["layouts"] for player in started["players"]}
    first, button = started["order"]
    seats = [chairs[first][0], chairs[button][0], chairs[first][1], chairs[button][1]]
    rows = ("top", "middle", "bottom")
    return [
        {"seat": seat, "declared_foul": False, **{row: player[row] for row in rows}}
        for seat, player in zip(seats, theirs, strict=True)
    ]


def record(floor: Floor) -> Json:
    started = floor.start()
    client = APIClient()
    client.force_login(floor.director)
    table = floor.table()
    body = {"submission": "5b0c4f8e-8b60-4a3e-9a44-3f3b9d2f5a10", "layouts": sheet(started)}
    response = client.post(f"/api/tables/{table.uid}/hands/1/record", body, format="json")
    assert response.status_code == 200, response.json()
    return {"order": started["order"], **response.json()}


def test_two_chairs_a_table(floor: Floor) -> None:
    assert floor.table().seats.count() == 2


def test_one_net_payment_moves_the_chips(floor: Floor) -> None:
    outcome = record(floor)
    value = floor.table().hands.get().point_value
    assert [payment["paid"] for payment in outcome["payments"]] == [18 * value]
    stacks = sorted(floor.event.entries.values_list("stack", flat=True))
    assert stacks == [30_000 - 18 * value, 30_000 + 18 * value]
    assert list(verify.problems(floor.event)) == []


def test_the_button_moves_between_the_chairs(floor: Floor) -> None:
    first = floor.start()["button"]
    assert first in {1, 2}


def test_the_dealer_has_a_line_for_each_layout(floor: Floor) -> None:
    floor.start()
    client = Client()
    client.force_login(floor.director)
    page = client.get(f"/e/{floor.slug}/deal/1/").content.decode()
    assert [f"cards_{seat}" in page for seat in (1, 2, 3, 4)] == [True] * 4


def test_the_table_page_shows_four_boards_and_two_stacks(floor: Floor) -> None:
    record(floor)
    page = Client().get(f"/e/{floor.slug}/t/1/").content.decode()
    assert page.count('class="board') >= 4
