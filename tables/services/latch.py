"""A hand that was dealt without a connection: which level it may have been dealt at.

The tablet's clock is never asked. What the server knows by itself is when the table's last hand
was, and which levels were in force between then and now; any other level is for the director.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Self

from core.errors import Refusal
from tables.models import Hand, Seat
from tables.services.levels import turn_of
from tables.services.rows import in_fantasyland
from tournaments.models import Event
from tournaments.rules.clock import clock_at, not_before


@dataclass(frozen=True, slots=True)
class Offline:
    """What a tablet says of a hand that it dealt by itself.

    ``at`` stands in the log only. ``players`` are (seat, entry) as the tablet knew them; None
    when it does not say.
    """

    at: datetime
    level: int
    point_value: int
    players: frozenset[tuple[int, int]] | None

    @classmethod
    def from_facts(cls, facts: dict[str, Any]) -> Self:
        """What the journal keeps of it."""
        players = facts.get("players")
        pairs = None if players is None else frozenset((p["seat"], p["entry"]) for p in players)
        at = datetime.fromisoformat(facts["at"])
        return cls(at, facts["level"], facts["point_value"], pairs)


def levels_between(event: Event, start: datetime, end: datetime) -> set[int]:
    """The numbers of the levels in force at some instant from ``start`` to ``end``."""
    marks = event.marks
    end = not_before(marks, end)
    found: set[int] = set()
    since = start
    for count, mark in enumerate(marks):
        if start < mark.at <= end:
            found |= _span(event, count, since, mark.at)
            since = mark.at
    return found | _span(event, len(marks), since, end)


def need_truth(
    event: Event, last: Hand | None, said: Offline, seats: Sequence[Seat], now: datetime
) -> None:
    """Refuse what cannot be: a level that was not in force, players who do not sit there.

    Raises:
        Refusal: ``offline_level``, ``offline_players``.
    """
    table = seats[0].table.number
    since = (last.recorded_at or last.started_at) if last else event.marks[0].at
    values = {level.number: level.point_value for level in event.structure.levels}
    fits = said.level in _possible(event, last, seats, since, now)
    if not fits or values.get(said.level) != said.point_value:
        raise Refusal("offline_level", level=said.level, value=said.point_value, table=table)
    sitting = {(seat.number, seat.entry.number) for seat in seats if seat.entry}
    if said.players is not None and said.players != sitting:
        raise Refusal("offline_players", table=table)


def _possible(
    event: Event, last: Hand | None, seats: Sequence[Seat], since: datetime, now: datetime
) -> set[int]:
    """The levels that this table can have dealt at since its last hand."""
    if not event.structure.by_hands:
        return levels_between(event, since, now)
    fantasyland = in_fantasyland(seats)
    clocks = (event.clock_then(since), event.clock(now))
    return {turn_of(event, clock, last, fantasyland=fantasyland).level for clock in clocks}


def _span(event: Event, marks: int, start: datetime, end: datetime) -> set[int]:
    """Levels between two acts on the clock, while it only ran forward."""
    known = event.marks[:marks]
    first, last = (
        clock_at(event.structure, known, at, holding=event.holds_break).level for at in (start, end)
    )
    return set(range(first, last + 1))
