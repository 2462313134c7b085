"""Streets, cards and turns of one hand. Nothing here changes how a hand is scored."""

from collections.abc import Collection, Iterable, Sequence

from scoring.options import FantasylandOrder
from scoring.rules import DECK_CARDS, RuleSet


def cards_dealt(rules: RuleSet, fantasyland: int) -> int:
    """How many cards one player gets; ``fantasyland`` is his number of cards there, else 0.

    Example:
        >>> cards_dealt(RuleSet(), 0), cards_dealt(RuleSet(), 15)
        (17, 15)
    """
    return fantasyland or rules.street_cards


def cards_needed(rules: RuleSet, fantasyland: Iterable[int]) -> int:
    """How many cards a hand takes; one number a player, as in `cards_dealt`.

    Example:
        >>> cards_needed(RuleSet(), [0, 17, 14])
        48
    """
    return sum(cards_dealt(rules, cards) for cards in fantasyland)


def fits_deck(rules: RuleSet, fantasyland: Iterable[int]) -> bool:
    """Whether the decks are enough for such a hand.

    Example:
        >>> fits_deck(RuleSet(), [0, 0, 0]), fits_deck(RuleSet(), [0, 0, 0, 0])
        (True, False)
    """
    return cards_needed(rules, fantasyland) <= rules.decks * DECK_CARDS


def laying_order(
    rules: RuleSet, order: Sequence[int], in_fantasyland: Collection[int]
) -> tuple[int, ...]:
    """The seats in the order in which they lay their cards.

    ``order`` is the acting order, ``in_fantasyland`` the seats that play Fantasyland. They lay
    last and have seen the others, in normal order among themselves (Vamos rules, key points), or
    set face down before anybody else under ``first_face_down``.

    Example:
        >>> laying_order(RuleSet(), [1, 2, 3], {1})
        (2, 3, 1)
    """
    last = rules.fl_order is FantasylandOrder.LAST
    return tuple(sorted(order, key=lambda seat: (seat in in_fantasyland) is last))
