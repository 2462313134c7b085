"""A recorded hand in words, with the players' names: what is read out and what comes next.

From the stored outcome alone, so that a hand of which only the points are known reads the same
way. The full story (rows, fouls) is told by `scoring.explain`; `story` gives it free of language.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.explain import explain
from scoring.sentences import Sentence
from tables import felt
from tables.selectors import HandView

Json = Mapping[str, Any]


def chips_text(amount: int) -> str:
    """An amount of chips as the reader's language writes it."""
    return number_format(amount, use_l10n=True, force_grouping=True)


def hand_sentences(
    outcome: Json, names: Mapping[int, str], fantasyland: Mapping[int, int], button: int
) -> list[str]:
    """Payments in the order of the rules with what held them down, then what comes next.

    Args:
        outcome: as stored with the hand.
        names: of the players, by seat.
        fantasyland: cards of this hand by seat, 0 for a normal hand.
        button: of this hand.
    """
    found = [text for one in outcome["payments"] for text in _payment(one, outcome, names)]
    if outcome.get("points_only"):
        found.append(_("Cards unknown: only the points were recorded."))
    return [*found, *_next(outcome, names, fantasyland, button)]


def story(view: HandView) -> list[dict[str, Any]]:
    """Why the outcome is what it is: keys and facts of `scoring.sentences`, no words."""
    state = felt.table_state(view.hand.table.event.ruleset, view.hand, view.players)
    told = explain(state, view.sheet, view.outcome)
    parts = (("player", told.players), ("pair", told.pairs), ("payment", told.payments))
    found = [
        {"part": part, "seats": list(one.seats), "says": [_plain(say) for say in one.sentences]}
        for part, stories in parts
        for one in stories
    ]
    return [*found, {"part": "end", "seats": [], "says": [_plain(say) for say in told.end]}]


def _plain(sentence: Sentence) -> dict[str, Any]:
    facts = {
        name: _plain(fact) if isinstance(fact, Sentence) else fact
        for name, fact in sentence.facts.items()
    }
    return {"key": sentence.key, "facts": facts}


def _payment(payment: Json, outcome: Json, names: Mapping[int, str]) -> Iterator[str]:
    facts = {
        "payer": names[payment["payer"]],
        "payee": names[payment["payee"]],
        **{name: chips_text(payment[name] or 0) for name in ("paid", "due", "owed", "limit")},
        "funds": chips_text(payment["funds"]),
    }
    if payment["gone"]:
        gone = ", ".join(names[seat] for seat in payment["gone"])
        yield _("{payer} – {payee}: not settled, {gone} was out already.").format(
            **facts, gone=gone
        )
        return
    points = _points(payment, outcome)
    yield ngettext(
        "{payer} pays {payee} {paid} ({points} point).",
        "{payer} pays {payee} {paid} ({points} points).",
        points,
    ).format(**facts, points=points)
    if payment["limit"] is not None and payment["owed"] < payment["due"]:
        yield _("{due} would be due; {payee} wins at most {limit} from one player.").format_map(
            facts
        )
    if payment["paid"] < payment["owed"]:
        yield _("{payer} owes {owed} and had {funds}: all in.").format_map(facts)


def _points(payment: Json, outcome: Json) -> int:
    both = {payment["payer"], payment["payee"]}
    return sum(abs(one["points"]) for one in outcome["pairs"] if {one["a"], one["b"]} == both)


def _next(
    outcome: Json, names: Mapping[int, str], fantasyland: Mapping[int, int], button: int
) -> Iterator[str]:
    for group in outcome["eliminated"]:
        for seat in group:
            yield _("{name} is out.").format(name=names[seat])
    for player in outcome["players"]:
        name, cards = names[player["seat"]], player["fantasyland_next"]
        was = fantasyland.get(player["seat"], 0)
        if cards and was:
            yield _("{name} stays in Fantasyland: {cards} cards.").format(name=name, cards=cards)
        elif cards:
            yield _("{name} enters Fantasyland: {cards} cards.").format(name=name, cards=cards)
        elif was and not player["eliminated"]:
            yield _("{name} leaves Fantasyland.").format(name=name)
    after = outcome.get("next_button")
    if after == button:
        yield _("The button stays on seat {seat}.").format(seat=after)
    elif after is not None:
        yield _("The button moves to seat {seat}.").format(seat=after)
