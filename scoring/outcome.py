"""The result of one hand, as records that can be stored, shown and explained."""

from dataclasses import dataclass
from typing import NamedTuple

from scoring.evaluate import Combination, combination
from scoring.layout import ROWS, Strengths
from scoring.points import Board, PairScore
from scoring.royalties import RowPoints
from scoring.settlement import Payment


class Result(NamedTuple):
    """What became of a player: stack before and after in chips, cards of a next Fantasyland."""

    start: int
    stack: int
    fantasyland_next: int


@dataclass(frozen=True, slots=True)
class PlayerOutcome:
    """What the hand made of one player; points before point value, stacks in chips.

    ``rows`` are the strengths of the three rows, zero while cards are missing; ``foul_rows`` the
    neighbouring rows in the wrong order, as (upper, lower).
    """

    seat: int
    foul: bool
    foul_rows: tuple[tuple[str, str], ...]
    rows: Strengths
    royalties: RowPoints
    points: int
    start: int
    stack: int
    fantasyland_next: int
    eliminated: bool

    @property
    def hands(self) -> tuple[Combination, ...]:
        """What top, middle and bottom show; empty while cards are missing."""
        return tuple(map(combination, self.rows)) if any(self.rows) else ()

    def as_json(self) -> dict[str, object]:
        """The player of the hand contract, with hand names and reasons beside it."""
        hands = {
            row: {"category": hand.category.label, "tiebreak": list(hand.tiebreak)}
            for row, hand in zip(ROWS, self.hands, strict=False)
        }
        return {
            "seat": self.seat,
            "foul": self.foul,
            "foul_rows": [list(rows) for rows in self.foul_rows],
            "hands": hands,
            "royalties": dict(zip(ROWS, self.royalties, strict=True)),
            "points": self.points,
            "start": self.start,
            "stack": self.stack,
            "fantasyland_next": self.fantasyland_next,
            "eliminated": self.eliminated,
        }


@dataclass(frozen=True, slots=True)
class Outcome:
    """Everything that follows from a hand.

    ``boards`` and ``results`` are in payment order. ``eliminated`` are groups of seats, the best
    finisher first. ``next_button`` is None where layouts have owners.
    """

    boards: tuple[Board, ...]
    results: tuple[Result, ...]
    pairs: tuple[PairScore, ...]
    payments: tuple[Payment, ...]
    eliminated: tuple[tuple[int, ...], ...]
    next_button: int | None

    @property
    def order(self) -> tuple[int, ...]:
        """The seats in payment order: left of the button first."""
        return tuple(board.seat for board in self.boards)

    @property
    def players(self) -> tuple[PlayerOutcome, ...]:
        """What the hand made of each player, in payment order."""
        return tuple(map(self._player, self.boards, self.results))

    def player(self, seat: int) -> PlayerOutcome:
        """What the hand made of that seat."""
        place = self.order.index(seat)
        return self._player(self.boards[place], self.results[place])

    def points(self, seat: int) -> int:
        """The points that the seat won from all others together."""
        won = sum(pair.points for pair in self.pairs if pair.a == seat)
        return won - sum(pair.points for pair in self.pairs if pair.b == seat)

    def _player(self, board: Board, result: Result) -> PlayerOutcome:
        return PlayerOutcome(
            board.seat,
            board.foul,
            board.foul_rows,
            board.rows,
            board.royalties,
            self.points(board.seat),
            *result,
            eliminated=not result.stack,
        )

    def as_json(self) -> dict[str, object]:
        """The answer of the hand contract, with more fields beside the agreed ones."""
        answer: dict[str, object] = {
            "order": list(self.order),
            "players": [player.as_json() for player in self.players],
            "pairs": [pair.as_json() for pair in self.pairs],
            "payments": [payment.as_json() for payment in self.payments],
            "eliminated": [list(group) for group in self.eliminated],
        }
        if self.next_button is not None:
            answer["next_button"] = self.next_button
        return answer
