"""The editor of house rules, between the form of a new event and back."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scoring.presets import PRESETS
from web.pages import RULES_STATUS, is_htmx, posts_to
from web.rules_editor import editor
from web.rules_fields import START
from web.views.director import edited, resumed

BUTTONS = {"done", "cancel", "reset", "csrfmiddlewaretoken", "submission"}


@posts_to("web:create")
def edit_rules(request: HttpRequest) -> HttpResponse:
    """All settings of a rule set; what was typed for the event goes along in hidden fields."""
    data = {key: str(value) for key, value in request.POST.items() if key not in BUTTONS}
    carried = {key: value for key, value in data.items() if not key.startswith(START)}
    edited(request, carried)
    if "cancel" in request.POST:
        return resumed(request, carried)
    if "reset" in request.POST:
        data = {**carried, "overrides": ""}
    name = carried.get("ruleset", "")
    found = editor(name if name in PRESETS else "vamos", data)
    if is_htmx(request):
        return render(request, "director/rules_changes.html", {"editor": found})
    if "done" in request.POST and not found.errors:
        return resumed(request, {**carried, "overrides": found.overrides})
    context = {"editor": found, "carried": carried, "tried": "done" in request.POST}
    status = RULES_STATUS if "done" in request.POST else 200
    return render(request, "director/rules.html", context, status=status)
