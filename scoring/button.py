"""Where the button goes, who is dealt in, and who acts when. Seats rise clockwise."""

from bisect import bisect_right
from collections.abc import Collection, Sequence

from scoring.errors import RuleError
from scoring.rules import RuleSet

_SITS_OUT_FROM = 4
MOST = 10**12
"""No seat, stack or point value is larger, so that every amount fits where it is stored."""


def acting_order(button: int, seats: Collection[int]) -> tuple[int, ...]:
    """The seats from the left of the button round the table; the button itself comes last.

    It is also the order of payments (Vamos rules, payments). The button need not be at one of
    the seats.

    Example:
        >>> acting_order(2, [1, 2, 3])
        (3, 1, 2)
    """
    clockwise = sorted(seats)
    left = bisect_right(clockwise, button)
    return (*clockwise[left:], *clockwise[:left])


def dealt_in(rules: RuleSet, button: int, seats: Collection[int]) -> tuple[int, ...]:
    """The seats that play a hand, in acting order.

    Everybody does, unless the button sits out from four players on (S. Farnia on two-table
    shoot-outs; RebuyStars rules for the final table).

    Example:
        >>> dealt_in(RuleSet(button_sits_out=True), 2, [1, 2, 3, 4])
        (3, 4, 1)
    """
    order = acting_order(button, seats)
    if rules.button_sits_out and len(order) >= _SITS_OUT_FROM:
        return tuple(seat for seat in order if seat != button)
    return order


def next_button(rules: RuleSet, button: int, seats: Collection[int], *, fantasyland: bool) -> int:
    """The button of the next hand among ``seats``, those that are in it.

    It moves one seat clockwise. It stays while somebody among them plays Fantasyland; when its
    own seat is empty then, it goes counter-clockwise, so that the others act in the same order as
    before (Vamos rules, button; the second half is our ruling).

    Raises:
        RuleError: ``too_few_players`` when nobody is left.

    Example:
        >>> next_button(RuleSet(), 1, [2, 3], fantasyland=True)
        3
        >>> next_button(RuleSet(), 1, [2, 3], fantasyland=False)
        2
    """
    if not seats:
        raise RuleError("too_few_players", count=0, least=1)
    return pass_on(rules, acting_order(button, seats), fantasyland=fantasyland)


def pass_on(rules: RuleSet, order: Sequence[int], *, fantasyland: bool) -> int:
    """The next button among seats in the acting order of the last hand, as in `next_button`."""
    return order[-1] if fantasyland and rules.button_frozen_in_fl else order[0]


def check_seats(button: int, seats: Collection[int]) -> None:
    """Refuse what cannot be seats, or a button that was never at one.

    Raises:
        RuleError: ``bad_seat`` or ``bad_button``.
    """
    seen = set[int]()
    for seat in seats:
        if not positive(seat):
            raise RuleError("bad_seat", seat=seat)
        if seat in seen:
            raise RuleError("bad_seat/twice", seat=seat)
        seen.add(seat)
    if not positive(button):
        raise RuleError("bad_button", button=button, seats=", ".join(map(str, sorted(seats))))


def positive(number: int) -> bool:
    """Whether this is a whole number from 1 to `MOST`; True and 2.0 are not.

    Example:
        >>> positive(3), positive(0), positive(True)
        (True, False, False)
    """
    return type(number) is int and 0 < number <= MOST
