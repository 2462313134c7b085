"""Everything a hand says in words: hand names, payments with their reasons, what comes next.

Built from the data of `scoring`; the one place where a result becomes sentences. Payments are
never signed numbers: "Boris pays Ana 3,400".
"""

from collections.abc import Callable, Sequence

from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from scoring.cards import RANKS
from scoring.checks import Discrepancy
from scoring.evaluate import Category, Combination
from scoring.options import Cap
from scoring.outcome import Outcome, PlayerOutcome
from scoring.points import Decided, PairScore
from scoring.settlement import Payment, Status
from tournaments.rules.chipset import breakdown
from web.templatetags.cards import chips

Name = Callable[[int], str]
"""The public name of who sits at a seat."""

CATEGORIES: dict[Category, Promise] = {
    Category.HIGH_CARD: gettext_lazy("High card"),
    Category.PAIR: gettext_lazy("Pair"),
    Category.TWO_PAIR: gettext_lazy("Two pair"),
    Category.THREE_OF_A_KIND: gettext_lazy("Three of a kind"),
    Category.STRAIGHT: gettext_lazy("Straight"),
    Category.FLUSH: gettext_lazy("Flush"),
    Category.FULL_HOUSE: gettext_lazy("Full house"),
    Category.FOUR_OF_A_KIND: gettext_lazy("Four of a kind"),
    Category.STRAIGHT_FLUSH: gettext_lazy("Straight flush"),
    Category.FIVE_OF_A_KIND: gettext_lazy("Five of a kind"),
}
# How many ranks belong to the name; the others are kickers.
_NAMED = {Category.TWO_PAIR: 2, Category.FULL_HOUSE: 2}
_BEATS: dict[tuple[str, str], Promise] = {
    ("top", "middle"): gettext_lazy("The top row beats the middle row."),
    ("middle", "bottom"): gettext_lazy("The middle row beats the bottom row."),
}
_FLAT: dict[Decided, Promise] = {
    Decided.MOON: pgettext_lazy("why points", "shooting the moon"),
    Decided.NATURAL: pgettext_lazy("why points", "a natural"),
    Decided.DEAD: pgettext_lazy("why points", "a dead hand"),
}


def hand_name(hand: Combination) -> str:
    """What a row shows, with the ranks that matter: "Two pair K 8", "Flush A"."""
    if hand.royal:
        return _("Royal flush")
    ranks = [RANKS[rank - 2] for rank in hand.tiebreak[: _NAMED.get(hand.category, 1)]]
    letters = ["10" if rank == "T" else rank for rank in ranks]
    # The ranks stay on one line, wherever the name breaks.
    return f"{CATEGORIES[hand.category]} " + "\u00a0".join(letters)


def points_text(points: int) -> str:
    """A number of points in words."""
    text = ngettext("%(count)s point", "%(count)s points", points)
    return text % {"count": signless(points)}


def signless(number: int) -> str:
    """A number as it is written, with a real minus sign."""
    return f"−{chips(-number)}" if number < 0 else chips(number)


def pays(payment: Payment, name: Name) -> str:
    """Who pays whom, the names in bold; the sum stands beside it."""
    bold = {
        "payer": format_html("<b>{}</b>", name(payment.payer)),
        "payee": format_html("<b>{}</b>", name(payment.payee)),
    }
    return format_html(_("{payer} pays {payee}"), **bold)


def payment_reasons(
    payment: Payment, pair: PairScore | None, cap: Cap, value: int, name: Name
) -> list[str]:
    """Why this sum and no other: the points, then what held the payment down."""
    reasons = [points_reason(pair, value)] if pair else []
    facts = {
        "payer": name(payment.payer),
        "payee": name(payment.payee),
        "due": chips(payment.due),
        "owed": chips(payment.owed),
        "limit": chips(payment.limit),
        "funds": chips(payment.funds),
    }
    if payment.status is Status.VOID:
        gone = " + ".join(name(seat) for seat in payment.gone)
        reasons.append(_("Not settled: %(gone)s was already out.") % {"gone": gone})
        return reasons
    if payment.owed < payment.due:
        reasons.append(_cap_sentence(cap) % facts)
    if payment.status is Status.SHORT:
        reasons.append(_("%(payer)s owes %(owed)s and had %(funds)s: all in.") % facts)
    return reasons


