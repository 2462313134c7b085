"""The director's desk: create an event, run it, read what was done."""

import uuid
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from core.errors import BadRequest, NotAllowed
from core.messages import Coded, sentence
from tables.desk import round_of
from tournaments import access, doors, selectors
from tournaments.models import Event, Role
from tournaments.rules.structure import Structure
from web.desk import desk_of, jump_label, jumped, next_step
from web.forms.event import CommandForm, EventForm
from web.forms.structure import lines_of, read_structure
from web.forms.templates import TEMPLATES, sources, template_values
from web.log import log_lines
from web.log_filter import LogForm
from web.log_undo import with_undo
from web.moves import proposal_view
from web.needs import needs_of
from web.pages import CODED, allowed, call_of, posts_to, signed_in, status_of

DESK = (Role.DIRECTOR, Role.FLOOR, Role.CASHIER, Role.AUDITOR)
FLOOR = (Role.DIRECTOR, Role.FLOOR)
LOG_SHORT, LOG_LONG = 12, 100
ROUTINE = ("hand.start",)


def create(request: HttpRequest) -> HttpResponse:
    """A new event. What was typed stays there until it is right."""
    if not signed_in(request).may_create_events:
        raise NotAllowed("not_allowed")
    form = EventForm(request.POST or None, initial=_started_from(request))
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                doors.create_event(call_of(request), **form.facts())
                _copy_prices(request, form.cleaned_data["slug"])
            except CODED as error:
                form.add_error(_field_of(error), sentence(error))
                status = status_of(error)
            else:
                return redirect("web:desk", form.cleaned_data["slug"])
    return _show_form(request, form, form, status=status)


def _started_from(request: HttpRequest) -> dict[str, Any]:
    """What the form is filled with at first: a template, or an event of his own."""
    start = request.GET.get("start", "")
    if start in TEMPLATES:
        return template_values(start)
    slug = start.removeprefix("event:")
    if not start.startswith("event:"):
        return {}
    event = access.staff_event(request.user, slug, Role.DIRECTOR)
    copied = EventForm.of_event(slug, selectors.facts_of(event)).initial
    return {**copied, "slug": "", "starts_at": ""}


def _copy_prices(request: HttpRequest, slug: str) -> None:
    """An event that started as a copy costs what the other one did."""
    start = request.GET.get("start", "")
    if not start.startswith("event:"):
        return
    other = access.staff_event(request.user, start.removeprefix("event:"), Role.DIRECTOR)
    if other.price_list:
        call = call_of(request)
        call = replace(call, submission=uuid.uuid5(call.submission, "prices"))
        event = access.staff_event(request.user, slug, Role.DIRECTOR)
        doors.ask(event, "event.prices", call, prices=other.price_list)


def change(request: HttpRequest, slug: str) -> HttpResponse:
    """The same form again, until registration opens."""
    event = access.staff_event(request.user, slug, Role.DIRECTOR)
    if event.status != Event.Status.DRAFT:
        messages.info(request, _("Registration is open: rules and structure stand."))
        return redirect("web:desk", slug)
    if request.method != "POST":
        form = EventForm.of_event(slug, selectors.facts_of(event))
        return _show_form(request, form, form, event, lines=_lines_of(event))
    form = EventForm({**request.POST.dict(), "slug": slug}).for_event()
    status = 422
    if form.is_valid():
        try:
            doors.ask(event, "event.edit", call_of(request), **form.edit_facts())
        except CODED as error:
            form.add_error(None, sentence(error))
            status = status_of(error)
        else:
            messages.success(request, _("The event is changed."))
            return redirect("web:desk", slug)
    return _show_form(request, form, form, event, status=status)


def resumed(request: HttpRequest, typed: Mapping[str, str]) -> HttpResponse:
    """The form as a director left it to edit the rules."""
    form, bound = EventForm(initial=dict(typed)), EventForm(typed)
    event = edited(request, typed)
    return _show_form(request, form.for_event() if event else form, bound, event)


def edited(request: HttpRequest, typed: Mapping[str, str]) -> Event | None:
    """The event that the form is about; None for a new one. Refuses who may do neither."""
    if slug := typed.get("event", ""):
        return access.staff_event(request.user, slug, Role.DIRECTOR)
    if not signed_in(request).may_create_events:
        raise NotAllowed("not_allowed")
    return None


def _show_form(
    request: HttpRequest,
    form: EventForm,
    read: EventForm,
    event: Event | None = None,
    *,
    lines: object = None,
    status: int = 200,
) -> HttpResponse:
    """The form; ``read``: where its structure is read from."""
    found = {"lines": lines or _lines(read), "problems": _problems(read)}
    roles = access.roles_of(request.user)
    events = access.visible_events(request.user)
    own = [one for one in events if roles.get(one.pk) == Role.DIRECTOR]
    context = {
        "form": form,
        "event": event,
        "role": Role.DIRECTOR if event else "",
        "sources": [] if event else sources(own),
        "start": request.GET.get("start", ""),
        **found,
    }
    return render(request, "director/create.html", context, status=status)


