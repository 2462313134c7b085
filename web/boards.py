"""A hand as a page shows it: boards, payments, pairs, stacks. Only arranges what the rules said."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.layout import ROWS, Layout
from scoring.outcome import Outcome, PlayerOutcome
from scoring.points import PairScore
from scoring.rules import LAYOUT_CARDS, RuleSet
from scoring.settlement import Payment, Status
from scoring.table import verify
from tables import felt, selectors
from tables.models import Hand, HandPlayer
from tables.results import as_corrected
from tables.selectors import HandView
from tournaments.models import Event
from web import sentences
from web.forms.hand import players_of
from web.templatetags.cards import chips


@dataclass(frozen=True, slots=True)
class RowView:
    """One row of a board; ``partials/board.html`` draws it."""

    row: str
    cards: Sequence[str]
    hand: str = ""
    royalty: int = 0
    wrong: bool = False
    # The cards that came with the street that is shown.
    new: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class BoardView:
    """One player's board. ``seat`` is what ``partials/seat.html`` wants."""

    label: str
    seat: Mapping[str, object]
    rows: Sequence[RowView]
    foul: bool = False
    fantasyland: int = 0
    foot: str = ""


@dataclass(frozen=True, slots=True)
class PaymentView:
    """One payment as a sentence, with its reasons and the chips to count out."""

    text: str
    paid: int
    reasons: Sequence[str]
    chips: str


@dataclass(frozen=True, slots=True)
class PairView:
    """Two players against each other, the winner first."""

    winner: str
    loser: str
    points: int
    parts: str


@dataclass(frozen=True, slots=True)
class StackView:
    """A stack before and after the hand."""

    name: str
    before: int
    after: int
    out: bool

    @property
    def change(self) -> int:
        """Chips won; negative when lost."""
        return self.after - self.before


@dataclass(frozen=True, slots=True)
class Doubt:
    """Something to confirm; ``swap``: the seat whose middle and bottom row may be exchanged."""

    text: str
    swap: int = 0


@dataclass(frozen=True, slots=True)
class ResultView:
    """Everything a page says about a settled hand."""

    boards: Sequence[BoardView]
    payments: Sequence[PaymentView]
    pairs: Sequence[PairView]
    stacks: Sequence[StackView]
    next_lines: Sequence[str]
    doubts: Sequence[Doubt]
    note: str = ""


def result_of(view: HandView) -> ResultView:
    """The hand in words and boards: boards as the players sit, payments in their order."""
    hand, outcome = view.hand, view.outcome
    ruleset = hand.table.event.ruleset
    dealt = {player.seat: player.fantasyland for player in view.players}
    lines = sentences.next_lines(outcome, dealt, view.name)
    button = sentences.button_line(hand.button, view.next_button)
    return ResultView(
        boards=[
            settled_board(view.who[seat], view.sheet.layouts[seat], outcome.player(seat), number)
            for seat, number in by_seat(outcome.order)
        ],
        payments=[_payment(p, view, ruleset) for p in outcome.payments],
        pairs=[_pair(pair, view) for pair in outcome.pairs],
        stacks=[
            StackView(view.name(p.seat), p.start, p.stack, p.eliminated)
            for p in outcome.players
            if p.seat in dealt
        ],
        next_lines=[*lines, *filter(None, [button])],
        doubts=_doubts(view),
    )


def by_seat(order: Sequence[int]) -> list[tuple[int, int]]:
    """Seats from left to right, each with its number in the order of play."""
    return sorted((seat, number) for number, seat in enumerate(order, start=1))


def recorded_result(hand: Hand) -> ResultView:
    """A recorded hand as it counts now; of one settled by its points alone, what is known of it."""
    return original_result(as_corrected(hand))


def original_result(hand: Hand) -> ResultView:
    """A hand as it was recorded, whatever it was corrected to."""
    return _points_result(hand) if hand.points_only else result_of(selectors.hand_view(hand))


def reopening_lines(result: ResultView, *, points_only: bool) -> list[str]:
    """What happens when this recorded hand is opened again."""
    out = [one.name for one in result.stacks if one.out]
    back = sum(payment.paid for payment in result.payments)
    lines = [_("%(sum)s chips go back to who paid them.") % {"sum": chips(back)}] if back else []
    lines += [_("%(name)s comes back to his seat.") % {"name": name} for name in out]
    kept = _("The cards stay; they are checked and recorded again.")
    return [*lines, _("The points are entered again.") if points_only else kept]


def _points_result(hand: Hand) -> ResultView:
    """A hand without its cards: payments, points and stacks as they were written."""
    players = {player.seat: player for player in players_of(hand)}
    facts = hand.outcome or {}

    def name(seat: int) -> str:
        return players[seat].entry.person.display_name

    stacks = [
        StackView(name(one["seat"]), one["start"], one["stack"], one["eliminated"])
        for one in facts["players"]
    ]
    out = [_("%(name)s is out.") % {"name": stack.name} for stack in stacks if stack.out]
    payments = [Payment(**{**one, "status": Status(one["status"])}) for one in facts["payments"]]
    unknown = _("Settled by points alone: the cards are unknown.")
    return ResultView(
        boards=[],
        payments=[_payment_view(payment, [], hand, name) for payment in payments],
        pairs=[_points_pair(pair, name) for pair in facts["pairs"]],
        stacks=stacks,
        next_lines=[*out, sentences.button_line(hand.button, hand.next_button)],
        doubts=[],
        note=unknown,
    )


