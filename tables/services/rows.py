"""Where the commands of the felt get their rows: by number, inside the locked event."""

from collections.abc import Iterable
from datetime import datetime
from operator import attrgetter
from zoneinfo import ZoneInfo

from django.db.models import BigAutoField, Exists, OuterRef, PositiveIntegerField

from core.errors import Conflict, NotAllowed, Refusal
from core.questions import Gap, Question
from tables.models import Hand, HandPlayer, MoveOrder, Seat, Table
from tables.models.move import OPEN_ORDER
from tournaments.journal import Context
from tournaments.models import JournalEntry

_event, _table_key = Gap("event", BigAutoField()), Gap("table", BigAutoField())
_table, _hand = Gap("table", PositiveIntegerField()), Gap("hand", PositiveIntegerField())
_numbered = Question(lambda: Table.objects.filter(event=_event, number=_table).order_by())
_last_hand = Question(lambda: Hand.objects.filter(table=_table_key).order_by("-number"))
_taken_seats = Question(
    lambda: (
        Seat.objects.filter(table=_table_key).exclude(entry=None).select_related("entry").order_by()
    )
)
_players = Question(
    lambda: (
        HandPlayer.objects.filter(
            hand__table__event=_event, hand__table__number=_table, hand__number=_hand
        )
        .select_related("hand__table", "entry")
        .annotate(has_order=Exists(MoveOrder.objects.filter(OPEN_ORDER, entry=OuterRef("entry"))))
        .order_by()
    )
)


def table_of(ctx: Context, number: int) -> Table:
    """The open table; a dealer gets only the one he deals at."""
    table = _numbered.first(event=ctx.event.pk, table=number)
    if table is None:
        raise Refusal("table_unknown", table=number)
    table.event = ctx.event
    need_dealer(ctx, table)
    if not table.open:
        raise Refusal("table_closed", table=number)
    return table


def need_dealer(ctx: Context, table: Table) -> None:
    """A dealer acts only at the table where he sits; the floor at all."""
    if ctx.is_staff_of_table and (ctx.user is None or table.dealer_id != ctx.user.pk):
        raise NotAllowed("not_allowed")


def in_fantasyland(seats: Iterable[Seat]) -> bool:
    """Whether anybody on these seats has Fantasyland to play."""
    return any(seat.entry and seat.entry.fantasyland for seat in seats)


def last_hand(table: Table) -> Hand | None:
    """The hand that was started last at this table."""
    hand = _last_hand.first(table=table.pk)
    if hand is not None:
        hand.table = table
    return hand


def seats_of(table: Table) -> list[Seat]:
    """The occupied seats in order, with their entries."""
    return sorted(_taken_seats.all(table=table.pk), key=attrgetter("number"))


def players_of(ctx: Context, table: int, hand: int) -> list[HandPlayer]:
    """Who was dealt into the hand, by seat, with hand, table and entry, in one statement.

    Each also says ``has_order``: whether the entry is to move to another table.

    Raises:
        Refusal: ``stale_hand`` with the head when this is not the last hand of the table.
    """
    found = _players.all(event=ctx.event.pk, table=table, hand=hand)
    players: list[HandPlayer] = sorted(found, key=attrgetter("seat"))
    if not players:
        row = table_of(ctx, table)
        head = last_hand(row)
        raise stale(table, hand, head)
    need_dealer(ctx, players[0].hand.table)
    for player in players:
        player.hand = players[0].hand
    return players


def stale(table: int, hand: int, head: Hand | None) -> Conflict:
    """The refusal for a caller who looks at another hand than the table's last one."""
    number = head.number if head else 0
    state = head.state if head else ""
    return Conflict(
        "stale_hand",
        head={"table": table, "hand": number, "state": state},
        table=table,
        hand=hand,
        head_hand=number,
    )


def already_recorded(ctx: Context, table: int, hand: Hand) -> Conflict:
    """The refusal for a second recording: who did it and when, in the venue's time."""
    assert hand.recorded_seq is not None
    entry = JournalEntry.objects.select_related("actor").get(event=ctx.event, seq=hand.recorded_seq)
    return Conflict(
        "already_recorded",
        head={"table": table, "hand": hand.number, "state": hand.state},
        hand=hand.number,
        at=venue_time(ctx, entry.at),
        by=entry.actor.known_as if entry.actor else entry.actor_ref.removeprefix("system:"),
    )


def venue_time(ctx: Context, at: datetime) -> str:
    """Hours and minutes as the clock in the room shows them."""
    return at.astimezone(ZoneInfo(ctx.event.time_zone)).strftime("%H:%M")
