"""A new event, and the buttons of its desk."""

import json
from collections.abc import Mapping
from typing import Any, Self
from zoneinfo import available_timezones

from django import forms
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from core.messages import sentence
from scoring.errors import RuleError
from scoring.presets import customise, preset
from tournaments.rules.structure import MOST_HANDS, LevelSegment, Structure, vamos_structure
from tournaments.services.lifecycle import MOST_DRIFT
from tournaments.services.people import clean_name
from web.forms.structure import read_structure, structure_text
from web.forms.venue_time import VenueTimeField, instant_of, venue_time
from web.presets import choices
from web.rules_differences import difference
from web.rules_fields import overrides_of
from web.rules_text import LABELS

MOST_CHIPS = 10**12
MOST_LEVELS = 99


def _zones() -> list[tuple[str, str]]:
    """The time zones that cities lie in, and UTC."""
    skipped = ("Etc/", "SystemV/", "posix/", "right/", "US/")
    names = [name for name in available_timezones() if "/" in name and not name.startswith(skipped)]
    return [(name, name.replace("_", " ")) for name in ["UTC", *sorted(names)]]


def _house_structure() -> str:
    return structure_text(vamos_structure())


class EventForm(forms.Form):
    """Everything that is pinned when an event is created."""

    name = forms.CharField(label=pgettext_lazy("of an event", "Name"), max_length=60)
    slug = forms.SlugField(
        label=gettext_lazy("Address"),
        max_length=60,
        required=False,
        help_text=gettext_lazy("The last part of the web address; empty: made from the name."),
    )
    ruleset = forms.ChoiceField(label=gettext_lazy("Rule set"), choices=choices, initial="vamos")
    overrides = forms.CharField(required=False, max_length=5_000, widget=forms.HiddenInput)
    starting_stack = forms.IntegerField(
        label=gettext_lazy("Starting stack"), min_value=1, max_value=MOST_CHIPS, initial=30_000
    )
    structure = forms.CharField(
        label=gettext_lazy("Structure"),
        initial=_house_structure,
        widget=forms.Textarea(attrs={"rows": 14, "spellcheck": "false"}),
        help_text=gettext_lazy(
            "One line a level: point value, minutes. A line “break, 15” is a break. "
            "Levels by hands of each table: “100, 8 hands”."
        ),
    )
    level_drift = forms.IntegerField(
        label=gettext_lazy("Levels a table may be ahead"),
        min_value=0,
        max_value=MOST_DRIFT,
        required=False,
        initial=0,
        help_text=gettext_lazy(
            "Only for levels by hands. 0: after each level all tables wait for the slowest one."
        ),
    )
    registration_level = forms.IntegerField(
        label=gettext_lazy("Late registration until the end of level"),
        min_value=0,
        max_value=MOST_LEVELS,
        initial=6,
        help_text=gettext_lazy("0: registration closes when the clock starts."),
    )
    reentry_limit = forms.IntegerField(
        label=gettext_lazy("Re-entries a player"),
        min_value=0,
        max_value=MOST_LEVELS,
        required=False,
        initial=1,
        help_text=gettext_lazy("Possible while registration is open. 0: none."),
    )
    reentry_unlimited = forms.BooleanField(
        label=gettext_lazy("No limit of re-entries"), required=False
    )
    time_zone = forms.ChoiceField(label=gettext_lazy("Time zone of the venue"), choices=_zones)
    starts_at = VenueTimeField(
        label=gettext_lazy("Start"),
        required=False,
        help_text=gettext_lazy("By the clock of the venue. The clock runs when you start it."),
    )

    def clean_name(self) -> str:
        """The name without signs that cannot be shown safely."""
        name = clean_name(self.cleaned_data["name"])
        if not name:
            raise forms.ValidationError(_("The name has signs that cannot be shown."))
        return name

    def clean_structure(self) -> Structure:
        """The levels and breaks."""
        return read_structure(self.cleaned_data["structure"])

    def clean(self) -> dict[str, Any]:
        """An address from the name; no limit only when it is ticked."""
        facts: dict[str, Any] = super().clean() or {}
        if not facts.get("slug") and "name" in facts and "slug" not in self.errors:
            facts["slug"] = slugify(facts["name"])[:60].strip("-_")
            if not facts["slug"]:
                text = _("Type an address in Latin letters: it cannot be made from this name.")
                self.add_error("slug", text)
        self._check_rules(facts)
        self._check_levels(facts)
        unlimited = facts.get("reentry_unlimited")
        if (
            not unlimited
            and facts.get("reentry_limit") is None
            and "reentry_limit" not in self.errors
        ):
            self.add_error("reentry_limit", _("Type a number, or tick “No limit of re-entries”."))
        return facts

    def _check_rules(self, facts: dict[str, Any]) -> None:
        """Whether the house rules go with the rule set that was chosen."""
        if "ruleset" in facts:
            try:
                customise(preset(facts["ruleset"]), overrides_of(facts.get("overrides", "")))
            except RuleError as error:
                self.add_error("ruleset", sentence(error))

    def _check_levels(self, facts: dict[str, Any]) -> None:
        """Whether late registration ends within the structure."""
        structure, level = facts.get("structure"), facts.get("registration_level")
        if not isinstance(structure, Structure) or level is None:
            return
        last = sum(isinstance(line, LevelSegment) for line in structure.segments)
        if level > last:
            text = _("The structure ends with level %(last)s. Choose that or an earlier one.")
            self.add_error("registration_level", text % {"last": last})

    def house_rules(self) -> list[tuple[str, str]]:
        """What differs from the rule set that was chosen, in words."""
        name, carried = self["ruleset"].value(), overrides_of(str(self["overrides"].value() or ""))
        try:
            base = preset(name)
            rules = customise(base, carried)
        except RuleError:
            return []
        return [
            (str(LABELS[one]), difference(rules, base, one)) for one in LABELS if one in carried
        ]

    @classmethod
    def of_event(cls, slug: str, facts: Mapping[str, Any]) -> Self:
        """The form of an event as these facts of ``event.create`` or ``event.edit`` made it."""
        typed = {
            **facts,
            "slug": slug,
            "overrides": json.dumps(facts["overrides"]) if facts["overrides"] else "",
            "structure": structure_text(Structure.from_json(facts["structure"])),
            "reentry_unlimited": facts["reentry_limit"] is None,
            "starts_at": venue_time(facts.get("starts_at"), facts["time_zone"]),
        }
        return cls(initial=typed).for_event()

    def for_event(self) -> Self:
        """The form of an event that is there: its address stands."""
        self.fields["slug"].widget = forms.HiddenInput()
        return self

    def facts(self) -> dict[str, Any]:
        """The facts of the command ``event.create``."""
        return {"slug": self.cleaned_data["slug"], **self.edit_facts()}

    def edit_facts(self) -> dict[str, Any]:
        """The facts of the command ``event.edit``."""
        data = self.cleaned_data
        return {
            "name": data["name"],
            "ruleset": data["ruleset"],
            "overrides": overrides_of(data["overrides"]),
            "starting_stack": data["starting_stack"],
            "structure": data["structure"].as_json(),
            **({"level_drift": data["level_drift"] or 0} if data["structure"].by_hands else {}),
            "registration_level": data["registration_level"],
            "reentry_limit": None if data["reentry_unlimited"] else data["reentry_limit"],
            "time_zone": data["time_zone"],
            "starts_at": instant_of(data["starts_at"], data["time_zone"]),
        }


