"""Seats and staff: a move with its reason, a role, who deals where."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tables.models import Table
from tables.selectors import TableView
from tournaments.models import Entry, Role


class MoveForm(forms.Form):
    """A player's new seat."""

    entry = forms.TypedChoiceField(label=gettext_lazy("Player"), coerce=int)
    seat = forms.ChoiceField(label=gettext_lazy("Free seat"))
    when = forms.ChoiceField(
        label=gettext_lazy("When"),
        choices=[
            ("order", gettext_lazy("after the hand; both dealers count")),
            ("now", gettext_lazy("at once, without counting")),
        ],
        required=False,
    )
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=200,
        help_text=gettext_lazy("It stands in the log."),
    )

    def __init__(
        self,
        *args: Any,
        entries: Sequence[Entry],
        tables: Sequence[TableView],
        running: bool,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        if not running:
            del self.fields["when"]
        self.fields["entry"].choices = [  # type: ignore[attr-defined]
            (entry.number, _entry_label(entry)) for entry in entries if entry.out_seq is None
        ]
        self.fields["seat"].choices = [  # type: ignore[attr-defined]
            (f"{view.table.number}-{seat.number}", _seat_label(view.table, seat.number))
            for view in tables
            for seat in view.seats
            if not seat.entry and (seat.reserved_for or not seat.reserved)
        ]

    @property
    def command(self) -> str:
        """What is asked for: an order in a running event, unless it is to be at once."""
        return "move.order" if self.cleaned_data.get("when") == "order" else "entry.move"

    def facts(self) -> dict[str, int]:
        """The facts of the command."""
        table, seat = self.cleaned_data["seat"].split("-")
        return {"entry": self.cleaned_data["entry"], "table": int(table), "seat": int(seat)}


class RoleForm(forms.Form):
    """A member of staff and his role."""

    username = forms.CharField(
        label=gettext_lazy("User name"),
        max_length=150,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "off", "list": "accounts"}
        ),
    )
    role = forms.ChoiceField(label=gettext_lazy("Role"), choices=Role.choices, initial=Role.DEALER)


class AccountForm(forms.Form):
    """A new account of staff, with its role in this event."""

    username = forms.CharField(
        label=gettext_lazy("User name"),
        max_length=150,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "off", "spellcheck": "false"}
        ),
    )
    role = forms.ChoiceField(label=gettext_lazy("Role"), choices=Role.choices, initial=Role.DEALER)


class DealerForm(forms.Form):
    """Who deals at a table; nobody frees it."""

    table = forms.IntegerField(min_value=1)
    username = forms.CharField(max_length=150, required=False)


class TableForm(forms.Form):
    """A button that is about one table."""

    table = forms.IntegerField(min_value=1)


def _entry_label(entry: Entry) -> str:
    seat = getattr(entry, "seat", None)
    where = _seat_label(seat.table, seat.number) if seat else "–"
    return f"{entry.person.name} · {where}"


def _seat_label(table: Table, seat: int) -> str:
    return _("table %(table)s, seat %(seat)s") % {"table": table.called, "seat": seat}
