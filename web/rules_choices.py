"""The answers that a setting of a rule set can have, each with its effect in one sentence."""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.options import (
    Absent,
    Cap,
    ExactCover,
    FantasylandBreak,
    FantasylandLevel,
    FantasylandOrder,
    Incomplete,
    Royalties,
    Scoring,
    Settlement,
    SimultaneousRank,
    StayCards,
)


class Choice(NamedTuple):
    """What an answer is called, and what follows from it."""

    label: str | Promise
    effect: str | Promise


Answer = StrEnum | bool
YES, NO = pgettext_lazy("setting", "Yes"), pgettext_lazy("setting", "No")

_POINTS: dict[str, dict[Answer, Choice]] = {
    "scoring": {
        Scoring.ONE_SIX: Choice(
            "1–6", _("Each row is worth 1 point, all three rows together 3 more: a scoop makes 6.")
        ),
        Scoring.TWO_FOUR: Choice(
            "2–4",
            _(
                "Each row is worth 1 point, and two or three rows won 1 more: "
                "2 to 1 makes 2 points, 3 to 0 makes 4."
            ),
        ),
    },
    "royalties": {
        Royalties.NET: Choice(
            _("Both players"),
            _("Both players count their royalties, also in rows they lose; the difference counts."),
        ),
        Royalties.TRUMP: Choice(
            _("Winner of the row"),
            _("Only the winner of a row collects its royalty; in a tied row nobody does."),
        ),
    },
    "strict_rows": {
        False: Choice(
            _("Equal rows are legal"),
            _("A hand fouls if an upper row is stronger than the row below; equal rows are legal."),
        ),
        True: Choice(
            _("Equal rows foul"),
            _("A hand fouls unless each row is stronger than the row above it; equal rows foul."),
        ),
    },
}
_FANTASYLAND: dict[str, dict[Answer, Choice]] = {
    "fl_stay_cards": {
        StayCards.SAME: Choice(
            _("As many as before"), _("Who stays gets as many cards as in the hand before.")
        ),
        StayCards.BY_TOP: Choice(
            _("By the new top row"),
            _(
                "Who stays gets the cards that his new top row is worth; if another row kept him, "
                "the fewest."
            ),
        ),
    },
    "fl_order": {
        FantasylandOrder.LAST: Choice(
            pgettext_lazy("when to lay", "Last"),
            _(
                "Players in Fantasyland lay their cards after all others, who play face up; "
                "several of them in their normal order."
            ),
        ),
        FantasylandOrder.FIRST_FACE_DOWN: Choice(
            pgettext_lazy("when to lay", "First, face down"),
            _("Players in Fantasyland lay their cards first, face down, and show them at the end."),
        ),
    },
    "fl_level": {
        FantasylandLevel.CURRENT: Choice(
            _("The new level"),
            _("After a change of level, Fantasyland is played at the new point value."),
        ),
        FantasylandLevel.INHERIT: Choice(
            _("The old level"),
            _("After a change of level, Fantasyland is still played at the old point value."),
        ),
    },
    "fl_before_break": {
        FantasylandBreak.PLAY_OUT: Choice(
            _("Before the break"),
            _("A break starts only when all Fantasyland hands have been played."),
        ),
        FantasylandBreak.AFTER_BREAK: Choice(
            _("After the break"),
            _("A break starts on time; Fantasyland is played after it."),
        ),
    },
    "button_frozen_in_fl": {
        True: Choice(
            pgettext_lazy("button", "Stays"),
            _("The button stays while anyone at the table is in Fantasyland."),
        ),
        False: Choice(
            pgettext_lazy("button", "Moves"),
            _("The button moves after every hand, also in Fantasyland."),
        ),
    },
    "button_sits_out": {
        False: Choice(NO, _("Everyone at the table plays every hand.")),
        True: Choice(YES, _("With four or more at a table, the player on the button sits out.")),
    },
}
_CHIPS: dict[str, dict[Answer, Choice]] = {
    "settlement": {
        Settlement.PAIRS: Choice(
            _("Pair by pair"),
            _(
                "Player 1 sits left of the button. The pairs settle in the order 1–2, 1–3, 2–3, "
                "with more players in the same manner."
            ),
        ),
        Settlement.PAYER_ROUNDS: Choice(
            _("Player by player"),
            _(
                "Player 1, left of the button, pays all he owes, first to the player on his left; "
                "then player 2 pays, and so on."
            ),
        ),
    },
    "cap": {
        Cap.START: Choice(
            _("Own stack at the start"),
            _("From each opponent a player wins at most his own stack at the start of the hand."),
        ),
        Cap.CURRENT: Choice(
            _("Own stack at the payment"),
            _("From each opponent a player wins at most what he has in front of him by then."),
        ),
        Cap.PAIR_MIN: Choice(
            _("The smaller of both stacks"),
            _("Two players settle at most the smaller of their stacks at the start of the hand."),
        ),
        Cap.NONE: Choice(
            _("No cap"), _("A player can win any sum from an opponent who has the chips.")
        ),
    },
    "winnings_usable": {
        True: Choice(YES, _("Chips won in one payment can be lost in the next one.")),
        False: Choice(
            NO, _("Chips won in a hand are safe in it: a player pays with his own stack only.")
        ),
    },
    "exact_cover": {
        ExactCover.ALIVE: Choice(
            _("Stays in"),
            _(
                "Who pays with exactly his last chip can still win later payments; he is out if "
                "he has nothing at the end of the hand."
            ),
        ),
        ExactCover.OUT: Choice(
            _("Out at once"), _("Who pays his last chip is out at once and wins nothing more.")
        ),
    },
    "simultaneous_rank": {
        SimultaneousRank.START_STACK: Choice(
            _("Start stack"),
            _(
                "Of players out on the same hand, the bigger stack at its start takes the higher "
                "place; equal stacks share it."
            ),
        ),
        SimultaneousRank.PAYMENT_ORDER: Choice(
            _("Start stack, then payments"),
            _(
                "Of players out on the same hand, the bigger stack at its start takes the higher "
                "place; of equal stacks, the one that lasted longer."
            ),
        ),
    },
    "absent": {
        Absent.AUTOPLAY: Choice(
            _("Auto-play"),
            _("Cards of an absent player are laid as they come: bottom, middle, then top row."),
        ),
        Absent.FOUL: Choice(_("Foul"), _("The hand of an absent player is a foul.")),
        Absent.DEAD_3: Choice(
            _("Dead hand, 3 points"),
            _(
                "The hand of an absent player is dead: he pays each opponent 3 points and no "
                "royalties."
            ),
        ),
    },
    "incomplete": {
        Incomplete.FOUL_TD: Choice(
            _("Foul, unless the director waives it"),
            _("A hand of fewer than 13 cards fouls, unless the director rules otherwise."),
        ),
        Incomplete.FOUL: Choice(
            _("Always a foul"), _("A hand of fewer than 13 cards fouls, without exception.")
        ),
    },
}
CHOICES: Mapping[str, Mapping[Answer, Choice]] = {**_POINTS, **_FANTASYLAND, **_CHIPS}
"""Label and effect of every answer, by setting; ``fl_stay_cards`` may be a number instead."""
