"""The tables: how many there are, in which rooms, and which seats are not drawn."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tables.models import Table
from tables.selectors import TableView
from tables.services.seating import MOST_ROOM, MOST_TABLES
from tournaments.models import Entry
from tournaments.services.people import clean_name


class RoomField(forms.CharField):
    """The name of a room, without what cannot be shown safely."""

    def __init__(self, **options: Any) -> None:
        super().__init__(
            label=gettext_lazy("Room"),
            max_length=MOST_ROOM,
            help_text=gettext_lazy("Empty: nothing is shown. Known rooms are offered."),
            widget=forms.TextInput(attrs={"list": "rooms", "autocomplete": "off"}),
            **options,
        )

    def clean(self, value: Any) -> str:
        """The name in normal form."""
        text: str = super().clean(value)
        name = clean_name(text, most=MOST_ROOM)
        if text and not name:
            raise forms.ValidationError(_("This name cannot be shown safely."))
        return name


class TablesForm(forms.Form):
    """More tables."""

    count = forms.IntegerField(
        label=gettext_lazy("How many tables"),
        min_value=1,
        max_value=MOST_TABLES,
        initial=1,
        widget=forms.TextInput(attrs={"inputmode": "numeric"}),
    )
    room = RoomField(required=False)


class RoomForm(forms.Form):
    """Tables by number, and the room they stand in."""

    tables = forms.CharField(
        label=gettext_lazy("Tables"),
        max_length=200,
        help_text=gettext_lazy("Numbers, such as 1-10, 12."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "inputmode": "text"}),
    )
    room = RoomField(required=False)

    def clean_tables(self) -> list[int]:
        """The numbers, each once, in order."""
        found: set[int] = set()
        for part in self.cleaned_data["tables"].replace("–", "-").split(","):
            ends = [text.strip() for text in part.split("-")]
            if len(ends) > 2 or not all(map(_is_number, ends)):
                raise forms.ValidationError(_("Type numbers, such as 1-10, 12."))
            found.update(range(int(ends[0]), int(ends[-1]) + 1))
        return sorted(found)


class ReserveForm(forms.Form):
    """A seat, whom it is kept for, and why."""

    seat = forms.ChoiceField(label=gettext_lazy("Seat"))
    entry = forms.ChoiceField(label=gettext_lazy("For"), required=False)
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=200,
        help_text=gettext_lazy("It stands in the log, which only staff read."),
    )

    def __init__(
        self, *args: Any, entries: Sequence[Entry], tables: Sequence[TableView], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.fields["seat"].choices = [  # type: ignore[attr-defined]
            (f"{view.table.number}-{seat.number}", _label(view.table, seat.number))
            for view in tables
            for seat in view.seats
            if not seat.reserved
        ]
        names = [(entry.number, entry.person.name) for entry in entries if entry.out_seq is None]
        nobody = ("", _("nobody: it stays empty"))
        self.fields["entry"].choices = [nobody, *names]  # type: ignore[attr-defined]

    def facts(self) -> dict[str, int | None]:
        """The facts of the command."""
        table, seat = self.cleaned_data["seat"].split("-")
        entry = self.cleaned_data["entry"]
        return {"table": int(table), "seat": int(seat), "entry": int(entry) if entry else None}


def _is_number(text: str) -> bool:
    return text.isdecimal() and len(text) < 5


def _label(table: Table, seat: int) -> str:
    return _("table %(table)s, seat %(seat)s") % {"table": table.called, "seat": seat}
