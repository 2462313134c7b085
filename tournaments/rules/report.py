"""What a plan says about itself: rules applied, who is exempt, what waits, the figures.

Nothing is decided here.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from tournaments.rules.closing import Outline, stays
from tournaments.rules.explain import Fact
from tournaments.rules.late import hand_for_hand_due
from tournaments.rules.plan import (
    Exempt,
    Figures,
    Move,
    Plan,
    Policy,
    Reason,
    TableState,
    Wait,
)

LATE_PLAYERS: Final = 6


class Draft(NamedTuple):
    """The question a plan answers: tables by number, their players by seat, entries by number.

    `players` counts those without a seat too, `open` tables with players, `least` the tables the
    players need.
    """

    tables: tuple[TableState, ...]
    waiting: tuple[int, ...]
    policy: Policy
    max_players: int
    players: int
    open: int
    least: int

    @property
    def final(self) -> bool:
        """Whether all who are left fit at one table."""
        return self.players <= self.max_players

    @property
    def late(self) -> bool:
        """Whether tables close whatever the policy: six players or fewer, or one table's worth."""
        return self.players <= max(LATE_PLAYERS, self.max_players)

    @property
    def tight(self) -> bool:
        """Whether tables close as soon as they can."""
        return self.policy == "tight" or self.late

    @property
    def busy(self) -> tuple[int, ...]:
        """Tables that have not reported: a live hand, or Fantasyland that can be played."""
        return tuple(
            table.number
            for table in self.tables
            if table.playing or (table.fantasyland and len(table.players) > 1)
        )


