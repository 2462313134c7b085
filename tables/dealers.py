"""Who dealt where and how long, read from the log: nothing of it is stored twice."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from accounts.models import User
from tournaments.models import Event, EventStaff, JournalEntry, Role
from tournaments.rules.rota import push

KINDS = (
    *("dealer.assign", "dealer.change", "dealer.rotate", "table.close", "move.left"),
    *("plan.accept", "seat.draw", "seat.redraw", "day.next", "event.finish", "day.handover"),
)
"""Commands after which somebody may deal elsewhere, or nowhere."""


@dataclass(frozen=True, slots=True)
class Stint:
    """Somebody at a table, from one instant to another; ``end`` None: still there."""

    user: str
    table: int
    start: datetime
    end: datetime | None = None

    def length(self, now: datetime) -> timedelta:
        """How long it was, or is by now."""
        return (self.end or now) - self.start


@dataclass(frozen=True, slots=True)
class DealerLine:
    """One dealer of the roster: where he is and since when, and what he has dealt so far."""

    user: User
    table: int | None
    since: datetime | None
    dealt: timedelta
    tables: int

    @property
    def minutes(self) -> int:
        """What he has dealt, in whole minutes."""
        return int(self.dealt.total_seconds()) // 60


def stints_of(event: Event) -> list[Stint]:
    """All stints of an event, in the order they began."""
    at: dict[int, Stint] = {}
    done: list[Stint] = []
    found = event.journal.filter(kind__in=KINDS).order_by("seq")
    for entry in found.iterator():
        for table, user in _changes(entry, sorted(at)):
            old = at.pop(table, None)
            if old is not None and old.user != user:
                done.append(Stint(old.user, table, old.start, entry.at))
                old = None
            if user is None:
                continue
            for elsewhere in [one for one, stint in at.items() if stint.user == user]:
                left = at.pop(elsewhere)
                done.append(Stint(user, elsewhere, left.start, entry.at))
            at[table] = old or Stint(user, table, entry.at)
    return sorted([*done, *at.values()], key=lambda stint: stint.start)


def roster_of(event: Event, now: datetime) -> list[DealerLine]:
    """Every dealer of the event: those at tables first, by table, then who rests longest."""
    stints = stints_of(event)
    tables = {table.dealer_id: table for table in event.tables.filter(open=True)}
    staff: Sequence[EventStaff] = list(
        event.staff.filter(role=Role.DEALER, user__is_active=True).select_related("user")
    )
    lines = []
    for member in staff:
        own = [stint for stint in stints if stint.user == str(member.user.uid)]
        table = tables.get(member.user_id)
        since = own[-1].start if table and own else own[-1].end if own else None
        dealt = sum((stint.length(now) for stint in own), timedelta())
        lines.append(
            DealerLine(member.user, table.number if table else None, since, dealt, len(own))
        )
    return sorted(lines, key=_place)


def next_push(event: Event, lines: Sequence[DealerLine]) -> dict[int, str]:
    """Who deals at which table after the next push, by user uid."""
    here = {line.table: str(line.user.uid) for line in lines if line.table is not None}
    numbers = event.tables.filter(open=True, closing=False).values_list("number", flat=True)
    resting = [str(line.user.uid) for line in lines if line.table is None]
    placed, _rest = push({number: here.get(number) for number in numbers}, resting)
    return placed


def _place(line: DealerLine) -> tuple[bool, int, float, str]:
    """At a table before resting; who never dealt has rested longest."""
    rested = line.since.timestamp() if line.since and line.table is None else 0.0
    return line.table is None, line.table or 0, rested, line.user.username


def _changes(entry: JournalEntry, dealt: Sequence[int]) -> Iterator[tuple[int, str | None]]:
    """Tables whose dealer is another one after this command; ``dealt``: those that have one."""
    facts, answer = entry.facts, json.loads(entry.answer)
    if entry.kind in {"dealer.assign", "dealer.change"}:
        yield facts["table"], facts["user"]
    elif entry.kind == "dealer.rotate":
        yield from ((line["table"], None) for line in facts["assign"])
        yield from ((line["table"], line["user"]) for line in facts["assign"])
    elif entry.kind == "table.close" or (entry.kind == "move.left" and answer.get("closed")):
        yield facts["table"], None
    elif entry.kind == "plan.accept":
        yield from ((table, None) for table in answer.get("closed", []))
    elif entry.kind in {"event.finish", "day.handover"}:
        yield from ((table, None) for table in dealt)
    elif entry.kind in {"seat.redraw", "day.next"}:
        used = {seat["table"] for seat in answer["seats"]}
        yield from ((table, None) for table in dealt if table not in used)
