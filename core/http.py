"""How the API says no: one shape for every error, in the reader's language.

``{"error": {"code", "message", "seat"?, "row"?, "card"?, "params"}, "head"?}``
"""

from typing import TYPE_CHECKING, Any

from django.core.exceptions import PermissionDenied
from django.db import OperationalError
from django.http import Http404
from rest_framework import exceptions, serializers
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from core.errors import BadRequest, Busy, Conflict, NotAllowed, NotFound, Refusal
from core.messages import Coded, sentence

if TYPE_CHECKING:  # DRF imports this module while it defines its views
    from rest_framework.views import APIView

PLACES = ("seat", "row", "card")
MEANINGS: tuple[tuple[tuple[type[Exception], ...], type[Refusal], str], ...] = (
    ((Http404, exceptions.NotFound), NotFound, "not_found"),
    ((exceptions.NotAuthenticated, exceptions.AuthenticationFailed), NotAllowed, "not_signed_in"),
    ((PermissionDenied, exceptions.PermissionDenied), NotAllowed, "not_allowed"),
    ((exceptions.ParseError,), BadRequest, "bad_json"),
    ((OperationalError,), Busy, "busy"),
)


class DenyAll(BasePermission):
    """The default: a view that names no permission answers nobody."""

    def has_permission(self, request: Request, view: "APIView") -> bool:
        """Never."""
        return False


class FactSerializer(serializers.Serializer[dict[str, Any]]):
    """A serializer that takes the facts it declares and refuses every other field."""

    def to_internal_value(self, data: Any) -> Any:
        """The validated facts; an unknown field is an error, never ignored."""
        if isinstance(data, dict):
            for name in data:
                if name not in self.fields:
                    raise BadRequest("unknown_field", field=str(name))
        return super().to_internal_value(data)


def error_body(error: Coded, head: object = None) -> dict[str, Any]:
    """The JSON of one error."""
    params = dict(error.params)
    body: dict[str, Any] = {"code": error.code, "message": sentence(error)}
    body.update({place: params[place] for place in PLACES if params.get(place) is not None})
    body["params"] = params
    return {"error": body, **({"head": head} if head is not None else {})}


def refusal_of(error: Exception) -> Refusal | None:
    """The refusal that an error of the framework or of the database stands for."""
    if isinstance(error, Refusal):
        return error
    if isinstance(error, exceptions.ValidationError):
        field, problem = _first_problem(error.detail)
        return BadRequest("bad_request", field=field, problem=problem)
    if isinstance(error, exceptions.PermissionDenied) and str(error.detail).startswith("CSRF"):
        return NotAllowed("csrf")
    for kinds, refusal, code in MEANINGS:
        if isinstance(error, kinds):
            return refusal(code)
    return None


def answer_error(error: Exception, context: dict[str, Any]) -> Response | None:
    """DRF's exception handler: every error of ours in the one shape."""
    refusal = refusal_of(error)
    if refusal is not None:
        response = Response(error_body(refusal, refusal.head), status=refusal.status)
        if isinstance(refusal, Busy):
            response["Retry-After"] = "1"
        return response
    if isinstance(error, Coded):  # the rules of the game or of the floor
        return Response(error_body(error), status=422)
    if isinstance(error, exceptions.APIException):
        body = {"code": error.default_code, "message": str(error.detail), "params": {}}
        return Response({"error": body}, status=error.status_code)
    return None


def _first_problem(detail: Any, path: str = "") -> tuple[str, str]:
    """The first wrong field with its path (``layouts.1.top``) and what is wrong with it."""
    if isinstance(detail, dict):
        for name, below in detail.items():
            if below:
                return _first_problem(below, f"{path}.{name}".lstrip("."))
    if isinstance(detail, list):
        for index, below in enumerate(detail):
            if below:
                nested = isinstance(below, dict | list)
                return _first_problem(below, f"{path}.{index}" if nested else path)
    return path or "body", str(detail)


__all__ = ["Conflict", "DenyAll", "FactSerializer", "answer_error", "error_body", "refusal_of"]
