"""The hand contract: one JSON request, one JSON answer, for each verb of ``python -m scoring``."""

from collections.abc import Callable, Mapping

from scoring.autoplay import autoplay
from scoring.button import check_seats, dealt_in, next_button
from scoring.errors import RuleError
from scoring.evaluate import LEAD_SHIFT, checked_row, combination, strength
from scoring.fields import Fields
from scoring.hand import PairValue, SeatState, Sheet, TableState
from scoring.layout import ROWS, Layout
from scoring.presets import customise, preset
from scoring.rules import RuleSet
from scoring.table import apply, verify

Answer = dict[str, object]

_RULES = frozenset({"ruleset", "overrides"})
_TABLE = _RULES | {"point_value", "button", "players", "pair_values"}
_LAYOUT = frozenset({*ROWS, "declared_foul", "absent"})
_PLAYER = _LAYOUT | {"seat", "stack", "fantasyland", "owner"}
_BUTTON = _RULES | {"button", "seats_after", "fantasyland_next"}
_AUTOPLAY = _RULES | {"streets", "fantasyland", "layout"}
_EVALUATE = frozenset({"cards", "compare", "decks", "ruleset", "overrides"})


def read_hand(request: object) -> tuple[TableState, Sheet]:
    """The state and the sheet in a request to settle a hand.

    Raises:
        RuleError: ``bad_request``, ``bad_ruleset``, ``bad_override`` or ``bad_card``; everything
            else is for `table.verify` to find.
    """
    table = Fields.of(request, _TABLE)
    rules = _rules(table)
    point_value, button = table.number("point_value"), table.number("button")
    seats: list[SeatState] = []
    layouts: dict[int, Layout] = {}
    for number, item in enumerate(table.items("players")):
        player = Fields.of(item, _PLAYER, f"players[{number}]")
        seat = _seat(player)
        if seat.seat not in layouts:  # A seat that is there twice is refused by `verify`.
            layouts[seat.seat] = _layout(player, seat.seat)
        seats.append(seat)
    state = TableState(rules, point_value, button, tuple(seats), _pair_values(table))
    return state, Sheet(layouts)


def _rules(fields: Fields) -> RuleSet:
    return customise(preset(fields.text("ruleset")), fields.mapping("overrides"))


def _seat(player: Fields) -> SeatState:
    fantasyland = player.number("fantasyland") if player.has("fantasyland") else 0
    owner = player.number("owner") if player.has("owner") else None
    return SeatState(player.number("seat"), player.number("stack"), fantasyland, owner)


def _layout(fields: Fields, seat: int | None = None) -> Layout:
    rows = [fields.texts(row) for row in ROWS]
    declared, absent = fields.truth("declared_foul"), fields.truth("absent")
    try:
        return Layout.of(*rows, declared_foul=declared, absent=absent)
    except RuleError as error:
        raise error if seat is None else error.at(seat) from None


def _pair_values(table: Fields) -> tuple[PairValue, ...]:
    values = Fields(table.mapping("pair_values"), "pair_values")
    return tuple(_pair_value(values, name) for name in values.values)


def _pair_value(values: Fields, name: str) -> PairValue:
    first, _, second = name.partition("-")
    if not (first.isascii() and first.isdigit() and second.isascii() and second.isdigit()):
        raise RuleError("bad_request/unknown", field=values.path(name))
    return PairValue(int(first), int(second), values.number(name))


def settle(request: object) -> Answer:
    """The outcome of a hand, with the discrepancies that a person should confirm.

    Raises:
        RuleError: any code of `read_hand` and `table.verify`.
    """
    state, sheet = read_hand(request)
    found = verify(state, sheet)
    doubts = [{"code": one.code, "seat": one.seat, "message": str(one)} for one in found]
    return apply(state, sheet).as_json() | {"discrepancies": doubts}


def play(request: object) -> Answer:
    """The layout of an absent player.

    Raises:
        RuleError: ``bad_request``, ``bad_ruleset``, ``bad_override``, or as `autoplay.autoplay`.
    """
    fields = Fields.of(request, _AUTOPLAY)
    started = Fields.of(fields.mapping("layout"), _LAYOUT, "layout")
    done = autoplay(
        _rules(fields),
        fields.lists("streets"),
        fantasyland=fields.number("fantasyland") if fields.has("fantasyland") else 0,
        layout=_layout(started) if fields.has("layout") else None,
    )
    rows: Answer = {row: list(done.layout.row(row)) for row in ROWS}
    return rows | {"discards": list(done.discards), "foul": done.foul}


def move_button(request: object) -> Answer:
    """The next button and the acting order of the hand it is for.

    Raises:
        RuleError: ``bad_request``, ``bad_ruleset``, ``bad_override``, ``bad_seat``,
            ``bad_button`` or ``too_few_players``.
    """
    fields = Fields.of(request, _BUTTON)
    rules = _rules(fields)
    old, seats = fields.number("button"), fields.numbers("seats_after")
    check_seats(old, seats)
    button = next_button(rules, old, seats, fantasyland=fields.truth("fantasyland_next"))
    return {"button": button, "order": list(dealt_in(rules, button, seats))}


def evaluate(request: object) -> Answer:
    """What a row is and earns, or which of two rows is the stronger.

    Royalties are those of the ``vamos`` preset, unless the request names a rule set.

    Raises:
        RuleError: ``bad_request``, ``bad_ruleset``, ``bad_override``, ``bad_card``,
            ``row_size`` or ``duplicate_card``.
    """
    fields = Fields.of(request, _EVALUATE)
    decks = fields.number("decks") if fields.has("decks") else 1
    if decks not in {1, 2}:
        raise fields.wrong("decks", "1 or 2")
    if fields.has("compare"):
        return _compare(fields.lists("compare"), decks)
    row = strength(checked_row(fields.texts("cards"), decks))
    hand = combination(row)
    answer: Answer = {"category": hand.category.label, "tiebreak": list(hand.tiebreak)}
    rules = _rules(fields) if fields.has("ruleset") else preset("vamos")
    return answer | {"royalty": _row_royalties(rules, row, len(fields.items("cards")))}


def _compare(rows: list[list[str]], decks: int) -> Answer:
    if len(rows) != 2:
        raise RuleError("bad_request", field="compare", kind="two rows")
    first, second = (strength(checked_row(row, decks)) for row in rows)
    return {"result": (first > second) - (first < second)}


def _row_royalties(rules: RuleSet, row: int, count: int) -> dict[str, int]:
    table, lead = rules.royalty_table, row >> LEAD_SHIFT
    if count == 3:
        return {"top": table.top.by_lead[lead]}
    return {"middle": table.middle.by_lead[lead], "bottom": table.bottom.by_lead[lead]}


VERBS: Mapping[str, Callable[[object], Answer]] = {
    "settle": settle,
    "autoplay": play,
    "button": move_button,
    "evaluate": evaluate,
}
"""What each verb does with a request; every RuleError becomes an error answer."""


def error_answer(error: RuleError) -> Answer:
    """The answer to a request that was refused.

    Example:
        >>> error_answer(RuleError("bad_json"))["error"]["code"]
        'bad_json'
    """
    places = {"seat": error.seat, "row": error.row, "card": error.card}
    known = {name: value for name, value in places.items() if value is not None}
    return {"error": {"code": error.code, **known, "message": str(error)}}
