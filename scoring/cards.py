"""Cards as text (``Qh``, ``Td``) and the census of a row, which is all a poker hand depends on."""

from collections import Counter
from collections.abc import Sequence

from scoring.errors import RuleError

RANKS = "23456789TJQKA"
SUITS = "cdhs"
DECK: tuple[str, ...] = tuple(rank + suit for rank in RANKS for suit in SUITS)
"""One deck, lowest card first."""

# The census of some cards counts each rank in a digit of its own, twos in the lowest. With base
# six, five cards never carry into the next digit, so the censuses of single cards simply add up
# and rows that differ only in order or suits share one number. (Six and not eight: the sums stay
# small enough for the fast arithmetic of Python.)
_BASE = 6

CENSUS: dict[str, int] = {card: _BASE ** RANKS.index(card[0]) for card in DECK}
"""Census of each single card."""

_SPELLINGS: dict[str, str] = {
    rank + suit: card
    for card in DECK
    for rank in {card[0], card[0].lower(), "10" if card[0] == "T" else card[0]}
    for suit in (card[1], card[1].upper())
}


def parse_card(text: str) -> str:
    """The card in its one spelling, rank in capitals and suit small.

    Ten may be written ``T`` or ``10``; letters in any case.

    Raises:
        RuleError: ``bad_card``, with the text as it was written.

    Example:
        >>> parse_card("10D"), parse_card("qh")
        ('Td', 'Qh')
    """
    try:
        return _SPELLINGS[text]
    except (KeyError, TypeError):
        raise RuleError("bad_card", card=str(text)) from None


def rank_of(card: str) -> int:
    """The rank of a card in its one spelling, 2 to 14.

    Example:
        >>> rank_of("Th"), rank_of("As")
        (10, 14)
    """
    return RANKS.index(card[0]) + 2


def rank_counts(census: int) -> list[tuple[int, int]]:
    """How often each rank occurs, as (count, rank), the most frequent and highest first.

    Example:
        >>> rank_counts(sum(CENSUS[card] for card in ("7c", "Qh", "Qd")))
        [(2, 12), (1, 7)]
    """
    counts = []
    rank = 2
    while census:
        census, count = divmod(census, _BASE)
        if count:
            counts.append((count, rank))
        rank += 1
    counts.sort(reverse=True)
    return counts


def spare_copy(cards: Sequence[str], decks: int) -> str | None:
    """The first card that lies there more often than the decks have it, or None.

    Example:
        >>> spare_copy(["Kd", "Ah", "Kd"], 1), spare_copy(["Kd", "Ah", "Kd"], 2)
        ('Kd', None)
    """
    if len(set(cards)) == len(cards):
        return None
    return next((card for card, count in Counter(cards).items() if count > decks), None)
