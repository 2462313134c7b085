"""An amount in chips of a set: how a payment is handed over, biggest chips first."""

from collections.abc import Sequence

from tournaments.rules.errors import FloorError

MOST_VALUES = 12


def check_chips(values: Sequence[int]) -> list[int]:
    """The values of a chip set, biggest first; ``chips_values`` unless they can be one.

    >>> check_chips([100, 5000, 1000])
    [5000, 1000, 100]
    """
    whole = all(type(value) is int and 0 < value <= 10**9 for value in values)
    if not values or len(values) > MOST_VALUES or not whole or len({*values}) != len(values):
        raise FloorError("chips_values", values=", ".join(map(str, values)))
    return sorted(values, reverse=True)


def breakdown(amount: int, values: Sequence[int]) -> tuple[list[tuple[int, int]], int]:
    """The amount as (count, value) of chips, biggest first, and what no chip of the set can pay.

    Greedy, as dealers count: exact for every usual set, where each value divides the next.

    >>> breakdown(3_450, [5000, 1000, 500, 100])
    ([(3, 1000), (4, 100)], 50)
    """
    found = []
    for value in sorted(values, reverse=True):
        count, amount = divmod(amount, value)
        if count:
            found.append((count, value))
    return found, amount
