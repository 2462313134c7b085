"""Points and chips of many hands, fast: the numbers of `table.apply` without their reasons.

For simulations and for checking stored results in bulk. It counts by itself what nearly every
game uses and leaves everything rarer to `table.apply`; tests hold the two together.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from scoring.evaluate import LEAD_SHIFT
from scoring.fantasyland import next_cards
from scoring.layout import Layout, Strengths, strengths
from scoring.options import Cap, ExactCover, Royalties, Settlement
from scoring.points import SCOOPS
from scoring.rules import RuleSet
from scoring.table import SeatState, Sheet, TableState, apply

_new = tuple.__new__  # As in `scoring.points`.


class Player(NamedTuple):
    """A player: chips, Fantasyland cards of this hand (or 0), layout."""

    stack: int
    fantasyland: int
    layout: Layout


class Deal(NamedTuple):
    """A verified hand: chips a point, and its players in payment order, each for himself."""

    point_value: int
    players: Sequence[Player]


class Tally(NamedTuple):
    """What a player has from a hand: points, chips, cards of a next Fantasyland hand."""

    points: int
    stack: int
    fantasyland_next: int


def tally(rules: RuleSet, deals: Iterable[Deal]) -> Iterator[list[Tally]]:
    """The results of verified hands, each by player in payment order.

    Example:
        >>> tens, nines = ("Ts", "Th", "6d", "5c", "3c"), ("Js", "Jh", "9s", "9d", "4d")
        >>> one, other = Layout(("As", "7d", "2s"), tens, nines), Layout(declared_foul=True)
        >>> deals = [Deal(200, [Player(9000, 0, one), Player(9000, 0, other)])]
        >>> [[result, _]] = tally(RuleSet(), deals)
        >>> result
        Tally(points=6, stack=10200, fantasyland_next=0)
    """
    count = _Count(rules) if _is_common(rules) else None
    for deal in deals:
        result = count.hand(deal) if count else None
        yield _in_full(rules, deal) if result is None else result


def _is_common(rules: RuleSet) -> bool:
    """Whether rows, fouls, and payments in the Vamos manner are all there is."""
    return (
        rules.cap is Cap.START
        and rules.royalties is Royalties.NET
        and rules.settlement is Settlement.PAIRS
        and rules.exact_cover is ExactCover.ALIVE
        and rules.winnings_usable
        and not (rules.moon or rules.naturals.best or rules.strict_rows)
    )


def _in_full(rules: RuleSet, deal: Deal) -> list[Tally]:
    """The same by way of the whole outcome."""
    seated = list(enumerate(deal.players, start=1))
    seats = tuple(SeatState(seat, player.stack, player.fantasyland) for seat, player in seated)
    state = TableState(rules, deal.point_value, len(seats), seats)
    outcome = apply(state, Sheet({seat: player.layout for seat, player in seated}))
    return [Tally(one.points, one.stack, one.fantasyland_next) for one in outcome.players]


_Board = tuple[Strengths | None, int]
"""The rows, None for a foul, and the royalties of all three together."""


class _Count:
    """The tables of a rule set at hand, so that a deal takes little more than its look-ups."""

    __slots__ = ("entry", "pairs", "royalties", "rules", "worth")

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        # What the three rows are worth with their bonus, by who won them.
        self.worth = {won: sum(won) + extra for won, extra in SCOOPS[rules.scoring].items()}
        self.royalties = rules.royalty_table.by_lead
        self.entry = rules.fl_entry.by_lead
        self.pairs: dict[int, tuple[tuple[int, int], ...]] = {}

    def hand(self, deal: Deal) -> list[Tally] | None:
        """The result of every player; None when a layout is not simply what it shows."""
        value, players = deal
        boards = []
        for _, _, layout in players:
            if layout.declared_foul or layout.absent:
                return None
            boards.append(self._board(strengths(layout)))
        points, chips = self._settle(value, [stack for stack, _, _ in players], boards)
        results = []
        for won, stack, (rows, _), (_, current, _) in zip(
            points, chips, boards, players, strict=True
        ):
            cards = 0
            if rows and stack:
                if current:
                    cards = next_cards(self.rules, rows, current)
                else:
                    cards = self.entry[rows[0] >> LEAD_SHIFT]
            results.append(_new(Tally, (won, stack, cards)))
        return results

    def _board(self, rows: Strengths) -> _Board:
        top, middle, bottom = rows
        if top > middle or middle > bottom:
            return None, 0
        of_top, of_middle, of_bottom = self.royalties
        earned = of_top[top >> LEAD_SHIFT] + of_middle[middle >> LEAD_SHIFT]
        return rows, earned + of_bottom[bottom >> LEAD_SHIFT]

    def _settle(
        self, value: int, stacks: Sequence[int], boards: Sequence[_Board]
    ) -> tuple[list[int], list[int]]:
        """Points and chips after all pairs: cap at the start stack, out when short."""
        points, chips = [0] * len(stacks), list(stacks)
        out = []
        for one, other in self._pairs(len(stacks)):
            won = self._won(boards[one], boards[other])
            if not won:
                continue
            points[one] += won
            points[other] -= won
            if one in out or other in out:
                continue
            payer, payee, due = (other, one, won * value) if won > 0 else (one, other, -won * value)
            paid, limit, funds = due, stacks[payee], chips[payer]
            if due > limit or due > funds:
                owed = min(due, limit)
                paid = min(owed, funds)
                if paid < owed:
                    out.append(payer)
            chips[payer] -= paid
            chips[payee] += paid
        return points, chips

    def _pairs(self, count: int) -> tuple[tuple[int, int], ...]:
        """Who meets whom, in the order of payments."""
        if count not in self.pairs:
            self.pairs[count] = tuple(combinations(range(count), 2))
        return self.pairs[count]

    def _won(self, first: _Board, second: _Board) -> int:
        """The points of the first board against the second."""
        rows, earned = first
        others, lost = second
        if rows and others:
            (a, b, c), (x, y, z) = rows, others
            won = (a > x) - (a < x), (b > y) - (b < y), (c > z) - (c < z)
            return self.worth[won] + earned - lost
        if rows:
            return self.worth[1, 1, 1] + earned
        return self.worth[-1, -1, -1] - lost if others else 0
