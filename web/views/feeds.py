"""What other programs fetch: a feed of results, the calendar, an overlay for video."""

from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.models import AnonymousUser
from django.contrib.syndication.views import Feed
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse, reverse_lazy
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from tables import access as table_access
from tables.models import Table
from tables.selectors import last_recorded, standings, table_view
from tournaments import access
from tournaments.models import Event
from tournaments.selectors import finished_at
from web.calendar import calendar_of, calendar_to_come
from web.desk import clock_now, tile_of
from web.pages import fragment

if TYPE_CHECKING:
    EventFeed = Feed[Event, Any]
else:
    EventFeed = Feed  # generic for the type checker only

NEWEST = 20
FIRST_PLACES = 3


class Results(EventFeed):
    """Finished events, newest first, with their first three places."""

    title: Promise = gettext_lazy("Results of Open Face Chinese events")
    description: Promise = gettext_lazy("Who won, as soon as the last chip is counted.")
    link = reverse_lazy("web:home")

    def items(self) -> list[Event]:
        """The events that finished last."""
        events = access.visible_events(AnonymousUser())
        at = finished_at(events)
        over = [event for event in events if event.pk in at]
        return sorted(over, key=lambda event: at[event.pk], reverse=True)[:NEWEST]

    def item_title(self, item: Event) -> str:
        """Its name."""
        return item.name

    def item_description(self, item: Event) -> str:
        """First, second, third."""
        rows = standings(item).rows[:FIRST_PLACES]
        return " · ".join(f"{row.place}. {row.name}" for row in rows)

    def item_link(self, item: Event) -> str:
        """Its standings."""
        return reverse("web:event", args=[item.slug])

    def item_pubdate(self, item: Event) -> datetime | None:
        """When it was finished."""
        return finished_at([item]).get(item.pk)


@login_not_required
def results(request: HttpRequest) -> HttpResponse:
    """The feed of results."""
    return Results()(request)


@login_not_required
def schedule(request: HttpRequest, slug: str) -> HttpResponse:
    """Start, levels' breaks and the rest of the evening, as a calendar that phones subscribe to."""
    event = access.visible_event(request.user, slug)
    url = request.build_absolute_uri(reverse("web:event", args=[slug]))
    return _calendar(calendar_of(event, url, timezone.now()), slug)


@login_not_required
def events(request: HttpRequest) -> HttpResponse:
    """All events that are played or announced, as one calendar to subscribe to."""

    def url(event: Event) -> str:
        return request.build_absolute_uri(reverse("web:event", args=[event.slug]))

    known = [event for event in access.visible_events(AnonymousUser()) if event.begins_at]
    return _calendar(calendar_to_come(known, url, timezone.now()), "events")


def _calendar(text: bytes, name: str) -> HttpResponse:
    response = HttpResponse(text, content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = f'inline; filename="{name}.ics"'
    return response


@login_not_required
def overlay_page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A table for a video mix: on nothing, at 1920 x 1080."""
    event = access.visible_event(request.user, slug)
    table = table_access.numbered_table(event, number)
    return render(request, "public/overlay.html", _overlay(table))


@login_not_required
def overlay(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """What changes on the overlay."""
    event = access.visible_event(request.user, slug)
    table = table_access.numbered_table(event, number)
    return fragment(request, event, "public/overlay_now.html", lambda: _overlay(table))


def _overlay(table: Table) -> dict[str, object]:
    clock = clock_now(table.event)
    last = last_recorded(table)
    changes = {one.seat: one for one in last.players.all()} if last else {}
    return {
        "event": table.event,
        "table": table,
        "clock": clock,
        "tile": tile_of(table_view(table), clock),
        "hand": last,
        "changes": {
            seat: (one.stack_after or 0) - one.stack_before for seat, one in changes.items()
        },
    }
