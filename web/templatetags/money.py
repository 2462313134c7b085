"""How money is written: whole minor units, grouped as the reader does, and the currency."""

from django import template
from django.utils.formats import get_format, number_format

from tournaments.rules.payouts import Prices

register = template.Library()


@register.filter
def money(amount: int | None, prices: Prices) -> str:
    """An amount with its currency: 1,234.50 EUR; cents only where there are some.

    Example:
        >>> money(123450, Prices("EUR")).replace(chr(160), " ")
        '1,234.50 EUR'
        >>> money(-500, Prices("JPY")).replace(chr(160), " ")
        '−500 JPY'
    """
    if amount is None:
        return ""
    sign = "−" if amount < 0 else ""
    return f"{sign}{plain_money(abs(amount), prices)}\u00a0{prices.currency}".rstrip("\u00a0")


def plain_money(amount: int, prices: Prices) -> str:
    """The amount alone, as a person types it and as a form takes it again."""
    whole, cents = divmod(amount, 10**prices.digits)
    text = number_format(whole, force_grouping=True)
    return text + (f"{get_format('DECIMAL_SEPARATOR')}{cents:0{prices.digits}d}" if cents else "")
