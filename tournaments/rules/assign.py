"""Who moves and to which seat: the moves that cost least, by the terms of `cost`.

Up to `BATCH` moves are chosen together; more, which no real floor sees at once, batch by batch.
The seats of a breaking table are drawn, as everywhere in poker; only the set of receiving tables is
chosen.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from heapq import nsmallest
from typing import NamedTuple, TypeVar

from tournaments.rules.closing import Leeway
from tournaments.rules.cost import BATCH, Mover, Spot, Target, first_difference
from tournaments.rules.draw import Rng
from tournaments.rules.matching import assign
from tournaments.rules.plan import PlayerState, Rival, TableState

_T = TypeVar("_T")


class Placed(NamedTuple):
    """A mover, the table and seat chosen for him, and the runner-up."""

    mover: Mover
    table: int
    seat: int
    rival: Rival | None = None


class _Choice(NamedTuple):
    price: int
    mover: Mover
    target: Target
    seat: int


class _Donor:
    """A table that can spare players: who may leave, and how many."""

    def __init__(self, leeway: Leeway, chairs: Sequence[int], max_players: int) -> None:
        players = sorted(leeway.movable, key=lambda player: chairs.index(player.seat))
        self.movers = [Mover(player, leeway.table, max_players) for player in players]
        self.gives = leeway.gives

    def spare(self, mover: Mover) -> None:
        """He goes."""
        self.movers.remove(mover)
        self.gives -= 1


class Floor:
    """The tables that stay open, as the plan fills their seats; `placed` lists the moves so far.

    `receivers` may be joined, `needs` says which of them must be, by how many.
    Source: floor 7.4, steps 2 and 3.

    >>> import random
    >>> from tournaments.rules.closing import leeway_of
    >>> pair = (PlayerState(32, seat=1), PlayerState(33, seat=2))
    >>> floor = Floor([leeway_of(TableState(7, pair), 3)], {}, 3, random.Random(13))
    >>> floor.place([Mover(PlayerState(31, seat=0), None, 3)])
    >>> [(each.table, each.seat) for each in floor.placed]
    [(7, 3)]
    """

    def __init__(
        self, receivers: Sequence[Leeway], needs: dict[int, int], max_players: int, rng: Rng
    ) -> None:
        self.placed: list[Placed] = []
        self._max_players = max_players
        self._rng = rng
        self._chairs = list(range(1, max_players + 1))
        rng.shuffle(self._chairs)
        self._targets = [
            Target(leeway.table, needs.get(leeway.table.number, 0), self._chairs)
            for leeway in receivers
        ]
        rng.shuffle(self._targets)

    def place(self, movers: Iterable[Mover]) -> None:
        """Seat these movers, all of them, at the seats that cost least."""
        queue = list(movers)
        self._rng.shuffle(queue)
        for batch in _batches(queue):
            columns = self._open(len(batch))
            matrix = [[_best([mover], *column) for column in columns] for mover in batch]
            for mover, (column, rival) in zip(batch, _settle(matrix), strict=True):
                self._take(_best([mover], *columns[column]), rival)

    def draw(self, table: TableState, players: Iterable[PlayerState]) -> None:
        """Seat the players of a breaking table: the best set of tables, and a draw among them."""
        movers = [Mover(player, table, self._max_players) for player in players]
        self._rng.shuffle(movers)
        spot = Spot.of(table)
        best = nsmallest(
            len(movers),
            self._open(len(movers)),
            key=lambda column: column[1] + column[0].way_price(spot),
        )
        for mover, (target, price) in zip(movers, best, strict=True):
            seat, _ = target.offers[self._rng.randrange(len(target.offers))]
            self._take(_Choice(price, mover, target, seat), None)

    def feed(self, leeways: Iterable[Leeway]) -> None:
        """Bring players from these tables wherever one is still needed."""
        hungry = [target for target in self._targets for _ in range(target.needs)]
        if not hungry:
            return
        donors = [_Donor(leeway, self._chairs, self._max_players) for leeway in leeways]
        self._rng.shuffle(donors)
        for batch in _batches(hungry):
            columns = _cheap_donors(donors, len(batch))
            matrix = [[_best(donor.movers, target, 0) for donor in columns] for target in batch]
            for target, (column, rival) in zip(batch, _settle(matrix), strict=True):
                donor = columns[column]
                chosen = _best(donor.movers, target, 0)
                donor.spare(chosen.mover)
                beside = _best(donor.movers, target, 0) if donor.movers else None
                self._take(chosen, min(filter(None, (rival, beside)), key=_price, default=None))

    def _open(self, count: int) -> list[tuple[Target, int]]:
        """The tables with a seat, as often as they have seats, each with its own part of a cost.

        If so many seats are where somebody is needed, no other can be among the best.
        """
        columns = [
            (target, before)
            for target in self._targets
            for before in range(min(count, target.space))
        ]
        needed = [(target, before) for target, before in columns if before < target.needs]
        chosen = needed if len(needed) >= count else columns
        return [(target, target.order_price(before)) for target, before in chosen]

    def _take(self, chosen: _Choice, rival: _Choice | None) -> None:
        chosen.target.take(chosen.seat)
        beaten = None
        if rival:
            why = first_difference(chosen.price, rival.price)
            number = rival.target.table.number
            beaten = Rival(rival.mover.player.entry, number, rival.seat, why)
        number = chosen.target.table.number
        self.placed.append(Placed(chosen.mover, number, chosen.seat, beaten))


def _best(movers: Sequence[Mover], target: Target, price: int) -> _Choice:
    """The cheapest of these movers and of the free seats; `price` is the table's own part."""
    choices = []
    for mover in movers:
        fixed = price + mover.price + target.way_price(mover.spot) + target.met_price(mover.player)
        for seat, gets in target.offers:
            choices.append(_Choice(fixed + mover.position_price(gets), mover, target, seat))
    return min(choices, key=_price)


