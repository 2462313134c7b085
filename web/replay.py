"""A recorded hand street by street, where the order of its cards is known. Reads only."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.layout import ROWS
from scoring.rules import LAYOUT_CARDS
from tables import laid, selectors
from tables.models import Hand, HandPlayer
from tables.results import as_corrected
from tables.selectors import HandView
from web.boards import BoardView, RowView, by_seat, seat_facts


@dataclass(frozen=True, slots=True)
class Replay:
    """The steps of a hand; ``now``: the street that is shown, 0 for the result."""

    streets: Sequence[int]
    now: int
    boards: Sequence[BoardView]

    @property
    def before(self) -> int | None:
        """The street to go back to; None at the first one."""
        at = self.now or len(self.streets) + 1
        return at - 1 if at > 1 else None

    @property
    def after(self) -> int | None:
        """The street to go on to, 0 for the result; None where nothing follows."""
        return (self.now + 1) % (len(self.streets) + 1) if self.now else None


def replay_of(hand: Hand, asked: str) -> Replay | None:
    """The hand at the street that is asked for; None where the order of its cards is not known.

    It is known when every board was watched that was not set at once (Fantasyland).
    """
    hand = as_corrected(hand)
    orders = laid.orders_of(hand.sheet)
    if not orders:
        return None
    view = selectors.hand_view(hand)
    watched = [seat for seat, player in view.who.items() if not player.fantasyland]
    if not watched or not orders.keys() >= set(watched):
        return None
    counts = laid.counts_of(hand.table.event.ruleset)
    streets = range(1, len(counts) + 1)
    now = int(asked) if asked.isascii() and asked.isdecimal() and int(asked) in streets else 0
    boards = _boards(view, orders, [0, *counts][now - 1 : now + 1]) if now else []
    return Replay(list(streets), now, boards)


def _boards(
    view: HandView, orders: dict[int, Sequence[str]], counts: Sequence[int]
) -> list[BoardView]:
    before, count = counts
    return [
        _hidden(view.who[seat], position)
        if view.who[seat].fantasyland
        else _board(view, seat, position, orders[seat][:count], orders[seat][before:count])
        for seat, position in by_seat(view.outcome.order)
    ]


def _board(
    view: HandView, seat: int, position: int, cards: Sequence[str], new: Sequence[str]
) -> BoardView:
    player, layout = view.who[seat], view.sheet.layouts[seat]
    rows = []
    for name in ROWS:
        row = layout.row(name)
        rows.append(RowView(name, [card for card in cards if card in row], new=new))
    facts = seat_facts(player, position)
    return BoardView(label=player.entry.person.display_name, seat=facts, rows=rows)


def _hidden(player: HandPlayer, position: int) -> BoardView:
    """A Fantasyland hand: its cards are set at once, and opened with the result."""
    said = _("%(count)s cards, set face down") % {"count": player.fantasyland}
    return BoardView(
        label=player.entry.person.display_name,
        seat=seat_facts(player, position, LAYOUT_CARDS),
        rows=[RowView(name, []) for name in ROWS],
        fantasyland=player.fantasyland,
        foot=said,
    )
