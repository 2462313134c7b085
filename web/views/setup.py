"""The tables: setting them up, their rooms, and seats that are not drawn."""

import json
from collections.abc import Sequence

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from core.messages import Coded, sentence
from tables.selectors import TableView, tables_of
from tournaments import access, doors, selectors
from tournaments.models import Event, Role
from web.forms.setup import ReserveForm, RoomForm, TablesForm
from web.pages import CODED, call_of, posts_to, status_of, whole_number

FLOOR = (Role.DIRECTOR, Role.FLOOR)


def setup(request: HttpRequest, slug: str) -> HttpResponse:
    """All tables with their reserved seats; POST sets up more tables."""
    event = access.staff_event(request.user, slug, *FLOOR)
    if request.method != "POST":
        return _show(request, event)
    form = TablesForm(request.POST)
    if not form.is_valid():
        return _show(request, event, tables=form, status=422)
    try:
        answer = doors.ask(event, "table.open", call_of(request), **form.cleaned_data)
    except CODED as error:
        return _show(request, event, error=error)
    facts = json.loads(answer)
    one, more = _("Table %(table)s is set up."), _("Tables %(table)s to %(last)s are set up.")
    messages.success(request, (more if "last" in facts else one) % facts)
    return redirect("web:setup", slug)


@posts_to("web:setup")
def room(request: HttpRequest, slug: str) -> HttpResponse:
    """Say in which room tables stand."""
    event = access.staff_event(request.user, slug, *FLOOR)
    form = RoomForm(request.POST, auto_id="room_%s")
    if not form.is_valid():
        return _show(request, event, rooming=form, status=422)
    try:
        doors.ask(event, "table.room", call_of(request), **form.cleaned_data)
    except CODED as error:
        form.add_error(None, sentence(error))
        return _show(request, event, rooming=form, status=status_of(error))
    messages.success(request, _("The rooms are saved."))
    return redirect("web:setup", slug)


@posts_to("web:setup")
def reserve(request: HttpRequest, slug: str) -> HttpResponse:
    """Keep a seat for somebody, or keep it empty."""
    event = access.staff_event(request.user, slug, *FLOOR)
    form = _reserve_form(event, tables_of(event), request)
    if not form.is_valid():
        return _show(request, event, reserving=form, status=422)
    call = call_of(request, reason=form.cleaned_data["reason"])
    try:
        doors.ask(event, "seat.reserve", call, **form.facts())
    except CODED as error:
        form.add_error(None, sentence(error))
        return _show(request, event, reserving=form, status=status_of(error))
    messages.success(request, _("The seat is reserved. Draws leave it out."))
    return redirect("web:setup", slug)


@posts_to("web:setup")
def release(request: HttpRequest, slug: str) -> HttpResponse:
    """Remove a reservation."""
    event = access.staff_event(request.user, slug, *FLOOR)
    try:
        facts = {name: whole_number(request, name) for name in ("table", "seat")}
        doors.ask(event, "seat.release", call_of(request), **facts)
    except CODED as error:
        return _show(request, event, error=error)
    messages.success(request, _("The reservation is removed."))
    return redirect("web:setup", slug)


def _by_room(views: Sequence[TableView]) -> dict[str, list[int]]:
    """The numbers of the tables in each room that has a name."""
    found: dict[str, list[int]] = {}
    for view in views:
        if view.table.room:
            found.setdefault(view.table.room, []).append(view.table.number)
    return found


def _reserve_form(
    event: Event, views: Sequence[TableView], request: HttpRequest | None = None
) -> ReserveForm:
    entries = sorted(selectors.entries_of(event), key=lambda entry: entry.person.name.casefold())
    data = request.POST if request else None
    return ReserveForm(data, entries=entries, tables=views)


def _show(
    request: HttpRequest,
    event: Event,
    *,
    tables: TablesForm | None = None,
    reserving: ReserveForm | None = None,
    rooming: RoomForm | None = None,
    error: Coded | None = None,
    status: int = 200,
) -> HttpResponse:
    event.refresh_from_db()
    views = tables_of(event)
    context = {
        "event": event,
        "role": access.role_in(request.user, event),
        "views": views,
        "reserved": [(view, seat) for view in views for seat in view.seats if seat.reserved],
        "tables": tables or TablesForm(),
        "rooming": rooming or RoomForm(auto_id="room_%s"),
        "rooms": _by_room(views),
        "reserving": reserving or _reserve_form(event, views),
        "error": sentence(error) if error else "",
    }
    status = status_of(error) if error else status
    return render(request, "director/setup.html", context, status=status)
