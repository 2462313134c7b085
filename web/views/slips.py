"""Paper mode: sheets and blank slips to print, and the way back from paper, by two people."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from core.messages import Coded, sentence
from scoring.layout import ROW_SIZES
from tables import access as table_access
from tables import selectors
from tables.models import PaperSlip, Seat, Table
from tournaments import access, doors
from tournaments.journal import Facts
from tournaments.models import Event
from web.desk import clock_now
from web.forms.slip import SlipForm
from web.pages import CODED, call_of, posts_to, status_of, whole_number
from web.views.corrections import FLOOR
from web.views.director import DESK

BLANKS = 4
"""Blank slips a table."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A typed slip as the second person reads it against the paper."""

    slip: PaperSlip
    own: bool
    lines: list[tuple[str, str, bool, int | None]]


def sheets(request: HttpRequest, slug: str) -> HttpResponse:
    """Each table on a sheet: seats, stacks, Fantasyland, button, level; then blank slips."""
    event = access.staff_event(request.user, slug, *DESK)
    context = {
        "event": event,
        "role": access.role_in(request.user, event),
        "tables": selectors.tables_of(event),
        "clock": clock_now(event),
        "now": timezone.now(),
        "blanks": range(BLANKS),
    }
    return render(request, "director/table_sheets.html", context)


def paper(request: HttpRequest, slug: str) -> HttpResponse:
    """What was typed and waits for the second person, table by table in order of hands."""
    event = access.staff_event(request.user, slug, *FLOOR)
    return _show(request, event)


def slip(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Type the next slip of a table."""
    event = access.staff_event(request.user, slug, *FLOOR)
    table = table_access.numbered_table(event, number)
    seats = _seats(table)
    status = 200
    if request.method == "POST":
        form = SlipForm(table, seats, request.POST)
        status = 422
        if form.is_valid():
            try:
                doors.ask(event, "slip.type", call_of(request), table=number, **form.slip_facts())
            except CODED as error:
                form.refuse(error)
                status = status_of(error)
            else:
                return redirect("web:slip", slug, number)
    else:
        form = SlipForm(table, seats, **_likely(table))
    context = {
        "event": event,
        "role": access.role_in(request.user, event),
        "table": table,
        "form": form,
        "waiting": event.slips.filter(table=table, entered_seq=None),
    }
    return render(request, "director/slip.html", context, status=status)


@posts_to("web:paper")
def enter(request: HttpRequest, slug: str) -> HttpResponse:
    """The second person: what the paper says is what was typed."""
    event = access.staff_event(request.user, slug, *FLOOR)
    number = whole_number(request, "number")
    call = call_of(request, reason=f"from paper, typed as {number}")
    try:
        doors.ask(event, "slip.enter", call, number=number)
    except CODED as error:
        return _show(request, event, error=error)
    return redirect("web:paper", slug)


def _show(request: HttpRequest, event: Event, *, error: Coded | None = None) -> HttpResponse:
    found = event.slips.filter(entered_seq=None).select_related("table", "typed_by")
    context = {
        "event": event,
        "role": access.role_in(request.user, event),
        "tables": selectors.tables_of(event),
        "waiting": [
            Waiting(one, one.typed_by_id == request.user.pk, _lines(one))
            for one in found.order_by("table__number", "hand")
        ],
        "error": sentence(error) if error else "",
    }
    return render(
        request, "director/paper.html", context, status=status_of(error) if error else 200
    )


def _lines(slip: PaperSlip) -> list[tuple[str, str, bool, int | None]]:
    """Seat, cards as they are written, foul, and the stack after the hand."""
    return [_line(layout, slip.stacks) for layout in slip.layouts]


def _line(layout: Facts, stacks: Facts) -> tuple[str, str, bool, int | None]:
    rows = reversed(list(ROW_SIZES))
    cards = " / ".join(" ".join(layout[row]) for row in rows)
    seat = str(layout["seat"])
    return seat, cards, bool(layout.get("declared_foul")), stacks.get(seat)


def _likely(table: Table) -> dict[str, object]:
    """The numbers that come next: after the last typed slip, else after the record."""
    last = PaperSlip.objects.filter(table=table, entered_seq=None).order_by("-hand").first()
    view, clock = selectors.table_view(table), clock_now(table.event)
    level = clock.level if clock else 1
    if last is None:
        return {"hand": view.next_hand, "slip": 1, "level": level, "button": view.button}
    return {"hand": last.hand + 1, "slip": last.slip + 1, "level": last.level}


def _seats(table: Table) -> list[Seat]:
    taken = table.seats.exclude(entry=None).select_related("entry__person", "table")
    return list(taken.order_by("number"))
