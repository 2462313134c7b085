"""The OpenAPI document: valid 3.1, and nothing of the API is missing from it."""

import re
from collections.abc import Iterator

import pytest
from django.urls import URLPattern, URLResolver, get_resolver
from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.validation import validate_schema

from tests.factories import Api

pytestmark = pytest.mark.django_db
OWN = {"schema/", "docs/"}  # the document itself


@pytest.fixture(scope="module")
def schema() -> dict:
    """The document as it is served."""
    return SchemaGenerator().get_schema(request=None, public=True)


def routes(patterns, prefix: str = "") -> Iterator[str]:
    """The addresses below ``/api/``, parameters as ``{name}``, as the document writes them."""
    for pattern in patterns:
        route = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns, route)
        elif isinstance(pattern, URLPattern) and route.startswith("api/"):
            yield "/" + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", route)


def operations(schema: dict) -> Iterator[tuple[str, dict]]:
    for path, ways in schema["paths"].items():
        for way, operation in ways.items():
            if way in {"get", "post", "put", "patch", "delete"}:
                yield f"{way} {path}", operation


def test_it_is_openapi_3_1(schema):
    assert schema["openapi"].startswith("3.1")
    validate_schema(schema)


def test_it_is_made_without_a_warning():
    """A warning here means that the document says something else than the code does."""
    GENERATOR_STATS.reset()
    SchemaGenerator().get_schema(request=None, public=True)
    assert not GENERATOR_STATS._warn_cache
    assert not GENERATOR_STATS._error_cache


def test_it_is_served_to_everybody():
    answer = Api().get("schema/?format=json")
    assert answer.status_code == 200
    assert answer.json()["info"]["title"] == "Thirteen"


def test_every_address_of_the_api_is_in_it(schema):
    known = {route for route in routes(get_resolver().url_patterns) if route[5:] not in OWN}
    assert known, "no addresses found: this test looks at nothing"
    assert known == set(schema["paths"])


def test_every_operation_has_a_name_of_its_own_and_a_sentence(schema):
    names = [operation["operationId"] for _, operation in operations(schema)]
    assert len(names) == len(set(names))
    for where, operation in operations(schema):
        assert operation.get("description"), where


def test_what_writes_says_what_may_be_sent_and_how_it_says_no(schema):
    for where, operation in operations(schema):
        if where.startswith("post") and "/tablet/" not in where:
            assert operation.get("requestBody"), where
            assert {"200", "400", "403", "404", "409", "422"} <= operation["responses"].keys(), (
                where
            )


def test_the_docs_page_is_there():
    assert Api().get("docs/").status_code == 200


def test_every_operation_says_how_it_may_say_no(schema):
    for name, operation in operations(schema):
        assert {"400", "403", "404", "429", "503"} <= set(operation["responses"]), name
