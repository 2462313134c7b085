"""The dealer's page of a table: start a hand, type the cards, check, record. Works without scripts.

Every step is a POST that can be sent twice; every refusal keeps what was typed.
"""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.errors import NotFound, Refusal
from core.messages import Coded, sentence
from tables import access as table_access
from tables import selectors
from tables.models import Hand, Table
from tables.services.levels import turn_of
from tournaments import access, doors
from tournaments.models import Event, Role
from web.boards import recorded_result, reopening_lines, result_of, who_agrees
from web.desk import clock_now, tile_of, tiles_of
from web.forms.hand import HandForm, swapped
from web.order_steps import carry_out
from web.pages import CODED, call_of, posts_to, status_of
from web.typed import typed_boards

SUMMARY = gettext_lazy("Look at these cards again")
DEALING = (Role.DIRECTOR, Role.FLOOR, Role.DEALER)


def chooser(request: HttpRequest, slug: str) -> HttpResponse:
    """A dealer goes to his own table; the floor chooses one."""
    event = access.staff_event(request.user, slug, *DEALING)
    if access.role_in(request.user, event) == Role.DEALER:
        own = table_access.own_table(request.user, event)
        if own is not None:
            return redirect("web:deal_table", slug, own.number)
        return render(request, "dealer/no_table.html", {"event": event})
    clock = clock_now(event)
    role = access.role_in(request.user, event)
    context = {"event": event, "role": role, "clock": clock, "tiles": tiles_of(event, clock)}
    return render(request, "dealer/chooser.html", context)


def table_page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The table as it stands: the cards of the open hand, or the way to the next one."""
    table = _table(request, slug, number)
    return show(request, table)


@posts_to("web:deal_table")
def start(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Deal the next hand."""
    table = _table(request, slug, number)
    absent = sorted({int(seat) for seat in request.POST.getlist("absent") if seat.isdecimal()})
    facts = {"table": number, "hand": _hand_number(request), "absent": absent}
    try:
        doors.ask(table.event, "hand.start", call_of(request), **facts)
    except CODED as error:
        return show(request, table, error=error)
    return redirect("web:deal_table", slug, number)


