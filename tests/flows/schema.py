"""Whether an answer is what the OpenAPI document promises."""

import json
import re
from functools import cache
from typing import Any

from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer
from jsonschema import Draft202012Validator
from rest_framework.response import Response


@cache
def document() -> dict[str, Any]:
    """The OpenAPI document as it is served."""
    made = SchemaGenerator().get_schema(request=None, public=True)
    served: dict[str, Any] = json.loads(OpenApiJsonRenderer().render(made))
    return served


@cache
def _validator(path: str, method: str, status: str) -> Draft202012Validator | None:
    answers = document()["paths"][path][method]["responses"]
    assert status in answers, f"{method} {path}: nothing is said about {status}"
    content = answers[status].get("content")
    if content is None:
        return None
    schema = content["application/json"]["schema"]
    # References point into the components, so these stand beside the schema.
    return Draft202012Validator({**schema, "components": document()["components"]})


def check(response: Response) -> None:
    """Fail where the answer to a request of the test client is not as its schema says."""
    path = "/" + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", response.resolver_match.route)
    method = response.request["REQUEST_METHOD"].lower()
    validator = _validator(path, method, str(response.status_code))
    if validator is None:
        assert not response.content, f"{method} {path}: an answer where none is promised"
        return
    wrong = sorted(validator.iter_errors(response.json()), key=lambda error: error.json_path)
    assert not wrong, f"{method} {path}: {wrong[0].json_path}: {wrong[0].message}"
