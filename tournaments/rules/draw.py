"""The seat draw: who sits where, by chance that can be checked afterwards.

The generator comes in as an argument. Entries and seats are put in order before they are drawn, so
the same seed gives the same seats whatever order the database returned them in (N15). Moves between
tables are not drawn here (floor section 7).
"""

import hashlib
from collections import Counter
from collections.abc import MutableSequence, Sequence
from typing import Any, Final, NamedTuple, Protocol, TypeVar

from tournaments.rules.errors import FloorError

_T = TypeVar("_T")

MIN_PLAYERS: Final = 2


class Rng(Protocol):
    """The part of `random.Random` that a draw needs."""

    def shuffle(self, x: MutableSequence[Any], /) -> None:
        """Shuffle in place."""

    def sample(self, population: Sequence[_T], /, k: int) -> list[_T]:
        """Draw k different members, in random order."""

    def randrange(self, start: int, /) -> int:
        """Draw a whole number from 0 to `start` - 1."""


class Seat(NamedTuple):
    """A seat: the table's number and the seat's number, both from 1."""

    table: int
    seat: int


class DrawnSeat(NamedTuple):
    """An entry and the seat it drew."""

    entry: int
    table: int
    seat: int


def plan_tables(players: int, max_players: int = 3) -> list[int]:
    """Sizes of the tables for so many players, largest first: as few and as even as can be.

    Sizes differ by one at most, and no table has one player unless he is alone in the event, or
    tables are heads-up and the number is odd (then he waits). Raises `draw_players`,
    `draw_max_players`. Source: rules 1.7.

    >>> [plan_tables(players) for players in (4, 5, 7)]
    [[2, 2], [3, 2], [3, 2, 2]]
    """
    if players < 0:
        raise FloorError("draw_players", value=players)
    if max_players < MIN_PLAYERS:
        raise FloorError("draw_max_players", value=max_players)
    tables = -(-players // max_players)
    if not tables:
        return []
    size, larger = divmod(players, tables)
    return [size + 1] * larger + [size] * (tables - larger)


def draw_seats(
    entries: Sequence[int], seats: Sequence[tuple[int, int]], rng: Rng
) -> list[DrawnSeat]:
    """Every entry on a random one of the (table, seat) pairs, listed by table and seat.

    With more seats than entries, which seats stay free is random too. Raises `draw_entry_twice`,
    `draw_seat_twice`, `draw_too_few_seats`. Source: rules 1.7, floor 7.1 (1) and (2).

    >>> import random
    >>> draw_seats([31, 32], [(1, 1), (1, 2), (2, 3)], random.Random(13))
    [DrawnSeat(entry=31, table=1, seat=2), DrawnSeat(entry=32, table=2, seat=3)]
    """
    _check_draw(entries, seats)
    drawn = rng.sample(sorted(seats), k=len(entries))
    pairs = zip(sorted(entries), drawn, strict=True)
    return sorted((DrawnSeat(entry, *seat) for entry, seat in pairs), key=lambda found: found[1:])


def _check_draw(entries: Sequence[int], seats: Sequence[tuple[int, int]]) -> None:
    for entry, times in Counter(entries).items():
        if times > 1:
            raise FloorError("draw_entry_twice", entry=entry)
    for (table, seat), times in Counter(seats).items():
        if times > 1:
            raise FloorError("draw_seat_twice", table=table, seat=seat)
    if len(entries) > len(seats):
        raise FloorError("draw_too_few_seats", entries=len(entries), seats=len(seats))


def draw_event(entries: Sequence[int], max_players: int, rng: Rng) -> list[DrawnSeat]:
    """The draw that opens an event: tables 1..T as `plan_tables` has them, seats 1..`max_players`.

    Every entry is as likely on each drawn seat as any other; the free seat of a short table is
    random. Raises what `plan_tables` and `draw_seats` raise. Source: rules 1.7.

    >>> import random
    >>> [(found.table, found.entry) for found in draw_event(range(1, 6), 3, random.Random(13))]
    [(1, 4), (1, 1), (1, 3), (2, 5), (2, 2)]
    """
    numbers = range(1, max_players + 1)
    seats = [
        (table, seat)
        for table, size in enumerate(plan_tables(len(entries), max_players), start=1)
        for seat in rng.sample(numbers, k=size)
    ]
    return draw_seats(entries, seats, rng)


def draw_late_seat(open_seats: Sequence[tuple[int, int]], rng: Rng) -> Seat:
    """A random free seat for a late entry or a re-entry, at a table with the fewest players.

    `open_seats` are the free (table, seat) pairs of open tables of one size, so the fewest players
    are where most seats are free. Do not offer an empty table while another has a free seat.
    Raises `draw_too_few_seats`, `draw_seat_twice`. Source: floor 7.1 (1), rules 1.7.

    >>> import random
    >>> draw_late_seat([(4, 2), (7, 1), (7, 3)], random.Random(13)).table
    7
    """
    _check_draw([0], open_seats)
    free = Counter(table for table, _ in open_seats)
    most = max(free.values())
    best = sorted(seat for seat in open_seats if free[seat[0]] == most)
    return Seat(*best[rng.randrange(len(best))])


def seed_commitment(seed: str) -> str:
    """The SHA-256 of a seed, in hexadecimal: published before the draw, the seed after it (N15).

    >>> seed_commitment("thirteen")[:8]
    '9ecc81f0'
    """
    return hashlib.sha256(seed.encode()).hexdigest()