def _lines_of(event: Event) -> object:
    return lines_of(event.structure, event.starting_stack)


@posts_to("web:create")
def structure(request: HttpRequest) -> HttpResponse:
    """The table of levels for what is typed so far."""
    form = EventForm(request.POST)
    context = {"lines": _lines(form), "problems": _problems(form)}
    return render(request, "director/structure.html", context)


def desk(request: HttpRequest, slug: str) -> HttpResponse:
    """The desk; POST presses one of its buttons."""
    event = access.staff_event(request.user, slug, *DESK)
    if request.method != "POST":
        return _show(request, event, "director/desk.html")
    form = CommandForm(request.POST)
    try:
        if not form.is_valid():
            raise BadRequest("bad_request", field="command", problem=form.errors.as_text())
        name = form.cleaned_data["command"]
        doors.ask(event, name, call_of(request), **form.facts())
    except CODED as error:
        return _show(request, event, "director/desk.html", error=error)
    messages.success(request, _done(event, name, form.facts()))
    return redirect("web:desk", slug)


def desk_now(request: HttpRequest, slug: str) -> HttpResponse:
    """What changes on the desk. It carries forms, so it is never kept."""
    event = access.staff_event(request.user, slug, *DESK)
    response = _show(request, event, "director/desk_now.html")
    response["Cache-Control"] = "no-store"
    return response


def log(request: HttpRequest, slug: str) -> HttpResponse:
    """Everything that was done, newest first."""
    event = access.staff_event(request.user, slug, *DESK)
    text = request.GET.get("before", "")
    before = int(text) if text.isdecimal() and len(text) < 16 else None
    form = LogForm(request.GET, event)
    wanted = form.wanted
    found = wanted.of(event.journal.select_related("actor")).order_by("-seq")
    entries = list((found if before is None else found.filter(seq__lt=before))[:LOG_LONG])
    lines = log_lines(event, entries)
    role = access.role_in(request.user, event)
    context = {
        "event": event,
        "role": role,
        "form": form,
        "filtered": wanted.address,
        "log": with_undo(event, entries, lines) if role in FLOOR else lines,
        "older": entries[-1].seq if len(entries) == LOG_LONG else None,
    }
    return render(request, "director/log.html", context)


def _show(
    request: HttpRequest, event: Event, template: str, *, error: Coded | None = None
) -> HttpResponse:
    event.refresh_from_db()
    found = desk_of(event)
    now = timezone.now()
    role = access.role_in(request.user, event)
    proposal = proposal_view(event, now) if role in FLOOR else None
    context = {
        "event": event,
        "role": role,
        "may": allowed(request, event),
        "desk": found,
        "proposal": proposal,
        "round": round_of(event),
        "clock": found.clock,
        "step": next_step(found, role),
        "needs": needs_of(found, proposal, role, now),
        "jump": jump_label(found),
        "log": log_lines(event, selectors.last_commands(event, LOG_SHORT, skip=ROUTINE)),
        "lines": _lines_of(event),
        "error": sentence(error) if error else "",
    }
    return render(request, template, context, status=status_of(error) if error else 200)


def _lines(form: EventForm) -> object:
    """The levels of the form with the points of depth; None while they cannot be read."""
    if not form.is_bound:
        structure = read_structure(str(form["structure"].value()))
        return lines_of(structure, int(form["starting_stack"].value()))
    form.is_valid()
    found = form.cleaned_data.get("structure")
    stack = form.cleaned_data.get("starting_stack") or 1
    return lines_of(found, stack) if isinstance(found, Structure) else None


def _problems(form: EventForm) -> list[str]:
    """What is wrong with the lines of the structure."""
    return [str(problem) for problem in form.errors.get("structure", [])] if form.is_bound else []


def _field_of(error: Coded) -> str | None:
    return "slug" if error.code == "slug_taken" else None


def _done(event: Event, name: str, facts: Mapping[str, int]) -> str:
    if name == "clock.jump":
        return jumped(event, facts["segment"])
    said = {
        "event.publish": _("Registration is open."),
        "event.start": _("The clock runs. Hands can be dealt."),
        "event.finish": _("The event is finished."),
        "clock.pause": _("The clock is paused."),
        "clock.resume": _("The clock runs again."),
        "clock.adjust": _("The time of the level was changed."),
        "floor.take": _("The table sees that you are coming."),
        "floor.go": _("The table sees that you are coming."),
        "floor.close": _("The call is over."),
        "round.start": _("The tables play hand for hand."),
        "round.stop": _("Every table plays at its own pace."),
    }
    return said[name]
