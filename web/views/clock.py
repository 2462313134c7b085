"""The clock at the desk: what is done seldom, and apart from the buttons that are pressed often."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from core.messages import Coded, sentence
from tables.services.levels import tables_behind
from tournaments import access, doors
from tournaments.models import Event, Role
from tournaments.rules.clock import ClockState
from web.desk import clock_now, jumped
from web.forms.clock import BreakNowForm, ExtraForm, HandsForm, LineForm, MinutesForm
from web.pages import CODED, allowed, call_of, posts_to, status_of

FLOOR = (Role.DIRECTOR, Role.FLOOR)


def clock(request: HttpRequest, slug: str) -> HttpResponse:
    """The clock and what can be done to it."""
    return _show(request, access.staff_event(request.user, slug, *FLOOR), {})


@posts_to("web:clock")
def adjust(request: HttpRequest, slug: str) -> HttpResponse:
    """Add minutes to what is left, or take them away."""
    event = access.staff_event(request.user, slug, *FLOOR)
    if "hands" in request.POST:
        hands = HandsForm(request.POST, auto_id="hands_%s")
        data = dict(hands.cleaned_data) if hands.is_valid() else {}
        said = _("The hands of the level were changed.")
        return _ask(request, event, {"by_hands": hands}, "clock.adjust", said, **data)
    form = MinutesForm(request.POST, auto_id="time_%s")
    facts = {"seconds": 60 * form.cleaned_data["minutes"]} if form.is_valid() else {}
    said = _("The time of the level was changed.")
    return _ask(request, event, {"time": form}, "clock.adjust", said, **facts)


@posts_to("web:clock")
def jump(request: HttpRequest, slug: str) -> HttpResponse:
    """Go to a line of the structure."""
    event = access.staff_event(request.user, slug, *FLOOR)
    form = LineForm(request.POST, structure=event.structure, auto_id="line_%s")
    facts = dict(form.cleaned_data) if form.is_valid() else {}
    said = jumped(event, facts["segment"]) if facts else ""
    return _ask(request, event, {"line": form}, "clock.jump", said, **facts)


@posts_to("web:clock")
def break_now(request: HttpRequest, slug: str) -> HttpResponse:
    """Let the break begin, whoever is still in Fantasyland."""
    event = access.staff_event(request.user, slug, *FLOOR)
    form = BreakNowForm(request.POST, auto_id="break_%s")
    said = _("The break has started.")
    return _ask(request, event, {"breaking": form}, "clock.break_now", said)


@posts_to("web:clock")
def extra(request: HttpRequest, slug: str) -> HttpResponse:
    """Let a table play into the next break."""
    event = access.staff_event(request.user, slug, *FLOOR)
    form = ExtraForm(request.POST, tables=_tables(event), auto_id="extra_%s")
    data = dict(form.cleaned_data) if form.is_valid() else {}
    data.pop("reason", None)
    return _ask(
        request, event, {"extra": form}, "table.extra", _("The table has its time."), **data
    )


def _ask(
    request: HttpRequest,
    event: Event,
    shown: dict[str, forms.Form],
    name: str,
    said: str,
    **facts: Any,
) -> HttpResponse:
    (form,) = shown.values()
    if not form.is_valid():
        return _show(request, event, shown, status=422)
    call = call_of(request, reason=form.cleaned_data.get("reason", ""))
    try:
        doors.ask(event, name, call, **facts)
    except CODED as error:
        return _show(request, event, shown, error=error)
    messages.success(request, said)
    return redirect("web:clock", event.slug)


def _behind(event: Event, clock: ClockState | None, tables: int) -> list[int]:
    """The tables that a level by hands waits for, once some are done with it."""
    behind = tables_behind(event, clock) if clock and clock.hands else []
    return behind if len(behind) < tables else []


def _tables(event: Event) -> list[Any]:
    return list(event.tables.filter(open=True).order_by("number"))


def _show(
    request: HttpRequest,
    event: Event,
    shown: dict[str, forms.Form],
    *,
    error: Coded | None = None,
    status: int = 200,
) -> HttpResponse:
    event.refresh_from_db()
    tables = _tables(event)
    now = clock_now(event)
    context = {
        "event": event,
        "role": access.role_in(request.user, event),
        "may": allowed(request, event),
        "clock": now,
        "extras": [
            one
            for one in tables
            if now and (one.extra_segment or -1) >= now.segment and one.extra_s
        ],
        "time": MinutesForm(auto_id="time_%s"),
        "by_hands": HandsForm(auto_id="hands_%s"),
        "behind": _behind(event, now, len(tables)),
        # Where the clock stands: a tap too much starts nothing over but this line.
        "line": LineForm(
            structure=event.structure,
            auto_id="line_%s",
            initial={"segment": now.segment if now else 0},
        ),
        "breaking": BreakNowForm(auto_id="break_%s"),
        "extra": ExtraForm(tables=tables, auto_id="extra_%s"),
        "error": sentence(error) if error else "",
        **shown,
    }
    code = status_of(error) if error else status
    return render(request, "director/clock.html", context, status=code)
