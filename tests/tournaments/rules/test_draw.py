"""The seat draw: table sizes of rules 1.7, chance that can be checked."""

import hashlib
import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.rules.draw import (
    draw_event,
    draw_late_seat,
    draw_seats,
    seed_commitment,
)
from tournaments.rules.errors import FloorError
from tournaments.rules.reserved import plan_tables


@pytest.mark.parametrize(
    ("players", "sizes"),
    [
        (0, []),
        (1, [1]),
        (2, [2]),
        (3, [3]),
        (4, [2, 2]),
        (5, [3, 2]),
        (6, [3, 3]),
        (7, [3, 2, 2]),
        (8, [3, 3, 2]),
        (9, [3, 3, 3]),
    ],
)
def test_table_sizes_of_rules_1_7(players, sizes):
    assert plan_tables(players) == sizes


@settings(deadline=None)
@given(st.integers(0, 2000), st.integers(2, 9))
def test_tables_are_few_even_and_never_lonely(players, most):
    sizes = plan_tables(players, most)
    assert sum(sizes) == players
    assert len(sizes) == -(-players // most)
    assert sizes == sorted(sizes, reverse=True)
    if sizes:
        assert sizes[0] <= most
        assert sizes[0] - sizes[-1] <= 1
    if players > 1 and most > 2:
        assert sizes[-1] >= 2


def test_heads_up_tables_with_an_odd_number_let_one_player_wait():
    assert plan_tables(5, 2) == [2, 2, 1]


@pytest.mark.parametrize(
    ("players", "most", "code"), [(-1, 3, "draw_players"), (4, 1, "draw_max_players")]
)
def test_plan_refuses(players, most, code):
    with pytest.raises(FloorError) as raised:
        plan_tables(players, most)
    assert raised.value.code == code


@pytest.mark.parametrize(
    ("entries", "seats", "code"),
    [
        ([1, 1], [(1, 1), (1, 2)], "draw_entry_twice"),
        ([1, 2], [(1, 1), (1, 1)], "draw_seat_twice"),
        ([1, 2], [(1, 1)], "draw_too_few_seats"),
    ],
)
def test_draw_refuses(entries, seats, code):
    with pytest.raises(FloorError) as raised:
        draw_seats(entries, seats, random.Random(1))
    assert raised.value.code == code


def test_no_free_seat_for_a_late_entry():
    with pytest.raises(FloorError) as raised:
        draw_late_seat([], random.Random(1))
    assert raised.value.code == "draw_too_few_seats"


@settings(deadline=None)
@given(st.integers(0, 60), st.integers(2, 6), st.integers())
def test_event_draw_seats_everyone_once_on_the_planned_tables(players, most, seed):
    entries = range(100, 100 + players)
    drawn = draw_event(entries, most, random.Random(seed))
    assert sorted(found.entry for found in drawn) == list(entries)
    assert len({(found.table, found.seat) for found in drawn}) == players
    assert all(1 <= found.seat <= most for found in drawn)
    sizes = Counter(found.table for found in drawn)
    assert [sizes[table] for table in sorted(sizes)] == plan_tables(players, most)
    assert drawn == sorted(drawn, key=lambda found: (found.table, found.seat))


@settings(deadline=None)
@given(st.lists(st.integers(1, 500), unique=True, max_size=30), st.integers(), st.randoms())
def test_n15_one_seed_gives_one_draw_whatever_the_listing(entries, seed, mixer):
    mixed = list(entries)
    mixer.shuffle(mixed)
    first = draw_event(entries, 3, random.Random(seed))
    assert draw_event(mixed, 3, random.Random(seed)) == first
    seats = [(table, seat) for table in range(1, 12) for seat in (1, 2, 3)]
    mixed_seats = list(seats)
    mixer.shuffle(mixed_seats)
    assert draw_seats(mixed, mixed_seats, random.Random(seed)) == draw_seats(
        entries, seats, random.Random(seed)
    )


@settings(deadline=None)
@given(st.sets(st.tuples(st.integers(1, 9), st.integers(1, 3)), min_size=1), st.integers())
def test_late_seat_is_free_and_at_a_table_with_the_fewest_players(seats, seed):
    drawn = draw_late_seat(sorted(seats), random.Random(seed))
    assert drawn in seats
    assert drawn == draw_late_seat(sorted(seats, reverse=True), random.Random(seed))
    free = Counter(table for table, _ in seats)
    assert free[drawn.table] == max(free.values())


def test_every_entry_is_as_likely_on_every_seat():
    rng = random.Random(13)
    seen = Counter()
    rounds = 6000
    for _ in range(rounds):
        for found in draw_event([1, 2, 3, 4, 5], 3, rng):
            seen[found] += 1
    # Three full seats and the two of three at the short table: 1/5 and 1/5 x 2/3 each.
    for (_, table, _), times in seen.items():
        expected = rounds / 5 if table == 1 else rounds / 5 * 2 / 3
        assert abs(times - expected) < 5 * expected**0.5
    assert len(seen) == 5 * 6


def test_every_late_seat_is_as_likely():
    rng = random.Random(13)
    seen = Counter(
        draw_late_seat([(1, 1), (2, 1), (2, 3), (3, 2), (3, 3)], rng) for _ in range(4000)
    )
    assert set(seen) == {(2, 1), (2, 3), (3, 2), (3, 3)}
    assert all(abs(times - 1000) < 5 * 1000**0.5 for times in seen.values())


@settings(deadline=None)
@given(st.text())
def test_commitment_is_the_sha_256_of_the_seed(seed):
    assert seed_commitment(seed) == hashlib.sha256(seed.encode()).hexdigest()
