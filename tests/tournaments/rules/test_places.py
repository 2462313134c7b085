"""Finishing places (floor section 6) and shared prizes (Y01-Y04, Q01, Q02)."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.rules.errors import FloorError
from tournaments.rules.places import (
    Bust,
    Place,
    bounty_shares,
    current_places,
    divide,
    eliminated_places,
    places,
    prize_for,
)

VECTORS = json.loads((Path(__file__).parents[2] / "vectors" / "places.json").read_text())


@pytest.mark.parametrize("case", VECTORS["prizes"], ids=lambda case: case["id"])
def test_prize_vector(case):
    names = list(case["busted"])
    busts = [
        Bust(entry=number, at=10 + number, stack=case["busted"][name], order=0, round=4)
        for number, name in enumerate(names)
    ]
    living = case["players_left_before"] - len(busts)
    placed = eliminated_places(living, busts)
    written = {
        names[entry]: str(place.first)
        if place.first == place.last
        else f"{place.first}-{place.last}"
        for entry, place in placed.items()
    }
    assert written == case["expected"]["ranks"]
    prizes = {int(place): amount for place, amount in case["prizes"].items()}
    paid = {names[entry]: amount for entry, amount in prize_for(placed, prizes).items()}
    assert paid == case["expected"]["paid"]


@pytest.mark.parametrize("case", VECTORS["bounties"], ids=lambda case: case["id"])
def test_bounty_vector(case):
    shares = bounty_shares(
        {int(name[1:]): points for name, points in case["points_won_from_busted"].items()}
    )
    expected = case["expected"]["bounty"]
    assert shares == {int(name[1:]): Fraction(share) for name, share in expected.items()}


def test_nobody_takes_a_bounty_nobody_won_points_for():
    assert bounty_shares({}) == {}
    assert bounty_shares({2: 0, 3: -4}) == {}


def test_p18_out_on_one_hand_the_bigger_start_stack_finishes_higher():
    busts = [Bust(2, at=5, stack=30_000, order=0), Bust(3, at=5, stack=20_000, order=1)]
    assert places([(1, 150_000)], busts) == {1: (1, 1), 2: (2, 2), 3: (3, 3)}


def test_p18_holds_under_payment_order_too():
    busts = [Bust(2, at=5, stack=30_000, order=0), Bust(3, at=5, stack=20_000, order=1)]
    found = places([(1, 150_000)], busts, "payment_order")
    assert found == {1: (1, 1), 2: (2, 2), 3: (3, 3)}


def test_p19_equal_stacks_tie():
    busts = [Bust(2, at=5, stack=25_000, order=1), Bust(3, at=5, stack=25_000, order=0)]
    assert places([(1, 150_000)], busts) == {1: (1, 1), 2: (2, 3), 3: (2, 3)}


def test_p20_payment_order_who_went_out_first_finishes_lower():
    busts = [Bust(2, at=5, stack=25_000, order=1), Bust(3, at=5, stack=25_000, order=0)]
    found = places([(1, 150_000)], busts, "payment_order")
    assert found == {1: (1, 1), 2: (2, 2), 3: (3, 3)}


def test_without_hand_for_hand_the_later_command_finishes_higher_whatever_the_stacks():
    busts = [Bust(2, at=5, stack=90_000, order=0), Bust(3, at=6, stack=100, order=0)]
    assert places([(1, 1)], busts) == {1: (1, 1), 3: (2, 2), 2: (3, 3)}


def test_y03_hand_for_hand_round_ranks_together_over_tables_by_start_stack():
    busts = [
        Bust(2, at=5, stack=9000, order=0, round=1),
        Bust(3, at=6, stack=7000, order=0, round=1),
        Bust(4, at=7, stack=100, order=0, round=2),
        Bust(5, at=4, stack=99_000, order=0),
    ]
    assert eliminated_places(8, busts) == {4: (9, 9), 2: (10, 10), 3: (11, 11), 5: (12, 12)}


def test_a_round_and_a_command_of_one_number_do_not_merge():
    busts = [Bust(2, at=5, stack=70, order=0, round=5), Bust(3, at=5, stack=70, order=0)]
    assert len(set(eliminated_places(0, busts).values())) == 2


def test_the_living_share_current_places():
    assert current_places([(1, 500), (2, 900), (3, 500), (4, 10)]) == {
        2: (1, 1),
        1: (2, 3),
        3: (2, 3),
        4: (4, 4),
    }


def test_an_entry_is_listed_once():
    with pytest.raises(FloorError) as raised:
        places([(1, 100)], [Bust(1, at=5, stack=100, order=0)])
    assert raised.value.code == "place_entry_twice"


def test_an_unknown_tie_rule_is_refused():
    with pytest.raises(FloorError) as raised:
        places([], [], "coin_flip")
    assert raised.value.code == "place_unknown_rule"


@pytest.mark.parametrize(
    ("amount", "unit", "code"), [(-1, 1, "prize_amount"), (1, 0, "prize_unit")]
)
def test_divide_refuses(amount, unit, code):
    with pytest.raises(FloorError) as raised:
        divide(amount, [1, 2], unit)
    assert raised.value.code == code


def test_a_tie_must_be_complete_to_be_paid():
    with pytest.raises(FloorError) as raised:
        prize_for({1: Place(3, 4)}, {3: 100})
    assert raised.value.code == "prize_tie_incomplete"


def test_odd_units_follow_the_stated_order_then_entry_numbers():
    assert divide(1100, [1, 2, 3, 4], unit=100, order=[4]) == {1: 300, 2: 300, 3: 200, 4: 300}
    assert divide(1150, [1, 2, 3, 4], unit=100, order=[4])[4] == 350


@st.composite
def fields(draw):
    entries = draw(st.permutations(range(1, draw(st.integers(1, 14)) + 1)))
    living = draw(st.integers(0, len(entries)))
    stacks = st.integers(1, 4)
    alive = [(entry, draw(stacks)) for entry in entries[:living]]
    busts = [
        Bust(
            entry=entry,
            at=draw(st.integers(1, 6)),
            stack=draw(stacks),
            order=draw(st.integers(0, 2)),
            round=draw(st.none() | st.integers(1, 2)),
        )
        for entry in entries[living:]
    ]
    return alive, busts, draw(st.sampled_from(["start_stack", "payment_order"]))


@settings(deadline=None)
@given(fields())
def test_i28_places_partition_one_to_n_and_a_tie_of_k_takes_k(field):
    alive, busts, rule = field
    found = places(alive, busts, rule)
    assert set(found) == {entry for entry, _ in alive} | {bust.entry for bust in busts}
    taken = []
    for place in set(found.values()):
        tied = [entry for entry, at in found.items() if at == place]
        assert len(tied) == place.last - place.first + 1
        taken += range(place.first, place.last + 1)
    assert sorted(taken) == list(range(1, len(found) + 1))
    assert all(found[entry].last <= len(alive) for entry, _ in alive)


@settings(deadline=None)
@given(fields())
def test_i28_ties_only_where_the_rule_allows(field):
    alive, busts, rule = field
    found = places(alive, busts, rule)
    for one in busts:
        for other in busts:
            together = (
                one.at == other.at and one.round is None
                if other.round is None
                else one.round == other.round
            )
            if one != other and found[one.entry] == found[other.entry]:
                assert together
                assert one.stack == other.stack
                assert rule == "start_stack" or one.order == other.order
            if together and one.stack > other.stack:
                assert found[one.entry].last < found[other.entry].first
            if one.round is other.round is None and one.at > other.at:
                assert found[one.entry].last < found[other.entry].first


@settings(deadline=None)
@given(fields(), st.randoms(use_true_random=False))
def test_places_do_not_depend_on_the_order_of_listing(field, rng):
    alive, busts, rule = field
    mixed_alive, mixed_busts = list(alive), list(busts)
    rng.shuffle(mixed_alive)
    rng.shuffle(mixed_busts)
    assert places(mixed_alive, mixed_busts, rule) == places(alive, busts, rule)


@settings(deadline=None)
@given(fields(), st.lists(st.integers(0, 10**6), max_size=8), st.integers(1, 500))
def test_i30_what_is_paid_is_the_sum_of_the_prizes_of_the_places(field, amounts, unit):
    alive, busts, rule = field
    found = places(alive, busts, rule)
    prizes = dict(enumerate(amounts, start=1))
    paid = prize_for(found, prizes, unit)
    assert sum(paid.values()) == sum(amounts[: len(found)])
    for place in set(found.values()):
        shares = [paid[entry] for entry, at in found.items() if at == place]
        assert max(shares) - min(shares) < 2 * unit
        assert sum(share % unit != 0 for share in shares) <= 1


@settings(deadline=None)
@given(st.dictionaries(st.integers(1, 9), st.integers(-50, 50)))
def test_bounty_shares_are_equal_and_whole_together(points):
    shares = bounty_shares(points)
    assert sum(shares.values()) == (1 if shares else 0)
    assert len(set(shares.values())) <= 1
    assert bool(shares) == any(won > 0 for won in points.values())
