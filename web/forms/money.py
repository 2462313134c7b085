"""Prices, prizes and the drawer: amounts as people type them, kept as whole minor units."""

import re
from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.messages import sentence
from tournaments.rules.errors import FloorError
from tournaments.rules.payouts import MOST_MONEY, NO_CENTS, WHOLE_BP, Prices
from web.templatetags.money import plain_money

MOST_REASON = 200
_SPACES = str.maketrans("", "", " '’\u00a0\u202f")
_GROUPED = re.compile(r"\d{1,3}(?P<by>[.,])\d{3}(?:(?P=by)\d{3})*(?:(?!(?P=by))[.,]\d{1,2})?")
_PLAIN = re.compile(r"\d+(?:[.,]\d{1,2})?")


def read_amount(text: str, digits: int) -> int:
    """An amount of money in minor units: "1234.5", "1.234,50" and "1 234" are all understood.

    Raises:
        ValidationError: with what was typed, when it is no amount of this currency.

    Example:
        >>> read_amount("1.234,5", 2), read_amount("1,234,567", 0), read_amount("220", 2)
        (123450, 1234567, 22000)
    """
    typed = text.translate(_SPACES)
    whole, cents = typed, ""
    if _GROUPED.fullmatch(typed) or _PLAIN.fullmatch(typed):
        last = re.fullmatch(r"(.*)[.,](\d{1,2})", typed)
        whole, cents = (last[1], last[2]) if last else (typed, "")
        whole = re.sub(r"[.,]", "", whole)
    if not whole.isdecimal() or len(cents) > digits:
        raise ValidationError(_("“%(text)s” is no amount of money.") % {"text": text[:40]})
    amount: int = int(whole) * 10**digits + int(cents.ljust(digits, "0") or 0)
    if amount > MOST_MONEY:
        raise ValidationError(_("“%(text)s” is too much.") % {"text": text[:40]})
    return amount


class AmountField(forms.CharField):
    """An amount of money; the form reads it once it knows the currency."""

    def __init__(self, *, label: Any, help_text: Any = "", required: bool = False) -> None:
        widget = forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"})
        super().__init__(label=label, help_text=help_text, required=required, widget=widget)


