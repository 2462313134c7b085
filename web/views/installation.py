"""The panel about the machine under the event, which the desk asks for now and then."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache

from tournaments import access
from web.installation import lines_of
from web.views.director import DESK


@never_cache
def panel(request: HttpRequest, slug: str) -> HttpResponse:
    """Backups, worker, verification: as they are now, whether or not the event moved."""
    event = access.staff_event(request.user, slug, *DESK)
    lines = lines_of(event, timezone.now())
    return render(request, "director/installation.html", {"lines": lines})
