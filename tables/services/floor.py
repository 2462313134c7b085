"""What the felt asks of the floor: calls, counts, the queue of things a director must look at."""

from collections.abc import Sequence

from core.errors import Refusal
from tables.models import CountCheck, FloorCall, Hand, QueueItem, Table
from tables.services import rows
from tournaments.journal import Context, Facts, command
from tournaments.models import Role

FLOOR = (Role.DIRECTOR, Role.FLOOR)
DEALING = (Role.DEALER, Role.FLOOR, Role.DIRECTOR)


@command("floor.call", *DEALING)
def call(ctx: Context, /, *, table: int, reason: str = "") -> Facts:
    """Call the floor to a table; a second call only adds the reason."""
    row = rows.table_of(ctx, table)
    if reason not in FloorCall.Reason.values:
        reason = FloorCall.Reason.OTHER
    return _call_facts(ring(ctx, row, FloorCall.Reason(reason)))


@command("floor.cancel", *DEALING)
def cancel(ctx: Context, /, *, table: int) -> Facts:
    """The table does not need the floor any more. Nothing happens when nobody was called."""
    row = rows.table_of(ctx, table)
    closed = FloorCall.objects.filter(table=row, closed_at=None).update(closed_at=ctx.now)
    return {"table": table, "closed": closed}


@command("floor.take", *FLOOR)
def take(ctx: Context, /, *, number: int) -> Facts:
    """Somebody of the floor is on his way; the table reads his name."""
    row = _open_call(ctx, number)
    row.taken_by, row.taken_at = ctx.user, ctx.now
    row.save(update_fields=["taken_by", "taken_at"])
    return _call_facts(row)


@command("floor.go", *FLOOR)
def go(ctx: Context, /, *, table: int) -> Facts:
    """Somebody of the floor goes to a table that did not call; there and at the desk all see it."""
    row = ring(ctx, rows.table_of(ctx, table), FloorCall.Reason.NONE)
    row.taken_by, row.taken_at = ctx.user, ctx.now
    row.save(update_fields=["taken_by", "taken_at"])
    return _call_facts(row)


@command("floor.close", *FLOOR)
def close(ctx: Context, /, *, number: int) -> Facts:
    """The floor was there; the call is over."""
    row = _open_call(ctx, number)
    row.closed_at = ctx.now
    row.save(update_fields=["closed_at"])
    return _call_facts(row)


@command("count.check", *DEALING)
def count(ctx: Context, /, *, table: int, counts: list[Facts]) -> Facts:
    """Compare the stacks on the felt with the books. No chips move; a difference rings the floor.

    Args:
        ctx: the running command.
        table: its number.
        counts: ``seat`` and ``stack`` of everybody at the table, each once.

    Returns:
        ``good``, the lines with what the books say, and ``since``: the last hand before the last
        good count, so that the floor knows which hands to look at.

    Raises:
        Refusal: ``hand_open``, ``count_seats``.
    """
    row = rows.table_of(ctx, table)
    last = rows.last_hand(row)
    if last and last.state == Hand.State.STARTED:
        raise Refusal("hand_open", hand=last.number, table=table)
    lines = _lines(row, counts)
    good = all(line["stack"] == line["counted"] for line in lines)
    before = CountCheck.objects.filter(table=row, good=True).order_by("-seq").first()
    CountCheck.objects.create(
        event=ctx.event,
        table=row,
        seq=ctx.seq,
        at=ctx.now,
        hand=last.number if last else 0,
        lines=lines,
        good=good,
    )
    if not good:
        ring(ctx, row, FloorCall.Reason.COUNT)
    return {"table": table, "good": good, "lines": lines, "since": before.hand if before else 0}


@command("queue.add", *DEALING)
def add_refused(
    ctx: Context, /, *, table: int, hand: int | None, refused: str, body: Facts, error: Facts
) -> Facts:
    """Keep what a tablet could not get accepted, with everything that was typed.

    Args:
        ctx: the running command.
        table: the table of the tablet.
        hand: the number of the hand it belongs to, if any.
        refused: the command that was refused, as the tablet calls it.
        body: what it sent.
        error: what it was answered.
    """
    said = {"command": refused, "body": body, "error": error}
    item = queue(ctx, table, QueueItem.Kind.REFUSED, hand, **said)
    return {"item": item.seq, "table": table}


@command("correction.ask", *DEALING)
def ask_correction(ctx: Context, /, *, table: int, hand: int, text: str) -> Facts:
    """Ask the director to correct a hand that the table may not change any more."""
    if not Hand.objects.filter(table__event=ctx.event, table__number=table, number=hand).exists():
        raise rows.stale(table, hand, None)
    rows.table_of(ctx, table)
    item = queue(ctx, table, QueueItem.Kind.CORRECTION, hand, text=text)
    return {"item": item.seq, "table": table, "hand": hand}


@command("queue.close", *FLOOR)
def close_item(ctx: Context, /, *, item: int, note: str = "") -> Facts:
    """Say that an item was dealt with; it stays readable."""
    row = ctx.event.queue.filter(seq=item, closed_at=None).first()
    if row is None:
        raise Refusal("queue_unknown")
    row.closed_at, row.closed_by, row.note = ctx.now, ctx.user, note
    row.save(update_fields=["closed_at", "closed_by", "note"])
    return {"item": item}


def ring(ctx: Context, table: Table, reason: FloorCall.Reason) -> FloorCall:
    """The open call of a table, made if there is none.

    A reason, once said, is replaced only by another one.
    """
    found = FloorCall.objects.filter(table=table, closed_at=None).select_related("table").first()
    if found is None:
        return FloorCall.objects.create(
            event=ctx.event, table=table, seq=ctx.seq, reason=reason, called_at=ctx.now
        )
    if reason and reason != found.reason:
        found.reason = reason
        found.save(update_fields=["reason"])
    return found


def queue(
    ctx: Context, table: int, kind: QueueItem.Kind, hand: int | None, **facts: object
) -> QueueItem:
    """Put something on the director's list; raises ``table_unknown``."""
    row = ctx.event.tables.filter(number=table).first()
    if row is None:
        raise Refusal("table_unknown", table=table)
    return QueueItem.objects.create(
        event=ctx.event,
        table=row,
        seq=ctx.seq,
        kind=kind,
        hand=hand,
        at=ctx.now,
        sent_by=ctx.user,
        **facts,
    )


def _open_call(ctx: Context, seq: int) -> FloorCall:
    calls = ctx.event.floor_calls.filter(seq=seq, closed_at=None).select_related("table")
    found = calls.first()
    if found is None:
        raise Refusal("call_unknown")
    return found


def _call_facts(call: FloorCall) -> Facts:
    return {"number": call.seq, "table": call.table.number, "reason": call.reason}


def _lines(table: Table, counts: Sequence[Facts]) -> list[Facts]:
    counted = {line["seat"]: line["stack"] for line in counts}
    chairs = list(table.seats.exclude(entry=None).select_related("entry").order_by("number"))
    if len(counted) != len(counts) or counted.keys() != {chair.number for chair in chairs}:
        raise Refusal("count_seats")
    return [
        {
            "seat": chair.number,
            "entry": chair.entry.number,
            "stack": chair.entry.stack,
            "counted": counted[chair.number],
        }
        for chair in chairs
        if chair.entry
    ]
