"""What the templates of the pages need besides cards: submissions, times, lookups."""

from collections.abc import Mapping
from datetime import UTC
from typing import Any
from zoneinfo import ZoneInfo

from django import template
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tables.selectors import StandingRow
from tables.services.waits import holding_break
from tournaments.doors import new_submission
from tournaments.models import Event
from tournaments.rules.clock import ClockState

register = template.Library()


@register.simple_tag
def submission() -> str:
    """The hidden id that makes a second click, or a retry, harmless."""
    return format_html('<input type="hidden" name="submission" value="{}">', new_submission())


@register.simple_tag
def now_url(name: str, event: Event, *where: int) -> str:
    """Where a page of an event fetches what changes.

    Under a broadcast delay the public's address is answered before Django, with what the public may
    see: whoever works here asks at an address of his own.
    """
    path = reverse(name, args=[event.slug, *where])
    return f"{path}?staff" if event.broadcast_delay and event.until is None else path


@register.filter
def minutes(seconds: int | None) -> str:
    """Seconds as a clock shows them: 08:41, 1:05:00.

    Example:
        >>> minutes(521), minutes(3900)
        ('08:41', '1:05:00')
    """
    if seconds is None:
        return "–"
    rest, last = divmod(max(0, seconds), 60)
    hours, middle = divmod(rest, 60)
    return f"{hours}:{middle:02}:{last:02}" if hours else f"{middle:02}:{last:02}"


@register.filter
def break_in(clock: ClockState) -> str:
    """The time to the next break, which a script lets run where it is known when that is."""
    text = minutes(clock.seconds_to_break)
    if clock.next_break_at is None:
        return text
    instant = clock.next_break_at.astimezone(UTC).isoformat()
    return format_html('<span data-clock-ends="{}">{}</span>', instant, text)


@register.filter
def break_waits(event: Event) -> list[int]:
    """The tables that a pending break waits for."""
    return holding_break(event)


@register.filter
def place_at(row: StandingRow) -> str:
    """Where a player sits, in words; once for each line of a long list, so without a template."""
    table = f"{row.table}, {row.room}" if row.room else row.table
    return _("table %(table)s, seat %(seat)s") % {"table": table, "seat": row.seat}


@register.filter
def short_table(number: int) -> str:
    """A table's number on a wall."""
    return pgettext("table, in very few letters", "T%(number)s") % {"number": number}


@register.filter
def starts(event: Event) -> str:
    """When the event is meant to begin, by the clock of its venue: day, time, and where that is.

    Example: ``Friday, December 4, 19:00 (Madrid)``.
    """
    if event.starts_at is None:
        return ""
    at = event.starts_at.astimezone(ZoneInfo(event.time_zone))
    day = f"{date_format(at, 'l')}, {date_format(at, 'MONTH_DAY_FORMAT')}"
    place = event.time_zone.rpartition("/")[2].replace("_", " ")
    return f"{day}, {at:%H:%M} ({place})"


@register.filter
def at_key(mapping: Mapping[Any, Any], key: object) -> object:
    """One entry of a mapping, or an empty text."""
    return mapping.get(key, "")


@register.filter
def figure(row: object, name: str) -> object:
    """One figure of a row, by its name."""
    return getattr(row, name)
