"""The rows of an event in natural keys: what a replay of its journal must reproduce."""

from collections.abc import Iterator
from functools import cache

from django.db.models import Model

from accounts.models import User
from tournaments.journal import Facts, projection
from tournaments.models import Event


@projection
def event_rows(event: Event) -> Iterator[tuple[str, Facts]]:
    """The event, its staff, entries, chip transfers and money, in order."""
    yield "event", facts_of(event, set())
    for member in event.staff.select_related("user").order_by("user__uid"):
        yield f"staff {member.user.uid}", {"role": member.role}
    for entry in event.entries.select_related("person").order_by("number").iterator():
        facts = facts_of(entry, {"event", "person"})
        yield f"entry {entry.number}", {**facts, "person": str(entry.person.uid)}
    numbers: dict[int | None, int] = dict(event.entries.values_list("pk", "number"))
    transfers = event.transfers.order_by("seq", "pk")
    for number, row in enumerate(transfers.iterator(), start=1):
        two = {"payer": numbers.get(row.payer_id), "payee": numbers.get(row.payee_id)}
        yield f"transfer {number}", {**facts_of(row, {"event", *two}), **two}


@projection
def money_rows(event: Event) -> Iterator[tuple[str, Facts]]:
    """What was sold and paid out, and every move of the drawer, in order."""
    for sale in event.sales.select_related("entry").order_by("sold_seq", "pk").iterator():
        yield f"sale {sale.entry.number} {sale.kind}", facts_of(sale, {"event", "entry"})
    payouts = event.payouts.select_related("entry", "prepared_by", "released_by")
    for payout in payouts.order_by("prepared_seq", "pk"):
        two = {name: _uid(getattr(payout, name)) for name in ("prepared_by", "released_by")}
        yield f"payout {payout.entry.number}", {**facts_of(payout, {"event", "entry", *two}), **two}
    moves = event.cash.select_related("sale__entry", "payout__entry").order_by("seq", "pk")
    for number, row in enumerate(moves.iterator(), start=1):
        about = row.sale or row.payout
        facts = facts_of(row, {"event", "sale", "payout"})
        yield f"cash {number}", {**facts, "about": about and about.entry.number}


def _uid(user: User | None) -> str | None:
    return str(user.uid) if user else None


def facts_of(row: Model, skip: set[str]) -> Facts:
    """All columns but the keys: a new column is compared without anyone remembering it."""
    return {name: getattr(row, name) for name in _names(type(row)) if name not in skip}


@cache
def _names(model: type[Model]) -> tuple[str, ...]:
    return tuple(field.name for field in model._meta.concrete_fields if field.name != "id")