def held_down(payment: Payment, cap: Cap, name: Name) -> str:
    """Why a payment is not whole, in one line to be confirmed."""
    facts = {
        "payer": name(payment.payer),
        "payee": name(payment.payee),
        "owed": chips(payment.owed),
        "limit": chips(payment.owed),
        "funds": chips(payment.funds),
    }
    if payment.status is Status.SHORT:
        return _("%(payer)s owes %(owed)s and had %(funds)s: all in.") % facts
    if cap is Cap.PAIR_MIN:
        return (
            _("%(payer)s pays %(payee)s: capped at %(limit)s, the smaller of the two stacks.")
            % facts
        )
    return _("%(payer)s pays %(payee)s: capped at %(limit)s, %(payee)s’s stack.") % facts


def chips_text(amount: int, values: Sequence[int]) -> str:
    """A sum as it is counted out, big chips first: "3 × 1,000 + 4 × 100"; empty if it cannot be."""
    counted, rest = breakdown(amount, values)
    return (
        "" if rest else " + ".join(f"{chips(n)}\u00a0×\u00a0{chips(value)}" for n, value in counted)
    )


def _cap_sentence(cap: Cap) -> str:
    if cap is Cap.CURRENT:
        return _("That is %(due)s; %(payee)s has %(limit)s and wins at most that from one player.")
    if cap is Cap.PAIR_MIN:
        return _(
            "That is %(due)s; no more than the smaller of the two stacks, %(limit)s, is at stake."
        )
    return _(
        "That is %(due)s; %(payee)s started with %(limit)s and wins at most that from one player."
    )


def points_reason(pair: PairScore, value: int) -> str:
    """The points of a pair as its winner sees them: "17 points × 200: rows 3, scoop 3 ..."."""
    side = 1 if pair.points >= 0 else -1
    head = _("%(points)s × %(value)s") % {
        "points": points_text(abs(pair.points)),
        "value": chips(value),
    }
    return f"{head}: {points_parts(pair, side)}."


def points_parts(pair: PairScore, side: int) -> str:
    """What the points of a pair are made of, seen from ``a`` (side 1) or ``b`` (side -1)."""
    if pair.decided in _FLAT:
        return str(_FLAT[pair.decided])
    if pair.decided is Decided.BOTH_FOUL:
        return _("both fouled")
    royalties = _("royalties %(points)s") % {"points": signless(side * pair.royalties)}
    if pair.decided is Decided.FOUL or pair.rows is None:
        fouled = side * (pair.points - pair.royalties)
        return ", ".join([_("foul %(points)s") % {"points": signless(fouled)}, royalties])
    parts = [_("rows %(points)s") % {"points": signless(side * sum(pair.rows))}]
    if pair.scoop:
        parts.append(_("scoop %(points)s") % {"points": signless(side * pair.scoop)})
    return ", ".join([*parts, royalties])


def foul_reason(player: PlayerOutcome) -> str:
    """Why a board is dead, with the two rows named."""
    if player.foul_rows:
        return str(_BEATS[player.foul_rows[0]])
    if not player.hands:
        return _("Cards are missing.")
    return _("Declared by the dealer.")


def discrepancy(found: Discrepancy, name: str, player: PlayerOutcome) -> str:
    """What a person should look at again before the hand counts, with the player's name."""
    if found.code == "foul_swapped":
        text = _(
            "%(name)s fouls, but would not with the middle and bottom rows exchanged. "
            "Look at the table again."
        )
        return text % {"name": name}
    if found.code == "foul_declared":
        return _("%(name)s shows a legal layout that is declared fouled.") % {"name": name}
    return _("%(name)s fouls. %(why)s") % {"name": name, "why": foul_reason(player)}


def next_lines(outcome: Outcome, fantasyland: dict[int, int], name: Name) -> list[str]:
    """What comes after the hand: who is out, Fantasyland, the button."""
    lines = [
        _("%(name)s is out.") % {"name": name(seat)}
        for group in outcome.eliminated
        for seat in group
    ]
    for player in outcome.players:
        line = _fantasyland_line(player, fantasyland.get(player.seat, 0))
        if line and not player.eliminated:
            lines.append(line % {"name": name(player.seat), "cards": player.fantasyland_next})
    return lines


def _fantasyland_line(player: PlayerOutcome, before: int) -> str:
    if player.fantasyland_next and before:
        return _("%(name)s stays in Fantasyland: %(cards)s cards.")
    if player.fantasyland_next:
        return _("%(name)s enters Fantasyland: %(cards)s cards.")
    return _("%(name)s leaves Fantasyland.") if before else ""


def button_line(before: int, after: int | None) -> str:
    """Where the button goes."""
    if after is None:
        return ""
    if before == after:
        return _("The button stays on seat %(seat)s.") % {"seat": after}
    return _("The button moves to seat %(seat)s.") % {"seat": after}
