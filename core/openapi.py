"""What the OpenAPI document says of every operation, whoever wrote it: how it may say no."""

from typing import Any

REFUSALS = ("400", "403", "404", "405", "409", "415", "422", "429", "503")
ERROR = {
    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/ErrorAnswer"}}},
    "description": "Refused: what happened, and what to do.",
}
METHODS = {"get", "post", "put", "patch", "delete"}


def add_refusals(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Give each operation the answers that any of them may give."""
    for ways in result["paths"].values():
        for method, operation in ways.items():
            if method in METHODS:
                for status in REFUSALS:
                    operation["responses"].setdefault(status, ERROR)
    return result
