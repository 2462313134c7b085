"""Boards as they lie on a table now, street by street, from the half-entered hand of its tablet.

Only what is face up: a Fantasyland hand is opened when all boards are complete, and then the result
is provisional until the dealer records it. The draft is whatever a tablet sent, so nothing in it is
believed but cards.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from core.errors import Refusal
from scoring.errors import RuleError
from scoring.layout import ROWS
from scoring.rules import LAYOUT_CARDS
from tables.broadcast import boards_of, boards_revision
from tables.models import HandPlayer, Table
from tables.selectors import TableView, preview
from web.boards import BoardView, ResultView, RowView, result_of, seat_facts

CARD = re.compile(r"[2-9TJQKA][shdc]")
# Where a row's cards stand among the thirteen slots of a tablet.
SLOTS = {"bottom": slice(0, 5), "middle": slice(5, 10), "top": slice(10, 13)}
Slots = Sequence[str | None]


@dataclass(frozen=True, slots=True)
class LiveView:
    """The boards of an open hand; with all cards down, what they are worth so far."""

    revision: int
    boards: Sequence[BoardView]
    provisional: ResultView | None


def live_of(view: TableView) -> LiveView | None:
    """What lies at a table; None when nobody enters street by street there now."""
    hand = view.hand
    if hand is None or not view.playing or not view.table.event.streets:
        return None
    found = boards_of(view.table, hand.number)
    if found is None:
        return None
    slots = _slots(found.body)
    players = [seat.player for seat in view.seats if seat.player is not None]
    layouts = _layouts(view, players)
    provisional = _provisional(view, slots) if _complete(slots, layouts) else None
    position = {seat.number: seat.position or 0 for seat in view.seats}
    layouts.sort(key=lambda one: one[0])
    for _seat, player in layouts:
        player.hand = hand
    boards = [
        _board(slots.get(seat, ()), player, position[player.seat]) for seat, player in layouts
    ]
    return LiveView(found.revision, boards, provisional)


def live_revision(table: Table) -> int:
    """A number that changes with the boards; 0 where nothing is shown live."""
    return boards_revision(table) if table.event.streets else 0


def _layouts(view: TableView, players: Sequence[HandPlayer]) -> list[tuple[int, HandPlayer]]:
    """Each layout's seat with its player, who may have two of them."""
    by_seat = {seat.number: seat.entry for seat in view.seats}
    for player in players:
        entry = by_seat.get(player.seat)
        if entry is not None and entry.pk == player.entry_id:
            player.entry = entry  # known with his name already
    rules = view.table.event.ruleset
    return [(seat, player) for player in players for seat in rules.layout_seats(player.seat)]


def _slots(body: object) -> dict[int, Slots]:
    """The thirteen slots of each seat; whatever is no card is an empty slot."""
    found = body.get("d") if isinstance(body, Mapping) else None
    cards = found.get("cards") if isinstance(found, Mapping) else None
    if not isinstance(cards, Mapping):
        return {}
    return {
        int(seat): [one if isinstance(one, str) and CARD.fullmatch(one) else None for one in line]
        for seat, line in cards.items()
        if str(seat).isdecimal() and isinstance(line, list) and len(line) == LAYOUT_CARDS
    }


def _complete(slots: Mapping[int, Slots], layouts: Sequence[tuple[int, HandPlayer]]) -> bool:
    return all(seat in slots and all(slots[seat]) for seat, _player in layouts)


def _provisional(view: TableView, slots: Mapping[int, Slots]) -> ResultView | None:
    sheet: list[dict[str, object]] = [
        {"seat": seat, "declared_foul": False, **{row: line[SLOTS[row]] for row in ROWS}}
        for seat, line in slots.items()
    ]
    assert view.hand is not None
    try:
        return result_of(preview(view.hand, sheet))
    except (Refusal, RuleError):
        return None  # something is still being put right


def _board(line: Slots, player: HandPlayer, position: int) -> BoardView:
    hidden = bool(player.fantasyland)
    rows = [RowView(row, [c for c in line[SLOTS[row]] if c and not hidden]) for row in ROWS]
    foot = _("%(count)s cards, set face down") % {"count": player.fantasyland} if hidden else ""
    count = sum(len(row.cards) for row in rows)
    return BoardView(
        label=player.entry.person.display_name,
        seat=seat_facts(player, position, LAYOUT_CARDS if hidden else count) | {"stack": None},
        rows=rows,
        fantasyland=player.fantasyland,
        foot=foot,
    )
