"""A house rule in words, and only what it changes: of a price list, the prices that differ."""

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext as _

from scoring.cards import RANKS
from scoring.rules import RuleSet
from scoring.tariff import FiveTariff, TopTariff
from web.rules_tables import FIVE_HANDS, NATURAL_NAMES, top_hand
from web.rules_text import effect
from web.templatetags.cards import row_name

Prices = Mapping[str, int]


def difference(rules: RuleSet, base: RuleSet, setting: str) -> str:
    """What one setting changes against the preset; tables by their changed lines alone."""
    if setting not in {"royalty_table", "fl_entry", "naturals"}:
        return effect(rules, setting)
    if setting == "royalty_table":
        lines = [
            _("{row}: {prices}").format(row=row_name(row), prices=" · ".join(changed))
            for row in ("top", "middle", "bottom")
            if (changed := list(_changed(_row(rules, row), _row(base, row))))
        ]
        return "; ".join(lines)
    return " · ".join(_changed(_priced(rules, setting), _priced(base, setting)))


def _changed(prices: Prices, before: Prices) -> Iterator[str]:
    for hand, price in prices.items():
        if price != before[hand]:
            text = _("{hand} = {price} (preset {before})")
            yield text.format(hand=hand, price=price, before=before[hand])


def _row(rules: RuleSet, row: str) -> Prices:
    tariff = getattr(rules.royalty_table, row)
    return _top(tariff) if isinstance(tariff, TopTariff) else _five(tariff)


def _priced(rules: RuleSet, setting: str) -> Prices:
    if setting == "fl_entry":
        return _top(rules.fl_entry)
    return {str(name): getattr(rules.naturals, key) for key, name in NATURAL_NAMES.items()}


def _top(tariff: TopTariff) -> Prices:
    sizes = ((2, tariff.pairs), (3, tariff.trips))
    return {
        top_hand(rank, size): price
        for size, prices in sizes
        for rank, price in zip(RANKS, prices, strict=True)
    }


def _five(tariff: FiveTariff) -> Prices:
    return {str(name): getattr(tariff, key) for key, name in FIVE_HANDS.items()}
