"""A proposal of moves as the floor reads it: who goes where, why, and what it waits for."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from core.messages import sentence
from tables.desk import open_orders
from tables.models import MoveOrder
from tables.services.planning import Proposal, proposal_of
from tables.services.waits import held_by, holding_tables
from tournaments.journal import canonical
from tournaments.models import Event
from tournaments.rules.explain import Fact
from tournaments.rules.plan import Exempt, Move, WaitFor

WAITS_FOR: dict[str, Promise] = {
    "hand": gettext_lazy("after the hand at table %(table)s"),
    "fantasyland": gettext_lazy("after Fantasyland at table %(table)s"),
}
STAYS: dict[str, Promise] = {
    "fantasyland": gettext_lazy("has Fantasyland to play"),
    "table_fantasyland": gettext_lazy("Fantasyland is played at his table"),
    "locked": gettext_lazy("the table is locked"),
    "feature": gettext_lazy("sits at the feature table"),
    "protected": gettext_lazy("his seat is protected"),
    "moving": gettext_lazy("is on his way already"),
}
NUMBERED = ("entry", "rival")
"""Placeholders of a fact that hold the number of an entry."""


@dataclass(frozen=True, slots=True)
class MoveLine:
    """One proposed move."""

    name: str
    move: Move
    waits: Sequence[str]
    # Where he sits and where he goes, as somebody is told who walks there.
    leaves: str
    goes: str


@dataclass(frozen=True, slots=True)
class OrderLine:
    """An order that is not carried out yet, and what it waits for."""

    order: MoveOrder
    waits: Sequence[str]


@dataclass(frozen=True, slots=True)
class ProposalView:
    """A proposal in words; ``typed`` is what its button sends back."""

    proposal: Proposal
    moves: Sequence[MoveLine]
    reasons: Sequence[str]
    rivals: Sequence[str]
    waits: Sequence[str]
    stays: Sequence[str]
    typed: str

    @property
    def drawn(self) -> bool:
        """Whether chance has chosen the seats, so that they may be drawn again."""
        return any(line.move.rule in {"consolidate", "repair_break"} for line in self.moves)


def order_lines(event: Event) -> list[OrderLine]:
    """The orders that are not carried out yet, oldest first."""
    orders = open_orders(event)
    holding = holding_tables(event) if orders else {}
    return [OrderLine(order, _held(held_by(order, holding))) for order in orders]


def proposal_view(event: Event, now: datetime | None = None) -> ProposalView | None:
    """What is proposed now, with the players' public names; None when nothing is."""
    found = proposal_of(event, now or timezone.now())
    if found is None:
        return None
    people = event.entries.select_related("person")
    names = {entry.number: entry.person.display_name for entry in people}
    called = {table.number: table.called for table in event.tables.filter(open=True)}
    plan = found.plan
    said = [(fact, _said(fact, names)) for fact in plan.facts]
    return ProposalView(
        proposal=found,
        moves=[_line(one, names, called) for one in plan.moves],
        reasons=[text for fact, text in said if not fact.code.startswith("rival_")],
        rivals=[text for fact, text in said if fact.code.startswith("rival_")],
        waits=[_said(wait.fact, names) for wait in plan.waits],
        stays=[_stays(one, names) for one in plan.exempt],
        typed=canonical(found.facts),
    )


def _line(move: Move, names: Mapping[int, str], called: Mapping[int, str]) -> MoveLine:
    leaves = called[move.from_table] if move.from_table else ""
    waits = _waits(move.waits_for)
    return MoveLine(names[move.entry], move, waits, leaves, called[move.to_table])


def _said(fact: Fact, names: Mapping[int, str]) -> str:
    """The sentence, with names beside the numbers of entries."""
    params = {
        name: f"{value} ({names.get(int(value), '?')})" if name in NUMBERED else value
        for name, value in fact.params.items()
    }
    return sentence(Fact(fact.code, params))


def _waits(blockers: Sequence[WaitFor]) -> list[str]:
    return _held([(one.reason, one.table) for one in blockers])


def _held(held: Sequence[tuple[str, int]]) -> list[str]:
    return [str(WAITS_FOR[reason]) % {"table": table} for reason, table in held]


def _stays(exempt: Exempt, names: Mapping[int, str]) -> str:
    return f"{names[exempt.entry]}: {STAYS[exempt.reason]}"
