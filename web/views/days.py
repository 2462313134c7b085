"""The end of a day at the desk: bags counted twice, the next day, and flights that meet."""

import json
import uuid
from collections.abc import Sequence
from dataclasses import replace

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.errors import BadRequest
from core.messages import Coded, sentence
from tables.flights import Meeting, meeting_of
from tables.services.days import BagLine, bags_of
from tournaments import access, doors
from tournaments.models import Event, Role
from tournaments.rules.flights import POLICIES, Policy
from web.pages import CODED, allowed, call_of, posts_to, signed_in, status_of, whole_number

FLOOR = (Role.DIRECTOR, Role.FLOOR)
STEPS = ("day.end", "day.resume", "day.next")


def days(request: HttpRequest, slug: str) -> HttpResponse:
    """The day, its bags, and the flights that may be taken over."""
    return _show(request, access.staff_event(request.user, slug, *FLOOR))


@posts_to("web:days")
def step(request: HttpRequest, slug: str) -> HttpResponse:
    """End the day, play on after all, or begin the next one."""
    event = access.staff_event(request.user, slug, *FLOOR)
    name = request.POST.get("command", "")
    try:
        if name not in STEPS:
            raise BadRequest("bad_request", field="command", problem=name[:40])
        doors.ask(event, name, call_of(request))
    except CODED as error:
        return _show(request, event, error=error)
    return redirect("web:days", slug)


@posts_to("web:days")
def bag(request: HttpRequest, slug: str) -> HttpResponse:
    """One count of one bag."""
    event = access.staff_event(request.user, slug, *FLOOR)
    try:
        facts = {name: whole_number(request, name) for name in ("entry", "chips")}
        tag = request.POST.get("tag", "")[:20]
        before = _count_of_another(request, event, facts["entry"])
        answer = doors.ask(event, "bag.count", call_of(request), **facts, tag=tag)
    except CODED as error:
        return _show(request, event, error=error)
    name = {"name": event.entries.get(number=facts["entry"]).person.name}
    if before not in {None, facts["chips"]}:
        said = _("%(name)s: the two counts differ. Count the bag again, both of you.")
        messages.warning(request, said % name)
    elif json.loads(answer)["verified"]:
        messages.success(request, _("%(name)s: counted twice.") % name)
    else:
        messages.success(request, _("%(name)s: counted once. Somebody else counts next.") % name)
    return redirect("web:days", slug)


def _count_of_another(request: HttpRequest, event: Event, number: int) -> int | None:
    """What somebody else has counted in a bag that waits for its second count."""
    bags = event.bags.filter(day=event.day, entry__number=number, verified_seq=None)
    found = bags.exclude(counted_by=signed_in(request)).first()
    return found.counted if found else None


@posts_to("web:days")
def flights(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what chosen flights come to, or take their players over."""
    event = access.staff_event(request.user, slug, *FLOOR)
    chosen = request.POST.getlist("flight")
    policy = request.POST.get("policy", "")
    try:
        found = [one for one in _candidates(request, event) if one.slug in chosen]
        if policy not in POLICIES or not found:
            raise BadRequest("bad_request", field=_("Flights"), problem=_("Choose flights."))
        meeting = meeting_of(found, policy, currency=event.prices.currency)
        if "take" not in request.POST:
            return _show(request, event, meeting=meeting, policy=policy)
        _take(request, event, meeting)
    except CODED as error:
        return _show(request, event, error=error)
    count = len(meeting.merged.goes_on)
    text = ngettext("%(count)s player goes on.", "%(count)s players go on.", count)
    messages.success(request, text % {"count": count})
    return redirect("web:desk", slug)


def _is_his(line: BagLine, reader: int) -> bool:
    """Whether a bag is right, or waits for somebody else than the reader."""
    bag = line.bag
    return line.good or bool(bag and bag.counted_by_id == reader and not bag.verified_seq)


def _take(request: HttpRequest, event: Event, meeting: Meeting) -> None:
    call = call_of(request)
    doors.ask(event, "entry.carry", call, **meeting.facts())
    for flight in meeting.flights:
        own = replace(call, submission=uuid.uuid5(call.submission, flight.slug))
        doors.ask(flight, "day.handover", own, to=event.slug)


def _candidates(request: HttpRequest, event: Event) -> list[Event]:
    """Events of this director whose day has ended, oldest first."""
    roles = access.roles_of(request.user)
    mine = [key for key, role in roles.items() if role == Role.DIRECTOR]
    found = Event.objects.filter(pk__in=mine, bagging=True, status=Event.Status.RUNNING)
    return list(found.exclude(pk=event.pk).order_by("pk"))


def _show(
    request: HttpRequest,
    event: Event,
    *,
    meeting: Meeting | None = None,
    policy: Policy | str = "",
    error: Coded | None = None,
) -> HttpResponse:
    event.refresh_from_db()
    running = event.status == Event.Status.RUNNING
    lines = bags_of(event) if running and event.bagging else []
    reader = signed_in(request).pk
    empty = event.status == Event.Status.OPEN and not event.entries.exists()
    candidates: Sequence[Event] = _candidates(request, event) if empty else []
    context = {
        "event": event,
        "role": access.role_in(request.user, event),
        "may": allowed(request, event),
        "running": running,
        "lines": lines,
        "next": next((one.entry.number for one in lines if not _is_his(one, reader)), None),
        "open": sum(not line.good for line in lines),
        "empty": empty,
        "candidates": candidates,
        "meeting": meeting,
        "leaving": sum(one.chips for one in meeting.merged.leaves) if meeting else 0,
        "policy": policy,
        "error": sentence(error) if error else "",
    }
    code = status_of(error) if error else 200
    return render(request, "director/days.html", context, status=code)
