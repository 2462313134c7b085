"""The boards while a dealer types them: what can be read so far, and what a full row shows."""

from scoring.entry import parse_entry
from scoring.errors import RuleError
from scoring.evaluate import combination, strength
from scoring.layout import ROW_SIZES, ROWS, Layout
from web import sentences
from web.boards import BoardView, RowView, seat_facts
from web.forms.hand import HandForm

UNFINISHED = 3
"""Signs at the end of a line that may still become a card."""


def typed_boards(form: HandForm) -> list[BoardView]:
    """The boards as far as they are typed; a full row says what it shows, so a slip is seen."""
    found = []
    for player, seat, position, cards, foul in form.lines():
        layout = _read_so_far(str(cards.value() or ""))
        found.append(
            BoardView(
                label=player.entry.person.display_name,
                seat=seat_facts(player, position, len(layout.cards)) | {"number": seat},
                rows=[RowView(row, layout.row(row), _shown(layout, row)) for row in ROWS],
                foul=bool(foul.value()),
            )
        )
    return found


def _read_so_far(text: str) -> Layout:
    """The cards that can be read, without the piece at the end that is still being typed."""
    for end in range(len(text), max(-1, len(text) - UNFINISHED - 1), -1):
        try:
            return parse_entry(text[:end]).layout()
        except RuleError:
            continue
    return Layout()


def _shown(layout: Layout, row: str) -> str:
    cards = layout.row(row)
    full = len(cards) == ROW_SIZES[row]
    return sentences.hand_name(combination(strength(cards))) if full else ""
