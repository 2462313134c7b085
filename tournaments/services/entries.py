"""Entries: registering, late registration and re-entry, taking back before the start."""

import uuid
from collections.abc import Sequence

from django.db.models import Count, Max, Q

from core.errors import Conflict, Refusal
from tournaments.journal import Context, Facts, command
from tournaments.models import ChipTransfer, Entry, Event, Person, Role
from tournaments.models.entry import ENTERED
from tournaments.services import chips
from tournaments.services.cash import sell_entries, take_back
from tournaments.services.lifecycle import Status, need_status


@command("entry.register", Role.DIRECTOR, Role.CASHIER)
def register(ctx: Context, /, *, people: list[str], paid: bool = False) -> Facts:
    """Enter people, all or none; each gets his starting stack from the house bank.

    One who is out and comes again gets a new entry (a re-entry), within the event's limit.

    Args:
        ctx: the running command.
        people: uids of persons, each once.
        paid: whether the price of each entry lies in the drawer already.
    """
    event = ctx.event
    need_status(event, Status.OPEN, Status.RUNNING)
    _need_open_registration(ctx)
    persons = _persons(people)
    before = _earlier_entries(event, persons)
    first = (event.entries.aggregate(last=Max("number"))["last"] or 0) + 1
    entries = []
    for number, person in enumerate(persons, start=first):
        bullet = _bullet(event, person, before.get(person.pk, 0))
        entries.append(Entry(event=event, person=person, number=number, bullet=bullet))
    Entry.objects.bulk_create(entries)
    stacks = [chips.Transfer(None, entry, event.starting_stack) for entry in entries]
    chips.post(ctx, ChipTransfer.Kind.STACK, stacks)
    sell_entries(ctx, entries, paid=paid)
    return {"entries": [entry.number for entry in entries]}


@command("entry.withdraw", Role.DIRECTOR, Role.CASHIER)
def withdraw(ctx: Context, /, *, entry: int) -> Facts:
    """Take an entry back before the start: chips return to the house bank, money to the player."""
    need_status(ctx.event, Status.OPEN)
    row = entry_of(ctx.event, entry)
    if hasattr(row, "seat"):
        raise Refusal("entry_playing", entry=entry, number=entry)
    row.withdrawn = True
    chips.post(ctx, ChipTransfer.Kind.WITHDRAWAL, [chips.Transfer(row, None, row.stack)])
    refund = take_back(ctx, row)
    return {"entry": entry, "refund": refund} if refund else {"entry": entry}


@command("entry.rename", Role.DIRECTOR, Role.CASHIER)
def rename(ctx: Context, /, *, entry: int) -> Facts:
    """Say that a player is shown under another name from now on, on every page and back in time.

    The name itself stands with the person, outside the journal (`people.rename`): it can be erased.
    """
    if not ctx.event.entries.filter(number=entry).exists():
        raise Refusal("entry_unknown", number=entry)
    return {"entry": entry}


def entry_of(event: Event, number: int) -> Entry:
    """The living entry with this number; refuses ``entry_unknown`` or ``entry_out``."""
    row = event.entries.filter(ENTERED, number=number).select_related("seat").first()
    if row is None:
        raise Refusal("entry_unknown", number=number)
    if row.out_seq is not None:
        raise Refusal("entry_out", number=number)
    return row


def _need_open_registration(ctx: Context) -> None:
    event = ctx.event
    if event.status == Status.RUNNING:
        if event.prizes:
            raise Refusal("registration_prizes")
        clock = event.clock(ctx.now)
        if clock.level > event.registration_level:
            raise Refusal("registration_closed", level=event.registration_level + 1)


def _persons(uids: Sequence[str]) -> list[Person]:
    wanted = [uuid.UUID(uid) for uid in uids]
    found = {person.uid: person for person in Person.objects.filter(uid__in=wanted)}
    if len(found) != len(wanted):
        raise Refusal("person_unknown")
    return [found[uid] for uid in wanted]


def _earlier_entries(event: Event, persons: Sequence[Person]) -> dict[int, int]:
    """How many entries each person already had here; refuses who still plays."""
    mine = Q(entries__event=event, entries__withdrawn=False)
    rows = Person.objects.filter(pk__in=[person.pk for person in persons]).annotate(
        had=Count("entries", filter=mine),
        playing=Max("entries__number", filter=mine & Q(entries__out_seq=None)),
    )
    for row in rows:
        if row.playing:
            raise Conflict("already_entered", name=row.name, number=row.playing)
    return {row.pk: row.had for row in rows}


def _bullet(event: Event, person: Person, had: int) -> int:
    limit = event.reentry_limit
    if had and limit is not None and had > limit:
        raise Refusal("reentry_limit", name=person.name, limit=limit)
    return had + 1
