"""Who plays the next hand in Fantasyland, and with how many cards."""

from scoring.errors import RuleError
from scoring.evaluate import LEAD_SHIFT, combination
from scoring.layout import Strengths
from scoring.options import StayCards
from scoring.rules import RuleSet


def next_cards(rules: RuleSet, rows: Strengths, current: int) -> int:
    """Cards of the next Fantasyland hand for three rows that do not foul, 0 for none.

    ``current`` is the number of cards this hand was played with in Fantasyland, 0 for a normal
    hand. A player who is not in Fantasyland needs an entry hand on top; one who is needs a hand
    that stays, and entry hands do not count for him (Vamos rules, Fantasyland).

    Example:
        >>> from scoring.evaluate import strength
        >>> kings, trips = strength(("Kh", "Kd", "4c")), strength(("9h", "9d", "9c", "3h", "2c"))
        >>> rows = kings, trips, trips
        >>> next_cards(RuleSet(), rows, 0), next_cards(RuleSet(), rows, 14)
        (15, 0)
    """
    entry = rules.fl_entry.by_lead[rows[0] >> LEAD_SHIFT]
    if not current:
        return entry
    if not stays(rules, rows):
        return 0
    if rules.fl_stay_cards is StayCards.SAME:
        return current
    if rules.fl_stay_cards is StayCards.BY_TOP:
        # A player who stays through another row has no hand on top to count by.
        return entry or min(rules.fl_entry.prices)
    return rules.fl_stay_cards


def stays(rules: RuleSet, rows: Strengths) -> bool:
    """Whether one of the rows is strong enough to stay in Fantasyland."""
    least = (rules.fl_stay.top, rules.fl_stay.middle, rules.fl_stay.bottom)
    return any(
        keeps is not None and combination(row).category >= keeps
        for keeps, row in zip(least, rows, strict=True)
    )


def bad_fantasyland(rules: RuleSet, cards: int) -> RuleError:
    """The refusal of a number of Fantasyland cards that these rules do not know."""
    choices = ", ".join(map(str, (0, *rules.fantasyland_cards)))
    return RuleError("bad_fantasyland", value=cards, choices=choices)
