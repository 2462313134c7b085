"""What two layouts are worth against each other, in points; chips come in `scoring.settlement`."""

from dataclasses import replace
from enum import StrEnum
from itertools import product
from typing import NamedTuple

from scoring.evaluate import LEAD_SHIFT, Category, lead
from scoring.layout import Layout, Strengths, fouled_rows, strengths
from scoring.naturals import natural_points
from scoring.options import Absent, Royalties, Scoring
from scoring.royalties import NO_ROYALTIES, RowPoints, royalties
from scoring.rules import RuleSet


def _scoops(bonus: tuple[int, int, int, int]) -> dict[RowPoints, int]:
    """The extra points by the result of the three rows; ``bonus`` is by number of rows won."""
    results = [(top, mid, low) for top, mid, low in product((1, 0, -1), repeat=3)]
    return {won: bonus[won.count(1)] - bonus[won.count(-1)] for won in results}


# Extra points for none to three rows won (Wikipedia, scoring).
SCOOPS: dict[Scoring, dict[RowPoints, int]] = {
    Scoring.ONE_SIX: _scoops((0, 0, 0, 3)),
    Scoring.TWO_FOUR: _scoops((0, 0, 1, 1)),
}
"""Extra points by method and by the result of the three rows, seen from the first player."""

# What a dead hand pays to everybody who is not dead himself (RebuyStars rules).
_DEAD_POINTS = 3
_JACK_HIGH = lead(Category.HIGH_CARD, 11)
_NO_ROWS: Strengths = (0, 0, 0)


# Boards, scores and payments are made by the dozen for every hand. As named tuples they are as
# fixed as frozen dataclasses, and straight from `tuple.__new__` seven times as fast.
_new = tuple.__new__


class Board(NamedTuple):
    """The layout at a seat as the rule set sees it.

    ``rows`` are the strengths, zero while cards are missing; ``foul_rows`` the neighbouring rows
    in the wrong order. ``royalties`` are zero for a foul. ``natural`` is in flat points.
    ``plain``: nothing about it is special, so it is counted row by row.
    """

    seat: int
    rows: Strengths
    royalties: RowPoints = NO_ROYALTIES
    plain: bool = True
    foul: bool = False
    foul_rows: tuple[tuple[str, str], ...] = ()
    natural: int = 0
    moon: bool = False
    dead: bool = False


class Decided(StrEnum):
    """What decided a pair."""

    ROWS = "rows"
    FOUL = "foul"
    BOTH_FOUL = "both_foul"
    MOON = "moon"
    NATURAL = "natural"
    DEAD = "dead"


# Looking a member up in its enum is slow.
_BY_ROWS, _BY_FOUL, _BOTH_FOUL = Decided.ROWS, Decided.FOUL, Decided.BOTH_FOUL
_TRUMP = Royalties.TRUMP


class PairScore(NamedTuple):
    """The result of the layouts at seats ``a`` and ``b``; points that ``a`` wins are positive.

    ``rows`` is 1, 0 or -1 for top, middle and bottom, None where the pair was not decided row by
    row. ``points`` = rows + scoop + royalties, or the flat points that decided it.
    """

    a: int
    b: int
    rows: RowPoints | None
    scoop: int
    royalties: int
    points: int
    decided: Decided

    def as_json(self) -> dict[str, object]:
        """The pair of the hand contract, with its royalties and what decided it."""
        rows = None if self.rows is None else list(self.rows)
        return self._asdict() | {"rows": rows, "decided": self.decided.value}


