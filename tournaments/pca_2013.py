"""A scenario made of facts: the first major OFC event, PCA January 2013.

59 players and 18 re-entries, unlimited through the first eight levels of 30 minutes (PokerStars
blog, 7 January 2013; 77 entries fit the published prize pool exactly). The event was four-handed
and without a cap. Here it is three-handed under the Vamos rules, whose cap came out of that very
event, so that every kind of payment occurs: full, capped, short and void. The boards are worked
cases of the rules (`tests/vectors/hands.json`), in payment order.

It drives a `Desk`, so the same script runs through the journal (`manage.py demo`) and over HTTP.
"""

import json
import uuid
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from scoring.notation import parse_layout
from tournaments import doors, journal
from tournaments.journal import Call, Facts
from tournaments.models import Event
from tournaments.rules.structure import vamos_structure
from tournaments.services.people import Line

SLUG = "pca-2013"
NAME = "PCA 2013, event 41"
PLAYERS = 59
RE_ENTRIES = 18
REENTRY_LEVEL = 8
STACK = 30_000
TEN_SIX_TEN = (  # P01: payments of 10, 6 and 10 points; the third enters Fantasyland
    "Ah7c2d-8c8dKc6s4h-JcJd3s3d9c",
    "AdTc5h-9d9hQc7d2c-QsTs8s5s4s",
    "QdQh4c-JsJhTd6h5c-AcKhKd9s3h",
)
ONE_FOULS = (  # K01: the third fouls and pays both
    "Ah7c2d-8c8dKc6s4h-JsJd3s3d9c",
    "KdTc5h-9d9hQc7d2c-QsTs8s5s4s",
    "QdQh4c-JhJcTd6h5c-AcAdKh9s3h",
)
BIG_WIN = (  # P18: 31 points from each of the others
    "Ad9c4h-KcKd7s6h2c-AsKsQsJsTs",
    "Kh8d3c-JhJd9h5c2d-QhQd8c8h5d",
    "QcTc6s-TdTh9d7c3d-AcAh7d4c2h",
)


class Desk(Protocol):
    """Whoever carries the commands: the journal itself, or a client over HTTP."""

    def ask(self, command: str, **facts: Any) -> Facts:
        """Run a command of the event and give its answer."""

    def create(self, **facts: Any) -> None:
        """Create the event."""

    def register(self, names: Sequence[str]) -> list[int]:
        """Enter people by name; the numbers of their entries."""


@dataclass(slots=True)
class Summary:
    """What the scenario saw."""

    entries: int = 0
    hands: int = 0
    eliminations: int = 0
    statuses: Counter[str] = field(default_factory=Counter)


class Scenario:
    """The event, from its creation to the last re-entry; hands go on after that by themselves."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.summary = Summary()
        self.names: dict[int, str] = {}
        self.seats: dict[int, dict[int, int]] = {}
        self.hands: Counter[int] = Counter()

    def play(self) -> Summary:
        """Everything in order; the summary says what happened."""
        self._open()
        for table in sorted(self.seats):
            self._hand(table, TEN_SIX_TEN)
        self._hand(1, ONE_FOULS, mistaken=TEN_SIX_TEN)
        self._to_level(REENTRY_LEVEL)
        self._bust_and_come_again()
        return self.summary

    def _open(self) -> None:
        self.desk.create(
            slug=SLUG,
            name=NAME,
            ruleset="vamos",
            starting_stack=STACK,
            registration_level=REENTRY_LEVEL,
            reentry_limit=None,
            time_zone="America/Nassau",
        )
        self.desk.ask("event.publish")
        self._enter([f"Player {number:02d}" for number in range(1, PLAYERS + 1)])
        self._draw()
        self.desk.ask("event.start")

    def _enter(self, names: Sequence[str]) -> None:
        entries = self.desk.register(names)
        self.names.update(zip(entries, names, strict=True))
        self.summary.entries += len(entries)

    def _draw(self) -> None:
        for seat in self.desk.ask("seat.draw")["seats"]:
            self.seats.setdefault(seat["table"], {})[seat["seat"]] = seat["entry"]

    def _to_level(self, level: int) -> None:
        segment = vamos_structure().levels[level - 1].segment
        self.desk.ask("clock.jump", segment=segment)

    def _bust_and_come_again(self) -> None:
        """Who goes out enters again at once, until there were as many re-entries as in 2013."""
        while self.summary.entries < PLAYERS + RE_ENTRIES:
            full = [table for table, seats in self.seats.items() if len(seats) == len(BIG_WIN)]
            outcome = self._hand(min(full), BIG_WIN)
            room = PLAYERS + RE_ENTRIES - self.summary.entries
            names = [self.names[entry] for entry in outcome][:room]
            if names:
                self._enter(names)
                self._draw()

    def _hand(
        self, table: int, boards: Sequence[str], *, mistaken: Sequence[str] = ()
    ) -> list[int]:
        """One hand; entries that went out. ``mistaken`` boards are recorded first and undone."""
        self.hands[table] += 1
        where = {"table": table, "hand": self.hands[table]}
        order = self.desk.ask("hand.start", **where, absent=[])["order"]
        if mistaken:
            self.desk.ask("hand.record", **where, layouts=_layouts(order, mistaken))
            self.desk.ask("hand.undo", **where)
        outcome = self.desk.ask("hand.record", **where, layouts=_layouts(order, boards))
        self.summary.hands += 1
        self.summary.statuses.update(payment["status"] for payment in outcome["payments"])
        out = [one["seat"] for one in outcome["players"] if one["eliminated"]]
        self.summary.eliminations += len(out)
        return [self.seats[table].pop(seat) for seat in out]


class JournalDesk:
    """Commands straight into the journal, as the system."""

    def __init__(self, system: str) -> None:
        self.system = system

    def _call(self) -> Call:
        return Call(None, uuid.uuid4(), system=self.system)

    @property
    def event(self) -> Event:
        """The event as it is now."""
        return Event.objects.get(slug=SLUG)

    def ask(self, command: str, **facts: Any) -> Facts:
        """Run a command."""
        answer: Facts = json.loads(journal.execute(self.event.uid, command, self._call(), **facts))
        return answer

    def create(self, **facts: Any) -> None:
        """Create the event."""
        doors.create_event(self._call(), overrides={}, **facts)

    def register(self, names: Sequence[str]) -> list[int]:
        """Enter people by name."""
        lines = [Line(number, name) for number, name in enumerate(names, start=1)]
        entries: list[int] = json.loads(doors.register(self.event, self._call(), lines))["entries"]
        return entries


def _layouts(order: Sequence[int], boards: Sequence[str]) -> list[Facts]:
    """The boards as they are sent, the first for the first seat in payment order."""
    return [
        {"seat": seat, **parse_layout(board).as_json(), "declared_foul": False}
        for seat, board in zip(order, boards, strict=False)
    ]
