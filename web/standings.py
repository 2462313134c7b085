"""The standings as screens show them: rows, the key figures, the pages of a wall. Reads only."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils import timezone

from tables import selectors
from tables.broadcast import entries_seen
from tables.selectors import StandingRow, Standings
from tables.services.bubble import announced
from tournaments import purse
from tournaments.models import Event
from tournaments.rules.clock import ClockState
from tournaments.selectors import registration_open
from web.desk import clock_now

WALL_ROWS = 12


@dataclass(frozen=True, slots=True)
class Line:
    """One living player: his row, what this level did to him, and whether the money starts here.

    ``prize`` is in minor units, 0 as long as it is not decided.
    """

    row: StandingRow
    change: int
    last_paid: bool
    prize: int


@dataclass(frozen=True, slots=True)
class Screen:
    """Everything the standings say of an event, at one version."""

    event: Event
    clock: ClockState | None
    standings: Standings
    living: Sequence[Line]
    out: Sequence[tuple[StandingRow, int]]
    """Who is out, each with his prize in minor units; 0 for none."""
    in_fantasyland: int
    late: bool
    in_money: bool = False

    @property
    def paid(self) -> int:
        """How many places are paid; 0 before the prizes are published."""
        return len(self.event.prizes)

    @property
    def decided(self) -> bool:
        """Whether it is over, and everybody's prize is known."""
        return bool(self.paid) and self.event.status == Event.Status.FINISHED

    @property
    def near_money(self) -> bool:
        """Whether few are left between the living and the money: everybody looks at the top."""
        left = self.standings.counts.left
        return self.paid < left <= self.paid + max(2, self.paid // 4) if self.paid else False

    @property
    def average_points(self) -> int:
        """How many points the average stack covers at this level."""
        return self.standings.counts.average // self.clock.point_value if self.clock else 0

    @property
    def pages(self) -> list[Sequence[Line]]:
        """The living as a wall shows them, twelve at a time."""
        return [
            self.living[start : start + WALL_ROWS]
            for start in range(0, len(self.living), WALL_ROWS)
        ]


def screen_of(event: Event) -> Screen:
    """The standings now."""
    found = selectors.standings(event)
    clock = clock_now(event)
    changes = selectors.level_changes(event, clock.level) if clock else {}
    dues = purse.dues_of(event, entries_seen(event)) if event.prizes else {}
    running = event.status == Event.Status.RUNNING
    return Screen(
        event=event,
        clock=clock,
        standings=found,
        living=list(_lines(found.rows, changes, len(event.prizes), dues)),
        out=[(row, dues.get(row.number, 0)) for row in found.rows if row.out],
        in_fantasyland=sum(bool(row.fantasyland) for row in found.rows),
        late=registration_open(event, timezone.now()),
        in_money=running and announced(event),
    )


def _lines(
    rows: Sequence[StandingRow], changes: Mapping[int, int], paid: int, dues: Mapping[int, int]
) -> Iterator[Line]:
    """The living; the line of the money is drawn below the last paid place, if others play on."""
    living = [row for row in rows if not row.out]
    for number, row in enumerate(living, start=1):
        last_paid = number == paid < len(living)
        yield Line(row, changes.get(row.number, 0), last_paid, dues.get(row.number, 0))
