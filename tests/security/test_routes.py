"""Every address × who may not: no token, no session, another event's staff (T09, T10)."""

import uuid

import pytest
from django.test import Client

from accounts.models import User
from tests.factories import SHEETS, Floor
from tests.security.routes import Scene, routes
from tournaments import journal
from tournaments.models import Role

pytestmark = pytest.mark.django_db
NO = {302, 400, 403, 404, 405, 415}
"""Sent to sign in, or refused; 200 or a 5xx is neither."""


def harmless(path: str, status: int) -> bool:
    """Refused, or a page that anybody may read, whatever he sends to it."""
    return status in NO or Client().get(path).status_code == status == 200


@pytest.fixture
def scene() -> Scene:
    floor = Floor.running(players=3)
    floor.play(SHEETS["flush"])
    floor.start()
    return Scene.of(floor)


def state(scene: Scene) -> tuple[int, list]:
    event = scene.floor.event
    return event.version, list(journal.projected_rows(event))


def body() -> dict[str, str]:
    return {"submission": str(uuid.uuid4()), "command": "clock.pause"}


def test_there_are_many():
    assert len(set(routes())) > 130


def test_a_browser_without_the_token_writes_nothing(scene):
    """The director's own session, driven by a foreign page."""
    client = Client(enforce_csrf_checks=True)
    client.force_login(scene.floor.director)
    before, asked = state(scene), 0
    for route in routes():
        path = scene.address(route)
        form = client.post(path, body())
        json = client.post(path, body(), "application/json")
        for response in (form, json):
            assert response.status_code in {403, 404, 405, 415}, (path, response.status_code)
            asked += response.status_code == 403
    assert asked > 100
    assert state(scene) == before
    assert User.objects.get(pk=scene.floor.director.pk).is_active


@pytest.mark.parametrize("method", ["post", "put", "delete"])
def test_nobody_writes_nothing(scene, method):
    before = state(scene)
    for route in routes():
        path = scene.address(route)
        response = getattr(Client(), method)(path, "{}", "application/json")
        assert harmless(path, response.status_code), (method, path, response.status_code)
    assert state(scene) == before


@pytest.mark.parametrize("role", [Role.DIRECTOR, Role.DEALER])
def test_staff_of_another_event_finds_nothing_to_write_here(scene, role):
    """Every id is known to him: only where he works decides."""
    elsewhere = Floor.running(players=3)
    user = elsewhere.director if role == Role.DIRECTOR else elsewhere.hire(role)
    client = Client()
    client.force_login(user)
    before = state(scene)
    for route in routes():
        path = scene.address(route)
        if scene.floor.slug in path or "tables/" in path:
            for sent in (
                client.post(path, body(), "application/json"),
                client.post(path, body()),
                client.get(path) if route.startswith("d/") else None,
            ):
                if sent is not None:
                    assert harmless(path, sent.status_code), (path, sent.status_code)
    assert state(scene) == before


def test_a_get_writes_nothing(scene):
    client = Client()
    client.force_login(scene.floor.director)
    before = state(scene)
    for route in routes():
        assert client.get(scene.address(route)).status_code < 500, route
    assert state(scene) == before


def test_no_address_answers_a_broken_one_with_a_fault_of_ours(scene):
    client = Client()
    client.force_login(scene.floor.director)
    for route in routes():
        path = scene.address(route)
        for text in ("[]", "null", "{", '{"submission": 1}', "\x00"):
            status = client.post(path, text, "application/json").status_code
            assert status < 500, (path, text, status)
