"""The tables before the seat draw: how many there are, and which seats are not drawn."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tables.selectors import TableView
from tables.services.seating import MOST_TABLES
from tournaments.models import Entry


class TablesForm(forms.Form):
    """More tables."""

    count = forms.IntegerField(
        label=gettext_lazy("How many tables"),
        min_value=1,
        max_value=MOST_TABLES,
        initial=1,
        widget=forms.TextInput(attrs={"inputmode": "numeric"}),
    )


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
            (f"{view.table.number}-{seat.number}", _label(view.table.number, seat.number))
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


def _label(table: int, seat: int) -> str:
    return _("table %(table)s, seat %(seat)s") % {"table": table, "seat": seat}
