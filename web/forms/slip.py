"""A slip from paper: its number, the hand, its cards, and the stacks after it."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _

from tables.models import Seat, Table
from tournaments.journal import Facts
from web.forms.late import LateForm

MOST_CHIPS = 10**9


class SlipForm(LateForm):
    """A late hand with what else stands on the paper; `slip_facts` are those of ``slip.type``."""

    slip = forms.IntegerField(min_value=1, max_value=10**6)
    hand = forms.IntegerField(min_value=1, max_value=10**6)

    def __init__(self, table: Table, seats: list[Seat], data: Any = None, **initial: Any) -> None:
        super().__init__(table, seats, data, **initial)
        self.fields["slip"].label = _("Number of the slip")
        self.fields["hand"].label = _("Hand")
        for seat in seats:
            self.fields[f"stack_{seat.number}"] = forms.IntegerField(
                required=False,
                min_value=0,
                max_value=MOST_CHIPS,
                label=_("Seat %(seat)s, stack after the hand") % {"seat": seat.number},
            )
        self.stacks = [f"stack_{seat.number}" for seat in seats]

    def slip_facts(self) -> Facts:
        """The facts of the command, but for the table."""
        data = self.cleaned_data
        stacks = [
            {"seat": int(name.removeprefix("stack_")), "chips": data[name]}
            for name in self.stacks
            if data.get(name) is not None
        ]
        return {**self.facts(), "slip": data["slip"], "hand": data["hand"], "stacks": stacks}
