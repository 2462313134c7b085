"""The deal of the last players: proposals side by side, a sheet to sign, and the agreement."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.errors import Refusal
from core.messages import sentence
from tournaments import access, doors, purse
from tournaments.models import Entry, Event
from tournaments.rules.deals import Deal, left_to_share, shares, unusual
from tournaments.rules.errors import FloorError
from tournaments.rules.icm import EXACT_MOST
from tournaments.selectors import entries_of
from web.forms.deal import KINDS, DealForm
from web.forms.money import read_amount
from web.money import told
from web.pages import CODED, call_of, posts_to, status_of
from web.views.money import MONEY, frame

WORKED_OUT = (Deal.ICM, Deal.CHIPS, Deal.EVEN)
MOST_SHOWN = 40
ESTIMATED = gettext_lazy("ICM, estimated")


@dataclass(frozen=True, slots=True)
class ProposalRow:
    """One player, and what each way of sharing gives him; one amount where they are too many."""

    player: Entry
    amounts: Sequence[int]

    @property
    def ways(self) -> list[tuple[Promise, int]]:
        """The amounts, each with the name of its way."""
        if len(self.amounts) == 1:
            return [(ESTIMATED, self.amounts[0])]
        return [
            (KINDS[kind], amount) for kind, amount in zip(WORKED_OUT, self.amounts, strict=True)
        ]


def deal(request: HttpRequest, slug: str) -> HttpResponse:
    """The proposals; POST makes the deal that all have signed."""
    event = access.staff_event(request.user, slug, *MONEY)
    if request.method != "POST":
        return _show(request, event)
    players = _living(event)
    form = DealForm(request.POST, players=players, prices=event.prices)
    if not form.is_valid():
        return _show(request, event, form=form, status=422)
    try:
        doors.ask(event, "deal.agree", call_of(request), **form.facts())
    except CODED as error:
        form.add_error(None, told(error, event.prices))
        return _show(request, event, form=form, status=status_of(error))
    messages.success(request, _("The deal is made."))
    return redirect("web:deal_money", slug)


@posts_to("web:deal_money")
def revoke(request: HttpRequest, slug: str) -> HttpResponse:
    """Take the deal back, with the reason."""
    event = access.staff_event(request.user, slug, *MONEY)
    reason = request.POST.get("reason", "")[:200]
    try:
        doors.ask(event, "deal.revoke", call_of(request, reason=reason))
    except CODED as error:
        return _show(request, event, error=told(error, event.prices), status=status_of(error))
    messages.success(request, _("The deal was taken back."))
    return redirect("web:deal_money", slug)


def sheet(request: HttpRequest, slug: str) -> HttpResponse:
    """The deal on paper, with a line for each signature."""
    event = access.staff_event(request.user, slug, *MONEY)
    if not event.deal:
        raise Refusal("deal_none")
    agreed = event.deal["amounts"]
    players = [one for one in entries_of(event) if str(one.number) in agreed]
    context = {
        **frame(request, event),
        "rows": [ProposalRow(one, [agreed[str(one.number)]]) for one in players],
        "kind": KINDS[Deal(event.deal["kind"])],
    }
    return render(request, "director/deal_sheet.html", context)


def _show(
    request: HttpRequest,
    event: Event,
    *,
    form: DealForm | None = None,
    error: str = "",
    status: int = 200,
) -> HttpResponse:
    event.refresh_from_db()
    players = _living(event)
    prizes = purse.still_played_for(event, len(players))
    kind, saved, problem = _asked(request, event, prizes)
    proposals = [] if problem else _proposals(event, players, prizes, saved)
    if form is None:
        form = DealForm(
            players=players, prices=event.prices, initial={"kind": kind, "saved": _typed(request)}
        )
        if proposals:
            chosen = WORKED_OUT.index(kind) if kind in WORKED_OUT else 0
            form.fill({row.player.number: row.amounts[chosen] for row in proposals})
    context = {
        **frame(request, event),
        "rows": proposals[:MOST_SHOWN],
        "kinds": [(one, KINDS[one], one == kind) for one in Deal],
        "total": sum(prizes),
        "saved_text": _typed(request),
        "form": form,
        "problem": problem,
        "in_fantasyland": [one for one in players if one.fantasyland],
        "unusual": _unusual(proposals, prizes, saved, kind),
        "why_not": _why_not(event, players),
        "agreed": [(one, event.deal["amounts"].get(str(one.number))) for one in entries_of(event)]
        if event.deal
        else [],
        "error": error,
    }
    return render(request, "director/deal.html", context, status=status)


def _living(event: Event) -> list[Entry]:
    """Who is left, biggest stack first."""
    living = [entry for entry in entries_of(event) if entry.out_seq is None]
    return sorted(living, key=lambda entry: (-entry.stack, entry.number))


def _typed(request: HttpRequest) -> str:
    return (request.POST or request.GET).get("saved", "")[:20]


def _asked(request: HttpRequest, event: Event, prizes: Sequence[int]) -> tuple[Deal, int, str]:
    """The way and the save that were asked for; or why the save cannot be."""
    text = (request.POST or request.GET).get("kind", "")
    kind = Deal(text) if text in tuple(Deal) else Deal.ICM
    if not prizes or not sum(prizes):
        return kind, 0, _("No prizes are left to be shared.")
    try:
        saved = read_amount(_typed(request), event.prices.digits) if _typed(request) else 0
        left_to_share(prizes, saved)
    except FloorError as error:
        return kind, 0, told(error, event.prices)
    except ValidationError as error:
        return kind, 0, error.messages[0]
    return kind, saved, ""


def _proposals(
    event: Event, players: Sequence[Entry], prizes: Sequence[int], saved: int
) -> list[ProposalRow]:
    """What each way gives each player; for a big field only what the stacks are worth."""
    stacks = {player.number: player.stack for player in players}
    unit = event.prices.unit
    if len(players) > EXACT_MOST:
        worth = purse.icm_values(event, [*stacks.values()], prizes)
        return [ProposalRow(one, [round(value)]) for one, value in zip(players, worth, strict=True)]
    ways = [shares(kind, stacks, prizes, unit, saved) for kind in WORKED_OUT]
    return [ProposalRow(one, [way[one.number] for way in ways]) for one in players]


def _unusual(rows: Sequence[ProposalRow], prizes: Sequence[int], saved: int, kind: Deal) -> bool:
    """Whether the chosen way gives somebody what no place pays; anything may be negotiated."""
    if kind is Deal.NEGOTIATED or not rows or len(rows[0].amounts) == 1:
        return kind is Deal.NEGOTIATED
    at = WORKED_OUT.index(kind)
    amounts = {row.player.number: row.amounts[at] for row in rows}
    return bool(unusual(amounts, prizes, saved))


def _why_not(event: Event, players: Sequence[Entry]) -> str:
    """What a deal still waits for, as the command would say it."""
    tables = {one.seat.table_id if hasattr(one, "seat") else None for one in players}
    waits = (
        ("payouts_unpublished", not event.prizes),
        ("deal_table", len(players) < 2 or len(tables) != 1 or None in tables),
        ("deal_hand", bool(event.hands_open)),
        ("deal_clock", not (event.clock_marks and event.clock(timezone.now()).paused)),
    )
    return next((sentence(Refusal(code)) for code, true in waits if true), "")
