"""Plays an event through its commands: real hands by bots, no mock anywhere.

Used by `manage.py demo`, `manage.py simulate` and the tests. It knows of the felt only what the
commands answer, as a tablet does, so it needs nothing from above this package.
"""

import json
import random
import uuid
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from accounts.models import User
from scoring.bots import Player, Strength, play_hand
from scoring.layout import Layout
from scoring.rules import RuleSet
from tournaments import journal
from tournaments.journal import Call

STRENGTHS = (Strength.CASUAL, Strength.REGULAR, Strength.REGULAR, Strength.STRONG)


@dataclass(slots=True)
class Tallies:
    """What happened so far."""

    hands: int = 0
    players: int = 0
    fouls: int = 0
    fantasylands: int = 0
    eliminations: int = 0


@dataclass(slots=True)
class SimulatedTable:
    """A table as its tablet knows it: who sits where, the last hand, the button of the next."""

    number: int
    seats: dict[int, int] = field(default_factory=dict)
    hand: int = 0
    # The seat of the last started hand's button.
    button: int | None = None
    open_hand: dict[str, Any] | None = None


def laid_in_order(streets: Sequence[Layout]) -> list[str]:
    """The cards in the order in which they came to lie, from the layout after each street."""
    laid: list[str] = []
    for layout in streets:
        came = Counter(layout.cards) - Counter(laid)
        laid += came.elements()
    return laid


class Simulation:
    """An event that plays itself, one hand at a call.

    Args:
        event_uid: the event.
        rules: its pinned rule set.
        rng: all chance of the players; the deck's and the bots'.
        system: who stands in the journal.
    """

    def __init__(
        self, event_uid: uuid.UUID, rules: RuleSet, rng: random.Random, system: str
    ) -> None:
        self.event_uid = event_uid
        self.rules = rules
        self.rng = rng
        self.system = system
        self.tables: dict[int, SimulatedTable] = {}
        self.fantasyland: dict[int, int] = {}
        self.strength: dict[int, Strength] = {}
        self.tallies = Tallies()

    def ask(
        self, command: str, reason: str = "", by: User | None = None, **facts: Any
    ) -> dict[str, Any]:
        """Run a command as a member of staff or as the system, by the simulation's own chance."""
        call = self.call(reason, by)
        answer: dict[str, Any] = json.loads(journal.execute(self.event_uid, command, call, **facts))
        return answer

    def call(self, reason: str = "", by: User | None = None) -> Call:
        """A call whose submission and seed come from the simulation: it can be repeated."""
        submission = uuid.UUID(int=self.rng.getrandbits(128), version=4)
        seed = f"{self.rng.getrandbits(128):032x}"
        return Call(by, submission, reason, system="" if by else self.system, seed=seed)

    def draw(self) -> None:
        """Draw seats, and remember who sits where."""
        for seat in self.ask("seat.draw")["seats"]:
            self.sit(seat["entry"], seat["table"], seat["seat"])

    def sit(self, entry: int, table: int, seat: int) -> None:
        """Remember one player's seat."""
        place = self.tables.setdefault(table, SimulatedTable(table))
        place.seats[seat] = entry
        self.strength.setdefault(entry, self.rng.choice(STRENGTHS))

    def start(self, table: SimulatedTable) -> dict[str, Any]:
        """Deal the next hand."""
        table.hand += 1
        table.open_hand = self.ask("hand.start", table=table.number, hand=table.hand, absent=[])
        table.button = table.open_hand["button"]
        return table.open_hand

    def record(self, table: SimulatedTable) -> dict[str, Any]:
        """Play the open hand with bots and record it."""
        dealt = table.open_hand
        assert dealt is not None
        players = [
            Player(seat, one["fantasyland"], self.strength[one["entry"]])
            for one in dealt["players"]
            for seat in one["layouts"]
        ]
        played = play_hand(self.rules, dealt["button"], players, self.rng)
        layouts = [
            {
                "seat": seat,
                **layout.as_json(),
                "declared_foul": False,
                "laid": laid_in_order(played.streets[seat]),
            }
            for seat, layout in sorted(played.layouts.items())
        ]
        outcome = self.ask("hand.record", table=table.number, hand=table.hand, layouts=layouts)
        self._learn(table, outcome)
        return outcome

    def play(self, table: SimulatedTable) -> dict[str, Any]:
        """Deal and record one hand."""
        self.start(table)
        return self.record(table)

    def _learn(self, table: SimulatedTable, outcome: dict[str, Any]) -> None:
        table.open_hand = None
        self.tallies.hands += 1
        chairs = [player for player in outcome["players"] if player["seat"] in table.seats]
        for player in chairs:
            entry = table.seats[player["seat"]]
            self.tallies.players += 1
            self.tallies.fouls += player["foul"]
            self.tallies.fantasylands += bool(player["fantasyland_next"])
            self.fantasyland[entry] = player["fantasyland_next"]
            if player["eliminated"]:
                self.tallies.eliminations += 1
                del table.seats[player["seat"]]
