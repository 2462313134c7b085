"""The price lists of a rule set in words and as tables: royalties, naturals, Fantasyland."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.cards import RANKS
from scoring.evaluate import Category
from scoring.rules import RuleSet
from scoring.tariff import FiveTariff, Naturals, TopTariff
from web.sentences import CATEGORIES, points_text
from web.templatetags.cards import row_name

FIVE_HANDS: dict[str, Promise] = {
    "three_of_a_kind": CATEGORIES[Category.THREE_OF_A_KIND],
    "straight": CATEGORIES[Category.STRAIGHT],
    "flush": CATEGORIES[Category.FLUSH],
    "full_house": CATEGORIES[Category.FULL_HOUSE],
    "four_of_a_kind": CATEGORIES[Category.FOUR_OF_A_KIND],
    "straight_flush": CATEGORIES[Category.STRAIGHT_FLUSH],
    "royal_flush": gettext_lazy("Royal flush"),
    "five_of_a_kind": CATEGORIES[Category.FIVE_OF_A_KIND],
}
"""The hands on a price list of five cards."""

NATURAL_NAMES: dict[str, Promise] = {
    "dragon": gettext_lazy("Dragon (thirteen different ranks)"),
    "six_pairs": gettext_lazy("Six pairs and an odd card"),
    "three_straights": gettext_lazy("Three straights (top row: three in sequence)"),
    "three_flushes": gettext_lazy("Three flushes (each row one suit)"),
}
"""What each natural is."""


@dataclass(frozen=True, slots=True)
class Priced:
    """One line of a price list: what lies there, what it is worth, cards that show it."""

    hand: str
    price: int
    cards: Sequence[str] = ()


def top_hand(rank: str, size: int) -> str:
    """A pair or trips as players write them: "QQ", "10-10-10"."""
    return "-".join(["10"] * size) if rank == "T" else rank * size


def top_prices(tariff: TopTariff) -> list[Priced]:
    """Every pair and trips of a list that is worth something, cheapest first."""
    pairs = ((rank, 2, price) for rank, price in zip(RANKS, tariff.pairs, strict=True))
    trips = ((rank, 3, price) for rank, price in zip(RANKS, tariff.trips, strict=True))
    return [
        Priced(top_hand(rank, size), price, tuple(rank + suit for suit in "shd"[:size]))
        for rank, size, price in (*pairs, *trips)
        if price
    ]


def entry_prices(rules: RuleSet) -> list[Priced]:
    """What enters Fantasyland, with its cards; trips in one line when all are alike."""
    lines = top_prices(rules.fl_entry)
    trips = set(rules.fl_entry.trips)
    if len(trips) > 1 or not lines or trips == {0}:
        return lines
    pairs = [line for line in lines if len(line.cards) == 2]
    name = str(CATEGORIES[Category.THREE_OF_A_KIND])
    return [*pairs, Priced(name, trips.pop())]


def five_prices(tariff: FiveTariff, *, decks: int) -> list[tuple[str, int]]:
    """The hands of a five-card row with their points; five of a kind needs two decks."""
    return [
        (str(name), getattr(tariff, key))
        for key, name in FIVE_HANDS.items()
        if decks > 1 or key != "five_of_a_kind"
    ]


def royalty_text(rules: RuleSet) -> str:
    """The tables of the three rows in one paragraph."""
    table = rules.royalty_table
    rows = {
        "top": " · ".join(_spans(top_prices(table.top))),
        "middle": _listed(five_prices(table.middle, decks=rules.decks)),
        "bottom": _listed(five_prices(table.bottom, decks=rules.decks)),
    }
    nothing = _("nothing")
    return " ".join(f"{row_name(row)}: {text or nothing}." for row, text in rows.items())


def _spans(lines: Sequence[Priced]) -> Iterator[str]:
    """Pairs, then trips: the first and the last of the list, which say enough of it."""
    for size in (2, 3):
        some = [f"{line.hand} = {line.price}" for line in lines if len(line.cards) == size]
        if some:
            yield " … ".join([some[0], *some[1:][-1:]])


def _listed(prices: Sequence[tuple[str, int]]) -> str:
    return " · ".join(f"{hand} = {price}" for hand, price in prices if price)


def natural_texts(naturals: Naturals) -> list[str]:
    """The naturals that are played, a sentence each."""
    return [
        f"{name}: {points_text(getattr(naturals, key))}."
        for key, name in NATURAL_NAMES.items()
        if getattr(naturals, key)
    ]


def cards_text(count: int) -> str:
    """A number of cards in words."""
    return ngettext("{count} card", "{count} cards", count).format(count=count)


def entry_text(rules: RuleSet) -> str:
    """What enters Fantasyland."""
    prices = entry_prices(rules)
    if not prices:
        return _("There is no Fantasyland.")
    listed = ", ".join(f"{line.hand}: {cards_text(line.price)}" for line in prices)
    return _(
        "A hand without a foul and with one of these on top enters Fantasyland: {hands}."
    ).format(hands=listed)


def stay_hands(rules: RuleSet) -> list[tuple[str, str]]:
    """The weakest hand of each row that stays, with the name of the row."""
    rows = {
        "top": rules.fl_stay.top,
        "middle": rules.fl_stay.middle,
        "bottom": rules.fl_stay.bottom,
    }
    return [
        (row_name(row), str(CATEGORIES[category]))
        for row, category in rows.items()
        if category is not None
    ]


def stay_text(rules: RuleSet) -> str:
    """What stays in Fantasyland."""
    hands = stay_hands(rules)
    if not hands:
        return _("Nobody stays in Fantasyland: it lasts one hand.")
    listed = "; ".join(
        _("{row}: {hand} or better").format(row=row, hand=hand) for row, hand in hands
    )
    return _("A hand without a foul stays in Fantasyland with one of these: {hands}.").format(
        hands=listed
    )
