"""The structure as lines that a person types.

"100, 30" is a level of minutes, "100, 8 hands" one of hands, "break, 15" a break.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from core.messages import sentence
from tournaments.rules.structure import (
    MINUTE,
    SHALLOW_POINTS,
    BreakSegment,
    LevelSegment,
    Segment,
    Structure,
    structure_problems,
)

_LINE = re.compile(r"(?P<value>[^,;:]+?)\s*[,;:]\s*(?P<length>\d{1,4})\s*(?P<unit>\w*)")
_BREAK = "break"
_HANDS = {"h", "hand", "hands"}
_GROUPING = str.maketrans("", "", " .'\u00a0\u202f")
MAX_LINES = 200


@dataclass(frozen=True, slots=True)
class LineView:
    """One line of the structure as a table shows it; points are what the start stack covers."""

    level: int
    value: int
    minutes: int
    points: int
    shallow: bool
    first_shallow: bool = False
    hands: int = 0

    @property
    def is_break(self) -> bool:
        """Whether this is a break."""
        return not self.level


def structure_text(structure: Structure) -> str:
    """The structure as a person types it."""
    return "\n".join(_line(segment) for segment in structure.segments)


def _line(segment: Segment) -> str:
    minutes = segment.seconds // MINUTE
    if isinstance(segment, BreakSegment):
        word = _("break")
        return f"{word}, {minutes}"
    if segment.hands:
        hands = pgettext("of a level", "hands")
        return f"{segment.point_value}, {segment.hands} {hands}"
    return f"{segment.point_value}, {minutes}"


def read_structure(text: str) -> Structure:
    """The structure of these lines; empty lines mean nothing.

    Raises:
        ValidationError: every line that cannot be read, else everything wrong with the whole.
    """
    lines = [line.strip() for line in text.splitlines() if line.strip()][: MAX_LINES + 1]
    segments, problems = [], []
    for number, line in enumerate(lines, start=1):
        segment = _segment(line)
        if segment is None:
            problems.append(_unread(number, line))
        else:
            segments.append(segment)
    if len(lines) > MAX_LINES:
        problems.append(_("More than %(most)s lines.") % {"most": MAX_LINES})
    if not problems:
        problems = [sentence(problem) for problem in structure_problems(tuple(segments))]
    if problems:
        raise ValidationError(problems)
    return Structure(tuple(segments))


def lines_of(structure: Structure, stack: int) -> Sequence[LineView]:
    """The lines with level numbers and with how many points the start stack covers."""
    found: list[LineView] = []
    level, warned = 0, False
    for segment in structure.segments:
        minutes = segment.seconds // MINUTE
        if isinstance(segment, BreakSegment):
            found.append(LineView(0, 0, minutes, 0, shallow=False))
            continue
        level += 1
        points = stack // segment.point_value
        shallow = points < SHALLOW_POINTS
        first = shallow and not warned
        warned = warned or shallow
        value, hands = segment.point_value, segment.hands
        found.append(LineView(level, value, minutes, points, shallow, first, hands))
    return found


def _segment(line: str) -> Segment | None:
    found = _LINE.fullmatch(line)
    if found is None:
        return None
    length, unit = int(found["length"]), found["unit"].lower()
    by_hands = unit in _HANDS | {pgettext("of a level", "hands").lower()}
    if unit and not by_hands:
        return None
    word = found["value"].strip().lower()
    if word in {_BREAK, _("break").lower()}:
        return None if by_hands else BreakSegment(length * MINUTE)
    value = word.translate(_GROUPING)
    if not (value.isascii() and value.isdigit() and len(value) <= 13):
        return None
    return (
        LevelSegment(int(value), 0, length)
        if by_hands
        else LevelSegment(int(value), length * MINUTE)
    )


def _unread(number: int, line: str) -> str:
    said = _(
        "Line %(line)s, “%(text)s”, is not clear. "
        "Write “100, 30”, “100, 8 hands” or “%(word)s, 15”."
    )
    return said % {"line": number, "text": line[:40], "word": _("break")}
