"""Tables as the planner of moves sees them: feature table, break order, protected seats."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from core.errors import BadRequest
from core.messages import Coded, sentence
from tables.models import Table
from tables.selectors import tables_of
from tables.services.planning import break_order
from tournaments import access, doors
from tournaments.models import Event, Role
from web.pages import CODED, call_of, status_of, whole_number

FLOOR = (Role.DIRECTOR, Role.FLOOR)


def marks(request: HttpRequest, slug: str) -> HttpResponse:
    """All open tables with their marks; POST saves those of one table."""
    event = access.staff_event(request.user, slug, *FLOOR)
    if request.method != "POST":
        return _show(request, event)
    try:
        facts = _facts(request)
        doors.ask(event, "table.mark", call_of(request), **facts)
    except CODED as error:
        return _show(request, event, error=error)
    messages.success(request, _("Table %(table)s is saved.") % {"table": facts["table"]})
    return redirect("web:moves_tables", slug)


def _facts(request: HttpRequest) -> dict[str, Any]:
    place = request.POST.get("place", "").strip()
    if place and not (place.isdecimal() and len(place) < 6):
        raise BadRequest("bad_request", field=_("Break order"), problem=place[:20])
    seats = [int(text) for text in request.POST.getlist("protected") if text.isdecimal()]
    return {
        "table": whole_number(request, "table"),
        "mark": request.POST.get("mark", "")[:20],
        "place": int(place) if place else None,
        "protected": sorted(set(seats)),
    }


def _show(request: HttpRequest, event: Event, *, error: Coded | None = None) -> HttpResponse:
    event.refresh_from_db()
    context = {
        "event": event,
        "role": access.role_in(request.user, event),
        "tables": tables_of(event),
        "choices": Table.Mark.choices,
        "order": [table.number for table in break_order(event)],
        "error": sentence(error) if error else "",
    }
    status = status_of(error) if error else 200
    return render(request, "director/marks.html", context, status=status)
