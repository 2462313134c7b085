"""The editor of house rules: every setting with its choices, and what differs from the preset."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from core.messages import sentence
from scoring.errors import RuleError
from scoring.evaluate import Category
from scoring.presets import customise, preset
from scoring.rules import RuleSet, read_settings
from scoring.settings import plain
from scoring.tariff import NATURALS
from web.presets import LABELS as PRESET_LABELS
from web.rules_choices import CHOICES
from web.rules_fields import (
    FIXED,
    FLAGS,
    START,
    TOP_HANDS,
    Settings,
    Unread,
    fields_of,
    overrides_of,
    read_setting,
)
from web.rules_tables import FIVE_HANDS, NATURAL_NAMES, top_hand
from web.rules_text import GROUPS, LABELS, effect
from web.sentences import CATEGORIES
from web.templatetags.cards import ROW_NAMES

_ARITHMETIC = "max_players"
_STAYS = {
    "top": (Category.PAIR, Category.THREE_OF_A_KIND),
    "middle": tuple(Category)[1:],
    "bottom": tuple(Category)[1:],
}


@dataclass(frozen=True, slots=True)
class Option:
    """One answer of a setting. ``standard``: it is the preset's."""

    value: str
    label: str | Promise
    effect: str | Promise
    chosen: bool
    standard: bool


@dataclass(frozen=True, slots=True)
class Cell:
    """One number, or one choice of a list, with the preset's value where it differs."""

    name: str
    label: str | Promise
    value: str
    standard: str
    options: Sequence[tuple[str, str | Promise]] = ()

    @property
    def changed(self) -> bool:
        """Whether the preset says something else."""
        return self.value.strip() != self.standard


@dataclass(frozen=True, slots=True)
class Row:
    """Cells under one heading."""

    title: str | Promise
    cells: Sequence[Cell]


@dataclass(frozen=True, slots=True)
class SettingView:
    """One setting of the editor. Radio buttons, a line to type in, or rows of cells."""

    name: str
    label: str | Promise
    effect: str
    standard: str
    changed: bool
    error: str
    options: Sequence[Option] = ()
    text: Cell | None = None
    rows: Sequence[Row] = ()


@dataclass(frozen=True, slots=True)
class Section:
    """Settings that belong together."""

    key: str
    title: str | Promise
    settings: Sequence[SettingView]


@dataclass(frozen=True, slots=True)
class Editor:
    """The page. ``overrides`` is what the event will store."""

    preset: str
    title: str | Promise
    sections: Sequence[Section]
    changed: Sequence[SettingView]
    overrides: str
    errors: Sequence[SettingView]


def editor(name: str, data: Mapping[str, str]) -> Editor:
    """The editor as it was typed, or as it starts: the preset with the overrides carried in."""
    base = preset(name)
    typed = {**fields_of(_start(base, data.get("overrides", ""))), **data}
    overrides, rules, errors = _read(base, typed)
    settings = {
        setting: _view(setting, rules, base, typed, errors.get(setting, "")) for setting in LABELS
    }
    return Editor(
        preset=name,
        title=PRESET_LABELS[name],
        sections=[
            Section(group.key, group.title, [settings[one] for one in group.settings])
            for group in GROUPS
        ],
        changed=[one for one in settings.values() if one.changed],
        overrides=json.dumps(overrides),
        errors=[one for one in settings.values() if one.error],
    )


def _start(base: RuleSet, carried: str) -> RuleSet:
    try:
        return customise(base, overrides_of(carried))
    except RuleError:
        return base


def _read(base: RuleSet, data: Mapping[str, str]) -> tuple[Settings, RuleSet, dict[str, str]]:
    """The overrides, the rules they make as far as they can be made, and what is wrong."""
    standard = base.as_json()
    overrides: Settings = {}
    errors: dict[str, str] = {}
    rules = base
    for name in LABELS:
        try:
            value = _as_written(name, read_setting(name, data))
        except Unread as problem:
            errors[name] = str(problem)
            continue
        except RuleError as error:
            errors[name] = _refusal(error)
            continue
        if value != standard[name]:
            overrides[name] = value
    try:
        rules = customise(base, overrides)
    except RuleError as error:
        setting = str(error.params.get("setting", _ARITHMETIC))
        errors.setdefault(setting, _refusal(error))
        rules = _as_far(base, overrides)
    return overrides, rules, errors


