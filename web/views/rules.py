"""The rules as pages: those of an event, and those of every preset."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from core.errors import NotFound
from scoring.presets import PRESETS
from tournaments import access
from web.money import public_changes
from web.rules_page import presets, rules_view


@login_not_required
def event_rules(request: HttpRequest, slug: str) -> HttpResponse:
    """The rules that an event pinned when it was created."""
    event = access.visible_event(request.user, slug)
    context = {
        "event": event,
        "role": access.role_in(request.user, event),
        "rules": rules_view(event.ruleset),
        "calculator": f"e:{event.slug}",
        "changes": public_changes(event),
    }
    return render(request, "public/event_rules.html", context)


@login_not_required
def preset_list(request: HttpRequest) -> HttpResponse:
    """Every preset with one line about it."""
    return render(request, "public/presets.html", {"presets": presets()})


@login_not_required
def preset_rules(request: HttpRequest, name: str) -> HttpResponse:
    """The rules of a preset."""
    if name not in PRESETS:
        raise NotFound("not_found")
    context = {"rules": rules_view(PRESETS[name]), "calculator": name}
    return render(request, "public/preset_rules.html", context)
