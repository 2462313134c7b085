"""What a stack is worth in prize money: the Independent Chip Model of Malmuth and Harville.

The chance to win is a stack's share of the chips; the chance to come next is its share of what is
left without those ahead. Nothing here rounds to money (`deals` does).
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from tournaments.rules.draw import Rng
from tournaments.rules.errors import FloorError

EXACT_MOST: Final = 18
"""Players for whom every set of finishers ahead is looked at; more are sampled."""
SAMPLES: Final = 20_000
_BITS: Final = 256
_ONE: Final = 1 << _BITS
_DUST: Final = 1 << 128


def icm(stacks: Sequence[int], prizes: Sequence[int]) -> list[Fraction]:
    """The value of each stack, for up to `EXACT_MOST` players; the values sum to the prizes.

    One pass over all sets of players ahead, instead of over all orders of them: the chance that
    just these are ahead is the sum over who of them came last. Chances are whole multiples of
    2**-256 and values the nearest one of 2**-128, so that equal values come out equal: two players
    who play for the same prizes must not differ by the dust of a division.

    Args:
        stacks: chips of each player, above zero.
        prizes: best first, in any unit; fewer than players, or as many.

    Raises:
        FloorError: ``icm_players``, ``icm_stack``.

    >>> [round(float(value), 3) for value in icm([50, 30, 20], [70, 30])]
    [45.179, 32.25, 22.571]
    """
    _check(stacks, EXACT_MOST)
    count, total = len(stacks), sum(stacks)
    paid = [*prizes[:count]]
    values = [0] * count
    chips = [0] * (1 << count)
    # The chance that exactly these are ahead, divided by the chips of all others.
    shares = [0] * (1 << count)
    for ahead in range((1 << count) - 1):
        chance = _ONE
        if ahead:
            lowest = ahead & -ahead
            chips[ahead] = chips[ahead ^ lowest] + stacks[lowest.bit_length() - 1]
            if ahead.bit_count() >= len(paid):
                continue
            chance = sum(
                stacks[one] * shares[ahead ^ (1 << one)] for one in range(count) if ahead >> one & 1
            )
        shares[ahead] = chance // (total - chips[ahead])
        worth = shares[ahead] * paid[ahead.bit_count()] if paid else 0
        for one in range(count):
            if not ahead >> one & 1:
                values[one] += worth * stacks[one]
    return [Fraction((value + _DUST // 2) // _DUST, _ONE // _DUST) for value in values]


def icm_sampled(
    stacks: Sequence[int], prizes: Sequence[int], rng: Rng, samples: int = SAMPLES
) -> list[Fraction]:
    """The same for any number of players, from so many finishes drawn by the model itself.

    With 20,000 samples a value is off by about half a percent of the first prize. The values sum
    to the prizes exactly. Raises ``icm_players``, ``icm_stack``.

    >>> import random
    >>> sum(icm_sampled([5] * 40, [100, 50], random.Random(1), 50))
    Fraction(150, 1)
    """
    _check(stacks, len(stacks))
    won = [0] * len(stacks)
    paid = [*prizes[: len(stacks)]]
    for _ in range(samples):
        left = list(range(len(stacks)))
        chips = sum(stacks)
        for prize in paid:
            at, drawn = 0, rng.randrange(chips)
            while drawn >= stacks[left[at]]:
                drawn -= stacks[left[at]]
                at += 1
            chips -= stacks[left[at]]
            won[left.pop(at)] += prize
    return [Fraction(sum_, samples) for sum_ in won]


def _check(stacks: Sequence[int], most: int) -> None:
    if not 1 <= len(stacks) <= most:
        raise FloorError("icm_players", count=len(stacks), most=EXACT_MOST)
    for stack in stacks:
        if type(stack) is not int or stack < 1:
            raise FloorError("icm_stack", value=str(stack))
