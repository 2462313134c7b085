"""The bubble: nobody is told that he is paid before every table was counted by somebody's eyes.

A room has been told wrong, and played on for a quarter of an hour (Star Sydney, 64 left for 63).
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Max

from core.errors import Conflict, Refusal
from tables.models import HeadCount, Table
from tables.services import rows
from tournaments.journal import Context, Facts, command
from tournaments.models import Event, Role
from tournaments.models.entry import LIVING
from tournaments.selectors import last_command
from tournaments.services.lifecycle import Status, need_status

ANNOUNCE = "bubble.announce"
MOST_HEADS = 20


@dataclass(frozen=True, slots=True)
class Roll:
    """The roll call of a table: who sits there by the record, and the count that holds, if any."""

    table: Table
    books: int
    count: HeadCount | None

    @property
    def good(self) -> bool:
        """Whether the count holds and agrees."""
        return self.count is not None and self.count.counted == self.books


@command("head.count", Role.DIRECTOR, Role.FLOOR)
def count(ctx: Context, /, *, table: int, players: int) -> Facts:
    """Somebody has counted the players at a table."""
    need_status(ctx.event, Status.RUNNING)
    row = rows.table_of(ctx, table)
    if not 0 <= players <= MOST_HEADS:
        raise Refusal("bubble_count", tables=str(table))
    books = row.seats.exclude(entry=None).count()
    HeadCount.objects.create(
        event=ctx.event,
        table=row,
        seq=ctx.seq,
        at=ctx.now,
        counted=players,
        books=books,
        by=ctx.user,
    )
    return {"table": table, "counted": players, "books": books, "good": players == books}


@command(ANNOUNCE, Role.DIRECTOR)
def announce(ctx: Context, /) -> Facts:
    """Tell everybody that all who are left are paid.

    Raises:
        Refusal: ``bubble_early``, ``bubble_count`` with the tables that must be counted.
        Conflict: ``bubble_told``.
    """
    need_status(ctx.event, Status.RUNNING)
    left, paid = ctx.event.entries.filter(LIVING).count(), len(ctx.event.prizes)
    if not paid or left > paid:
        raise Refusal("bubble_early", left=left, paid=paid)
    if announced(ctx.event):
        raise Conflict("bubble_told")
    missing = [roll.table.number for roll in roll_of(ctx.event) if not roll.good]
    if missing:
        raise Refusal("bubble_count", tables=", ".join(str(number) for number in missing))
    return {"left": left, "paid": paid}


def roll_of(event: Event) -> Sequence[Roll]:
    """The roll call so far, by table: counts from before the last player went out are void."""
    last_out = event.entries.aggregate(last=Max("out_seq"))["last"] or 0
    counts: dict[int, HeadCount] = {}
    for one in event.head_counts.filter(seq__gt=last_out).select_related("by").order_by("seq"):
        counts[one.table_id] = one
    tables = event.tables.filter(open=True).annotate(books=Count("seats__entry"))
    return [Roll(table, table.books, counts.get(table.pk)) for table in tables.order_by("number")]


def announced(event: Event) -> bool:
    """Whether all who are left were told that they are paid, and still are."""
    if not event.prizes or event.entries.filter(LIVING).count() > len(event.prizes):
        return False
    return last_command(event, ANNOUNCE) is not None
