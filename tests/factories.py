"""Small helpers that set a scene through the journal, as the doors do.

`staff` makes people who work here, `Floor` an event with them in it. Cards come from `SHEETS`:
layouts with a known result, the first for the player left of the button.
"""

import json
import uuid
from collections.abc import Iterable, Sequence
from copy import deepcopy
from itertools import count
from pathlib import Path
from typing import Any

from rest_framework.response import Response
from rest_framework.test import APIClient

from accounts.models import User
from tables.models import Table
from tournaments import doors, journal
from tournaments.journal import Call
from tournaments.models import Event, Role
from tournaments.rules.structure import vamos_structure
from tournaments.services.people import Line

VECTORS = Path(__file__).parent / "vectors"
STACK = 30_000
Json = dict[str, Any]
_numbers = count(1)


def staff(name: str = "", *, creates: bool = False) -> User:
    """A member of staff; the name is made up when none is given."""
    name = name or f"user{next(_numbers)}"
    return User.objects.create(username=name, may_create_events=creates)


def event_facts(**changes: Any) -> Json:
    """The facts of a new event: Vamos defaults, in level-only structure lines if asked for."""
    return {
        "slug": f"event-{next(_numbers)}",
        "name": "Friday night",
        "ruleset": "vamos",
        "overrides": {},
        "starting_stack": STACK,
        "structure": vamos_structure().as_json(),
        "registration_level": 0,
        "reentry_limit": 0,
        "time_zone": "UTC",
        **changes,
    }


def call(user: User | None, **more: Any) -> Call:
    """A request under a fresh submission id; without a user it comes from the system."""
    submission = more.pop("submission", None) or uuid.uuid4()
    return Call(user, submission, **more, system="" if user else "test")


class Api:
    """The HTTP API as one person uses it; nobody when no user is given."""

    def __init__(self, user: User | None = None, **options: Any) -> None:
        self.client = APIClient(**options)
        if user is not None:
            self.client.force_login(user)

    def get(self, path: str, **headers: str) -> Response:
        """GET below ``/api/``."""
        return self.client.get(f"/api/{path}", headers=headers)

    def post(self, path: str, **facts: Any) -> Response:
        """POST a command: facts as JSON, under a fresh submission id unless one is given."""
        return self.send(path, {"submission": str(uuid.uuid4()), **facts})

    def send(self, path: str, body: object) -> Response:
        """POST exactly this body as JSON."""
        return self.client.post(f"/api/{path}", body, format="json")


def refusal(response: Response) -> tuple[int, str]:
    """Status and code of an answer that says no."""
    return response.status_code, response.json()["error"]["code"]


