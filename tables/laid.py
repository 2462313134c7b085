"""The order in which a hand's cards were laid, where somebody saw it: what a replay shows.

An order is a list of the layout's own cards, first card first. It decides nothing. One that does
not name exactly the cards of its layout is not kept, as if nobody had seen it: a hand that was
played must not wait for its film.
"""

from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Any

from scoring.cards import parse_card
from scoring.errors import RuleError
from scoring.layout import ROWS
from scoring.rules import RuleSet
from tournaments.journal import Facts

LAID = "laid"


def with_order(sheet: list[Facts], sent: Sequence[Facts]) -> list[Facts]:
    """The sheet as it is stored, each layout with the order that was sent with it, if it fits.

    Args:
        sheet: as `felt.sheet_json` gives it.
        sent: what the dealer sent: ``seat`` and perhaps ``laid``.
    """
    orders = {facts["seat"]: _cards(facts.get(LAID)) for facts in sent}
    return [
        {**layout, LAID: order} if order and sorted(order) == sorted(_all(layout)) else layout
        for layout in sheet
        for order in [orders.get(layout["seat"])]
    ]


def orders_of(sheet: object) -> dict[int, Sequence[str]]:
    """The known orders of a stored sheet, by seat."""
    layouts = sheet if isinstance(sheet, list) else []
    return {layout["seat"]: layout[LAID] for layout in layouts if LAID in layout}


def counts_of(rules: RuleSet) -> list[int]:
    """How many cards lie before a player after each street.

    Example:
        >>> counts_of(RuleSet())
        [5, 7, 9, 11, 13]
    """
    return list(accumulate(street.place for street in rules.streets))


def _cards(order: Any) -> list[str] | None:
    try:
        return [parse_card(card) for card in order or ()]
    except RuleError:
        return None


def _all(layout: Mapping[str, Any]) -> list[str]:
    return [card for row in ROWS for card in layout[row]]
