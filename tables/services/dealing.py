"""Who deals, and who is away: said at the tablet, kept until somebody says otherwise."""

from accounts.models import User
from core.errors import Conflict, NotAllowed, Refusal
from tables.models import Hand, HandPlayer, Table
from tables.services import rows
from tournaments.journal import Context, Facts, command
from tournaments.models import Entry, Role


@command("dealer.rotate", Role.DIRECTOR, Role.FLOOR)
def rotate(ctx: Context, /, *, assign: list[Facts]) -> Facts:
    """Push the dealers: all of these tables get another dealer in one stroke, nobody twice.

    Args:
        ctx: the running command.
        assign: ``table`` and ``user`` (uid; None frees it), each table once.

    Raises:
        Refusal: ``rotate_lines``, ``table_unknown``, ``table_closed``.
        Conflict: ``dealer_elsewhere`` (in another event).
    """
    numbers = [line["table"] for line in assign]
    users = [line["user"] for line in assign if line["user"] is not None]
    if not assign or len(set(numbers)) != len(numbers) or len(set(users)) != len(users):
        raise Refusal("rotate_lines")
    found = ctx.event.staff.filter(role=Role.DEALER, user__is_active=True, user__uid__in=users)
    people = {str(member.user.uid): member.user for member in found.select_related("user")}
    if len(people) != len(users):
        raise Refusal("rotate_lines")
    tables = [rows.table_of(ctx, number) for number in numbers]
    elsewhere = Table.objects.filter(dealer__in=people.values(), open=True)
    busy = elsewhere.exclude(event=ctx.event).select_related("event", "dealer").first()
    if busy is not None and busy.dealer is not None:
        name, event = busy.dealer.known_as, busy.event.name
        raise Conflict("dealer_elsewhere", name=name, table=busy.number, event=event)
    # Everybody leaves before anybody sits down, or two would be at a table for a moment.
    ctx.event.tables.filter(dealer__in=people.values()).update(dealer=None)
    for table, line in zip(tables, assign, strict=True):
        table.dealer = people.get(line["user"])
        Table.objects.filter(pk=table.pk).update(dealer=None)
    for table in tables:
        table.save(update_fields=["dealer"])
    return {"tables": len(tables)}


@command("dealer.change", Role.DEALER, Role.FLOOR, Role.DIRECTOR)
def change_dealer(ctx: Context, /, *, table: int, user: str | None) -> Facts:
    """Somebody sits down at a table as its dealer, or (None) leaves: a marker between hands.

    Whoever dealt at another table of this event has left it by sitting down here. From a tablet,
    he is signed in there by the same stroke: of two who try at once, the later one deals.

    Raises:
        Refusal: ``table_unknown``, ``table_closed``, ``dealer_elsewhere`` (in another event).
        NotAllowed: only for oneself.
    """
    row = ctx.event.tables.filter(number=table).first()
    if row is None:
        raise Refusal("table_unknown", table=table)
    if ctx.user is None or user not in {None, str(ctx.user.uid)}:
        raise NotAllowed("not_allowed")
    if user is None:
        if row.dealer_id == ctx.user.pk:
            row.dealer = None
            row.save(update_fields=["dealer"])
        _sign(ctx, None)
        return {"table": table, "user": None}
    if not row.open:
        raise Refusal("table_closed", table=table)
    ctx.event.tables.filter(dealer=ctx.user).exclude(pk=row.pk).update(dealer=None)
    elsewhere = Table.objects.filter(dealer=ctx.user, open=True).exclude(event=ctx.event)
    busy = elsewhere.select_related("event").first()
    if busy is not None:
        event = busy.event.name
        name, number = ctx.user.known_as, busy.number
        raise Conflict("dealer_elsewhere", name=name, table=number, event=event)
    row.dealer = ctx.user
    row.save(update_fields=["dealer"])
    _sign(ctx, ctx.user)
    return {"table": table, "user": user}


def _sign(ctx: Context, dealer: User | None) -> None:
    """Who deals with the tablet that asks. Tablets are permission, so a replay knows none."""
    if ctx.device:
        since = ctx.now if dealer else None
        ctx.event.devices.filter(uid=ctx.device).update(dealer=dealer, dealer_since=since)


@command("absent.set", Role.DEALER, Role.FLOOR, Role.DIRECTOR)
def set_absent(ctx: Context, /, *, table: int, seat: int, absent: bool) -> Facts:
    """Say that a player is away or back. It holds for the open hand and for those that follow.

    Raises:
        Refusal: ``seat_unknown`` when nobody sits there.
    """
    row = rows.table_of(ctx, table)
    entry = Entry.objects.filter(seat__table=row, seat__number=seat).first()
    if entry is None:
        raise Refusal("seat_unknown", table=table, seat=seat)
    entry.absent = absent
    entry.save(update_fields=["absent"])
    playing = HandPlayer.objects.filter(hand__table=row, hand__state=Hand.State.STARTED)
    playing.filter(entry=entry).update(absent=absent)
    return {"table": table, "seat": seat, "absent": absent}
