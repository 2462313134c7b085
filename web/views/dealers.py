"""Dealers at the desk: who is where, who rests, how long each has dealt, and the next push."""

from datetime import timedelta

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from core.errors import BadRequest
from core.messages import Coded, sentence
from tables.dealers import next_push, roster_of, stints_of
from tournaments import access, doors
from tournaments.journal import Facts
from tournaments.models import Event, Role
from tournaments.models.entry import LIVING
from tournaments.rules.payouts import Prices
from tournaments.rules.rota import DOWNS_AN_HOUR, dealers_needed, spare_tables
from web.forms.money import read_amount
from web.pages import CODED, call_of, posts_to, status_of
from web.templatetags.money import money

FLOOR = (Role.DIRECTOR, Role.FLOOR)
MOST_TABLES = 2000


class PayForm(forms.Form):
    """What a dealer gets for half an hour at a table; only for the sums below, it is not kept."""

    pay = forms.CharField(
        label=gettext_lazy("Pay for half an hour"),
        required=False,
        max_length=20,
        widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}),
    )

    def amount(self, prices: Prices) -> int:
        """In minor units; zero where nothing was typed, or what is no amount."""
        self.is_valid()
        text = self.cleaned_data.get("pay", "")
        try:
            return read_amount(text, prices.digits) if text else 0
        except ValidationError as error:
            self.add_error("pay", error)
            return 0


def dealers(request: HttpRequest, slug: str) -> HttpResponse:
    """The roster, the push that is next, and what a table costs."""
    return _show(request, access.staff_event(request.user, slug, *FLOOR))


@posts_to("web:dealers")
def push(request: HttpRequest, slug: str) -> HttpResponse:
    """Push the dealers as it was shown."""
    event = access.staff_event(request.user, slug, *FLOOR)
    try:
        lines = _lines(request)
        doors.ask(event, "dealer.rotate", call_of(request), assign=lines)
    except CODED as error:
        return _show(request, event, error=error)
    count = len(lines)
    text = ngettext(
        "%(count)s table has a new dealer.", "%(count)s tables have new dealers.", count
    )
    messages.success(request, text % {"count": count})
    return redirect("web:dealers", slug)


def _lines(request: HttpRequest) -> list[Facts]:
    """Table and dealer of each line that the page showed."""
    lines = request.POST.getlist("line")[:MOST_TABLES]
    found = []
    for line in lines:
        table, _sep, user = line.partition(":")
        if not table.isdecimal() or len(table) > 6 or len(user) != 36:
            raise BadRequest("bad_request", field="line", problem=line[:50])
        found.append({"table": int(table), "user": user})
    return found


def _show(request: HttpRequest, event: Event, *, error: Coded | None = None) -> HttpResponse:
    event.refresh_from_db()
    now = timezone.now()
    lines = roster_of(event, now)
    placed = next_push(event, lines) if event.status == Event.Status.RUNNING else {}
    names = {str(line.user.uid): line.user.known_as for line in lines}
    here = {line.table: str(line.user.uid) for line in lines if line.table is not None}
    changes = [
        (table, names[user], user) for table, user in placed.items() if here.get(table) != user
    ]
    form = PayForm(request.GET)
    context = {
        "event": event,
        "role": access.role_in(request.user, event),
        "lines": lines,
        "changes": changes,
        "form": form,
        **_economy(event, form.amount(event.prices)),
        "error": sentence(error) if error else "",
    }
    code = status_of(error) if error else 200
    return render(request, "director/dealers.html", context, status=code)


def _economy(event: Event, pay: int) -> dict[str, object]:
    """Dealers needed, table-hours so far, and what tables too many cost an hour."""
    tables = event.tables.filter(open=True).count()
    left = event.entries.filter(LIVING).count()
    now = timezone.now()
    dealt = sum((stint.length(now) for stint in stints_of(event)), timedelta())
    minutes = int(dealt.total_seconds()) // 60
    spare = spare_tables(left, tables, event.ruleset.chairs)
    hour = pay * DOWNS_AN_HOUR
    return {
        "tables": tables,
        "needed": dealers_needed(tables),
        "spare": spare,
        "hours": _("%(hours)s h %(minutes)s min")
        % {"hours": minutes // 60, "minutes": minutes % 60},
        "an_hour": money(hour, event.prices) if hour else "",
        "spare_hour": money(hour * spare, event.prices) if hour and spare else "",
        "so_far": money(hour * minutes // 60, event.prices) if hour else "",
    }
