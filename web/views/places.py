"""Places at the desk: the roll call before anybody is told he is paid, and rulings on order."""

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from core.messages import Coded, sentence
from tables.services.bubble import announced, roll_of
from tournaments import access, doors
from tournaments.models import Entry, Event, Role
from tournaments.rules.places import Place
from tournaments.selectors import entries_of, places_of
from web.forms.moves import ReasonForm
from web.pages import CODED, allowed, call_of, posts_to, status_of, whole_number

FLOOR = (Role.DIRECTOR, Role.FLOOR)
SHOWN = 15
"""So many of those who went out last can be put into another order."""


@dataclass(frozen=True, slots=True)
class OutLine:
    """Somebody who is out, with his place and what was typed for him."""

    entry: Entry
    place: Place
    typed: str

    @property
    def tied(self) -> bool:
        """Whether he shares his place."""
        return self.place.first != self.place.last


def places(request: HttpRequest, slug: str) -> HttpResponse:
    """The roll call and the places of who went out last."""
    return _show(request, access.staff_event(request.user, slug, *FLOOR))


@posts_to("web:places")
def count(request: HttpRequest, slug: str) -> HttpResponse:
    """So many players sit at a table."""
    event = access.staff_event(request.user, slug, *FLOOR)
    try:
        facts = {name: whole_number(request, name) for name in ("table", "players")}
        doors.ask(event, "head.count", call_of(request), **facts)
    except CODED as error:
        return _show(request, event, error=error)
    return redirect("web:places", slug)


@posts_to("web:places")
def announce(request: HttpRequest, slug: str) -> HttpResponse:
    """All who are left are paid."""
    event = access.staff_event(request.user, slug, *FLOOR)
    try:
        doors.ask(event, "bubble.announce", call_of(request))
    except CODED as error:
        return _show(request, event, error=error)
    messages.success(request, _("Everybody can read it: all who are left are paid."))
    return redirect("web:places", slug)


@posts_to("web:places")
def order(request: HttpRequest, slug: str) -> HttpResponse:
    """Put players who are out into another order; the same number shares a place."""
    event = access.staff_event(request.user, slug, *FLOOR)
    form = ReasonForm(request.POST, prefix="all")
    if not form.is_valid():
        return _show(request, event, form=form, typed=request.POST, status=422)
    call = call_of(request, reason=form.cleaned_data["reason"])
    try:
        doors.ask(event, "places.order", call, groups=_groups(request.POST))
    except CODED as error:
        return _show(request, event, form=form, typed=request.POST, error=error)
    messages.success(request, _("The places are in their new order."))
    return redirect("web:places", slug)


def _groups(typed: Any) -> list[list[int]]:
    """Entries by the number that stands at them, the smallest first."""
    found: dict[int, list[int]] = {}
    for name, text in typed.items():
        number = name.removeprefix("rank_")
        if name != number and number.isdecimal() and text.isdecimal() and len(text) < 4:
            found.setdefault(int(text), []).append(int(number))
    return [sorted(found[rank]) for rank in sorted(found)]


def _show(
    request: HttpRequest,
    event: Event,
    *,
    form: ReasonForm | None = None,
    typed: Any = None,
    error: Coded | None = None,
    status: int = 200,
) -> HttpResponse:
    event.refresh_from_db()
    entries = entries_of(event)
    placed = places_of(event, entries)
    out = [entry for entry in entries if entry.out_seq is not None]
    out.sort(key=lambda entry: (placed[entry.number], entry.number))
    left, paid = len(entries) - len(out), len(event.prizes)
    roll = roll_of(event) if event.status == Event.Status.RUNNING else []
    context = {
        "event": event,
        "role": access.role_in(request.user, event),
        "may": allowed(request, event),
        "left": left,
        "paid": paid,
        "to_go": max(0, left - paid) if paid else None,
        "announced": announced(event),
        "roll": roll,
        "counted": all(one.good for one in roll),
        "out": [
            OutLine(one, placed[one.number], (typed or {}).get(f"rank_{one.number}", ""))
            for one in out[:SHOWN]
        ],
        "form": form or ReasonForm(prefix="all"),
        "error": sentence(error) if error else "",
    }
    code = status_of(error) if error else status
    return render(request, "director/places.html", context, status=code)
