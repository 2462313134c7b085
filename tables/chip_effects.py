"""What an adjustment, a penalty or a player's return would do. Worked out, never written."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from core.errors import Refusal
from tables.effects import Effect, Kind, Line, Out, Way, finished
from tables.models import Seat
from tournaments.journal import Facts
from tournaments.models import ChipTransfer, Entry, Event
from tournaments.models.entry import LIVING

MOST_CHIPS = 10**9
MOST_PENALTY = 20


def adjust_effect(event: Event, lines: Sequence[Facts]) -> Effect:
    """Chips that come from the house bank or go there, such as what a count found.

    Args:
        event: the event.
        lines: ``entry`` and ``chips``, negative where they are taken away; each entry once.

    Raises:
        Refusal: ``adjust_lines``, ``entry_unknown``, ``entry_out``, ``adjust_below``.
    """
    told = {line["entry"]: line["chips"] for line in lines}
    wrong = [chips for chips in told.values() if not 0 < abs(chips) <= MOST_CHIPS]
    if not told or wrong or len(told) != len(lines):
        raise Refusal("adjust_lines")
    found = []
    for number, chips in told.items():
        entry = _living(event, number)
        if entry.stack + chips <= 0:
            raise Refusal("adjust_below", number=number, stack=entry.stack)
        found.append(Line(entry, owed=chips, posted=chips))
    effect = Effect(Kind.CHIPS, found, _bank(found), ChipTransfer.Kind.ADJUSTMENT)
    return finished(event, effect, ["bank"])


def penalty_effect(event: Event, number: int, points: int, now: datetime) -> Effect:
    """So many points to each opponent at the table, clockwise, as far as the chips go.

    They are worth what the table's last hand was played for.

    Raises:
        Refusal: ``penalty_points``, ``entry_unknown``, ``entry_out``, ``entry_unseated``,
            ``penalty_alone``.
    """
    if not 0 < points <= MOST_PENALTY:
        raise Refusal("penalty_points", most=MOST_PENALTY)
    entry = _living(event, number)
    seat = Seat.objects.filter(entry=entry).select_related("table").first()
    if seat is None:
        raise Refusal("entry_unseated", number=number)
    others = list(seat.table.seats.exclude(entry=None).exclude(pk=seat.pk))
    if not others:
        raise Refusal("penalty_alone", table=seat.table.number)
    last = seat.table.hands.order_by("-number").first()
    value = last.point_value if last else event.clock(now).point_value
    lines, ways = _paid_round(entry, _clockwise(seat, others), points * value)
    if not lines[0].after:
        in_round = event.round_number if event.hand_for_hand else None
        out = Out(0, entry.stack, 0, in_round)
        lines[0] = replace(lines[0], out=out, fantasyland=0 if entry.fantasyland else None)
    return finished(event, Effect(Kind.PENALTY, lines, ways, ChipTransfer.Kind.PENALTY))


def back_effect(event: Event, number: int, chips: int | None) -> Effect:
    """A player who is out comes back: with what was taken off him, or with chips by a ruling.

    Args:
        event: the event.
        number: of his entry.
        chips: None for who was taken out by the floor: he gets back what he had.

    Raises:
        Refusal: ``entry_unknown``, ``entry_in``, ``back_chips``.
    """
    entry = event.entries.filter(number=number).select_related("person").first()
    if entry is None or entry.withdrawn:
        raise Refusal("entry_unknown", number=number)
    if entry.out_seq is None:
        raise Refusal("entry_in", number=number)
    taken = entry.out_stack if entry.removal else None
    given = chips if chips is not None else taken
    if given is None or not 0 < given <= MOST_CHIPS:
        raise Refusal("back_chips", number=number)
    line = Line(entry, owed=given, posted=given, back=True)
    effect = Effect(Kind.BACK, [line], _bank([line]), ChipTransfer.Kind.RETURN)
    return finished(event, effect, [] if given == taken else ["bank"])


def _paid_round(payer: Entry, others: Sequence[Entry], due: int) -> tuple[list[Line], list[Way]]:
    left, ways, lines = payer.stack, list[Way](), list[Line]()
    for entry in others:
        paid = min(due, left)
        left -= paid
        lines.append(Line(entry, owed=due, posted=paid))
        if paid:
            ways.append((payer, entry, paid))
    total = payer.stack - left
    return [Line(payer, owed=-due * len(others), posted=-total), *lines], ways


def _clockwise(seat: Seat, others: Sequence[Seat]) -> list[Entry]:
    """Who sits at the others' seats, from the left of one seat round the table."""
    order = sorted(others, key=lambda one: (one.number < seat.number, one.number))
    return [one.entry for one in order if one.entry]


def _bank(lines: Sequence[Line]) -> list[Way]:
    return [
        (None, line.entry, line.posted) if line.posted > 0 else (line.entry, None, -line.posted)
        for line in lines
    ]


def _living(event: Event, number: int) -> Entry:
    found = event.entries.filter(LIVING, number=number).select_related("person").first()
    if found is None:
        known = event.entries.filter(number=number, withdrawn=False).exists()
        raise Refusal("entry_out" if known else "entry_unknown", number=number)
    return found
