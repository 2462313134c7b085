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
class Leeway:
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


def leeway_of(table: TableState, max_players: int, *, patient: bool = False) -> Leeway:
    """What is allowed at a table: floor 7.4, hard constraints 2, 4 and 5.

    Nobody leaves or joins a table with Fantasyland, but a lone player in Fantasyland may be joined:
    he cannot play it alone. `patient` allows orders that wait for its end; even then the holders
    stay and the table does not break.

    >>> holder = PlayerState(entry=1, seat=1, fantasyland=True)
    >>> leeway_of(TableState(4, (holder,)), max_players=3).free
    2
    """
    movable = tuple(
        player for player in table.players if stays(table, player, patient=patient) is None
    )
    joined = patient or not table.fantasyland or len(table.players) < MIN_PLAYERS
    seats = max_players - len(table.players) - len(table.closed_seats)
    free = seats if joined and not table.locked else 0
    whole = len(movable) == len(table.players)
    return Leeway(table, movable, free, close=whole and not (table.protected or table.locked))


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


def break_order(leeways: Sequence[Leeway], look_ahead: int | None) -> Iterator[Leeway]:
    """The tables of two or more that may break, in the order in which they would.

    The published order, but a table is passed over while a smaller one is among the next
    `look_ahead` (None: anywhere behind it). Source: floor 7.4, step 2.

    >>> players = tuple(PlayerState(entry, seat=entry) for entry in (1, 2, 3))
    >>> tables = [TableState(4, players, place=1), TableState(7, players[:2], place=2)]
    >>> leeways = [leeway_of(table, max_players=3) for table in tables]
    >>> [leeway.table.number for leeway in break_order(leeways, look_ahead=None)]
    [7, 4]
    >>> [leeway.table.number for leeway in break_order(leeways, look_ahead=0)]
    [4, 7]
    """
    queue = sorted(
        (leeway for leeway in leeways if leeway.close and leeway.size >= MIN_PLAYERS), key=_place
    )
    if look_ahead is None:
        yield from sorted(queue, key=lambda leeway: leeway.size)
        return
    while queue:
        sizes = [leeway.size for leeway in queue[: look_ahead + 1]]
        yield queue.pop(sizes.index(min(sizes)))


def _place(leeway: Leeway) -> tuple[int, int]:
    return leeway.table.place, leeway.table.number


@dataclass(frozen=True, slots=True)
class Outline:
    """Which tables do what.

    `lone` and `broken` close, in break order. `needs` says how many newcomers a table must get:
    lone ones that stay, and empty ones that are opened. `stuck` are lone tables left as they are,
    `spared` would have been the next to break. `seated` counts entries without a seat that find
    one, `excess` tables the players could do without but which cannot close now.
    """

    lone: tuple[Leeway, ...]
    broken: tuple[Leeway, ...]
    needs: dict[int, int]
    stuck: tuple[Leeway, ...]
    spared: Leeway | None
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
    leeways: Sequence[Leeway],
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
    >>> found = outline([leeway_of(table, 3) for table in lone], 0, 3, tight=False)
    >>> [leeway.table.number for leeway in found.lone], found.needs
    ([4], {7: 1})
    """
    field = _field(leeways, closable_tables(leeways, waiting, max_players), look_ahead)
    counts = _counts(leeways, field, waiting, max_players)
    weight, best = best_trial(counts._replace(tight=tight))
    lone = field.closable[: best.closed]
    joined = field.kept + field.closable[best.closed :]
    fed = joined[: len(joined) - best.left]
    needs = {leeway.table.number: 1 for leeway in fed}
    needs |= {leeway.table.number: MIN_PLAYERS for leeway in field.empty[: best.opened]}
    helped = {leeway.table.number for leeway in lone + fed}
    alone = (leeway for leeway in field.lone if leeway.table.number not in helped)
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

    lone: list[Leeway]
    closable: list[Leeway]
    kept: list[Leeway]
    empty: list[Leeway]
    queue: list[Leeway]


def _field(leeways: Sequence[Leeway], most: int, look_ahead: int | None) -> _Field:
    due = sorted(leeways, key=_place)
    lone = [leeway for leeway in due if leeway.size == 1]
    return _Field(
        lone=lone,
        closable=[leeway for leeway in lone if leeway.close and leeway.free],
        kept=[leeway for leeway in lone if not leeway.close and leeway.free],
        empty=[leeway for leeway in due if leeway.size == 0 and leeway.free >= MIN_PLAYERS],
        queue=list(islice(break_order(leeways, look_ahead), most + 1)),
    )


def _counts(leeways: Sequence[Leeway], field: _Field, waiting: int, max_players: int) -> Counts:
    most = closable_tables(leeways, waiting, max_players)
    queue = field.queue[:most]
    large = [leeway for leeway in leeways if leeway.size >= MIN_PLAYERS]
    gives = sum(leeway.gives for leeway in large)
    spare = sum(leeway.free for leeway in large)
    return Counts(
        tight=False,
        max_players=max_players,
        waiting=waiting,
        tables=len(large) + len(field.lone),
        most=most,
        lone=len(field.closable) + len(field.kept),
        closable=len(field.closable),
        empty=len(field.empty),
        closed=sum(len(leeway.table.closed_seats) for leeway in (*field.lone, *field.empty)),
        people=list(accumulate((leeway.size for leeway in queue), initial=0)),
        gives=list(accumulate((-leeway.gives for leeway in queue), initial=gives)),
        spare=list(accumulate((-leeway.free for leeway in queue), initial=spare)),
    )


def closable_tables(leeways: Sequence[Leeway], waiting: int, max_players: int) -> int:
    """How many tables the players could do without: tables with players less those they need.

    With three seats it is above zero exactly from three two-handed tables on. Source: floor 7.3.

    >>> pair = (PlayerState(1, seat=1), PlayerState(2, seat=2))
    >>> leeways = [leeway_of(TableState(number, pair), 3) for number in (1, 2, 3)]
    >>> closable_tables(leeways, 0, 3), closable_tables(leeways[:2], 0, 3)
    (1, 0)
    """
    taken = [leeway for leeway in leeways if leeway.size]
    tables = len(taken)
    # A seat that stays empty takes its place as a player would.
    players = sum(leeway.size + len(leeway.table.closed_seats) for leeway in taken) + waiting
    return max(0, tables + -players // max_players)
