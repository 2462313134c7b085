"""Why the rules refuse something: a stable code, where it is, and one English sentence.

The sentences stand here once; a site translates `TEMPLATES` and fills in `RuleError.params`.
"""

from collections.abc import Mapping
from typing import Self

TEMPLATES: dict[str, str] = {
    "bad_json": "This line is not JSON. Write one JSON object a line.",
    "bad_request": "The field {field} must be {kind}. Change it and send the line again.",
    "bad_request/missing": "The field {field} is missing. Add it and send the line again.",
    "bad_request/unknown": "The field {field} is not known here. Take it out and send the line "
    "again.",
    "bad_ruleset": "There is no rule set {value}. Choose one of: {choices}.",
    "bad_ruleset/shape": "{value} is no rule set. Give its settings by name.",
    "bad_override": "The setting {setting} cannot be {value}. Possible: {choices}.",
    "bad_override/unknown": "There is no setting {setting}. Take it out, or look at its spelling.",
    "bad_override/undealable": "{players} players with {cards} cards each need {needed} cards, and "
    "{decks} × 52 = {available}. Take fewer players, fewer cards or another deck.",
    "bad_point_value": "A point cannot be worth {value} chips. Give a whole number from 1 to "
    "{most}.",
    "bad_stack": "Seat {seat} cannot start the hand with {value} chips. Give a whole number from "
    "1 to {most}.",
    "bad_seat": "{seat} is no seat. Seats are numbered 1, 2, 3 and so on, clockwise.",
    "bad_seat/twice": "Seat {seat} is there twice. Give every layout a seat of its own.",
    "bad_seat/owner": "Seat {seat} cannot play for seat {owner}, which does not play for itself. "
    "Choose another owner.",
    "bad_seat/unknown": "Nobody sits at seat {seat} in this hand. Look at the seats again.",
    "bad_seat/missing": "The layout of seat {seat} is missing. Enter it, or declare it fouled.",
    "bad_seat/pair": "Seats {first} and {second} do not meet in this hand. Look at the pair values "
    "again.",
    "bad_button": "The button cannot be at seat {button}: nobody plays there. Choose one of the "
    "seats {seats}.",
    "too_few_players": "{count} in the hand are too few. It takes at least {least} players.",
    "too_many_players": "{count} in the hand are too many. These rules seat at most {most}.",
    "bad_card": "“{card}” is no card. Write the rank and then the suit, as in Qh or Td.",
    "cyrillic_letter": "“{card}” is a Cyrillic letter. Type Latin letters: T is the ten.",
    "duplicate_card": "{card} is already in the {other_row} row of seat {other_seat}. Move it, or "
    "choose another card for seat {seat}.",
    "duplicate_card/unseated": "{card} appears more often than the deck has it. Choose another "
    "card.",
    "row_size": "The {row} row of seat {seat} has {count} cards, but room for {size}. Take out "
    "what does not belong there.",
    "row_size/long": "The {row} row has {count} cards, but room for {size}. Take out what does not "
    "belong there.",
    "row_size/unseated": "{count} cards make no row. A top row has three cards, the others five.",
    "row_full": "The {row} row has its {size} cards. Choose another row.",
    "incomplete_layout": "Seat {seat} has {count} of 13 cards. Add the missing ones, or declare "
    "the layout fouled.",
    "incomplete_layout/unseated": "The layout has {count} of 13 cards. Add the missing ones.",
    "bad_fantasyland": "Seat {seat} cannot be in Fantasyland with {value} cards. Under these "
    "rules: {choices}.",
    "bad_fantasyland/unseated": "Nobody is in Fantasyland with {value} cards. Under these rules: "
    "{choices}.",
    "bad_street": "Street {street} deals {size} cards, not {count}. Give the cards in the order "
    "they were dealt.",
    "row_full/all": "All thirteen cards are there already. Take one back first.",
    "unknown_mark": "“{text}” means nothing here. Write cards, /b, /m or /t for a row, - for a "
    "card that was not laid.",
    "bad_notation": "Line {line} is not understood: {text}. Write it like this: {example}.",
    "bad_notation/layout": "{text} is no layout. Write it like this: {example}.",
    "bad_notation/missing": "The line {example} is missing. Add it.",
    "foul": "Seat {seat} fouls: the {upper} row is stronger than the {lower} row. Is it so on the "
    "table?",
    "foul_swapped": "Seat {seat} fouls, but would not with {upper} and {lower} row exchanged. Look "
    "at the table again.",
    "foul_incomplete": "Seat {seat} has {count} of 13 cards and fouls. The director may rule "
    "otherwise.",
    "foul_always": "Seat {seat} has {count} of 13 cards and fouls, without exception. Count the "
    "cards again.",
    "foul_declared": "Seat {seat} shows a legal layout that was declared fouled. Is it so?",
}
"""English sentence by code: what happened, then what to do.

A key ``code/wording`` is another wording of that code; ``code/unseated`` is the one for where no
seat is known.
"""


class RuleError(Exception):
    """Something the rules do not allow, or cannot read.

    Attributes:
        code: stable name, the key of its sentence.
        seat: whose cards or chips, where that is known.
        row: ``top``, ``middle`` or ``bottom``, where that is known.
        card: the card as it was written, where there is one.
        params: every placeholder of the sentence, with seat, row and card where set.

    Example:
        >>> error = RuleError("row_full", row="bottom", size=5)
        >>> error.code, error.row, str(error)
        ('row_full', 'bottom', 'The bottom row has its 5 cards. Choose another row.')
    """

    def __init__(
        self,
        key: str,
        *,
        seat: int | None = None,
        row: str | None = None,
        card: str | None = None,
        **params: str | int,
    ) -> None:
        super().__init__(key)
        self._key = key
        self.code = key.partition("/")[0]
        self.seat = seat
        self.row = row
        self.card = card
        place = {"seat": seat, "row": row, "card": card}
        self.params: Mapping[str, str | int] = {
            **params,
            **{name: value for name, value in place.items() if value is not None},
        }

    @property
    def template(self) -> str:
        """The English sentence with its placeholders still in it."""
        if self._key == self.code and self.seat is None:
            return TEMPLATES.get(f"{self.code}/unseated", TEMPLATES[self.code])
        return TEMPLATES[self._key]

    def at(self, seat: int) -> Self:
        """The same error, once it is known at which seat it happened.

        Its sentence is then the one that names the seat; where there is none, it stays as it is.

        Example:
            >>> str(RuleError("row_full/all", row="top").at(2))
            'All thirteen cards are there already. Take one back first.'
        """
        facts = {name: value for name, value in self.params.items() if name not in _PLACE}
        key = self.code if "{seat}" in TEMPLATES[self.code] else self._key
        return type(self)(key, seat=seat, row=self.row, card=self.card, **facts)

    def __str__(self) -> str:
        return self.template.format_map(self.params)


_PLACE = frozenset({"seat", "row", "card"})
