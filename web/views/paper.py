"""What is printed about seats: cards with each player's address, lists by name and by table."""

from dataclasses import dataclass

import segno
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache

from accounts import links
from tables import selectors as table_selectors
from tournaments import access, selectors
from tournaments.models import Entry, Event, Role
from web.address import address_for_others
from web.views.director import DESK

CARDS = (Role.DIRECTOR, Role.FLOOR, Role.CASHIER)


@dataclass(frozen=True, slots=True)
class SeatCard:
    """A seated entry, and the code of its player's own page."""

    entry: Entry
    code: str


@never_cache
def cards(request: HttpRequest, slug: str) -> HttpResponse:
    """Seat cards of everybody, of one table or of one entry; A4 to be cut, or a roll of 80 mm."""
    event = access.staff_event(request.user, slug, *CARDS)
    seated = _seated(event)
    for name, number in (("table", request.GET.get("table")), ("entry", request.GET.get("entry"))):
        if number:
            seated = [one for one in seated if str(_numbers(one)[name]) == number]
    context = {
        "event": event,
        "role": access.role_in(request.user, event),
        "cards": [SeatCard(entry, _code(request, event, entry)) for entry in seated],
        "draw": selectors.last_command(event, "seat.draw"),
        "thermal": request.GET.get("paper") == "80",
        "tables": [view.table.number for view in table_selectors.tables_of(event)],
    }
    return render(request, "director/seat_cards.html", context)


def lists(request: HttpRequest, slug: str) -> HttpResponse:
    """The seats on paper, by name and by table."""
    event = access.staff_event(request.user, slug, *DESK)
    context = {
        "event": event,
        "role": access.role_in(request.user, event),
        "by_name": sorted(_seated(event), key=lambda one: one.person.name.casefold()),
        "tables": table_selectors.tables_of(event),
    }
    return render(request, "director/seat_lists.html", context)


def _seated(event: Event) -> list[Entry]:
    """Everybody who has a seat, table by table."""
    living = [one for one in selectors.entries_of(event) if one.out_seq is None]
    seated = [one for one in living if hasattr(one, "seat")]
    return sorted(seated, key=lambda one: (one.seat.table.number, one.seat.number))


def _numbers(entry: Entry) -> dict[str, int]:
    return {"table": entry.seat.table.number, "entry": entry.number}


def _code(request: HttpRequest, event: Event, entry: Entry) -> str:
    path = reverse("web:own", args=[links.token_of(event.uid, entry.number)])
    code = segno.make(address_for_others(request, path), micro=False, error="m")
    return str(code.svg_data_uri(scale=4, border=4, dark="#000", light="#fff"))
