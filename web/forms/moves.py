"""Forms about moving players: the answer to a proposal, a table that breaks, a redraw."""

import json
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tables.models import Table
from tables.serializers import PlanShape


def reason_field() -> forms.CharField:
    """Why; without it nothing is done."""
    return forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=200,
        help_text=gettext_lazy("It stands in the log."),
    )


class ProposalForm(forms.Form):
    """The proposal as the page showed it."""

    plan = forms.CharField(max_length=400_000)

    def clean_plan(self) -> dict[str, Any]:
        """The facts of ``plan.accept``."""
        try:
            typed = json.loads(self.cleaned_data["plan"])
        except ValueError:
            typed = None
        shape = PlanShape(data=typed)
        if not shape.is_valid():
            raise forms.ValidationError(_("This page is too old. Load it again."))
        facts: dict[str, Any] = dict(shape.validated_data)
        return {"moves": [dict(move) for move in facts["moves"]], "closes": facts["closes"]}


class RulingForm(forms.Form):
    """A proposal put aside, or drawn again."""

    basis = forms.CharField(max_length=64, widget=forms.HiddenInput)
    reason = reason_field()


class BreakForm(forms.Form):
    """A table that breaks."""

    table = forms.TypedChoiceField(label=gettext_lazy("Table"), coerce=int)
    reason = reason_field()

    def __init__(self, *args: Any, tables: list[Table], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["table"].choices = [(table.number, table.number) for table in tables]  # type: ignore[attr-defined]


class ReasonForm(forms.Form):
    """Something that only needs its reason."""

    reason = reason_field()
