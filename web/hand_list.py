"""Every hand of an event as CSV, a line a layout: for who keeps his own statistics, or asks why."""

import csv
from collections.abc import Iterator
from io import TextIOWrapper
from typing import BinaryIO

from django.db.models import QuerySet

from scoring.layout import ROWS, Layout
from tables import felt
from tables.models import Correction, Hand, HandPlayer
from tables.models.correction import ABOUT_HANDS
from tables.models.hand import CLOSED
from tables.results import as_corrected
from tournaments.models import Event
from web.exports import safe_cell

AT_ONCE = 50
OF_HAND = ("table", "hand", "state", "corrected", "level", "point_value", "button", "recorded_at")
OF_PLAYER = ("seat", "entry", "player", "absent", "fantasyland", *reversed(ROWS))
OF_RESULT = ("foul", "royalties", "points", "chips_before", "chips_after", "fantasyland_next")
COLUMNS = OF_HAND + OF_PLAYER + OF_RESULT


def write(event: Event, file: BinaryIO) -> Iterator[tuple[int, int]]:
    """Write what was recorded, oldest first in each table; cards and points as they count now.

    Chips are those of that evening: before and after the hand as it was recorded. A hand of which
    only the points are known has no cards. Yes is 1, unknown is empty.
    """
    text = TextIOWrapper(file, encoding="utf-8-sig", newline="", write_through=True)
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    hands = _hands(event)
    total = hands.count()
    for done, hand in enumerate(hands.iterator(chunk_size=AT_ONCE)):
        if done % AT_ONCE == 0:
            yield done, total
        hand.table.event = event
        writer.writerows(_lines(hand))
    text.detach()


def _hands(event: Event) -> QuerySet[Hand]:
    found = Hand.objects.filter(table__event=event, state__in=CLOSED).select_related("table")
    rows = found.prefetch_related("players__entry__person", "corrections")
    return rows.order_by("table__number", "number")


def _lines(hand: Hand) -> Iterator[list[object]]:
    told = [
        one
        for one in hand.corrections.all()
        if one.state == Correction.State.APPLIED and one.kind in ABOUT_HANDS
    ]
    told.sort(key=lambda one: one.settled_seq or 0)
    now = as_corrected(hand, told)
    at = hand.recorded_at.isoformat(timespec="seconds") if hand.recorded_at else ""
    about = [hand.table.number, hand.number, hand.state, int(bool(told)), hand.level]
    about += [hand.point_value, hand.button, at]
    players, rules = list(hand.players.all()), hand.table.event.ruleset
    layouts = {} if now.points_only else felt.sheet_of(rules, now.sheet, players).layouts
    for player in players:
        for seat in rules.layout_seats(player.seat):
            yield [*about, *_player(player, seat, layouts.get(seat, Layout())), *_result(player)]


def _player(player: HandPlayer, seat: int, layout: Layout) -> list[object]:
    name = safe_cell(player.entry.person.display_name)
    cards = [" ".join(layout.row(row)) for row in reversed(ROWS)]
    return [seat, player.entry.number, name, int(player.absent), player.fantasyland, *cards]


def _result(player: HandPlayer) -> list[object]:
    known = (player.foul, player.royalties, player.points)
    told = ["" if value is None else int(value) for value in known]
    after = (player.stack_after, player.fantasyland_next)
    return [*told, player.stack_before, *("" if value is None else value for value in after)]
