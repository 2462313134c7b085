"""The calculator: any hand under any rule set, without an event and without a login."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from core.errors import NotFound
from scoring.presets import PRESETS
from scoring.rules import RuleSet
from tournaments import access
from tournaments.models import Event
from web.calculator import calculate, examples
from web.calculator_input import Usual, read_hand
from web.desk import clock_now
from web.pages import is_htmx
from web.rules_page import presets

EVENT = "e:"


@login_not_required
def calculator(request: HttpRequest) -> HttpResponse:
    """The page; a script posts its form and gets back what changed."""
    data = request.POST if request.method == "POST" else request.GET
    name = data.get("r", "") or "vamos"
    rules, event_name, usual = _rules(request, name)
    found = calculate(read_hand(name, rules, {key: str(data[key]) for key in data}, usual))
    context = {
        "found": found,
        "presets": presets(),
        "event_name": event_name,
        "examples": examples(name if rules.max_players > 2 and rules.chairs > 2 else "vamos"),
        "cards": [rank + suit for suit in "shdc" for rank in "AKQJT98765432"],
    }
    if not is_htmx(request):
        return render(request, "public/calculator.html", context)
    frame = data.get("shown") != found.hand.frame
    template = "calculator_form" if frame else "calculator_changes"
    response = render(request, f"public/{template}.html", context)
    response["HX-Replace-Url"] = f"{reverse('web:calculator')}?{found.link}"
    if frame:
        response["HX-Retarget"], response["HX-Reswap"] = "#calculator", "outerHTML"
    return response


def _rules(request: HttpRequest, name: str) -> tuple[RuleSet, str, Usual]:
    """The rules of a preset, or those of an event that the reader may see; what is played for."""
    if name in PRESETS:
        return PRESETS[name], "", Usual()
    if name.startswith(EVENT):
        event = access.visible_event(request.user, name.removeprefix(EVENT))
        return event.ruleset, event.name, _usual(event)
    raise NotFound("not_found")


def _usual(event: Event) -> Usual:
    """The point value of its level, and the stack that everybody began with."""
    clock, levels = clock_now(event), event.structure.levels
    value = clock.point_value if clock else levels[0].point_value if levels else Usual().value
    return Usual(event.starting_stack or Usual().stack, value)
