"""What a dealer types for one hand: a line of cards a player, in the grammar of `scoring.entry`."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.http import QueryDict
from django.utils.translation import gettext as _

from core.messages import Coded, sentence
from scoring.button import acting_order
from scoring.entry import parse_entry
from scoring.errors import RuleError
from scoring.layout import ROW_SIZES, Layout
from tables.models import Hand, HandPlayer
from tournaments.journal import Facts

LONGEST = 120
FILLED = ("bottom", "middle", "top")


class HandForm(forms.Form):
    """One text field and one foul mark for each player of a hand, in the order of laying.

    After `is_valid`, `layouts` are the facts of ``hand.record``.
    """

    def __init__(self, hand: Hand, data: Mapping[str, Any] | None = None) -> None:
        initial = typed_before(hand) if data is None else None
        super().__init__(data, initial=initial)
        self.hand = hand
        self.players = entry_order(hand)
        rules = hand.table.event.ruleset
        self.places = [(p, seat) for p in self.players for seat in rules.layout_seats(p.seat)]
        self.read: dict[int, Layout] = {}
        for player, seat in self.places:
            self.fields[f"cards_{seat}"] = cards_field(_name_of(player, seat))
            label = _("13th card not placed, or foul")
            self.fields[f"foul_{seat}"] = forms.BooleanField(required=False, label=label)
        if data is None and hand.state == Hand.State.STARTED:
            next(iter(self.fields.values())).widget.attrs["autofocus"] = True

    def clean(self) -> dict[str, Any]:
        """Read every line; each problem stands at its field."""
        data: dict[str, Any] = super().clean() or {}
        for _player, seat in self.places:
            try:
                self.read[seat] = self._layout(seat, data)
            except RuleError as error:
                said = error.at(seat) if error.seat is None else error
                self.refuse(said, seat)
        return data

    def refuse(self, error: Coded, seat: int | None = None) -> None:
        """Show a refusal at the field it is about, or above all of them."""
        name = f"cards_{error.params.get('seat') if seat is None else seat}"
        self.add_error(name if name in self.fields else None, sentence(error))

    @property
    def layouts(self) -> list[Facts]:
        """The sheet, as the command ``hand.record`` and the preview want it."""
        return [layout_facts(seat, layout) for seat, layout in sorted(self.read.items())]

    def lines(self) -> Iterator[tuple[HandPlayer, int, int, BoundField, BoundField]]:
        """Each layout: its player, its seat number, his position, the field and the foul mark."""
        order = positions(self.players)
        for player, seat in self.places:
            fields = self[f"cards_{seat}"], self[f"foul_{seat}"]
            yield player, seat, order[player.seat], *fields

    def _layout(self, seat: int, data: Mapping[str, Any]) -> Layout:
        decks = self.hand.table.event.ruleset.decks
        return read_line(data, seat, decks=decks)


def read_line(data: Mapping[str, Any], seat: int, *, decks: int) -> Layout:
    """The layout of a seat as it was typed; raises what is wrong with it."""
    entry = parse_entry(data.get(f"cards_{seat}", ""), decks=decks)
    if entry.seat not in {None, seat}:
        raise RuleError("bad_seat/unknown", seat=entry.seat)
    foul = bool(data.get(f"foul_{seat}"))
    layout = entry.layout(declared_foul=foul)
    layout.check_sizes(complete=not foul)
    return layout


def swapped(data: QueryDict, seat: int) -> QueryDict:
    """What was typed, with the middle and the bottom row of one seat exchanged."""
    name = f"cards_{seat}"
    try:
        layout = parse_entry(data.get(name, "")).layout()
    except RuleError:
        return data
    data = data.copy()
    rows = (layout.middle, layout.bottom, layout.top)
    data[name] = " ".join(_typed_row(cards, row) for cards, row in zip(rows, FILLED, strict=True))
    return data


def entry_order(hand: Hand) -> Sequence[HandPlayer]:
    """Who is entered when: in acting order, Fantasyland last, because they lay last."""
    players = {player.seat: player for player in players_of(hand)}
    order = [players[seat] for seat in acting_order(hand.button, players)]
    return sorted(order, key=lambda player: bool(player.fantasyland))


def positions(players: Sequence[HandPlayer]) -> dict[int, int]:
    """Each seat's place in the acting order, from 1."""
    button = players[0].hand.button
    order = acting_order(button, [player.seat for player in players])
    return {seat: number for number, seat in enumerate(order, start=1)}


def players_of(hand: Hand) -> list[HandPlayer]:
    """Who was dealt in, with their names."""
    return list(hand.players.select_related("entry__person").order_by("seat"))


def typed_before(hand: Hand) -> dict[str, object]:
    """The lines of a hand that was recorded and reopened, as they could have been typed."""
    found: dict[str, object] = {}
    for layout in hand.sheet or []:
        found |= typed_layout(layout)
    return found


def typed_layout(layout: Facts) -> dict[str, object]:
    """The fields of one layout, as it could have been typed."""
    seat = layout["seat"]
    return {
        f"cards_{seat}": " ".join(_typed_row(layout[row], row) for row in FILLED),
        f"foul_{seat}": layout.get("declared_foul", False),
    }


def _typed_row(cards: Sequence[str], row: str) -> str:
    return "".join(cards) + "-" * (ROW_SIZES[row] - len(cards))


def layout_facts(seat: int, layout: Layout) -> Facts:
    """A layout as ``hand.record`` takes it."""
    rows = {name: list(layout.row(name)) for name in ROW_SIZES}
    return {"seat": seat, **rows, "declared_foul": layout.declared_foul}


def cards_field(name: str) -> forms.CharField:
    """The field of one layout, with the name it is known by."""
    attrs = {
        "autocomplete": "off",
        "autocapitalize": "off",
        "autocorrect": "off",
        "spellcheck": "false",
        "class": "cards-input",
        "placeholder": _("bottom, middle, top"),
    }
    return forms.CharField(
        label=name,
        required=False,
        strip=False,
        max_length=LONGEST,
        widget=forms.TextInput(attrs=attrs),
    )


def _name_of(player: HandPlayer, seat: int) -> str:
    """What is wrong names the seat itself; a second layout of a player is told apart here."""
    name = player.entry.person.display_name
    second = _("Seat %(seat)s, %(name)s") % {"seat": seat, "name": name}
    return name if seat == player.seat else second
