"""Which tables close, which lone tables are fed, and how many players move: the counting part.

Only numbers of players matter here. Who moves, and to which seat, is chosen in `assign`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, islice
from typing import NamedTuple

from tournaments.rules.counting import Counts, best_trial
from tournaments.rules.plan import PlayerState, Reason, TableState
from tournaments.rules.reserved import MIN_PLAYERS


@dataclass(frozen=True, slots=True)
class Room:
    """A table and what is allowed there.

    `movable`: who may leave. `free`: seats open to newcomers, none where they are refused.
    `close`: everybody may leave and the table may break. `gives`: how many it can spare and keep
    two.
    """

    table: TableState
    movable: tuple[PlayerState, ...]
    free: int
    close: bool

    @property
    def size(self) -> int:
        """Players now."""
        return len(self.table.players)

    @property
    def gives(self) -> int:
        """Players it can spare and keep two."""
        return max(0, min(len(self.movable), self.size - MIN_PLAYERS))


def room_of(table: TableState, max_players: int, *, patient: bool = False) -> Room:
    """What is allowed at a table: floor 7.4, hard constraints 2, 4 and 5.

    Nobody leaves or joins a table with Fantasyland, but a lone player in Fantasyland may be joined:
    he cannot play it alone. `patient` allows orders that wait for its end; even then the holders
    stay and the table does not break.

    >>> holder = PlayerState(entry=1, seat=1, fantasyland=True)
    >>> room_of(TableState(4, (holder,)), max_players=3).free
    2
    """
    movable = tuple(
        player for player in table.players if stays(table, player, patient=patient) is None
    )
    joined = patient or not table.fantasyland or len(table.players) < MIN_PLAYERS
    seats = max_players - len(table.players) - len(table.closed_seats)
    free = seats if joined and not table.locked else 0
    whole = len(movable) == len(table.players)
    return Room(table, movable, free, close=whole and not (table.protected or table.locked))


def stays(table: TableState, player: PlayerState, *, patient: bool = False) -> Reason | None:
    """Why a player may not be moved, the strongest reason first; None if he may.

    >>> table = TableState(4, (PlayerState(1, seat=1, fantasyland=True), PlayerState(2, seat=2)))
    >>> [stays(table, player) for player in table.players]
    ['fantasyland', 'table_fantasyland']
    """
    if player.fantasyland:
        return "fantasyland"
    if table.fantasyland and not patient:
        return "table_fantasyland"
    if table.locked:
        return "locked"
    if table.feature:
        return "feature"
    if player.protected:
        return "protected"
    return "moving" if player.moving else None


def break_order(rooms: Sequence[Room], look_ahead: int | None) -> Iterator[Room]:
    """The tables of two or more that may break, in the order in which they would.

    The published order, but a table is passed over while a smaller one is among the next
    `look_ahead` (None: anywhere behind it). Source: floor 7.4, step 2.

    >>> players = tuple(PlayerState(entry, seat=entry) for entry in (1, 2, 3))
    >>> tables = [TableState(4, players, place=1), TableState(7, players[:2], place=2)]
    >>> rooms = [room_of(table, max_players=3) for table in tables]
    >>> [room.table.number for room in break_order(rooms, look_ahead=None)]
    [7, 4]
    >>> [room.table.number for room in break_order(rooms, look_ahead=0)]
    [4, 7]
    """
    queue = sorted((room for room in rooms if room.close and room.size >= MIN_PLAYERS), key=_place)
    if look_ahead is None:
        yield from sorted(queue, key=lambda room: room.size)
        return
    while queue:
        sizes = [room.size for room in queue[: look_ahead + 1]]
        yield queue.pop(sizes.index(min(sizes)))


def _place(room: Room) -> tuple[int, int]:
    return room.table.place, room.table.number


@dataclass(frozen=True, slots=True)
class Outline:
    """Which tables do what.

    `lone` and `broken` close, in break order. `needs` says how many newcomers a table must get:
    lone ones that stay, and empty ones that are opened. `stuck` are lone tables left as they are,
    `spared` would have been the next to break. `seated` counts entries without a seat that find
    one, `excess` tables the players could do without but which cannot close now.
    """

    lone: tuple[Room, ...]
    broken: tuple[Room, ...]
    needs: dict[int, int]
    stuck: tuple[Room, ...]
    spared: Room | None
    seated: int
    excess: int

    def then(self, later: "Outline") -> "Outline":
        """Both, the second for the lone tables which the first leaves as they are."""
        return replace(
            self,
            lone=self.lone + later.lone,
            needs=self.needs | later.needs,
            stuck=later.stuck,
            excess=self.excess - len(later.lone),
        )


def outline(
    rooms: Sequence[Room],
    waiting: int,
    max_players: int,
    *,
    tight: bool,
    look_ahead: int | None = None,
) -> Outline:
    """The best way to leave no lone player, by number of players only.

    Compared in this order: players left without a game (alone, or without a seat), those left
    without a seat, then players moved before tables open, or when `tight` tables open before
    players moved. Closing never goes below the tables the players need.
    Source: floor 7.4, steps 1, 2 and 5.

    >>> lone = [TableState(number, (PlayerState(number, seat=1),)) for number in (4, 7)]
    >>> found = outline([room_of(table, 3) for table in lone], 0, 3, tight=False)
    >>> [room.table.number for room in found.lone], found.needs
    ([4], {7: 1})
    """
    field = _field(rooms, closable_tables(rooms, waiting, max_players), look_ahead)
    counts = _counts(rooms, field, waiting, max_players)
    weight, best = best_trial(counts._replace(tight=tight))
    lone = field.closable[: best.closed]
    joined = field.kept + field.closable[best.closed :]
    fed = joined[: len(joined) - best.left]
    needs = {room.table.number: 1 for room in fed}
    needs |= {room.table.number: MIN_PLAYERS for room in field.empty[: best.opened]}
    helped = {room.table.number for room in lone + fed}
    alone = (room for room in field.lone if room.table.number not in helped)
    return Outline(
        lone=tuple(lone),
        broken=tuple(field.queue[: best.broken]),
        needs=needs,
        stuck=tuple(alone),
        spared=next(iter(field.queue[best.broken :]), None),
        seated=waiting - weight[1],
        excess=counts.most - best.closed - best.broken,
    )


class _Field(NamedTuple):
    """The tables by what they may do, each in the break order; one more queues than may break."""

    lone: list[Room]
    closable: list[Room]
    kept: list[Room]
    empty: list[Room]
    queue: list[Room]


def _field(rooms: Sequence[Room], most: int, look_ahead: int | None) -> _Field:
    due = sorted(rooms, key=_place)
    lone = [room for room in due if room.size == 1]
    return _Field(
        lone=lone,
        closable=[room for room in lone if room.close and room.free],
        kept=[room for room in lone if not room.close and room.free],
        empty=[room for room in due if room.size == 0 and room.free >= MIN_PLAYERS],
        queue=list(islice(break_order(rooms, look_ahead), most + 1)),
    )


def _counts(rooms: Sequence[Room], field: _Field, waiting: int, max_players: int) -> Counts:
    most = closable_tables(rooms, waiting, max_players)
    queue = field.queue[:most]
    large = [room for room in rooms if room.size >= MIN_PLAYERS]
    gives = sum(room.gives for room in large)
    spare = sum(room.free for room in large)
    return Counts(
        tight=False,
        max_players=max_players,
        waiting=waiting,
        tables=len(large) + len(field.lone),
        most=most,
        lone=len(field.closable) + len(field.kept),
        closable=len(field.closable),
        empty=len(field.empty),
        closed=sum(len(room.table.closed_seats) for room in (*field.lone, *field.empty)),
        people=list(accumulate((room.size for room in queue), initial=0)),
        gives=list(accumulate((-room.gives for room in queue), initial=gives)),
        spare=list(accumulate((-room.free for room in queue), initial=spare)),
    )


def closable_tables(rooms: Sequence[Room], waiting: int, max_players: int) -> int:
    """How many tables the players could do without: tables with players less those they need.

    With three seats it is above zero exactly from three two-handed tables on. Source: floor 7.3.

    >>> pair = (PlayerState(1, seat=1), PlayerState(2, seat=2))
    >>> rooms = [room_of(TableState(number, pair), 3) for number in (1, 2, 3)]
    >>> closable_tables(rooms, 0, 3), closable_tables(rooms[:2], 0, 3)
    (1, 0)
    """
    taken = [room for room in rooms if room.size]
    tables = len(taken)
    # A seat that stays empty takes its place as a player would.
    players = sum(room.size + len(room.table.closed_seats) for room in taken) + waiting
    return max(0, tables + -players // max_players)
