"""The rules of a game as a page: what a rule set says, its price lists and a worked example."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from scoring.presets import PRESETS, describe
from scoring.rules import RuleSet
from web.example import Example, worked_example
from web.presets import LABELS as PRESET_LABELS
from web.rules_tables import FIVE_HANDS, Priced, entry_prices, stay_hands, top_prices
from web.rules_text import GROUPS, LABELS, effect

LINES: Mapping[str, str | Promise] = {
    "vamos": gettext_lazy(
        "The tour's own game: Pineapple with a Fantasyland of 14 to 17 cards by the hand on top."
    ),
    "pineapple": gettext_lazy(
        "Three cards a street, one thrown away; Fantasyland with 14 cards from queens."
    ),
    "pineapple-aa": gettext_lazy("Pineapple where only aces or better enter Fantasyland."),
    "ofc": gettext_lazy(
        "The classic: five cards, then one at a time, up to four players, Fantasyland with 13."
    ),
    "two-deck": gettext_lazy("Pineapple for up to six: every card is there twice."),
    "two-deck-ofc": gettext_lazy("Classic OFC for up to six: every card is there twice."),
    "criss-cross": gettext_lazy("Two players lay two layouts each; one payment for all of them."),
    "ept-2013": gettext_lazy(
        "The first stack cap: nobody wins more from a player than he has at that time."
    ),
    "pca-2013": gettext_lazy("The first big OFC event: no cap at all."),
    "legends-2013": gettext_lazy("Bicycle Casino: no Fantasyland."),
    "aria-2013": gettext_lazy("Las Vegas: no Fantasyland, three of a kind in the middle is free."),
    "nugget-2013": gettext_lazy("Las Vegas: only the winner of a row takes its royalty."),
    "bristol-2013": gettext_lazy(
        "Each player pays all his debts in turn and is out with his last chip."
    ),
}
"""One line about each preset."""

_NEEDS_FANTASYLAND = {"fl_stay", "fl_stay_cards", "fl_order", "fl_level", "fl_before_break"} | {
    "button_frozen_in_fl",
}
_ON_TABLES = {"royalty_table", "fl_entry", "fl_stay"}


@dataclass(frozen=True, slots=True)
class Item:
    """A setting in words; ``house``: it differs from the preset."""

    setting: str
    label: str | Promise
    effect: str
    house: bool


@dataclass(frozen=True, slots=True)
class Section:
    """Some settings under a title."""

    title: str | Promise
    items: Sequence[Item]


@dataclass(frozen=True, slots=True)
class RulesView:
    """Everything a rules page shows."""

    preset: str
    title: str | Promise
    line: str | Promise
    changed: int
    sections: Mapping[str, Section]
    pairs: Sequence[Priced]
    trips: Sequence[Priced]
    five: Sequence[tuple[str, int, int]]
    entry: Sequence[Priced]
    stay: Sequence[tuple[str, str]]
    example: Example


def presets() -> list[tuple[str, str | Promise, str | Promise]]:
    """Name, label and line of each preset, in the order of the labels."""
    names = sorted(PRESETS, key=[*PRESET_LABELS].index)
    return [(name, PRESET_LABELS[name], LINES[name]) for name in names]


def rules_view(rules: RuleSet) -> RulesView:
    """The page of a rule set."""
    nearest, changes = describe(rules)
    top = top_prices(rules.royalty_table.top)
    return RulesView(
        preset=nearest,
        title=PRESET_LABELS[nearest],
        line=LINES[nearest],
        changed=len(changes),
        sections={group.key: _section(group.key, rules, changes) for group in GROUPS},
        pairs=[line for line in top if len(line.cards) == 2],
        trips=[line for line in top if len(line.cards) == 3],
        five=list(_five(rules)),
        entry=entry_prices(rules),
        stay=stay_hands(rules),
        example=worked_example(rules),
    )


def _section(key: str, rules: RuleSet, changes: Mapping[str, object]) -> Section:
    group = next(group for group in GROUPS if group.key == key)
    skipped = _ON_TABLES if rules.fantasyland_cards else _ON_TABLES | _NEEDS_FANTASYLAND
    items = [
        Item(name, LABELS[name], effect(rules, name), name in changes)
        for name in group.settings
        if name not in skipped or name in changes
    ]
    return Section(group.title, items)


def _five(rules: RuleSet) -> list[tuple[str, int, int]]:
    """Hand, points in the middle, points in the bottom."""
    table = rules.royalty_table
    return [
        (str(name), getattr(table.middle, key), getattr(table.bottom, key))
        for key, name in FIVE_HANDS.items()
        if rules.decks > 1 or key != "five_of_a_kind"
    ]
