"""The results of an event: a page, and the same as files."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from core.errors import NotFound
from tournaments import access
from web import exports

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
FILES = ("csv", "xlsx", "json", "txt")


@login_not_required
def results(request: HttpRequest, slug: str) -> HttpResponse:
    """Every place that is final, with its prize."""
    event = access.visible_event(request.user, slug)
    context = {
        "event": event,
        "role": access.role_in(request.user, event),
        "prices": event.prices,
        "rows": exports.results_of(event),
        "files": FILES,
    }
    return render(request, "public/results.html", context)


@login_not_required
def download(request: HttpRequest, slug: str, kind: str) -> HttpResponse:
    """The same as a file."""
    event = access.visible_event(request.user, slug)
    rows = exports.results_of(event)
    if kind == "csv":
        response = HttpResponse(exports.as_csv(rows, event.prices), "text/csv; charset=utf-8")
    elif kind == "xlsx":
        response = HttpResponse(exports.as_xlsx(rows, event.prices), XLSX)
    elif kind == "json":
        response = HttpResponse(exports.as_json(event, rows), "application/json")
    elif kind == "txt":
        response = HttpResponse(exports.as_list(event, rows), "text/plain; charset=utf-8")
    else:
        raise NotFound("not_found")
    response["Content-Disposition"] = f'attachment; filename="{event.slug}.{kind}"'
    return response
