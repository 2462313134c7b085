"""Registration: one by name, a list, taking back, and coming again."""

import json
from collections.abc import Mapping, Sequence

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.errors import Refusal
from core.messages import Coded, sentence
from tournaments import access, doors, purse, selectors
from tournaments.models import Entry, Event
from tournaments.services.people import Line, recognise, similar_people, words_of
from web.desk import unseated
from web.forms.entries import EntryForm, ImportForm, PersonForm
from web.pages import CODED, allowed, call_of, posts_to, status_of
from web.views.director import DESK


def registration(request: HttpRequest, slug: str) -> HttpResponse:
    """The page; POST enters one person by name."""
    event = access.staff_event(request.user, slug, *DESK)
    if request.method != "POST":
        return _show(request, event)
    form = PersonForm(request.POST, costs=event.prices.costs)
    if not form.is_valid():
        return _show(request, event, person=form, status=422)
    similar = [] if request.POST.get("other") else similar_people(form.line())
    if similar:
        return _show(request, event, person=form, found={"similar": similar}, status=409)
    try:
        paid = form.cleaned_data.get("paid", False)
        answer = doors.register(event, call_of(request), [form.line()], paid=paid)
    except CODED as error:
        form.add_error(None, sentence(error))
        return _show(request, event, person=form, status=status_of(error))
    number = json.loads(answer)["entries"][0]
    facts = {"name": form.cleaned_data["name"], "number": number}
    messages.success(request, _("%(name)s is registered: entry %(number)s.") % facts)
    return redirect("web:registration", slug)


@posts_to("web:registration")
def import_list(request: HttpRequest, slug: str) -> HttpResponse:
    """A list of people: all of them, or none and a report line by line."""
    event = access.staff_event(request.user, slug, *DESK)
    form = ImportForm.posted(request.POST, request.FILES, costs=event.prices.costs)
    if not form.is_valid():
        return _show(request, event, people=form, status=422)
    if "preview" in request.POST:
        return _show(request, event, people=form, found={"preview": recognise(event, form.lines)})
    try:
        paid = form.cleaned_data.get("paid", False)
        answer = doors.register(event, call_of(request), form.lines, paid=paid)
    except CODED as error:
        form.add_error("text", sentence(error))
        return _show(request, event, people=form, status=status_of(error))
    count = len(json.loads(answer)["entries"])
    text = ngettext("%(count)s player registered.", "%(count)s players registered.", count)
    messages.success(request, text % {"count": count})
    return redirect("web:registration", slug)


@posts_to("web:registration")
def withdraw(request: HttpRequest, slug: str) -> HttpResponse:
    """Take an entry back before the start."""
    event = access.staff_event(request.user, slug, *DESK)
    try:
        number = _entry_number(request)
        doors.ask(event, "entry.withdraw", call_of(request), entry=number)
    except CODED as error:
        return _show(request, event, error=error)
    messages.success(request, _("Entry %(number)s was taken back.") % {"number": number})
    return redirect("web:registration", slug)


@posts_to("web:registration")
def again(request: HttpRequest, slug: str) -> HttpResponse:
    """A new entry for somebody who is out."""
    event = access.staff_event(request.user, slug, *DESK)
    try:
        number = _entry_number(request)
        old = event.entries.filter(number=number).select_related("person").first()
        if old is None:
            raise Refusal("entry_unknown", number=number)
        person = old.person
        line = Line(1, person.name, person.alias, person.country)
        doors.register(event, call_of(request), [line], paid="paid" in request.POST)
    except CODED as error:
        return _show(request, event, error=error)
    messages.success(request, _("%(name)s is registered again.") % {"name": person.name})
    return redirect("web:registration", slug)


def _may_enter_again(event: Event, entries: Sequence[Entry]) -> set[int]:
    """The last entry of each person who is out and has a re-entry left, by its number."""
    last = {entry.person_id: entry for entry in sorted(entries, key=lambda one: one.bullet)}
    limit = event.reentry_limit
    out = [entry for entry in last.values() if entry.out_seq is not None]
    return {entry.number for entry in out if limit is None or entry.bullet <= limit}


def _found(entries: Sequence[Entry], find: str) -> list[Entry]:
    """Entries of this number, or whose names have words that begin like each one that was typed."""
    wanted = words_of(find)

    def matches(entry: Entry) -> bool:
        words = words_of(entry.person.name)
        return all(any(word.startswith(part) for word in words) for part in wanted)

    return [entry for entry in entries if find == str(entry.number) or matches(entry)]


def _entry_number(request: HttpRequest) -> int:
    form = EntryForm(request.POST)
    if not form.is_valid():
        raise Refusal("entry_unknown", number=request.POST.get("entry", "")[:20])
    number: int = form.cleaned_data["entry"]
    return number


def _after_the_draw(entries: Sequence[Entry]) -> int:
    """How many have no seat while others have theirs."""
    waiting = unseated(entries)
    living = sum(entry.out_seq is None for entry in entries)
    return len(waiting) if len(waiting) < living else 0


def _show(
    request: HttpRequest,
    event: Event,
    *,
    person: PersonForm | None = None,
    people: ImportForm | None = None,
    found: Mapping[str, object] | None = None,
    error: Coded | None = None,
    status: int = 200,
) -> HttpResponse:
    event.refresh_from_db()
    entries = selectors.entries_of(event)
    find = request.GET.get("find", "").strip()
    context = {
        "event": event,
        "role": access.role_in(request.user, event),
        "may": allowed(request, event),
        "entries": sorted(_found(entries, find), key=lambda entry: -entry.number),
        "find": find,
        "again": _may_enter_again(event, entries),
        "counts": selectors.counts_of(entries),
        "is_open": selectors.registration_open(event, timezone.now()),
        "prices": event.prices,
        **(found or {}),
        "waiting": _after_the_draw(entries),
        "owing": {sale.entry_id for sale in purse.open_sales(event)},
        "person": person or PersonForm(costs=event.prices.costs),
        "people": people or ImportForm(costs=event.prices.costs),
        "error": sentence(error) if error else "",
    }
    if error:
        status = status_of(error)
    return render(request, "director/registration.html", context, status=status)
