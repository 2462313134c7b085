"""Moves: what the planner proposes, the orders under way, a table that breaks, a redraw."""

import json
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.errors import BadRequest
from core.messages import Coded, sentence
from tables import desk
from tournaments import access, doors
from tournaments.models import Event, Role
from web.forms.moves import BreakForm, ProposalForm, ReasonForm, RulingForm
from web.moves import order_lines, proposal_view
from web.order_steps import carry_out
from web.pages import CODED, allowed, call_of, posts_to, status_of, whole_number

FLOOR = (Role.DIRECTOR, Role.FLOOR)
Refused = forms.Form | Coded


def moves(request: HttpRequest, slug: str) -> HttpResponse:
    """The proposal with its reasons, and the orders that are not carried out yet."""
    return _show(request, access.staff_event(request.user, slug, *FLOOR))


@posts_to("web:moves")
def accept(request: HttpRequest, slug: str) -> HttpResponse:
    """Give the orders of the proposal as it was shown."""
    event = access.staff_event(request.user, slug, *FLOOR)
    form = ProposalForm(request.POST)
    if not form.is_valid():
        problem = " ".join(str(one) for one in form.errors.get("plan", ()))
        return _show(request, event, BadRequest("bad_request", field="plan", problem=problem))
    try:
        answer = json.loads(
            doors.ask(event, "plan.accept", call_of(request), **form.cleaned_data["plan"])
        )
    except CODED as error:
        return _show(request, event, error)
    count = len(answer["orders"])
    text = ngettext("%(count)s order was given.", "%(count)s orders were given.", count)
    messages.success(request, text % {"count": count})
    return redirect("web:moves", slug)


@posts_to("web:moves")
def rule(request: HttpRequest, slug: str) -> HttpResponse:
    """Put the proposal aside, or have its seats drawn again; with the reason."""
    event = access.staff_event(request.user, slug, *FLOOR)
    form = RulingForm(request.POST)
    again = "redraw" in request.POST
    if not form.is_valid():
        return _show(request, event, form)
    call = call_of(request, reason=form.cleaned_data["reason"])
    name = "plan.redraw" if again else "plan.reject"
    try:
        doors.ask(event, name, call, basis=form.cleaned_data["basis"])
    except CODED as error:
        return _show(request, event, error)
    said = _("The seats were drawn again.") if again else _("The proposal was put aside.")
    messages.success(request, said)
    return redirect("web:moves", slug)


@posts_to("web:moves")
def break_table(request: HttpRequest, slug: str) -> HttpResponse:
    """Send everybody of a table elsewhere; it closes when the last one has left."""
    event = access.staff_event(request.user, slug, *FLOOR)
    form = BreakForm(request.POST, tables=desk.breakable(event))
    if not form.is_valid():
        return _show(request, event, form)
    table = form.cleaned_data["table"]
    said = _("Table %(table)s breaks after its hand.") % {"table": table}
    return _with_reason(request, event, form, "table.break", said, table=table)


@posts_to("web:moves")
def redraw(request: HttpRequest, slug: str) -> HttpResponse:
    """New seats for everyone who is left."""
    event = access.staff_event(request.user, slug, *FLOOR)
    form = ReasonForm(request.POST, prefix="all")
    if not form.is_valid():
        return _show(request, event, form)
    return _with_reason(request, event, form, "seat.redraw", _("Everybody has a new seat."))


@posts_to("web:moves")
def step(request: HttpRequest, slug: str) -> HttpResponse:
    """A player has left his table or sits at the other one, with counted chips."""
    event = access.staff_event(request.user, slug, *FLOOR)
    try:
        carry_out(request, event, whole_number(request, "table"))
    except CODED as error:
        return _show(request, event, error)
    return redirect("web:moves", slug)


@posts_to("web:moves")
def cancel(request: HttpRequest, slug: str) -> HttpResponse:
    """Take an order back."""
    event = access.staff_event(request.user, slug, *FLOOR)
    try:
        order = whole_number(request, "number")
        doors.ask(event, "move.cancel", call_of(request), order=order)
    except CODED as error:
        return _show(request, event, error)
    messages.success(request, _("The order was taken back."))
    return redirect("web:moves", slug)


def _with_reason(
    request: HttpRequest, event: Event, form: forms.Form, name: str, said: str, **facts: Any
) -> HttpResponse:
    call = call_of(request, reason=form.cleaned_data["reason"])
    try:
        doors.ask(event, name, call, **facts)
    except CODED as error:
        form.add_error(None, sentence(error))
        return _show(request, event, form, status=status_of(error))
    messages.success(request, said)
    return redirect("web:moves", event.slug)


def _show(
    request: HttpRequest, event: Event, refused: Refused | None = None, *, status: int = 422
) -> HttpResponse:
    """The page; a refused form is shown in its place with what was typed."""
    event.refresh_from_db()
    proposal = proposal_view(event)
    basis = {"basis": proposal.proposal.basis} if proposal else None
    bad = {type(refused): refused} if isinstance(refused, forms.Form) else {}
    error = None if refused is None or isinstance(refused, forms.Form) else refused
    context = {
        "event": event,
        "role": access.role_in(request.user, event),
        "may": allowed(request, event),
        "proposal": proposal,
        "orders": order_lines(event),
        "ruling": bad.get(RulingForm) or RulingForm(initial=basis, auto_id="ruling_%s"),
        "breaking": bad.get(BreakForm)
        or BreakForm(tables=desk.breakable(event), auto_id="break_%s"),
        "redrawing": bad.get(ReasonForm) or ReasonForm(prefix="all"),
        "error": sentence(error) if error else "",
    }
    code = 200 if refused is None else status_of(error) if error else status
    return render(request, "director/moves.html", context, status=code)
