"""A hand that is not in the record: typed from a slip, or from what a tablet could not hand in."""

from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from core.errors import Refusal
from core.messages import Coded, sentence
from tables import access as table_access
from tables import felt, selectors
from tables.models import QueueItem, Seat, Table
from tables.selectors import HandView
from tables.services.late import dealt_late
from tournaments import access, doors
from tournaments.journal import Facts
from web.boards import ResultView, result_of
from web.desk import clock_now
from web.forms.late import LateForm, typed_item
from web.forms.moves import ReasonForm
from web.pages import CODED, call_of, status_of
from web.views.corrections import FLOOR


@dataclass
class Entered:
    """What the page shows of a hand that is being typed."""

    form: LateForm
    reason: ReasonForm
    result: ResultView | None = None
    error: Coded | None = None
    status: int = 200


def late(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Level, button and cards; POST shows what the hand is worth, or enters it."""
    event = access.staff_event(request.user, slug, *FLOOR)
    table = table_access.numbered_table(event, number)
    item = _item(request, table)
    hand = selectors.table_view(table).next_hand
    if request.method != "POST":
        return _show(request, table, hand, item, Entered(_blank(table, item), _reason()))
    entered = _entered(request, table, hand)
    if entered.result and "ask" in request.POST:
        entered.reason = ReasonForm(request.POST, prefix="all")
        if not entered.reason.is_valid():
            entered.status = 422
        elif _ask(request, table, entered, {"hand": hand, "item": item and item.seq}):
            messages.success(request, _("Hand %(hand)s is in the record.") % {"hand": hand})
            return redirect("web:corrections", slug)
    return _show(request, table, hand, item, entered)


def _entered(request: HttpRequest, table: Table, number: int) -> Entered:
    entered = Entered(LateForm(table, _seats(table), request.POST), _reason())
    form = entered.form
    if not form.is_valid():
        entered.status = 422
        return entered
    facts = form.facts()
    try:
        seats = [one["seat"] for one in facts["layouts"]]
        where = {"level": facts["level"], "button": facts["button"], "seats": seats}
        hand, players = dealt_late(table, number, **where)
        state = felt.table_state(table.event.ruleset, hand, players)
        sheet = felt.sheet_of(table.event.ruleset, facts["layouts"], players)
        entered.result = result_of(HandView(hand, players, sheet, felt.settle(state, sheet)))
    except CODED as error:
        form.refuse(error)
        entered.status = status_of(error)
    return entered


def _ask(request: HttpRequest, table: Table, entered: Entered, more: Facts) -> bool:
    call = call_of(request, reason=entered.reason.cleaned_data["reason"])
    facts = {"table": table.number, **entered.form.facts(), **more}
    try:
        doors.ask(table.event, "hand.late", call, **facts)
    except CODED as error:
        entered.error, entered.status = error, status_of(error)
        return False
    return True


def _blank(table: Table, item: QueueItem | None) -> LateForm:
    """The fields as they are most likely: the level of now, the button that is due."""
    clock = clock_now(table.event)
    button = selectors.table_view(table).button
    level = clock.level if clock else 1
    return LateForm(table, _seats(table), level=level, button=button, **typed_item(item))


def _seats(table: Table) -> list[Seat]:
    taken = table.seats.exclude(entry=None).select_related("entry__person", "table")
    return list(taken.order_by("number"))


def _reason() -> ReasonForm:
    return ReasonForm(prefix="all")


def _item(request: HttpRequest, table: Table) -> QueueItem | None:
    """What a tablet handed in, if the page was opened from it."""
    text = request.POST.get("item") or request.GET.get("item", "")
    if not text.isdecimal() or len(text) > 9:
        return None
    return table.event.queue.filter(seq=int(text), table=table, closed_at=None).first()


def _show(
    request: HttpRequest, table: Table, hand: int, item: QueueItem | None, entered: Entered
) -> HttpResponse:
    view = selectors.table_view(table)
    error = entered.error
    if error is None and view.hand and view.playing:
        error = Refusal("hand_open", hand=view.hand.number, table=table.number)
    context = {
        "event": table.event,
        "role": access.role_in(request.user, table.event),
        "table": table,
        "number": hand,
        "item": item,
        "form": entered.form,
        "result": entered.result,
        "reason": entered.reason,
        "error": sentence(error) if error else "",
    }
    return render(request, "director/late.html", context, status=entered.status)
