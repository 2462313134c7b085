"""One entry at the registration desk: how the player is shown, his add-on, and taking him out."""

from typing import Any

from django.contrib import messages
from django.db.models import Q
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from core.errors import NotFound
from core.messages import Coded, sentence
from tournaments import access, doors
from tournaments.models import Entry, Event, Sale
from tournaments.purse import heads_of
from web.forms.corrections import BackForm, BountyForm, PenaltyForm
from web.forms.entries import EntryPersonForm, PaidForm, RemovalForm
from web.pages import CODED, allowed, call_of, posts_to, status_of
from web.views.corrections import ask
from web.views.director import DESK


def entry(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The entry; POST changes how its player is called and shown."""
    event = access.staff_event(request.user, slug, *DESK)
    row = _entry(event, number)
    if request.method != "POST":
        return _show(request, event, row)
    form = EntryPersonForm(request.POST)
    if not form.is_valid():
        return _show(request, event, row, shown={"form": form}, status=422)
    try:
        display = form.cleaned_data["display"]
        doors.rename(event, call_of(request), number, form.line(), display=display)
    except CODED as error:
        return _show(request, event, row, shown={"form": form}, error=error)
    messages.success(request, _("The player is shown like this everywhere."))
    return redirect("web:entry", slug, number)


@posts_to("web:entry")
def add_on(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Sell the add-on."""
    event = access.staff_event(request.user, slug, *DESK)
    form = PaidForm(request.POST)
    paid = form.is_valid() and form.cleaned_data["paid"]
    try:
        doors.ask(event, "entry.add_on", call_of(request), entry=number, paid=paid)
    except CODED as error:
        return _show(request, event, _entry(event, number), error=error)
    messages.success(request, _("The add-on is sold: hand out its chips."))
    return redirect("web:entry", slug, number)


@posts_to("web:entry")
def remove(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Take the player out of the event."""
    event = access.staff_event(request.user, slug, *DESK)
    form = RemovalForm(request.POST)
    if not form.is_valid():
        return _show(request, event, _entry(event, number), shown={"removal": form}, status=422)
    try:
        call = call_of(request, reason=form.cleaned_data["reason"])
        kind = form.cleaned_data["removal"]
        doors.ask(event, "entry.remove", call, entry=number, removal=kind)
    except CODED as error:
        return _show(request, event, _entry(event, number), shown={"removal": form}, error=error)
    messages.success(request, _("The player is out. Take his chips off the table."))
    return redirect("web:entry", slug, number)


@posts_to("web:entry")
def penalty(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Let him pay points to each opponent."""
    event = access.staff_event(request.user, slug, *DESK)
    form = PenaltyForm(request.POST, auto_id="penalty_%s")
    facts = {"points": form.cleaned_data["points"]} if form.is_valid() else {}
    return _corrected(request, event, number, "penalty.give", {"penalty": form}, **facts)


@posts_to("web:entry")
def back(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Bring him back in."""
    event = access.staff_event(request.user, slug, *DESK)
    form = BackForm(request.POST, entry=_entry(event, number), auto_id="back_%s")
    facts = {"chips": form.cleaned_data.get("chips")} if form.is_valid() else {}
    return _corrected(request, event, number, "entry.reinstate", {"back": form}, **facts)


@posts_to("web:entry")
def bounty(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Say who has his bounty."""
    event = access.staff_event(request.user, slug, *DESK)
    row = _entry(event, number)
    form = BountyForm(request.POST, entry=row, others=_at_table(event, row), auto_id="bounty_%s")
    if not form.is_valid():
        return _show(request, event, row, shown={"bounty": form}, status=422)
    call = call_of(request, reason=form.cleaned_data["reason"])
    try:
        doors.ask(event, "bounty.assign", call, entry=number, to=form.cleaned_data["to"])
    except CODED as error:
        return _show(request, event, row, shown={"bounty": form}, error=error)
    messages.success(request, _("The bounty is given."))
    return redirect("web:entry", slug, number)


def _at_table(event: Event, row: Entry) -> list[Entry]:
    """Those who may have the bounty: who sat with him last, who has it, and else everybody."""
    last = row.hands.order_by("-hand__started_seq").values_list("hand", flat=True).first()
    people = event.entries.filter(withdrawn=False).select_related("person").order_by("number")
    near = people.filter(Q(hands__hand=last) | Q(number__in=row.bounty_to)).distinct()
    return list(near if last else people)


def _corrected(
    request: HttpRequest, event: Event, number: int, name: str, shown: dict[str, Form], **facts: Any
) -> HttpResponse:
    """Ask for a correction that is about this entry; the form stays where it is refused."""
    (form,) = shown.values()
    if not form.is_valid():
        return _show(request, event, _entry(event, number), shown=shown, status=422)
    try:
        ask(request, event, name, form.cleaned_data["reason"], entry=number, **facts)
    except CODED as error:
        return _show(request, event, _entry(event, number), shown=shown, error=error)
    return redirect("web:entry", event.slug, number)


def _entry(event: Event, number: int) -> Entry:
    found = event.entries.filter(number=number).select_related("person", "seat__table").first()
    if found is None:
        raise NotFound("not_found")
    return found


def _show(
    request: HttpRequest,
    event: Event,
    row: Entry,
    *,
    shown: dict[str, Form] | None = None,
    error: Coded | None = None,
    status: int = 200,
) -> HttpResponse:
    sales = list(row.sales.filter(cancelled_seq=None))
    context = {
        "event": event,
        "role": access.role_in(request.user, event),
        "may": allowed(request, event),
        "prices": event.prices,
        "entry": row,
        "sales": sales,
        "had_add_on": any(sale.kind == Sale.Kind.ADD_ON for sale in sales),
        "form": EntryPersonForm.of_person(row.person),
        "paid": PaidForm(),
        "removal": RemovalForm(),
        "penalty": PenaltyForm(auto_id="penalty_%s"),
        "back": BackForm(entry=row, auto_id="back_%s"),
        "worth": heads_of(event).get(row.number, 0),
        "bounty": BountyForm(entry=row, others=_at_table(event, row), auto_id="bounty_%s"),
        **(shown or {}),
        "error": sentence(error) if error else "",
    }
    if error:
        status = status_of(error)
    return render(request, "director/entry.html", context, status=status)
