"""What the clock on the wall shows: the level, the point value, the break, moves. Reads only."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from tables.broadcast import entries_seen
from tables.services.waits import holding_break
from tournaments.models import Event
from tournaments.rules.clock import ClockState
from tournaments.selectors import Counts, counts_of
from web.desk import clock_now
from web.log import log_lines

RECENT = timedelta(minutes=3)
NEWS = (
    "entry.move",
    "move.order",
    "move.cancel",
    "table.break",
    "table.open",
    "seat.draw",
    "round.start",
    "round.stop",
)
MOST_NEWS = 2
MOST_PRIZES = 4


@dataclass(frozen=True, slots=True)
class News:
    """A new seat or a table that breaks; it stays up until ``until``."""

    text: str
    until: datetime


@dataclass(frozen=True, slots=True)
class Wall:
    """The clock wall of an event, at one version."""

    event: Event
    clock: ClockState | None
    counts: Counts
    in_fantasyland: Sequence[int]
    still_playing: Sequence[int]
    news: Sequence[News]
    prizes: Sequence[tuple[int, int]]

    @property
    def starts_in(self) -> int:
        """Seconds to the start that was announced; 0 when it is past or was not announced."""
        at = self.event.starts_at
        return max(0, int((at - timezone.now()).total_seconds())) if at else 0


def wall_of(event: Event) -> Wall:
    """The wall now."""
    clock = clock_now(event)
    pending = clock is not None and clock.break_pending
    entries = entries_seen(event)
    return Wall(
        event=event,
        clock=clock,
        counts=counts_of(entries),
        in_fantasyland=[e.number for e in entries if e.out_seq is None and e.fantasyland],
        still_playing=holding_break(event) if pending else [],
        news=_news(event),
        prizes=list(enumerate(event.prizes[:MOST_PRIZES], start=1)),
    )


def _news(event: Event) -> list[News]:
    since = timezone.now() - RECENT
    found = event.journal.filter(kind__in=NEWS, at__gte=since).select_related("actor")
    newest = list(found.order_by("-seq")[:MOST_NEWS])
    return [News(line.text, line.at + RECENT) for line in log_lines(event, newest)]
