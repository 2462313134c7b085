"""An outcome as sentences: who won which row with what, why a foul, a cap or nothing was paid."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from scoring.evaluate import Combination
from scoring.hand import Sheet, TableState
from scoring.layout import ROWS, Layout
from scoring.options import Absent, Royalties
from scoring.outcome import Outcome, PlayerOutcome
from scoring.points import Decided, PairScore
from scoring.sentences import Sentence, full_name, hand_name, row_name, say
from scoring.settlement import Payment, Status


@dataclass(frozen=True, slots=True)
class Story:
    """What there is to say about some seats: one player, one pair, or payer and payee."""

    seats: tuple[int, ...]
    sentences: tuple[Sentence, ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """The stories of a hand: players, pairs and payments as they stand in the outcome, the end."""

    players: tuple[Story, ...]
    pairs: tuple[Story, ...]
    payments: tuple[Story, ...]
    end: tuple[Sentence, ...]

    def text(self, translate: Callable[[str], str] = str) -> str:
        """All sentences, one a line, an empty line between the parts."""
        parts = [
            [one for story in stories for one in story.sentences]
            for stories in (self.players, self.pairs, self.payments)
        ]
        filled = [part for part in (*parts, list(self.end)) if part]
        return "\n\n".join("\n".join(one.text(translate) for one in part) for part in filled)


def explain(state: TableState, sheet: Sheet, outcome: Outcome) -> Explanation:
    """Why the outcome of this hand is what it is.

    Example:
        >>> from scoring.notation import parse_hand
        >>> from scoring.table import apply
        >>> hand = '''
        ... rules vamos
        ... value 200
        ... button 2
        ... seat 1 stack 9000 QsQd4c-KcKd8s8c3d-AhKh9h5h2h
        ... seat 2 stack 9000 As7d2s-TsTh6d5c3c-JsJh9s9d4d
        ... '''
        >>> state, sheet = parse_hand(hand)
        >>> story = explain(state, sheet, apply(state, sheet)).pairs[0]
        >>> story.sentences[0].text()
        'Seat 1 wins the top row: a pair of queens over ace high.'
        >>> story.sentences[-1].text()
        'Points: 17 to seat 1, from seat 2.'
    """
    return Explanation(
        tuple(
            Story((one.seat,), tuple(_player(state, sheet.layouts[one.seat], one)))
            for one in outcome.players
        ),
        tuple(Story((one.a, one.b), tuple(_pair(state, outcome, one))) for one in outcome.pairs),
        tuple(
            Story((one.payer, one.payee), tuple(_payment(state, outcome, one)))
            for one in outcome.payments
        ),
        tuple(_end(state, outcome)),
    )


def _player(state: TableState, layout: Layout, player: PlayerOutcome) -> Iterator[Sentence]:
    """What the rows show and earn, and why they foul."""
    seat = player.seat
    for name, hand, points in zip(ROWS, player.hands, player.royalties, strict=False):
        row, shown = row_name(name), hand_name(hand)
        if points:
            yield say("shown.royalty", seat=seat, row=row, hand=shown, points=points)
        else:
            yield say("shown", seat=seat, row=row, hand=shown)
    if player.foul:
        yield _foul(state, layout, player)


def _foul(state: TableState, layout: Layout, player: PlayerOutcome) -> Sentence:
    seat = player.seat
    if layout.absent and state.ruleset.absent is not Absent.AUTOPLAY:
        dead = state.ruleset.absent is Absent.DEAD_3
        return say("dead" if dead else "foul.absent", seat=seat)
    if not layout.complete:
        return say("foul.incomplete", seat=seat, count=len(layout.cards))
    if not player.foul_rows:
        return say("foul.declared", seat=seat)
    upper, lower = player.foul_rows[0]
    above, below = player.hands[ROWS.index(upper)], player.hands[ROWS.index(lower)]
    rows = {"upper": row_name(upper), "lower": row_name(lower)}
    if above == below:
        return say("foul.equal", seat=seat, **rows)
    higher, weaker = _told_apart(above, below)
    return say("foul.rows", seat=seat, upper_hand=higher, lower_hand=weaker, **rows)


def _told_apart(one: Combination, other: Combination) -> tuple[Sentence, Sentence]:
    """The names of two hands; hands of one name differ in their kickers, so those are told."""
    name = hand_name if hand_name(one) != hand_name(other) else full_name
    return name(one), name(other)


def _pair(state: TableState, outcome: Outcome, pair: PairScore) -> Iterator[Sentence]:
    """How the points of a pair come together."""
    first, second = outcome.player(pair.a), outcome.player(pair.b)
    if pair.rows is not None:
        yield from _rows(first, second, pair.rows)
        yield from _bonus(pair, sum(pair.rows))
    else:
        yield _special(pair)
    yield from _royalties(state, first, second, pair)
    if pair.points:
        winner, loser = _by_sign(pair, pair.points)
        yield say("pair.points", winner=winner, loser=loser, points=abs(pair.points))
    elif pair.decided is Decided.ROWS:
        yield say("pair.even", a=pair.a, b=pair.b)


def _by_sign(pair: PairScore, number: int) -> tuple[int, int]:
    """Winner and loser of something that was counted for ``a``."""
    return (pair.a, pair.b) if number > 0 else (pair.b, pair.a)


def _rows(
    first: PlayerOutcome, second: PlayerOutcome, won: tuple[int, int, int]
) -> Iterator[Sentence]:
    for name, result, one, other in zip(ROWS, won, first.hands, second.hands, strict=True):
        row = row_name(name)
        if not result:
            yield say("row.tied", row=row, hand=hand_name(one))
        elif result > 0:
            hand, worse = _told_apart(one, other)
            yield say("row.won", winner=first.seat, row=row, hand=hand, other=worse)
        else:
            hand, worse = _told_apart(other, one)
            yield say("row.won", winner=second.seat, row=row, hand=hand, other=worse)


def _bonus(pair: PairScore, rows: int) -> Iterator[Sentence]:
    if pair.scoop:
        winner, _ = _by_sign(pair, pair.scoop)
        key = "pair.scoop" if abs(rows) == 3 else "pair.two_rows"
        yield say(key, winner=winner, points=abs(pair.scoop))


_CANCELLED = {
    Decided.BOTH_FOUL: "pair.both_foul",
    Decided.DEAD: "pair.both_dead",
    Decided.MOON: "pair.cancel",
    Decided.NATURAL: "pair.cancel",
}


def _special(pair: PairScore) -> Sentence:
    """What decided a pair that was not counted row by row."""
    if pair.decided is Decided.FOUL:
        winner, loser = _by_sign(pair, pair.scoop)
        return say("pair.foul", winner=winner, loser=loser, points=abs(pair.scoop))
    if not pair.points:
        return say(_CANCELLED[pair.decided], a=pair.a, b=pair.b)
    winner, loser = _by_sign(pair, pair.points)
    key = f"pair.{pair.decided.value}"
    return say(key, winner=winner, loser=loser, points=abs(pair.points))


def _royalties(
    state: TableState, first: PlayerOutcome, second: PlayerOutcome, pair: PairScore
) -> Iterator[Sentence]:
    if pair.decided is Decided.ROWS and state.ruleset.royalties is Royalties.TRUMP:
        if pair.royalties:
            winner, _ = _by_sign(pair, pair.royalties)
            yield say("pair.trumped", winner=winner, points=abs(pair.royalties))
    elif pair.decided in {Decided.ROWS, Decided.FOUL}:
        one, other = sum(first.royalties), sum(second.royalties)
        if one or other:
            yield say("pair.royalties", a=pair.a, b=pair.b, first=one, second=other)


def _payment(state: TableState, outcome: Outcome, payment: Payment) -> Iterator[Sentence]:
    """What moves, and why it is less than what is due."""
    yield _paid(state, outcome, payment)
    for seat in payment.gone:
        yield say("pay.void", seat=seat)
    if payment.gone:
        return
    if payment.limit is not None and payment.owed < payment.due:
        key = f"pay.cap.{state.ruleset.cap.value}"
        yield say(key, due=payment.due, payee=payment.payee, limit=payment.limit)
    if payment.status is Status.SHORT:
        yield say("pay.short", payer=payment.payer, owed=payment.owed, funds=payment.funds)
    if payment.out:
        yield say("pay.out", payer=payment.payer)


def _paid(state: TableState, outcome: Outcome, payment: Payment) -> Sentence:
    payer, payee, paid = payment.payer, payment.payee, payment.paid
    if not paid:
        return say("pay.nothing", payer=payer, payee=payee, due=payment.due)
    if state.has_owners:
        return say("pay.net", payer=payer, payee=payee, paid=paid)
    pair = next(one for one in outcome.pairs if {one.a, one.b} == {payer, payee})
    points, value = abs(pair.points), state.value(payer, payee)
    return say("pay.points", payer=payer, payee=payee, paid=paid, points=points, value=value)


def _end(state: TableState, outcome: Outcome) -> Iterator[Sentence]:
    """Stacks, who is out, who plays Fantasyland next, and where the button goes."""
    for seat, player in zip(state.order, outcome.players, strict=True):
        if seat.purse == seat.seat:
            yield say("end.stack", seat=seat.seat, start=player.start, stack=player.stack)
    for group in outcome.eliminated:
        if len(group) == 1:
            yield say("end.out", seat=group[0])
        else:
            yield say("end.level", seats=", ".join(map(str, group)))
    for seat, player in zip(state.order, outcome.players, strict=True):
        yield from _fantasyland(seat.fantasyland, player)
    if outcome.next_button is not None:
        key = "stays" if outcome.next_button == state.button else "moves"
        yield say(f"end.button_{key}", button=outcome.next_button)


def _fantasyland(current: int, player: PlayerOutcome) -> Iterator[Sentence]:
    if player.fantasyland_next:
        key = "end.fl_stays" if current else "end.fl_enters"
        yield say(key, seat=player.seat, cards=player.fantasyland_next)
    elif current and not player.eliminated:
        yield say("end.fl_leaves", seat=player.seat)
