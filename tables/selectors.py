"""What pages and the API read of tables, hands and standings; nothing here writes."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F, OuterRef, Prefetch, Subquery, Sum, prefetch_related_objects
from django.utils import timezone

from core.errors import Refusal
from scoring.button import acting_order
from scoring.layout import Layout
from scoring.table import Outcome, Sheet
from tables import felt, points
from tables.broadcast import as_seen, entries_seen, seen, take_back
from tables.models import Hand, HandPlayer, MoveOrder, Seat, Table
from tables.services import levels, waits
from tables.services.hands import MIN_PLAYERS, has_extra_time, need_time_to_play
from tournaments.models import Entry, Event
from tournaments.models.chips import OF_CORRECTIONS
from tournaments.rules.clock import ClockState
from tournaments.rules.turns import Turn
from tournaments.selectors import Counts, counts_of, places_of

# Joined, not prefetched: for the people of a thousand chairs Django asks with a thousand ORs, which
# SQLite refuses.
SEATS = Prefetch(
    "seats",
    Seat.objects.select_related("entry__person", "reserved_for__person").order_by("number"),
)


@dataclass(frozen=True, slots=True)
class StandingRow:
    """One line of the standings. Places tie from ``place`` to ``place_last``."""

    place: int
    place_last: int
    number: int
    name: str
    country: str
    bullet: int
    stack: int
    fantasyland: int
    out: bool
    table: int | None
    seat: int | None
    room: str = ""


@dataclass(frozen=True, slots=True)
class Standings:
    """Everybody, the living first, all at one version of the event."""

    event: Event
    version: int
    rows: Sequence[StandingRow]
    counts: Counts


@dataclass(frozen=True, slots=True)
class SeatView:
    """A chair and who sits there; during a hand, what he was dealt in with."""

    number: int
    entry: Entry | None
    player: HandPlayer | None
    position: int | None
    protected: bool = False
    # Whom no draw takes it from; nobody sits on a reserved seat that is kept for nobody.
    reserved: bool = False
    reserved_for: Entry | None = None

    @property
    def name(self) -> str:
        """The public name, or an empty text for a free chair."""
        return self.entry.person.display_name if self.entry else ""


@dataclass(frozen=True, slots=True)
class TableView:
    """A table as it stands: seats, the last hand, and whether one is being played."""

    table: Table
    seats: Sequence[SeatView]
    hand: Hand | None
    # Open orders to leave this table or to come to it, oldest first.
    orders: Sequence[MoveOrder] = ()

    @property
    def playing(self) -> bool:
        """Whether a hand is open."""
        return self.hand is not None and self.hand.state == Hand.State.STARTED

    @property
    def next_hand(self) -> int:
        """The number of the hand to start next."""
        return (self.hand.number if self.hand else 0) + 1

    @property
    def button(self) -> int | None:
        """Seat of the button: of the hand being played, else of the next one; None if undrawn."""
        if self.hand is None:
            return None
        if self.playing:
            return self.hand.button
        sitting = {seat.number: seat.entry.fantasyland for seat in self.taken if seat.entry}
        ruleset = self.table.event.ruleset
        return felt.button_after(ruleset, self.hand, sitting) if sitting else None

    @property
    def taken(self) -> Sequence[SeatView]:
        """The seats with somebody on them."""
        return [seat for seat in self.seats if seat.entry]

    @property
    def in_fantasyland(self) -> bool:
        """Whether somebody here plays Fantasyland in this or the next hand."""
        return any(seat.entry and seat.entry.fantasyland for seat in self.seats)


@dataclass(frozen=True, slots=True)
class HandView:
    """A recorded hand with what the rules say about it."""

    hand: Hand
    players: Sequence[HandPlayer]
    sheet: Sheet
    outcome: Outcome

    @property
    def who(self) -> dict[int, HandPlayer]:
        """The player of each layout, by its seat number; some have two layouts."""
        rules = self.hand.table.event.ruleset
        return {seat: one for one in self.players for seat in rules.layout_seats(one.seat)}

    def name(self, seat: int) -> str:
        """The public name of who plays the layout of that seat."""
        return self.who[seat].entry.person.display_name

    @property
    def next_button(self) -> int | None:
        """Where the button goes, also where the outcome leaves that to the chairs."""
        state = felt.table_state(self.hand.table.event.ruleset, self.hand, self.players)
        return felt.result_of(self.outcome, state).next_button


def standings(event: Event) -> Standings:
    """Everybody's place, chips and seat: the living by stack, then who is out, best first."""
    entries = entries_seen(event)
    found = places_of(event, entries)
    rows = [_row(entry, *found[entry.number]) for entry in entries]
    rows.sort(key=lambda row: (row.place, row.number))
    return Standings(event, event.seen_version, rows, counts_of(entries))


