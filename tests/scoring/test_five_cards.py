"""All 2,598,960 hands of five cards against treys, whose order of the hands is not ours.

Both evaluators put every hand into one of 7,462 classes. The order is proved when each of our
strengths belongs to exactly one rank of treys and the two lists run in opposite directions; that
takes one pass over the hands, and no comparison of pairs.
"""

from collections import Counter
from itertools import combinations

import pytest

from scoring.cards import DECK
from scoring.evaluate import Category, combination, five_strength, top_strength
from tests.scoring import oracle
from tests.scoring.dealing import generator

# Frequencies of the nine kinds of hand in one deck, as any book on poker has them.
FREQUENCIES = {
    Category.STRAIGHT_FLUSH: 40,
    Category.FOUR_OF_A_KIND: 624,
    Category.FULL_HOUSE: 3_744,
    Category.FLUSH: 5_108,
    Category.STRAIGHT: 10_200,
    Category.THREE_OF_A_KIND: 54_912,
    Category.TWO_PAIR: 123_552,
    Category.PAIR: 1_098_240,
    Category.HIGH_CARD: 1_302_540,
}


@pytest.mark.slow
def test_every_hand_of_five_cards():
    treys = pytest.importorskip("treys")
    evaluator = treys.Evaluator()
    number = {card: treys.Card.new(card) for card in DECK}
    rank_of: dict[int, int] = {}
    count: Counter[int] = Counter()
    for cards in combinations(DECK, 5):
        ours = five_strength(cards)
        theirs = evaluator._five([number[card] for card in cards])
        assert rank_of.setdefault(ours, theirs) == theirs, cards
        count[ours] += 1
    strengths = sorted(rank_of)
    ranks = [rank_of[value] for value in strengths]
    assert ranks == list(range(7_462, 0, -1))
    kinds: Counter[Category] = Counter()
    for value, hands in count.items():
        kinds[combination(value).category] += hands
    assert kinds == FREQUENCIES


def test_every_row_of_three_cards():
    """All 22,100 of them, in the order of the second scorer."""
    rows = {}
    for cards in combinations(DECK, 3):
        rows.setdefault(top_strength(cards), set()).add(oracle.hand(cards))
    assert all(len(hands) == 1 for hands in rows.values())
    hands = [rows[value].pop() for value in sorted(rows)]
    assert hands == sorted(hands)
    assert len(hands) == 455


def test_rows_of_both_sizes_and_two_decks_in_one_order():
    """Seven thousand random rows of three and five cards from two decks, twins included."""
    rng = generator("rows")
    rows = [rng.sample(DECK * 2, rng.choice((3, 5))) for _ in range(5_000)]
    rows += [[card] * 2 + rng.sample(DECK, 3) for card in rng.choices(DECK, k=1_000)]
    rows += [rng.sample([rank + suit for suit in "cdhs"] * 2, 5) for rank in "29A"]
    rows += [rng.sample([rank + "h" for rank in oracle.RANKS] * 2, 5) for _ in range(1_000)]
    ours = {}
    for cards in rows:
        value = top_strength(cards) if len(cards) == 3 else five_strength(cards)
        ours.setdefault(value, set()).add(oracle.hand(cards))
    assert all(len(hands) == 1 for hands in ours.values())
    hands = [ours[value].pop() for value in sorted(ours)]
    assert hands == sorted(hands)
    assert len(hands) > 2_000


def test_five_of_a_kind_is_the_highest_hand():
    five = five_strength(["2h", "2h", "2d", "2c", "2s"])
    assert five > five_strength(["Ah", "Kh", "Qh", "Jh", "Th"])
    assert combination(five).category is Category.FIVE_OF_A_KIND
