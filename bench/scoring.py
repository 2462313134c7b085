"""How fast a hand is settled, against two other ways of doing it in the same process.

The rivals do the same work from the same text cards: nine rows, fouls, royalties, Fantasyland,
the points of three pairs and the Vamos payments. One counts ranks with `Counter`, the other has
treys rank the rows of five. All must agree on every hand before anything is timed.

Run ``python -m bench.scoring``; the ratios are worth keeping, microseconds belong to a machine.
"""

import random
import time
import tracemalloc
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations, combinations_with_replacement
from statistics import median
from typing import Any

from treys import Card, Evaluator

from scoring import evaluate
from scoring.cards import CENSUS, DECK
from scoring.layout import Layout
from scoring.presets import preset
from scoring.table import SeatState, Sheet, TableState, apply
from scoring.tally import Deal, Player, tally

Rows = tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]
Hand = tuple[Rows, Rows, Rows]
Result = list[tuple[int, int, int]]
"""Points, stack and cards of a next Fantasyland, by player."""

HANDS, ROUNDS = 100, 150
STACK, VALUE = 5_000, 100
RULES = preset("vamos")
RANKS = {rank: value for value, rank in enumerate("23456789TJQKA", start=2)}
MIDDLE = {3: 2, 4: 4, 5: 8, 6: 12, 7: 20, 8: 30}
BOTTOM = {4: 2, 5: 4, 6: 6, 7: 10, 8: 15}
ENTRY = {12: 14, 13: 15, 14: 16}


def hands() -> list[Hand]:
    """Three layouts each; every second hand has its cards sorted, so that it seldom fouls."""
    chance = random.Random(13)
    dealt = []
    for number in range(HANDS):
        cards = chance.sample(DECK, 39)
        thirteens = [cards[start : start + 13] for start in (0, 13, 26)]
        if number % 2:
            thirteens = [sorted(one, key=lambda card: RANKS[card[0]]) for one in thirteens]
        one, two, three = ((tuple(c[:3]), tuple(c[3:8]), tuple(c[8:])) for c in thirteens)
        dealt.append((one, two, three))
    return dealt


def finish(boards: Sequence[tuple[tuple[Any, ...], tuple[int, ...], int, bool]]) -> Result:
    """Points and payments of three boards: strengths, royalties, Fantasyland cards, foul."""
    points, stacks, out = [0, 0, 0], [STACK] * 3, set()
    for a, b in combinations(range(3), 2):
        (rows, earned, _, foul), (others, lost, _, fouled) = boards[a], boards[b]
        if foul or fouled:
            won = 0 if foul and fouled else 6 + sum(earned) if fouled else -6 - sum(lost)
        else:
            signs = [(x > y) - (x < y) for x, y in zip(rows, others, strict=True)]
            won = sum(signs) + sum(earned) - sum(lost)
            won += 3 if signs == [1, 1, 1] else -3 if signs == [-1, -1, -1] else 0
        points[a] += won
        points[b] -= won
        if won and a not in out and b not in out:
            payer, payee = (b, a) if won > 0 else (a, b)
            owed = min(abs(won) * VALUE, STACK)
            paid = min(owed, stacks[payer])
            stacks[payer] -= paid
            stacks[payee] += paid
            if paid < owed and not stacks[payer]:
                out.add(payer)
    return [
        (points[seat], stacks[seat], board[2] if stacks[seat] and not board[3] else 0)
        for seat, board in enumerate(boards)
    ]


def top_value(rank: int, count: int) -> tuple[int, int]:
    """Royalty and Fantasyland cards of a top row by its most frequent rank."""
    if count == 3:
        return rank + 8, 17
    return (max(rank - 5, 0), ENTRY.get(rank, 0)) if count == 2 else (0, 0)


def naive_rank(row: Sequence[str]) -> tuple[int, list[int]]:
    """Category and ranks of a row, by counting."""
    counts = Counter(RANKS[card[0]] for card in row)
    ranks = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    shape = tuple(sorted(counts.values(), reverse=True))
    flush = len(row) == 5 and len({card[1] for card in row}) == 1
    straight = shape == (1, 1, 1, 1, 1) and ranks[0] - ranks[4] == 4
    if ranks == [14, 5, 4, 3, 2]:
        straight, ranks = True, [5]
    if straight:
        return (8 if flush else 4), ranks[:1]
    if flush:
        return 5, ranks
    kinds = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (3,): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1, (2, 1): 1}
    return kinds.get(shape, 0), ranks


def naive(hand: Hand) -> Result:
    """Everything by counting, as a first version would do it."""
    boards = []
    for top, middle, bottom in hand:
        rows = naive_rank(top), naive_rank(middle), naive_rank(bottom)
        foul = rows[0] > rows[1] or rows[1] > rows[2]
        count = {0: 1, 1: 2, 3: 3}[rows[0][0]]
        royalty, cards = top_value(rows[0][1][0], count)
        royal = (8, [14])
        earned = (
            royalty,
            50 if rows[1] == royal else MIDDLE.get(rows[1][0], 0),
            25 if rows[2] == royal else BOTTOM.get(rows[2][0], 0),
        )
        boards.append((rows, (0, 0, 0) if foul else earned, cards, foul))
    return finish(boards)


