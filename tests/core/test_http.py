"""How the API says no: one shape, a stable code, a sentence in the reader's language."""

import pytest
from django.core.exceptions import PermissionDenied
from django.db import OperationalError
from django.http import Http404
from rest_framework import exceptions

from core.errors import Busy, Conflict, Refusal
from core.http import answer_error, refusal_of
from scoring.errors import RuleError
from tests.factories import Api, Floor, staff
from tournaments import journal
from tournaments.rules.errors import FloorError


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (Refusal("hand_not_open", table=4), 422, "hand_not_open"),
        (Conflict("stale_event", version=7), 409, "stale_event"),
        (Http404(), 404, "not_found"),
        (exceptions.NotFound(), 404, "not_found"),
        (PermissionDenied(), 403, "not_allowed"),
        (exceptions.NotAuthenticated(), 403, "not_signed_in"),
        (exceptions.PermissionDenied("CSRF Failed: no token"), 403, "csrf"),
        (exceptions.ParseError(), 400, "bad_json"),
        (exceptions.ValidationError({"slug": ["Too long."]}), 400, "bad_request"),
        (OperationalError("locked"), 503, "busy"),
        (exceptions.MethodNotAllowed("PUT"), 405, "method_not_allowed"),
        (exceptions.UnsupportedMediaType("text/plain"), 415, "unsupported_media_type"),
        (RuleError("duplicate_card/unseated", card="Kd"), 422, "duplicate_card"),
        (FloorError("structure_empty"), 422, "structure_empty"),
    ],
)
def test_every_error_has_one_shape(error, status, code):
    response = answer_error(error, {})
    assert response.status_code == status
    assert response.data["error"]["code"] == code
    assert response.data["error"]["message"]
    assert "params" in response.data["error"]


def test_what_is_no_refusal_is_an_error_of_ours():
    """It goes on as it is: a page of error 500, a line in the log, and no word about the inside."""
    assert answer_error(RuntimeError("secret"), {}) is None
    assert refusal_of(RuntimeError("secret")) is None


def test_a_stale_request_gets_the_head():
    error = Conflict("stale_event", head={"version": 7}, version=7)
    assert answer_error(error, {}).data["head"] == {"version": 7}


def test_a_busy_database_says_when_to_come_again():
    assert answer_error(Busy("busy"), {})["Retry-After"] == "1"


@pytest.mark.parametrize(
    ("detail", "field"),
    [
        ({"slug": ["Wrong."]}, "slug"),
        ({"layouts": [{}, {"top": {1: ["Wrong."]}}]}, "layouts.1.top.1"),
        ({"people": [{}, {"name": ["Wrong."]}]}, "people.1.name"),
        (["Wrong."], "body"),
    ],
)
def test_a_wrong_field_is_named_by_its_path(detail, field):
    response = answer_error(exceptions.ValidationError(detail), {})
    assert response.data["error"]["message"] == f"{field}: Wrong."


@pytest.mark.django_db
class TestOverHttp:
    def test_the_place_of_a_wrong_card_stands_beside_the_sentence(self):
        response = answer_error(RuleError("row_size", seat=2, row="top", size=3, count=4), {})
        places = {name: response.data["error"].get(name) for name in ("seat", "row", "card")}
        assert places == {"seat": 2, "row": "top", "card": None}

    def test_an_address_that_is_not_there_is_no_page(self):
        assert Api().get("nothing/here").status_code == 404

    def test_a_method_that_is_not_there(self):
        response = Api(staff()).client.delete("/api/events/")
        assert response.status_code == 405

    def test_a_lock_that_is_not_given_is_busy(self, monkeypatch):
        floor = Floor()

        def locked(_uid):
            raise OperationalError("lock timeout")

        monkeypatch.setattr(journal, "_locked", locked)
        response = Api(floor.director).post(f"events/{floor.slug}/publish")
        assert (response.status_code, response["Retry-After"]) == (503, "1")
        assert response.json()["error"]["code"] == "busy"

    def test_a_body_that_is_too_big_is_refused(self, settings):
        settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 1000
        floor = Floor.open()
        people = [{"name": f"Player {number}"} for number in range(200)]
        response = Api(floor.director).post(f"events/{floor.slug}/entries", people=people)
        assert response.status_code in {400, 413}
        assert not floor.event.entries.exists()


@pytest.mark.django_db
def test_an_address_that_is_none_says_so_in_the_shape_of_its_place():
    answer = Api().get("nothing/here")
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found")
    page = Api().client.get("/nothing/here/")
    assert (page.status_code, page["Content-Type"]) == (404, "text/html; charset=utf-8")
