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

from accounts.models import User
from tables.models import Correction
from tournaments.journal import Facts
from tournaments.models import Event, JournalEntry, Role
from tournaments.rules.payouts import Prices
from tournaments.rules.structure import LevelSegment, Structure
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
    "queue.close": gettext_lazy("Item %(item)s dealt with"),
    "correction.ask": gettext_lazy("Table %(table)s: correction of hand %(hand)s asked for"),
    "hand.question": gettext_lazy("Table %(table)s: a player questions hand %(hand)s"),
    "clock.break_now": gettext_lazy("Break started by the director"),
    "table.extra": gettext_lazy("Table %(table)s: %(minutes)s minutes of extra time"),
    "head.count": gettext_lazy("Table %(table)s: %(counted)s players counted"),
    "bubble.announce": gettext_lazy("In the money: all %(left)s who are left are paid"),
    "places.order": gettext_lazy("Places put into another order"),
    "day.end": gettext_lazy("Day %(day)s ended: %(left)s players bag their chips"),
    "day.resume": gettext_lazy("Day %(day)s goes on"),
    "day.next": gettext_lazy("Day %(day)s began, everybody on a new seat"),
    "bag.count": gettext_lazy("Bag of entry %(entry)s counted"),
    "entry.carry": gettext_lazy("%(count)s players taken over from flights with %(chips)s chips"),
    "day.handover": gettext_lazy("The flight ended; who is in plays on in %(to)s"),
    "dealer.rotate": gettext_lazy("Dealers pushed at %(tables)s tables"),
    "table.mark": gettext_lazy("Table %(table)s: marked for the planner of moves"),
    "round.start": gettext_lazy("Hand-for-hand started"),
    "round.stop": gettext_lazy("Hand-for-hand stopped"),
    "table.break": gettext_lazy("Table %(table)s breaks"),
}
"""The lines that only fill in facts; the others have a function below."""
CORRECTED: dict[str, Promise] = {
    "hand": gettext_lazy("Table %(table)s: hand %(hand)s corrected"),
    "void": gettext_lazy("Table %(table)s: hand %(hand)s voided"),
    "chips": gettext_lazy("Chips adjusted against the house bank"),
    "penalty": gettext_lazy("Penalty for entry %(entry)s"),
    "back": gettext_lazy("Entry %(entry)s back in"),
}


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


@dataclass(frozen=True, slots=True)
class Known:
    """What lines refer to: staff by uid, players by entry number, the levels, the currency."""

    staff: dict[str, str]
    players: dict[int, str]
    structure: Structure
    prices: Prices
    rooms: dict[int, str]

    def table(self, number: int) -> str:
        """A table to walk to: with the room it stands in now."""
        room = self.rooms.get(number)
        return f"{number}, {room}" if room else str(number)

    def entry(self, number: int) -> str:
        """An entry with the name of its player."""
        name = self.players.get(number)
        return f"{number} ({name})" if name else str(number)


def log_lines(event: Event, entries: list[JournalEntry]) -> list[LogLine]:
    """The lines of these entries of an event; names are looked up at once."""
    people = event.entries.select_related("person")
    players = {entry.number: entry.person.display_name for entry in people}
    rooms = dict(event.tables.exclude(room="").values_list("number", "room"))
    known = Known(_staff_names(entries), players, event.structure, event.prices, rooms)
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
    facts = {**json.loads(entry.answer), **entry.facts}
    if entry.kind in MONEY_WRITERS:
        return MONEY_WRITERS[entry.kind](facts, known.entry, lambda sum_: money(sum_, known.prices))
    if entry.kind in _WRITERS:
        return _WRITERS[entry.kind](facts, known)
    said = SAID.get(entry.kind)
    if "entry" in facts:
        facts["entry"] = known.entry(facts["entry"])
    return str(said) % facts if said else entry.kind


def _staff_names(entries: list[JournalEntry]) -> dict[str, str]:
    uids = {entry.facts.get("user") for entry in entries if entry.kind in _ABOUT_STAFF}
    users = User.objects.filter(uid__in=[uid for uid in uids if uid])
    return {str(user.uid): user.known_as for user in users}


