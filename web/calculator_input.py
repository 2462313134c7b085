"""What a calculator form or link says: the cards of each player, stacks, the frame of the hand.

Cards come as a dealer types them, or in the one-line notation of a link (top-middle-bottom).
Whatever cannot be read becomes a sentence at its field; the rest still counts.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from core.messages import Coded
from core.messages import sentence as said
from scoring.button import MOST
from scoring.entry import parse_entry
from scoring.errors import RuleError
from scoring.layout import ROW_SIZES, ROWS, Layout
from scoring.notation import format_layout, parse_layout
from scoring.rules import LAYOUT_CARDS, RuleSet

LONGEST = 200
_ONE_LINE = re.compile(r"[^\s/@-]*-[^\s/@-]*-[^\s/@-]*")
_NO_SUIT_YET = re.compile(r"(?:10|[1-9tjqkaTJQKA])+$")
_ROWS = {
    "top": pgettext_lazy("which row", "top"),
    "middle": pgettext_lazy("which row", "middle"),
    "bottom": pgettext_lazy("which row", "bottom"),
}


@dataclass(frozen=True, slots=True)
class Usual:
    """What is played for where nothing is said."""

    stack: int = 30_000
    value: int = 200


@dataclass(frozen=True, slots=True)
class PlayerInput:
    """One layout as it was typed, and what it means. ``owner``: for whose stack it is played."""

    seat: int
    text: str
    layout: Layout
    stack: int
    stack_text: str
    fantasyland: int = 0
    owner: int | None = None
    error: str = ""
    hint: str = ""
    stack_error: str = ""

    @property
    def count(self) -> int:
        """How many cards lie there."""
        return len(self.layout.cards)

    @property
    def missing(self) -> int:
        """How many cards are still needed; none where the layout is dead anyway."""
        return 0 if self.layout.declared_foul else LAYOUT_CARDS - self.count


@dataclass(frozen=True, slots=True)
class PairInput:
    """What a point is worth between two players alone; None where they play for the table's."""

    first: int
    second: int
    text: str = ""
    value: int | None = None
    error: str = ""

    @property
    def name(self) -> str:
        """Of its field and of its parameter in a link."""
        return f"x{self.first}-{self.second}"


@dataclass(frozen=True, slots=True)
class HandInput:
    """Everything the form says."""

    preset: str
    rules: RuleSet
    value: int
    value_text: str
    button: int
    players: Sequence[PlayerInput]
    usual: Usual = Usual()
    value_error: str = ""
    counts: Sequence[int] = field(default_factory=list)
    pairs: Sequence[PairInput] = ()

    @property
    def has_own_stakes(self) -> bool:
        """Whether two of the players say that they play for more or for less."""
        return any(pair.text for pair in self.pairs)

    @property
    def frame(self) -> str:
        """What decides which fields there are."""
        return f"{self.preset}/{len(self.players)}"

    def query(self) -> dict[str, str]:
        """The parameters of a link to this hand; what stands at its default is left out."""
        found = {"r": self.preset, "v": self.value_text, "n": str(len(self.players))}
        found["b"] = str(self.button)
        for one in self.players:
            if one.text.strip():
                readable = one.count and not one.error
                found[f"p{one.seat}"] = format_layout(one.layout) if readable else one.text
            if one.stack != self.usual.stack:
                found[f"s{one.seat}"] = one.stack_text
            if one.fantasyland:
                found[f"f{one.seat}"] = str(one.fantasyland)
        return found | {pair.name: pair.text for pair in self.pairs if pair.text}


def read_hand(
    preset: str, rules: RuleSet, data: Mapping[str, str], usual: Usual = Usual()
) -> HandInput:
    """The hand of a form or of a link, under these rules."""
    counts = _counts(rules)
    count = _whole(data.get("n", ""), min(3, counts[-1]))
    count = min(max(count, counts[0]), counts[-1])
    seats = range(1, count + 1)
    value_text = data.get("v", "") or str(usual.value)
    value = _whole(value_text, 0)
    chairs = rules.chairs if rules.layouts_per_player > 1 else count
    button = _whole(data.get("b", ""), chairs)
    players = [_player(rules, seat, data, chairs, usual.stack) for seat in seats]
    return HandInput(
        preset=preset,
        rules=rules,
        value=value if 0 < value <= MOST else usual.value,
        value_text=value_text,
        button=button if 0 < button <= chairs else chairs,
        players=_without_spares(rules, players),
        usual=usual,
        value_error="" if 0 < value <= MOST else _whole_chips(),
        counts=counts,
        pairs=_pairs(chairs, data),
    )


