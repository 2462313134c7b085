"""Corrections at the desk: a hand with what it would change, and what waits for a second person."""

import json
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from core.errors import BadRequest
from core.messages import Coded, sentence
from tables import desk
from tables.services.corrections import count_lines
from tournaments import access, doors
from tournaments.journal import Facts
from tournaments.models import Event, Role
from web.corrections import settled_of, waiting_of
from web.forms.corrections import ChipsForm, WhichForm
from web.forms.moves import ReasonForm
from web.pages import CODED, call_of, posts_to, signed_in, status_of, whole_number

FLOOR = (Role.DIRECTOR, Role.FLOOR)


def corrections(request: HttpRequest, slug: str) -> HttpResponse:
    """What waits, what was done, and the way to a hand; POST books chips by hand."""
    event = access.staff_event(request.user, slug, *FLOOR)
    if request.method != "POST":
        return _show(request, event)
    form = ChipsForm(request.POST, event=event)
    if not form.is_valid():
        return _show(request, event, form=form, status=422)
    data = form.cleaned_data
    lines = [{"entry": data["entry"], "chips": data["chips"]}]
    try:
        ask(request, event, "chips.adjust", data["reason"], lines=lines)
    except CODED as error:
        form.add_error(None, sentence(error))
        return _show(request, event, form=form, status=status_of(error))
    return redirect("web:corrections", slug)


@posts_to("web:corrections")
def which(request: HttpRequest, slug: str) -> HttpResponse:
    """To the hand that was named."""
    event = access.staff_event(request.user, slug, *FLOOR)
    form = WhichForm(request.POST)
    if not form.is_valid():
        return _show(request, event, which=form, status=422)
    data = form.cleaned_data
    found = event.tables.filter(number=data["table"], hands__number=data["hand"]).exists()
    if not found:
        form.add_error("hand", _("There is no such hand. Look at the number again."))
        return _show(request, event, which=form, status=422)
    return redirect("web:correct", slug, data["table"], data["hand"])


@posts_to("web:corrections")
def settle(request: HttpRequest, slug: str) -> HttpResponse:
    """Approve what waits, as it was shown, or drop it."""
    event = access.staff_event(request.user, slug, *FLOOR)
    approved = "approve" in request.POST
    try:
        facts: Facts = {"number": whole_number(request, "number")}
        if approved:
            facts["basis"] = request.POST.get("basis", "")[:20]
        name = "correction.approve" if approved else "correction.drop"
        doors.ask(event, name, call_of(request), **facts)
    except CODED as error:
        return _show(request, event, error=error)
    said = _("The correction is carried out.") if approved else _("The correction is dropped.")
    messages.success(request, said)
    return redirect("web:corrections", slug)


@posts_to("web:corrections")
def book(request: HttpRequest, slug: str) -> HttpResponse:
    """Book the difference that a count found."""
    event = access.staff_event(request.user, slug, *FLOOR)
    form = ReasonForm(request.POST, prefix="count")
    try:
        number = whole_number(request, "number")
        found = event.counts.filter(seq=number).first()
        if found is None:
            raise BadRequest("bad_request", field="number", problem=str(number))
        if not form.is_valid():
            problem = " ".join(str(one) for one in form.errors["reason"])
            raise BadRequest("bad_request", field=_("Reason"), problem=problem)
        lines = count_lines(event, found)
        reason = form.cleaned_data["reason"]
        ask(request, event, "chips.adjust", reason, lines=lines, count=number)
    except CODED as error:
        return _show(request, event, error=error)
    return redirect("web:corrections", slug)


def ask(request: HttpRequest, event: Event, name: str, reason: str, **facts: Any) -> None:
    """Ask for a correction, and say what is done or that it waits."""
    answer = json.loads(doors.ask(event, name, call_of(request, reason=reason), **facts))
    if answer["state"] == "applied":
        said = {
            "penalty.give": _("The penalty is paid."),
            "entry.reinstate": _("The player is back in."),
        }
        messages.success(request, said.get(name, _("The correction is carried out.")))
    else:
        messages.info(request, _("Somebody else of the floor has to approve this now."))


def _show(
    request: HttpRequest,
    event: Event,
    *,
    form: forms.Form | None = None,
    which: forms.Form | None = None,
    error: Coded | None = None,
    status: int = 200,
) -> HttpResponse:
    event.refresh_from_db()
    context = {
        "event": event,
        "role": access.role_in(request.user, event),
        "reader": signed_in(request).pk,
        "waiting": waiting_of(event, timezone.now()),
        "asked": desk.asked_corrections(event),
        "tables": list(event.tables.filter(open=True).order_by("number")),
        "counts": desk.bad_counts(event),
        "settled": settled_of(event),
        "form": form or ChipsForm(event=event, auto_id="chips_%s"),
        "which": which or WhichForm(auto_id="which_%s"),
        "booking": ReasonForm(prefix="count"),
        "error": sentence(error) if error else "",
    }
    status = status_of(error) if error else status
    return render(request, "director/corrections.html", context, status=status)
