"""The first page: what is played now, what one can enter, and what was."""

from dataclasses import dataclass

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments import access, selectors
from tournaments.models import Event, Role
from tournaments.rules.clock import ClockState
from web.desk import Step, clock_now, desk_of, next_step

Status = Event.Status
SECTIONS: tuple[tuple[Promise, tuple[str, ...]], ...] = (
    (_("Now"), (Status.RUNNING,)),
    (_("Soon"), (Status.OPEN, Status.DRAFT)),
    (_("Results"), (Status.FINISHED,)),
)


@dataclass(frozen=True, slots=True)
class EventRow:
    """An event as the list shows it to one reader."""

    event: Event
    left: int
    entries: int
    role: str
    step: Step | None
    clock: ClockState | None
    winner: str

    @property
    def order(self) -> tuple[bool, float]:
        """What comes first: of events to come the next one, of others the last one that began."""
        at = self.event.begins_at
        if self.event.status in {Status.OPEN, Status.DRAFT}:
            return at is None, at.timestamp() if at else 0
        return at is None, -at.timestamp() if at else 0


@login_not_required
def home(request: HttpRequest) -> HttpResponse:
    """The events; for staff, what to do next in theirs."""
    rows = _rows(request, access.visible_events(request.user))
    rows.sort(key=lambda row: row.order)
    sections = [
        (title, [row for row in rows if row.event.status in statuses])
        for title, statuses in SECTIONS
    ]
    context = {
        "sections": [(title, found) for title, found in sections if found],
        "may_create": request.user.is_authenticated and request.user.may_create_events,
    }
    return render(request, "public/home.html", context)


def _rows(request: HttpRequest, events: list[Event]) -> list[EventRow]:
    roles = access.roles_of(request.user)
    counts = selectors.players_left(events)
    winners = selectors.winners_of(events)
    rows = []
    for event in events:
        left, entries = counts.get(event.pk, (0, 0))
        role = roles.get(event.pk, "")
        asks = role == Role.DIRECTOR and event.status != Status.FINISHED
        row = EventRow(
            event=event,
            left=left,
            entries=entries,
            role=role,
            step=next_step(desk_of(event)) if asks else None,
            clock=clock_now(event),
            winner=winners.get(event.pk, ""),
        )
        rows.append(row)
    return rows
