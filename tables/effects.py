"""What a correction would do to stacks, seats, places and Fantasyland. Worked out, never written.

The page shows an `Effect`, the command carries the same one out: what was agreed to happens.
"""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from core.errors import Refusal
from tables.felt import HandResult
from tables.models import Correction, Hand, HandPlayer
from tournaments.journal import Facts, canonical
from tournaments.models import ChipTransfer, Entry, Event
from tournaments.purse import dues_of, payouts_of
from tournaments.rules.collecting import Owed, collect
from tournaments.selectors import entries_of

Kind = Correction.Kind
Way = tuple[Entry | None, Entry | None, int]
"""A transfer: payer, payee (None: the house bank), chips."""


@dataclass(frozen=True, slots=True)
class Out:
    """Who has nothing left goes out: as in the hand, or (``seq`` 0) by the correction itself."""

    seq: int
    stack: int
    order: int
    round: int | None


@dataclass(frozen=True, slots=True)
class Line:
    """What happens to one entry: ``owed`` are the chips it should move by, ``posted`` what it does.

    ``fantasyland`` are the cards of its next hand, None where they stay as they are; ``grants``
    what the corrected hand gives by itself; ``reorder`` when it went out in the hand, where only
    that changes.
    """

    entry: Entry
    owed: int = 0
    posted: int = 0
    fantasyland: int | None = None
    grants: int = 0
    out: Out | None = None
    back: bool = False
    reorder: int | None = None

    @property
    def short(self) -> int:
        """Chips that could not be moved; what to do about them is for a ruling."""
        return self.owed - self.posted

    @property
    def after(self) -> int:
        """The stack afterwards."""
        return self.entry.stack + self.posted

    @property
    def changes(self) -> bool:
        """Whether anything happens to this entry."""
        told = (self.posted, self.out, self.back)
        return any(told) or self.fantasyland is not None or self.reorder is not None

    def facts(self) -> Facts:
        """The line as it is stored."""
        return {
            "entry": self.entry.number,
            "owed": self.owed,
            "posted": self.posted,
            "before": self.entry.stack,
            "fantasyland": self.fantasyland,
            "grants": self.grants,
            "out": self.out is not None,
            "back": self.back,
        }


@dataclass(frozen=True, slots=True)
class Effect:
    """Everything a correction does; ``blocker`` says why it cannot be, ``why`` who else is needed.

    ``players`` are those of the hand, and ``result`` what it is worth now (None when voided).
    """

    kind: Correction.Kind
    lines: Sequence[Line]
    transfers: Sequence[Way]
    moves: ChipTransfer.Kind
    hand: Hand | None = None
    players: Sequence[HandPlayer] = ()
    result: HandResult | None = None
    sheet: list[Facts] | Facts = field(default_factory=list)
    points_only: bool = False
    why: tuple[str, ...] = ()
    blocker: Refusal | None = None

    @property
    def basis(self) -> str:
        """What this effect is recognised by: another stack, another basis."""
        said = [self.kind, [line.facts() for line in self.lines], self.sheet]
        return hashlib.sha256(canonical(said).encode()).hexdigest()[:20]


@dataclass(frozen=True, slots=True)
class Payment:
    """A prize that would be another one: of an entry, before and after, and whether it is paid."""

    entry: Entry
    before: int
    after: int
    prepared: bool
    released: bool


def moved_between(lines: Sequence[Line]) -> tuple[list[Line], list[Way]]:
    """The lines with what can be moved between their entries, and the transfers that do it."""
    entries = {line.entry.number: line.entry for line in lines}
    owed = [
        Owed(line.entry.number, line.owed, line.entry.stack, line.back or _plays(line.entry))
        for line in lines
    ]
    found = collect(owed)
    told = [replace(line, posted=found.moved.get(line.entry.number, 0)) for line in lines]
    ways: list[Way] = [(entries[a], entries[b], chips) for a, b, chips in found.transfers]
    return told, ways


def finished(event: Event, effect: Effect, extra: Iterable[str] = ()) -> Effect:
    """The effect with what stands in its way, and why it takes two people."""
    touched = payments_of(event, effect.lines)
    why = [*extra]
    if any(line.out or line.back for line in effect.lines):
        why.append("places")
    if touched:
        why.append("prizes")
    blocker = effect.blocker or _blocker(event, effect, touched)
    return replace(effect, why=tuple(dict.fromkeys(why)), blocker=blocker)


def payments_of(event: Event, lines: Sequence[Line]) -> list[Payment]:
    """Prizes of this event, prepared or released already, that would be worth something else."""
    payouts = payouts_of(event)
    if not payouts:
        return []
    before = dues_of(event, entries_of(event))
    after = dues_of(event, _as_after(event, lines))
    back = {line.entry.number for line in lines if line.back}
    found = []
    for number, payout in payouts.items():
        old, new = before.get(number, 0), after.get(number, 0)
        if old != new or number in back:
            released = payout.released_seq is not None
            found.append(Payment(payout.entry, old, new, not released, released))
    return found


def _as_after(event: Event, lines: Sequence[Line]) -> list[Entry]:
    """All entries as they would be."""
    told = {line.entry.number: line for line in lines}
    entries = entries_of(event)
    for entry in entries:
        line = told.get(entry.number)
        if line is None:
            continue
        entry.stack = line.after
        if line.back:
            entry.out_seq, entry.out_round = None, None
        if line.out:
            entry.out_seq = line.out.seq or event.version + 1
            entry.out_stack, entry.out_order = line.out.stack, line.out.order
            entry.out_round = line.out.round
    return entries


def _blocker(event: Event, effect: Effect, touched: Sequence[Payment]) -> Refusal | None:
    for line in effect.lines:
        if line.back and came_again(line.entry):
            name = line.entry.person.display_name
            return Refusal("back_reentered", name=name, number=line.entry.number)
    released = next((one for one in touched if one.released), None)
    if released is not None:
        return Refusal("correction_paid", number=released.entry.number)
    moving = [line.entry.pk for line in effect.lines if line.changes]
    open_hands = Hand.objects.filter(table__event=event, state=Hand.State.STARTED)
    playing = open_hands.filter(players__entry__in=moving).select_related("table").first()
    if playing is not None:
        return Refusal("hand_open", hand=playing.number, table=playing.table.number)
    return Refusal("deal_made") if event.deal and moving else None


def came_again(entry: Entry) -> bool:
    """Whether the person has a later entry, be it out again or not."""
    later = Entry.objects.filter(event=entry.event_id, person=entry.person_id, withdrawn=False)
    return later.filter(number__gt=entry.number).exists()


def _plays(entry: Entry) -> bool:
    return entry.out_seq is None and not entry.withdrawn
