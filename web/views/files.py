"""Files to print: asked for here, made by the worker, fetched when they are finished."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache

from core import made
from core.errors import NotFound
from tournaments import access
from tournaments.models import Event
from web import making, tasks
from web.pages import posts_to, signed_in
from web.printouts import PRINTOUTS
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
    if kind not in PRINTOUTS:
        raise NotFound("not_found")
    tasks.ask(event, kind, signed_in(request))
    return redirect("web:files", slug)


@never_cache
def fetch(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The file itself."""
    event = access.staff_event(request.user, slug, *DESK)
    found = made.files_of(event.uid).filter(pk=number, problem="").exclude(finished_at=None)
    file = found.defer(None).first()
    if file is None:  # thrown away, or not there yet
        return redirect("web:files", slug)
    response = HttpResponse(bytes(file.body), "application/pdf")
    name = f"{event.slug}-{file.kind}.pdf"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _context(request: HttpRequest, event: Event) -> dict[str, object]:
    found = list(made.files_of(event.uid).filter(kind__in=PRINTOUTS))
    return {
        "event": event,
        "role": access.role_in(request.user, event),
        "kinds": [(kind, one.label) for kind, one in PRINTOUTS.items()],
        "files": [(file, PRINTOUTS[file.kind].label) for file in found],
        "busy": any(file.finished_at is None for file in found),
    }
