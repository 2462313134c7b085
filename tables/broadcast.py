"""What the public sees under a broadcast delay: the felt as it stood when the delay began.

Who may know what is decided by the doors (`tournaments.access`), which mark the event with the
newest command that the reader may know of (`Event.until`). Chips and places are taken back, in
memory, to that command. Half-entered hands are no commands: of them the cache keeps what lay on the
table when, and loses nothing but pictures when it is emptied.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.core.cache import cache
from django.db.models import Q
from django.utils import timezone

from tables.models import Draft, Hand, HandPlayer, Seat, Table
from tables.models.hand import CLOSED
from tournaments.models import ChipTransfer, Entry, Event
from tournaments.selectors import entries_of

# One picture every two seconds is enough for boards, and bounds what an hour of them takes.
EVERY = timedelta(seconds=2)
Frame = tuple[datetime, int, dict[str, Any]]
"""When it lay so, in which hand, and the cards as the tablet keeps them."""


@dataclass(frozen=True, slots=True)
class Boards:
    """A half-entered hand as its tablet keeps it, with a number that changes with it."""

    revision: int
    body: dict[str, Any]


def entries_seen(event: Event) -> list[Entry]:
    """All entries as the reader may know them: stack, Fantasyland, seat, and whether out."""
    entries = entries_of(event)
    take_back(event, entries)
    return entries


def take_back(event: Event, entries: Iterable[Entry]) -> None:
    """Take back from these entries, in memory, what happened after the reader's last command."""
    if event.until is None:
        return
    known = {entry.pk: entry for entry in entries}
    for row in event.transfers.filter(seq__gt=event.until).exclude(kind=ChipTransfer.Kind.STACK):
        if row.payer_id in known:
            known[row.payer_id].stack += row.amount
        if row.payee_id in known:
            known[row.payee_id].stack -= row.amount
    unseen = HandPlayer.objects.filter(hand__recorded_seq__gt=event.until, entry__in=known)
    # The earliest of several hands has the last word.
    for player in unseen.select_related("hand__table").order_by("-hand__recorded_seq"):
        entry = known[player.entry_id]
        entry.fantasyland = player.fantasyland
        if entry.out_seq == player.hand.recorded_seq and not hasattr(entry, "seat"):
            entry.seat = Seat(table=player.hand.table, number=player.seat)
    for entry in known.values():
        if is_unseen(event, entry.out_seq):
            entry.out_seq = entry.out_round = None
            entry.out_stack = entry.out_order = 0


def is_unseen(event: Event, seq: int | None) -> bool:
    """Whether the reader may not know of this command yet."""
    return seq is not None and event.until is not None and seq > event.until


def seen(event: Event, prefix: str = "", *, voided: bool = False) -> Q:
    """Hands whose result the reader may know; ``prefix``: the way to the hand, such as ``hand__``.

    ``voided``: also those that count no more, for pages that say so.

    Example:
        ``HandPlayer.objects.filter(seen(event, "hand__"))``
    """
    states = CLOSED if voided else (Hand.State.RECORDED,)
    found = Q(**{f"{prefix}state__in": states})
    return (
        found if event.until is None else found & Q(**{f"{prefix}recorded_seq__lte": event.until})
    )


def as_seen(event: Event, hand: Hand) -> Hand:
    """The hand as the reader may know it: still open, when he may not know how it ended."""
    if is_unseen(event, hand.recorded_seq):
        hand.state, hand.outcome, hand.next_button = Hand.State.STARTED, None, None
    return hand


def keep_frame(table: Table, hand: int, body: dict[str, Any]) -> None:
    """Remember what lies on a table now, for those who see it later; only under a delay."""
    delay = table.event.broadcast_delay
    if not delay:
        return
    now = timezone.now()
    frames: list[Frame] = cache.get(_key(table), [])
    if len(frames) > 1 and frames[-1][1] == hand and frames[-1][0] - frames[-2][0] < EVERY:
        # Two pictures at nearly the same time are one, of the later time: nothing comes early.
        frames.pop()
    cards = (
        {"d": {"cards": entered["cards"]}} if "cards" in (entered := _mapping(body, "d")) else {}
    )
    kept = [*_from(frames, now - timedelta(seconds=delay)), (now, hand, cards)]
    cache.set(_key(table), kept, 2 * delay)


def boards_of(table: Table, hand: int) -> Boards | None:
    """What the reader may see of a half-entered hand."""
    if table.event.until is None:
        draft = Draft.objects.filter(table=table, hand=hand).first()
        return Boards(draft.revision, draft.body) if draft else None
    frame = _frame_seen(table)
    return Boards(_number(frame), frame[2]) if frame and frame[1] == hand else None


def boards_revision(table: Table) -> int:
    """A number that changes with what the reader may see of half-entered hands; 0 for nothing."""
    if table.event.until is None:
        found = Draft.objects.filter(table=table).values_list("revision", flat=True).first()
        return found or 0
    frame = _frame_seen(table)
    return _number(frame) if frame else 0


def _frame_seen(table: Table) -> Frame | None:
    then = timezone.now() - timedelta(seconds=table.event.broadcast_delay)
    old = [frame for frame in cache.get(_key(table), []) if frame[0] <= then]
    return old[-1] if old else None


def _number(frame: Frame) -> int:
    return int(frame[0].timestamp() * 1000)


def _from(frames: list[Frame], then: datetime) -> list[Frame]:
    """The picture of that instant, and all later ones."""
    old = [frame for frame in frames if frame[0] <= then]
    return [*old[-1:], *frames[len(old) :]]


def _mapping(body: dict[str, Any], name: str) -> dict[str, Any]:
    """A part of what a tablet sent, which may be anything."""
    found = body.get(name)
    return found if isinstance(found, dict) else {}


def _key(table: Table) -> str:
    return f"boards-{table.uid}"