def _price(choice: _Choice) -> int:
    return choice.price


def _cheap_donors(donors: Sequence[_Donor], count: int) -> list[_Donor]:
    """The donors that can be among the best for so many moves, as often as they can give.

    What is the mover's alone outweighs every choice of table and seat.
    """
    ranked = [
        (rank, donor)
        for donor in donors
        for rank in sorted(mover.rank for mover in donor.movers)[: min(donor.gives, count)]
    ]
    limit = nsmallest(count + 1, (rank for rank, _ in ranked))[-1]
    return [donor for rank, donor in ranked if rank <= limit]


def _batches(items: Sequence[_T]) -> Iterator[Sequence[_T]]:
    for start in range(0, len(items), BATCH):
        yield items[start : start + BATCH]


def _settle(matrix: Sequence[Sequence[_Choice]]) -> list[tuple[int, _Choice | None]]:
    """The column of each row, and the best choice of the row that no row took.

    Only as many of the cheapest columns of a row can matter as there are rows, and one for the
    runner-up.
    """
    cheap = [
        nsmallest(len(matrix) + 1, range(len(row)), key=[each.price for each in row].__getitem__)
        for row in matrix
    ]
    columns = sorted({column for columns in cheap for column in columns})
    found = [columns[at] for at in assign([[row[at].price for at in columns] for row in matrix])]
    chosen = [row[column] for row, column in zip(matrix, found, strict=True)]
    used = {each.target for each in chosen} | {each.mover for each in chosen}
    rivals = [
        next((row[at] for at in best if _free(row[at], own, used)), None)
        for row, best, own in zip(matrix, cheap, chosen, strict=True)
    ]
    return list(zip(found, rivals, strict=True))


def _free(choice: _Choice, chosen: _Choice, used: Collection[Mover | Target]) -> bool:
    """Whether he could have gone elsewhere instead, or somebody else in his place."""
    other = choice.target if choice.mover is chosen.mover else choice.mover
    return other not in used
