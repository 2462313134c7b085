"""From a template to the last chip: create, open, start, finish, and who works there."""

import uuid
from datetime import UTC, datetime
from functools import cache
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from accounts.models import User
from core.errors import BadRequest, Refusal
from scoring.presets import customise, preset
from tournaments.journal import CREATE, Context, Facts, command
from tournaments.models import Event, EventStaff, Role
from tournaments.models.entry import LIVING
from tournaments.rules.clock import Mark
from tournaments.rules.structure import Structure
from tournaments.selectors import plays_on_in
from tournaments.services.people import clean_name

Status = Event.Status
MOST_NAME = 120
# A thousand such stacks in one player's hands can still be scored (`scoring.button.MOST`).
MOST_CHIPS = 10**9
MOST_DRIFT = 9


def need_another_director(event: Event, member: EventStaff) -> None:
    """Refuse with ``staff_last`` where the event would be left without a director."""
    others = event.staff.filter(role=Role.DIRECTOR).exclude(pk=member.pk)
    if member.role == Role.DIRECTOR and not others.exists():
        raise Refusal("staff_last")


def need_own_pool(event: Event) -> None:
    """Refuse with ``handed_over`` for a flight whose players and money went on elsewhere."""
    if other := plays_on_in(event):
        raise Refusal("handed_over", event=other.name)


def need_status(event: Event, *needed: Event.Status) -> None:
    """Refuse with ``event_status`` unless the event stands at one of ``needed``."""
    if event.status not in needed:
        raise Refusal(
            "event_status",
            status=str(Status(event.status).label),
            needed=" / ".join(str(status.label) for status in needed),
        )


def need_reason(ctx: Context) -> None:
    """Refuse with ``reason_needed`` what must stand in the log with its reason and has none."""
    if not ctx.reason.strip():
        raise Refusal("reason_needed")


@command(CREATE, Role.DIRECTOR)
def create(ctx: Context, /, **facts: Any) -> Facts:
    """Fill a new event: name, rule set (copied, frozen), structure, stack, registration.

    Facts: ``slug, name, ruleset`` (preset name), ``overrides`` (settings that differ),
    ``starting_stack`` (chips), ``structure`` (as `Structure.as_json`), ``registration_level``,
    ``reentry_limit`` (None: no limit), ``time_zone``, and perhaps ``starts_at`` (an instant with
    its offset, as ISO 8601) and ``level_drift`` (levels by hands: how many a table may be ahead).
    """
    event = ctx.event
    _fill(event, facts)
    if ctx.user:
        EventStaff.objects.create(event=event, user=ctx.user, role=Role.DIRECTOR)
    return {"event": event.slug}


@command("event.edit", Role.DIRECTOR)
def edit(ctx: Context, /, **facts: Any) -> Facts:
    """Fill the event anew before registration opens: the facts of `create`, the address stays."""
    need_status(ctx.event, Status.DRAFT)
    _fill(ctx.event, facts)
    return {"event": ctx.event.slug}


@command("event.publish", Role.DIRECTOR)
def publish(ctx: Context, /) -> Facts:
    """Open registration. From here on rules, structure and stack stand as they are."""
    need_status(ctx.event, Status.DRAFT)
    ctx.event.status = Status.OPEN
    return {"status": ctx.event.status}


@command("event.start", Role.DIRECTOR)
def start(ctx: Context, /) -> Facts:
    """Start the clock at level 1. Everybody must have a seat."""
    event = ctx.event
    need_status(event, Status.OPEN)
    living = event.entries.filter(LIVING)
    if living.count() < 2:
        raise Refusal("no_players")
    unseated = living.filter(seat=None).count()
    if unseated:
        raise Refusal("not_seated", count=unseated)
    event.status = Status.RUNNING
    event.clock_marks = [Mark("start", ctx.now).as_json()]
    return {"status": event.status}


@command("staff.assign", Role.DIRECTOR)
def assign_staff(ctx: Context, /, *, user: str, role: str) -> Facts:
    """Give a member of staff a role in this event, or another one than before.

    Raises:
        BadRequest: there is no such account or role.
        Refusal: ``staff_last`` for the last director, who would shut everybody out.
    """
    member = User.objects.filter(uid=uuid.UUID(user), is_active=True).first()
    if member is None or role not in Role.values:
        raise BadRequest("bad_request", field="user", problem=user)
    before = ctx.event.staff.filter(user=member).first()
    if before is not None and role != Role.DIRECTOR:
        need_another_director(ctx.event, before)
    EventStaff.objects.update_or_create(
        event=ctx.event, user=member, defaults={"role": role}, create_defaults={"role": role}
    )
    return {"user": user, "role": role}


def _fill(event: Event, facts: Facts) -> None:
    event.name = _shown("name", facts["name"])
    event.rules = customise(preset(facts["ruleset"]), facts["overrides"]).as_json()
    event.segments = Structure.from_json(facts["structure"]).as_json()
    event.starting_stack = _positive("starting_stack", facts["starting_stack"])
    event.registration_level = facts["registration_level"]
    event.reentry_limit = facts["reentry_limit"]
    event.time_zone = _zone(facts["time_zone"])
    event.starts_at = instant("starts_at", facts.get("starts_at"))
    event.level_drift = drift_of(facts.get("level_drift", 0))


def instant(field: str, text: str | None) -> datetime | None:
    """An instant as ISO 8601 with its offset; refuses one that does not say where it is so late."""
    if text is None:
        return None
    try:
        found = datetime.fromisoformat(text)
    except (TypeError, ValueError):
        found = None
    if found is None or found.tzinfo is None:
        raise BadRequest("bad_request", field=field, problem=str(text)[:40])
    return found.astimezone(UTC)


def drift_of(levels: object) -> int:
    """How many levels by hands a table may be ahead of the slowest one; 0: all wait."""
    if not isinstance(levels, int) or isinstance(levels, bool) or not 0 <= levels <= MOST_DRIFT:
        problem = f"{levels}: 0 to {MOST_DRIFT}."
        raise BadRequest("bad_request", field="level_drift", problem=problem)
    return levels


def _shown(field: str, text: str) -> str:
    """A name as every screen may show it."""
    name = clean_name(text, most=MOST_NAME)
    if not name:
        raise BadRequest("bad_request", field=field, problem=text)
    return name


def _positive(field: str, value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 < value <= MOST_CHIPS:
        problem = f"{value}: whole chips, from 1 to {MOST_CHIPS}."
        raise BadRequest("bad_request", field=field, problem=problem)
    return value


@cache
def _zones() -> frozenset[str]:
    """All time zones there are; to find them, a thousand files are opened."""
    return frozenset(available_timezones())


def _zone(name: str) -> str:
    if name not in _zones():
        raise BadRequest("bad_request", field="time_zone", problem=name)
    return ZoneInfo(name).key