@posts_to("web:deal_table")
def cards(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Back from the check to the cards, with everything that was typed."""
    hand = _posted_hand(request, slug, number)
    return show_cards(request, hand, HandForm(hand, request.POST))


@posts_to("web:deal_table")
def check(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """What the typed cards are worth, to be read out; nothing is written."""
    hand = _posted_hand(request, slug, number)
    swap = request.POST.get("swap", "")
    form = HandForm(hand, swapped(request.POST, int(swap)) if swap.isdecimal() else request.POST)
    if hand.state != Hand.State.STARTED:
        refusal = Refusal("hand_not_open", table=number)
        return show_cards(request, hand, form, error=refusal)
    return _checked(request, hand, form)


@posts_to("web:deal_table")
def preview(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The boards while they are typed; a fragment that never complains about what is missing."""
    hand = _posted_hand(request, slug, number)
    form = HandForm(hand, request.POST)
    problem = ""
    if form.is_valid():
        try:
            selectors.preview(hand, form.layouts)
        except CODED as error:
            problem = sentence(error)
    context = {"typed": typed_boards(form), "problem": problem, "complete": form.is_valid()}
    return render(request, "dealer/preview.html", context)


@posts_to("web:deal_table")
def record(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Paid and agreed: the hand is written."""
    hand = _posted_hand(request, slug, number)
    form = HandForm(hand, request.POST)
    if not form.is_valid():
        return show_cards(request, hand, form, status=422)
    where = {"table": number, "hand": hand.number}
    try:
        result = result_of(selectors.preview(hand, form.layouts))
        if result.doubts and "confirmed" not in request.POST:
            return _checked(request, hand, form, unconfirmed=True)
        facts = {**where, "layouts": form.layouts, **_agreed(request)}
        doors.ask(hand.table.event, "hand.record", call_of(request), **facts)
    except CODED as error:
        return show_cards(request, hand, form, error=error)
    return redirect("web:deal_table", slug, number)


@posts_to("web:deal_table")
def order(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A player has left this table or sits here now, with counted chips."""
    table = _table(request, slug, number)
    try:
        carry_out(request, table.event, number)
    except CODED as error:
        return show(request, table, error=error)
    closed = not table.event.tables.filter(number=number, open=True).exists()
    return redirect("web:deal", slug) if closed else redirect("web:deal_table", slug, number)


@posts_to("web:deal_table")
def undo(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Open the last recorded hand again, with its cards."""
    table = _table(request, slug, number)
    facts = {"table": number, "hand": _hand_number(request)}
    try:
        doors.ask(table.event, "hand.undo", call_of(request), **facts)
    except CODED as error:
        return show(request, table, error=error)
    messages.success(request, _("Hand %(hand)s is open again. Nothing was lost.") % facts)
    return redirect("web:deal_table", slug, number)


def show(request: HttpRequest, table: Table, *, error: Coded | None = None) -> HttpResponse:
    """The table: the cards of its open hand, or the next hand with what it waits for."""
    view = selectors.table_view(table)
    if view.hand is not None and view.playing:
        return show_cards(request, view.hand, HandForm(view.hand), error=error)
    clock = clock_now(table.event)
    waits = tile_of(view, clock).waits or selectors.waits_for_others(view)
    recorded = view.hand is not None and view.hand.state == Hand.State.RECORDED
    last = recorded_result(view.hand) if view.hand and recorded else None
    context = {
        **_base(request, table),
        "view": view,
        "clock": clock,
        "turn": clock and selectors.turn_at(view, clock),
        "waits": sentence(waits) if waits else "",
        "misdealt": view.hand is not None and view.hand.state == Hand.State.MISDEALT,
        "last": last,
        "reopening": reopening_lines(last, points_only=not last.boards) if last else [],
        "error": sentence(error) if error else "",
    }
    status = status_of(error) if error else 200
    return render(request, "dealer/ready.html", context, status=status)


def show_cards(
    request: HttpRequest,
    hand: Hand,
    form: HandForm,
    *,
    error: Coded | None = None,
    status: int = 200,
) -> HttpResponse:
    """The fields of a hand, with everything that was typed, and what is wrong with it."""
    if error is not None:
        status = status_of(error)
        if form.is_bound:
            form.refuse(error)
    event = hand.table.event
    clock = clock_now(event)
    context = {
        **_base(request, hand.table),
        "hand": hand,
        "form": form,
        "turn": clock and turn_of(event, clock, hand, fantasyland=False),
        "typed": typed_boards(form),
        "error": sentence(error) if error and not form.is_bound else "",
    }
    return render(request, "dealer/cards.html", context, status=status)


def _checked(
    request: HttpRequest, hand: Hand, form: HandForm, *, unconfirmed: bool = False
) -> HttpResponse:
    """The check screen; the cards again when something is wrong with them."""
    if not form.is_valid():
        return show_cards(request, hand, form, status=422)
    try:
        view = selectors.preview(hand, form.layouts)
    except CODED as error:
        return show_cards(request, hand, form, error=error)
    asked = who_agrees(view) if _is_dealer(request, hand.table) else []
    context = {
        **_base(request, hand.table),
        "hand": hand,
        "form": form,
        "result": result_of(view),
        "asked": asked,
        "unconfirmed": unconfirmed,
        "clock": clock_now(hand.table.event),
    }
    return render(request, "dealer/check.html", context, status=422 if unconfirmed else 200)


def _agreed(request: HttpRequest) -> dict[str, list[int]]:
    """The players who were ticked as having agreed; nothing where nobody was asked."""
    seats = sorted({int(seat) for seat in request.POST.getlist("agreed") if seat.isdecimal()})
    return {"confirmed": seats} if seats else {}


def _base(request: HttpRequest, table: Table) -> dict[str, object]:
    role = access.role_in(request.user, table.event)
    return {"event": table.event, "table": table, "role": role, "summary": SUMMARY}


def _is_dealer(request: HttpRequest, table: Table) -> bool:
    return access.role_in(request.user, table.event) == Role.DEALER


def _table(request: HttpRequest, slug: str, number: int) -> Table:
    event: Event = access.staff_event(request.user, slug, *DEALING)
    return table_access.dealing_table(request.user, event, number)


def _posted_hand(request: HttpRequest, slug: str, number: int) -> Hand:
    """The hand that the page was made for, whatever became of it since."""
    return table_access.hand_of(_table(request, slug, number), _hand_number(request))


def _hand_number(request: HttpRequest) -> int:
    text = request.POST.get("hand", "")
    if not text.isdecimal() or len(text) > 9:
        raise NotFound("not_found")
    return int(text)
