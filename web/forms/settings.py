"""How hands are entered and shown: the settings that may change at any time before the end."""

import re
from typing import Any, Self

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.messages import sentence
from tournaments.models import Event
from tournaments.rules.chipset import check_chips
from tournaments.rules.errors import FloorError
from tournaments.services.settings import MOST_DELAY


class SettingsForm(forms.Form):
    """Who agrees to a hand, street by street, the chips, and the broadcast delay."""

    confirm = forms.ChoiceField(
        label=gettext_lazy("Who agrees before a hand is recorded"),
        choices=Event.Confirm.choices,
        widget=forms.RadioSelect,
    )
    streets = forms.BooleanField(
        label=gettext_lazy("Enter cards street by street"),
        required=False,
        help_text=gettext_lazy(
            "Then everybody sees the boards grow, and every hand can be replayed."
        ),
    )
    chips = forms.CharField(
        label=gettext_lazy("Chips in play"),
        max_length=120,
        help_text=gettext_lazy(
            "The values, such as 5000, 1000, 100: payments are counted out in them."
        ),
    )
    broadcast_delay = forms.IntegerField(
        label=gettext_lazy("Broadcast delay in seconds"),
        min_value=0,
        max_value=MOST_DELAY,
        help_text=gettext_lazy(
            "The public sees hands, stacks and places so much later; staff and tablets do not wait."
        ),
    )

    @classmethod
    def of_event(cls, event: Event) -> Self:
        """The form as the event stands."""
        typed = {
            "confirm": event.confirm,
            "streets": event.streets,
            "chips": ", ".join(map(str, event.chip_values)),
            "broadcast_delay": event.broadcast_delay,
        }
        return cls(initial=typed)

    def clean_chips(self) -> list[int]:
        """The values, biggest first."""
        words = re.split(r"[\s,;]+", self.cleaned_data["chips"].strip(" ,;"))
        if not all(word.isascii() and word.isdecimal() and len(word) < 10 for word in words):
            raise forms.ValidationError(_("Type whole numbers with commas between them."))
        try:
            return check_chips([int(word) for word in words])
        except FloorError as error:
            raise forms.ValidationError(sentence(error)) from error

    def facts(self) -> dict[str, Any]:
        """The facts of the command ``event.settings``."""
        return dict(self.cleaned_data)
