"""Whether a sheet may be scored: the first wrong thing, or what a person should look at again."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from scoring.button import MOST, check_seats, positive
from scoring.cards import spare_copy
from scoring.errors import TEMPLATES, RuleError
from scoring.fantasyland import bad_fantasyland
from scoring.hand import SeatState, Sheet, TableState
from scoring.layout import ROWS, Layout
from scoring.options import Absent, Incomplete
from scoring.points import read_board
from scoring.rules import RuleSet


@dataclass(frozen=True, slots=True)
class Discrepancy:
    """Something that can be scored as it is, but that a person should confirm or mend.

    Codes: ``foul`` (rows in the wrong order), ``foul_swapped`` (the same, but middle and bottom
    exchanged would be in order), ``foul_incomplete`` (cards are missing; the director may waive
    it), ``foul_always`` (the same, under rules that let nobody waive it), ``foul_declared`` (the
    layout shown is legal). ``params`` fill its sentence.
    """

    code: str
    seat: int
    params: Mapping[str, str | int]

    @property
    def template(self) -> str:
        """The English sentence with its placeholders still in it."""
        return TEMPLATES[self.code]

    def __str__(self) -> str:
        return self.template.format_map(self.params)


def verify(state: TableState, sheet: Sheet) -> tuple[Discrepancy, ...]:
    """Refuse what cannot be scored; list what a person should look at again.

    Raises:
        RuleError: the first wrong thing, in this order: ``bad_seat``, ``bad_button``,
            ``bad_point_value``, ``bad_stack``, ``bad_fantasyland``, ``too_few_players``,
            ``too_many_players``, then for the layouts ``bad_seat``, ``row_size``,
            ``incomplete_layout``, ``duplicate_card``.

    Example:
        >>> from scoring.layout import Layout
        >>> dead = Layout(declared_foul=True)
        >>> state = TableState(RuleSet(), 200, 2, (SeatState(1, 9000), SeatState(2, 9000)))
        >>> [str(found) for found in verify(state, Sheet({1: dead, 2: dead}))][0]
        'Seat 1 has 0 of 13 cards and fouls. The director may rule otherwise.'
    """
    check_seats(state.button, [seat.seat for seat in state.seats])
    _check_owners(state.seats)
    _check_values(state)
    for seat in state.seats:
        _check_player(state.ruleset, seat)
    _check_count(state)
    _check_button(state)
    _check_layouts(state, sheet)
    return tuple(
        found for seat in state.order for found in _doubts(state.ruleset, seat.seat, sheet)
    )


def _check_values(state: TableState) -> None:
    for value in (state.point_value, *(pair.value for pair in state.pair_values)):
        if not positive(value):
            raise RuleError("bad_point_value", value=value, most=MOST)
    stacks = {seat.purse for seat in state.seats}
    for pair in state.pair_values:
        if pair.first == pair.second or not {pair.first, pair.second} <= stacks:
            raise RuleError("bad_seat/pair", first=pair.first, second=pair.second)


def _check_owners(seats: Sequence[SeatState]) -> None:
    """An owner is a seat of this hand that plays its own layout for itself."""
    own = {seat.seat for seat in seats if seat.purse == seat.seat}
    for seat in seats:
        if seat.purse not in own or type(seat.purse) is not int:
            raise RuleError("bad_seat/owner", seat=seat.seat, owner=seat.purse)


def _check_player(rules: RuleSet, seat: SeatState) -> None:
    if not positive(seat.stack):
        raise RuleError("bad_stack", seat=seat.seat, value=seat.stack, most=MOST)
    cards = seat.fantasyland
    if type(cards) is not int or cards not in (0, *rules.fantasyland_cards):
        raise bad_fantasyland(rules, seat.fantasyland).at(seat.seat)


def _check_count(state: TableState) -> None:
    rules = state.ruleset
    stacks = len({seat.purse for seat in state.seats})
    if stacks < rules.min_players:
        raise RuleError("too_few_players", count=stacks, least=rules.min_players)
    if len(state.seats) > rules.max_players:
        raise RuleError("too_many_players", count=len(state.seats), most=rules.max_players)


def _check_button(state: TableState) -> None:
    """The button plays, unless it sits out of a hand of three or more."""
    seats = [seat.seat for seat in state.seats]
    sits_out = state.ruleset.button_sits_out and len(seats) >= 3
    if state.button not in seats and not sits_out:
        raise RuleError("bad_button", button=state.button, seats=", ".join(map(str, seats)))


def _check_layouts(state: TableState, sheet: Sheet) -> None:
    seats = [seat.seat for seat in state.seats]
    for number in sheet.layouts:
        if number not in seats:
            raise RuleError("bad_seat/unknown", seat=number)
    for number in seats:
        if number not in sheet.layouts:
            raise RuleError("bad_seat/missing", seat=number)
        layout = sheet.layouts[number]
        try:
            layout.check_sizes(complete=not _may_be_short(state.ruleset, layout))
        except RuleError as error:
            raise error.at(number) from None
    _check_deck(state, sheet)


def _may_be_short(rules: RuleSet, layout: Layout) -> bool:
    """Whether cards may be missing: the layout is dead or fouled whatever it shows."""
    return layout.declared_foul or (layout.absent and rules.absent is not Absent.AUTOPLAY)


def _check_deck(state: TableState, sheet: Sheet) -> None:
    """Refuse the copy of a card that the decks do not have, naming both places."""
    cards = [card for seat in state.seats for card in sheet.layouts[seat.seat].cards]
    spare = spare_copy(cards, state.ruleset.decks)
    if spare is None:
        return
    places = list(_places(state, sheet, spare))
    (other_seat, other_row), (seat, row) = places[0], places[state.ruleset.decks]
    raise RuleError(
        "duplicate_card",
        seat=seat,
        row=row,
        card=spare,
        other_seat=other_seat,
        other_row=other_row,
    )


def _places(state: TableState, sheet: Sheet, card: str) -> Iterator[tuple[int, str]]:
    """Seat and row of every copy of the card."""
    for seat in state.seats:
        layout = sheet.layouts[seat.seat]
        for row in ROWS:
            yield from [(seat.seat, row)] * layout.row(row).count(card)


def _doubts(rules: RuleSet, seat: int, sheet: Sheet) -> Iterator[Discrepancy]:
    """What somebody should look at before this layout is scored."""
    layout = sheet.layouts[seat]
    if layout.absent and rules.absent is not Absent.AUTOPLAY:
        return
    board = read_board(rules, seat, layout)
    if not layout.complete:
        code = "foul_always" if rules.incomplete is Incomplete.FOUL else "foul_incomplete"
        yield Discrepancy(code, seat, {"seat": seat, "count": len(layout.cards)})
    elif board.foul_rows:
        upper, lower = board.foul_rows[0]
        code = "foul_swapped" if _mended_by_swap(rules, layout) else "foul"
        if code == "foul_swapped":
            upper, lower = "middle", "bottom"
        yield Discrepancy(code, seat, {"seat": seat, "upper": upper, "lower": lower})
    elif layout.declared_foul:
        yield Discrepancy("foul_declared", seat, {"seat": seat})


def _mended_by_swap(rules: RuleSet, layout: Layout) -> bool:
    """Whether middle and bottom were only exchanged, the likeliest mistake at the table."""
    swapped = replace(layout, middle=layout.bottom, bottom=layout.middle, declared_foul=False)
    return not layout.declared_foul and not read_board(rules, 0, swapped).foul
