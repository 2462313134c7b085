"""The director's page about the felt: tablets, PINs, who calls, and what the tablets handed in."""

import uuid
from typing import Any

import segno
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from core.errors import BadRequest, NotFound
from core.messages import Coded, sentence
from tables import desk
from tables.access import numbered_table
from tables.services import devices
from tournaments import access, doors
from tournaments.models import Event, Role
from web.address import address_for_others, only_here
from web.pages import CODED, call_of, posts_to, signed_in, status_of, whole_number

FLOOR = (Role.DIRECTOR, Role.FLOOR)
BUTTONS = {
    "floor.take": "number",
    "floor.close": "number",
    "queue.close": "item",
}
"""The commands that a button of the page may run, and the number that each one names."""


def board(request: HttpRequest, slug: str) -> HttpResponse:
    """All tablets, calls and the queue; POST presses one of the buttons."""
    event = access.staff_event(request.user, slug, *FLOOR)
    if request.method != "POST":
        return _show(request, event)
    name = request.POST.get("command", "")
    try:
        if name not in BUTTONS:
            raise BadRequest("bad_request", field="command", problem=name[:40])
        facts: dict[str, Any] = {BUTTONS[name]: whole_number(request, "number")}
        if name == "queue.close":
            facts["note"] = request.POST.get("note", "")[:200]
        doors.ask(event, name, call_of(request), **facts)
    except CODED as error:
        return _show(request, event, error)
    return redirect("web:devices", slug)


@posts_to("web:devices")
@never_cache
def pair(request: HttpRequest, slug: str) -> HttpResponse:
    """A code that makes one browser the tablet of a table; shown this once."""
    event = access.staff_event(request.user, slug, *FLOOR)
    try:
        table = numbered_table(event, whole_number(request, "table"))
        token = devices.issue_token(signed_in(request), table)
    except CODED as error:
        return _show(request, event, error)
    url = address_for_others(request, f"{reverse('web:tablet_pair')}#{token}")
    context = {
        "event": event,
        "role": access.role_in(request.user, event),
        "table": table,
        "url": url,
        "code": "-".join(token[at : at + 4] for at in range(0, len(token), 4)),
        "site": url.partition("/tablet/")[0],
        "only_here": only_here(url),
        "qr": segno.make(url, micro=False).svg_data_uri(scale=8, dark="#000", light="#fff"),
        "minutes": int(devices.TOKEN_LIFE.total_seconds() // 60),
    }
    return render(request, "director/pairing.html", context)


@posts_to("web:devices")
def revoke(request: HttpRequest, slug: str) -> HttpResponse:
    """End a tablet that is lost."""
    event = access.staff_event(request.user, slug, *FLOOR)
    try:
        devices.revoke(signed_in(request), event, _uid(request, "device"))
    except CODED as error:
        return _show(request, event, error)
    messages.success(request, _("The tablet may not do anything any more."))
    return redirect("web:devices", slug)


@posts_to("web:devices")
def unlock(request: HttpRequest, slug: str) -> HttpResponse:
    """Let a tablet take PINs again."""
    event = access.staff_event(request.user, slug, *FLOOR)
    try:
        devices.unlock(signed_in(request), event, _uid(request, "device"))
    except CODED as error:
        return _show(request, event, error)
    messages.success(request, _("The tablet takes PINs again."))
    return redirect("web:devices", slug)


@posts_to("web:devices")
@never_cache
def pins(request: HttpRequest, slug: str) -> HttpResponse:
    """New PINs for those who are ticked: a sheet to print and cut, shown this once."""
    event = access.staff_event(request.user, slug, *FLOOR)
    chosen = set(request.POST.getlist("user"))
    members = [pin.member.user for pin in desk.pins_of(event) if str(pin.member.user.uid) in chosen]
    try:
        issued = devices.issue_pins(signed_in(request), event, members)
    except CODED as error:
        return _show(request, event, error)
    context = {
        "event": event,
        "role": access.role_in(request.user, event),
        "pins": [(user.known_as, _spaced(pin)) for user, pin in issued.items()],
    }
    return render(request, "director/pins.html", context)


def _show(request: HttpRequest, event: Event, error: Coded | None = None) -> HttpResponse:
    now = timezone.now()
    role = access.role_in(request.user, event)
    context = {
        "event": event,
        "role": role,
        "is_director": role == Role.DIRECTOR,
        "now": now,
        "tablets": desk.tablets_of(event, now),
        "calls": desk.open_calls(event),
        "items": desk.open_items(event),
        "closed_items": desk.closed_items(event),
        "counts": desk.bad_counts(event),
        "pins": desk.pins_of(event),
        "error": sentence(error) if error else "",
    }
    status = status_of(error) if error else 200
    return render(request, "director/devices.html", context, status=status)


def _uid(request: HttpRequest, field: str) -> uuid.UUID:
    try:
        return uuid.UUID(request.POST.get(field, ""))
    except ValueError:
        raise NotFound("not_found") from None


def _spaced(pin: str) -> str:
    """Six digits as they are read out: 123 456."""
    return f"{pin[:3]} {pin[3:]}"
