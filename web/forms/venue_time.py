"""A time as the clock of the venue shows it, typed in a form and kept as an instant."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.utils.translation import gettext as _

SHOWN = "%Y-%m-%dT%H:%M"


class VenueTimeField(forms.Field):
    """Day and time without a zone: which zone it is, another field of the form says."""

    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format=SHOWN)

    def to_python(self, value: Any) -> datetime | None:
        """What was typed, without a zone; None for nothing."""
        if not value:
            return None
        try:
            found = datetime.fromisoformat(str(value))
        except ValueError:
            found = None
        if found is None or found.tzinfo is not None:
            raise forms.ValidationError(_("Type day and time, such as 2026-12-31 19:00."))
        return found


def instant_of(typed: datetime | None, zone: str) -> str | None:
    """The instant at which it is so late at the venue, as a command takes it.

    Example:
        >>> instant_of(datetime(2026, 12, 4, 19, 0), "Europe/Madrid")
        '2026-12-04T19:00:00+01:00'
    """
    return typed.replace(tzinfo=ZoneInfo(zone)).isoformat() if typed else None


def venue_time(instant: str | datetime | None, zone: str) -> str:
    """An instant as the form shows it; an empty text for none.

    Example:
        >>> venue_time("2026-12-04T18:00:00+00:00", "Europe/Madrid")
        '2026-12-04T19:00'
    """
    if instant is None:
        return ""
    found = datetime.fromisoformat(instant) if isinstance(instant, str) else instant
    return found.astimezone(ZoneInfo(zone)).strftime(SHOWN)
