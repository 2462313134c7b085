"""The structure as everybody reads it: levels, breaks, and when each begins as things stand."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from tournaments.models import Event
from web.calendar import coming
from web.desk import clock_now
from web.forms.structure import LineView, lines_of


@dataclass(frozen=True, slots=True)
class Row:
    """One line; ``at``: when it begins, for lines to come whose time is known."""

    line: LineView
    at: datetime | None
    now: bool
    over: bool


def schedule_of(event: Event, now: datetime) -> Sequence[Row]:
    """All lines of the structure. A pause or a break that waits moves what is to come."""
    clock = clock_now(event, now)
    runs = clock.segment if clock else -1
    if event.status == Event.Status.FINISHED:
        runs = len(event.structure.segments)
    times = [start for _title, start, _end in coming(event, now)]
    return [
        Row(
            line=line,
            at=times[number - runs - 1] if runs < number <= runs + len(times) else None,
            now=number == runs,
            over=number < runs,
        )
        for number, line in enumerate(lines_of(event.structure, event.starting_stack))
    ]
