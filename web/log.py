"""The journal in words: one line for each command."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.journal import Facts
from tournaments.models import Event, JournalEntry, Role
from tournaments.rules.structure import LevelSegment, Structure
from web.log_hands import WRITERS as HAND_WRITERS
from web.log_known import Known, known_of
from web.log_money import WRITERS as MONEY_WRITERS
from web.templatetags.cards import chips
from web.templatetags.money import money

MOST_NAMES = 6
SAID: dict[str, Promise] = {
    "event.create": gettext_lazy("Event created"),
    "event.edit": gettext_lazy("Event changed"),
    "event.publish": gettext_lazy("Registration opened"),
    "event.start": gettext_lazy("Clock started"),
    "event.finish": gettext_lazy("Event finished"),
    "clock.pause": gettext_lazy("Clock paused"),
    "clock.resume": gettext_lazy("Clock resumed"),
    "entry.withdraw": gettext_lazy("Entry %(entry)s taken back"),
    "entry.move": gettext_lazy("Entry %(entry)s moved to table %(table)s, seat %(seat)s"),
    "seat.release": gettext_lazy("Table %(table)s, seat %(seat)s: reservation removed"),
    "table.close": gettext_lazy("Table %(table)s closed"),
    "plan.reject": gettext_lazy("Proposal of moves put aside"),
    "plan.redraw": gettext_lazy("Proposal of moves drawn again"),
    "hand.start": gettext_lazy("Table %(table)s: hand %(hand)s started"),
    "hand.undo": gettext_lazy("Table %(table)s: hand %(hand)s reopened"),
    "hand.misdeal": gettext_lazy("Table %(table)s: hand %(hand)s was a misdeal"),
    "event.settings": gettext_lazy("Settings of the tables changed"),
    "entry.remove": gettext_lazy("Entry %(entry)s taken out of the event"),
    "event.amend": gettext_lazy("Levels to come, registration or start changed"),
    "entry.rename": gettext_lazy("Entry %(entry)s: shown name changed"),
    "entry.add_on": gettext_lazy("Add-on for entry %(entry)s"),
    "floor.call": gettext_lazy("Table %(table)s: floor called"),
    "floor.cancel": gettext_lazy("Table %(table)s: floor not needed any more"),
    "floor.take": gettext_lazy("Table %(table)s: the floor is coming"),
    "floor.go": gettext_lazy("Table %(table)s: the floor is coming"),
    "floor.close": gettext_lazy("Table %(table)s: call of the floor closed"),
    "queue.add": gettext_lazy("Table %(table)s: something for the director"),
    "slip.type": gettext_lazy("Table %(table)s: hand %(hand)s typed from a slip"),
    "correction.ask": gettext_lazy("Table %(table)s: correction of hand %(hand)s asked for"),
    "hand.question": gettext_lazy("Table %(table)s: entry %(entry)s questions hand %(hand)s"),
    "clock.break_now": gettext_lazy("Break started by the director"),
    "table.extra": gettext_lazy("Table %(table)s: %(minutes)s minutes of extra time"),
    "bubble.announce": gettext_lazy("In the money: all %(left)s who are left are paid"),
    "places.order": gettext_lazy("Places put into another order"),
    "day.end": gettext_lazy("Day %(day)s ended: %(left)s players bag their chips"),
    "day.resume": gettext_lazy("Day %(day)s goes on"),
    "day.next": gettext_lazy("Day %(day)s began, everybody on a new seat"),
    "bag.count": gettext_lazy("Bag of entry %(entry)s counted"),
    "day.handover": gettext_lazy("The flight ended; who is in plays on in %(to)s"),
    "dealer.rotate": gettext_lazy("Dealers pushed at %(tables)s tables"),
    "table.mark": gettext_lazy("Table %(table)s: marked for the planner of moves"),
    "round.start": gettext_lazy("Hand-for-hand started"),
    "round.stop": gettext_lazy("Hand-for-hand stopped"),
    "table.break": gettext_lazy("Table %(table)s breaks"),
}
"""The lines that only fill in facts; the others have a function below."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """One command as the log shows it; ``undo`` names the way back, if there is one."""

    seq: int
    at: datetime
    text: str
    actor: str
    reason: str
    today: bool
    undo: str = ""
    undo_url: str = ""


def log_lines(event: Event, entries: list[JournalEntry]) -> list[LogLine]:
    """The lines of these entries of an event; names are looked up at once."""
    known = known_of(event, entries)
    zone = ZoneInfo(event.time_zone)
    today = timezone.now().astimezone(zone).date()
    return [
        LogLine(
            entry.seq,
            entry.at,
            _text(entry, known),
            actor_of(entry),
            entry.reason,
            entry.at.astimezone(zone).date() == today,
        )
        for entry in entries
    ]


def line_started(structure: Structure, segment: int) -> str:
    """What began when the clock went to a line of the structure."""
    line = structure.segments[segment]
    if not isinstance(line, LevelSegment):
        return _("The break has started.")
    before = structure.segments[: segment + 1]
    level = sum(isinstance(one, LevelSegment) for one in before)
    facts = {"level": level, "value": chips(line.point_value)}
    return _("Level %(level)s has started: %(value)s a point.") % facts


def actor_of(entry: JournalEntry) -> str:
    """Who did it; a part of the system by its own name."""
    return entry.actor.known_as if entry.actor else entry.actor_ref.removeprefix("system:")


def _text(entry: JournalEntry, known: Known) -> str:
    answer = json.loads(entry.answer)
    facts = {**answer, **entry.facts, "seq": entry.seq, "answer": answer}
    if entry.kind in MONEY_WRITERS:
        return MONEY_WRITERS[entry.kind](facts, known.entry, lambda sum_: money(sum_, known.prices))
    if entry.kind in _WRITERS:
        return _WRITERS[entry.kind](facts, known)
    said = SAID.get(entry.kind)
    if "entry" in facts:
        facts["entry"] = known.entry(facts["entry"])
    return str(said) % facts if said else entry.kind


def _registered(facts: Facts, known: Known) -> str:
    count = len(facts["entries"])
    text = ngettext("%(count)s entry registered", "%(count)s entries registered", count)
    named = [known.entry(number) for number in facts["entries"][:MOST_NAMES]]
    more = ["…"] if count > MOST_NAMES else []
    return f"{text % {'count': count}}: {', '.join([*named, *more])}"


def _jumped(facts: Facts, known: Known) -> str:
    return line_started(known.structure, facts["segment"])


def _drawn(facts: Facts, _known: Known) -> str:
    kept = len(facts.get("reserved", []))
    count = len(facts["seats"]) - kept
    parts = [ngettext("%(count)s seat drawn", "%(count)s seats drawn", count) % {"count": count}]
    if kept:
        text = ngettext("%(count)s reserved seat given", "%(count)s reserved seats given", kept)
        parts.append(text % {"count": kept})
    return " · ".join(parts)


def _reserved(facts: Facts, known: Known) -> str:
    if facts["entry"] is None:
        return _("Table %(table)s, seat %(seat)s: stays empty") % facts
    said = _("Table %(table)s, seat %(seat)s: reserved for entry %(entry)s")
    return said % {**facts, "entry": known.entry(facts["entry"])}


def _opened(facts: Facts, _known: Known) -> str:
    one, more = _("Table %(table)s set up"), _("Tables %(table)s to %(last)s set up")
    said = more if "last" in facts else one
    room = facts.get("room", "")
    return f"{said % facts} · {room}" if room else said % facts


def _room(facts: Facts, _known: Known) -> str:
    tables = ", ".join(map(str, facts["tables"]))
    if not facts["room"]:
        return _("Tables %(tables)s: no room") % {"tables": tables}
    return _("Tables %(tables)s: room %(room)s") % {"tables": tables, "room": facts["room"]}


def _adjusted(facts: Facts, _known: Known) -> str:
    hands = facts.get("hands", 0)
    if hands:
        text = ngettext("%(count)s hand", "%(count)s hands", abs(hands)) % {"count": abs(hands)}
        more, fewer = _("%(hands)s added to the level"), _("%(hands)s taken off the level")
        return (more if hands > 0 else fewer) % {"hands": text}
    seconds = facts.get("seconds", 0)
    text = ngettext("%(count)s second", "%(count)s seconds", abs(seconds)) % {"count": abs(seconds)}
    added = _("%(time)s added to the level") if seconds >= 0 else _("%(time)s taken off the level")
    return added % {"time": text}


def _moved(facts: Facts, known: Known) -> str:
    table, seat = facts["to"]
    entry = known.entry(facts["entry"])
    return str(SAID["entry.move"]) % {"entry": entry, "table": known.table(table), "seat": seat}


def _role(facts: Facts, known: Known) -> str:
    role = Role(facts["role"]).label if facts["role"] in Role.values else facts["role"]
    return f"{known.staff.get(facts['user'], '?')}: {role}"


def _carried(facts: Facts, _known: Known) -> str:
    said = ngettext(
        "%(count)s player taken over from flights with %(chips)s chips",
        "%(count)s players taken over from flights with %(chips)s chips",
        facts["count"],
    )
    return said % {"count": facts["count"], "chips": chips(facts["chips"])}


def _removed(facts: Facts, known: Known) -> str:
    facts = {"name": known.staff.get(facts["user"], "?"), "role": Role(facts["role"]).label}
    return _("%(name)s is not on the staff any more (%(role)s)") % facts


def _dealer(facts: Facts, known: Known) -> str:
    if facts["user"] is None:
        return _("Table %(table)s has no dealer") % facts
    who = {"name": known.staff.get(facts["user"], "?"), "table": facts["table"]}
    return _("%(name)s deals at table %(table)s") % who


_WRITERS: dict[str, Callable[[dict[str, Any], Known], str]] = {
    **HAND_WRITERS,
    "dealer.change": _dealer,
    "entry.register": _registered,
    "seat.draw": _drawn,
    "seat.reserve": _reserved,
    "table.open": _opened,
    "table.room": _room,
    "seat.redraw": _drawn,
    "clock.adjust": _adjusted,
    "clock.jump": _jumped,
    "entry.move": _moved,
    "entry.carry": _carried,
    "staff.assign": _role,
    "staff.remove": _removed,
    "dealer.assign": _dealer,
}