def draft_of(
    tables: Iterable[TableState], waiting: Collection[int], policy: Policy, max_players: int
) -> Draft:
    """The question in its own order, whatever the order it was asked in.

    >>> draft = draft_of([TableState(7), TableState(4)], [32, 31], "repair_only", max_players=3)
    >>> [table.number for table in draft.tables], draft.waiting, draft.final, draft.tight
    ([4, 7], (31, 32), True, True)
    """
    tables = tuple(sorted(tables, key=lambda table: table.number))
    players = sum(len(table.players) for table in tables) + len(waiting)
    return Draft(
        tables=tables,
        waiting=tuple(sorted(waiting)),
        policy=policy,
        max_players=max_players,
        players=players,
        open=sum(1 for table in tables if table.players),
        least=-(-players // max_players),
    )


def plan_of(draft: Draft, found: Outline, moves: Sequence[Move] | None) -> Plan:
    """The plan with its reasons; `moves` is None while the round of hand-for-hand is open."""
    if moves is None:
        return Plan(
            moves=(),
            closes=(),
            waits=(Wait("wait_round", blockers=draft.busy),),
            exempt=(),
            facts=(),
            figures=_figures(draft, ()),
        )
    waits = tuple(_waits(draft, found))
    return Plan(
        moves=tuple(moves),
        closes=tuple(_closes(draft, found)),
        waits=waits,
        exempt=tuple(_exempt(draft, moves)) if moves or waits else (),
        facts=tuple(_facts(draft, found, moves)),
        figures=_figures(draft, moves),
    )


def _closes(draft: Draft, found: Outline) -> list[int]:
    closes = [leeway.table.number for leeway in (*found.lone, *found.broken)]
    return sorted(closes + _unused(draft, found))


def _unused(draft: Draft, found: Outline) -> list[int]:
    """Empty tables that nobody needs; they stay while empty seats are wanted."""
    if not draft.tight or not draft.players:
        return []
    empty = [table for table in draft.tables if not table.players and not _why_kept(table)]
    return [table.number for table in empty if table.number not in found.needs]


def _exempt(draft: Draft, moves: Sequence[Move]) -> Iterator[Exempt]:
    moved = {move.entry for move in moves}
    for table in draft.tables:
        for player in table.players:
            reason = stays(table, player)
            if reason and player.entry not in moved:
                yield Exempt(player.entry, table.number, reason)


def _waits(draft: Draft, found: Outline) -> Iterator[Wait]:
    held = tuple(
        table.number for table in draft.tables if table.fantasyland and len(table.players) > 1
    )
    kept = tuple(
        table.number for table in draft.tables if _why_kept(table) not in (None, "fantasyland")
    )
    stuck = tuple(leeway.table.number for leeway in found.stuck)
    if stuck and draft.players > 1:
        yield _wait_repair(draft, stuck, held, kept)
    elif draft.tight and found.excess > 0:
        why = "fantasyland" if held else "locked"
        yield Wait(f"wait_close_{why}", (), held or kept, found.excess)
    if found.seated < len(draft.waiting):
        yield Wait("wait_seat", count=len(draft.waiting) - found.seated)


def _wait_repair(
    draft: Draft, stuck: tuple[int, ...], held: tuple[int, ...], kept: tuple[int, ...]
) -> Wait:
    if held:
        return Wait("wait_repair_fantasyland", stuck, held, len(stuck))
    if kept:
        return Wait("wait_repair_locked", stuck, kept, len(stuck))
    alone = any(table.fantasyland for table in draft.tables)
    return Wait("wait_repair_ruling" if alone else "wait_repair_odd", stuck, (), len(stuck))


def _why_kept(table: TableState) -> Reason | None:
    """Why a table may not break; None if it may."""
    reasons: dict[Reason, bool] = {
        "fantasyland": table.fantasyland,
        "locked": table.locked,
        "feature": table.feature,
        "protected": table.protected or any(player.protected for player in table.players),
        "moving": any(player.moving for player in table.players),
    }
    return next((reason for reason, holds in reasons.items() if holds), None)


def _facts(draft: Draft, found: Outline, moves: Sequence[Move]) -> Iterator[Fact]:
    if draft.final and moves:
        yield Fact("final_table", {"players": draft.players, "table": moves[0].to_table})
    elif draft.late and draft.policy != "tight" and moves:
        yield Fact("late_phase", {"players": draft.players})
    if hand_for_hand_due(draft.players, draft.max_players):
        yield Fact("hand_for_hand", {"players": draft.players})
    yield from _rules(draft, moves)
    yield from _passed(draft, found)
    yield from (Fact("close_empty", {"table": number}) for number in _unused(draft, found))
    yield from (move.rival.fact for move in moves if move.rival)


def _rules(draft: Draft, moves: Sequence[Move]) -> Iterator[Fact]:
    """One fact for each rule applied: a breaking table once, everything else by move."""
    tables = {table.number: table for table in draft.tables}
    told = set[int | None]()
    for move in moves:
        breaks = move.rule in ("consolidate", "repair_break")
        if move.rule != "final_table" and not (breaks and move.from_table in told):
            yield Fact(_why_moved(move, tables[move.to_table]), _params(draft, move))
        told.add(move.from_table)


def _why_moved(move: Move, table: TableState) -> str:
    """The rule applied, and with a fed table why its player stays."""
    kept = _why_kept(table)
    if move.rule != "repair_feed" or kept is None:
        return move.rule
    return "repair_feed_fantasyland" if kept == "fantasyland" else "repair_feed_kept"


def _params(draft: Draft, move: Move) -> dict[str, str | int]:
    return {
        "entry": move.entry,
        "table": move.from_table or move.to_table,
        "into": move.to_table,
        "players": draft.players,
        "least": draft.least,
        "tables": draft.open,
    }


def _passed(draft: Draft, found: Outline) -> Iterator[Fact]:
    """Tables due before the last one that breaks but passed over, and the first one spared."""
    if not found.broken:
        return
    broken = {leeway.table.number for leeway in found.broken}
    last = max(_due(leeway.table) for leeway in found.broken)
    for table in sorted(draft.tables, key=_due):
        if _due(table) < last and len(table.players) > 1 and table.number not in broken:
            params = {"table": table.number, "taken": last[1]}
            yield Fact(f"passed_{_why_kept(table) or 'size'}", params)
    if found.spared and _due(found.spared.table) > last:
        yield Fact("rival_table", {"table": found.spared.table.number})


def _due(table: TableState) -> tuple[int, int]:
    """Its place in the break order."""
    return table.place, table.number


def _figures(draft: Draft, moves: Sequence[Move]) -> Figures:
    tables = {table.number: table for table in draft.tables}
    sizes = {number: len(table.players) for number, table in tables.items()}
    before = list(sizes.values())
    for move in moves:
        sizes[move.to_table] += 1
        if move.from_table is not None:
            sizes[move.from_table] -= 1
    after = list(sizes.values())
    made = _moves_made(draft, moves)
    return Figures(
        players=draft.players,
        moves=sum(1 for move in moves if move.from_table is not None),
        moves_most=max(made, default=0),
        moves_spread=max(made, default=0) - min(made, default=0),
        tables_before=draft.open,
        tables_after=sum(1 for size in after if size),
        tables_least=draft.least,
        lone_before=before.count(1),
        lone_after=after.count(1),
        two_handed_before=2 * before.count(2),
        two_handed_after=2 * after.count(2),
        idle_s=sum(_idle_s(tables, move) for move in moves),
        position_debt=sum(move.debt for move in moves),
        exempt_fantasyland=sum(len(table.players) for table in draft.tables if table.fantasyland),
    )


def _idle_s(tables: dict[int, TableState], move: Move) -> int:
    leaves_s = 0 if move.from_table is None else tables[move.from_table].wait_s
    return abs(leaves_s - tables[move.to_table].wait_s)


def _moves_made(draft: Draft, moves: Sequence[Move]) -> list[int]:
    now = {move.entry for move in moves if move.from_table is not None}
    seated = [player for table in draft.tables for player in table.players]
    return [player.moves + (player.entry in now) for player in seated]
