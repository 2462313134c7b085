"""Screens that hang on a wall: the clock, and the standings that turn their pages."""

import segno
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from tournaments import access
from tournaments.models import Event
from web.address import address_for_others
from web.pages import fragment
from web.views.public import standings_context
from web.wall import wall_of

Context = dict[str, object]


@login_not_required
def clock_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The clock on the wall."""
    event = access.visible_event(request.user, slug)
    context = {**_frame(request, event), **_clock(event)}
    return render(request, "public/wall_clock.html", context)


@login_not_required
def clock(request: HttpRequest, slug: str) -> HttpResponse:
    """What changes on the clock."""
    event = access.visible_event(request.user, slug)
    return fragment(request, event, "public/wall_clock_now.html", lambda: _clock(event))


@login_not_required
def standings_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The standings on the wall."""
    event = access.visible_event(request.user, slug)
    context = {**_frame(request, event), **standings_context(event)}
    return render(request, "public/wall_standings.html", context)


@login_not_required
def standings(request: HttpRequest, slug: str) -> HttpResponse:
    """What changes on the standings of the wall."""
    event = access.visible_event(request.user, slug)
    return fragment(
        request, event, "public/wall_standings_now.html", lambda: standings_context(event)
    )


def _frame(request: HttpRequest, event: Event) -> Context:
    """The event, and the code that leads a phone to it."""
    url = address_for_others(request, reverse("web:event", args=[event.slug]))
    code = segno.make(url, micro=False, error="q")
    return {"event": event, "qr": code.svg_data_uri(scale=8, dark="#000", light="#fff", border=4)}


def _clock(event: Event) -> Context:
    wall = wall_of(event)
    return {"event": event, "wall": wall, "clock": wall.clock}