def read_board(rules: RuleSet, seat: int, layout: Layout) -> Board:
    """The layout evaluated under the rule set; complete, unless it is marked as called or absent.

    A layout fouls when its rows are out of order, when it was declared, or when nobody was there
    and the rule set says so (Vamos rules, fouls).

    Example:
        >>> queens, kings = ["Qh", "Qd", "4c"], ["Kc", "Kd", "8s", "8c", "3d"]
        >>> layout = Layout.of(queens, kings, ["Ah", "Kh", "9h", "5h", "2h"])
        >>> read_board(RuleSet(), 1, layout).royalties
        (7, 0, 4)
    """
    if layout.declared_foul or layout.absent:
        return _called(rules, seat, layout)
    rows = strengths(layout)
    foul_rows = fouled_rows(rows, strict=rules.strict_rows)
    moon = rules.moon > 0 and not foul_rows and rows[2] >> LEAD_SHIFT <= _JACK_HIGH
    # A natural is in the cards, not in how they were laid, so a foul does not spoil it.
    natural = rules.naturals.best
    if natural:
        natural = natural_points(rules.naturals, layout)
    if foul_rows:
        return _new(
            Board, (seat, rows, NO_ROYALTIES, False, True, foul_rows, natural, False, False)
        )
    earned = royalties(rules.royalty_table, rows)
    if moon or natural:
        return Board(seat, rows, earned, plain=False, natural=natural, moon=moon)
    return _new(Board, (seat, rows, earned, True, False, (), 0, False, False))


def _called(rules: RuleSet, seat: int, layout: Layout) -> Board:
    """A layout that a director or an empty chair decides about; auto-play is a hand like any."""
    unattended = layout.absent and rules.absent is not Absent.AUTOPLAY
    if not layout.declared_foul and not unattended:
        return read_board(rules, seat, replace(layout, absent=False))
    rows = strengths(layout) if layout.complete else _NO_ROWS
    foul_rows = fouled_rows(rows, strict=rules.strict_rows) if layout.complete else ()
    dead = layout.absent and rules.absent is Absent.DEAD_3
    return Board(seat, rows, plain=False, foul=True, foul_rows=foul_rows, dead=dead)


def score_pair(rules: RuleSet, first: Board, second: Board) -> PairScore:
    """The points of the first board against the second.

    Looked at in this order: dead hands, moon, naturals, fouls, rows; two of a kind cancel.

    Example:
        >>> score_pair(RuleSet(), Board(1, (9, 9, 9)), Board(2, (8, 9, 9), (0, 0, 4))).points
        -3
    """
    if first.plain and second.plain:
        return _rows(rules, first, second)
    if first.dead or second.dead:
        flat, decided = _DEAD_POINTS * (second.dead - first.dead), Decided.DEAD
    elif first.moon or second.moon:
        flat, decided = rules.moon * (first.moon - second.moon), Decided.MOON
    elif first.natural or second.natural:
        both = first.natural and second.natural
        flat, decided = 0 if both else first.natural - second.natural, Decided.NATURAL
    else:
        return _foul(rules, first, second)
    return PairScore(first.seat, second.seat, None, 0, 0, flat, decided)


def _rows(rules: RuleSet, first: Board, second: Board) -> PairScore:
    """Row by row: one point each, the bonus, and the royalties, also those of lost rows."""
    (a, b, c), (x, y, z) = first.rows, second.rows
    won = (a > x) - (a < x), (b > y) - (b < y), (c > z) - (c < z)
    scoop = SCOOPS[rules.scoring][won]
    if rules.royalties is _TRUMP:
        earned = _trumped(won, first.royalties, second.royalties)
    else:
        earned = sum(first.royalties) - sum(second.royalties)
    points = sum(won) + scoop + earned
    return _new(PairScore, (first.seat, second.seat, won, scoop, earned, points, _BY_ROWS))


def _trumped(won: RowPoints, first: RowPoints, second: RowPoints) -> int:
    """Only the winner of a row takes its royalty (Golden Nugget, June 2013)."""
    taken = zip(won, first, second, strict=True)
    return sum(a if row > 0 else -b for row, a, b in taken if row)


def _foul(rules: RuleSet, first: Board, second: Board) -> PairScore:
    """A foul loses all rows and the other's royalties; two fouls cost nothing (Wikipedia)."""
    if first.foul and second.foul:
        return _new(PairScore, (first.seat, second.seat, None, 0, 0, 0, _BOTH_FOUL))
    side = 1 if second.foul else -1
    scoop = SCOOPS[rules.scoring][side, side, side]
    earned = sum(first.royalties) - sum(second.royalties)
    points = side * 3 + scoop + earned
    return _new(PairScore, (first.seat, second.seat, None, scoop, earned, points, _BY_FOUL))
