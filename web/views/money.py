"""An event's money on its desk: prices, prizes, the drawer, and payouts by two people."""

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from core.errors import BadRequest
from tournaments import access, doors, purse, selectors
from tournaments.models import CashMove, Event, Role
from tournaments.rules.errors import FloorError
from tournaments.rules.payouts import MOST_PLACES
from web.forms.entries import EntryForm
from web.forms.money import DrawerForm, PricesForm, PrizesForm
from web.money import drawer_lines, payout_rows, prize_rows, public_changes, told
from web.pages import CODED, allowed, call_of, posts_to, status_of

MONEY = (Role.DIRECTOR, Role.CASHIER, Role.AUDITOR)
CASH_LINES = 50
Context = dict[str, object]
Show = Callable[..., HttpResponse]


@login_not_required
def prizes(request: HttpRequest, slug: str) -> HttpResponse:
    """What an event costs and pays, and what was changed of it: for everybody."""
    event = access.visible_event(request.user, slug)
    rows, problem = prize_rows(event)
    context = {
        **frame(request, event),
        "rows": rows,
        "problem": problem,
        "pool": purse.pool_of(event),
        "changes": public_changes(event),
    }
    return render(request, "public/prizes.html", context)


def money(request: HttpRequest, slug: str) -> HttpResponse:
    """Prices and prizes; POST sets the prices."""
    event = access.staff_event(request.user, slug, *MONEY)
    if request.method != "POST":
        return _show(request, event)
    form = PricesForm(request.POST, needs_reason=_needs_reason(event))
    if not form.is_valid():
        return _show(request, event, {"form": form}, status=422)
    try:
        call = call_of(request, reason=form.cleaned_data.get("reason", ""))
        doors.ask(event, "event.prices", call, prices=form.prices())
    except CODED as error:
        form.add_error(None, told(error, event.prices))
        return _show(request, event, {"form": form}, status=status_of(error))
    messages.success(request, _("The prices are set."))
    return redirect("web:money", slug)


@posts_to("web:money")
def publish(request: HttpRequest, slug: str) -> HttpResponse:
    """Publish the prizes, or ask for others than were published."""
    event = access.staff_event(request.user, slug, *MONEY)
    change = bool(event.prizes)
    form = PrizesForm(request.POST, prices=event.prices, change=change)
    if not form.is_valid():
        return _show(request, event, {"prizes": form}, status=422)
    name = "payouts.change" if change else "payouts.publish"
    try:
        call = call_of(request, reason=form.cleaned_data.get("reason", ""))
        doors.ask(event, name, call, amounts=form.cleaned_data["amounts"])
    except CODED as error:
        form.add_error("amounts", told(error, event.prices))
        return _show(request, event, {"prizes": form}, status=status_of(error))
    asked, done = _("A second person must confirm the change."), _("The prizes are published.")
    messages.success(request, asked if change else done)
    return redirect("web:money", slug)


@posts_to("web:money")
def confirm(request: HttpRequest, slug: str) -> HttpResponse:
    """Confirm or drop the change of the prizes that somebody asked for."""
    event = access.staff_event(request.user, slug, *MONEY)
    agree = request.POST.get("agree") == "yes"
    try:
        doors.ask(event, "payouts.confirm", call_of(request), agree=agree)
    except CODED as error:
        return _show(request, event, {"error": told(error, event.prices)}, status=status_of(error))
    said = _("The prizes are changed.") if agree else _("The change was dropped.")
    messages.success(request, said)
    return redirect("web:money", slug)


def cash(request: HttpRequest, slug: str) -> HttpResponse:
    """The drawer; POST puts in, takes out or counts."""
    event = access.staff_event(request.user, slug, *MONEY)
    if request.method != "POST":
        return _show_cash(request, event)
    form = DrawerForm(request.POST, prices=event.prices)
    if not form.is_valid():
        return _show_cash(request, event, {"form": form}, status=422)
    name, facts = form.command()
    try:
        doors.ask(event, name, call_of(request, reason=form.cleaned_data["reason"]), **facts)
    except CODED as error:
        form.add_error("reason", told(error, event.prices))
        return _show_cash(request, event, {"form": form}, status=status_of(error))
    messages.success(request, _("It is written down."))
    return redirect("web:cash", slug)


@posts_to("web:cash")
def take(request: HttpRequest, slug: str) -> HttpResponse:
    """An entry pays what it owes."""
    return _press(request, slug, "cash.take", _show_cash, _("%(name)s has paid."))


