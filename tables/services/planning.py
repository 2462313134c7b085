"""The planner's question about a live event, and its answer: which moves to propose now.

Reads only. A proposal is no row: it follows from who sits where, and stays the same until that
changes (its draw comes from the seed of the command that changed it). What was worked out is kept
in the cache; without it, it is worked out again.
"""

import hashlib
import random
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.core.cache import cache
from django.db.models import Count, Max, OuterRef, Subquery

from tables.models import Hand, HandPlayer, MoveOrder, PlanRuling, Seat, Table
from tables.models.move import OPEN_ORDER
from tables.services.reserving import reserved_seats
from tournaments.journal import Facts, canonical
from tournaments.models import Event
from tournaments.models.entry import LIVING
from tournaments.rules.balance import plan_moves
from tournaments.rules.plan import Move, Plan, PlayerState, Policy, TableState, WaitFor
from tournaments.selectors import registration_open

KEPT_S = 3600
LAST_PLACE = 1_000_000
HAND_S = 300
"""How long a hand takes, as long as nobody has measured it here."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """What the planner proposes for this seating.

    ``basis`` names the seating: who sits where and who is on his way. ``ruling`` is what the floor
    has said about it already. ``drawn_by`` is the journal entry whose seed the draw used.
    """

    plan: Plan
    policy: Policy
    basis: str
    drawn_by: int
    ruling: PlanRuling | None

    @property
    def rejected(self) -> PlanRuling | None:
        """The ruling that put it aside, if one did."""
        ruling = self.ruling
        return ruling if ruling and ruling.kind == PlanRuling.Kind.REJECTED else None

    @property
    def facts(self) -> Facts:
        """What `plan.accept` is asked with."""
        moves = [
            {
                "entry": move.entry,
                "table": move.to_table,
                "seat": move.to_seat,
                "rule": move.rule,
                "debt": move.debt,
            }
            for move in self.plan.moves
        ]
        return {"moves": moves, "closes": list(self.plan.closes)}

    @property
    def acts(self) -> bool:
        """Whether there is something to accept."""
        return bool(self.plan.moves or self.plan.closes)


@dataclass(frozen=True, slots=True)
class _Place:
    """Where an entry is, or will be once his order is carried out."""

    entry: int
    seat: int
    fantasyland: bool
    moving: bool
    protected: bool = False


@dataclass(frozen=True, slots=True)
class _Hall:
    """The open tables with their players and last hands."""

    tables: Sequence[Table]
    places: dict[int, list[_Place]]
    hands: dict[int, Hand]
    reserved: dict[int, frozenset[int]]

    @property
    def fantasyland(self) -> frozenset[int]:
        """Entries with Fantasyland to play."""
        return frozenset(
            place.entry for places in self.places.values() for place in places if place.fantasyland
        )

    def busy(self, table: Table) -> bool:
        """Whether a hand is being played there."""
        hand = self.hands.get(table.pk)
        return hand is not None and hand.state == Hand.State.STARTED


def proposal_of(event: Event, now: datetime) -> Proposal | None:
    """The proposal for the event as it stands; None when nothing needs to be moved.

    During late registration only lone players are helped, since empty seats are wanted; afterwards
    tables close as soon as they can (floor rules, 7.3).
    """
    if event.status != Event.Status.RUNNING:
        return None
    hall = _hall(event)
    policy: Policy = "repair_only" if registration_open(event, now) else "tight"
    basis = _basis(event, hall, policy)
    ruling = event.plan_rulings.filter(basis=basis).select_related("by").order_by("-seq").first()
    drawn_by = _drawn_by(event, ruling)
    key = f"plan:{event.uid}:{basis}:{drawn_by}"
    plan = _known(key, hall)
    if plan is None:
        plan = _plan(event, hall, policy, basis, drawn_by, now)
        cache.set(key, (plan, _fantasyland_that_matters(plan, hall)), KEPT_S)
    if not (plan.moves or plan.closes or plan.waits):
        return None
    return Proposal(plan, policy, basis, drawn_by, ruling)


def _known(key: str, hall: _Hall) -> Plan | None:
    """The plan as it was worked out before, unless Fantasyland has changed what is possible."""
    known = cache.get(key)
    if known is None:
        return None
    plan: Plan = known[0]
    if _fantasyland_that_matters(plan, hall) != known[1]:
        return None
    busy = {table.number for table in hall.tables if hall.busy(table)}
    return replace(plan, moves=tuple(_waits_now(move, busy) for move in plan.moves))


def _waits_now(move: Move, busy: Collection[int]) -> Move:
    """The move with the hands it waits for by now; hands do not make it another one."""
    kept = [wait for wait in move.waits_for if wait.reason == "fantasyland"]
    others = {move.from_table, move.to_table} - {wait.table for wait in kept}
    hands = [WaitFor(table, "hand") for table in sorted(set(busy) & others)]
    return replace(move, waits_for=(*kept, *hands))


def _fantasyland_that_matters(plan: Plan, hall: _Hall) -> frozenset[int]:
    """Who has Fantasyland at a table that the plan touches; anywhere, when the plan waits."""
    if plan.waits:
        return hall.fantasyland
    touched = {move.from_table for move in plan.moves} | {move.to_table for move in plan.moves}
    return frozenset(
        place.entry
        for table in hall.tables
        if table.number in touched
        for place in hall.places[table.pk]
        if place.fantasyland
    )


def _hall(event: Event) -> _Hall:
    tables = list(event.tables.filter(open=True).order_by("number"))
    places: dict[int, list[_Place]] = {table.pk: [] for table in tables}
    orders = {
        order.entry_id: order for order in event.orders.filter(OPEN_ORDER).select_related("entry")
    }
    seats = Seat.objects.filter(table__in=places).exclude(entry=None).select_related("entry")
    for seat in seats.order_by("table__number", "number"):
        entry = seat.entry
        if entry is not None and entry.pk not in orders:
            own = seat.reserved_for_id == entry.pk
            stays = {"moving": False, "protected": seat.protected or own}
            place = _Place(entry.number, seat.number, bool(entry.fantasyland), **stays)
            places[seat.table_id].append(place)
    for order in orders.values():
        # A move in progress is not replanned: he is already there.
        fantasyland = bool(order.entry.fantasyland)
        place = _Place(order.entry.number, order.target_seat, fantasyland, moving=True)
        places[order.target_id].append(place)
    newest = Hand.objects.filter(table__in=places).values("table").annotate(last=Max("pk"))
    hands = Hand.objects.filter(pk__in=newest.values("last"))
    left = [table for table in tables if places[table.pk] or not table.closing]
    last = {hand.table_id: hand for hand in hands}
    return _Hall(left, places, last, _reserved(event, tables))


def _reserved(event: Event, tables: Sequence[Table]) -> dict[int, frozenset[int]]:
    """The reserved seats of each table."""
    found = reserved_seats(event)
    return {
        table.pk: frozenset(place.seat for place in found if place.table == table.number)
        for table in tables
        if found
    }


def _basis(event: Event, hall: _Hall, policy: Policy) -> str:
    seating = [
        [
            *(table.number, table.mark, table.break_place),
            sorted((p.seat, p.entry, p.moving, p.protected) for p in hall.places[table.pk]),
        ]
        for table in hall.tables
    ]
    gathering = event.hand_for_hand and [
        table.number for table in hall.tables if hall.busy(table) or _in_fantasyland(hall, table)
    ]
    said: list[object] = [seating, policy, gathering]
    if any(table.room for table in hall.tables):
        said.append([table.room for table in hall.tables])
    if hall.reserved:
        said.append([sorted(hall.reserved[table.pk]) for table in hall.tables])
    return hashlib.sha256(canonical(said).encode()).hexdigest()


def _in_fantasyland(hall: _Hall, table: Table) -> bool:
    return any(place.fantasyland for place in hall.places[table.pk])


def _drawn_by(event: Event, ruling: PlanRuling | None) -> int:
    """The journal entry whose seed decides what is left to chance: what last made it necessary."""
    last_out: int = event.entries.aggregate(last=Max("out_seq"))["last"] or 1
    redrawn = event.plan_rulings.filter(kind=PlanRuling.Kind.REDRAWN)
    if ruling is not None:
        redrawn = redrawn.filter(basis=ruling.basis)
        last = redrawn.aggregate(last=Max("seq"))["last"]
        return max(last_out, last or 0)
    return last_out


def _plan(
    event: Event, hall: _Hall, policy: Policy, basis: str, drawn_by: int, now: datetime
) -> Plan:
    seed = event.journal.values_list("seed", flat=True).get(seq=drawn_by)
    return plan_moves(
        _states(event, hall, now),
        random.Random(f"{seed}:{basis}"),  # noqa: S311  (anyone can repeat the draw)
        policy=policy,
        max_players=event.ruleset.chairs,
        hand_for_hand=event.hand_for_hand,
    )


def break_key(table: Table) -> int:
    """Where a table stands in the published break order: its own place, else the highest number."""
    return table.break_place if table.break_place is not None else LAST_PLACE - table.number


def break_order(event: Event) -> list[Table]:
    """The open tables in the order in which they break; those that do not are left out."""
    stay = (Table.Mark.FEATURE, Table.Mark.PROTECTED, Table.Mark.LOCKED)
    found = event.tables.filter(open=True, closing=False).exclude(mark__in=stay)
    return sorted(found, key=lambda table: (break_key(table), table.number))


def _states(event: Event, hall: _Hall, now: datetime) -> list[TableState]:
    history = _history(event)
    return [_state(table, hall, history, now) for table in hall.tables]


def _state(table: Table, hall: _Hall, history: "_History", now: datetime) -> TableState:
    hand = hall.hands.get(table.pk)
    age = int((now - hand.started_at).total_seconds()) if hand else 0
    return TableState(
        table.number,
        tuple(history.player(place) for place in hall.places[table.pk]),
        button=hand.button if hand else None,
        hand=hand.number if hand else 0,
        playing=hall.busy(table),
        ends_in_s=max(0, HAND_S - age),
        place=break_key(table),
        feature=table.mark == Table.Mark.FEATURE,
        locked=table.mark == Table.Mark.LOCKED,
        protected=table.mark == Table.Mark.PROTECTED,
        reserved=hall.reserved.get(table.pk, frozenset()),
        room=table.room,
    )


@dataclass(frozen=True, slots=True)
class _History:
    """What the living have gone through: moves, hands two-handed, opponents."""

    moves: Counter[int]
    debts: Counter[int]
    moved_at: dict[int, int]
    two_handed: dict[int, int]
    met: dict[int, set[int]]

    def player(self, place: _Place) -> PlayerState:
        """The planner's view of a player."""
        entry = place.entry
        return PlayerState(
            entry,
            place.seat,
            fantasyland=place.fantasyland,
            moves=self.moves[entry],
            moved_at=self.moved_at.get(entry),
            two_handed=self.two_handed.get(entry, 0),
            moving=place.moving,
            protected=place.protected,
            position_debt=self.debts[entry],
            met=frozenset(self.met.get(entry, ())),
        )