def _pairs(chairs: int, data: Mapping[str, str]) -> list[PairInput]:
    """Stakes of their own; two players alone have the table's."""
    found = []
    for first, second in combinations(range(1, chairs + 1), 2) if chairs > 2 else ():
        pair = PairInput(first, second)
        text = data.get(pair.name, "").strip()[:LONGEST]
        value = _whole(text, 0)
        right = 0 < value <= MOST
        found.append(
            replace(
                pair,
                text=text,
                value=value if right else None,
                error="" if right or not text else _whole_chips(),
            )
        )
    return found


def _counts(rules: RuleSet) -> Sequence[int]:
    """How many layouts a hand can have."""
    if rules.layouts_per_player > 1:
        return [rules.chairs * rules.layouts_per_player]
    return range(rules.min_players, rules.max_players + 1)


def _whole(text: str, default: int) -> int:
    """A whole number with or without grouping, or the default."""
    digits = re.sub(r"[\s.,_]", "", text)
    return int(digits) if digits.isascii() and digits.isdecimal() and len(digits) < 16 else default


def _whole_chips() -> str:
    return _("Type whole chips, 1 or more.")


def _player(
    rules: RuleSet, seat: int, data: Mapping[str, str], chairs: int, usual: int
) -> PlayerInput:
    stack_text = data.get(f"s{seat}", "") or str(usual)
    stack = _whole(stack_text, 0)
    fantasyland = _whole(data.get(f"f{seat}", ""), 0)
    text = data.get(f"p{seat}", "")[:LONGEST]
    layout, error, hint = _read(text, rules.decks, seat)
    return PlayerInput(
        seat=seat,
        text=text,
        layout=layout,
        stack=stack if 0 < stack <= MOST else usual,
        stack_text=stack_text,
        fantasyland=fantasyland if fantasyland in rules.fantasyland_cards else 0,
        owner=(seat - 1) % chairs + 1 if rules.layouts_per_player > 1 else None,
        error=error,
        hint=hint,
        stack_error="" if 0 < stack <= MOST else _whole_chips(),
    )


def _read(text: str, decks: int, seat: int) -> tuple[Layout, str, str]:
    """The layout, what is wrong with the text, and what it still lacks."""
    pending = _NO_SUIT_YET.search(text)
    whole = text[: pending.start()] if pending else text
    hint = _("Type the suit: s, h, d or c.") if pending else ""
    try:
        return _layout(whole, decks, seat), "", hint
    except RuleError as error:
        return _so_far(whole, decks, seat), sentence(error.at(seat)), ""


def _layout(text: str, decks: int, seat: int) -> Layout:
    return (
        parse_layout(text)
        if _ONE_LINE.fullmatch(text)
        else parse_entry(f"@{seat} {text}", decks=decks).layout()
    )


def _so_far(text: str, decks: int, seat: int) -> Layout:
    """The cards before the first piece that cannot be read."""
    for end in range(len(text) - 1, 0, -1):
        try:
            return _layout(text[:end], decks, seat)
        except RuleError:
            continue
    return Layout()


def sentence(error: Coded) -> str:
    """An error in the reader's language, its rows too."""
    words = {name: _ROWS.get(str(value), value) for name, value in error.params.items()}
    if words == error.params:
        return said(error)
    return _(error.template).format_map({name: str(value) for name, value in words.items()})


def _without_spares(rules: RuleSet, players: Sequence[PlayerInput]) -> list[PlayerInput]:
    """The players; a card that the decks do not have again is an error of who has it second."""
    places: dict[str, list[tuple[int, str]]] = {}
    checked = []
    for one in players:
        spare = _spare(rules, one, places)
        checked.append(replace(one, error=sentence(spare)) if spare and not one.error else one)
    return checked


def _spare(
    rules: RuleSet, player: PlayerInput, places: dict[str, list[tuple[int, str]]]
) -> RuleError | None:
    found = None
    for row in ROWS:
        for card in player.layout.row(row):
            held = places.setdefault(card, [])
            if len(held) >= rules.decks and found is None:
                other_seat, other_row = held[0]
                found = RuleError(
                    "duplicate_card",
                    seat=player.seat,
                    row=row,
                    card=card,
                    other_seat=other_seat,
                    other_row=other_row,
                )
            held.append((player.seat, row))
    return found


def typed_text(player: PlayerInput) -> str:
    """What the field shows: one-line notation turned into what a dealer types, bottom first."""
    if not _ONE_LINE.fullmatch(player.text) or player.error or player.layout.declared_foul:
        return player.text
    pieces, full = [], True
    for row in reversed(ROWS):
        cards = player.layout.row(row)
        if cards:
            pieces.append(("" if full else f"/{row[0]} ") + "".join(cards))
        full = full and len(cards) == ROW_SIZES[row]
    return " ".join(pieces)
