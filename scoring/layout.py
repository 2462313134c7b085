"""Thirteen cards in three rows, as they lie on the table, and when they foul.

A layout may be unfinished; `table.verify` decides whether it may be scored.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from scoring.cards import parse_card
from scoring.errors import RuleError
from scoring.evaluate import five_strength, top_strength
from scoring.rules import LAYOUT_CARDS

ROWS = ("top", "middle", "bottom")
ROW_SIZES = {"top": 3, "middle": 5, "bottom": 5}


@dataclass(frozen=True, slots=True)
class Layout:
    """One player's cards by row, in their one spelling; the order inside a row means nothing.

    ``declared_foul``: a director called it dead, whatever it shows. ``absent``: nobody played
    it; what that means is for the rule set to say.

    Example:
        >>> Layout.of(["qh", "Qs", "4d"], [], []).top
        ('Qh', 'Qs', '4d')
    """

    top: tuple[str, ...] = ()
    middle: tuple[str, ...] = ()
    bottom: tuple[str, ...] = ()
    declared_foul: bool = False
    absent: bool = False

    @classmethod
    def of(
        cls,
        top: Iterable[str],
        middle: Iterable[str],
        bottom: Iterable[str],
        *,
        declared_foul: bool = False,
        absent: bool = False,
    ) -> Self:
        """The layout of these cards, written in any of their spellings.

        Raises:
            RuleError: ``bad_card`` with the row and the text.
        """
        return cls(
            _row("top", top),
            _row("middle", middle),
            _row("bottom", bottom),
            declared_foul,
            absent,
        )

    @property
    def cards(self) -> tuple[str, ...]:
        """All cards, top row first."""
        return self.top + self.middle + self.bottom

    @property
    def complete(self) -> bool:
        """Whether all three rows are full."""
        return (len(self.top), len(self.middle), len(self.bottom)) == (3, 5, 5)

    def row(self, name: str) -> tuple[str, ...]:
        """The cards of the row ``top``, ``middle`` or ``bottom``."""
        return {"top": self.top, "middle": self.middle, "bottom": self.bottom}[name]

    def check_sizes(self, *, complete: bool) -> None:
        """Refuse rows that are too long and, when it must be complete, missing cards.

        Raises:
            RuleError: ``row_size`` or ``incomplete_layout``.
        """
        count = len(self.cards)
        for name, size in ROW_SIZES.items():
            held = len(self.row(name))
            if held > size:
                raise RuleError("row_size/long", row=name, count=held, size=size)
            if complete and held < size and count < LAYOUT_CARDS:
                raise RuleError("incomplete_layout", row=name, count=count)

    def as_json(self) -> dict[str, object]:
        """The three rows, and the two marks where they are set."""
        marks = {"declared_foul": self.declared_foul, "absent": self.absent}
        rows: dict[str, object] = {name: list(self.row(name)) for name in ROWS}
        return rows | {name: True for name, is_set in marks.items() if is_set}


def _row(name: str, cards: Iterable[str]) -> tuple[str, ...]:
    try:
        return tuple(map(parse_card, cards))
    except RuleError as error:
        raise RuleError(error.code, row=name, card=error.card) from None


Strengths = tuple[int, int, int]
"""The strengths of top, middle and bottom."""


def strengths(layout: Layout) -> Strengths:
    """How strong the three rows of a complete layout are."""
    return (
        top_strength(layout.top),
        five_strength(layout.middle),
        five_strength(layout.bottom),
    )


def fouled_rows(rows: Strengths, *, strict: bool) -> tuple[tuple[str, str], ...]:
    """The neighbouring rows in the wrong order, as (upper, lower); empty when all is well.

    A row fouls when it is stronger than the one below it; equal rows are legal (Wikipedia, most
    rooms), or foul too under ``strict``. A top row is compared card by card with the middle, so
    QQ7 over QQ654 fouls and QQ7 over QQ954 does not (dePOKER rule sheet, Tokyo).

    Example:
        >>> queens = five_strength(("Qc", "Qd", "6d", "5h", "4s"))
        >>> fouled_rows((top_strength(("Qh", "Qs", "7c")), queens, queens), strict=False)
        (('top', 'middle'),)
    """
    top, middle, bottom = rows
    if top < middle < bottom:
        return ()
    found = []
    if top > middle or (strict and top == middle):
        found.append(("top", "middle"))
    if middle > bottom or (strict and middle == bottom):
        found.append(("middle", "bottom"))
    return tuple(found)