class PricesForm(forms.Form):
    """What an entry costs and what becomes of it."""

    AMOUNTS = ("buy_in", "fee", "bounty", "guarantee", "add_on", "unit")

    currency = forms.CharField(
        label=gettext_lazy("Currency"),
        required=False,
        max_length=3,
        help_text=gettext_lazy("Three letters, such as EUR. Empty: this event takes no money."),
        widget=forms.TextInput(attrs={"size": 4, "autocomplete": "off"}),
    )
    buy_in = AmountField(
        label=gettext_lazy("Buy-in"), help_text=gettext_lazy("Goes to the prize pool.")
    )
    fee = AmountField(label=gettext_lazy("Fee"), help_text=gettext_lazy("The house keeps it."))
    bounty = AmountField(
        label=gettext_lazy("Bounty"),
        help_text=gettext_lazy("Goes to whoever puts the player out."),
    )
    staff = forms.CharField(
        label=gettext_lazy("Staff share in percent"),
        required=False,
        help_text=gettext_lazy("Withheld from the buy-ins before the prizes."),
        widget=forms.TextInput(attrs={"inputmode": "decimal", "size": 6, "autocomplete": "off"}),
    )
    guarantee = AmountField(
        label=gettext_lazy("Guaranteed prize pool"),
        help_text=gettext_lazy("The house adds what is missing."),
    )
    add_on = AmountField(label=gettext_lazy("Add-on, price"))
    add_on_chips = forms.IntegerField(
        label=gettext_lazy("Add-on, chips"), required=False, min_value=0, max_value=10**9
    )
    paid_percent = forms.IntegerField(
        label=gettext_lazy("Paid places in percent of the entries"),
        min_value=1,
        max_value=100,
        initial=15,
    )
    unit = AmountField(label=gettext_lazy("Round prizes to"), required=True)
    rounding = forms.ChoiceField(
        label=gettext_lazy("What rounding leaves over"),
        choices=[
            ("first", gettext_lazy("goes to first place")),
            ("remainder", gettext_lazy("goes to the largest remainders")),
        ],
    )
    reason = forms.CharField(
        label=gettext_lazy("Reason of the change"),
        required=False,
        max_length=MOST_REASON,
        help_text=gettext_lazy("Everybody can read it."),
    )

    def __init__(self, *args: Any, needs_reason: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if needs_reason:
            self.fields["reason"].required = True
        else:
            del self.fields["reason"]

    @classmethod
    def of_prices(cls, prices: Prices, *, needs_reason: bool) -> "PricesForm":
        """The form as these prices stand."""
        typed: dict[str, Any] = prices.as_json()
        for name in cls.AMOUNTS:
            typed[name] = plain_money(typed[name], prices) if typed[name] else ""
        if not prices.currency:
            typed["unit"] = "1"
        typed["add_on_chips"] = prices.add_on_chips or None
        typed["staff"] = plain_money(prices.staff_bp, Prices("EUR")) if prices.staff_bp else ""
        typed["rounding"] = "first" if prices.first_takes_rest else "remainder"
        return cls(initial=typed, needs_reason=needs_reason)

    def clean_currency(self) -> str:
        """In capitals, as everybody writes it."""
        return str(self.cleaned_data["currency"]).upper()

    def clean_staff(self) -> int:
        """A share in basis points."""
        text = self.cleaned_data["staff"]
        share = read_amount(text, 2) if text else 0
        if share > WHOLE_BP:
            raise ValidationError(_("At most 100 percent."))
        return share

    def clean(self) -> dict[str, Any]:
        """Every amount read in the event's currency, and the whole as prices that can be."""
        data: dict[str, Any] = super().clean() or {}
        digits = 0 if data.get("currency") in NO_CENTS else 2
        for name in self.AMOUNTS:
            if data.get(name):
                try:
                    data[name] = read_amount(data[name], digits)
                except ValidationError as error:
                    self.add_error(name, error)
        if not self.errors:
            try:
                Prices.from_json(self.prices())
            except FloorError as error:
                field = "currency" if error.code == "money_currency" else None
                self.add_error(field, sentence(error))
        return data

    def prices(self) -> dict[str, Any]:
        """The facts of the command ``event.prices``."""
        data = self.cleaned_data
        return {
            "currency": data["currency"],
            **{name: data[name] or 0 for name in self.AMOUNTS},
            "staff_bp": data["staff"],
            "add_on_chips": data["add_on_chips"] or 0,
            "paid_percent": data["paid_percent"],
            "first_takes_rest": data["rounding"] == "first",
        }


class PrizesForm(forms.Form):
    """The prize of each place, one a line; a change of published ones has its reason."""

    amounts = forms.CharField(
        label=gettext_lazy("Prizes"),
        max_length=20_000,
        help_text=gettext_lazy("One amount a line, first place first."),
        widget=forms.Textarea(attrs={"rows": 9, "inputmode": "decimal", "spellcheck": "false"}),
    )
    reason = forms.CharField(label=gettext_lazy("Reason of the change"), max_length=MOST_REASON)

    def __init__(self, *args: Any, prices: Prices, change: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.prices = prices
        if not change:
            del self.fields["reason"]

    @classmethod
    def of_amounts(cls, amounts: Sequence[int], prices: Prices, *, change: bool) -> "PrizesForm":
        """The form as these prizes stand."""
        lines = "\n".join(plain_money(amount, prices) for amount in amounts)
        return cls(initial={"amounts": lines}, prices=prices, change=change)

    def clean_amounts(self) -> list[int]:
        """The amounts in minor units, best place first; every line that is none is named."""
        lines = [line.strip() for line in self.cleaned_data["amounts"].splitlines()]
        found, problems = [], []
        for number, line in enumerate(filter(None, lines), start=1):
            try:
                found.append(read_amount(line, self.prices.digits))
            except ValidationError as error:
                text = _("Place %(place)s: %(problem)s")
                problems.append(text % {"place": number, "problem": error.messages[0]})
        if problems:
            raise ValidationError(problems)
        return found


class DrawerForm(forms.Form):
    """Money put in or taken out, or a count of the drawer; with the reason."""

    DOES = (
        ("count", gettext_lazy("I counted this much")),
        ("put", gettext_lazy("I put this much in")),
        ("out", gettext_lazy("I took this much out")),
    )
    does = forms.ChoiceField(label=gettext_lazy("What you did"), choices=DOES)
    amount = AmountField(label=gettext_lazy("Amount"), required=True)
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        required=False,
        max_length=MOST_REASON,
        help_text=gettext_lazy("A count that is right needs none."),
    )

    def __init__(self, *args: Any, prices: Prices, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.prices = prices

    def clean_amount(self) -> int:
        """The amount in minor units."""
        return read_amount(self.cleaned_data["amount"], self.prices.digits)

    def command(self) -> tuple[str, dict[str, int]]:
        """The command and its facts."""
        amount = self.cleaned_data["amount"]
        if self.cleaned_data["does"] == "count":
            return "drawer.count", {"counted": amount}
        return "drawer.put", {"amount": -amount if self.cleaned_data["does"] == "out" else amount}
