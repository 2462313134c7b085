"""What the calculator shows: the boards as far as they are laid, and the hand when all lie."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from urllib.parse import urlencode

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.checks import Discrepancy
from scoring.errors import RuleError
from scoring.evaluate import LEAD_SHIFT, combination, strength
from scoring.explain import explain
from scoring.hand import PairValue, SeatState, Sheet, TableState
from scoring.layout import ROW_SIZES, ROWS, Layout
from scoring.outcome import Outcome
from scoring.rules import RuleSet
from scoring.table import apply, verify
from web import sentences, sheets
from web.boards import BoardView, ResultView, RowView
from web.calculator_input import HandInput, PlayerInput, sentence, typed_text
from web.sheets import PairRow

EXAMPLES: Sequence[tuple[str, Promise, dict[str, str]]] = (
    ("scoop", gettext_lazy("Scoop"), {"b": "3"}),
    ("capped", gettext_lazy("Capped payment"), {"s1": "2500"}),
    ("short", gettext_lazy("All in and out"), {"s2": "2000"}),
    ("foul", gettext_lazy("Foul"), {}),
    ("fantasyland", gettext_lazy("Fantasyland"), {"f1": "14"}),
)
"""Hands to try first: key, label and the parameters that make them."""
_WIN, _LOSE = "QsQd4c-KcKd8s8c3d-AhKh9h5h2h", "As7d2s-TsTh6d5c3c-JsJh9s9d4d"
_FOULS, _PLAIN = "KsJd6s-7c7h7sAd2d-8h8dQcTd5d", "KsJd6s-7c7h4h3hAd-8h8dQcQh5d"
_QUADS = "AsKd4c-JcJd8s8c3d-9h9c9s9d2h"
_EXAMPLE_CARDS: Mapping[str, Sequence[str]] = {
    "scoop": (_WIN, _LOSE, _PLAIN),
    "capped": (_WIN, _LOSE, _PLAIN),
    "short": (_WIN, _LOSE, _PLAIN),
    "foul": (_WIN, _LOSE, _FOULS),
    "fantasyland": (_QUADS, "KsQd6s-7c7hAdTd2d-JsJhQcQh5d", "KhTs3c-8h8dAc4h2c-5s5h6c6h7d"),
}


@dataclass(frozen=True, slots=True)
class PlayerView:
    """A player's board and fields."""

    input: PlayerInput
    name: str
    text: str
    board: BoardView


@dataclass(frozen=True, slots=True)
class Calculation:
    """The page. ``result`` is None while cards are missing; ``todo`` then says which."""

    hand: HandInput
    players: Sequence[PlayerView]
    link: str
    result: ResultView | None = None
    pairs: Sequence[PairRow] = ()
    told: Sequence[str] = ()
    doubts: Sequence[str] = ()
    todo: Sequence[str] = ()
    empty: bool = False


def player_name(rules: RuleSet, seat: int) -> str:
    """What a player is called here; with two layouts each, which one it is."""
    if rules.layouts_per_player == 1:
        return _("Player {number}").format(number=seat)
    number, layout = (seat - 1) % rules.chairs + 1, (seat - 1) // rules.chairs + 1
    return _("Player {number}, layout {layout}").format(number=number, layout=layout)


def calculate(hand: HandInput) -> Calculation:
    """Everything that can be said about the hand so far."""
    state, sheet = _table(hand)
    todo = _todo(hand)
    wrong = [*(one.error or one.stack_error for one in hand.players), hand.value_error]
    if any(wrong) or any(pair.error for pair in hand.pairs):
        return _open(hand, state, ())
    if todo:
        return _open(hand, state, todo)
    try:
        found = verify(state, sheet)
    except RuleError as error:
        return _open(hand, state, [sentence(error)])
    return _settled(hand, state, sheet, found)


def _settled(
    hand: HandInput, state: TableState, sheet: Sheet, found: Sequence[Discrepancy]
) -> Calculation:
    """A whole hand. ``found`` is what somebody should look at again."""
    outcome = apply(state, sheet)
    names = partial(player_name, hand.rules)
    shown = sheets.result(state, sheet, outcome, partial(_purse_name, hand.rules))
    boards = {board.seat["number"]: board for board in shown.boards}
    return Calculation(
        hand=hand,
        players=[
            PlayerView(one, names(one.seat), typed_text(one), boards[one.seat])
            for one in hand.players
        ],
        link=urlencode(hand.query()),
        result=shown,
        pairs=sheets.pair_rows(outcome, names),
        told=_told(state, sheet, outcome),
        doubts=[
            sentences.discrepancy(one, names(one.seat), outcome.player(one.seat))
            for one in found
            if one.code == "foul_swapped"
        ],
    )


