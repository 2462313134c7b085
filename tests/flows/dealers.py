"""The dealers of a browser flow: hands with a wanted end, and players who walk, by commands."""

from itertools import combinations
from typing import Any

from tables.models import Seat
from tests.factories import SHEETS, Floor, Json
from tests.tables.floor_scenes import carry_out, sizes


class Dealers:
    """Everybody who deals at the tables of an event.

    Example:
        ``Dealers(floor).somebody_gets_fantasyland(3)``
    """

    def __init__(self, floor: Floor) -> None:
        self.floor = floor

    def tables(self, players: int) -> list[int]:
        """The open tables with so many players."""
        return sorted(number for number, size in sizes(self.floor).items() if size == players)

    def the_first_hand_takes_two(self, table: int) -> None:
        """With equal stacks, who is first in the order wins 31 points from each."""
        self.floor.leader_wins(table)

    def everybody_but_the_leader_is_out(self, table: int) -> None:
        """The biggest stack wins a hundred points from each; the others none of each other."""
        *others, leader = self.start(table)
        self._points(table, [leader, *others], won=100)

    def start(self, table: int) -> list[int]:
        """Start a hand; its seats, the smallest stack first."""
        players = self.floor.start(table)["players"]
        return [one["seat"] for one in sorted(players, key=lambda one: (one["stack"], one["seat"]))]

    def end_in_fantasyland(self, table: int, seats: list[int]) -> None:
        """The smallest stack plays Fantasyland next; nobody goes out."""
        self._points(table, seats, fantasyland=[{"seat": seats[0], "cards": 14}])

    def somebody_gets_fantasyland(self, table: int) -> None:
        self.end_in_fantasyland(table, self.start(table))

    def a_quiet_hand(self, table: int) -> None:
        """Nobody goes out, and nobody has Fantasyland afterwards."""
        self._points(table, self.start(table))

    def where_the_leader_sits(self, players: int) -> int:
        """The table with so many players where the biggest stack is."""
        seats = Seat.objects.filter(table__event=self.floor.event, table__open=True)
        stacks = seats.exclude(entry=None).filter(table__number__in=self.tables(players))
        return stacks.order_by("-entry__stack").values_list("table__number", flat=True)[0]

    def the_leader_pays(self, table: int) -> None:
        """A hand of three with its cards: 16 points for the biggest stack to pay."""
        first, second, third = SHEETS["flush"]
        lines = dict(zip(self.start(table), [first, third, second], strict=True))
        self._record(table, lines)

    def _points(self, table: int, seats: list[int], won: int = 1, **more: Any) -> None:
        """A hand whose cards are not on record; the first seat wins so much from each."""
        pairs = [
            {"a": a, "b": b, "points": won if a == seats[0] else 0}
            for a, b in combinations(seats, 2)
        ]
        hand = self.floor.next_hand(table) - 1
        facts = {"table": table, "hand": hand, "points": pairs, **more}
        self.floor.do("hand.points", reason="cards were mucked", **facts)

    def walk(self) -> None:
        """Who was sent to another table goes there, counted at both ends."""
        carry_out(self.floor)

    def _record(self, table: int, lines: dict[int, Json]) -> None:
        hand = self.floor.table(table).hands.get(state="started")
        players = hand.players.values_list("seat", flat=True)
        order = sorted(players, key=lambda seat: (seat <= hand.button, seat))
        self.floor.record(table, [lines[seat] for seat in order])
