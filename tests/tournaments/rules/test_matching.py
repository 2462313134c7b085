"""The assignment method against every possible assignment, and costs that keep their order."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.rules.cost import BATCH, TERMS, first_difference
from tournaments.rules.explain import EXPLANATIONS
from tournaments.rules.matching import assign


@st.composite
def matrices(draw):
    rows = draw(st.integers(0, 4))
    columns = draw(st.integers(rows, 5))
    prices = st.integers(0, 6) | st.integers(-(2**240), 2**240)
    return [[draw(prices) for _ in range(columns)] for _ in range(rows)]


@given(matrices())
def test_no_assignment_is_cheaper(prices):
    found = assign(prices)
    assert len(set(found)) == len(prices)
    columns = len(prices[0]) if prices else 0
    assert sum(row[column] for row, column in zip(prices, found, strict=True)) == min(
        sum(row[column] for row, column in zip(prices, chosen, strict=True))
        for chosen in permutations(range(columns), len(prices))
    )


def test_every_term_has_a_sentence_for_the_runner_up():
    assert all(f"rival_{term}" in EXPLANATIONS for term in TERMS)


@pytest.mark.parametrize("place", range(len(TERMS) - 1))
def test_a_term_outweighs_all_that_follow_in_a_whole_batch(place):
    """BATCH costs at the most in every later term are less than one step in this one."""
    bits = [20 * rank for rank in reversed(range(len(TERMS) - 1))]
    assert first_difference(1 << bits[place], 0) == TERMS[place]
    assert BATCH * sum((2**16 - 1) << bit for bit in bits[place + 1 :]) < 1 << bits[place]


def test_equal_costs_were_drawn():
    assert first_difference(5, 5) == "draw"
