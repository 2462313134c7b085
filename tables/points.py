"""A hand of which only the points are known: settled by the rules, without its cards.

For a board that was mucked before anyone entered it. Points go through the same payments, caps
and eliminations as those of a scored hand; Fantasyland is what was said, nothing by itself.
"""

from collections.abc import Sequence
from itertools import combinations

from core.errors import Refusal
from scoring.button import next_button
from scoring.outcome import Outcome, Result
from scoring.points import Board
from scoring.settlement import Debt, settle
from scoring.table import TableState
from tables.felt import HandResult, SeatResult
from tournaments.journal import Facts

MOST_POINTS = 1000
_NO_ROWS = (0, 0, 0)
Won = dict[tuple[int, int], int]


def settle_points(
    state: TableState, points: Sequence[Facts], fantasyland: Sequence[Facts], hand: int
) -> HandResult:
    """What these points are worth.

    Args:
        state: what was latched at the deal.
        points: ``a``, ``b`` and the points that seat ``a`` won from seat ``b``; each pair once.
        fantasyland: ``seat`` and ``cards`` of those who play Fantasyland next.
        hand: its number, for the sentence of a refusal.

    Raises:
        Refusal: ``points_seats``, ``points_pairs``, ``points_fantasyland``.
    """
    won = _won([seat.seat for seat in state.order], points, hand)
    outcome = _outcome(state, won, _cards(state, fantasyland, hand))
    seats = {
        one.seat: SeatResult(None, None, _total(one.seat, won), one.stack, one.fantasyland_next)
        for one in outcome.players
    }
    return HandResult(
        seats=seats,
        payments=tuple((one.payer, one.payee, one.paid) for one in outcome.payments),
        eliminated=outcome.eliminated,
        next_button=outcome.next_button,
        json=_json(outcome, won, seats),
    )


def outcome_of(state: TableState, sheet: Facts) -> Outcome:
    """The outcome of a stored sheet of points, for pages that show hands: no rows, no pairs."""
    won = _won([seat.seat for seat in state.order], sheet["points"], 0)
    return _outcome(state, won, _cards(state, sheet["fantasyland"], 0))


def _outcome(state: TableState, won: Won, cards: dict[int, int]) -> Outcome:
    order = [seat.seat for seat in state.order]
    start = {seat.seat: seat.stack for seat in state.order}
    debts = [_debt(a, b, won[a, b] * state.value(a, b)) for a, b in won if won[a, b]]
    settled = settle(state.ruleset, list(start.items()), debts)
    after = dict(settled.stacks)
    results = tuple(Result(start[s], after[s], cards.get(s, 0) if after[s] else 0) for s in order)
    # A button that sat this hand out has lost nothing.
    living = [seat for seat in {*order, state.button} if after.get(seat, 1)]
    fantasyland = any(result.fantasyland_next for result in results)
    return Outcome(
        boards=tuple(Board(seat, _NO_ROWS) for seat in order),
        results=results,
        pairs=(),
        payments=settled.payments,
        eliminated=settled.eliminated,
        next_button=next_button(state.ruleset, state.button, living, fantasyland=fantasyland),
    )


def _won(order: Sequence[int], points: Sequence[Facts], hand: int) -> Won:
    """Points of each pair, seen from the first of the two, in payment order."""
    place = {seat: number for number, seat in enumerate(order)}
    said: Won = {}
    for line in points:
        a, b, count = line["a"], line["b"], line["points"]
        if a not in place or b not in place or abs(count) > MOST_POINTS:
            raise Refusal("points_seats", hand=hand)
        pair, seen = ((a, b), count) if place[a] < place[b] else ((b, a), -count)
        if a == b or pair in said:
            raise Refusal("points_pairs")
        said[pair] = seen
    pairs = list(combinations(order, 2))
    if len(said) != len(pairs):
        raise Refusal("points_pairs")
    return {pair: said[pair] for pair in pairs}


def _debt(a: int, b: int, chips: int) -> Debt:
    return Debt(b, a, chips) if chips > 0 else Debt(a, b, -chips)


def _total(seat: int, won: Won) -> int:
    return sum(points * ((seat == a) - (seat == b)) for (a, b), points in won.items())


def _cards(state: TableState, fantasyland: Sequence[Facts], hand: int) -> dict[int, int]:
    """Who plays Fantasyland next, with how many cards."""
    seats = {seat.seat for seat in state.seats}
    cards = {}
    for line in fantasyland:
        if line["seat"] not in seats:
            raise Refusal("points_seats", hand=hand)
        if line["cards"] not in state.ruleset.fantasyland_cards:
            raise Refusal("points_fantasyland", cards=line["cards"])
        cards[line["seat"]] = line["cards"]
    return cards


def _json(outcome: Outcome, won: Won, seats: dict[int, SeatResult]) -> Facts:
    """The shape of the hand contract; what nobody knows is None."""
    players = [
        {
            "seat": one.seat,
            "foul": None,
            "royalties": None,
            "points": seats[one.seat].points,
            "start": one.start,
            "stack": one.stack,
            "fantasyland_next": one.fantasyland_next,
            "eliminated": one.eliminated,
        }
        for one in outcome.players
    ]
    pairs = [{"a": a, "b": b, "points": points} for (a, b), points in won.items()]
    known = outcome.as_json()
    return {**known, "points_only": True, "players": players, "pairs": pairs}
