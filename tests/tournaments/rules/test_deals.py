"""ICM and the deals of the last players."""

import random
from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.rules.deals import Deal, check_deal, shares, unusual
from tournaments.rules.errors import FloorError
from tournaments.rules.icm import EXACT_MOST, icm, icm_sampled


def by_all_orders(stacks, prizes):
    """The definition itself: every order of finish with its chance."""
    values = [Fraction(0)] * len(stacks)
    for order in permutations(range(len(stacks))):
        chance, left = Fraction(1), sum(stacks)
        for one in order:
            chance *= Fraction(stacks[one], left)
            left -= stacks[one]
        for one, prize in zip(order, prizes, strict=False):
            values[one] += chance * prize
    return values


STACKS = st.lists(st.integers(1, 10**9), min_size=1, max_size=6)
PRIZES = st.lists(st.integers(0, 10**9), min_size=1, max_size=6).map(
    lambda found: sorted(found, reverse=True)
)


@settings(max_examples=60, deadline=None)
@given(stacks=STACKS, prizes=PRIZES)
def test_icm_is_its_definition(stacks, prizes):
    tolerance = Fraction(sum(prizes) + 1, 2**100)
    for value, right in zip(icm(stacks, prizes), by_all_orders(stacks, prizes), strict=True):
        assert abs(value - right) < tolerance


def test_the_worked_example():
    values = icm([50, 30, 20], [70, 30])
    assert [round(float(value), 3) for value in values] == [45.179, 32.25, 22.571]
    assert shares(Deal.ICM, {1: 50, 2: 30, 3: 20}, [70, 30, 0]) == {1: 45, 2: 32, 3: 23}


@given(stacks=STACKS, prize=st.integers(0, 10**6))
def test_equal_prizes_are_worth_the_same_to_everybody(stacks, prize):
    for value in icm(stacks, [prize] * len(stacks)):
        assert abs(value - prize) < Fraction(1, 2**60)


def test_eighteen_players_are_worked_out():
    stacks = [1_000 * number for number in range(1, EXACT_MOST + 1)]
    prizes = [500, 300, 200, 150, 100, 80, 60, 50, 40]
    values = icm(stacks, prizes)
    assert abs(sum(values) - sum(prizes)) < Fraction(1, 2**60)
    assert values == sorted(values)
    sampled = icm_sampled(stacks, prizes, random.Random(13), samples=4_000)
    assert sum(sampled) == sum(prizes)
    for value, guess in zip(values, sampled, strict=True):
        assert abs(value - guess) < 12


def test_the_same_seed_gives_the_same_values():
    stacks = [100 + number for number in range(60)]
    one, two = (icm_sampled(stacks, [9, 5, 1], random.Random(7), 100) for _ in range(2))
    assert one == two


@pytest.mark.parametrize(
    ("stacks", "code"),
    [([], "icm_players"), ([1] * 19, "icm_players"), ([5, 0], "icm_stack"), ([0.5], "icm_stack")],
)
def test_what_the_model_does_not_take(stacks, code):
    with pytest.raises(FloorError) as refused:
        icm(stacks, [1])
    assert refused.value.code == code


FIELD = st.integers(2, 6).flatmap(
    lambda count: st.tuples(
        st.lists(st.integers(1, 10**7), min_size=count, max_size=count),
        st.lists(st.integers(0, 10**8), min_size=count, max_size=count).map(
            lambda found: sorted(found, reverse=True)
        ),
    )
)


def test_a_spare_unit_of_equal_values_goes_to_the_bigger_stack():
    """Both play for 53; the dust of a division once gave the unit to the smaller stack."""
    assert icm([1, 2], [53, 53]) == [53, 53]
    assert shares(Deal.ICM, {1: 1, 2: 2}, [53, 53], unit=5) == {1: 50, 2: 56}


@settings(deadline=None)
@given(
    field=FIELD,
    kind=st.sampled_from([Deal.ICM, Deal.CHIPS, Deal.EVEN]),
    unit=st.sampled_from([1, 5, 100]),
    part=st.fractions(0, 1),
)
def test_a_deal_is_the_prizes_to_the_cent(field, kind, unit, part):
    chips, prizes = field
    save = int((prizes[0] - prizes[1]) * part)
    stacks = dict(enumerate(chips, start=1))
    found = shares(kind, stacks, prizes, unit, save)
    assert sum(found.values()) + save == sum(prizes)
    check_deal(found, prizes, save)
    biggest = max(stacks, key=lambda entry: (stacks[entry], -entry))
    for entry, amount in found.items():
        assert amount % unit == 0 or entry == biggest
        for other, less in found.items():
            if stacks[entry] > stacks[other] and entry == biggest:
                assert amount >= less


def test_the_published_chip_deal_that_was_three_cents_too_much():
    """Five players' lines were rounded one by one: 570.03 for 570.00 (floor, section 8)."""
    prizes = [20_000, 14_000, 10_000, 7_000, 6_000]
    stacks = {1: 9_528, 2: 7_563, 3: 6_252, 4: 3_632, 5: 28}
    assert sum(shares(Deal.CHIPS, stacks, prizes).values()) == 57_000


def test_even_and_with_a_save():
    stacks = {1: 900, 2: 50, 3: 50}
    assert shares(Deal.EVEN, stacks, [50, 30, 21]) == {1: 34, 2: 34, 3: 33}
    assert shares(Deal.EVEN, stacks, [50, 30, 20], save=10) == {1: 30, 2: 30, 3: 30}


@pytest.mark.parametrize("save", [-1, 21])
def test_a_save_leaves_first_place_at_least_the_second_prize(save):
    with pytest.raises(FloorError) as refused:
        shares(Deal.EVEN, {1: 5, 2: 5}, [50, 30], save=save)
    assert refused.value.code == "deal_save"


def test_a_negotiated_deal_has_the_right_sum():
    check_deal({1: 60, 2: 20}, [50, 30], 0)
    for amounts in ({1: 50, 2: 29}, {1: 90, 2: -10}):
        with pytest.raises(FloorError):
            check_deal(amounts, [50, 30], 0)


def test_an_amount_that_no_place_pays_is_found():
    assert unusual({1: 60, 2: 20}, [50, 30], 0) == [1, 2]
    assert unusual({1: 45, 2: 35}, [50, 30], 0) == []
