"""Deals of the last players: what each of them gets instead of the prizes still to be played for.

Amounts are whole minor units and sum to those prizes to the cent, less what is saved for the
winner. Whether a deal may be made now is the command's business; what it says is decided here.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from fractions import Fraction

from tournaments.rules.errors import FloorError
from tournaments.rules.icm import icm
from tournaments.rules.payouts import largest_remainder


class Deal(StrEnum):
    """How the money is shared."""

    ICM = "icm"
    CHIPS = "chips"
    EVEN = "even"
    NEGOTIATED = "negotiated"


def shares(
    kind: Deal, stacks: Mapping[int, int], prizes: Sequence[int], unit: int = 1, save: int = 0
) -> dict[int, int]:
    """What each entry gets.

    Args:
        kind: every one but a negotiated deal, which nobody can work out.
        stacks: chips of each entry that is still in.
        prizes: of the places still played for, best first; as many as players, zeros included.
        unit: amounts are whole multiples of it, by the largest remainder, ties to the bigger
            stack; what is below a unit goes to the biggest.
        save: what is put aside for the winner, out of the first prize.

    Raises:
        FloorError: ``deal_save``, or what `icm` refuses.

    >>> shares(Deal.ICM, {1: 50, 2: 30, 3: 20}, [70, 30, 0])
    {1: 45, 2: 32, 3: 23}
    >>> shares(Deal.CHIPS, {1: 50, 2: 30, 3: 20}, [50, 30, 20], save=10)
    {1: 35, 2: 29, 3: 26}
    """
    played = left_to_share(prizes, save)
    total, count, chips = sum(played), len(stacks), sum(stacks.values())
    floor = min(played)
    exact: dict[int, Fraction]
    if kind is Deal.ICM:
        exact = dict(zip(stacks, icm([*stacks.values()], played), strict=True))
    elif kind is Deal.CHIPS:
        rest = total - count * floor
        exact = {entry: floor + Fraction(rest * stack, chips) for entry, stack in stacks.items()}
    else:
        exact = dict.fromkeys(stacks, Fraction(total, count))
    biggest = sorted(stacks, key=lambda entry: (-stacks[entry], entry))
    return largest_remainder(total, exact, unit, biggest)


def left_to_share(prizes: Sequence[int], save: int) -> list[int]:
    """The prizes without what is saved for the winner; ``deal_save`` when that is too much.

    >>> left_to_share([50, 30, 20], 20)
    [30, 30, 20]
    """
    second = prizes[1] if len(prizes) > 1 else 0
    if not 0 <= save <= prizes[0] - second:
        raise FloorError("deal_save", save=save, most=prizes[0] - second)
    return [prizes[0] - save, *prizes[1:]]


def check_deal(amounts: Mapping[int, int], prizes: Sequence[int], save: int) -> None:
    """Refuse amounts that are not the prizes still played for, to the cent.

    Raises:
        FloorError: ``deal_sum``, ``deal_save``, ``prize_amount``.
    """
    for amount in amounts.values():
        if type(amount) is not int or amount < 0:
            raise FloorError("prize_amount", value=str(amount))
    total = sum(left_to_share(prizes, save))
    if sum(amounts.values()) != total:
        raise FloorError("deal_sum", sum=sum(amounts.values()), total=total)


def unusual(amounts: Mapping[int, int], prizes: Sequence[int], save: int) -> list[int]:
    """Entries whose amount no place pays: above first prize, or below the last still to come.

    >>> unusual({1: 149, 2: 1}, [100, 50], 0)
    [1, 2]
    """
    most, least = prizes[0], min(left_to_share(prizes, save))
    return [entry for entry, amount in amounts.items() if not least <= amount <= most]
