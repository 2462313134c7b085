"""Points turned into chips: who pays whom, in which order, how much at most, and who is out.

Every amount is whole chips, and none are made or lost. It knows nothing of cards.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from itertools import groupby
from typing import NamedTuple

from scoring.options import Cap, ExactCover, Settlement, SimultaneousRank
from scoring.rules import RuleSet


class Status(StrEnum):
    """How a payment ended."""

    FULL = "full"
    CAPPED = "capped"
    SHORT = "short"
    VOID = "void"


_new = tuple.__new__  # As in `scoring.points`; and looking a member up in its enum is slow.
_FULL, _CAPPED, _SHORT, _VOID = Status
_START, _PAIRS, _OUT = Cap.START, Settlement.PAIRS, ExactCover.OUT


class Debt(NamedTuple):
    """What one player owes another for the hand, before cap and stack; chips above zero."""

    payer: int
    payee: int
    due: int


class Payment(NamedTuple):
    """One payment and what explains it; all amounts in chips.

    ``owed`` is what is due after the cap, ``paid`` what moves. ``limit`` is the cap that held for
    this payment (None: there was none), ``funds`` what the payer had for it. ``gone`` are those of
    the two who were out already, ``out`` is whether this payment put the payer out at once.
    """

    payer: int
    payee: int
    due: int
    owed: int
    paid: int
    status: Status
    limit: int | None
    funds: int
    gone: tuple[int, ...] = ()
    out: bool = False

    def as_json(self) -> dict[str, object]:
        """The payment of the hand contract, with the cap, the funds and who was out."""
        return self._asdict() | {"status": self.status.value, "gone": list(self.gone)}


class Settled(NamedTuple):
    """All payments in their order, the stacks afterwards and who is out.

    ``stacks`` are pairs of seat and chips in payment order. ``eliminated`` are groups of seats,
    the best finisher first; seats of one group finish level.
    """

    payments: tuple[Payment, ...]
    stacks: tuple[tuple[int, int], ...]
    eliminated: tuple[tuple[int, ...], ...]


def settle(rules: RuleSet, stacks: Sequence[tuple[int, int]], debts: Sequence[Debt]) -> Settled:
    """Pay all debts under the rule set.

    ``stacks`` are pairs of seat and chips at the start of the hand, in payment order: the seat
    left of the button first. ``debts`` come pair by pair in the same order, 1-2, 1-3, 2-3.

    Source: Vamos rules, payments; the other readings and house rules are settings
    (``settlement``, ``cap``, ``winnings_usable``, ``exact_cover``, ``simultaneous_rank``).

    Example:
        >>> done = settle(RuleSet(), [(1, 800), (2, 5000)], [Debt(1, 2, 1000)])
        >>> done.payments[0].status.value, done.stacks, done.eliminated
        ('short', ((1, 0), (2, 5800)), ((1,),))
    """
    start, chips = dict(stacks), dict(stacks)
    out: set[int] = set()
    payments: list[Payment] = []
    for payer, payee, due in payment_order(rules, list(start), debts):
        limit = start[payee] if rules.cap is _START else _limit(rules, start, chips, payer, payee)
        owed = due if limit is None else min(due, limit)
        funds = chips[payer] if rules.winnings_usable else start[payer] - _given(payments, payer)
        if payer in out or payee in out:
            gone = tuple(seat for seat in (payer, payee) if seat in out)
            payments.append(Payment(payer, payee, due, owed, 0, _VOID, limit, funds, gone))
            continue
        paid = min(owed, funds)
        chips[payer] -= paid
        chips[payee] += paid
        broke = not chips[payer] and (paid < owed or (paid > 0 and rules.exact_cover is _OUT))
        if broke:
            out.add(payer)
        status = _SHORT if paid < owed else _CAPPED if owed < due else _FULL
        line = (payer, payee, due, owed, paid, status, limit, funds, (), broke)
        payments.append(_new(Payment, line))
    return Settled(
        tuple(payments), tuple(chips.items()), _finishers(rules, stacks, chips, payments)
    )


def payment_order(rules: RuleSet, order: Sequence[int], debts: Sequence[Debt]) -> Sequence[Debt]:
    """The debts, given pair by pair, in the order in which they are paid.

    Pair by pair: 1-2, 1-3, (1-4,) 2-3 and so on (Vamos rules). In payer rounds player 1 pays all
    his debts, starting with the player on his left, then player 2 (Bristol Street 2013).

    Example:
        >>> debts = [Debt(2, 1, 10), Debt(1, 3, 20)]
        >>> rounds = RuleSet(settlement=Settlement.PAYER_ROUNDS)
        >>> [debt.payer for debt in payment_order(RuleSet(), [1, 2, 3], debts)]
        [2, 1]
        >>> [debt.payer for debt in payment_order(rounds, [1, 2, 3], debts)]
        [1, 2]
    """
    if rules.settlement is _PAIRS:
        return debts
    place = {seat: number for number, seat in enumerate(order)}

    def payer_first(debt: Debt) -> tuple[int, int]:
        payer = place[debt.payer]
        return payer, (place[debt.payee] - payer) % len(order)

    return sorted(debts, key=payer_first)


def _limit(
    rules: RuleSet, start: Mapping[int, int], chips: Mapping[int, int], payer: int, payee: int
) -> int | None:
    """The most that may be won by this payment, where it is not the winner's own start stack."""
    if rules.cap is Cap.CURRENT:
        return chips[payee]
    if rules.cap is Cap.PAIR_MIN:
        return min(start[payer], start[payee])
    return None


def _given(payments: Sequence[Payment], payer: int) -> int:
    return sum(payment.paid for payment in payments if payment.payer == payer)


def _finishers(
    rules: RuleSet,
    stacks: Sequence[tuple[int, int]],
    chips: Mapping[int, int],
    payments: Sequence[Payment],
) -> tuple[tuple[int, ...], ...]:
    """Who is out, the bigger start stack first; equal ones tie or rank by when they went out."""
    gone = [(start, seat) for seat, start in stacks if not chips[seat]]
    if not gone:
        return ()
    by_payment = rules.simultaneous_rank is SimultaneousRank.PAYMENT_ORDER

    def finish(one: tuple[int, int]) -> tuple[int, int, int]:
        start, seat = one
        return (start, *(_last_chip(payments, seat) if by_payment else (0, 0)))

    gone.sort(key=finish, reverse=True)
    return tuple(tuple(seat for _, seat in level) for _, level in groupby(gone, key=finish))


def _last_chip(payments: Sequence[Payment], seat: int) -> tuple[int, int]:
    """When a seat went out: by which payment, and which one took its last chip.

    Who lasted to the end of the hand went out after those who were put out by a payment.
    """
    own = [(number, one) for number, one in enumerate(payments) if one.payer == seat]
    out = next((number for number, one in own if one.out), len(payments))
    return out, max((number for number, one in own if one.paid), default=-1)