def _told(state: TableState, sheet: Sheet, outcome: Outcome) -> list[str]:
    """Every pair row by row, in the sentences of the rules themselves."""
    pairs = explain(state, sheet, outcome).pairs
    return [" ".join(one.text(_) for one in pair.sentences) for pair in pairs]


def _purse_name(rules: RuleSet, seat: int) -> str:
    """Who pays: with two layouts each, the player and not the layout."""
    chairs = rules.chairs if rules.layouts_per_player > 1 else rules.max_players
    return _("Player {number}").format(number=(seat - 1) % chairs + 1)


def _table(hand: HandInput) -> tuple[TableState, Sheet]:
    seats = tuple(
        SeatState(one.seat, one.stack, one.fantasyland, one.owner) for one in hand.players
    )
    pairs = tuple(
        PairValue(pair.first, pair.second, pair.value)
        for pair in hand.pairs
        if pair.value is not None
    )
    state = TableState(hand.rules, hand.value, hand.button, seats, pairs)
    return state, Sheet({one.seat: one.layout for one in hand.players})


def _todo(hand: HandInput) -> Sequence[str]:
    return [
        ngettext(
            "{name} needs {count} more card.", "{name} needs {count} more cards.", one.missing
        ).format(name=player_name(hand.rules, one.seat), count=one.missing)
        for one in hand.players
        if one.missing
    ]


def _open(hand: HandInput, state: TableState, todo: Sequence[str]) -> Calculation:
    """A hand that cannot be settled yet."""
    order = [one.seat for one in state.order]
    players = [
        PlayerView(
            one,
            player_name(hand.rules, one.seat),
            typed_text(one),
            _board_so_far(hand, one, order.index(one.seat) + 1),
        )
        for one in hand.players
    ]
    empty = not any(one.text.strip() for one in hand.players)
    return Calculation(hand, players, urlencode(hand.query()), todo=todo, empty=empty)


def _board_so_far(hand: HandInput, player: PlayerInput, place: int) -> BoardView:
    """A board whose full rows already say what they show, earn and break."""
    seat = SeatState(player.seat, player.stack, player.fantasyland, player.owner)
    names = player_name(hand.rules, player.seat)
    strengths = {row: _strength(player.layout, row) for row in ROWS}
    wrong = _wrong(hand.rules, strengths)
    plain = sheets.board(seat, player.layout, lambda _seat: names, place, hand.button)
    return BoardView(
        label=plain.label,
        seat=plain.seat,
        rows=[
            RowView(row, player.layout.row(row), *_shown(hand.rules, row, value), row in wrong)
            for row, value in strengths.items()
        ],
        foul=bool(wrong) or player.layout.declared_foul,
        fantasyland=player.fantasyland,
        foot=_("%(count)s of 13") % {"count": player.count},
    )


def _strength(layout: Layout, row: str) -> int:
    cards = layout.row(row)
    return strength(cards) if len(cards) == ROW_SIZES[row] else 0


def _shown(rules: RuleSet, row: str, value: int) -> tuple[str, int]:
    """Name and royalty of a full row."""
    if not value:
        return "", 0
    royalty = getattr(rules.royalty_table, row).by_lead[value >> LEAD_SHIFT]
    return sentences.hand_name(combination(value)), royalty


def _wrong(rules: RuleSet, strengths: Mapping[str, int]) -> set[str]:
    """The full rows that are already in the wrong order."""
    wrong: set[str] = set()
    for upper, lower in (("top", "middle"), ("middle", "bottom")):
        above, below = strengths[upper], strengths[lower]
        if above and below and (above > below or (rules.strict_rows and above == below)):
            wrong |= {upper, lower}
    return wrong


def examples(preset: str) -> list[tuple[str, str]]:
    """Label and link of each hand to try; under the rules that are chosen, where it fits them."""
    return [
        (
            str(label),
            urlencode(
                {
                    "r": preset,
                    "n": "3",
                    "b": "3",
                    **{f"p{seat}": cards for seat, cards in enumerate(_EXAMPLE_CARDS[key], 1)},
                    **facts,
                }
            ),
        )
        for key, label, facts in EXAMPLES
    ]
