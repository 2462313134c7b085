"""How hands of an event are entered and shown."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from core.messages import sentence
from tournaments import access, doors
from tournaments.models import Event, Role
from web.forms.settings import SettingsForm
from web.pages import CODED, call_of, status_of


def settings(request: HttpRequest, slug: str) -> HttpResponse:
    """The form; POST sends it."""
    event = access.staff_event(request.user, slug, Role.DIRECTOR)
    if request.method != "POST":
        return _show(request, event, SettingsForm.of_event(event))
    form = SettingsForm(request.POST)
    if not form.is_valid():
        return _show(request, event, form, status=422)
    try:
        doors.ask(event, "event.settings", call_of(request), **form.facts())
    except CODED as error:
        form.add_error(None, sentence(error))
        return _show(request, event, form, status=status_of(error))
    messages.success(request, _("The settings are kept; the tablets follow at once."))
    return redirect("web:settings", slug)


def _show(
    request: HttpRequest, event: Event, form: SettingsForm, *, status: int = 200
) -> HttpResponse:
    context = {"event": event, "role": Role.DIRECTOR, "form": form}
    return render(request, "director/settings.html", context, status=status)