def payouts(request: HttpRequest, slug: str) -> HttpResponse:
    """Everybody who is paid by now; POST prepares, releases or takes back one payout."""
    event = access.staff_event(request.user, slug, *MONEY)
    if request.method != "POST":
        return _show_payouts(request, event)
    said = {
        "payout.prepare": _("The payout of %(name)s is prepared: print the slip."),
        "payout.release": _("%(name)s is paid."),
        "payout.cancel": _("The payout of %(name)s was taken back."),
    }
    name = request.POST.get("command", "")
    if name not in said:
        raise BadRequest("bad_request", field="command", problem=name[:40])
    return _press(request, slug, name, _show_payouts, said[name])


def slips(request: HttpRequest, slug: str) -> HttpResponse:
    """Slips to print and to sign: of every payout that is prepared, or of one entry."""
    event = access.staff_event(request.user, slug, *MONEY)
    rows = [row for row in payout_rows(event) if row.payout]
    number = request.GET.get("entry", "")
    if number:
        rows = [row for row in rows if str(row.entry.number) == number]
    else:
        rows = [row for row in rows if not row.released]
    return render(request, "director/slips.html", {**frame(request, event), "rows": rows})


def _press(request: HttpRequest, slug: str, name: str, show: Show, said: str) -> HttpResponse:
    """A button about one entry: run the command, say what was done, and show the page again."""
    event = access.staff_event(request.user, slug, *MONEY)
    form = EntryForm(request.POST)
    try:
        if not form.is_valid():
            raise BadRequest("bad_request", field="entry", problem=form.errors.as_text())
        doors.ask(event, name, call_of(request), entry=form.cleaned_data["entry"])
    except CODED as error:
        refused = {"error": told(error, event.prices)}
        return show(request, event, refused, status=status_of(error))
    entry = event.entries.select_related("person").get(number=form.cleaned_data["entry"])
    messages.success(request, said % {"name": entry.person.name})
    return redirect("web:cash" if name == "cash.take" else "web:payouts", slug)


def _needs_reason(event: Event) -> bool:
    return event.status != Event.Status.DRAFT


def frame(request: HttpRequest, event: Event) -> Context:
    """What every page of an event's money shows."""
    role = access.role_in(request.user, event)
    return {"event": event, "role": role, "prices": event.prices, "may": allowed(request, event)}


def _show(
    request: HttpRequest, event: Event, said: Context | None = None, *, status: int = 200
) -> HttpResponse:
    event.refresh_from_db()
    rows, problem = prize_rows(event)
    context = {
        **frame(request, event),
        "entries": selectors.counts_of(selectors.entries_of(event)).entries,
        "pool": purse.pool_of(event),
        "rows": rows,
        "problem": problem,
        "unpaid": len(purse.open_sales(event)),
        "form": PricesForm.of_prices(event.prices, needs_reason=_needs_reason(event)),
        "prizes": _prizes_form(request, event),
        "asked": bool(_asked_places(request)),
        "places": _asked_places(request) or len(rows),
        "may_publish": not event.prizes and _may_publish(event),
        **(said or {}),
    }
    return render(request, "director/money.html", context, status=status)


def _may_publish(event: Event) -> bool:
    over = event.status in {Event.Status.RUNNING, Event.Status.FINISHED}
    closed = not selectors.registration_open(event, timezone.now())
    return over and closed and not event.handed_to


def _asked_places(request: HttpRequest) -> int:
    text = request.GET.get("places", "")
    return min(int(text), MOST_PLACES) if text.isdecimal() and len(text) < 5 else 0


def _prizes_form(request: HttpRequest, event: Event) -> PrizesForm:
    """The form filled with the published prizes, or with the house's for so many places."""
    amounts = event.prizes
    places = _asked_places(request)
    if places or not amounts:
        try:
            amounts = [*purse.suggested_prizes(event, places or None)]
        except FloorError:
            amounts = event.prizes
    return PrizesForm.of_amounts(amounts, event.prices, change=bool(event.prizes))


def _show_cash(
    request: HttpRequest, event: Event, said: Context | None = None, *, status: int = 200
) -> HttpResponse:
    event.refresh_from_db()
    totals = purse.drawer_totals(event)
    kinds = CashMove.Kind
    context = {
        **frame(request, event),
        "drawer": sum(totals.values()),
        "totals": [(kind.label, totals[kind]) for kind in kinds if kind in totals],
        "sales": purse.open_sales(event),
        "form": DrawerForm(prices=event.prices),
        "log": drawer_lines(event, CASH_LINES),
        **(said or {}),
    }
    return render(request, "director/cash.html", context, status=status)


def _show_payouts(
    request: HttpRequest, event: Event, said: Context | None = None, *, status: int = 200
) -> HttpResponse:
    event.refresh_from_db()
    rows = payout_rows(event)
    context = {
        **frame(request, event),
        "rows": rows,
        "prepared": sum(row.payout is not None and not row.released for row in rows),
        "paid": sum(row.due for row in rows if row.released),
        "pool": purse.pool_of(event),
        **(said or {}),
    }
    return render(request, "director/payouts.html", context, status=status)
