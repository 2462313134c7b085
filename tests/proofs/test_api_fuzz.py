"""Schemathesis over the API as nobody, as a dealer and as the director (reliability, 4.7).

Whatever is sent: no fault of ours, no answer that the document does not promise, and the event is
sound after it. ``THIRTEEN_CASES=1000`` for a long run.
"""

import os

import pytest
import schemathesis
from django.core.wsgi import get_wsgi_application
from django.test import Client
from hypothesis import HealthCheck, settings
from hypothesis import given as hypothesis_given
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.factories import SHEETS, Floor
from tests.flows.schema import document
from tournaments import verify

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(0)]
CASES = int(os.environ.get("THIRTEEN_CASES", "2"))
CHECKS = (
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
)
# Streams nothing and says only what the document says.
LEFT_OUT = ("/api/schema/", "/api/docs/")


def operations():
    schema = schemathesis.openapi.from_dict(document())
    schema.app = get_wsgi_application()
    for result in schema.get_all_operations():
        operation = result.ok()
        if not operation.path.startswith(LEFT_OUT):
            yield operation


@pytest.mark.parametrize("role", ["nobody", "dealer", "director"])
def test_nothing_that_is_sent_is_a_fault_of_ours(role, settings_of_the_test):
    floor = Floor.running(players=3)
    floor.play(SHEETS["flush"])
    client = Client()
    if role != "nobody":
        client.force_login(floor.director if role == "director" else floor.dealer(1))
    known = {"slug": floor.slug, "uid": str(floor.table(1).uid), "table": 1, "hand": 1, "entry": 1}
    asked = 0
    for operation in operations():
        asked += fuzz(operation, client, known)
    assert asked > 100
    assert list(verify.problems(floor.event)) == []


@pytest.fixture
def settings_of_the_test(settings):
    settings.ALLOWED_HOSTS = ["*"]


def fuzz(operation, client: Client, known: dict) -> int:
    """Send made-up requests to one operation; half of them to the event that there is."""
    asked = 0

    @settings(
        max_examples=CASES, deadline=None, database=None, suppress_health_check=list(HealthCheck)
    )
    @hypothesis_given(case=operation.as_strategy())
    def ask(case) -> None:
        nonlocal asked
        asked += 1
        if asked % 2:
            names = case.path_parameters or {}
            case.path_parameters = {name: known.get(name, value) for name, value in names.items()}
        cookies = {name: morsel.value for name, morsel in client.cookies.items()}
        cookies["csrf"] = "c" * 32
        headers = {"X-CSRFToken": "c" * 32, "X-Thirteen-Tablet": "1"}
        case.call_and_validate(checks=CHECKS, cookies=cookies, headers=headers)

    ask()
    return asked
