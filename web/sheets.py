"""A hand without a database as a page shows it: the calculator's, and the example of the rules."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.hand import SeatState, Sheet, TableState
from scoring.layout import ROWS, Layout
from scoring.outcome import Outcome, PlayerOutcome
from scoring.points import Decided, PairScore
from scoring.settlement import Payment
from web import sentences
from web.boards import BoardView, PairView, PaymentView, ResultView, RowView, StackView
from web.sentences import Name
from web.templatetags.cards import chips


@dataclass(frozen=True, slots=True)
class PairRow:
    """Two layouts against each other, the winner first; ``flat`` says why no rows were counted."""

    first: str
    second: str
    rows: Sequence[str]
    scoop: str
    royalties: str
    points: int
    flat: str = ""


def result(state: TableState, sheet: Sheet, outcome: Outcome, name: Name) -> ResultView:
    """The hand in words and boards, players in payment order."""
    dealt = {one.seat: one.fantasyland for one in state.seats}
    lines = sentences.next_lines(outcome, dealt, name)
    button = sentences.button_line(state.button, outcome.next_button)
    owners = [one.seat for one in state.order if one.purse == one.seat]
    return ResultView(
        boards=[
            board(one, sheet.layouts[one.seat], name, place, state.button, outcome.player(one.seat))
            for place, one in enumerate(state.order, start=1)
        ],
        payments=[_payment(state, outcome, one, name) for one in outcome.payments],
        pairs=[_even(pair, name) for pair in outcome.pairs],
        stacks=[
            StackView(name(one.seat), one.start, one.stack, one.eliminated)
            for one in outcome.players
            if one.seat in owners
        ],
        next_lines=[*lines, *filter(None, [button])],
        doubts=[],
    )


def board(
    seat: SeatState,
    layout: Layout,
    name: Name,
    place: int,
    button: int,
    result: PlayerOutcome | None = None,
) -> BoardView:
    """A board with what each row shows and earns, as far as that is known."""
    return BoardView(
        label=name(seat.seat),
        seat={
            "number": seat.seat,
            "name": name(seat.seat),
            "position": f"P{place}",
            "button": seat.seat == button,
            "stack": seat.stack if seat.purse == seat.seat else None,
        },
        rows=_rows(layout, result),
        foul=bool(result and result.foul),
        fantasyland=seat.fantasyland,
        foot=_foot(result) if result else "",
    )


def _rows(layout: Layout, result: PlayerOutcome | None) -> list[RowView]:
    if result is None:
        return [RowView(row, layout.row(row)) for row in ROWS]
    names = [sentences.hand_name(hand) for hand in result.hands] or ["", "", ""]
    wrong = {row for rows in result.foul_rows for row in rows}
    return [
        RowView(row, layout.row(row), hand, royalty, row in wrong)
        for row, hand, royalty in zip(ROWS, names, result.royalties, strict=True)
    ]


def _foot(result: PlayerOutcome) -> str:
    if result.foul:
        return sentences.foul_reason(result)
    return _("Royalties %(points)s") % {"points": sum(result.royalties)}


def _payment(state: TableState, outcome: Outcome, payment: Payment, name: Name) -> PaymentView:
    both = {payment.payer, payment.payee}
    found = [pair for pair in outcome.pairs if {pair.a, pair.b} == both]
    pair = found[0] if found and not state.has_owners else None
    value = state.value(payment.payer, payment.payee)
    reasons = sentences.payment_reasons(payment, pair, state.ruleset.cap, value, name)
    if pair is None:
        points = sentences.points_text(payment.due // value)
        together = _("%(points)s × %(value)s, all their layouts together.")
        reasons.insert(0, together % {"points": points, "value": chips(value)})
    return PaymentView(sentences.pays(payment, name), payment.paid, reasons, "")


def _even(pair: PairScore, name: Name) -> PairView:
    side = 1 if pair.points >= 0 else -1
    first, second = (pair.a, pair.b) if side == 1 else (pair.b, pair.a)
    parts = sentences.points_parts(pair, side)
    return PairView(name(first), name(second), abs(pair.points), parts)


def pair_rows(outcome: Outcome, name: Name) -> list[PairRow]:
    """The points of every pair in columns."""
    return [_pair_row(pair, name) for pair in outcome.pairs]


def _pair_row(pair: PairScore, name: Name) -> PairRow:
    side = 1 if pair.points >= 0 else -1
    first, second = (pair.a, pair.b) if side == 1 else (pair.b, pair.a)
    names = name(first), name(second)
    if pair.rows is None:
        return PairRow(*names, [], "", "", abs(pair.points), _flat(pair, side))
    rows = [sentences.signless(side * row) for row in pair.rows]
    scoop, royalties = (sentences.signless(side * n) for n in (pair.scoop, pair.royalties))
    return PairRow(*names, rows, scoop, royalties, abs(pair.points))


def _flat(pair: PairScore, side: int) -> str:
    if pair.decided is Decided.ROWS:
        return ""
    return sentences.points_parts(pair, side)