def _points_pair(pair: Mapping[str, int], name: sentences.Name) -> PairView:
    first, second = (pair["a"], pair["b"]) if pair["points"] >= 0 else (pair["b"], pair["a"])
    return PairView(name(first), name(second), abs(pair["points"]), _("points as they were said"))


def settled_board(
    player: HandPlayer, layout: Layout, result: PlayerOutcome, position: int
) -> BoardView:
    """A board with what each row shows and earns."""
    names = [sentences.hand_name(hand) for hand in result.hands] or ["", "", ""]
    wrong = {row for rows in result.foul_rows for row in rows}
    rows = [
        RowView(row, layout.row(row), hand, royalty, row in wrong)
        for row, hand, royalty in zip(ROWS, names, result.royalties, strict=True)
    ]
    return BoardView(
        label=player.entry.person.display_name,
        # A page has the stacks elsewhere, before and after.
        seat=seat_facts(player, position) | {"stack": None},
        rows=rows,
        foul=result.foul,
        fantasyland=player.fantasyland,
        foot=_foot(result),
    )


def seat_facts(player: HandPlayer, position: int, count: int = LAYOUT_CARDS) -> dict[str, object]:
    """A player of a hand as ``partials/seat.html`` shows him; how many cards lie, if not all."""
    so_far = f"{count}/{LAYOUT_CARDS}"  # a name must fit beside it on a phone
    return {
        "number": player.seat,
        "name": player.entry.person.display_name,
        "position": f"P{position}" if count == LAYOUT_CARDS else f"P{position} · {so_far}",
        "button": player.hand.button == player.seat,
        "stack": player.stack_before,
    }


def _foot(result: PlayerOutcome) -> str:
    if result.foul:
        return sentences.foul_reason(result)
    return _("Royalties %(points)s") % {"points": sum(result.royalties)}


def _payment(payment: Payment, view: HandView, ruleset: RuleSet) -> PaymentView:
    pair = _pair_of(view.outcome, payment) if ruleset.layouts_per_player == 1 else None
    value = view.hand.point_value
    reasons = sentences.payment_reasons(payment, pair, ruleset.cap, value, view.name)
    return _payment_view(payment, reasons, view.hand, view.name)


def _payment_view(
    payment: Payment, reasons: Sequence[str], hand: Hand, name: sentences.Name
) -> PaymentView:
    counted = sentences.chips_text(payment.paid, hand.table.event.chip_values)
    return PaymentView(sentences.pays(payment, name), payment.paid, reasons, counted)


def _pair_of(outcome: Outcome, payment: Payment) -> PairScore | None:
    """The pair that a payment settles, where everybody plays one layout."""
    both = {payment.payer, payment.payee}
    return next((pair for pair in outcome.pairs if {pair.a, pair.b} == both), None)


def _pair(pair: PairScore, view: HandView) -> PairView:
    side = 1 if pair.points >= 0 else -1
    first, second = (pair.a, pair.b) if side == 1 else (pair.b, pair.a)
    parts = sentences.points_parts(pair, side)
    return PairView(view.name(first), view.name(second), abs(pair.points), parts)


def who_agrees(view: HandView) -> list[HandPlayer]:
    """Whose word a dealer needs before he records: a setting of the event; not of the absent."""
    confirm = view.hand.table.event.confirm
    losing = {payment.payer for payment in view.outcome.payments if payment.paid}
    if confirm == Event.Confirm.DEALER:
        return []
    return [
        player
        for player in view.players
        if not player.absent and (confirm == Event.Confirm.ALL or player.seat in losing)
    ]


def _doubts(view: HandView) -> list[Doubt]:
    """What a dealer must confirm by a tick of its own: rare and dear things."""
    ruleset = view.hand.table.event.ruleset
    state = felt.table_state(ruleset, view.hand, view.players)
    doubts = [
        Doubt(
            sentences.discrepancy(found, view.name(found.seat), view.outcome.player(found.seat)),
            swap=found.seat if found.code == "foul_swapped" else 0,
        )
        for found in verify(state, view.sheet)
    ]
    return [*doubts, *(Doubt(text) for text in _dear(view))]


def _dear(view: HandView) -> Iterator[str]:
    """Payments that are not whole, or large, and who is out; of who is out that alone."""
    outcome = view.outcome
    cap = view.hand.table.event.ruleset.cap
    out = {seat for group in outcome.eliminated for seat in group}
    for payment in outcome.payments:
        short = payment.status is Status.SHORT and payment.payer not in out
        if short or payment.status is Status.CAPPED:
            yield sentences.held_down(payment, cap, view.name)
        elif payment.paid * 2 > outcome.player(payment.payer).start and payment.payer not in out:
            names = {"payer": view.name(payment.payer), "payee": view.name(payment.payee)}
            yield _("%(payer)s pays %(payee)s more than half a stack.") % names
    for group in outcome.eliminated:
        for seat in group:
            yield _("%(name)s is out.") % {"name": view.name(seat)}
