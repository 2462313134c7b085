"""One recorded hand to correct: what lay there, what that changes, and the reason."""

from dataclasses import dataclass, field
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from core.errors import NotFound
from core.messages import Coded, sentence
from tables import access as table_access
from tables.effects import Effect
from tables.hand_effects import correct_effect, void_effect
from tables.models import Hand
from tables.models.hand import CLOSED
from tables.results import applied_to, as_corrected
from tournaments import access
from tournaments.journal import Facts
from tournaments.models import Event
from web.boards import recorded_result
from web.corrections import effect_view
from web.forms.corrections import PointsForm
from web.forms.hand import HandForm
from web.forms.moves import ReasonForm
from web.pages import CODED, status_of
from web.typed import typed_boards
from web.views.corrections import FLOOR, ask


@dataclass
class Asked:
    """What the page shows besides the hand itself."""

    form: HandForm | PointsForm
    reason: ReasonForm = field(default_factory=lambda: ReasonForm(prefix="all"))
    effect: Effect | None = None
    void: bool = False
    error: Coded | None = None
    status: int = 200


def correct(request: HttpRequest, slug: str, number: int, hand: int) -> HttpResponse:
    """The cards or points that count now; POST shows what others would change, or asks for it."""
    event = access.staff_event(request.user, slug, *FLOOR)
    row = _recorded(event, number, hand)
    now = as_corrected(row)
    if request.method != "POST":
        by_points = now.points_only if "points" not in request.GET else request.GET["points"] == "1"
        return _show(request, row, Asked(_form(now, None, points=by_points)))
    asked = _asked(request, row, now)
    if asked.effect and not asked.error and "ask" in request.POST:
        asked.reason = ReasonForm(request.POST, prefix="all")
        if not asked.reason.is_valid():
            asked.status = 422
        elif _ask(request, event, row, asked):
            return redirect("web:correct", slug, number, hand)
    return _show(request, row, asked)


def _asked(request: HttpRequest, row: Hand, now: Hand) -> Asked:
    """What was posted, with the effect it would have."""
    points = "points" in request.POST
    if "void" in request.POST:
        asked = Asked(_form(now, None, points=now.points_only), void=True)
    else:
        asked = Asked(_form(now, request.POST, points=points))
    try:
        if asked.void:
            asked.effect = void_effect(row, timezone.now())
        elif asked.form.is_valid():
            sheet: Any = _facts(asked.form)
            sheet = sheet if points else sheet["layouts"]
            asked.effect = correct_effect(row, timezone.now(), sheet, points_only=points)
        else:
            asked.status = 422
    except CODED as error:
        _refuse(asked, error)
    return asked


def _ask(request: HttpRequest, event: Event, row: Hand, asked: Asked) -> bool:
    facts: Facts = {"table": row.table.number, "hand": row.number}
    facts["basis"] = request.POST.get("basis", "")[:20]
    name = "hand.void" if asked.void else "hand.correct"
    if not asked.void:
        facts |= _facts(asked.form)
    try:
        ask(request, event, name, asked.reason.cleaned_data["reason"], **facts)
    except CODED as error:
        _refuse(asked, error)
        return False
    return True


def _refuse(asked: Asked, error: Coded) -> None:
    asked.error, asked.status = error, status_of(error)
    if isinstance(asked.form, HandForm) and asked.form.is_bound and "seat" in error.params:
        asked.form.refuse(error)


def _form(now: Hand, data: Any, *, points: bool) -> HandForm | PointsForm:
    if points:
        return PointsForm(now, data)
    if now.points_only:
        now.sheet = []
    return HandForm(now, data)


def _facts(form: HandForm | PointsForm) -> Facts:
    return form.facts() if isinstance(form, PointsForm) else {"layouts": form.layouts}


def _recorded(event: Event, number: int, hand: int) -> Hand:
    found = table_access.hand_of(table_access.numbered_table(event, number), hand)
    if found.state not in CLOSED:
        raise NotFound("not_found")
    return found


def _show(request: HttpRequest, row: Hand, asked: Asked) -> HttpResponse:
    event = row.table.event
    form: forms.Form = asked.form
    shown = asked.effect
    context = {
        "event": event,
        "role": access.role_in(request.user, event),
        "table": row.table,
        "hand": row,
        "result": recorded_result(row),
        "done": applied_to(row),
        "form": form,
        "points": isinstance(form, PointsForm),
        "typed": typed_boards(form) if isinstance(form, HandForm) else [],
        "effect": effect_view(event, shown) if shown else None,
        "void": asked.void,
        "reason": asked.reason,
        "error": sentence(asked.error) if asked.error else "",
    }
    return render(request, "director/correct.html", context, status=asked.status)
