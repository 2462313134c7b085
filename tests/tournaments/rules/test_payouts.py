"""Prices, the prize pool, and prizes that sum to it to the cent (I30)."""

import random
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.rules.errors import FloorError
from tournaments.rules.payouts import (
    HOUSE_SHARES,
    MOST_PLACES,
    Prices,
    check_prizes,
    house_shares,
    largest_remainder,
    paid_places,
    pool,
    prizes,
)

EPT10 = Prices("EUR", buy_in=2_000_00, fee=200_00, staff_bp=300, unit=10_00)
"""EPT10 Grand Final, April 2014: 17 entries and 10 re-entries."""
PUBLISHED = (19_400_00, 13_350_00, 8_500_00, 6_130_00, 5_000_00)


def test_the_pool_of_ept10():
    found = pool(EPT10, 27 * EPT10.buy_in)
    assert (found.sold, found.withheld, found.overlay) == (54_000_00, 1_620_00, 0)
    assert found.total == 52_380_00


def test_ept10_paid_five_of_twenty_seven_with_its_shares():
    assert paid_places(27, EPT10.paid_percent) == 5
    assert [int(share) for share in house_shares(5)] == [370, 255, 162, 117, 95]
    # The shares as the organiser published them are his amounts in tenths of a percent.
    assert [round(Fraction(amount, 52_380_00) * 1000) for amount in PUBLISHED] == [
        *(370, 255, 162, 117, 95),
    ]
    check_prizes(PUBLISHED, 52_380_00)
    for amount, was in zip(prizes(EPT10, 52_380_00, house_shares(5)), PUBLISHED, strict=True):
        assert abs(amount - was) <= 50_00


def test_a_guarantee_is_filled_up_by_the_house():
    prices = Prices("EUR", buy_in=100, staff_bp=500, guarantee=10_000)
    assert pool(prices, 5_000) == (5_000, 250, 5_250)
    assert pool(prices, 5_000).total == 10_000
    assert pool(prices, 20_000).total == 19_000


@pytest.mark.parametrize("first_takes_rest", [True, False])
def test_ten_thousand_random_pools_are_paid_to_the_cent(first_takes_rest):
    rng = random.Random(20140425)
    for _ in range(10_000):
        unit = rng.choice([1, 5, 100, 500, 1_000])
        places = rng.randint(1, 40)
        prices = Prices("EUR", unit=unit, first_takes_rest=first_takes_rest)
        least = 100 * places * unit
        total = rng.randint(least, least * 10 ** rng.randint(1, 6))
        found = prizes(prices, total, house_shares(places))
        assert sum(found) == total
        assert len(found) == places
        check_prizes(found, total)


@given(
    total=st.integers(1, 10**12),
    shares=st.lists(st.integers(1, 10**6), min_size=1, max_size=60),
    unit=st.sampled_from([1, 7, 100, 1_000]),
    first_takes_rest=st.booleans(),
)
def test_any_pool_and_any_shares(total, shares, unit, first_takes_rest):
    shares = sorted(shares, reverse=True)
    prices = Prices("EUR", unit=unit, first_takes_rest=first_takes_rest)
    weights = [Fraction(share) for share in shares]
    if int(total * weights[-1] / sum(weights)) < unit:
        return  # the last place may get nothing, and then it is refused
    found = prizes(prices, total, weights)
    assert sum(found) == total
    assert list(found) == sorted(found, reverse=True)
    assert all(amount % unit == 0 for amount in found[1:])
    exact = [Fraction(total * share, sum(shares)) for share in shares]
    assert all(
        abs(amount - part) <= unit for amount, part in list(zip(found, exact, strict=True))[1:]
    )


@given(
    exact=st.dictionaries(st.integers(1, 30), st.fractions(0, 10**9), min_size=1),
    unit=st.sampled_from([1, 5, 100]),
)
def test_the_largest_remainder_misses_no_share_by_a_unit(exact, unit):
    total = int(sum(exact.values()))
    key = next(iter(exact))
    exact[key] += total - sum(exact.values()) + 1  # whole again, and nobody below zero
    total += 1
    found = largest_remainder(total, exact, unit, sorted(exact))
    assert sum(found.values()) == total
    crumbs = total % unit
    for one, amount in found.items():
        assert abs(amount - exact[one]) < unit + crumbs


@given(places=st.integers(1, MOST_PLACES))
def test_house_shares_never_rise_and_are_alike_inside_a_band(places):
    shares = house_shares(places)
    assert len(shares) == places
    assert list(shares) == sorted(shares, reverse=True)
    assert shares[-1] > 0
    assert len(set(shares[9:12])) <= 1


def test_house_tables_are_the_whole():
    assert {sum(table) for table in HOUSE_SHARES.values()} == {999, 1000}
    assert [places for places, table in HOUSE_SHARES.items() if sum(table) == 999] == [5]


@given(entries=st.integers(0, 10_000), percent=st.integers(1, 100))
def test_the_paid_field_grows_with_the_field(entries, percent):
    found = paid_places(entries, percent)
    assert 0 <= found <= entries
    assert paid_places(entries + 1, percent) >= found
    assert found == MOST_PLACES or found * 100 >= entries * percent


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ({"buy_in": -1}, "money_amount"),
        ({"buy_in": True}, "money_amount"),
        ({"buy_in": "100"}, "money_amount"),
        ({"staff_bp": 10_001}, "money_amount"),
        ({"paid_percent": 0}, "money_amount"),
        ({"unit": 0}, "money_amount"),
        ({"buy_in": 100}, "money_currency"),
        ({"guarantee": 100}, "money_currency"),
        ({"currency": "euro"}, "money_currency"),
        ({"currency": "eur"}, "money_currency"),
        ({"currency": "EUR", "add_on": 100}, "money_add_on"),
        ({"currency": "EUR", "add_on_chips": 100}, "money_add_on"),
        ({"rake": 1}, "money_field"),
    ],
)
def test_prices_that_cannot_be(facts, code):
    with pytest.raises(FloorError) as refused:
        Prices.from_json(facts)
    assert refused.value.code == code
    assert str(refused.value)


def test_prices_are_what_was_stored():
    assert Prices.from_json(EPT10.as_json()) == EPT10
    assert not Prices.from_json({}).costs
    assert Prices("JPY").digits == 0


@pytest.mark.parametrize(
    ("amounts", "code"),
    [
        ((60, 39), "payouts_sum"),
        ((40, 60), "payouts_rise"),
        ((100, 0), "payouts_zero"),
        ((101, -1), "money_amount"),
        ((1,) * (MOST_PLACES + 1), "payouts_many"),
    ],
)
def test_prizes_that_may_not_be_published(amounts, code):
    with pytest.raises(FloorError) as refused:
        check_prizes(amounts, 100)
    assert refused.value.code == code


def test_no_places_no_prizes():
    assert prizes(Prices("EUR"), 1000, ()) == ()


def test_a_last_place_that_would_get_nothing_is_refused():
    with pytest.raises(FloorError) as raised:
        prizes(Prices("EUR", unit=1000), 2000, house_shares(5))
    assert raised.value.code == "payouts_zero"
