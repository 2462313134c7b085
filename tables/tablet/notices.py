"""The strip of a tablet: everything it should say now, the most pressing first.

Priority: floor call, orders, hand-for-hand, break, level. (No connection comes after the call;
only the page knows it.) An order waits by itself; ``action`` is set when it can be carried out.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from tables.models import FloorCall, MoveOrder
from tables.selectors import TableView, turn_at
from tables.services import waits
from tables.tablet.sentences import chips_text
from tournaments.models import Event
from tournaments.rules.clock import ClockState

Notice = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Scene:
    """What the notices are told from: one table now."""

    view: TableView
    call: FloorCall | None
    clock: ClockState | None
    now: datetime

    @property
    def event(self) -> Event:
        """The event of the table."""
        return self.view.table.event


def notices_of(scene: Scene) -> list[Notice]:
    """All notices of a table, by priority."""
    return [
        *_floor(scene),
        *_orders(scene),
        *_round(scene),
        *_break(scene),
        *_level(scene),
    ]


def _notice(key: str, kind: str, text: str, action: str | None = None, **data: Any) -> Notice:
    return {"id": key, "kind": kind, "text": text, "action": action, "data": data}


def _floor(scene: Scene) -> Iterator[Notice]:
    call = scene.call
    if call is None:
        return
    taken_by = call.taken_by.known_as if call.taken_by else None
    text = _("{name} is coming.").format(name=taken_by) if taken_by else _("The floor was called.")
    yield _notice(f"floor-{call.seq}", "floor", text, called_at=call.called_at, taken_by=taken_by)


def _orders(scene: Scene) -> Iterator[Notice]:
    table = scene.view.table
    if table.closing:
        text = _("Table {table} breaks after this hand: every player has a new seat.")
        yield _notice("closing", "closing", text.format(table=table.number))
    for order in scene.view.orders:
        yield _leaving(scene, order) if order.origin_id == table.pk else _arriving(scene, order)


def _leaving(scene: Scene, order: MoveOrder) -> Notice:
    facts: dict[str, Any] = {
        "order": order.number,
        "entry": order.entry.number,
        "name": order.entry.person.display_name,
        "seat": order.origin_seat,
        "to_table": order.target.number,
        "to_seat": order.target_seat,
        "stack": order.entry.stack,
    }
    if order.state == MoveOrder.State.LEFT:
        text, action = _("{name} is on the way to table {to_table}, seat {to_seat}."), None
    elif scene.view.playing:
        text, action = _("{name} moves after this hand: table {to_table}, seat {to_seat}."), None
    elif scene.view.in_fantasyland:
        text, action = _("{name} moves after Fantasyland: table {to_table}, seat {to_seat}."), None
    else:
        text = _("{name} moves to table {to_table}, seat {to_seat}, with {chips}.")
        action = "left"
    said = {**facts, "to_table": order.target.called, "chips": chips_text(order.entry.stack)}
    words = text.format_map(said)
    return _notice(str(order.number), "move", words, action, **facts)


def _arriving(scene: Scene, order: MoveOrder) -> Notice:
    facts: dict[str, Any] = {
        "order": order.number,
        "entry": order.entry.number,
        "name": order.entry.person.display_name,
        "seat": order.target_seat,
        "from_table": order.origin.number,
        "stack": order.left_stack,
    }
    if order.left_stack is None:
        text = _("{name} will arrive on seat {seat} from table {from_table}.")
        text = text.format_map({**facts, "from_table": order.origin.called})
        return _notice(str(order.number), "arrival", text, **facts)
    text = _("{name} arrives on seat {seat} with {chips}.")
    free = not scene.view.playing and (not scene.view.in_fantasyland or _lone(scene.view))
    words = text.format(chips=chips_text(order.left_stack), **facts)
    return _notice(str(order.number), "arrival", words, "arrived" if free else None, **facts)


def _lone(view: TableView) -> bool:
    """Whether nobody else of the last hand is left at the table: then others may come to him."""
    stayed = [
        seat
        for seat in view.taken
        if seat.player and seat.entry and seat.player.entry_id == seat.entry.pk
    ]
    return len(stayed) <= 1


def _round(scene: Scene) -> Iterator[Notice]:
    event = scene.event
    if not event.hand_for_hand:
        return
    done, every = waits.round_progress(event)
    if scene.view.playing:
        text = _("Hand-for-hand: wait after this hand.")
    else:
        text = _("Hand-for-hand: {done} of {all} tables are done.").format(done=done, all=every)
    key = f"round-{event.round_number}"
    yield _notice(key, "hand_for_hand", text, round=event.round_number, done=done, all=every)


def _break(scene: Scene) -> Iterator[Notice]:
    clock = scene.clock
    if clock is None or clock.kind != "break":
        return
    if clock.break_pending:
        text, holding = _pending_text(scene)
        yield _notice(f"break-{clock.segment}", "break_pending", text, tables=holding)
        return
    following: dict[str, Any] = {"level": clock.level + 1, "point_value": clock.next_level_value}
    facts = {"until": _venue_time(scene, clock.ends_at), **following}
    text = _("Break until {until}. Then level {level}, {point_value} a point.").format_map(facts)
    key = f"break-{clock.segment}"
    yield _notice(key, "break", text, ends_at=clock.ends_at, **following)
    if not _counted(scene) and not scene.view.playing and scene.view.taken:
        text = _("Count the stacks of table {table}.").format(table=scene.view.table.number)
        yield _notice(f"count-{clock.segment}", "count", text, "count")


def _pending_text(scene: Scene) -> tuple[str, list[int]]:
    holding = waits.holding_break(scene.event)
    if scene.view.in_fantasyland:
        return _("Break after Fantasyland: keep playing."), holding
    if scene.view.playing:
        return _("Break after this hand."), holding
    text = _("Table {table} is done. The break starts when these finish: {tables}.")
    numbers = ", ".join(map(str, holding))
    return text.format(table=scene.view.table.number, tables=numbers), holding


def _counted(scene: Scene) -> bool:
    """Whether this table has counted its stacks in this break."""
    assert scene.clock is not None
    since = scene.clock.level_ended_at
    counts = scene.view.table.counts.all()
    return counts.filter(at__gte=since).exists() if since else True


def _level(scene: Scene) -> Iterator[Notice]:
    clock, hand = scene.clock, scene.view.hand
    if clock is None or hand is None or not scene.view.playing or clock.kind != "level":
        return
    turn = turn_at(scene.view, clock)
    if turn.level != hand.level:
        facts: dict[str, Any] = {"level": turn.level, "point_value": turn.point_value}
        text = _("Level {level} ({chips} a point) starts with the next hand.")
        words = text.format(chips=chips_text(turn.point_value), **facts)
        yield _notice(f"level-{turn.level}", "level", words, **facts)


def _venue_time(scene: Scene, at: datetime | None) -> str:
    if at is None:
        return "–"
    return at.astimezone(ZoneInfo(scene.event.time_zone)).strftime("%H:%M")
