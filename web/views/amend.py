"""Changing what players rely on: with a reason, and for everybody to read."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from core.messages import sentence
from tournaments import access, doors
from tournaments.models import Event, Role
from web.forms.amend import AmendForm
from web.forms.structure import lines_of
from web.money import public_changes
from web.pages import CODED, call_of, status_of


def amend(request: HttpRequest, slug: str) -> HttpResponse:
    """The form; a draft is changed on its own."""
    event = access.staff_event(request.user, slug, Role.DIRECTOR)
    if event.status == Event.Status.DRAFT:
        return redirect("web:change", slug)
    if request.method != "POST":
        return _show(request, event, AmendForm.of_event(event))
    form = AmendForm(event, request.POST)
    if not form.is_valid():
        return _show(request, event, form, status=422)
    try:
        call = call_of(request, reason=form.cleaned_data["reason"])
        doors.ask(event, "event.amend", call, **form.facts())
    except CODED as error:
        form.add_error(None, sentence(error))
        return _show(request, event, form, status=status_of(error))
    messages.success(request, _("The event is changed. Everybody can read it."))
    return redirect("web:amend", slug)


def _show(
    request: HttpRequest, event: Event, form: AmendForm, *, status: int = 200
) -> HttpResponse:
    context = {
        "event": event,
        "role": Role.DIRECTOR,
        "form": form,
        "lines": lines_of(event.structure, event.starting_stack),
        "changes": public_changes(event),
    }
    return render(request, "director/amend.html", context, status=status)
