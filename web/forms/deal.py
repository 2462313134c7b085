"""A deal: how it is shared, what is saved, and what each player signs for."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from tournaments.models import Entry
from tournaments.rules.deals import Deal
from tournaments.rules.payouts import Prices
from web.forms.money import AmountField, read_amount
from web.templatetags.money import plain_money

KINDS = {
    Deal.ICM: gettext_lazy("ICM"),
    Deal.CHIPS: gettext_lazy("By chips"),
    Deal.EVEN: gettext_lazy("Evenly"),
    Deal.NEGOTIATED: gettext_lazy("Negotiated"),
}


class DealForm(forms.Form):
    """The deal that the players have signed; ``saved`` alone is what the page works out from."""

    kind = forms.ChoiceField(label=gettext_lazy("How"), choices=list(KINDS.items()))
    saved = AmountField(
        label=gettext_lazy("Saved for the winner"),
        help_text=gettext_lazy("Empty: everything is shared now, and the event is over."),
    )
    fantasyland = forms.BooleanField(
        label=gettext_lazy("All agree although Fantasyland is still to be played"), required=False
    )
    unusual = forms.BooleanField(
        label=gettext_lazy("All agree to amounts that no place pays"), required=False
    )

    def __init__(self, *args: Any, players: Sequence[Entry], prices: Prices, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.prices = prices
        self.players = players
        for player in players:
            name = f"{player.person.name} · {player.number}"
            self.fields[f"amount_{player.number}"] = AmountField(label=name, required=True)

    def fill(self, amounts: Mapping[int, int]) -> None:
        """Put the amounts that were worked out into the fields."""
        for number, amount in amounts.items():
            self.initial[f"amount_{number}"] = plain_money(amount, self.prices)

    def clean(self) -> dict[str, Any]:
        """Every amount read in the event's currency."""
        data: dict[str, Any] = super().clean() or {}
        for name in ["saved", *(f"amount_{player.number}" for player in self.players)]:
            if data.get(name):
                try:
                    data[name] = read_amount(data[name], self.prices.digits)
                except forms.ValidationError as error:
                    self.add_error(name, error)
        return data

    def facts(self) -> dict[str, Any]:
        """The facts of the command ``deal.agree``."""
        data = self.cleaned_data
        amounts = {str(one.number): data[f"amount_{one.number}"] for one in self.players}
        return {
            "kind": data["kind"],
            "saved": data["saved"] or 0,
            "amounts": amounts,
            "fantasyland": data["fantasyland"],
            "unusual_amounts": data["unusual"],
        }

    @property
    def amount_fields(self) -> list[forms.BoundField]:
        """The field of each player."""
        return [self[f"amount_{player.number}"] for player in self.players]
