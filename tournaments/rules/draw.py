"""The seat draw: who sits where, by chance that can be checked afterwards.

The generator comes in as an argument. Entries and seats are put in order before they are drawn, so
the same seed gives the same seats whatever order the database returned them in (N15). Moves between
tables are not drawn here (floor section 7).
"""

import hashlib
from collections import Counter
from collections.abc import MutableSequence, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from tournaments.rules.errors import FloorError
from tournaments.rules.reserved import Reserved, reserved_for, size_tables

_T = TypeVar("_T")


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


def draw_event(
    entries: Sequence[int],
    max_players: int,
    rng: Rng,
    *,
    tables: Sequence[int] = (),
    reserved: Sequence[Reserved] = (),
) -> list[DrawnSeat]:
    """The draw that opens an event: tables and sizes of `size_tables`, seats 1..`max_players`.

    Who has a reserved seat gets it, and nobody else does. Every other entry is as likely on each
    drawn seat as any other; the free seat of a short table is random. Raises what `size_tables` and
    `draw_seats` raise. Source: rules 1.7.

    >>> import random
    >>> [(found.table, found.entry) for found in draw_event(range(1, 6), 3, random.Random(13))]
    [(1, 4), (1, 1), (1, 3), (2, 5), (2, 2)]
    """
    kept = reserved_for(entries, reserved)
    closed = {(place.table, place.seat) for place in reserved}
    seats: list[tuple[int, int]] = []
    for table, size in size_tables(entries, max_players, tables, reserved).items():
        free = [seat for seat in range(1, max_players + 1) if (table, seat) not in closed]
        drawn = rng.sample(free, k=size - sum(place.table == table for place in kept.values()))
        seats += [(table, seat) for seat in drawn]
    found = draw_seats([entry for entry in entries if entry not in kept], seats, rng)
    found += [DrawnSeat(entry, place.table, place.seat) for entry, place in kept.items()]
    return sorted(found, key=lambda one: one[1:])


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
