"""All addresses of the program, and the empty view that everything is compared with."""

import time

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import include, path

from core import live


@login_not_required
def empty(_request: HttpRequest) -> HttpResponse:
    """What the server and the middlewares cost."""
    return HttpResponse("")


@login_not_required
def commits(_request: HttpRequest) -> HttpResponse:
    """When each version was committed here, of whichever event."""
    return JsonResponse(dict(_commits))


_commits: dict[int, float] = {}
live.listen(lambda _slug, version: _commits.__setitem__(version, time.time()))

urlpatterns = [
    path("bench/empty", empty),
    path("bench/commits", commits),
    path("", include("config.urls")),
]
