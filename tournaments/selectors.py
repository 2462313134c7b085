"""What pages and the API read of an event; nothing here writes."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Q

from tournaments.models import Entry, Event, JournalEntry
from tournaments.models.entry import ENTERED, LIVING
from tournaments.rules.places import Bust, Place, places


@dataclass(frozen=True, slots=True)
class Counts:
    """The figures of an event at one version."""

    entries: int
    people: int
    left: int
    average: int
    chips: int


def entries_of(event: Event) -> list[Entry]:
    """All entries that were not taken back, with their people."""
    return list(event.entries.filter(ENTERED).select_related("person", "seat__table"))


def places_of(event: Event, entries: list[Entry]) -> dict[int, Place]:
    """Each entry's place by its number, derived from who went out when (floor rules, places)."""
    alive = [(entry.number, entry.stack) for entry in entries if entry.out_seq is None]
    busts = [bust_of(entry) for entry in entries if entry.out_seq is not None]
    return places(alive, busts, event.ruleset.simultaneous_rank)


def bust_of(entry: Entry) -> Bust:
    """When and how an entry went out, as far as its place is concerned: a ruling goes first."""
    assert entry.out_seq is not None
    if entry.ruled_at is not None:
        return Bust(entry.number, entry.ruled_at, entry.ruled_order, 0)
    return Bust(entry.number, entry.out_seq, entry.out_stack, entry.out_order, entry.out_round)


def counts_of(entries: list[Entry]) -> Counts:
    """Entries, unique people, players left, average stack (whole chips) and chips in play."""
    left = [entry for entry in entries if entry.out_seq is None]
    chips = sum(entry.stack for entry in left)
    return Counts(
        entries=len(entries),
        people=len({entry.person_id for entry in entries}),
        left=len(left),
        average=chips // len(left) if left else 0,
        chips=chips,
    )


def registration_open(event: Event, now: datetime) -> bool:
    """Whether somebody may still enter: published prizes end that, wherever the clock is put."""
    if event.status == Event.Status.RUNNING:
        return not event.prizes and event.clock(now).level <= event.registration_level
    return event.status == Event.Status.OPEN


def is_over(event: Event) -> bool:
    """Whether the reader may know that every place is final."""
    if event.status != Event.Status.FINISHED or event.until is None:
        return event.status == Event.Status.FINISHED
    return event.journal.filter(kind="event.finish", seq__lte=event.until).exists()


def finished_at(events: Sequence[Event]) -> dict[int, datetime]:
    """When each event was finished, by its key; only those that the reader knows to be over."""
    over = [event.pk for event in events if is_over(event)]
    found = JournalEntry.objects.filter(event__in=over, kind="event.finish").order_by("seq")
    return dict(found.values_list("event_id", "at"))


def last_command(event: Event, kind: str) -> JournalEntry | None:
    """The newest journal entry of one kind."""
    found = event.journal.filter(kind=kind).select_related("actor")
    return found.order_by("-seq").first()


def facts_of(event: Event) -> dict[str, Any]:
    """The facts that made the event what it is: of its creation, or of its last change."""
    made = event.journal.filter(kind__in=("event.create", "event.edit"))
    return made.latest("seq").facts


def last_commands(
    event: Event, count: int, *, before: int | None = None, skip: Sequence[str] = ()
) -> list[JournalEntry]:
    """The newest journal entries, newest first, or those before a number; without some kinds."""
    found = event.journal.exclude(kind__in=skip).select_related("actor").order_by("-seq")
    if before is not None:
        found = found.filter(seq__lt=before)
    return list(found[:count])


def players_left(events: Sequence[Event]) -> dict[int, tuple[int, int]]:
    """Players left and entries of each event, by its key; events without entries are not there."""
    left = Q(out_seq=None)
    for event in events:
        if event.until is not None:
            left |= Q(event=event, out_seq__gt=event.until)
    rows = Entry.objects.filter(ENTERED, event__in=events).values("event_id")
    counted = rows.annotate(left=Count("pk", filter=left), all=Count("pk"))
    return {row["event_id"]: (row["left"], row["all"]) for row in counted.order_by()}


def plays_on_in(event: Event) -> Event | None:
    """The event in which the players of this flight play on; None for every other event."""
    return Event.objects.filter(slug=event.handed_to).first() if event.handed_to else None


def winners_of(events: Sequence[Event]) -> dict[int, str]:
    """The public name of who won, of each finished event, by the event's key.

    Of several who are in after a deal it is the biggest stack. Nobody wins a flight.
    """
    finished = [event for event in events if is_over(event) and not event.handed_to]
    won = Entry.objects.filter(LIVING, event__in=finished).select_related("person")
    return {entry.event_id: entry.person.display_name for entry in won.order_by("stack")}
