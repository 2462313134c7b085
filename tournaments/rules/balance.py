"""The planner of moves: repair of lone tables, consolidation, the way to the final table.

It proposes; the director confirms and the tables carry out. It reads no clock and draws only from
the generator it is given. Stack sizes are not an input. Tables of two to the maximum are balanced
by definition: only a lone player must be repaired. Source: floor 7.3 and 7.4, rules 1.7.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from tournaments.rules.assign import Floor, Placed
from tournaments.rules.closing import Leeway, Outline, leeway_of, outline
from tournaments.rules.cost import Mover
from tournaments.rules.draw import Rng
from tournaments.rules.errors import FloorError
from tournaments.rules.plan import POLICIES, Move, Plan, PlayerState, Policy, TableState, WaitFor
from tournaments.rules.positions import position_next
from tournaments.rules.report import Draft, draft_of, plan_of
from tournaments.rules.reserved import MIN_PLAYERS


def plan_moves(
    tables: Sequence[TableState],
    rng: Rng,
    *,
    waiting: Collection[int] = (),
    policy: Policy = "tight",
    max_players: int = 3,
    hand_for_hand: bool = False,
    look_ahead: int | None = None,
) -> Plan:
    """The moves that leave no lone player and, when `tight`, the fewest tables.

    `tables` are all open tables, `waiting` entries without a seat (seated first; the lowest numbers
    when seats are short). `repair_only` moves for lone players only, while empty seats are wanted;
    with six players or fewer tables close whatever the policy. During `hand_for_hand` nothing is
    planned until every table has reported. `look_ahead` is how far the break order is searched for
    a smaller table to break (None: all of it).

    Nobody in Fantasyland is moved. A table with Fantasyland neither gives nor takes anybody while
    others can; where nobody else can help a lone player, the order waits for its end. A lone holder
    is joined at once. The same input in any order and the same seed give the same plan.

    Raises `draw_max_players`, `moves_unknown_policy`, `moves_table_twice`, `moves_entry_twice`,
    `moves_seat_twice`, `moves_seat_number`. Source: floor 7.4, steps 1 to 5.

    >>> import random
    >>> lone = TableState(4, (PlayerState(31, seat=1),), button=1)
    >>> pair = TableState(7, (PlayerState(32, seat=1), PlayerState(33, seat=2)), button=1)
    >>> plan = plan_moves([lone, pair], random.Random(13))
    >>> [(move.entry, move.to_table, move.to_seat, move.gets.kind) for move in plan.moves]
    [(31, 7, 3, 'first')]
    >>> plan.closes
    (4,)
    """
    _check(tables, waiting, policy, max_players)
    draft = draft_of([_in_order(table) for table in tables], waiting, policy, max_players)
    leeways = [leeway_of(table, max_players) for table in draft.tables]
    found = outline(leeways, len(waiting), max_players, tight=draft.tight, look_ahead=look_ahead)
    later = _patient(draft, found)
    last = outline(later, 0, max_players, tight=False)
    if hand_for_hand and draft.busy:
        return plan_of(draft, found, None)
    placed = _placed(draft, leeways, found, rng) + _placed(draft, later, last, rng)
    found = found.then(last)
    return plan_of(draft, found, _moves(draft, found, placed))


def _in_order(table: TableState) -> TableState:
    return replace(table, players=tuple(sorted(table.players, key=lambda player: player.seat)))


def _patient(draft: Draft, found: Outline) -> list[Leeway]:
    """Who is still alone, and whom Fantasyland keeps from helping: orders there wait for its end.

    Nobody else could help, or he would not be alone.
    """
    alone = {leeway.table.number for leeway in found.stuck}
    return [
        leeway_of(table, draft.max_players, patient=True)
        for table in draft.tables
        if table.number in alone or (alone and table.fantasyland and len(table.players) > 1)
    ]


def _placed(draft: Draft, leeways: Sequence[Leeway], found: Outline, rng: Rng) -> list[Placed]:
    """Seats for everyone who moves: lone players and newcomers, breaking tables, donors."""
    closing = {leeway.table.number for leeway in (*found.lone, *found.broken, *found.stuck)}
    staying = [leeway for leeway in leeways if leeway.table.number not in closing]
    receivers = [
        leeway
        for leeway in staying
        if leeway.free and (leeway.size or leeway.table.number in found.needs)
    ]
    size = draft.max_players
    floor = Floor(receivers, found.needs, size, rng)
    alone = [Mover(leeway.table.players[0], leeway.table, size) for leeway in found.lone]
    newcomers = draft.waiting[: found.seated]
    floor.place([*alone, *(Mover(PlayerState(entry, seat=0), None, size) for entry in newcomers)])
    for leeway in found.broken:
        floor.draw(leeway.table, leeway.movable)
    floor.feed([leeway for leeway in staying if leeway.gives])
    return floor.placed


def _moves(draft: Draft, found: Outline, placed: Sequence[Placed]) -> list[Move]:
    """The orders, by table and seat left, with the positions once all of them are carried out."""
    tables = {table.number: table for table in draft.tables}
    seats = {number: {player.seat for player in table.players} for number, table in tables.items()}
    for each in placed:
        seats[each.table].add(each.seat)
        if each.mover.source:
            seats[each.mover.source.number].discard(each.mover.player.seat)
    rules = _rules(draft, found)
    orders = [
        _order(each, tables[each.table], seats[each.table], _rule(draft, found, rules, each))
        for each in placed
    ]
    return sorted(orders, key=lambda move: (move.from_table or 0, move.from_seat or 0, move.entry))


def _rules(draft: Draft, found: Outline) -> dict[int, str]:
    """The rule by which each closing table closes, by its number."""
    breaks = "consolidate" if draft.tight else "repair_break"
    rules = dict.fromkeys((leeway.table.number for leeway in found.broken), breaks)
    return rules | dict.fromkeys((leeway.table.number for leeway in found.lone), "repair_close")


def _order(placed: Placed, table: TableState, seats: Collection[int], rule: str) -> Move:
    mover, _, seat, rival = placed
    source = mover.source
    gets = None
    if table.button is not None:
        gets = position_next(seat, table.button, seats, frozen=_lone_holder(table))
    return Move(
        entry=mover.player.entry,
        from_table=source.number if source else None,
        from_seat=mover.player.seat if source else None,
        to_table=table.number,
        to_seat=seat,
        due=mover.due,
        gets=gets,
        waits_for=tuple(filter(None, (_wait_for(source), _wait_for(table)))),
        rule=rule,
        rival=rival,
    )


def _lone_holder(table: TableState) -> bool:
    """Whether Fantasyland is dealt in the hand a newcomer is dealt in."""
    return table.fantasyland and len(table.players) < MIN_PLAYERS


def _wait_for(table: TableState | None) -> WaitFor | None:
    if table is None:
        return None
    if table.fantasyland and not _lone_holder(table):
        return WaitFor(table.number, "fantasyland")
    return WaitFor(table.number, "hand") if table.playing else None


def _rule(draft: Draft, found: Outline, rules: Mapping[int, str], placed: Placed) -> str:
    """The code of the rule that a move applies."""
    if placed.mover.source is None:
        return "seat"
    if draft.final:
        return "final_table"
    rule = rules.get(placed.mover.source.number, "repair_feed")
    return "repair_pair" if rule == "repair_close" and placed.table in found.needs else rule


def carried_out(tables: Sequence[TableState], plan: Plan) -> list[TableState]:
    """The tables once every order of a plan is carried out, by number; closed ones are gone.

    >>> import random
    >>> tables = [TableState(number, (PlayerState(number, seat=1),)) for number in (1, 2)]
    >>> [len(table.players) for table in carried_out(tables, plan_moves(tables, random.Random(1)))]
    [2]
    """
    movers = {move.entry: move for move in plan.moves}
    known = {player.entry: player for table in tables for player in table.players}
    after = []
    for table in sorted(tables, key=lambda table: table.number):
        stay = [player for player in table.players if player.entry not in movers]
        come = [
            _arrived(known.get(move.entry), move, table)
            for move in plan.moves
            if move.to_table == table.number
        ]
        if table.number not in plan.closes:
            players = sorted((*stay, *come), key=lambda player: player.seat)
            after.append(replace(table, players=tuple(players)))
    return after


def _arrived(player: PlayerState | None, move: Move, table: TableState) -> PlayerState:
    if player is None:
        return PlayerState(move.entry, move.to_seat)
    return replace(
        player,
        seat=move.to_seat,
        moves=player.moves + 1,
        moved_at=table.hand,
        position_debt=player.position_debt + move.debt,
    )


def _check(
    tables: Sequence[TableState], waiting: Collection[int], policy: str, max_players: int
) -> None:
    if max_players < MIN_PLAYERS:
        raise FloorError("draw_max_players", value=max_players)
    if policy not in POLICIES:
        raise FloorError("moves_unknown_policy", policy=policy, known=", ".join(POLICIES))
    numbers = set[int]()
    entries = set[int]()
    for table in tables:
        if table.number in numbers:
            raise FloorError("moves_table_twice", table=table.number)
        numbers.add(table.number)
        _check_seats(table, max_players)
    for entry in [each.entry for table in tables for each in table.players] + list(waiting):
        if entry in entries:
            raise FloorError("moves_entry_twice", entry=entry)
        entries.add(entry)


def _check_seats(table: TableState, max_players: int) -> None:
    seats = set[int]()
    for player in table.players:
        if not 1 <= player.seat <= max_players:
            raise FloorError(
                "moves_seat_number", table=table.number, seat=player.seat, max_players=max_players
            )
        if player.seat in seats:
            raise FloorError("moves_seat_twice", table=table.number, seat=player.seat)
        seats.add(player.seat)
