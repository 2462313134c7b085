"""Addresses that there are not: a page for people, JSON for programs."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views import defaults

from core.errors import NotFound
from core.http import error_body


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Below ``/api/`` the shape that every other refusal there has."""
    if request.path.startswith("/api/"):
        return JsonResponse(error_body(NotFound("not_found")), status=404)
    return defaults.page_not_found(request, exception)