def level_changes(event: Event, level: int) -> dict[int, int]:
    """What each entry, by its number, has won (or lost) in a level, and by what was corrected then.

    A level begins with the first hand that is started in it.
    """
    played = HandPlayer.objects.filter(
        seen(event, "hand__", voided=True), hand__table__event=event, hand__level=level
    )
    won = Sum(F("stack_after") - F("stack_before"))
    found: dict[int, int] = dict(
        played.order_by().values("entry").annotate(won=won).values_list("entry__number", "won")
    )
    first = Hand.objects.filter(table__event=event, level=level).order_by("started_seq").first()
    if first is None:
        return found
    moved = event.transfers.filter(kind__in=OF_CORRECTIONS, seq__gt=first.started_seq)
    moved = moved.filter(seq__lte=event.seen_version)
    for payer, payee, amount in moved.values_list("payer__number", "payee__number", "amount"):
        for number, chips in ((payer, -amount), (payee, amount)):
            if number is not None:
                found[number] = found.get(number, 0) + chips
    return found


def table_view(table: Table) -> TableView:
    """The table now."""
    return _views([table])[0]


def tables_of(event: Event) -> list[TableView]:
    """All open tables now, by number, in a fixed number of queries."""
    return _views(list(event.tables.filter(open=True).select_related("dealer")))


def hand_view(hand: Hand) -> HandView:
    """A recorded hand, settled again from its sheet; without rows where only points are known."""
    players = list(hand.players.select_related("entry__person").order_by("seat"))
    state = felt.table_state(hand.table.event.ruleset, hand, players)
    if hand.points_only:
        empty = Sheet({player.seat: Layout() for player in players})
        return HandView(hand, players, empty, points.outcome_of(state, hand.sheet))
    sheet = felt.sheet_of(state.ruleset, hand.sheet, players)
    return HandView(hand, players, sheet, felt.settle(state, sheet))


def last_recorded(table: Table) -> Hand | None:
    """The last hand of a table that has a result."""
    hand = table.hands.filter(seen(table.event, voided=True)).order_by("-number").first()
    if hand is not None:
        hand.table = table
    return hand


def recorded_numbers(table: Table) -> list[int]:
    """The numbers of the hands of a table that have a result, newest first."""
    recorded = table.hands.filter(seen(table.event, voided=True)).order_by("-number")
    return list(recorded.values_list("number", flat=True))


def waits_for(view: TableView, clock: ClockState) -> Refusal | None:
    """What starting the next hand here would be refused with now; None when it may start."""
    table = view.table
    if view.hand is not None and view.playing:
        return Refusal("hand_open", hand=view.hand.number, table=table.number)
    if table.event.bagging:
        return Refusal("day_over", day=table.event.day)
    if len(view.taken) < MIN_PLAYERS:
        return Refusal("few_players", table=table.number)
    now = timezone.now()
    try:
        plays_on = view.in_fantasyland and table.event.plays_out_fantasyland
        need_time_to_play(clock, plays_on=plays_on, extra=has_extra_time(table, clock, now))
    except Refusal as refusal:
        return refusal
    fantasyland = view.in_fantasyland
    turn = turn_at(view, clock)
    behind = levels.level_wait(table.event, clock, turn, now, fantasyland=fantasyland)
    return behind or waits_for_others(view)


def turn_at(view: TableView, clock: ClockState) -> Turn:
    """The level of the table's next hand: the clock's, or by hands the table's own."""
    extra = has_extra_time(view.table, clock, timezone.now())
    fantasyland = view.in_fantasyland and not view.playing
    return levels.turn_of(view.table.event, clock, view.hand, fantasyland=fantasyland, extra=extra)


