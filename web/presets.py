"""The rule sets a director can choose, by the names that people know them under."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from scoring.presets import PRESETS

LABELS: dict[str, Promise] = {
    "vamos": gettext_lazy("Vamos: Progressive Pineapple, 3 players"),
    "pineapple": gettext_lazy("Pineapple, Fantasyland with 14 cards, 3 players"),
    "pineapple-aa": gettext_lazy("Pineapple, Fantasyland from aces, 3 players"),
    "ofc": gettext_lazy("Classic OFC, one card a street, 4 players"),
    "two-deck": gettext_lazy("Pineapple with two decks, 6 players"),
    "two-deck-ofc": gettext_lazy("Classic OFC with two decks, 6 players"),
    "criss-cross": gettext_lazy("Criss-cross, two layouts each, 2 players"),
    "ept-2013": gettext_lazy("EPT Monaco 2013, classic, 4 players"),
    "pca-2013": gettext_lazy("PCA Bahamas 2013, classic, no cap, 4 players"),
    "legends-2013": gettext_lazy("Legends of Poker 2013, no Fantasyland, 4 players"),
    "aria-2013": gettext_lazy("Aria 2013, no Fantasyland, 4 players"),
    "nugget-2013": gettext_lazy("Golden Nugget 2013, row winner takes royalties, 4 players"),
    "bristol-2013": gettext_lazy("Bristol Street 2013, each pays in turn, 4 players"),
}


def choices() -> list[tuple[str, str | Promise]]:
    """Name and label of each preset, the house's own first."""
    return [(name, LABELS.get(name, name)) for name in sorted(PRESETS, key=_place)]


def _place(name: str) -> int:
    order = list(LABELS)
    return order.index(name) if name in LABELS else len(order)
