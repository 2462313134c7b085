"""What every page does: who asks, a refusal as a page, an answer that need not be sent again."""

import uuid
from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language

from accounts.models import User
from core.errors import BadRequest, NotAllowed, Refusal
from core.http import refusal_of
from core.messages import Coded, sentence
from scoring.errors import RuleError
from tournaments.access import role_in
from tournaments.journal import Call, roles_of
from tournaments.models import Event
from tournaments.rules.clock import ClockState
from tournaments.rules.errors import FloorError
from web.desk import clock_now
from web.edge import SHARED

P = ParamSpec("P")
View = Callable[..., HttpResponse]
RULES_STATUS = 422
MOST_DIGITS = 10
CODED = (Refusal, RuleError, FloorError)
"""What a command or a rule may say instead of yes."""


def page(view: Callable[Concatenate[HttpRequest, P], HttpResponse]) -> View:
    """Answer a refusal that the view did not show itself: a page, or a fragment for htmx."""

    @wraps(view)
    def answering(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except (*CODED, OperationalError) as error:
            return refused(request, error)

    return answering


def posts_to(home: str) -> Callable[[View], View]:
    """Take POST only; who comes by GET, such as by a reload, is sent to the page itself."""

    def decorate(view: View) -> View:
        @wraps(view)
        def posted(request: HttpRequest, **where: Any) -> HttpResponse:
            if request.method != "POST":
                return redirect(resolve_url(home, **where))
            return view(request, **where)

        return posted

    return decorate


def refused(request: HttpRequest, error: Exception) -> HttpResponse:
    """The sentence of an error and where to go on from here."""
    said = refusal_of(error) or error
    assert isinstance(said, Coded), said
    template = "web/refused_fragment.html" if is_htmx(request) else "web/refused.html"
    context = {"sentence": sentence(said), "code": said.code}
    return render(request, template, context, status=status_of(said))


def status_of(error: Coded) -> int:
    """The HTTP status of a refusal; a rule of the game or of the floor is 422."""
    return error.status if isinstance(error, Refusal) else RULES_STATUS


def is_htmx(request: HttpRequest) -> bool:
    """Whether a script of the page asks for a fragment."""
    return request.headers.get("HX-Request") == "true"


def whole_number(request: HttpRequest, field: str) -> int:
    """A number that a button or a hidden field of a form carries; raises `BadRequest`."""
    text = request.POST.get(field, "")
    if not (text.isascii() and text.isdecimal() and len(text) < MOST_DIGITS):
        raise BadRequest("bad_request", field=field, problem=text[:20] or "–")
    return int(text)


def signed_in(request: HttpRequest) -> User:
    """The member of staff who asks."""
    if not request.user.is_authenticated:
        raise NotAllowed("not_signed_in")
    return request.user


def call_of(request: HttpRequest, *, reason: str = "") -> Call:
    """Who asks for a command, under the submission id that his page was made with."""
    return Call(signed_in(request), submission_of(request), reason)


def submission_of(request: HttpRequest) -> uuid.UUID:
    """The id that the page made; a second click carries the same one."""
    text = request.POST.get("submission", "")
    try:
        return uuid.UUID(text)
    except ValueError:
        raise BadRequest("bad_request", field="submission", problem=text[:40] or "–") from None


def allowed(request: HttpRequest, event: Event) -> dict[str, bool]:
    """Which commands the reader's role opens to him, for a page that shows only such buttons.

    ``{"clock_pause": True, ...}``; the command itself asks again.
    """
    role = role_in(request.user, event)
    return {name.replace(".", "_"): role in roles_of(name) for name in SHOWN_COMMANDS}


SHOWN_COMMANDS = (
    "event.prices",
    "payouts.publish",
    "deal.agree",
    "payouts.confirm",
    "payout.prepare",
    "payout.cancel",
    "cash.take",
    "drawer.count",
    "event.edit",
    "event.publish",
    "event.start",
    "event.finish",
    "clock.pause",
    "clock.adjust",
    "entry.register",
    "entry.withdraw",
    "entry.rename",
    "entry.remove",
    "entry.add_on",
    "penalty.give",
    "entry.reinstate",
    "hand.correct",
    "bubble.announce",
    "places.order",
    "day.end",
    "bounty.assign",
    "seat.draw",
    "entry.move",
    "table.open",
    "seat.reserve",
    "dealer.assign",
    "staff.assign",
    "staff.remove",
    "hand.start",
    "round.stop",
)


def fragment(
    request: HttpRequest,
    event: Event,
    template: str,
    context: Callable[[], dict[str, object]],
    more: str = "",
) -> HttpResponse:
    """A fragment that is the same for every reader, with its ETag, or 304 when he has it already.

    Only for fragments without forms: a form carries a token of its session. One of an event that
    everybody may see is marked for `web.edge`. ``context`` is asked only for a reader who has not
    got it; ``more``: what it depends on besides the version.
    """
    etag = etag_of(event, clock_now(event), more)
    if request.headers.get("If-None-Match") == etag:
        response = HttpResponse(status=304)
    else:
        response = HttpResponse(render_to_string(template, context(), request))
        if event.status != Event.Status.DRAFT and _is_everyones(request, event):
            response[SHARED.decode()] = f"{event.slug} {event.version}"
    response["ETag"] = etag
    response["Cache-Control"] = "private, no-cache"
    patch_vary_headers(response, ["Cookie", "Accept-Language"])
    return response


def _is_everyones(request: HttpRequest, event: Event) -> bool:
    """Whether the answer is the same for all: under a delay, staff see more, at `now_url`."""
    return not event.broadcast_delay or (event.until is not None and not request.GET)


def etag_of(event: Event, clock: ClockState | None, more: str = "") -> str:
    """The tag of what is seen of the event now.

    Its parts: the version, what the clock says by itself (a level ends without a command), the
    language.
    """
    if clock is not None:
        state = f"{clock.segment}.{clock.paused:d}.{clock.break_pending:d}"
    else:
        state = "due" if event.starts_at and event.starts_at <= timezone.now() else "-"
    return f'"{event.seen_version}-{state}{more}-{get_language()}"'
