"""Files of an event: asked for here, made by the worker, fetched when they are finished."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache

from core import made
from core.errors import NotFound
from tournaments import access
from tournaments.models import Event
from web import making, tasks
from web.kinds import KINDS
from web.pages import posts_to, signed_in
from web.views.director import DESK


@never_cache
def files(request: HttpRequest, slug: str) -> HttpResponse:
    """What can be made, and what was; how far the rest is, for the page that asks by itself."""
    event = access.staff_event(request.user, slug, *DESK)
    making.take_up_waiting(event)
    fragment = "HX-Request" in request.headers
    template = "director/files_now.html" if fragment else "director/files.html"
    return render(request, template, _context(request, event))


@posts_to("web:files")
def make(request: HttpRequest, slug: str) -> HttpResponse:
    """Have one made."""
    event = access.staff_event(request.user, slug, *DESK)
    kind = request.POST.get("kind", "")
    if kind not in KINDS:
        raise NotFound("not_found")
    tasks.ask(event, kind, signed_in(request))
    return redirect("web:files", slug)


@never_cache
def fetch(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The file itself."""
    event = access.staff_event(request.user, slug, *DESK)
    found = (
        made.files_of(event.uid)
        .filter(pk=number, kind__in=KINDS, problem="")
        .exclude(finished_at=None)
    )
    file = found.defer(None).first()
    if file is None:  # thrown away, or not there yet
        return redirect("web:files", slug)
    kind = KINDS[file.kind]
    response = HttpResponse(bytes(file.body), kind.content_type)
    name = f"{event.slug}-{file.kind}.{kind.ending}"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _context(request: HttpRequest, event: Event) -> dict[str, object]:
    found = list(made.files_of(event.uid).filter(kind__in=KINDS))
    return {
        "event": event,
        "role": access.role_in(request.user, event),
        "kinds": KINDS.items(),
        "files": [(file, KINDS[file.kind]) for file in found],
        "busy": any(file.finished_at is None for file in found),
    }