def _as_written(name: str, value: object) -> object:
    """The value as a rule set writes it, so that it can be compared with the preset's."""
    return plain(read_settings({name: value})[name])


def _refusal(error: RuleError) -> str:
    """Why the game cannot be played; a setting is called by the name it has on the page."""
    if "setting" not in error.params or "choices" not in error.params:
        return sentence(error)
    return _("This cannot be {value}. Possible: {choices}.").format(**error.params)


def _as_far(base: RuleSet, overrides: Settings) -> RuleSet:
    """The rules with every override that can be made alone, for the sentences of the page."""
    rules = base
    for name, value in overrides.items():
        try:
            rules = customise(rules, {name: value})
        except RuleError:
            continue
    return rules


def _view(
    name: str, rules: RuleSet, base: RuleSet, data: Mapping[str, str], error: str
) -> SettingView:
    changed = bool(error) or getattr(rules, name) != getattr(base, name)
    view = SettingView(name, LABELS[name], effect(rules, name), effect(base, name), changed, error)
    standard = fields_of(base)
    if name in FLAGS:
        return replace(view, options=_flags(name, data, base))
    if name == "fl_stay_cards":
        options = [*_options(name, data, base), _fixed(data, base)]
        return replace(view, options=options, text=_cell(f"{name}.count", "", data, standard))
    if name in CHOICES:
        return replace(view, options=_options(name, data, base))
    rows = _rows(name, data, standard)
    if rows:
        return replace(view, rows=rows)
    return replace(view, text=_cell(name, LABELS[name], data, standard))


def _options(name: str, data: Mapping[str, str], base: RuleSet) -> list[Option]:
    standard = fields_of(base)[START + name]
    found = []
    for answer, choice in CHOICES[name].items():
        value = str(int(answer)) if isinstance(answer, bool) else answer.value
        chosen = data[START + name] == value
        found.append(Option(value, choice.label, choice.effect, chosen, value == standard))
    return found


def _fixed(data: Mapping[str, str], base: RuleSet) -> Option:
    chosen = data["x.fl_stay_cards"] == FIXED
    text = _("Who stays gets the number of cards typed here, whatever he had.")
    return Option(FIXED, _("A fixed number"), text, chosen, isinstance(base.fl_stay_cards, int))


def _flags(name: str, data: Mapping[str, str], base: RuleSet) -> list[Option]:
    """One or two of something."""
    found = []
    for value in (1, 2):
        probe = customise(RuleSet(max_players=2), {name: value})
        chosen = data[START + name] == str(value)
        standard = getattr(base, name) == value
        found.append(Option(str(value), str(value), effect(probe, name), chosen, standard))
    return found


def _cell(
    name: str, label: str | Promise, data: Mapping[str, str], standard: Mapping[str, str]
) -> Cell:
    return Cell(START + name, label, data[START + name], standard[START + name])


def _rows(name: str, data: Mapping[str, str], standard: Mapping[str, str]) -> list[Row]:
    """The price lists of a setting that has some."""

    def cells(prefix: str, labels: Mapping[str, str | Promise]) -> list[Cell]:
        return [_cell(f"{prefix}.{key}", label, data, standard) for key, label in labels.items()]

    pairs = {hand: top_hand(hand[0], 2) for hand in TOP_HANDS[:13]}
    trips = {hand: top_hand(hand[0], 3) for hand in TOP_HANDS[13:]}
    titled = {_("Top row: pairs"): pairs, _("Top row: three of a kind"): trips}
    if name == "royalty_table":
        top = [Row(title, cells(f"{name}.top", some)) for title, some in titled.items()]
        five = [Row(ROW_NAMES[r], cells(f"{name}.{r}", FIVE_HANDS)) for r in ("middle", "bottom")]
        return [*top, *five]
    if name == "fl_entry":
        return [Row(title, cells(name, some)) for title, some in titled.items()]
    if name == "naturals":
        return [Row("", cells(name, {key: NATURAL_NAMES[key] for key in NATURALS}))]
    if name == "fl_stay":
        rows = cells(name, {row: ROW_NAMES[row] for row in _STAYS})
        return [Row("", [replace(cell, options=_stays(cell.name)) for cell in rows])]
    return []


def _stays(name: str) -> list[tuple[str, str | Promise]]:
    hands = _STAYS[name.rpartition(".")[2]]
    or_better = _("{hand} or better")
    return [
        ("", _("does not keep in")),
        *((hand.label, or_better.format(hand=CATEGORIES[hand])) for hand in hands),
    ]
