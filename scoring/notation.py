"""Hands as text: a layout in one word, a whole hand in a few lines, and what a dealer types.

A hand in text, one fact a line, in any order; ``#`` starts a remark::

    rules vamos {"cap": "current"}
    value 200
    button 3
    pair 1-2 500
    seat 1 stack 41200 QhQs4d-KcKd8s8c3d-AhKh9h5h2h
    seat 2 stack 18600 fantasyland 14 As7d2s-TsTh6d5c3c-JsJh9s9d4d
    seat 3 stack 27400 owner 1 KsJd6s-7c7h7sAd2d-8h8dQcTd5d!

The preset may be followed by the settings that differ from it, the layout by ``!`` (declared
fouled) and ``?`` (nobody played it).
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from scoring.entry import Entry, parse_entries, parse_entry, read_cards
from scoring.errors import RuleError
from scoring.hand import PairValue, SeatState, Sheet, TableState
from scoring.layout import ROWS, Layout
from scoring.presets import customise, describe, preset
from scoring.rules import RuleSet

__all__ = [
    "Entry",
    "format_hand",
    "format_layout",
    "parse_entries",
    "parse_entry",
    "parse_hand",
    "parse_layout",
]

_LAYOUT_EXAMPLE = "QhQs4d-KcKd8s8c3d-AhKh9h5h2h"
_EXAMPLES = {
    "rules": 'rules vamos {"cap": "current"}',
    "value": "value 200",
    "button": "button 3",
    "pair": "pair 1-2 500",
    "seat": f"seat 1 stack 41200 fantasyland 14 {_LAYOUT_EXAMPLE}",
}
_LINES = {
    "rules": re.compile(r"(\S+)(?:\s+(\{.*\}))?"),
    "value": re.compile(r"(\d+)", re.ASCII),
    "button": re.compile(r"(\d+)", re.ASCII),
    "pair": re.compile(r"(\d+)-(\d+)\s+(\d+)", re.ASCII),
    "seat": re.compile(
        r"(\d+)\s+stack\s+(\d+)(?:\s+fantasyland\s+(\d+))?(?:\s+owner\s+(\d+))?\s+(\S+)",
        re.ASCII,
    ),
}


def format_layout(layout: Layout) -> str:
    """A layout in one word, top row first.

    Example:
        >>> format_layout(Layout.of(["qh", "Qs", "4d"], ["Kc"], [], declared_foul=True))
        'QhQs4d-Kc-!'
    """
    rows = "-".join("".join(layout.row(row)) for row in ROWS)
    return rows + "!" * layout.declared_foul + "?" * layout.absent


def parse_layout(text: str) -> Layout:
    """The layout that `format_layout` wrote; cards may be written as a dealer types them.

    Raises:
        RuleError: ``bad_notation`` when there are not three rows, ``bad_card``,
            ``cyrillic_letter``, ``row_size``.

    Example:
        >>> parse_layout("QhQs4d-KcKd8s8c3d-AK952h").bottom
        ('Ah', 'Kh', '9h', '5h', '2h')
    """
    found = re.fullmatch(r"\s*([^!?]*?)(!?)(\??)\s*", text)
    rows = found[1].split("-") if found else []
    if found is None or len(rows) != len(ROWS):
        raise RuleError("bad_notation/layout", text=text, example=_LAYOUT_EXAMPLE)
    top, middle, bottom = (tuple(read_cards(row)) for row in rows)
    layout = Layout(top, middle, bottom, bool(found[2]), bool(found[3]))
    layout.check_sizes(complete=False)
    return layout


def format_hand(state: TableState, sheet: Sheet) -> str:
    """A whole hand as text, ended by a new line.

    Example:
        >>> state = TableState(preset("ofc"), 10, 1, (SeatState(1, 500),))
        >>> print(format_hand(state, Sheet({1: Layout()})), end="")
        rules ofc
        value 10
        button 1
        seat 1 stack 500 --
    """
    return "".join(line + "\n" for line in _lines(state, sheet))


def _lines(state: TableState, sheet: Sheet) -> Iterator[str]:
    name, overrides = describe(state.ruleset)
    yield f"rules {name}" + (f" {json.dumps(overrides)}" if overrides else "")
    yield f"value {state.point_value}"
    yield f"button {state.button}"
    for pair in state.pair_values:
        yield f"pair {pair.first}-{pair.second} {pair.value}"
    for seat in state.seats:
        fantasyland = f" fantasyland {seat.fantasyland}" if seat.fantasyland else ""
        owner = "" if seat.owner is None else f" owner {seat.owner}"
        layout = format_layout(sheet.layouts[seat.seat])
        yield f"seat {seat.seat} stack {seat.stack}{fantasyland}{owner} {layout}"


@dataclass(slots=True)
class _Reading:
    """What the lines read so far have told."""

    ruleset: RuleSet | None = None
    value: int | None = None
    button: int | None = None
    pairs: list[PairValue] = field(default_factory=list)
    seats: list[SeatState] = field(default_factory=list)
    layouts: dict[int, Layout] = field(default_factory=dict)

    def take(self, keyword: str, parts: tuple[str | None, ...]) -> None:
        """Note what one line says."""
        match keyword, parts:
            case "rules", (str(name), overrides):
                self.ruleset = customise(preset(name), json.loads(overrides or "{}"))
            case "value", (str(value),):
                self.value = int(value)
            case "button", (str(button),):
                self.button = int(button)
            case "pair", (str(first), str(second), str(value)):
                self.pairs.append(PairValue(int(first), int(second), int(value)))
            case _:
                self._seat(*parts)

    def _seat(self, *parts: str | None) -> None:
        seat, stack, fantasyland, owner = (int(part) if part else 0 for part in parts[:-1])
        self.seats.append(SeatState(seat, stack, fantasyland, owner or None))
        try:
            self.layouts[seat] = parse_layout(parts[-1] or "")
        except RuleError as error:
            raise error.at(seat) from None

    def hand(self) -> tuple[TableState, Sheet]:
        """The hand, when nothing is missing."""
        if self.ruleset is None:
            raise _missing("rules")
        if self.value is None:
            raise _missing("value")
        if self.button is None:
            raise _missing("button")
        seats, pairs = tuple(self.seats), tuple(self.pairs)
        state = TableState(self.ruleset, self.value, self.button, seats, pairs)
        return state, Sheet(self.layouts)


def parse_hand(text: str) -> tuple[TableState, Sheet]:
    r"""The hand that `format_hand` wrote. Whether it may be scored is for `table.verify` to say.

    Raises:
        RuleError: ``bad_notation`` with the line, or what is wrong with the rule set or a layout.

    Example:
        >>> state, sheet = parse_hand("rules ofc\nvalue 10\nbutton 1\nseat 1 stack 500 --")
        >>> state.point_value, state.seats[0].stack
        (10, 500)
    """
    reading = _Reading()
    for number, line in enumerate(text.splitlines(), start=1):
        stripped = line.partition("#")[0].strip()
        if stripped:
            keyword, _, rest = stripped.partition(" ")
            _take(reading, number, keyword, rest.strip())
    return reading.hand()


def _take(reading: _Reading, number: int, keyword: str, rest: str) -> None:
    pattern = _LINES.get(keyword)
    found = pattern.fullmatch(rest) if pattern else None
    if found is None:
        raise _unread(number, keyword, rest)
    try:
        reading.take(keyword, found.groups())
    except ValueError:  # The overrides are not JSON, or a number has thousands of digits.
        raise _unread(number, keyword, rest) from None


def _unread(number: int, keyword: str, rest: str) -> RuleError:
    example = _EXAMPLES.get(keyword, _EXAMPLES["rules"])
    text = f"{keyword} {rest}".strip()
    return RuleError("bad_notation", line=number, text=text, example=example)


def _missing(keyword: str) -> RuleError:
    return RuleError("bad_notation/missing", example=_EXAMPLES[keyword])
