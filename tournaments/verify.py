"""Proof that an event is what its journal says: `manage.py verify_event`.

Five looks, each able to fail alone: the digests, the chips, whatever further checks the felt
registers (each hand scored again, the chain of stacks), and a replay of the whole journal into an
empty database whose rows must equal the present ones.
"""

import uuid
from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest

from django.db import transaction
from django.db.models import Q, QuerySet, Sum, UUIDField

from accounts.models import User
from core.questions import Gap, Question
from core.scratch import ALIAS, scratch_database
from tournaments.journal import CREATE, Call, Stamp, entry_digest, projected_rows, run
from tournaments.models import ChipTransfer, Event, JournalEntry, Person

Check = Callable[[Event], Iterator[str]]
_checks: list[Check] = []
_event = Question(lambda: Event.objects.filter(uid=Gap("uid", UUIDField())))


def check(look: Check) -> Check:
    """Register a further look at an event: it yields one sentence for each thing wrong."""
    _checks.append(look)
    return look


def problems(event: Event, *, replay: bool = True) -> Iterator[str]:
    """Everything that does not fit, one sentence each; nothing when the event is sound."""
    yield from digest_problems(event)
    yield from chip_problems(event)
    for look in _checks:
        yield from look(event)
    if replay:
        yield from replay_problems(event)


def digest_problems(event: Event) -> Iterator[str]:
    """Entries that were altered, removed, added or put in another order."""
    previous, expected = "", 1
    for entry in event.journal.select_related("actor").order_by("seq").iterator():
        if entry.seq != expected:
            yield f"journal: entry {expected} is missing; entry {entry.seq} follows."
        if entry.previous_digest != previous:
            yield f"journal: entry {entry.seq} does not follow the entry before it."
        entry.event = event
        if entry.digest != entry_digest(entry) or not _names_its_actor(entry):
            yield f"journal: entry {entry.seq} ({entry.kind}) was altered."
        previous, expected = entry.digest, entry.seq + 1
    if event.version != expected - 1:
        yield f"journal: the event is at version {event.version}, the journal at {expected - 1}."
    if event.head_digest != previous:
        yield "journal: the event's head is not the digest of the last entry."


def _names_its_actor(entry: JournalEntry) -> bool:
    """Whether the actor's key, which no digest covers, agrees with the text that one covers."""
    if entry.actor is None:
        return entry.actor_ref.startswith("system:")
    return entry.actor_ref == f"user:{entry.actor.uid}"


def chip_problems(event: Event) -> Iterator[str]:
    """Stacks that are not the sum of their transfers, and a total that is not what was issued."""
    received = _sums(event, "payee")
    paid = _sums(event, "payer")
    total = 0
    for entry in event.entries.order_by("number").iterator():
        ledger = received.get(entry.pk, 0) - paid.get(entry.pk, 0)
        total += entry.stack
        if entry.stack != ledger:
            yield f"chips: entry {entry.number} has {entry.stack}, its transfers say {ledger}."
    issued = received_from_bank(event) - returned_to_bank(event)
    if total != issued:
        yield f"chips: {total} in play, {issued} issued."


def received_from_bank(event: Event) -> int:
    """Chips that the house bank has issued."""
    return _total(event.transfers.filter(payer=None))


def returned_to_bank(event: Event) -> int:
    """Chips that went back to the house bank."""
    return _total(event.transfers.filter(payee=None))


def replay_problems(event: Event) -> Iterator[str]:
    """Differences between the present rows and those of a replay into an empty database."""
    journal = list(event.journal.select_related("actor").order_by("seq"))
    people, users = people_of(event), staff_of(event)
    for user in users:
        user.is_active = True  # as they were when they were hired; an account may end later
    now = list(projected_rows(event))
    with scratch_database():
        User.objects.bulk_create(users)
        Person.objects.bulk_create(people)
        try:
            with transaction.atomic(using=ALIAS):
                replayed = replay(event.uid, event.slug, journal)
        except Exception as error:  # noqa: BLE001  (whatever a command raises is the finding)
            yield f"replay: stopped with {type(error).__name__}: {error}"
            return
        again = list(projected_rows(replayed))
    for present, other in zip_longest(now, again):
        if present != other:
            yield from _difference(present, other)


def people_of(event: Event) -> list[Person]:
    """Everybody who has an entry in the event."""
    return list(Person.objects.filter(entries__event=event).order_by("pk").distinct())


def staff_of(event: Event) -> list[User]:
    """Everybody who works or has worked on the event, also who left it before he did anything."""
    hired = [entry.facts["user"] for entry in event.journal.filter(kind="staff.assign")]
    works = Q(event_roles__event=event) | Q(commands__event=event) | Q(uid__in=hired)
    staff = User.objects.filter(works)
    return list(staff.order_by("pk").distinct())


def replay(event_uid: uuid.UUID, slug: str, journal: Sequence[JournalEntry]) -> Event:
    """Carry a journal out again from nothing; its people and its staff are there already.

    Raises:
        AssertionError: an entry gives another answer, or has another digest, than it had.
    """
    for entry in journal:
        if entry.kind == CREATE:
            event = Event.objects.create(uid=event_uid, slug=slug)
        else:
            event = _rebuilt(event_uid)
        call = Call(
            entry.actor,
            entry.submission,
            entry.reason,
            system=entry.actor_ref.removeprefix("system:") if entry.actor is None else "",
            device=entry.device,
        )
        facts = entry.facts
        again = run(event, entry.kind, call, facts, Stamp(entry.at, entry.seed, entry.role))
        if again.answer != entry.answer:
            raise AssertionError(f"entry {entry.seq} ({entry.kind}) gives another answer")
        if again.digest != entry.digest:
            raise AssertionError(f"entry {entry.seq} ({entry.kind}) has another digest")
    return _rebuilt(event_uid)


def _rebuilt(uid: uuid.UUID) -> Event:
    event = _event.first(uid=uid)
    assert event is not None, "the first entry of a journal founds its event"
    return event


def _difference(
    present: tuple[str, dict[str, object]] | None, other: tuple[str, dict[str, object]] | None
) -> Iterator[str]:
    if present is None or other is None or present[0] != other[0]:
        yield f"replay: {present and present[0]} stands where the journal has {other and other[0]}."
        return
    for name, value in present[1].items():
        if value != other[1].get(name):
            yield f"replay: {present[0]}: {name} is {value!r}, the journal says {other[1][name]!r}."


def _sums(event: Event, side: str) -> dict[int, int]:
    rows = event.transfers.exclude(**{side: None}).values_list(side).annotate(total=Sum("amount"))
    return dict(rows.order_by())


def _total(transfers: QuerySet[ChipTransfer]) -> int:
    return transfers.aggregate(total=Sum("amount"))["total"] or 0
