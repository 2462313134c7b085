"""Chip sets: what can be one, and how an amount is handed over."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.rules.chipset import MOST_VALUES, breakdown, check_chips
from tournaments.rules.errors import FloorError


@pytest.mark.parametrize(
    "values",
    [
        [],
        [100, 0],
        [-100],
        [100, 100],
        [0.5],
        [True],
        ["100"],
        [10**9 + 1],
        list(range(1, MOST_VALUES + 2)),
    ],
)
def test_what_is_no_set_is_refused_with_its_values(values):
    with pytest.raises(FloorError) as refused:
        check_chips(values)
    assert refused.value.code == "chips_values"
    assert refused.value.params["values"] == ", ".join(map(str, values))


@given(st.integers(0, 10**6), st.sets(st.integers(1, 10**4), min_size=1, max_size=MOST_VALUES))
def test_chips_and_what_is_over_make_the_amount(amount, values):
    chips, over = breakdown(amount, check_chips([*values]))
    assert sum(count * value for count, value in chips) + over == amount
    assert 0 <= over < min(values)
    assert [value for _, value in chips] == sorted({value for _, value in chips}, reverse=True)
    assert all(count > 0 for count, _ in chips)
