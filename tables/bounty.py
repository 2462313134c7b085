"""Whose bounty it is when somebody goes out: who won most points from him in that hand."""

from collections.abc import Sequence

from tables.felt import HandResult
from tables.models import HandPlayer
from tournaments.rules.places import bounty_shares


def hunters(players: Sequence[HandPlayer], result: HandResult, out: HandPlayer) -> list[int]:
    """The entries that share the bounty of a player who went out in this hand, by number.

    Equal points share it. Nobody where nobody won a point from him; the director rules then.
    Source: rules 1.12 (Q01, Q02).
    """
    ruleset = out.hand.table.event.ruleset
    who = {seat: one for one in players for seat in ruleset.layout_seats(one.seat)}
    won: dict[int, int] = {}
    for pair in result.json["pairs"]:
        for mine, other, points in (
            (pair["a"], pair["b"], pair["points"]),
            (pair["b"], pair["a"], -pair["points"]),
        ):
            if who[other].entry_id == out.entry_id:
                number = who[mine].entry.number
                won[number] = won.get(number, 0) + points
    return sorted(bounty_shares(won))
