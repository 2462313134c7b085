"""What the planner of moves reads and what it answers: plain values, no behaviour.

Table and seat numbers count from 1, times are whole seconds. A player whose move was ordered but
not carried out is given at his destination with `moving` set, and no longer at the table he leaves:
a move in progress is not replanned.
"""

from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, get_args

from tournaments.rules.explain import Fact
from tournaments.rules.positions import Position, position_debt

Policy = Literal["tight", "repair_only"]
POLICIES: Final = get_args(Policy)

Blocker = Literal["hand", "fantasyland"]
"""What an order waits for: the end of the hand there, or of the Fantasyland there."""

Reason = Literal["fantasyland", "table_fantasyland", "locked", "feature", "protected", "moving"]
"""Why a player stays: his own Fantasyland, another's at his table, or the house's wish."""


@dataclass(frozen=True, slots=True)
class PlayerState:
    """A seated entry.

    `fantasyland`: pending or running. `moves` counts moves carried out, `moved_at` is the number of
    the last hand his present table had started when he arrived (None: never moved). `two_handed`
    counts hands he played heads-up, `position_debt` sums what his moves gained him. `met` holds
    entries he should rather not meet: met before, or club and family if the house asks.
    """

    entry: int
    seat: int
    fantasyland: bool = False
    moves: int = 0
    moved_at: int | None = None
    two_handed: int = 0
    protected: bool = False
    moving: bool = False
    position_debt: int = 0
    met: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class TableState:
    """An open table.

    `button` is the seat of the last started hand's button (None: no hand yet), `hand` its number,
    `playing` whether it is still live, ending in about `ends_in_s` seconds. `place` is the position
    in the published break order, lowest breaks first, equal places by number. `locked`: nobody
    leaves or arrives. `feature`: nobody leaves. `protected`: does not break. `spot` is where it
    stands, in steps. `reserved` are seats to which nobody is sent. `room` is a name: another room
    is a longer way than any within one.
    """

    number: int
    players: tuple[PlayerState, ...] = ()
    button: int | None = None
    hand: int = 0
    playing: bool = False
    ends_in_s: int = 0
    place: int = 0
    feature: bool = False
    locked: bool = False
    protected: bool = False
    spot: tuple[int, int] = (0, 0)
    reserved: frozenset[int] = frozenset()
    room: str = ""

    @property
    def closed_seats(self) -> frozenset[int]:
        """Empty seats to which nobody is sent."""
        return self.reserved - {player.seat for player in self.players}

    @property
    def fantasyland(self) -> bool:
        """Whether somebody here has Fantasyland pending or running."""
        return any(player.fantasyland for player in self.players)

    @property
    def wait_s(self) -> int:
        """Seconds until the table is between hands, as predicted."""
        return self.ends_in_s if self.playing else 0


class WaitFor(NamedTuple):
    """What an order waits for at a table."""

    table: int
    reason: Blocker


class Rival(NamedTuple):
    """The rejected runner-up of a move: `why` names the first cost on which it is worse."""

    entry: int
    table: int
    seat: int
    why: str

    @property
    def fact(self) -> Fact:
        """The sentence."""
        where = {"rival": self.entry, "table": self.table, "seat": self.seat}
        return Fact(f"rival_{self.why}", where)


@dataclass(frozen=True, slots=True)
class Move:
    """One order. `from_table` and `from_seat` are None for an entry that had no seat.

    `due` is the position the next hand would have given him at his old table, `gets` the one it
    gives him at the new one, once the whole plan is carried out; None where no hand was dealt yet.
    `rule` is the code of the rule applied, a key of `EXPLANATIONS`.
    """

    entry: int
    from_table: int | None
    from_seat: int | None
    to_table: int
    to_seat: int
    due: Position | None
    gets: Position | None
    waits_for: tuple[WaitFor, ...]
    rule: str
    rival: Rival | None = None

    @property
    def debt(self) -> int:
        """How much better off the move leaves him, signed."""
        return position_debt(self.due, self.gets)


class Exempt(NamedTuple):
    """A player who is not moved, and why."""

    entry: int
    table: int
    reason: Reason


@dataclass(frozen=True, slots=True)
class Wait:
    """What the plan leaves undone: `code` says what and why, `tables` whom it concerns.

    `blockers` are the tables that stand in the way, `count` how many tables or entries wait.
    """

    code: str
    tables: tuple[int, ...] = ()
    blockers: tuple[int, ...] = ()
    count: int = 0

    @property
    def fact(self) -> Fact:
        """The sentence."""
        named = {"tables": _listed(self.tables), "blockers": _listed(self.blockers)}
        return Fact(self.code, {**named, "count": self.count})


def _listed(tables: tuple[int, ...]) -> str:
    return ", ".join(map(str, tables))


@dataclass(frozen=True, slots=True)
class Figures:
    """What the optimum is measured by, as far as one plan knows it (floor 7.4, end).

    `moves_most` and `moves_spread` are over the players seated after the plan, the new moves
    counted; `two_handed` counts players at two-handed tables, `idle_s` the predicted seconds that
    movers and receiving tables wait for each other.
    """

    players: int
    moves: int
    moves_most: int
    moves_spread: int
    tables_before: int
    tables_after: int
    tables_least: int
    lone_before: int
    lone_after: int
    two_handed_before: int
    two_handed_after: int
    idle_s: int
    position_debt: int
    exempt_fantasyland: int


@dataclass(frozen=True, slots=True)
class Plan:
    """A proposal: orders, tables that close when they are carried out, and the reasons.

    Nothing here is done yet: the director confirms. `waits` not empty with no moves is a legal
    answer: wait a hand and plan again.
    """

    moves: tuple[Move, ...]
    closes: tuple[int, ...]
    waits: tuple[Wait, ...]
    exempt: tuple[Exempt, ...]
    facts: tuple[Fact, ...]
    figures: Figures
