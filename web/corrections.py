"""Corrections in words: what one would do, what waits, what was done. Reads only."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.messages import sentence
from tables.broadcast import is_unseen
from tables.effects import Effect, Kind, Line, Payment, payments_of
from tables.impact import Otherwise, otherwise
from tables.models import Correction, Seat
from tables.services.corrections import effect_for
from tables.services.reserving import RESERVED
from tournaments.models import Event
from web.log import LogLine, log_lines
from web.pages import CODED
from web.templatetags.cards import chips

MOST_PUBLIC = 500
MOVES = ("entry.move", "move.arrived", "table.break", "seat.redraw", "entry.remove")
WHY: dict[str, Promise] = {
    "late": gettext_lazy("the time for corrections is over: the next break, or half an hour"),
    "places": gettext_lazy("somebody goes out or comes back"),
    "prizes": gettext_lazy("a prepared payout changes"),
    "bank": gettext_lazy("chips come from the house bank, or go there"),
}
"""Why a second person is needed, as the end of a sentence."""


@dataclass(frozen=True, slots=True)
class LineView:
    """What happens to one player."""

    name: str
    owed: int
    posted: int
    before: int
    after: int
    notes: Sequence[str]


@dataclass(frozen=True, slots=True)
class EffectView:
    """An effect as it is read before it is agreed to."""

    lines: Sequence[LineView]
    later: Sequence[str]
    prizes: Sequence[str]
    why: Sequence[str]
    blocker: str
    basis: str


@dataclass(frozen=True, slots=True)
class CorrectionView:
    """A correction in the list; ``effect`` is what it would do now, while it waits."""

    correction: Correction
    title: str
    lines: Sequence[str]
    effect: EffectView | None = None
    error: str = ""


def effect_view(event: Event, effect: Effect) -> EffectView:
    """The effect in words."""
    return EffectView(
        lines=[_line(line) for line in effect.lines],
        later=[_otherwise(one) for one in otherwise(effect)],
        prizes=[_prize(one) for one in payments_of(event, effect.lines)],
        why=[str(WHY[code]) for code in effect.why],
        blocker=sentence(effect.blocker) if effect.blocker else "",
        basis=effect.basis,
    )


def waiting_of(event: Event, now: datetime) -> list[CorrectionView]:
    """Corrections that wait for a second person, oldest first."""
    found = event.corrections.filter(state=Correction.State.WAITING)
    rows = found.select_related("hand__table", "asked_by").order_by("seq")
    names = names_of(event)
    return [_waiting(event, row, names, now) for row in rows]


def settled_of(event: Event, count: int = 50) -> list[CorrectionView]:
    """What was carried out or dropped, newest first."""
    found = event.corrections.exclude(state=Correction.State.WAITING)
    rows = found.select_related("hand__table", "asked_by", "settled_by")
    names = names_of(event)
    return [
        CorrectionView(row, title_of(row, names), moved_lines(row, names))
        for row in rows.order_by("-settled_seq")[:count]
    ]


def public_corrections(event: Event) -> list[CorrectionView]:
    """What was carried out, newest first, for everybody."""
    done = [one for one in settled_of(event, MOST_PUBLIC) if one.correction.state == "applied"]
    return [one for one in done if not is_unseen(event, one.correction.settled_seq)]


def public_moves(event: Event) -> list[LogLine]:
    """Who was moved, taken out or redrawn, newest first, for everybody."""
    found = event.journal.filter(kind__in=MOVES).select_related("actor").order_by("-seq")
    entries = [one for one in found[:MOST_PUBLIC] if not is_unseen(event, one.seq)]
    return log_lines(event, entries)


def public_reserved(event: Event) -> list[Seat]:
    """The seats that no draw gives away, for everybody: whose they are, never why."""
    found = Seat.objects.filter(RESERVED, table__event=event, table__open=True)
    people = found.select_related("table", "reserved_for__person")
    return list(people.order_by("table__number", "number"))


def names_of(event: Event) -> dict[int, str]:
    """The public name of each entry, by its number."""
    people = event.entries.select_related("person")
    return {entry.number: entry.person.display_name for entry in people}


def title_of(row: Correction, names: dict[int, str]) -> str:
    """What it is about, in a line."""
    if row.hand is not None:
        where = {"table": row.hand.table.number, "hand": row.hand.number}
        said = (
            _("Hand %(hand)s of table %(table)s voided")
            if row.kind == Kind.VOID
            else _("Hand %(hand)s of table %(table)s corrected")
        )
        return said % where
    facts = row.facts
    name = names.get(facts.get("entry", 0), "")
    if row.kind == Kind.PENALTY:
        return _("Penalty for %(name)s: %(points)s points to each") % {
            "name": name,
            "points": facts["points"],
        }
    if row.kind == Kind.BACK:
        return _("%(name)s back in") % {"name": name}
    return _("Chips adjusted against the house bank")


def moved_lines(row: Correction, names: dict[int, str]) -> list[str]:
    """What it did to each player."""
    found = []
    for line in row.lines:
        parts = [_signed(line["posted"])] if line["posted"] else []
        if line["out"]:
            parts.append(_("out"))
        if line["back"]:
            parts.append(_("back in"))
        if line["fantasyland"]:
            cards = {"cards": line["fantasyland"]}
            parts.append(_("Fantasyland with %(cards)s cards next") % cards)
        if line["owed"] != line["posted"]:
            short = {"chips": chips(abs(line["owed"] - line["posted"]))}
            parts.append(_("%(chips)s could not be moved") % short)
        if parts:
            found.append(f"{names.get(line['entry'], '?')} {', '.join(parts)}")
    return found


def _waiting(event: Event, row: Correction, names: dict[int, str], now: datetime) -> CorrectionView:
    title = title_of(row, names)
    try:
        effect = effect_view(event, effect_for(event, Kind(row.kind), row.facts, now))
    except CODED as error:
        return CorrectionView(row, title, [], None, sentence(error))
    return CorrectionView(row, title, [], effect, effect.blocker)


def _line(line: Line) -> LineView:
    return LineView(
        name=line.entry.person.display_name,
        owed=line.owed,
        posted=line.posted,
        before=line.entry.stack,
        after=line.after,
        notes=_notes(line),
    )


def _notes(line: Line) -> list[str]:
    notes = []
    if line.out:
        notes.append(_("goes out"))
    if line.back:
        notes.append(_("comes back in"))
    if line.fantasyland:
        cards = {"cards": line.fantasyland}
        notes.append(_("plays Fantasyland with %(cards)s cards in the next deal") % cards)
    elif line.fantasyland == 0 and not line.out:
        notes.append(_("no Fantasyland in the next deal"))
    if line.short > 0:
        short = {"chips": chips(line.short)}
        notes.append(_("%(chips)s more cannot be collected: for your ruling") % short)
    elif line.short < 0:
        notes.append(_("owes %(chips)s more than moves now") % {"chips": chips(-line.short)})
    return notes


def _otherwise(one: Otherwise) -> str:
    facts = {
        "table": one.table,
        "hand": one.hand,
        "name": one.player.entry.person.display_name,
        "was": _signed(one.was),
        "would": _signed(one.would or 0),
    }
    if one.would is None:
        return _("Table %(table)s, hand %(hand)s: %(name)s would have been out.") % facts
    return _("Table %(table)s, hand %(hand)s: %(name)s %(would)s instead of %(was)s") % facts


def _prize(one: Payment) -> str:
    facts = {"name": one.entry.person.display_name}
    if one.released:
        return _("%(name)s was paid already.") % facts
    return _("The prepared payout of %(name)s is not right any more.") % facts


def _signed(amount: int) -> str:
    return f"+{chips(amount)}" if amount > 0 else f"−{chips(-amount)}"