class CommandForm(forms.Form):
    """One button of the desk."""

    COMMANDS = (
        "event.publish",
        "event.start",
        "event.finish",
        "clock.pause",
        "clock.resume",
        "clock.adjust",
        "clock.jump",
        "floor.take",
        "floor.close",
        "floor.go",
        "round.start",
        "round.stop",
    )
    FACTS = {
        "clock.adjust": "seconds",
        "clock.jump": "segment",
        "floor.take": "number",
        "floor.close": "number",
        "floor.go": "table",
    }

    command = forms.ChoiceField(choices=[(name, name) for name in COMMANDS])
    seconds = forms.IntegerField(required=False, min_value=-86_400, max_value=86_400)
    hands = forms.IntegerField(required=False, min_value=-MOST_HANDS, max_value=MOST_HANDS)
    segment = forms.IntegerField(required=False, min_value=0, max_value=199)
    number = forms.IntegerField(required=False, min_value=1)
    table = forms.IntegerField(required=False, min_value=1)

    def clean(self) -> dict[str, Any]:
        """Whether the button carries what its command needs."""
        data: dict[str, Any] = super().clean() or {}
        needed = self._needed(data)
        if needed and data.get(needed) is None:
            self.add_error(needed, _("Type a whole number."))
        return data

    def _needed(self, data: Mapping[str, Any]) -> str | None:
        """The field that the command needs: hands are added to a level that lasts hands."""
        name = data.get("command", "")
        by_hands = name == "clock.adjust" and data.get("hands") is not None
        return "hands" if by_hands else self.FACTS.get(name)

    def facts(self) -> dict[str, int]:
        """The facts of the command."""
        needed = self._needed(self.cleaned_data)
        return {needed: self.cleaned_data[needed]} if needed else {}
