"""Where a new event starts from: a template of the house, or an earlier event."""

from collections.abc import Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from tournaments.models import Event
from tournaments.rules.structure import (
    MINUTE,
    BreakSegment,
    LevelSegment,
    Structure,
    vamos_structure,
)
from web.forms.structure import structure_text

TEMPLATES: dict[str, tuple[Promise, int, int, int]] = {
    "main": (gettext_lazy("Main event: levels of 30 minutes"), 30_000, 30, 15),
    "evening": (gettext_lazy("Evening: levels of 20 minutes"), 20_000, 20, 10),
    "hands": (gettext_lazy("By hands: levels of 8 hands"), 30_000, 8, 15),
    "turbo": (gettext_lazy("Turbo: levels of 12 minutes"), 15_000, 12, 10),
}
"""Name, starting stack, minutes (or hands) of a level, minutes of a break."""


BY_HANDS = {"hands"}
"""Templates whose levels last so many hands instead of minutes (rules 1.8: eight is usual)."""


def template_values(name: str) -> dict[str, Any]:
    """What a template puts into the form of a new event."""
    _says, stack, level, pause = TEMPLATES[name]
    by_hands = name in BY_HANDS
    segments = tuple(
        BreakSegment(pause * MINUTE)
        if isinstance(line, BreakSegment)
        else LevelSegment(line.point_value, 0 if by_hands else level * MINUTE, by_hands * level)
        for line in vamos_structure().segments
    )
    return {"starting_stack": stack, "structure": structure_text(Structure(segments))}


def sources(events: Sequence[Event]) -> list[tuple[str, str]]:
    """What a new event can start from: every template, then the events one may copy."""
    templates = [(name, str(says)) for name, (says, *_rest) in TEMPLATES.items()]
    return [*templates, *((f"event:{event.slug}", event.name) for event in events)]
