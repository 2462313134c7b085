"""What an evening adds up to: royalties, fouls, Fantasyland, big hands, who was left."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from tables.broadcast import entries_seen, seen
from tables.models import HandPlayer
from tournaments.models import ChipTransfer, Entry, Event
from web.charts import Curve, curve_through

MOST = 5


def percent(part: int, whole: int) -> int:
    """How many in a hundred, to the nearest; 0 of nothing.

    Example:
        >>> percent(15, 72), percent(0, 0)
        (21, 0)
    """
    return (200 * part + whole) // (2 * whole) if whole else 0


@dataclass(slots=True)
class Evening:
    """What one entry did, over all its recorded hands."""

    entry: Entry
    hands: int = 0
    royalties: int = 0
    fouls: int = 0
    fantasylands: int = 0
    streak: int = 0
    _running: int = field(default=0, repr=False)

    def add(self, one: HandPlayer) -> None:
        """Count a hand; they come in the order they were recorded."""
        self.hands += 1
        self.royalties += one.royalties or 0
        self.fouls += bool(one.foul)
        self.fantasylands += bool(one.fantasyland)
        self._running = self._running + 1 if one.fantasyland else 0
        self.streak = max(self.streak, self._running)

    @property
    def foul_percent(self) -> int:
        """Fouls in a hundred hands."""
        return percent(self.fouls, self.hands)


@dataclass(frozen=True, slots=True)
class BigHand:
    """A hand in which somebody won many points."""

    entry: Entry
    table: int
    number: int
    points: int


@dataclass(frozen=True, slots=True)
class Statistics:
    """The boards of an event."""

    hands: int
    fouls: int
    dealt: int
    fantasylands: int
    royalties: Sequence[Evening]
    streaks: Sequence[Evening]
    visits: Sequence[Evening]
    fouled: Sequence[Evening]
    biggest: Sequence[BigHand]
    left: Curve | None

    @property
    def foul_percent(self) -> int:
        """Fouled boards in a hundred."""
        return percent(self.fouls, self.dealt)


def statistics_of(event: Event) -> Statistics:
    """All boards, from the recorded hands."""
    entries = entries_seen(event)
    evenings = {entry.pk: Evening(entry) for entry in entries}
    played = _played(event)
    for one in played:
        if one.entry_id in evenings:
            evenings[one.entry_id].add(one)
    everybody = list(evenings.values())
    return Statistics(
        hands=len({one.hand_id for one in played}),
        fouls=sum(one.fouls for one in everybody),
        dealt=len(played),
        fantasylands=sum(one.fantasylands for one in everybody),
        royalties=_best(everybody, lambda one: one.royalties),
        streaks=_best(everybody, lambda one: one.streak),
        visits=_best(everybody, lambda one: one.fantasylands),
        fouled=_best(everybody, lambda one: one.fouls),
        biggest=_biggest(played, evenings),
        left=_left_over_time(event, entries),
    )


def _played(event: Event) -> list[HandPlayer]:
    recorded = HandPlayer.objects.filter(seen(event, "hand__"), hand__table__event=event)
    recorded = recorded.select_related("hand__table")
    kept = ("entry", "royalties", "foul", "fantasyland", "points", "hand__number")
    return list(recorded.only(*kept, "hand__table__number").order_by("hand__recorded_seq", "seat"))


def _best(everybody: Iterable[Evening], figure: Callable[[Evening], int]) -> list[Evening]:
    """The five with the most of something, those with none left out."""
    found = sorted(everybody, key=lambda one: (-figure(one), one.entry.number))
    return [one for one in found[:MOST] if figure(one)]


def _biggest(played: Iterable[HandPlayer], evenings: dict[int, Evening]) -> list[BigHand]:
    known = (one for one in played if one.entry_id in evenings and (one.points or 0) > 0)
    best = sorted(known, key=lambda one: (-(one.points or 0), one.pk))[:MOST]
    return [
        BigHand(
            evenings[one.entry_id].entry, one.hand.table.number, one.hand.number, one.points or 0
        )
        for one in best
    ]


def _left_over_time(event: Event, entries: Sequence[Entry]) -> Curve | None:
    """Players left, over the time since the first of them was in."""
    changes: dict[int, int] = defaultdict(int)
    stacks = ChipTransfer.objects.filter(event=event, kind=ChipTransfer.Kind.STACK)
    living = {entry.pk for entry in entries}
    for payee, seq in stacks.values_list("payee", "seq"):
        changes[seq] += payee in living
    for entry in entries:
        if entry.out_seq is not None:
            changes[entry.out_seq] -= 1
    at = dict(event.journal.filter(seq__in=changes).values_list("seq", "at"))
    started = event.journal.filter(kind="event.start").values_list("seq", "at").first()
    if started is None:
        return None
    seqs = sorted(changes)
    counts = dict(zip(seqs, accumulate(changes[seq] for seq in seqs), strict=True))
    before = [counts[seq] for seq in seqs if seq <= started[0]]
    steps = [(0, before[-1] if before else 0)]
    for seq in seqs:
        if seq > started[0]:
            seconds = int((at[seq] - started[1]).total_seconds())
            steps += [(seconds, steps[-1][1]), (seconds, counts[seq])]
    return curve_through(steps)
