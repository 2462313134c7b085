"""Where what a line of the log says can be undone: a page with the button, never a silent act."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from tables.models.move import OPEN_ORDER
from tournaments.models import Event, JournalEntry
from web.log import LogLine

Facts = dict[str, Any]


def with_undo(
    event: Event, entries: Sequence[JournalEntry], lines: Sequence[LogLine]
) -> list[LogLine]:
    """The lines with the way back of each, while the event is played."""
    if event.status != event.Status.RUNNING:
        return list(lines)
    open_orders = set(event.orders.filter(OPEN_ORDER).values_list("number", flat=True))
    out = set(event.entries.exclude(out_seq=None).values_list("number", flat=True))
    waits = set(event.corrections.filter(state="waiting").values_list("seq", flat=True))
    known = {"orders": open_orders, "out": out, "waits": waits}
    found = []
    for entry, line in zip(entries, lines, strict=True):
        label, url = _undo(event, entry, known)
        found.append(replace(line, undo=label, undo_url=url))
    return found


def _undo(event: Event, entry: JournalEntry, known: dict[str, set[int]]) -> tuple[str, str]:
    find = _WAYS.get(entry.kind)
    return find(event, {**entry.facts, "seq": entry.seq}, known) if find else ("", "")


def _hand(event: Event, facts: Facts, _known: object) -> tuple[str, str]:
    where = [event.slug, facts["table"], facts["hand"]]
    return _("Correct"), reverse("web:correct", args=where)


def _order(event: Event, _facts: Facts, known: dict[str, set[int]]) -> tuple[str, str]:
    return (
        (_("Take back"), reverse("web:moves", args=[event.slug])) if known["orders"] else ("", "")
    )


def _removed(event: Event, facts: Facts, known: dict[str, set[int]]) -> tuple[str, str]:
    if facts["entry"] not in known["out"]:
        return "", ""
    return _("Bring back in"), reverse("web:entry", args=[event.slug, facts["entry"]])


def _clock(event: Event, _facts: Facts, _known: object) -> tuple[str, str]:
    return _("Clock"), reverse("web:clock", args=[event.slug])


def _correction(event: Event, facts: Facts, known: dict[str, set[int]]) -> tuple[str, str]:
    home = reverse("web:corrections", args=[event.slug])
    if facts["seq"] in known["waits"]:
        return _("Drop it"), home
    return _hand(event, facts, known) if "hand" in facts else ("", "")


def _page(label: Callable[[], str], name: str) -> Callable[..., tuple[str, str]]:
    return lambda event, _facts, _known: (label(), reverse(name, args=[event.slug]))


_WAYS: dict[str, Callable[[Event, Facts, dict[str, set[int]]], tuple[str, str]]] = {
    "hand.record": _hand,
    "hand.points": _hand,
    "hand.late": _hand,
    "hand.correct": _correction,
    "hand.void": _correction,
    "chips.adjust": _correction,
    "penalty.give": _correction,
    "entry.reinstate": _correction,
    "move.order": _order,
    "plan.accept": _order,
    "table.break": _order,
    "entry.remove": _removed,
    "clock.adjust": _clock,
    "clock.jump": _clock,
    "clock.break_now": _clock,
    "table.extra": _clock,
    "places.order": _page(lambda: _("Places"), "web:places"),
    "payout.prepare": _page(lambda: _("Payouts"), "web:payouts"),
    "deal.agree": _page(lambda: _("Deal"), "web:deal_money"),
    "table.room": _page(lambda: _("Rooms"), "web:setup"),
    "seat.reserve": _page(lambda: _("Reserved seats"), "web:setup"),
    "entry.move": _page(lambda: _("Seats"), "web:seats"),
}
