"""What may still change after registration has opened."""

from collections.abc import Mapping
from typing import Any, Self

from django import forms
from django.utils.translation import gettext_lazy

from tournaments.models import Event
from tournaments.rules.structure import Structure
from web.forms.event import EventForm
from web.forms.structure import read_structure, structure_text
from web.forms.venue_time import instant_of, venue_time


class AmendForm(forms.Form):
    """Levels to come, late registration, re-entries; with the reason."""

    structure = forms.CharField(
        label=gettext_lazy("Structure"),
        widget=forms.Textarea(attrs={"rows": 14, "spellcheck": "false"}),
        help_text=gettext_lazy("Lines that have begun stand; change those after them."),
    )
    level_drift = EventForm.base_fields["level_drift"]
    registration_level = EventForm.base_fields["registration_level"]
    reentry_limit = forms.IntegerField(
        label=gettext_lazy("Re-entries a player"),
        min_value=0,
        max_value=99,
        required=False,
        help_text=gettext_lazy("Empty: no limit."),
    )
    starts_at = EventForm.base_fields["starts_at"]
    reason = forms.CharField(
        label=gettext_lazy("Reason of the change"),
        max_length=200,
        help_text=gettext_lazy("Everybody can read it."),
    )

    def __init__(self, event: Event, data: Mapping[str, str] | None = None, **more: Any) -> None:
        super().__init__(data, **more)
        self.zone = event.time_zone
        if event.status != Event.Status.OPEN:
            del self.fields["starts_at"]
        if not event.structure.by_hands and event.clock_marks:
            del self.fields["level_drift"]

    @classmethod
    def of_event(cls, event: Event) -> Self:
        """The form as the event stands."""
        typed = {
            "structure": structure_text(event.structure),
            "level_drift": event.level_drift,
            "registration_level": event.registration_level,
            "reentry_limit": event.reentry_limit,
            "starts_at": venue_time(event.starts_at, event.time_zone),
        }
        return cls(event, initial=typed)

    def clean_structure(self) -> Structure:
        """The levels and breaks."""
        return read_structure(self.cleaned_data["structure"])

    def facts(self) -> dict[str, Any]:
        """The facts of the command ``event.amend``."""
        data = self.cleaned_data
        start = (
            {"starts_at": instant_of(data["starts_at"], self.zone)} if "starts_at" in data else {}
        )
        drift = {"level_drift": data["level_drift"] or 0} if data["structure"].by_hands else {}
        return {
            **start,
            **drift,
            "structure": data["structure"].as_json(),
            "registration_level": data["registration_level"],
            "reentry_limit": data["reentry_limit"],
        }
