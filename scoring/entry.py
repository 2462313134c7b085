"""The keyboard grammar of the dealer: one line a seat, cards in the order they are read.

``AK952h kckd8s8c3d qsqd4c`` fills the bottom row, the middle and the top. Ranks may share a suit,
letters may be small or large, ten is ``T`` or ``10``, suits may be signs. ``/b``, ``/m`` and
``/t`` go to a row, ``-`` leaves a place empty (the card was not laid), ``@2`` at the start of a
line names the seat. Spaces, commas and ``|`` mean nothing.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from scoring.cards import parse_card
from scoring.errors import RuleError
from scoring.layout import ROW_SIZES, Layout

_TOKEN = re.compile(
    r"""
      (?P<ignored>[\s,|]+)
    | (?P<group>(?:10|[2-9tjqkaTJQKA])+[shdcSHDC♠♥♦♣])\ufe0f?
    | (?P<row>/[bmtBMT])
    | (?P<blank>-)
    | (?P<mark>[/@;]\S?)
    | (?P<other>[^\s,|/@;-]+)
    """,
    re.VERBOSE,
)
_RANK = re.compile("10|.")
_CYRILLIC = re.compile("[\u0400-\u04ff]")
_SEAT = re.compile(r"\s*@([0-9])")
_SUIT_SIGNS = str.maketrans("♠♥♦♣", "shdc")
_JUMPS = {"b": "bottom", "m": "middle", "t": "top"}
_FILLED = ("bottom", "middle", "top")

Slots = tuple[str | None, ...]
"""The places of a row as far as they were filled; None for a card that was not laid."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What was typed for one seat, row by row; ``seat`` where it was named."""

    top: Slots = ()
    middle: Slots = ()
    bottom: Slots = ()
    seat: int | None = None

    @property
    def blanks(self) -> int:
        """How many places were left empty on purpose."""
        return (self.top + self.middle + self.bottom).count(None)

    def layout(self, *, declared_foul: bool = False) -> Layout:
        """The cards as a layout, empty places left out."""
        rows = (self.top, self.middle, self.bottom)
        top, middle, bottom = (tuple(card for card in row if card) for row in rows)
        return Layout(top, middle, bottom, declared_foul)


@dataclass(slots=True)
class _Board:
    """The rows of one seat while they fill; a full row passes the cursor on to the next."""

    rows: dict[str, list[str | None]] = field(default_factory=lambda: {row: [] for row in _FILLED})
    at: str = "bottom"

    def jump(self, row: str) -> None:
        if self._full(row):
            raise RuleError("row_full", row=row, size=ROW_SIZES[row])
        self.at = row

    def lay(self, card: str | None) -> str:
        """Put the card down and give the row it went to."""
        start = _FILLED.index(self.at)
        for row in _FILLED[start:] + _FILLED[:start]:
            if not self._full(row):
                self.at = row
                self.rows[row].append(card)
                return row
        raise RuleError("row_full/all", row=self.at)

    def entry(self, seat: int | None) -> Entry:
        rows = self.rows
        return Entry(tuple(rows["top"]), tuple(rows["middle"]), tuple(rows["bottom"]), seat)

    def _full(self, row: str) -> bool:
        return len(self.rows[row]) == ROW_SIZES[row]


@dataclass(slots=True)
class _Deck:
    """Where each card of the hand lies, to refuse the copy that the decks do not have."""

    copies: int
    places: dict[str, list[tuple[int, str]]] = field(default_factory=dict)

    def take(self, card: str, seat: int | None, row: str) -> None:
        places = self.places.setdefault(card, [])
        if len(places) == self.copies:
            other_seat, other_row = places[0]
            raise RuleError(
                "duplicate_card",
                seat=seat,
                row=row,
                card=card,
                other_seat=other_seat,
                other_row=other_row,
            )
        places.append((seat or 0, row))


