"""Seats and staff: the draw, moves, tables, roles, and who deals where."""

import json
from collections.abc import Mapping

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache

from accounts.services import create_account, usernames
from core.errors import BadRequest
from core.messages import Coded, sentence
from tables import access as table_access
from tables import selectors as table_selectors
from tournaments import access, doors, selectors
from tournaments.models import Event, JournalEntry, Role
from web.desk import unseated
from web.forms.floor import AccountForm, DealerForm, MoveForm, RoleForm, TableForm
from web.log import actor_of
from web.pages import CODED, allowed, call_of, posts_to, signed_in, status_of
from web.views.director import DESK

TABLE_COMMANDS = {"table.open", "table.close"}


def seats(request: HttpRequest, slug: str) -> HttpResponse:
    """The seats by table and by name; POST draws."""
    event = access.staff_event(request.user, slug, *DESK)
    if request.method != "POST":
        return _show_seats(request, event)
    try:
        facts = {"waiting": True} if request.POST.get("who") == "waiting" else {}
        answer = doors.ask(event, "seat.draw", call_of(request), **facts)
    except CODED as error:
        return _show_seats(request, event, error=error)
    count = len(json.loads(answer)["seats"])
    text = ngettext("%(count)s seat drawn.", "%(count)s seats drawn.", count)
    messages.success(request, text % {"count": count})
    return redirect("web:seats", slug)


@posts_to("web:seats")
def move(request: HttpRequest, slug: str) -> HttpResponse:
    """Move a player to a free seat, with the reason."""
    event = access.staff_event(request.user, slug, *DESK)
    form = _move_form(event, request)
    if not form.is_valid():
        return _show_seats(request, event, form=form, status=422)
    call = call_of(request, reason=form.cleaned_data["reason"])
    try:
        doors.ask(event, form.command, call, **form.facts())
    except CODED as error:
        form.add_error(None, sentence(error))
        return _show_seats(request, event, form=form, status=status_of(error))
    said = {
        "entry.move": _("The player was moved."),
        "move.order": _("The order was given. It waits for the hand to end."),
    }
    messages.success(request, said[form.command])
    return redirect("web:seats", slug)


@posts_to("web:seats")
def table(request: HttpRequest, slug: str) -> HttpResponse:
    """Set up a table, or close an empty one."""
    event = access.staff_event(request.user, slug, *DESK)
    name = request.POST.get("command", "")
    try:
        if name not in TABLE_COMMANDS:
            raise BadRequest("bad_request", field="command", problem=name[:40])
        facts = {} if name == "table.open" else _table_facts(request)
        answer = json.loads(doors.ask(event, name, call_of(request), **facts))
    except CODED as error:
        return _show_seats(request, event, error=error)
    opened = (
        _("Table %(table)s is set up.") if name == "table.open" else _("Table %(table)s is closed.")
    )
    messages.success(request, opened % {"table": answer["table"]})
    return redirect("web:seats", slug)


def staff(request: HttpRequest, slug: str) -> HttpResponse:
    """Who works here; POST gives a role."""
    event = access.staff_event(request.user, slug, *DESK)
    if request.method != "POST":
        return _show_staff(request, event)
    form = RoleForm(request.POST)
    if not form.is_valid():
        return _show_staff(request, event, {"form": form}, status=422)
    username, role = form.cleaned_data["username"], form.cleaned_data["role"]
    try:
        user = _staff_uid(username)
        doors.ask(event, "staff.assign", call_of(request), user=user, role=role)
    except CODED as error:
        field = "username" if error.code == "bad_request" else None
        said = _unknown_user(username) if field else sentence(error)
        form.add_error(field, said)
        return _show_staff(request, event, {"form": form}, status=status_of(error))
    facts = {"name": username, "role": Role(role).label}
    messages.success(request, _("%(name)s is now: %(role)s.") % facts)
    return redirect("web:staff", slug)


@posts_to("web:staff")
def dealer(request: HttpRequest, slug: str) -> HttpResponse:
    """Say who deals at a table; nobody frees it."""
    event = access.staff_event(request.user, slug, *DESK)
    form = DealerForm(request.POST)
    try:
        if not form.is_valid():
            raise BadRequest("bad_request", field="table", problem=form.errors.as_text())
        username, number = form.cleaned_data["username"], form.cleaned_data["table"]
        user = _staff_uid(username) if username else None
        doors.ask(event, "dealer.assign", call_of(request), table=number, user=user)
    except CODED as error:
        elsewhere = error.code == "dealer_elsewhere"
        said = _deals_elsewhere(request, event, form.cleaned_data["username"]) if elsewhere else {}
        return _show_staff(request, event, said, error=error)
    facts = {"name": username, "table": number}
    free = _("Table %(table)s has no dealer now.")
    messages.success(request, (_("%(name)s deals at table %(table)s.") if user else free) % facts)
    return redirect("web:staff", slug)


