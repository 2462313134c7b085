"""What a tablet shows, as one JSON body at one version of the event."""

from datetime import datetime
from typing import Any

from django.db.models import Prefetch
from django.utils.translation import get_language

from core.errors import Refusal
from core.messages import sentence
from scoring.button import acting_order
from tables.models import Device, FloorCall, Hand, HandPlayer, Seat, Table
from tables.selectors import SeatView, TableView, turn_at, waits_for
from tables.services import waits
from tables.services.devices import dealer_at
from tables.services.hands import extra_until
from tables.tablet.notices import Scene, notices_of
from tables.tablet.sentences import hand_sentences
from tournaments.models import Event
from tournaments.rules.clock import ClockState
from tournaments.rules.turns import Turn
from tournaments.services.lifecycle import Status, need_status

Json = dict[str, Any]
LAST = 5


def etag_of(device: Device, clock: ClockState | None) -> str:
    """The tag of what this tablet sees now: version, draft, clock, dealer, language."""
    draft = getattr(device.table, "draft", None)
    parts: list[object] = [device.table.event.version, draft.revision if draft else 0]
    if clock is not None:
        parts.append(f"{clock.segment}.{clock.paused:d}.{clock.break_pending:d}")
    dealer = dealer_at(device)
    parts += [device.pk, dealer.pk if dealer else 0, get_language()]
    return f'"{"-".join(map(str, parts))}"'


def clock_now(event: Event, now: datetime) -> ClockState | None:
    """The clock, once it was started."""
    return event.clock(now) if event.clock_marks else None


def state_json(device: Device, clock: ClockState | None, now: datetime) -> Json:
    """Everything the tablet of a table shows, in the reader's language."""
    table = device.table
    event = table.event
    hands = hands_of(table)
    view = _view(table, hands[0] if hands else None)
    calls = FloorCall.objects.filter(table=table, closed_at=None).select_related("taken_by")
    call = calls.first()
    wait = start_wait(view, clock)
    dealer = dealer_at(device)
    return {
        "version": event.version,
        "now": now,
        "event": {
            "slug": event.slug,
            "name": event.name,
            "status": event.status,
            "time_zone": event.time_zone,
        },
        "device": {"uid": str(device.uid), "name": device.name},
        "dealer": {"name": dealer.known_as} if dealer else None,
        "settings": {
            "confirm": event.confirm,
            "streets": event.streets,
            "chips": event.chip_values,
        },
        "rules": event.rules,
        "structure": event.segments,
        "clock": clock and _clock_json(clock, turn_at(view, clock)),
        "table": {
            "uid": str(table.uid),
            "number": table.number,
            "open": table.open,
            "closing": table.closing,
            "lock": "fantasyland" if view.in_fantasyland else "",
            "extra_until": clock and extra_until(table, clock),
        },
        "seats": [_seat_json(seat) for seat in view.seats],
        "hand": hand_json(view.hand) if view.hand else None,
        "next_hand": view.next_hand,
        "next_button": None if view.playing else view.button,
        "can_start": wait and {"code": wait.code, "message": sentence(wait)},
        "last": [_last_json(hand) for hand in hands if hand.state != Hand.State.STARTED][:LAST],
        "notices": notices_of(Scene(view, call, clock, now)),
        "floor": call and _call_json(call),
        "draft": _draft_json(table, view),
    }


def start_wait(view: TableView, clock: ClockState | None) -> Refusal | None:
    """What starting the next hand here would be refused with now; None when it may start."""
    table = view.table
    try:
        need_status(table.event, Status.RUNNING)
    except Refusal as refusal:
        return refusal
    if not table.open or clock is None:
        return Refusal("table_closed", table=table.number)
    return waits_for(view, clock)


def hands_of(table: Table, number: int | None = None) -> list[Hand]:
    """The last hands of a table, newest first, or one of them, with everybody dealt in."""
    players = HandPlayer.objects.select_related("entry__person").order_by("seat")
    hands = table.hands.order_by("-number").prefetch_related(Prefetch("players", players))
    if number is not None:
        hands = hands.filter(number=number)
    return list(hands[: LAST + 1])


def hand_json(hand: Hand) -> Json:
    """A hand as the tablet draws it; everybody who was dealt in stays in it."""
    players = list(hand.players.all())
    return {
        "number": hand.number,
        "state": hand.state,
        "level": hand.level,
        "level_hand": hand.level_hand,
        "point_value": hand.point_value,
        "button": hand.button,
        "order": list(acting_order(hand.button, [player.seat for player in players])),
        "players": [
            {
                "seat": player.seat,
                "entry": player.entry.number,
                "name": player.entry.person.display_name,
                "stack": player.stack_before,
                "fantasyland": player.fantasyland,
                "absent": player.absent,
            }
            for player in players
        ],
        "layouts": _layouts(hand),
        "outcome": hand.outcome,
        "points_only": hand.points_only,
        "round": hand.round,
    }


def _layouts(hand: Hand) -> list[Json]:
    if not isinstance(hand.sheet, list):
        return []
    return [{"declared_foul": False, **layout} for layout in hand.sheet]


def _view(table: Table, hand: Hand | None) -> TableView:
    seats = Seat.objects.filter(table=table).select_related("entry__person").order_by("number")
    if hand is not None:
        hand.table = table
    chairs = [SeatView(seat.number, seat.entry, None, None) for seat in seats]
    return TableView(table, chairs, hand, waits.open_orders([table]))


def _clock_json(clock: ClockState, turn: Turn) -> Json:
    """The clock as it is for this table: by hands, the level of its own next hand."""
    by_hands = {"hand": turn.hand, "hands": turn.hands} if turn.hands else {}
    return {
        **by_hands,
        "level": turn.level,
        "point_value": turn.point_value,
        "kind": clock.kind,
        "remaining": clock.remaining,
        "ends_at": clock.ends_at,
        "paused": clock.paused,
        "break_pending": clock.break_pending,
        "next_level_value": clock.next_level_value,
        "seconds_to_break": clock.seconds_to_break,
    }


def _seat_json(seat: SeatView) -> Json:
    entry = seat.entry
    return {
        "seat": seat.number,
        "entry": entry.number if entry else None,
        "name": seat.name,
        "stack": entry.stack if entry else None,
        "fantasyland": entry.fantasyland if entry else 0,
        "absent": entry.absent if entry else False,
    }


def _last_json(hand: Hand) -> Json:
    said: list[str] = []
    if hand.outcome is not None:
        players = list(hand.players.all())
        names = {player.seat: player.entry.person.display_name for player in players}
        fantasyland = {player.seat: player.fantasyland for player in players}
        said = hand_sentences(hand.outcome, names, fantasyland, hand.button)
    return {
        "number": hand.number,
        "state": hand.state,
        "points_only": hand.points_only,
        "sentences": said,
        "at": hand.recorded_at,
    }


def _call_json(call: FloorCall) -> Json:
    taken_by = call.taken_by.known_as if call.taken_by else None
    return {"called_at": call.called_at, "reason": call.reason, "taken_by": taken_by}


def _draft_json(table: Table, view: TableView) -> Json | None:
    """What somebody has typed of the hand that is being entered; older drafts are done with."""
    draft = getattr(table, "draft", None)
    current = view.hand.number if view.hand and view.playing else view.next_hand
    if draft is None or draft.hand != current:
        return None
    return {
        "hand": draft.hand,
        "at": draft.at,
        "device": str(draft.device.uid),
        "body": draft.body,
    }