def _history(event: Event) -> _History:
    moves, debts = Counter[int](), Counter[int]()
    moved_at: dict[int, int] = {}
    arrived = event.orders.filter(state=MoveOrder.State.ARRIVED).order_by("number")
    for number, debt, hand in arrived.values_list("entry__number", "debt", "arrived_hand"):
        moves[number] += 1
        debts[number] += debt
        moved_at[number] = hand
    two_handed, met = _company(event)
    return _History(moves, debts, moved_at, two_handed, met)


def _company(event: Event) -> tuple[dict[int, int], dict[int, set[int]]]:
    """How many hands the living have played two-handed, and whom of each other they have met."""
    two_handed, met = Counter[int](), defaultdict[int, set[int]](set)
    hands: dict[int, list[int]] = defaultdict(list)
    for hand, entry, dealt in _living_players(event):
        hands[hand].append(entry)
        two_handed[entry] += dealt == 2
    for entries in hands.values():
        _introduce(met, entries)
    return two_handed, met


def _living_players(event: Event) -> Iterable[tuple[int, int, int]]:
    """(hand, entry, players dealt in) of everybody who is still in.

    The players of a hand are counted row by row, by the index: a join of all hands with all players
    was left to the statistics of PostgreSQL, which know nothing of an event on its first evening.
    """
    same = HandPlayer.objects.filter(hand=OuterRef("hand")).order_by().values("hand")
    dealt = Subquery(same.annotate(count=Count("pk")).values("count"))
    players = HandPlayer.objects.filter(entry__in=event.entries.filter(LIVING)).order_by()
    return players.values_list("hand_id", "entry__number", dealt)


def _introduce(met: dict[int, set[int]], entries: Iterable[int]) -> None:
    everybody = set(entries)
    for entry in everybody:
        met[entry] |= everybody - {entry}
