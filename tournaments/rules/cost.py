"""What a move costs: one whole number with a field for each term, so that sums compare in order.

How many move, and how many tables stay open, is settled before (`closing`). The parts of a cost
that belong to the mover alone or to the table alone are reckoned once.
"""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from tournaments.rules.plan import PlayerState, TableState
from tournaments.rules.positions import Position, position_alone, position_debt, position_next

BATCH: Final = 12
"""How many moves are chosen together."""

TERMS: Final = (
    "needed", "size", "moves", "recent", "button", "position", "due", "idle", "met", "walk",
    "two_handed", "draw",
)  # fmt: skip
"""The terms of a cost, most important first.

`needed`: a lone player there must be joined. `size`: from the fullest to the emptiest. `moves`:
moves made, squared. `recent`: hands since the last move. `button`: it is not granted if another
seat is. `position`: debt of position, with what earlier moves left. `due`: who is due to act first
moves. `idle`: seconds of waiting. `met`: opponents met. `walk`: steps. `two_handed`: hands played
heads-up. `draw`: what is equal is drawn, by the order of the search. Source: floor 7.4, step 3;
`size` and `two_handed` are ours.
"""

_BITS: Final = 20
_MOST: Final = 2**16 - 1  # BATCH times this stays within the bits of a term.
_SHIFT: Final = {term: _BITS * place for place, term in enumerate(reversed(TERMS[:-1]))}
_LONG: Final = 9999
_OTHER_ROOM: Final = 9999
_HANDS: Final = 2**15


class Spot(NamedTuple):
    """Where a table stands, in steps and by room, and how long it will be busy."""

    wait_s: int
    across: int
    along: int
    room: str

    @classmethod
    def of(cls, table: TableState) -> "Spot":
        """The spot of a table."""
        return cls(table.wait_s, *table.spot, table.room)


class Mover:
    """An entry that may move, `source` the table he leaves (None: he has no seat).

    `due` is the position which the next hand there owes him; `price` the part of a cost that is his
    alone, `rank` the part of it that outweighs every choice of seat.

    >>> lone = PlayerState(31, seat=3)
    >>> Mover(lone, TableState(4, (lone,), button=1), max_players=3).due.kind
    'first'
    """

    def __init__(self, player: PlayerState, source: TableState | None, max_players: int) -> None:
        self.player = player
        self.source = source
        self.due = _due(player, source, max_players)
        since = _LONG
        rest: list[PlayerState] = []
        if source:
            rest = [other for other in source.players if other is not player]
            if player.moved_at is not None:
                since = max(0, min(source.hand - player.moved_at, _LONG))
        self.spot = Spot.of(source) if source else None
        self.rank = (
            _field("size", max_players - len(rest))
            + _field("moves", player.moves**2)
            + _field("recent", _LONG - since)
        )
        self.price = (
            self.rank
            + _field("due", self.due.order if self.due else 0)
            + _field("two_handed", heads_up(rest))
        )
        self._by_gets: dict[Position | None, int] = {}

    def position_price(self, gets: Position | None) -> int:
        """The part of a cost for the position he gets."""
        if gets not in self._by_gets:
            debt = self.player.position_debt + position_debt(self.due, gets)
            button = gets is not None and gets.kind == "button"
            self._by_gets[gets] = _field("button", int(button)) + _field("position", abs(debt))
        return self._by_gets[gets]


def _due(player: PlayerState, source: TableState | None, max_players: int) -> Position | None:
    if source is None or source.button is None:
        return None
    seats = [other.seat for other in source.players]
    if len(seats) == 1:
        return position_alone(player.seat, source.button, max_players)
    return position_next(player.seat, source.button, seats)


class Target:
    """A table that may be joined, as the plan fills it; `needs` is how many must still come.

    `size` counts who will sit here. `chairs` are the numbers of its seats, in the order in which
    equal ones are taken.

    >>> pair = (PlayerState(32, seat=1), PlayerState(33, seat=2))
    >>> target = Target(TableState(7, pair, button=1), needs=0, chairs=(1, 2, 3))
    >>> target.offers
    [(3, Position(order=1, players=3))]
    """

    def __init__(self, table: TableState, needs: int, chairs: Sequence[int]) -> None:
        self.table = table
        self.needs = needs
        self.price = _field("two_handed", _HANDS - heads_up(table.players))
        self._chairs = chairs
        self.size = len(table.players)
        self._spot = Spot.of(table)
        self._taken = {player.seat for player in table.players}
        self._closed = table.closed_seats
        self._entries = frozenset(player.entry for player in table.players)
        self._met = frozenset[int]().union(*(player.met for player in table.players))
        self._offers: list[tuple[int, Position | None]] | None = None

    @property
    def space(self) -> int:
        """How many more can sit here."""
        return len(self._chairs) - len(self._taken) - len(self._closed)

    @property
    def offers(self) -> list[tuple[int, Position | None]]:
        """The free seats, with the position the next hand gives there to one newcomer."""
        if self._offers is None:
            closed = self._taken | self._closed
            free = [seat for seat in self._chairs if seat not in closed]
            self._offers = [(seat, self._gets(seat)) for seat in free]
        return self._offers

    def _gets(self, seat: int) -> Position | None:
        if self.table.button is None:
            return None
        seats = self._taken | {seat}
        return position_next(seat, self.table.button, seats, frozen=self.table.fantasyland)

    def take(self, seat: int) -> None:
        """Somebody will sit here."""
        self._taken.add(seat)
        self.size += 1
        self._offers = None
        self.needs = max(0, self.needs - 1)

    def order_price(self, before: int) -> int:
        """The part of a cost that is the table's alone, if so many are sent there before."""
        needed = _field("needed", int(before >= self.needs))
        return needed + _field("size", self.size + before) + self.price

    def way_price(self, source: Spot | None) -> int:
        """The part of a cost for getting here from a table: waiting and walking."""
        wait_s, across, along, room = self._spot
        if source is None:
            return _field("idle", wait_s)
        steps = abs(across - source.across) + abs(along - source.along)
        steps += _OTHER_ROOM if room != source.room else 0
        return _field("idle", abs(wait_s - source.wait_s)) + _field("walk", steps)

    def met_price(self, player: PlayerState) -> int:
        """The part of a cost for opponents he should rather not meet."""
        if player.entry not in self._met and not player.met & self._entries:
            return 0
        others = self.table.players
        met = sum(1 for each in others if each.entry in player.met or player.entry in each.met)
        return _field("met", met)


def heads_up(players: Iterable[PlayerState]) -> int:
    """Hands they played two-handed."""
    return sum(player.two_handed for player in players)


def _field(term: str, amount: int) -> int:
    return min(amount, _MOST) << _SHIFT[term]


def first_difference(one: int, other: int) -> str:
    """The first term in which two costs differ: `draw` if in none.

    >>> first_difference(_field("button", 1), _field("position", 3))
    'button'
    """
    return TERMS[len(TERMS) - 1 - -(-(one ^ other).bit_length() // _BITS)]
