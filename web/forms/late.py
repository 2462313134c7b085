"""A hand that is entered after the fact: level, button, and the cards of who was dealt in."""

from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext as _

from core.messages import Coded, sentence
from scoring.errors import RuleError
from scoring.layout import ROW_SIZES, Layout
from tables.models import QueueItem, Seat, Table
from tournaments.journal import Facts
from web.forms.hand import cards_field, layout_facts, read_line, typed_layout
from web.templatetags.cards import chips


class LateForm(forms.Form):
    """One line a layout; who has no cards was not dealt in. `facts` are those of ``hand.late``."""

    level = forms.TypedChoiceField(coerce=int)
    button = forms.TypedChoiceField(coerce=int)

    def __init__(self, table: Table, seats: list[Seat], data: Any = None, **initial: Any) -> None:
        super().__init__(data, initial=initial if data is None else None)
        event = table.event
        self.decks = event.ruleset.decks
        self.read: dict[int, Layout] = {}
        self.fields["level"].label = _("Level")
        self.fields["level"].choices = [  # type: ignore[attr-defined]
            (one.number, _level(one.number, one.point_value)) for one in event.structure.levels
        ]
        self.fields["button"].label = _("Button")
        names = {seat.number: seat.entry.person.display_name for seat in seats if seat.entry}
        self.fields["button"].choices = [  # type: ignore[attr-defined]
            (number, f"{number} · {name}") for number, name in names.items()
        ]
        self.places = [
            (seat, place) for seat in seats for place in event.ruleset.layout_seats(seat.number)
        ]
        for seat, place in self.places:
            self.fields[f"cards_{place}"] = cards_field(names[seat.number])
            label = _("13th card not placed, or foul")
            self.fields[f"foul_{place}"] = forms.BooleanField(required=False, label=label)

    def clean(self) -> dict[str, Any]:
        """Read every line that has something on it."""
        data: dict[str, Any] = super().clean() or {}
        for _seat, place in self.places:
            if not data.get(f"cards_{place}", "").strip() and not data.get(f"foul_{place}"):
                continue
            try:
                self.read[place] = read_line(data, place, decks=self.decks)
            except RuleError as error:
                self.refuse(error.at(place) if error.seat is None else error)
        return data

    def refuse(self, error: Coded) -> None:
        """Show a refusal at the line it is about, or above all of them."""
        name = f"cards_{error.params.get('seat')}"
        self.add_error(name if name in self.fields else None, sentence(error))

    def lines(self) -> Iterator[tuple[Seat, int, BoundField, BoundField]]:
        """Each line: its seat, the number of its layout, the cards and the foul mark."""
        for seat, place in self.places:
            yield seat, place, self[f"cards_{place}"], self[f"foul_{place}"]

    def facts(self) -> Facts:
        """The facts of the command, but for table, hand and item."""
        layouts = [layout_facts(seat, layout) for seat, layout in sorted(self.read.items())]
        data = self.cleaned_data
        return {"level": data["level"], "button": data["button"], "layouts": layouts}


def typed_item(item: QueueItem | None) -> dict[str, object]:
    """What a tablet had entered, as far as it can be read."""
    body = item.body if item and isinstance(item.body, Mapping) else {}
    found: dict[str, object] = {}
    for layout in body.get("layouts") or []:
        if _readable(layout):
            found |= typed_layout(layout)
    return found


def _readable(layout: object) -> bool:
    if not isinstance(layout, Mapping) or not isinstance(layout.get("seat"), int):
        return False
    rows = [layout.get(row) for row in ROW_SIZES]
    return all(isinstance(row, list) and all(isinstance(c, str) for c in row) for row in rows)


def _level(number: int, value: int) -> str:
    return _("Level %(number)s: %(value)s a point") % {"number": number, "value": chips(value)}
