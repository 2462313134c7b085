"""Evenings as calendars: when an event plays, and when its breaks come; and what is to come."""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta

from django.utils.translation import gettext as _
from icalendar import Calendar
from icalendar import Event as Appointment

from tournaments.models import Event
from tournaments.rules.structure import BreakSegment, LevelSegment
from web.templatetags.cards import chips

REFRESH = timedelta(minutes=10)
Line = LevelSegment | BreakSegment
Slot = tuple[str, datetime, datetime]
"""A title, from when, to when; a level has no title."""


def calendar_of(event: Event, url: str, now: datetime) -> bytes:
    """The rest of an evening; phones that subscribe to it ask again every ten minutes.

    Times are what the structure says from here on: a pause or a break that waits moves them.
    """
    calendar = _calendar(event.name)
    for number, slot in enumerate(_evening(event, now)):
        calendar.add_component(_appointment(f"{event.uid}-{number}", slot, url, now))
    return _text(calendar)


def calendar_to_come(events: Sequence[Event], url: Callable[[Event], str], now: datetime) -> bytes:
    """All events that play now or have a start, one appointment each."""
    calendar = _calendar(_("Open Face Chinese events"))
    for event in events:
        for slot in list(_evening(event, now))[:1]:
            calendar.add_component(_appointment(f"{event.uid}-0", slot, url(event), now))
    return _text(calendar)


def _calendar(name: str) -> Calendar:
    calendar = Calendar()
    calendar.add("prodid", "-//Thirteen//EN")
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", name)
    calendar.add("refresh-interval", REFRESH, parameters={"VALUE": "DURATION"})
    return calendar


def _appointment(uid: str, slot: Slot, url: str, now: datetime) -> Appointment:
    title, start, end = slot
    one = Appointment()
    one.add("uid", f"{uid}@thirteen")
    one.add("dtstamp", now)
    one.add("dtstart", start)
    one.add("dtend", end)
    one.add("summary", title)
    one.add("url", url)
    return one


def _text(calendar: Calendar) -> bytes:
    text: bytes = calendar.to_ical()
    return text


def _evening(event: Event, now: datetime) -> Iterator[Slot]:
    """The event itself, then each break that is still to come."""
    if event.begins_at is None or event.status not in {Event.Status.OPEN, Event.Status.RUNNING}:
        return
    slots = list(coming(event, now))
    yield event.name, event.begins_at, slots[-1][2] if slots else now
    for title, start, end in slots:
        if title:
            yield f"{event.name}: {title}", start, end


def coming(event: Event, now: datetime) -> Iterator[Slot]:
    """What is left of the structure: after the line that runs, or from the announced start on.

    Nothing where neither is known, and nothing of an event that is over.
    """
    lines = event.structure.segments
    if event.begins_at is None or event.status == Event.Status.FINISHED:
        return iter(())
    if event.clock_marks:
        clock = event.clock(now)
        if clock.hands:
            return iter(())  # nobody knows how long so many hands take
        at = clock.ends_at or now + timedelta(seconds=clock.remaining or 0)
        return _slots(lines, clock.segment + 1, clock.level, at)
    return _slots(lines, 0, 0, event.starts_at or now)


def _slots(lines: Sequence[Line], first: int, level: int, at: datetime) -> Iterator[Slot]:
    values = [line.point_value for line in lines if isinstance(line, LevelSegment)]
    for line in lines[first:]:
        end = at + timedelta(seconds=line.seconds)
        if isinstance(line, BreakSegment):
            then = values[level] if level < len(values) else values[-1]
            said = _("break, then %(value)s a point")
            yield said % {"value": chips(then)}, at, end
        else:
            level += 1
            yield "", at, end
            if line.hands:
                return
        at = end
