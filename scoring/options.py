"""The closed sets of answers that a setting can have."""

from enum import StrEnum
from typing import NamedTuple


class Street(NamedTuple):
    """One street of a hand: how many cards a player gets, how many of them he lays."""

    deal: int
    place: int


class Scoring(StrEnum):
    """The unit score of a pair: 3 more for all rows, or 1 more for two or three of them."""

    ONE_SIX = "1-6"
    TWO_FOUR = "2-4"


class Royalties(StrEnum):
    """Who collects a royalty: each his own, or only the winner of the row."""

    NET = "net"
    TRUMP = "trump"


class Cap(StrEnum):
    """The most a player can win from one opponent.

    His stack at the start of the hand, his stack at that payment, no limit, or the smaller start
    stack of the two.
    """

    START = "start"
    CURRENT = "current"
    NONE = "none"
    PAIR_MIN = "pair_min"


class Settlement(StrEnum):
    """The order of payments: pair by pair, or all debts of one player after the other's."""

    PAIRS = "pairs"
    PAYER_ROUNDS = "payer_rounds"


class ExactCover(StrEnum):
    """What becomes of a player who pays his last chip in full."""

    ALIVE = "alive"
    OUT = "out"


class SimultaneousRank(StrEnum):
    """How players of equal start stack rank who go out on one hand: tied, or by payment order."""

    START_STACK = "start_stack"
    PAYMENT_ORDER = "payment_order"


class Absent(StrEnum):
    """What happens to the hand of a player who is not there."""

    AUTOPLAY = "autoplay"
    FOUL = "foul"
    DEAD_3 = "dead_3"


class Incomplete(StrEnum):
    """What fewer than thirteen cards are: a foul the director may waive, or a foul."""

    FOUL_TD = "foul_td"
    FOUL = "foul"


class FantasylandOrder(StrEnum):
    """When players in Fantasyland set their cards."""

    LAST = "last"
    FIRST_FACE_DOWN = "first_face_down"


class FantasylandLevel(StrEnum):
    """Which point value a Fantasyland hand is played at after a level change."""

    CURRENT = "current"
    INHERIT = "inherit"


class FantasylandBreak(StrEnum):
    """What a break does to pending Fantasyland hands."""

    PLAY_OUT = "play_out"
    AFTER_BREAK = "after_break"


class StayCards(StrEnum):
    """Cards of a repeated Fantasyland, where the number is not fixed."""

    SAME = "same"
    BY_TOP = "by_top"
