"""Which tables a draw uses, and that it leaves reserved seats alone."""

import random
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.tournaments.rules.halls import table
from tournaments.rules.balance import carried_out, plan_moves
from tournaments.rules.draw import draw_event
from tournaments.rules.errors import FloorError
from tournaments.rules.plan import POLICIES
from tournaments.rules.reserved import Reserved, plan_tables, size_tables

PLACES = st.lists(st.tuples(st.integers(1, 6), st.integers(1, 3)), unique=True, max_size=4)


@given(st.integers(4, 30), PLACES, st.randoms(use_true_random=False), st.integers())
def test_reserved_seats_go_to_their_owners_only(players, places, chance, seed):
    entries = list(range(1, players + 1))
    owners = chance.sample([*entries, *[None] * len(places)], k=len(places))
    kept = [Reserved(*place, owner) for place, owner in zip(places, owners, strict=True)]
    try:
        drawn = draw_event(entries, 3, random.Random(seed), reserved=kept)
    except FloorError as error:
        assume(False)
        raise AssertionError from error
    found = {(seat.table, seat.seat): seat.entry for seat in drawn}
    assert sorted(found.values()) == entries
    for place in kept:
        assert found.get((place.table, place.seat)) == place.entry
    assert min(Counter(seat.table for seat in drawn).values()) >= 2


@given(st.integers(0, 60), st.integers(2, 6))
def test_without_reservations_tables_are_even(players, most):
    sizes = plan_tables(players, most)
    assert sum(sizes) == players
    assert sizes == sorted(sizes, reverse=True)
    assert not sizes or sizes[0] - sizes[-1] <= 1
    assert len(sizes) == -(-players // most)


def test_tables_that_may_be_used_are_used_in_their_order():
    assert size_tables(range(1, 6), 3, [7, 3, 5]) == {7: 3, 3: 2}
    assert size_tables(range(1, 6), 3, [7, 3, 5], [Reserved(5, 1, 2)]) == {7: 3, 5: 2}


def test_a_table_that_cannot_be_played_is_passed_over():
    empty = [Reserved(1, seat, None) for seat in (1, 2)]
    assert size_tables(range(1, 5), 3, reserved=empty) == {2: 2, 3: 2}


@pytest.mark.parametrize(
    ("players", "tables", "reserved", "code"),
    [
        (5, [1], [], "draw_too_few_seats"),
        (4, [], [Reserved(table, 1, table) for table in (1, 2, 3)], "draw_reserved"),
        (3, [], [Reserved(1, 1, 1), Reserved(1, 2, None), Reserved(1, 3, None)], "draw_reserved"),
        (
            4,
            [],
            [Reserved(1, 1, 1), Reserved(1, 2, None), Reserved(1, 3, None)],
            "draw_reserved_alone",
        ),
    ],
)
def test_what_cannot_be_seated(players, tables, reserved, code):
    with pytest.raises(FloorError) as refused:
        size_tables(range(1, players + 1), 3, tables, reserved)
    assert refused.value.code == code


@st.composite
def halls_with_closed_seats(draw):
    """Tables of one to three, some with Fantasyland, and empty seats to which nobody is sent."""
    tables = []
    for number in range(1, draw(st.integers(2, 7)) + 1):
        size = draw(st.integers(0, 3))
        one = table(number, size, draw(st.integers(0, min(1, size))))
        empty = range(size + 1, 4)
        closed = draw(st.sets(st.sampled_from(empty))) if empty else set()
        tables.append(replace(one, reserved=frozenset(closed)))
    return tables


@given(halls_with_closed_seats(), st.integers(), st.sampled_from(POLICIES))
def test_the_planner_sends_nobody_to_a_seat_that_is_kept(tables, seed, policy):
    made = plan_moves(tables, random.Random(seed), policy=policy)
    kept = {(one.number, seat) for one in tables for seat in one.reserved}
    assert not {(move.to_table, move.to_seat) for move in made.moves} & kept
    after = carried_out(tables, made)
    places = [(one.number, player.seat) for one in after for player in one.players]
    assert len(set(places)) == len(places)
    alone = sum(len(one.players) == 1 for one in tables)
    assert sum(len(one.players) == 1 for one in after) <= alone
