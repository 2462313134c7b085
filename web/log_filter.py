"""Which lines of the log are shown: by who did it, at which table, and what about."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.db.models import Q, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import Event, JournalEntry

ABOUT: dict[str, tuple[Promise, tuple[str, ...]]] = {
    "hands": (gettext_lazy("Hands"), ("hand.", "absent.")),
    "corrections": (
        gettext_lazy("Corrections"),
        (
            *("hand.correct", "hand.void", "hand.undo", "hand.late", "correction.", "chips."),
            *("slip.", "penalty.", "entry.reinstate", "entry.remove", "places."),
        ),
    ),
    "clock": (gettext_lazy("Clock"), ("clock.", "round.", "bubble.", "head.", "table.extra")),
    "moves": (
        gettext_lazy("Seats and moves"),
        ("seat.", "move.", "plan.", "entry.move", "table."),
    ),
    "people": (gettext_lazy("Registration"), ("entry.",)),
    "floor": (gettext_lazy("Calls and counts"), ("floor.", "queue.", "count.")),
    "money": (
        gettext_lazy("Money"),
        ("payout", "cash.", "drawer.", "deal.", "event.prices"),
    ),
    "event": (gettext_lazy("Event and staff"), ("event.", "staff.", "dealer.")),
}
"""What a line is about, with how the commands that belong there begin."""


class LogForm(forms.Form):
    """The filter; everything may be left empty."""

    about = forms.ChoiceField(label=gettext_lazy("About"), required=False)
    actor = forms.ChoiceField(label=gettext_lazy("Who"), required=False)
    table = forms.IntegerField(
        label=gettext_lazy("Table"), required=False, min_value=1, max_value=10**6
    )

    def __init__(self, data: Mapping[str, Any], event: Event) -> None:
        super().__init__(data)
        everything = ("", _("everything"))
        kinds = [(name, str(label)) for name, (label, _kinds) in ABOUT.items()]
        self.fields["about"].choices = [everything, *kinds]  # type: ignore[attr-defined]
        self.fields["actor"].choices = [("", _("everybody")), *_actors(event)]  # type: ignore[attr-defined]

    @property
    def wanted(self) -> "Wanted":
        """What is asked for; a value that is none asks for nothing."""
        self.is_valid()
        data = self.cleaned_data
        return Wanted(data.get("about", ""), data.get("actor", ""), data.get("table"))


@dataclass(frozen=True, slots=True)
class Wanted:
    """A filter that was read."""

    about: str = ""
    actor: str = ""
    table: int | None = None

    @property
    def address(self) -> str:
        """The filter as a part of an address, to be carried to the next page."""
        parts = {"about": self.about, "actor": self.actor, "table": self.table}
        return "".join(f"&{name}={value}" for name, value in parts.items() if value)

    def of(self, entries: QuerySet[JournalEntry]) -> QuerySet[JournalEntry]:
        """The entries that are asked for."""
        if self.about:
            kinds = Q()
            for begins in ABOUT[self.about][1]:
                kinds |= Q(kind__startswith=begins)
            entries = entries.filter(kinds)
        if self.actor:
            entries = entries.filter(actor_ref=self.actor)
        if self.table:
            entries = entries.filter(_at(self.table))
        return entries


def _at(table: int) -> Q:
    """Commands that name this table: arguments and answers are canonical JSON."""
    found = Q()
    for end in (",", "}"):
        said = f'"table":{table}{end}'
        found |= Q(arguments__contains=said) | Q(answer__contains=said)
    return found


def _actors(event: Event) -> list[tuple[str, str]]:
    """Everybody who did something, by his reference."""
    rows = event.journal.order_by("actor_ref").values_list("actor_ref", "actor__username")
    return [
        (ref, name or ref.removeprefix("system:")) for ref, name in dict(rows.distinct()).items()
    ]
