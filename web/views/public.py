"""What everyone may see of an event: standings, tables, recorded hands, players."""

import segno
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from accounts import links
from core.errors import NotFound
from tables import access as table_access
from tables import selectors
from tables.models import Hand, Table
from tables.results import applied_to, as_corrected
from tables.services.planning import break_order
from tournaments import access
from tournaments.models import Event, Role
from tournaments.selectors import plays_on_in, registration_open
from web.address import address_for_others
from web.boards import ResultView, original_result, recorded_result
from web.corrections import public_corrections, public_moves, public_reserved
from web.desk import clock_now, tile_of, tiles_of
from web.live_boards import live_of, live_revision
from web.pages import fragment
from web.picture import picture_of
from web.player import player_of
from web.replay import replay_of
from web.schedule import schedule_of
from web.standings import screen_of
from web.statistics import statistics_of

Context = dict[str, object]


@login_not_required
def event_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The standings of an event."""
    event = access.visible_event(request.user, slug)
    return render(
        request,
        "public/event.html",
        {**_frame(request, event), **standings_context(event), "other": plays_on_in(event)},
    )


@login_not_required
def standings(request: HttpRequest, slug: str) -> HttpResponse:
    """What changes on the standings: fetched again at every version."""
    event = access.visible_event(request.user, slug)
    return fragment(request, event, "public/standings.html", lambda: standings_context(event))


@login_not_required
def tables_page(request: HttpRequest, slug: str) -> HttpResponse:
    """All tables of an event."""
    event = access.visible_event(request.user, slug)
    return render(request, "public/tables.html", {**_frame(request, event), **_tables(event)})


@login_not_required
def tables(request: HttpRequest, slug: str) -> HttpResponse:
    """The tiles of the tables."""
    event = access.visible_event(request.user, slug)
    return fragment(request, event, "public/tiles.html", lambda: _tables(event))


@login_not_required
def table_page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """One table: who sits there, and its last recorded hand."""
    event = access.visible_event(request.user, slug)
    table = table_access.numbered_table(event, number)
    return render(request, "public/table.html", {**_frame(request, event), **_table(table)})


@login_not_required
def table(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """What changes on the page of a table."""
    event = access.visible_event(request.user, slug)
    row = table_access.numbered_table(event, number)
    return fragment(
        request, event, "public/table_now.html", lambda: _table(row), more=f"-{live_revision(row)}"
    )


@login_not_required
def hand_page(request: HttpRequest, slug: str, number: int, hand: int) -> HttpResponse:
    """One recorded hand of a table. What is not recorded is nobody's business."""
    event = access.visible_event(request.user, slug)
    row = table_access.numbered_table(event, number)
    found = table_access.recorded_hand(row, hand)
    numbers = selectors.recorded_numbers(row)
    place = numbers.index(hand)
    context = {
        **_frame(request, event),
        "table": row,
        "hand": found,
        "result": recorded_result(found),
        "done": applied_to(found),
        "original": _original(found),
        "replay": replay_of(found, request.GET.get("street", "")),
        "url": request.build_absolute_uri(request.path),
        "newer": numbers[place - 1] if place else None,
        "older": numbers[place + 1] if place + 1 < len(numbers) else None,
    }
    return render(request, "public/hand.html", context)


@login_not_required
def hand_picture(request: HttpRequest, slug: str, number: int, hand: int) -> HttpResponse:
    """The boards of a recorded hand as a picture, for links."""
    event = access.visible_event(request.user, slug)
    found = table_access.recorded_hand(table_access.numbered_table(event, number), hand)
    boards = recorded_result(found).boards
    if not boards:
        raise NotFound("not_found")
    image = picture_of(boards, f"#{number}-{hand}")
    return HttpResponse(image, content_type="image/png", headers={"Cache-Control": "max-age=3600"})


@login_not_required
def structure_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Levels, breaks, and who may still enter."""
    event = access.visible_event(request.user, slug)
    return render(request, "public/structure.html", {**_frame(request, event), **_structure(event)})


@login_not_required
def structure(request: HttpRequest, slug: str) -> HttpResponse:
    """What changes of it."""
    event = access.visible_event(request.user, slug)
    return fragment(request, event, "public/structure_now.html", lambda: _structure(event))


@login_not_required
def statistics(request: HttpRequest, slug: str) -> HttpResponse:
    """What the evening adds up to."""
    event = access.visible_event(request.user, slug)
    context = {**_frame(request, event), "stats": statistics_of(event)}
    return render(request, "public/statistics.html", context)


@login_not_required
def changes(request: HttpRequest, slug: str) -> HttpResponse:
    """Moves and corrections, with their reasons."""
    event = access.visible_event(request.user, slug)
    found = {
        "corrected": public_corrections(event),
        "moved": public_moves(event),
        "order": [table.number for table in break_order(event)],
        "reserved": public_reserved(event),
    }
    return render(request, "public/changes.html", {**_frame(request, event), **found})


@login_not_required
def player_page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """One player: where he stands, his last hands, his evening."""
    event = access.visible_event(request.user, slug)
    context = {**_frame(request, event), **player_context(event, number)}
    if context["role"] in {Role.DIRECTOR, Role.FLOOR}:
        context |= _own_address(request, event, number)
    return render(request, "public/player.html", context)


@login_not_required
def player(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """What changes on the page of a player."""
    event = access.visible_event(request.user, slug)
    return fragment(request, event, "public/player_now.html", lambda: player_context(event, number))


def _original(hand: Hand) -> ResultView | None:
    """What was recorded at first, of a hand that counts otherwise now."""
    return original_result(hand) if as_corrected(hand) is not hand else None


def _frame(request: HttpRequest, event: Event) -> Context:
    """What the frame of every page of an event shows."""
    return {"event": event, "role": access.role_in(request.user, event)}


def standings_context(event: Event) -> Context:
    """What standings show, on a page and on a wall."""
    screen = screen_of(event)
    return {
        "event": event,
        "clock": screen.clock,
        "screen": screen,
        "updated": selectors.last_activity(event),
    }


def _tables(event: Event) -> Context:
    clock = clock_now(event)
    return {
        "event": event,
        "clock": clock,
        "tiles": tiles_of(event, clock),
        "updated": selectors.last_activity(event),
    }


def _table(table: Table) -> Context:
    clock = clock_now(table.event)
    last = selectors.last_recorded(table)
    view = selectors.table_view(table)
    return {
        "event": table.event,
        "table": table,
        "clock": clock,
        "tile": tile_of(view, clock),
        "live": live_of(view),
        "hand": last,
        "result": recorded_result(last) if last else None,
        "done": applied_to(last) if last else [],
        "numbers": selectors.recorded_numbers(table),
        "updated": selectors.last_activity(table.event),
    }


def player_context(event: Event, number: int) -> Context:
    """What the page of a player shows."""
    return {
        "event": event,
        "clock": clock_now(event),
        "player": player_of(event, number),
        "updated": selectors.last_activity(event),
    }


def _structure(event: Event) -> Context:
    now = timezone.now()
    return {
        "event": event,
        "clock": clock_now(event, now),
        "rows": schedule_of(event, now),
        "late": registration_open(event, now),
        "updated": selectors.last_activity(event),
    }


def _own_address(request: HttpRequest, event: Event, number: int) -> Context:
    """For the floor: the player's own address, to show or to print once more."""
    path = reverse("web:own", args=[links.token_of(event.uid, number)])
    url = address_for_others(request, path)
    code = segno.make(url, micro=False, error="m")
    return {"own_url": url, "own_qr": code.svg_data_uri(scale=6, dark="#000", light="#fff")}