TREYS = Evaluator()
CLASSES = {1: 8, 2: 7, 3: 6, 4: 5, 5: 4, 6: 3, 7: 2, 8: 1, 9: 0, 0: 9}


def with_treys(hand: Hand) -> Result:
    """Five-card rows by treys; the top row and its foul by counting, for want of three cards."""
    boards = []
    for top, middle, bottom in hand:
        five = [TREYS.evaluate([], [Card.new(card) for card in row]) for row in (middle, bottom)]
        kinds = [CLASSES[TREYS.get_rank_class(rank)] for rank in five]
        counts = Counter(RANKS[card[0]] for card in top).most_common()
        ranks = sorted(((count, rank) for rank, count in counts), reverse=True)
        kind = {1: 0, 2: 1, 3: 3}[ranks[0][0]]
        foul = five[0] < five[1] or kind > kinds[0]
        if not foul and kind == kinds[0]:
            below = Counter(RANKS[card[0]] for card in middle)
            foul = ranks > sorted(((n, rank) for rank, n in below.items()), reverse=True)
        royalty, cards = top_value(ranks[0][1], ranks[0][0])
        earned = (
            royalty,
            50 if kinds[0] == 9 else MIDDLE.get(kinds[0], 0),
            25 if kinds[1] == 9 else BOTTOM.get(kinds[1], 0),
        )
        rows = (kind, *ranks), -five[0], -five[1]
        boards.append((rows, (0, 0, 0) if foul else earned, cards, foul))
    return finish(boards)


SEATS = tuple(SeatState(seat, STACK) for seat in (1, 2, 3))
STATE = TableState(RULES, VALUE, 3, SEATS)


def sheet(hand: Hand) -> Sheet:
    """The hand as `apply` wants it."""
    return Sheet({seat: Layout(*rows) for seat, rows in enumerate(hand, start=1)})


def whole(one: Sheet) -> Result:
    """The whole outcome with its reasons, and the same numbers out of it."""
    return [(row.points, row.stack, row.fantasyland_next) for row in apply(STATE, one).players]


def rounds(ways: dict[str, Callable[[], object]]) -> list[dict[str, float]]:
    """Microseconds a hand for each way, round by round.

    The ways take turns, so that all of them meet the same machine and a ratio within one round
    says more than any single time.
    """
    found = []
    for _ in range(ROUNDS):
        spent = {}
        for name, work in ways.items():
            start = time.perf_counter()
            work()
            spent[name] = (time.perf_counter() - start) / HANDS * 1e6
        found.append(spent)
    return found


def fill() -> tuple[evaluate.Strengths, evaluate.Strengths]:
    """The strengths of all rows of one deck; a process fills in only what its hands need."""
    ranks = [CENSUS[rank + "c"] for rank in RANKS]
    plain, suited = evaluate.Strengths(suited=False), evaluate.Strengths(suited=True)
    for size in (3, 5):
        for row in combinations_with_replacement(ranks, size):
            if len(set(row)) > 1 or size == 3:
                plain[sum(row)]
    for row in combinations(ranks, 5):
        suited[sum(row)]
    return plain, suited


def table_cost() -> tuple[float, float]:
    """Milliseconds of this process to fill the tables, and their MiB."""
    times = []
    for _ in range(9):
        start = time.process_time()
        fill()
        times.append(time.process_time() - start)
    tracemalloc.start()
    kept = fill()
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert sum(map(len, kept)) == 7_917
    return min(times) * 1e3, size / 2**20


def main() -> None:
    """Check that all agree, then time them."""
    dealt = hands()
    sheets = [sheet(hand) for hand in dealt]
    deals = [Deal(VALUE, [Player(STACK, 0, Layout(*rows)) for rows in hand]) for hand in dealt]
    ways: dict[str, Callable[[], object]] = {
        "tally": lambda: list(tally(RULES, deals)),
        "apply": lambda: [apply(STATE, one) for one in sheets],
        "Counter": lambda: [naive(hand) for hand in dealt],
        "treys": lambda: [with_treys(hand) for hand in dealt],
    }
    expected = ways["Counter"]()
    assert expected == ways["tally"]() == ways["treys"]() == [whole(one) for one in sheets]
    found = rounds(ways)
    for name in ways:
        ratios = ", ".join(
            f"{median(one[rival] / one[name] for one in found):5.2f} × as fast as {rival}"
            for rival in ("Counter", "treys")
        )
        least = min(one[name] for one in found)
        print(f"{name:8}{least:7.1f} µs a hand of three, {ratios}")
    least = min(one["apply"] for one in found)
    print(f"10,000 hands scored again with every reason: {least / 100:.2f} s")
    filled_ms, size_mib = table_cost()
    print(
        f"tables of strengths, all 7,917 rows of one deck: {filled_ms:.0f} ms, {size_mib:.2f} MiB"
    )


if __name__ == "__main__":
    main()
