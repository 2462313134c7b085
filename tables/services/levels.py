"""Levels by hands at the tables: how far each one is, what it plays next, whom it waits for.

Nothing here asks the database of an event whose levels last a time.
"""

from collections.abc import Mapping
from datetime import datetime

from django.db.models import Count, Exists, Max, OuterRef

from core.errors import Refusal
from tables.models import Hand, HandPlayer
from tournaments.models import Event
from tournaments.rules.clock import ClockState, Mark, clock_at, not_before
from tournaments.rules.turns import Dealt, Turn, least, may_begin, turn_after

MIN_PLAYERS = 2


def turn_of(
    event: Event,
    clock: ClockState,
    last: Hand | None,
    *,
    fantasyland: bool,
    extra: bool = False,
) -> Turn:
    """The next hand of a table, after its last one: by time, what the clock says."""
    if not event.structure.by_hands:
        return Turn(clock.level, clock.point_value, 0, 0)
    dealt = _dealt(clock, last, last.level_hand) if last else None
    return turn_after(event.structure, clock, dealt, fantasyland=fantasyland, extra=extra)


def late_hand(event: Event, last: Hand | None, level: int, *, fantasyland: bool) -> int:
    """Which hand of its level a hand is that is entered after the fact, by what came before it."""
    if not event.structure.by_hands:
        return 0
    before = last.level_hand if last and last.level == level else 0
    return before if fantasyland else before + 1


def settle_level(event: Event, now: datetime) -> None:
    """Let the clock go on to the level of the slowest table, and write down how far that one is.

    Called by every command that may be the first to see it: a hand that was recorded, or the next
    one to start after the table that was waited for has lost its players.
    """
    if not event.structure.by_hands:
        return
    due, clock, done = _settled(event, now)
    if due:
        event.mark(*due)
    event.level_segment, event.level_hands = clock.segment, done


def level_wait(
    event: Event, clock: ClockState, turn: Turn, now: datetime, *, fantasyland: bool
) -> Refusal | None:
    """Whom a table waits for before it may begin the level of its turn; None when it may."""
    if fantasyland or not clock.hands or _may(event, clock, turn):
        return None
    _due, after, _done = _settled(event, now)
    if not after.hands:
        return Refusal("clock_break", level=after.level + 1)
    if _may(event, after, turn):
        return None
    behind = tables_behind(event, after)
    return Refusal("level_wait", level=turn.level, tables=", ".join(map(str, behind)))


def tables_behind(event: Event, clock: ClockState) -> list[int]:
    """The tables that have not played all hands of the clock's level, by number."""
    tables = progress(event, clock)
    return [number for number in sorted(tables) if _is_behind(clock, tables[number])]


def progress(event: Event, clock: ClockState) -> Mapping[int, Dealt | None]:
    """How far each table is that two sit at, by its number; None: nothing since the last jump."""
    playing = event.tables.filter(open=True).annotate(sitting=Count("seats__entry"))
    playing = playing.filter(sitting__gte=MIN_PLAYERS)
    numbers = dict(playing.values_list("pk", "number"))
    newest = Hand.objects.filter(table__in=numbers).values("table").annotate(last=Max("pk"))
    in_it = HandPlayer.objects.filter(hand=OuterRef("pk"), fantasyland__gt=0)
    hands = Hand.objects.filter(pk__in=newest.order_by().values("last"))
    found: dict[int, Dealt | None] = dict.fromkeys(numbers.values())
    for hand in hands.annotate(is_fantasyland=Exists(in_it)):
        open_one = hand.state == Hand.State.STARTED and not hand.is_fantasyland
        found[numbers[hand.table_id]] = _dealt(clock, hand, hand.level_hand - open_one)
    return found


def _settled(event: Event, now: datetime) -> tuple[list[Mark], ClockState, int]:
    """The marks that are due, the clock with them, and how far the slowest table is then."""
    clock, due, done = event.clock(now), list[Mark](), 0
    tables = progress(event, clock).values() if clock.hands else ()
    while clock.hands:
        done = least(clock, tables) or 0
        ends = clock.segment == len(event.structure.segments) - 1
        if done < clock.hands or ends:
            return due, clock, done
        mark = Mark("level", now, segment=clock.segment + 1)
        marks = [*event.marks, *due, mark]
        at = not_before(marks, now)
        after = clock_at(event.structure, marks, at, holding=event.holds_break)
        due, clock = [*due, mark], after
    return due, clock, 0


def _dealt(clock: ClockState, hand: Hand, played: int) -> Dealt | None:
    """How far a table with this last hand is; what was dealt before a jump says nothing."""
    jumped = clock.jumped_at is not None and hand.started_at <= clock.jumped_at
    return None if jumped else Dealt(hand.level, played)


def _may(event: Event, clock: ClockState, turn: Turn) -> bool:
    return may_begin(event.structure, clock, turn, event.level_drift)


def _is_behind(clock: ClockState, dealt: Dealt | None) -> bool:
    return (least(clock, [dealt]) or 0) < clock.hands