@posts_to("web:staff")
def dismiss(request: HttpRequest, slug: str) -> HttpResponse:
    """Take somebody's role: he may do nothing here any more."""
    event = access.staff_event(request.user, slug, *DESK)
    username = request.POST.get("username", "")
    try:
        user = doors.member_uid(event, username)
        doors.ask(event, "staff.remove", call_of(request), user=user)
    except CODED as error:
        return _show_staff(request, event, error=error)
    messages.success(request, _("%(name)s is not on the staff any more.") % {"name": username})
    return redirect("web:staff", slug)


@posts_to("web:staff")
@never_cache
def account(request: HttpRequest, slug: str) -> HttpResponse:
    """A new account with its role here; its password is shown this once."""
    event = access.staff_event(request.user, slug, *DESK)
    form = AccountForm(request.POST, auto_id="account_%s")
    if not form.is_valid():
        return _show_staff(request, event, {"account": form}, status=422)
    username, role = form.cleaned_data["username"], form.cleaned_data["role"]
    try:
        password = create_account(signed_in(request), username)
    except CODED as error:
        form.add_error("username", str(error.params.get("problem") or sentence(error)))
        return _show_staff(request, event, {"account": form}, status=status_of(error))
    made = {"name": username, "password": password, "role": Role(role).label}
    try:
        doors.ask(event, "staff.assign", call_of(request), user=_staff_uid(username), role=role)
    except CODED as error:  # the account is there all the same, and its password is shown only now
        return _show_staff(request, event, {"made": {**made, "role": ""}}, error=error)
    return _show_staff(request, event, {"made": made})


def _deals_elsewhere(request: HttpRequest, event: Event, username: str) -> dict[str, object]:
    """The refusal in words, with the way to the event that has the dealer; nothing for our own."""
    table = table_access.table_of_dealer(username)
    if table is None or table.dealer is None or table.event_id == event.pk:
        return {}
    other = table.event
    facts = {"name": table.dealer.known_as, "table": table.number, "event": other.name}
    said = _("%(name)s already deals at table %(table)s of %(event)s. Free that table first.")
    role = access.role_in(request.user, other)
    page = "web:staff" if role and role != Role.DEALER else "web:event"
    return {"error": said % facts, "error_url": reverse(page, args=[other.slug])}


def _staff_uid(username: str) -> str:
    return doors.staff_uid(username.strip())


def _unknown_user(username: str) -> str:
    text = _("There is no account “%(name)s”. Check the spelling, or have it created first.")
    return text % {"name": username}


def _table_facts(request: HttpRequest) -> dict[str, int]:
    form = TableForm(request.POST)
    if not form.is_valid():
        raise BadRequest("bad_request", field="table", problem=request.POST.get("table", "")[:20])
    return {"table": form.cleaned_data["table"]}


def _move_form(event: Event, request: HttpRequest | None = None) -> MoveForm:
    entries = sorted(selectors.entries_of(event), key=lambda entry: entry.person.name)
    tables = table_selectors.tables_of(event)
    data = request.POST if request else None
    running = event.status == Event.Status.RUNNING
    return MoveForm(data, entries=entries, tables=tables, running=running)


def _show_seats(
    request: HttpRequest,
    event: Event,
    *,
    form: MoveForm | None = None,
    error: Coded | None = None,
    status: int = 200,
) -> HttpResponse:
    event.refresh_from_db()
    entries = selectors.entries_of(event)
    living = [entry for entry in entries if entry.out_seq is None]
    context = {
        "event": event,
        "role": access.role_in(request.user, event),
        "may": allowed(request, event),
        "tables": table_selectors.tables_of(event),
        "by_name": sorted(living, key=lambda entry: entry.person.name.casefold()),
        "waiting": unseated(entries),
        "draw": _draw_facts(selectors.last_command(event, "seat.draw")),
        "form": form or _move_form(event),
        "error": sentence(error) if error else "",
    }
    return render(
        request, "director/seats.html", context, status=status_of(error) if error else status
    )


def _draw_facts(entry: JournalEntry | None) -> dict[str, object] | None:
    """The last draw as the journal has it: anyone can repeat it with this seed."""
    if entry is None:
        return None
    answer = json.loads(entry.answer)
    count = len(answer["seats"])
    return {
        "seq": entry.seq,
        "at": entry.at,
        "actor": actor_of(entry),
        "seed": entry.seed,
        "count": count,
        "reserved": len(answer.get("reserved", [])),
    }


def _show_staff(
    request: HttpRequest,
    event: Event,
    said: Mapping[str, object] | None = None,
    *,
    error: Coded | None = None,
    status: int = 200,
) -> HttpResponse:
    """The page; ``said`` replaces what it shows by itself, such as a form with its errors."""
    event.refresh_from_db()
    members = list(event.staff.select_related("user").order_by("role", "user__username"))
    context = {
        "event": event,
        "role": access.role_in(request.user, event),
        "may": allowed(request, event),
        "members": members,
        "dealers": [member.user for member in members if member.role == Role.DEALER],
        "tables": table_selectors.tables_of(event),
        "form": RoleForm(),
        "account": AccountForm(auto_id="account_%s"),
        "may_create_accounts": signed_in(request).may_create_events,
        "usernames": usernames(),
        "error": sentence(error) if error else "",
        **(said or {}),
    }
    return render(
        request, "director/staff.html", context, status=status_of(error) if error else status
    )
