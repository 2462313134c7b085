"""Facts only: a field that is not asked for is an error at every level, never ignored."""

import re
from collections.abc import Iterator
from copy import deepcopy

import pytest
from django.apps import apps
from drf_spectacular.generators import SchemaGenerator

from tests.factories import SHEETS, Api, Floor, layouts, refusal

pytestmark = pytest.mark.django_db
SUBMISSION = "7b0f7d52-3c5b-4f6e-9a83-0d4f8f1f2a11"
COMPUTED = ["points", "stack", "fantasyland", "fantasyland_next", "foul", "royalties", "payments"]


@pytest.fixture
def floor() -> Floor:
    """Hand 1 is being played at table 1, a second table waits."""
    floor = Floor.running(players=4)
    floor.start(1)
    return floor


def requests(floor: Floor) -> dict[str, dict]:
    """A good body for every address that writes."""
    event, table = f"events/{floor.slug}", f"tables/{floor.table(1).uid}/hands"
    hand = floor.table(1).hands.get()
    sheet = layouts(hand.players.values_list("seat", flat=True), SHEETS["even"])
    once = {"submission": SUBMISSION}
    move = {"entry": 1, "table": 2, "seat": 1, "reason": "balance"}
    return {
        "events/": {**once, "slug": "saturday", "name": "Saturday"},
        f"{event}/publish": once,
        f"{event}/start": once,
        f"{event}/finish": once,
        f"{event}/entries": {**once, "people": [{"name": "Ana"}]},
        f"{event}/entries/1/withdraw": once,
        f"{event}/staff": {**once, "username": "ana", "role": "dealer"},
        f"{event}/staff/remove": {**once, "username": "ana"},
        f"{event}/clock/pause": once,
        f"{event}/clock/resume": once,
        f"{event}/clock/adjust": {**once, "seconds": 60},
        f"{event}/clock/jump": {**once, "segment": 1},
        f"{event}/seats/draw": once,
        f"{event}/moves": {**once, **move},
        f"{event}/tables": once,
        f"{event}/tables/2/close": once,
        f"{event}/tables/2/dealer": {**once, "username": None},
        f"{table}/2/start": {**once, "absent": []},
        f"{table}/1/record": {**once, "layouts": sheet},
        f"{table}/1/preview": {"layouts": sheet},
        f"{table}/1/undo": once,
    }


def objects(body: object) -> Iterator[dict]:
    """Every JSON object in a body, the outermost first."""
    if isinstance(body, dict):
        yield body
        for below in body.values():
            yield from objects(below)
    elif isinstance(body, list):
        for below in body:
            yield from objects(below)


def spoiled(body: dict, name: str) -> Iterator[dict]:
    """The body with one more field, once for each object in it that does not have it already."""
    for number, inner in enumerate(objects(body)):
        if name not in inner:
            copy = deepcopy(body)
            list(objects(copy))[number][name] = 1
            yield copy


def test_an_unknown_field_is_refused_by_name_at_every_level(floor):
    api, version = Api(floor.director), floor.event.version
    for path, body in requests(floor).items():
        for bad in spoiled(body, "surprise"):
            response = api.send(path, bad)
            assert refusal(response) == (400, "unknown_field"), path
            assert response.json()["error"]["params"] == {"field": "surprise"}
    assert floor.event.version == version


@pytest.mark.parametrize("name", COMPUTED)
def test_what_the_server_computes_may_not_be_sent(floor, name):
    api = Api(floor.director)
    for path, body in requests(floor).items():
        for bad in spoiled(body, name):
            assert refusal(api.send(path, bad)) == (400, "unknown_field"), path


def test_no_column_of_the_database_is_a_field_unless_it_is_declared(floor):
    columns = {field.name for model in apps.get_models() for field in model._meta.concrete_fields}
    api, version = Api(floor.director), floor.event.version
    path, body = next(found for found in requests(floor).items() if found[0].endswith("/record"))
    for number, column in enumerate(sorted(columns - {"submission"})):
        levels = list(spoiled(body, column))
        response = api.send(path, levels[number % len(levels)])
        assert refusal(response) == (400, "unknown_field"), column
    assert floor.event.version == version


def test_every_address_that_writes_refuses_it(floor):
    """All there are, by the OpenAPI document; a tablet's own need a tablet (`tests/tablet`)."""
    where = {"slug": floor.slug, "uid": floor.table(1).uid}
    paths = [
        path
        for path, ways in SchemaGenerator().get_schema(public=True)["paths"].items()
        if "post" in ways and "/tablet/" not in path
    ]
    assert len(paths) >= len(requests(floor))
    for path in paths:
        filled = re.sub(r"{(\w+)}", lambda name: str(where.get(name[1], 1)), path)
        response = Api(floor.director).send(filled.removeprefix("/api/"), {"surprise": 1})
        assert refusal(response) == (400, "unknown_field"), path