def waits_for_others(view: TableView) -> Refusal | None:
    """What a table waits for besides its clock: an order to carry out, the other tables' round."""
    table = view.table
    waiting = view.in_fantasyland
    return waits.order_wait(table, view.orders, in_fantasyland=waiting) or waits.round_wait(
        table.event, table, in_fantasyland=waiting
    )


def preview(hand: Hand, layouts: Sequence[dict[str, object]]) -> HandView:
    """What these layouts would be worth in an open hand. Writes nothing.

    Raises:
        Refusal, RuleError: as recording would.
    """
    players = list(hand.players.select_related("entry__person").order_by("seat"))
    state = felt.table_state(hand.table.event.ruleset, hand, players)
    sheet = felt.sheet_of(state.ruleset, layouts, players)
    return HandView(hand, players, sheet, felt.settle(state, sheet))


def last_activity(event: Event) -> datetime | None:
    """The instant of the last command that the reader may know of."""
    found = event.journal.filter(seq__lte=event.seen_version).order_by("-seq")
    return found.values_list("at", flat=True).first()


def _row(entry: Entry, first: int, last: int) -> StandingRow:
    seat = getattr(entry, "seat", None)
    return StandingRow(
        place=first,
        place_last=last,
        number=entry.number,
        name=entry.person.display_name,
        country=entry.person.country,
        bullet=entry.bullet,
        stack=entry.stack,
        fantasyland=entry.fantasyland,
        out=entry.out_seq is not None,
        table=seat.table.number if seat else None,
        seat=seat.number if seat else None,
        room=seat.table.room if seat else "",
    )


def _views(tables: Sequence[Table]) -> list[TableView]:
    """The tables with seats, orders, last hand and its players: a fixed number of queries."""
    if not tables:
        return []
    event = tables[0].event
    prefetch_related_objects(tables, SEATS)
    last = Hand.objects.filter(table=OuterRef("pk"), started_seq__lte=event.seen_version)
    newest = Table.objects.filter(pk__in=[table.pk for table in tables]).values(
        newest=Subquery(last.order_by("-number").values("pk")[:1])
    )
    hands = {hand.table_id: hand for hand in Hand.objects.filter(pk__in=newest)}
    players: dict[int, dict[int, HandPlayer]] = {hand.pk: {} for hand in hands.values()}
    for player in HandPlayer.objects.filter(hand__in=players):
        players[player.hand_id][player.seat] = player
    if event.until is not None:
        _sit_as_seen(event, tables)
    orders = waits.open_orders(tables)
    views = []
    for table in tables:
        hand = hands.get(table.pk)
        if hand is not None:
            hand.table = table
            as_seen(event, hand)
        here = [one for one in orders if table.pk in {one.origin_id, one.target_id}]
        views.append(_view(table, hand, players[hand.pk] if hand else {}, here))
    return views


def _sit_as_seen(event: Event, tables: Sequence[Table]) -> None:
    """Put those back on their chairs of whom the reader may not know that they are out."""
    chairs = {(seat.table_id, seat.number): seat for table in tables for seat in table.seats.all()}
    went = HandPlayer.objects.filter(hand__table__in=tables, entry__out_seq=F("hand__recorded_seq"))
    unseen = went.filter(entry__out_seq__gt=event.until).select_related("entry__person", "hand")
    for player in unseen:
        seat = chairs[player.hand.table_id, player.seat]
        if seat.entry is None:
            seat.entry = player.entry
    take_back(event, [seat.entry for seat in chairs.values() if seat.entry])


def _is_reserved(seat: Seat) -> bool:
    """Whether a reservation holds: it ends with the entry."""
    entry = seat.reserved_for
    return seat.reserved and (entry is None or (entry.out_seq is None and not entry.withdrawn))


def _view(
    table: Table,
    hand: Hand | None,
    players: dict[int, HandPlayer],
    orders: Sequence[MoveOrder],
) -> TableView:
    playing = hand is not None and hand.state == Hand.State.STARTED
    order = acting_order(hand.button, sorted(players)) if hand and playing else ()
    return TableView(
        table,
        [
            SeatView(
                number=seat.number,
                entry=seat.entry,
                player=players.get(seat.number),
                position=order.index(seat.number) + 1 if seat.number in order else None,
                protected=seat.protected,
                reserved=_is_reserved(seat),
                reserved_for=seat.reserved_for,
            )
            for seat in table.seats.all()
        ],
        hand,
        orders,
    )
