"""From one day to the next: play stops, chips are bagged and counted twice, seats are drawn."""

from collections.abc import Sequence
from dataclasses import dataclass

from core.errors import Conflict, Refusal
from tables.models import Bag, Hand
from tables.models.move import OPEN_ORDER
from tables.services.proposals import redraw_seats
from tables.services.reserving import drawn_facts
from tournaments.journal import Context, Facts, command
from tournaments.models import Entry, Event, Role
from tournaments.models.entry import LIVING
from tournaments.rules.clock import Mark
from tournaments.services.clock import settle_break
from tournaments.services.entries import entry_of
from tournaments.services.lifecycle import Status, need_status

FLOOR = (Role.DIRECTOR, Role.FLOOR)
MOST_CHIPS = 10**12


@dataclass(frozen=True, slots=True)
class BagLine:
    """A player who is in, and his bag of this day, if it was counted."""

    entry: Entry
    bag: Bag | None

    @property
    def good(self) -> bool:
        """Whether two people have counted what the books say."""
        bag = self.bag
        return bool(bag and bag.verified_seq and bag.counted == self.entry.stack)


@command("day.end", Role.DIRECTOR)
def end(ctx: Context, /) -> Facts:
    """Stop for the day: no hand starts any more, the clock stands, chips go into bags.

    Fantasyland is played out first, as before a break.

    Raises:
        Refusal: ``day_ended``, ``day_hands``, ``day_fantasyland``, ``orders_running``.
    """
    event = ctx.event
    need_status(event, Status.RUNNING)
    if event.bagging:
        raise Refusal("day_ended")
    running = Hand.objects.filter(table__event=event, state=Hand.State.STARTED).count()
    if running:
        raise Refusal("day_hands", count=running)
    if event.in_fantasyland:
        raise Refusal("day_fantasyland", count=event.in_fantasyland)
    if event.orders.filter(OPEN_ORDER).exists():
        raise Refusal("orders_running")
    settle_break(event, ctx.now)
    event.bagging = True
    event.mark(Mark("pause", ctx.now))
    return {"day": event.day, "left": event.entries.filter(LIVING).count()}


@command("day.resume", Role.DIRECTOR)
def resume(ctx: Context, /) -> Facts:
    """Play on after all, on the same seats: the day did not end. Counts of bags stay readable."""
    event = ctx.event
    _need_ended(event)
    event.bagging = False
    event.mark(Mark("resume", ctx.now))
    return {"day": event.day}


@command("bag.count", *FLOOR)
def count(ctx: Context, /, *, entry: int, chips: int, tag: str = "") -> Facts:
    """Count a player's bag. Another person counts it again; where he differs, his is a first one.

    Args:
        ctx: the running command.
        entry: of the player.
        chips: what was counted.
        tag: what is written on the bag.

    Returns:
        ``verified``: whether two people have said so; ``books``: what the stack is.

    Raises:
        Refusal: ``entry_out``, ``bag_chips``.
        Conflict: ``day_running``.
    """
    _need_ended(ctx.event)
    row = entry_of(ctx.event, entry)
    if not 0 < chips <= MOST_CHIPS:
        raise Refusal("bag_chips")
    bag = Bag.objects.filter(entry=row, day=ctx.event.day).first()
    first = bag is None or bag.verified_seq is not None or bag.counted_by == ctx.user
    if first:
        bag = bag or Bag(event=ctx.event, entry=row, day=ctx.event.day)
        bag.counted, bag.counted_seq, bag.counted_by = chips, ctx.seq, ctx.user
        bag.verified_seq = bag.verified_by = None
        bag.tag = tag[:20] or bag.tag
    else:
        assert bag is not None
        if bag.counted != chips:
            bag.counted, bag.counted_seq, bag.counted_by = chips, ctx.seq, ctx.user
        else:
            bag.verified_seq, bag.verified_by = ctx.seq, ctx.user
    bag.save()
    verified = bag.verified_seq is not None
    return {"entry": entry, "counted": chips, "verified": verified, "agrees": chips == row.stack}


@command("day.next", Role.DIRECTOR)
def next_day(ctx: Context, /) -> Facts:
    """Begin the next day: every bag is right, everybody draws a new seat, the clock goes on.

    Raises:
        Refusal: ``bags_missing``.
        Conflict: ``day_running``.
    """
    event = ctx.event
    _need_ended(event)
    missing = [line for line in bags_of(event) if not line.good]
    if missing:
        raise Refusal("bags_missing", count=len(missing))
    drawn = redraw_seats(ctx)
    event.bagging = False
    event.day += 1
    event.mark(Mark("resume", ctx.now))
    return {"day": event.day, **drawn_facts(event, drawn)}


def bags_of(event: Event) -> Sequence[BagLine]:
    """Everybody who is in, by name, with his bag of this day."""
    bags = event.bags.filter(day=event.day).select_related("counted_by", "verified_by")
    found = {bag.entry_id: bag for bag in bags}
    living = event.entries.filter(LIVING).select_related("person", "seat__table")
    return [BagLine(entry, found.get(entry.pk)) for entry in living.order_by("person__name")]


def _need_ended(event: Event) -> None:
    need_status(event, Status.RUNNING)
    if not event.bagging:
        raise Conflict("day_running", day=event.day)
