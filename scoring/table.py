"""One hand at one table: `verify` says whether a sheet may be scored, `apply` scores it.

The state is what was fixed when the hand was dealt, the sheet what lay on the table at its end.
`apply` is total for everything that `verify` lets through, and depends on nothing else.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations

from scoring.button import pass_on
from scoring.checks import Discrepancy, verify
from scoring.fantasyland import next_cards
from scoring.hand import PairValue, SeatState, Sheet, TableState
from scoring.outcome import Outcome, Result
from scoring.points import Board, PairScore, read_board, score_pair
from scoring.rules import RuleSet
from scoring.settlement import Debt, settle

__all__ = [
    "Discrepancy",
    "Outcome",
    "PairValue",
    "SeatState",
    "Sheet",
    "TableState",
    "apply",
    "verify",
]

_new = tuple.__new__  # As in `scoring.points`.
Won = tuple[int, int, int]
"""Two stacks, and the points that the first won from the second."""


def apply(state: TableState, sheet: Sheet) -> Outcome:
    """What follows from the hand: fouls, royalties, points, payments, Fantasyland, button.

    Takes only what `verify` has let through, and then never fails. Source of each rule: the
    module that decides it.

    Example:
        >>> from scoring.layout import Layout
        >>> flush = ["Ah", "Kh", "9h", "5h", "2h"]
        >>> ana = Layout.of(["Qs", "Qd", "4c"], ["Kc", "Kd", "8s", "8c", "3d"], flush)
        >>> boris = Layout.of(
        ...     ["As", "7d", "2s"], ["Ts", "Th", "6d", "5c", "3c"], ["Js", "Jh", "9s", "9d", "4d"]
        ... )
        >>> state = TableState(RuleSet(), 200, 2, (SeatState(1, 9000), SeatState(2, 9000)))
        >>> outcome = apply(state, Sheet({1: ana, 2: boris}))
        >>> outcome.pairs[0].points, outcome.player(1).stack, outcome.player(1).fantasyland_next
        (17, 12400, 14)
    """
    rules, order = state.ruleset, state.order
    boards = tuple([read_board(rules, one.seat, sheet.layouts[one.seat]) for one in order])
    pairs = [score_pair(rules, one, other) for one, other in combinations(boards, 2)]
    stacks = [(one.seat, one.stack) for one in order if one.purse == one.seat]
    won = [(pair.a, pair.b, pair.points) for pair in pairs]
    owned = state.has_owners
    if owned:
        pairs = _meeting(state, pairs)
        won = _between_owners(state, stacks, pairs)
    settled = settle(rules, stacks, _debts(state, won))
    results = _results(rules, order, boards, dict(stacks), dict(settled.stacks))
    button = None if owned else _button(state, order, results)
    return Outcome(boards, results, tuple(pairs), settled.payments, settled.eliminated, button)


def _debts(state: TableState, won: Sequence[Won]) -> list[Debt]:
    """What every two stacks owe each other, in payment order; nothing where they are even."""
    debts = []
    for first, second, points in won:
        if points:
            payer, payee = (second, first) if points > 0 else (first, second)
            due = abs(points) * state.value(first, second)
            debts.append(_new(Debt, (payer, payee, due)))
    return debts


def _results(
    rules: RuleSet,
    order: Sequence[SeatState],
    boards: Sequence[Board],
    before: Mapping[int, int],
    after: Mapping[int, int],
) -> tuple[Result, ...]:
    """Stacks and Fantasyland; a foul ends or forbids it (Wikipedia), and so does going out."""
    results = []
    for one, board in zip(order, boards, strict=True):
        purse = one.purse
        stack = after[purse]
        plays_on = stack and not board.foul
        cards = next_cards(rules, board.rows, one.fantasyland) if plays_on else 0
        results.append(_new(Result, (before[purse], stack, cards)))
    return tuple(results)


def _button(state: TableState, order: Sequence[SeatState], results: Sequence[Result]) -> int:
    """The next button among the seats still in."""
    seats, fantasyland = [], False
    for one, result in zip(order, results, strict=True):
        if result.stack:
            seats.append(one.seat)
            fantasyland = fantasyland or result.fantasyland_next > 0
    if order[-1].seat != state.button:
        seats.append(state.button)  # It sat this hand out and lost nothing.
    return pass_on(state.ruleset, seats, fantasyland=fantasyland)


def _meeting(state: TableState, pairs: Sequence[PairScore]) -> list[PairScore]:
    """The pairs whose layouts are played for different stacks (criss-cross)."""
    purse = {one.seat: one.purse for one in state.seats}
    return [pair for pair in pairs if purse[pair.a] != purse[pair.b]]


def _between_owners(
    state: TableState, stacks: Sequence[tuple[int, int]], pairs: Sequence[PairScore]
) -> list[Won]:
    """The points that every owner wins from every other over all their layouts (criss-cross)."""
    purse = {one.seat: one.purse for one in state.seats}
    owners = [seat for seat, _ in stacks]
    won = dict.fromkeys(combinations(owners, 2), 0)
    for pair in pairs:
        first, second = purse[pair.a], purse[pair.b]
        if (first, second) in won:
            won[first, second] += pair.points
        else:
            won[second, first] -= pair.points
    return [(first, second, points) for (first, second), points in won.items()]
