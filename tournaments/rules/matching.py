"""The assignment problem on whole numbers: the Hungarian method, in O(rows² x columns)."""

from collections.abc import Sequence
from typing import Final

_INFINITE: Final = 1 << 1000


def assign(prices: Sequence[Sequence[int]]) -> list[int]:
    """The column of each row, all different, with the least sum.

    There are at least as many columns as rows. Among equal sums the order of rows and columns
    decides, so shuffle them for a fair draw.

    >>> assign([[4, 1, 3], [2, 0, 5]])
    [1, 0]
    """
    matching = _Matching(prices)
    for row in range(len(prices)):
        matching.add(row)
    columns = {row: column for column, row in enumerate(matching.row_of) if row >= 0}
    return [columns[row] for row in range(len(prices))]


class _Matching:
    """Rows matched so far; `over` and `under` are the dual prices that prove it cheapest.

    One column more than there are, the last, holds the row that is being added.
    """

    def __init__(self, prices: Sequence[Sequence[int]]) -> None:
        self.prices = prices
        self.width = len(prices[0]) if prices else 0
        self.row_of = [-1] * (self.width + 1)
        self.over = [0] * len(prices)
        self.under = [0] * (self.width + 1)

    def add(self, row: int) -> None:
        """Match one more row, exchanging columns along the cheapest path."""
        self.row_of[self.width] = row
        slack = [_INFINITE] * self.width
        before = [self.width] * self.width
        reached = [self.width]
        ahead = list(range(self.width))
        while self.row_of[reached[-1]] >= 0:
            self._price(reached[-1], ahead, slack, before)
            nearest = min(ahead, key=lambda column: slack[column])
            self._shift(slack[nearest], reached, ahead, slack)
            ahead.remove(nearest)
            reached.append(nearest)
        self._exchange(reached[-1], before)

    def _price(self, column: int, ahead: list[int], slack: list[int], before: list[int]) -> None:
        row = self.row_of[column]
        prices, base = self.prices[row], self.over[row]
        for other in ahead:
            price = prices[other] - base - self.under[other]
            if price < slack[other]:
                slack[other], before[other] = price, column

    def _shift(self, least: int, reached: list[int], ahead: list[int], slack: list[int]) -> None:
        for column in reached:
            self.over[self.row_of[column]] += least
            self.under[column] -= least
        for column in ahead:
            slack[column] -= least

    def _exchange(self, column: int, before: list[int]) -> None:
        while column != self.width:
            self.row_of[column] = self.row_of[before[column]]
            column = before[column]
        self.row_of[self.width] = -1
