"""The journal in words: hands, counts, orders and corrections."""

from collections.abc import Callable
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tables.models import Correction
from tournaments.journal import Facts
from web.log_known import Known
from web.templatetags.cards import chips

CORRECTED: dict[str, Promise] = {
    "hand": gettext_lazy("Table %(table)s: hand %(hand)s corrected"),
    "void": gettext_lazy("Table %(table)s: hand %(hand)s voided"),
    "chips": gettext_lazy("Chips adjusted against the house bank"),
    "penalty": gettext_lazy("Penalty for entry %(entry)s"),
    "back": gettext_lazy("Entry %(entry)s back in"),
}


def _recorded(facts: Facts, known: Known) -> str:
    text = _("Table %(table)s: hand %(hand)s recorded") % facts
    moved = sum(payment["paid"] for payment in facts["payments"])
    parts = [text, _("%(chips)s chips moved") % {"chips": chips(moved)}]
    out = sum(len(group) for group in facts["eliminated"])
    if out:
        text = ngettext("%(count)s player out", "%(count)s players out", out) % {"count": out}
        names = known.out.get(facts["seq"], ())  # nobody, once the hand was reopened
        parts.append(f"{text}: {', '.join(names)}" if names else text)
    return " · ".join(parts)


def _points(facts: Facts, known: Known) -> str:
    return " · ".join([_recorded(facts, known), _("points only")])


def _late(facts: Facts, known: Known) -> str:
    return " · ".join([_recorded(facts, known), _("entered late")])


def _absent(facts: Facts, _known: Known) -> str:
    away = _("Table %(table)s, seat %(seat)s: player absent")
    return (away if facts["absent"] else _("Table %(table)s, seat %(seat)s: player back")) % facts


def _count(facts: Facts, _known: Known) -> str:
    good = _("Table %(table)s: stacks counted, all right")
    return (good if facts["good"] else _("Table %(table)s: stacks counted, they differ")) % facts


def _order(facts: Facts, known: Known) -> str:
    orders = facts.get("orders", [facts])
    said = {
        "ordered": _("Entry %(entry)s ordered to table %(table)s"),
        "left": _("Entry %(entry)s left for table %(table)s"),
        "arrived": _("Entry %(entry)s arrived at table %(table)s"),
        "cancelled": _("Order of entry %(entry)s to table %(table)s taken back"),
    }
    lines = [
        said[order["state"]]
        % {"entry": known.entry(order["entry"]), "table": known.table(order["to"][0])}
        for order in orders
    ]
    return " · ".join(lines)


def _accepted(facts: Facts, known: Known) -> str:
    closed = [_("table %(table)s closed") % {"table": number} for number in facts["closed"]]
    orders = _order(facts, known)
    return " · ".join([_("Proposal accepted"), *([orders] if orders else []), *closed])


def _corrected(facts: Facts, known: Known) -> str:
    """A correction that was asked for, carried out or dropped: which, and how far it has come."""
    kind, state = str(facts["kind"]), str(facts["state"])
    said = str(CORRECTED[kind])
    if "entry" in facts:
        facts = {**facts, "entry": known.entry(facts["entry"])}
    parts = [said % facts, str(Correction.State(state).label)]
    if kind == Correction.Kind.PENALTY and "points" in facts:
        text = ngettext("%(points)s point", "%(points)s points", facts["points"])
        parts.insert(1, text % facts)
    return " · ".join(parts)


def _closed(facts: Facts, known: Known) -> str:
    item = known.items[facts["item"]]
    parts = [_("Table %(table)s: dealt with") % {"table": item.table.number}]
    parts.append(str(item.get_kind_display()))
    if item.hand:
        parts.append(_("hand %(number)s") % {"number": item.hand})
    return " · ".join([*parts, *([facts["note"]] if facts.get("note") else [])])


def _heads(facts: Facts, _known: Known) -> str:
    count = facts["counted"]
    text = ngettext(
        "Table %(table)s: %(count)s player counted",
        "Table %(table)s: %(count)s players counted",
        count,
    )
    return text % {"table": facts["table"], "count": count}


def _went(facts: Facts, known: Known) -> str:
    """Who left or arrived; with both figures where the chips were not what the books say."""
    text = _order(facts, known)
    if facts["counted"] == facts["answer"]["stack"]:
        return text
    words = {"counted": chips(facts["counted"]), "books": chips(facts["answer"]["stack"])}
    said = _("counted %(counted)s, the books say %(books)s") % words
    return f"{text} · {said}"


WRITERS: dict[str, Callable[[dict[str, Any], Known], str]] = {
    "hand.record": _recorded,
    "hand.points": _points,
    "hand.late": _late,
    "slip.enter": _late,
    "absent.set": _absent,
    "count.check": _count,
    "queue.close": _closed,
    "head.count": _heads,
    "move.order": _order,
    "move.left": _went,
    "move.arrived": _went,
    "move.cancel": _order,
    "plan.accept": _accepted,
    "hand.correct": _corrected,
    "hand.void": _corrected,
    "chips.adjust": _corrected,
    "penalty.give": _corrected,
    "entry.reinstate": _corrected,
    "correction.approve": _corrected,
    "correction.drop": _corrected,
}
