"""The bridge to `scoring`: what a table knows, as the rules library wants it. No database here."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from core.errors import Refusal
from scoring.button import acting_order, next_button
from scoring.errors import RuleError
from scoring.layout import Layout
from scoring.outcome import Outcome, PlayerOutcome
from scoring.rules import RuleSet
from scoring.table import SeatState, Sheet, TableState, apply, verify
from tables.models import Hand, HandPlayer
from tournaments.journal import Facts


@dataclass(frozen=True, slots=True)
class SeatResult:
    """What a hand made of one player; ``foul`` and ``royalties`` are None where nobody knows."""

    foul: bool | None
    royalties: int | None
    points: int
    stack: int
    fantasyland_next: int


@dataclass(frozen=True, slots=True)
class HandResult:
    """What a hand writes, wherever it came from: its cards, or only the points.

    ``payments`` are (payer, payee, chips), ``eliminated`` groups of seats, best first; ``json`` is
    what is kept and answered.
    """

    seats: dict[int, SeatResult]
    payments: tuple[tuple[int, int, int], ...]
    eliminated: tuple[tuple[int, ...], ...]
    next_button: int | None
    json: Facts


def result_of(outcome: Outcome, state: TableState) -> HandResult:
    """The outcome of a sheet, as it is written: by chair, whoever plays two layouts there."""
    layouts: dict[int, list[PlayerOutcome]] = {}
    for one in state.seats:
        layouts.setdefault(one.purse, []).append(outcome.player(one.seat))
    return HandResult(
        seats={
            chair: SeatResult(
                foul=any(one.foul for one in played),
                royalties=sum(sum(one.royalties) for one in played),
                points=sum(one.points for one in played),
                stack=played[0].stack,
                fantasyland_next=played[0].fantasyland_next,
            )
            for chair, played in layouts.items()
        },
        payments=tuple((one.payer, one.payee, one.paid) for one in outcome.payments),
        eliminated=outcome.eliminated,
        next_button=outcome.next_button or _next_button(outcome, state),
        json=outcome.as_json(),
    )


def _next_button(outcome: Outcome, state: TableState) -> int:
    """Where the button goes when layouts have owners: the outcome leaves that to the chairs."""
    chairs = {one.purse for one in state.seats if outcome.player(one.seat).stack}
    return next_button(state.ruleset, state.button, chairs, fantasyland=False)


def button_after(ruleset: RuleSet, hand: Hand, sitting: Mapping[int, int]) -> int:
    """The button of the hand after a closed one, among those who sit at the table now.

    Counted from where that hand's button was, so that a newcomer may get it and whoever left does
    not; what the hand itself said (`HandResult.next_button`) knew of neither. After a misdeal it
    stays. Source: rules B04-B10, floor 7.4.

    Args:
        ruleset: of the event.
        hand: the last one of the table, recorded or misdealt.
        sitting: the cards of each occupied seat's Fantasyland in the next hand, 0 for none.
    """
    if hand.state in {Hand.State.MISDEALT, Hand.State.VOIDED}:
        return acting_order(hand.button, sitting)[-1]
    return next_button(ruleset, hand.button, sitting, fantasyland=any(sitting.values()))


def table_state(ruleset: RuleSet, hand: Hand, players: Iterable[HandPlayer]) -> TableState:
    """What was latched when the hand started."""
    return TableState(
        ruleset=ruleset,
        point_value=hand.point_value,
        button=hand.button,
        seats=tuple(
            SeatState(
                seat=seat,
                stack=player.stack_before,
                fantasyland=player.fantasyland,
                owner=player.seat if ruleset.layouts_per_player > 1 else None,
            )
            for player in players
            for seat in ruleset.layout_seats(player.seat)
        ),
    )


def sheet_of(ruleset: RuleSet, layouts: Sequence[Facts], players: Iterable[HandPlayer]) -> Sheet:
    """The sheet that a dealer sent: ``seat``, ``top``, ``middle``, ``bottom``, ``declared_foul``.

    Who was absent was latched with the hand; the rule set says what that means.

    Raises:
        RuleError: ``bad_seat`` for a seat that is there twice, ``bad_card`` with seat and row.
    """
    absent = {
        seat for player in players if player.absent for seat in ruleset.layout_seats(player.seat)
    }
    found: dict[int, Layout] = {}
    for facts in layouts:
        seat = facts["seat"]
        if seat in found:
            raise RuleError("bad_seat/twice", seat=seat)
        found[seat] = _layout(facts, absent=seat in absent)
    return Sheet(found)


def _layout(facts: Facts, *, absent: bool) -> Layout:
    rows = (facts["top"], facts["middle"], facts["bottom"])
    try:
        foul = facts.get("declared_foul", False)
        return Layout.of(*rows, declared_foul=foul, absent=absent)
    except RuleError as error:
        raise error.at(facts["seat"]) from None


def settle(state: TableState, sheet: Sheet) -> Outcome:
    """What the sheet is worth; nothing is written.

    Raises:
        Refusal: ``sheet_seat`` or ``sheet_missing`` when the seats are not those of the hand.
        RuleError: the first thing wrong with the cards.
    """
    dealt_in = {seat.seat for seat in state.seats}
    for seat in sorted(sheet.layouts):
        if seat not in dealt_in:
            raise Refusal("sheet_seat", seat=seat)
    for seat in sorted(dealt_in - sheet.layouts.keys()):
        raise Refusal("sheet_missing", seat=seat)
    verify(state, sheet)
    return apply(state, sheet)


def sheet_json(sheet: Sheet) -> list[Facts]:
    """The sheet as it is stored, by seat."""
    return [{"seat": seat, **sheet.layouts[seat].as_json()} for seat in sorted(sheet.layouts)]
