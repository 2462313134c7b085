"""A rule set in words: every setting has a label, and every value of it one sentence."""

from collections.abc import Callable, Mapping
from itertools import groupby
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.options import StayCards
from scoring.rules import RuleSet
from web.rules_choices import CHOICES
from web.rules_tables import entry_text, natural_texts, royalty_text, stay_text


class Group(NamedTuple):
    """Settings that belong together on a page."""

    key: str
    title: str | Promise
    settings: tuple[str, ...]


GROUPS = (
    Group(
        "game",
        gettext_lazy("Game"),
        ("max_players", "min_players", "decks", "streets", "layouts_per_player"),
    ),
    Group("rows", gettext_lazy("Rows and fouls"), ("strict_rows", "penalty_exposed_card")),
    Group("points", gettext_lazy("Points"), ("scoring", "moon", "naturals")),
    Group("royalties", gettext_lazy("Royalties"), ("royalties", "royalty_table")),
    Group(
        "fantasyland",
        gettext_lazy("Fantasyland"),
        (
            "fl_entry",
            "fl_stay",
            "fl_stay_cards",
            "fl_order",
            "fl_level",
            "fl_before_break",
        ),
    ),
    Group("button", gettext_lazy("Button"), ("button_frozen_in_fl", "button_sits_out")),
    Group("payments", gettext_lazy("Payments"), ("settlement", "cap", "winnings_usable")),
    Group("places", gettext_lazy("Out and places"), ("exact_cover", "simultaneous_rank")),
    Group(
        "absent",
        gettext_lazy("Absent and incomplete"),
        ("absent", "incomplete", "penalty_missed_turn"),
    ),
)
"""Every setting of a rule set, in the order of the pages."""

LABELS: Mapping[str, str | Promise] = {
    "max_players": gettext_lazy("Most players at a table"),
    "min_players": gettext_lazy("Fewest players in a hand"),
    "decks": gettext_lazy("Decks"),
    "streets": gettext_lazy("Streets"),
    "layouts_per_player": gettext_lazy("Layouts a player"),
    "strict_rows": gettext_lazy("Equal rows"),
    "penalty_exposed_card": gettext_lazy("Card shown too early"),
    "scoring": gettext_lazy("Points of the rows"),
    "moon": gettext_lazy("Shooting the moon"),
    "naturals": gettext_lazy("Naturals"),
    "royalties": gettext_lazy("Who collects royalties"),
    "royalty_table": gettext_lazy("Royalty tables"),
    "fl_entry": gettext_lazy("Entry"),
    "fl_stay": gettext_lazy("Staying in"),
    "fl_stay_cards": gettext_lazy("Cards when staying"),
    "fl_order": gettext_lazy("When Fantasyland is laid"),
    "fl_level": gettext_lazy("Point value after a change of level"),
    "fl_before_break": gettext_lazy("Fantasyland and breaks"),
    "button_frozen_in_fl": gettext_lazy("Button in Fantasyland"),
    "button_sits_out": gettext_lazy("Button sits out"),
    "settlement": gettext_lazy("Order of payments"),
    "cap": gettext_lazy("Most a player can win from one opponent"),
    "winnings_usable": gettext_lazy("Winnings can be lost again"),
    "exact_cover": gettext_lazy("Last chip paid in full"),
    "simultaneous_rank": gettext_lazy("Out on the same hand"),
    "absent": gettext_lazy("Absent player"),
    "incomplete": gettext_lazy("Fewer than 13 cards"),
    "penalty_missed_turn": gettext_lazy("Missed turn"),
}
"""What each setting is called."""


def effect(rules: RuleSet, setting: str) -> str:
    """What follows from the value that the setting has, in one sentence or a few.

    Example:
        >>> effect(RuleSet(moon=20), "decks")
        'One deck: every card is there once.'
    """
    if setting in _EFFECTS:
        return _EFFECTS[setting](rules)
    return str(CHOICES[setting][getattr(rules, setting)].effect)


def _max_players(rules: RuleSet) -> str:
    text = ngettext(
        "At most {count} player sits at a table.",
        "At most {count} players sit at a table.",
        rules.chairs,
    )
    return text.format(count=rules.chairs)


def _min_players(rules: RuleSet) -> str:
    text = ngettext(
        "A hand takes at least {count} player.",
        "A hand takes at least {count} players.",
        rules.min_players,
    )
    return text.format(count=rules.min_players)


def _decks(rules: RuleSet) -> str:
    if rules.decks == 1:
        return _("One deck: every card is there once.")
    return _("Two decks: every card is there twice; flushes may hold pairs.")


def _streets(rules: RuleSet) -> str:
    parts = [_street(len(list(same)), *street) for street, same in groupby(rules.streets)]
    return _("Dealt to each player: {streets}.").format(streets=_("; then ").join(parts))


def _street(times: int, deal: int, place: int) -> str:
    text = ngettext("{count} card", "{count} cards", deal).format(count=deal)
    if times > 1:
        text = _("{times} times {cards}").format(times=times, cards=text)
    if place == deal:
        return text
    return _("{cards}, {placed} laid and {discarded} thrown away").format(
        cards=text, placed=place, discarded=deal - place
    )


def _layouts(rules: RuleSet) -> str:
    if rules.layouts_per_player == 1:
        return _("Every player lays one layout.")
    return _(
        "Every player lays two layouts. They do not meet each other; all others are added up to "
        "one payment."
    )


def points_each(points: int) -> str:
    """A sum of points that everyone gets."""
    text = ngettext("{count} point to each opponent", "{count} points to each opponent", points)
    return text.format(count=points)


def _moon(rules: RuleSet) -> str:
    if not rules.moon:
        return _("Shooting the moon is not played.")
    text = ngettext(
        "A legal hand with at most a jack high in the bottom row wins {count} point from each "
        "opponent instead of the normal count; two of them cancel.",
        "A legal hand with at most a jack high in the bottom row wins {count} points from each "
        "opponent instead of the normal count; two of them cancel.",
        rules.moon,
    )
    return text.format(count=rules.moon)


def _naturals(rules: RuleSet) -> str:
    if not rules.naturals.best:
        return _("Naturals are not played.")
    end = _("They count before a foul and instead of the rows; two naturals cancel.")
    return " ".join([*natural_texts(rules.naturals), end])


def _stay_cards(rules: RuleSet) -> str:
    cards = rules.fl_stay_cards
    if isinstance(cards, StayCards):
        return str(CHOICES["fl_stay_cards"][cards].effect)
    text = ngettext(
        "Who stays gets {count} card.", "Who stays gets {count} cards, whatever he had.", cards
    )
    return text.format(count=cards)


def _exposed(rules: RuleSet) -> str:
    if not rules.penalty_exposed_card:
        return _("A card turned over before one's turn costs nothing.")
    cost = points_each(rules.penalty_exposed_card)
    return _("A card turned over before one's turn costs {points}.").format(points=cost)


def _missed(rules: RuleSet) -> str:
    if not rules.penalty_missed_turn:
        return _("A missed turn costs nothing.")
    return _("A missed turn costs {points}.").format(points=points_each(rules.penalty_missed_turn))


_EFFECTS: dict[str, Callable[[RuleSet], str]] = {
    "max_players": _max_players,
    "min_players": _min_players,
    "decks": _decks,
    "streets": _streets,
    "layouts_per_player": _layouts,
    "moon": _moon,
    "naturals": _naturals,
    "royalty_table": royalty_text,
    "fl_entry": entry_text,
    "fl_stay": stay_text,
    "fl_stay_cards": _stay_cards,
    "penalty_exposed_card": _exposed,
    "penalty_missed_turn": _missed,
}
