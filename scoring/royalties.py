"""What the rows of a layout earn by themselves."""

from scoring.evaluate import LEAD_SHIFT
from scoring.layout import Strengths
from scoring.tariff import RoyaltyTable

RowPoints = tuple[int, int, int]
"""Points of top, middle and bottom."""

NO_ROYALTIES: RowPoints = (0, 0, 0)


def royalties(table: RoyaltyTable, rows: Strengths) -> RowPoints:
    """The royalties of three rows that do not foul (Vamos rules, royalties).

    Example:
        >>> from scoring.evaluate import strength
        >>> from scoring.rules import RuleSet
        >>> queens, flush = strength(("Qh", "Qd", "4c")), strength(("Ah", "Kh", "9h", "5h", "2h"))
        >>> royalties(RuleSet().royalty_table, (queens, flush, flush))
        (7, 8, 4)
    """
    top, middle, bottom = rows
    of_top, of_middle, of_bottom = table.by_lead
    return (
        of_top[top >> LEAD_SHIFT],
        of_middle[middle >> LEAD_SHIFT],
        of_bottom[bottom >> LEAD_SHIFT],
    )
