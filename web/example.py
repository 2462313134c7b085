"""The worked example of a rules page: fixed boards, settled under the very rule set it explains.

The boards hold a capped sum, a foul, royalties and an entry to Fantasyland; what comes of them is
for the rules to say.
"""

from dataclasses import dataclass

from scoring.button import dealt_in
from scoring.hand import SeatState, Sheet, TableState
from scoring.notation import parse_layout
from scoring.rules import RuleSet
from scoring.table import apply
from web import sheets
from web.boards import ResultView
from web.sheets import PairRow

POINT_VALUE = 200
_PLAYERS = ("Ana", "Boris", "Caio", "Dana")
# Fifty-two different cards. Ana is short, so what she wins may be capped; Caio fouls.
_BOARDS = (
    "QsQd4c-KcKd8s8c3d-AhKh9h5h2h",
    "As7d2s-TsTh6d5c3c-JsJh9s9d4d",
    "KsJd6s-7c7h7sAd2d-8h8dQcTd5d",
    "Qh4h3h-6h5s4s3s2c-AcJcTc9c6c",
)
_STACKS = (3_000, 30_000, 30_000, 30_000)


@dataclass(frozen=True, slots=True)
class Example:
    """The hand with its result."""

    value: int
    result: ResultView
    pairs: list[PairRow]


def worked_example(rules: RuleSet) -> Example:
    """As many of the boards as sit at a full table, at most four, settled under these rules."""
    count = min(rules.max_players, len(_BOARDS))
    button = 2 if rules.layouts_per_player == 2 else count
    seats = dealt_in(rules, button, range(1, count + 1))
    state = TableState(
        rules,
        POINT_VALUE,
        button,
        tuple(SeatState(seat, _STACKS[seat - 1], 0, _owner(rules, seat)) for seat in seats),
    )
    sheet = Sheet({seat: parse_layout(_BOARDS[seat - 1]) for seat in seats})
    outcome = apply(state, sheet)
    names = {one.seat: _PLAYERS[one.purse - 1] for one in state.seats}
    name = names.__getitem__
    return Example(
        POINT_VALUE,
        sheets.result(state, sheet, outcome, name),
        sheets.pair_rows(outcome, name),
    )


def _owner(rules: RuleSet, seat: int) -> int | None:
    """With two layouts each, the third and the fourth belong to the first and the second player."""
    if rules.layouts_per_player == 1:
        return None
    return (seat - 1) % 2 + 1
