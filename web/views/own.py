"""A player's own page: by an address of his own, without a login. It changes nothing but a list."""

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from accounts import links
from core.messages import sentence
from tables.services.questions import MOST_LETTERS
from tournaments import access, doors
from tournaments.journal import Call
from tournaments.models import Event, Role
from web.pages import CODED, posts_to, status_of, submission_of, whole_number
from web.player import PlayerView, player_of
from web.views.public import player_context

DOOR = "player"
FLOOR = (Role.DIRECTOR, Role.FLOOR)


@login_not_required
@never_cache
def page(request: HttpRequest, token: str) -> HttpResponse:
    """What everyone sees of him, and where he may question his last hand."""
    event, number = access.linked_entry(token)
    context = {**player_context(event, number), "token": token}
    return _private(render(request, "public/player.html", context))


@login_not_required
@never_cache
def now(request: HttpRequest, token: str) -> HttpResponse:
    """What changes on his page."""
    event, number = access.linked_entry(token)
    return _private(render(request, "public/player_now.html", player_context(event, number)))


@login_not_required
@never_cache
def question(request: HttpRequest, token: str) -> HttpResponse:
    """Say what is wrong with the last hand; POST puts it on the director's list."""
    event, number = access.linked_entry(token)
    player = player_of(event, number)
    context = {"event": event, "player": player, "token": token, "most": MOST_LETTERS}
    if request.method == "POST":
        context["text"] = request.POST.get("text", "").strip()
        try:
            _ask(request, event, player, str(context["text"]))
        except CODED as error:
            context["error"] = sentence(error)
            answer = render(request, "public/question.html", context, status=status_of(error))
            return _private(answer)
        messages.success(request, _("The director has your question. Nothing was changed."))
        return redirect("web:own", token)
    return _private(render(request, "public/question.html", context))


@posts_to("web:player")
def renew(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A new address for a player whose card is in wrong hands."""
    event = access.staff_event(request.user, slug, *FLOOR)
    player_of(event, number)
    links.renew(event.uid, number)
    messages.success(request, _("The player has a new address. The earlier one opens nothing."))
    return redirect("web:player", slug, number)


def _ask(request: HttpRequest, event: Event, player: PlayerView, text: str) -> None:
    call = Call(None, submission_of(request), system=DOOR)
    facts = {name: whole_number(request, name) for name in ("table", "hand")}
    doors.ask(event, "hand.question", call, entry=player.entry.number, text=text, **facts)


def _private(response: HttpResponse) -> HttpResponse:
    """Keep the address out of search engines and of the pages it leads to."""
    response["X-Robots-Tag"] = "noindex"
    # Not "no-referrer": a browser then posts without an origin, and no form of his page is taken.
    response["Referrer-Policy"] = "same-origin"
    return response