class Floor:
    """An event and its director: every method is one command of his.

    Example:
        ``floor = Floor.running(players=3); floor.start(1); floor.record(1, SHEETS["even"])``
    """

    def __init__(self, director: User | None = None, **facts: Any) -> None:
        self.director = director or staff(creates=True)
        facts = event_facts(**facts)
        doors.create_event(call(self.director), **facts)
        self.slug: str = facts["slug"]

    @classmethod
    def of(cls, slug: str, director: User) -> "Floor":
        """An event that somebody makes elsewhere, at a page."""
        floor = cls.__new__(cls)
        floor.slug, floor.director = slug, director
        return floor

    @classmethod
    def open(cls, players: int = 0, **facts: Any) -> "Floor":
        """An event open for registration, with so many players entered."""
        floor = cls(**facts)
        floor.do("event.publish")
        if players:
            floor.register(*(f"Player {number}" for number in range(1, players + 1)))
        return floor

    @classmethod
    def running(cls, players: int = 3, **facts: Any) -> "Floor":
        """An event in play: seats drawn, clock started."""
        floor = cls.open(players, **facts)
        floor.do("seat.draw")
        floor.do("event.start")
        return floor

    @property
    def event(self) -> Event:
        """The event as the database has it now."""
        return Event.objects.get(slug=self.slug)

    def do(self, name: str, /, *, reason: str = "", by: User | None = None, **facts: Any) -> Json:
        """Run a command as the director, or as somebody else."""
        who = call(by or self.director, reason=reason)
        answer: Json = json.loads(journal.execute(self.event.uid, name, who, **facts))
        return answer

    def register(self, *names: str) -> list[int]:
        """Enter people by name; the numbers of their entries."""
        lines = [Line(number, name) for number, name in enumerate(names, start=1)]
        answer = json.loads(doors.register(self.event, call(self.director), lines))
        entries: list[int] = answer["entries"]
        return entries

    def hire(self, role: str, *, table: int | None = None) -> User:
        """Somebody new in a role; a dealer at a table if one is named."""
        user = staff()
        self.do("staff.assign", user=str(user.uid), role=role)
        if table is not None:
            self.do("dealer.assign", table=table, user=str(user.uid))
        return user

    def dealer(self, table: int = 1) -> User:
        """A dealer at a table."""
        return self.hire(Role.DEALER, table=table)

    def table(self, number: int = 1) -> Table:
        """A table of the event."""
        return self.event.tables.get(number=number)

    def next_hand(self, table: int = 1) -> int:
        """The number of the hand to start next at a table."""
        last = self.table(table).hands.order_by("-number").first()
        return (last.number if last else 0) + 1

    def start(self, table: int = 1, **facts: Any) -> Json:
        """Start the next hand of a table."""
        facts = {"absent": [], **facts}
        return self.do("hand.start", table=table, hand=self.next_hand(table), **facts)

    def record(self, table: int, sheet: Sequence[Json], **more: Any) -> Json:
        """Record the open hand of a table; layouts go round from the left of the button."""
        hand = self.table(table).hands.get(state="started")
        order = seats_in_order(hand.button, hand.players.values_list("seat", flat=True))
        facts = {"table": table, "hand": hand.number, "layouts": layouts(order, sheet)}
        return self.do("hand.record", **facts, **more)

    def bust(self, name: str, table: int = 1) -> Json:
        """Play a heads-up hand that costs this player 31 points."""
        started = self.start(table)
        seat = self.table(table).seats.get(entry__person__name=name).number
        winning, losing, _ = SHEETS["big win"]
        return self.record(table, [losing if one == seat else winning for one in started["order"]])

    def leader_wins(self, table: int = 1) -> Json:
        """A hand that the largest stack wins, wherever the button is: so the field gets smaller.

        With a sheet that follows the button, two players pass their chips to and fro for ever.
        """
        started = self.start(table)
        stacks = {one["seat"]: one["stack"] for one in started["players"]}
        leader = max(started["order"], key=lambda seat: stacks[seat])
        winning, *losing = SHEETS["big win"]
        return self.record(
            table, [winning if seat == leader else losing.pop(0) for seat in started["order"]]
        )

    def play(self, sheet: Sequence[Json], table: int = 1) -> Json:
        """Start and record one hand."""
        self.start(table)
        return self.record(table, sheet)


def seats_in_order(button: int, seats: Iterable[int]) -> list[int]:
    """Seats in payment order: left of the button first, the button last."""
    return sorted(seats, key=lambda seat: (seat <= button, seat))


def layouts(order: Sequence[int], sheet: Sequence[Json]) -> list[Json]:
    """A sheet as it is sent: the first layout to the first seat in order, and so on."""
    pairs = zip(order, deepcopy(sheet), strict=True)  # a test may spoil its own copy
    return [{"seat": seat, "declared_foul": False, **cards} for seat, cards in pairs]


def _vector_sheet(wanted: str) -> list[Json]:
    """The layouts of a worked case in ``vectors/hands.json``, in payment order."""
    cases = json.loads((VECTORS / "hands.json").read_text())
    case = next(case for case in cases if case["id"] == wanted)
    seats = {player["seat"]: player for player in case["request"]["players"]}
    rows = ("top", "middle", "bottom")
    return [{row: seats[seat][row] for row in rows} for seat in case["expected"]["order"]]


SHEETS: dict[str, list[Json]] = {
    # Heads-up.
    "even": _vector_sheet("C17"),
    "kings on top": _vector_sheet("L02"),  # Fantasyland for the first
    "quads below": _vector_sheet("L05"),  # and again, if he was in it
    # Three players.
    "flush": _vector_sheet("S04"),
    "one fouls": _vector_sheet("K01"),
    "aces on top": _vector_sheet("L14"),  # Fantasyland for the second
    "big win": _vector_sheet("P17"),  # 31 points from each for the first
}