def read_cards(text: str) -> Iterator[str]:
    """The cards of a text without marks, in their one spelling.

    Raises:
        RuleError: ``bad_card`` with what is no card, ``cyrillic_letter`` or ``unknown_mark``.

    Example:
        >>> list(read_cards("AK9h 10s"))
        ['Ah', 'Kh', '9h', 'Ts']
    """
    for kind, token in _tokens(text):
        if kind != "group":
            raise RuleError("unknown_mark", text=token)
        yield from _group(token)


def _tokens(text: str) -> Iterator[tuple[str, str]]:
    """The meaningful pieces of the text; the pattern leaves nothing out."""
    for found in _TOKEN.finditer(text):
        kind, token = str(found.lastgroup), found[0]
        if kind == "other":
            raise _unreadable(token)
        if kind != "ignored":
            yield kind, token


def _unreadable(token: str) -> RuleError:
    letter = _CYRILLIC.search(token)
    return (
        RuleError("cyrillic_letter", card=letter[0])
        if letter
        else RuleError("bad_card", card=token)
    )


def _group(token: str) -> Iterator[str]:
    """The cards of several ranks that share a suit."""
    letters = token.rstrip("\ufe0f").translate(_SUIT_SIGNS)
    for rank in _RANK.findall(letters[:-1]):
        yield parse_card(rank + letters[-1])


def _fill(board: _Board, deck: _Deck, seat: int | None, text: str) -> None:
    for kind, token in _tokens(text):
        if kind == "group":
            for card in _group(token):
                deck.take(card, seat, board.lay(card))
        elif kind == "row":
            board.jump(_JUMPS[token[1].lower()])
        elif kind == "blank":
            board.lay(None)
        else:
            raise RuleError("unknown_mark", text=token)


def parse_entry(text: str, *, decks: int = 1) -> Entry:
    """What one line means, for one seat.

    Raises:
        RuleError: ``bad_card`` or ``cyrillic_letter`` with what was typed, ``unknown_mark``,
            ``row_full`` when a row is named that has no place left, or all thirteen cards are
            there, ``duplicate_card``.

    Example:
        >>> entry = parse_entry("@2 AK952h kckd8s8c3d qsqd-")
        >>> entry.seat, entry.top, entry.bottom
        (2, ('Qs', 'Qd', None), ('Ah', 'Kh', '9h', '5h', '2h'))
    """
    named = _SEAT.match(text)
    seat = int(named[1]) if named else None
    board = _Board()
    _fill(board, _Deck(decks), seat, text[named.end() :] if named else text)
    return board.entry(seat)


def parse_entries(text: str, order: Sequence[int], *, decks: int = 1) -> Mapping[int, Entry]:
    """What the lines of a whole hand mean, by seat; ``;`` and a new line end a seat.

    Lines go to the seats in this order, unless one names its seat with ``@``; the next line then
    goes to the seat after that one. Empty lines mean nothing.

    Raises:
        RuleError: as `parse_entry`, with the seat; ``bad_seat`` when a named seat is not in the
            order, ``too_many_players`` when there are more lines than seats.

    Example:
        >>> entries = parse_entries("@3 qsqd4c; /t as7d2s", [1, 2, 3, 4])
        >>> entries[3].bottom, entries[4].top
        (('Qs', 'Qd', '4c'), ('As', '7d', '2s'))
    """
    boards: dict[int, _Board] = {}
    deck = _Deck(decks)
    place = 0
    for line in filter(str.strip, re.split("[;\n]", text)):
        named = _SEAT.match(line)
        place = _place(order, int(named[1])) if named else place
        if place == len(order):
            raise RuleError("too_many_players", count=place + 1, most=len(order))
        seat = order[place]
        board = boards.setdefault(seat, _Board())
        try:
            _fill(board, deck, seat, line[named.end() :] if named else line)
        except RuleError as error:
            raise error.at(seat) from None
        place += 1
    return {seat: board.entry(seat) for seat, board in boards.items()}


def _place(order: Sequence[int], seat: int) -> int:
    if seat not in order:
        raise RuleError("bad_seat/unknown", seat=seat)
    return order.index(seat)