def _recorded(facts: Facts, _known: Known) -> str:
    text = _("Table %(table)s: hand %(hand)s recorded") % facts
    moved = sum(payment["paid"] for payment in facts["payments"])
    parts = [text, _("%(chips)s chips moved") % {"chips": chips(moved)}]
    out = sum(len(group) for group in facts["eliminated"])
    if out:
        parts.append(
            ngettext("%(count)s player out", "%(count)s players out", out) % {"count": out}
        )
    return " · ".join(parts)


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
    seconds = facts["seconds"]
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


def _dealer(facts: Facts, known: Known) -> str:
    if facts["user"] is None:
        return _("Table %(table)s has no dealer") % facts
    who = {"name": known.staff.get(facts["user"], "?"), "table": facts["table"]}
    return _("%(name)s deals at table %(table)s") % who


def _points(facts: Facts, known: Known) -> str:
    return f"{_recorded(facts, known)} · {_('points only')}"


def _late(facts: Facts, known: Known) -> str:
    return f"{_recorded(facts, known)} · {_('entered late')}"


def _absent(facts: Facts, _known: Known) -> str:
    away = _("Table %(table)s, seat %(seat)s: player absent")
    return (away if facts["absent"] else _("Table %(table)s, seat %(seat)s: player back")) % facts


def _count(facts: Facts, _known: Known) -> str:
    good = _("Table %(table)s: stacks counted, all right")
    return (good if facts["good"] else _("Table %(table)s: stacks counted, they differ")) % facts


def _order(facts: Facts, known: Known) -> str:
    orders = facts.get("orders", [facts])
    said = {
        "ordered": _("Entry %(entry)s ordered to table %(table)s"),
        "left": _("Entry %(entry)s left for table %(table)s"),
        "arrived": _("Entry %(entry)s arrived at table %(table)s"),
        "cancelled": _("Order of entry %(entry)s to table %(table)s taken back"),
    }
    lines = [
        said[order["state"]]
        % {"entry": known.entry(order["entry"]), "table": known.table(order["to"][0])}
        for order in orders
    ]
    return " · ".join(lines)


def _accepted(facts: Facts, known: Known) -> str:
    closed = [_("table %(table)s closed") % {"table": number} for number in facts["closed"]]
    orders = _order(facts, known)
    return " · ".join([_("Proposal accepted"), *([orders] if orders else []), *closed])


def _corrected(facts: Facts, known: Known) -> str:
    """A correction that was asked for, carried out or dropped: which, and how far it has come."""
    kind, state = str(facts["kind"]), str(facts["state"])
    said = str(CORRECTED[kind])
    if "entry" in facts:
        facts = {**facts, "entry": known.entry(facts["entry"])}
    return f"{said % facts} · {Correction.State(state).label}"


_ABOUT_STAFF = {"staff.assign", "dealer.assign", "dealer.change"}
_WRITERS: dict[str, Callable[[dict[str, Any], Known], str]] = {
    "hand.record": _recorded,
    "hand.points": _points,
    "hand.late": _late,
    "slip.enter": _late,
    "absent.set": _absent,
    "count.check": _count,
    "move.order": _order,
    "move.left": _order,
    "move.arrived": _order,
    "move.cancel": _order,
    "dealer.change": _dealer,
    "entry.register": _registered,
    "seat.draw": _drawn,
    "seat.reserve": _reserved,
    "table.open": _opened,
    "table.room": _room,
    "seat.redraw": _drawn,
    "plan.accept": _accepted,
    "clock.adjust": _adjusted,
    "clock.jump": _jumped,
    "entry.move": _moved,
    "staff.assign": _role,
    "dealer.assign": _dealer,
    "hand.correct": _corrected,
    "hand.void": _corrected,
    "chips.adjust": _corrected,
    "penalty.give": _corrected,
    "entry.reinstate": _corrected,
    "correction.approve": _corrected,
    "correction.drop": _corrected,
}
