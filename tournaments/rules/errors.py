"""What the floor rules refuse, and the sentence for each refusal.

The library knows codes and facts; `core/messages.py` translates the sentences. Each one says what
happened and then what to do.
"""

from typing import Final

TEMPLATES: Final[dict[str, str]] = {
    "structure_shape": (
        "Line {line} of the structure cannot be read. Give each line either a level with a point "
        "value and seconds, or a break in seconds."
    ),
    "structure_empty": "The structure has no levels. Add at least one level.",
    "structure_first_not_level": (
        "The structure starts with a break. Put a level in the first line."
    ),
    "structure_ends_with_break": (
        "The structure ends with a break. Add a level after it or remove the break."
    ),
    "structure_two_breaks": (
        "Lines {previous} and {line} are both breaks. Make them one break or put a level between "
        "them."
    ),
    "structure_point_value": (
        "The point value in line {line} is {value}. Enter whole chips above zero."
    ),
    "structure_seconds": "The time in line {line} is {value}. Enter whole seconds above zero.",
    "structure_hands": "The hands in line {line} are {value}. Enter 1 to {most}.",
    "structure_mixed": (
        "Line {line} is another kind of level than the first one. Let all levels last hands, or "
        "all of them minutes."
    ),
    "structure_too_big": "Line {line} says {value}. Enter {most} or less.",
    "structure_point_value_falls": (
        "The point value falls from {previous} to {value} in line {line}. Enter {previous} or more."
    ),
    "structure_stack": "The start stack is {value}. Enter whole chips above zero.",
    "clock_naive_instant": ("The instant {at} has no time zone. Send it with its offset from UTC."),
    "clock_mark_shape": (
        "A mark of the clock cannot be read. Give its kind, its instant, seconds and segment."
    ),
    "clock_unknown_mark": "The clock does not know the mark {kind}. Use one of: {known}.",
    "clock_no_segment": ("The structure has no line {line}. Choose a line from 1 to {count}."),
    "clock_not_a_break": (
        "Line {line} of the structure is not a break. Choose a break to make official."
    ),
    "place_entry_twice": (
        "Entry {entry} is listed twice. An entry is either still in or out once: void one of them."
    ),
    "place_unknown_rule": "There is no tie rule {rule}. Use one of: {known}.",
    "prize_amount": "The amount {value} cannot be shared. Enter whole units, zero or more.",
    "prize_unit": "The payable unit is {value}. Enter a whole unit of one or more.",
    "prize_tie_incomplete": (
        "Places {first} to {last} are shared by {count} entries. Give all entries that share them."
    ),
    "money_amount": "{field} is {value}. Enter a whole amount from {least} to {most}.",
    "money_currency": "The currency is “{value}”. Enter its three letters, such as EUR.",
    "money_add_on": "An add-on has a price and chips. Enter both, or neither.",
    "money_field": "Prices have no {field}. Remove it.",
    "payouts_zero": (
        "With {places} paid places the last one gets nothing. Pay fewer places, or round to less."
    ),
    "payouts_sum": "The prizes sum to {sum}, the prize pool is {total}. Make them equal.",
    "payouts_rise": "Place {place} is paid more than the place before it. Pay it the same or less.",
    "payouts_many": "At most {most} places are paid. Remove some.",
    "icm_players": "The model is worked out for 1 to {most} players, not for {count}. Deal by "
    "chips, evenly, or with your own amounts.",
    "icm_stack": "A stack is {value}. Enter whole chips above zero.",
    "deal_save": "{save} cannot be saved for the winner. Save from 0 to {most}.",
    "deal_sum": "The amounts sum to {sum}, to be shared are {total}. Make them equal.",
    "chips_values": (
        "The chip values {values} cannot be a set. Give up to twelve different whole numbers."
    ),
    "draw_max_players": "A table of {value} players cannot be dealt. Allow two or more players.",
    "draw_players": "{value} players cannot be seated. Enter zero or more.",
    "draw_too_few_seats": (
        "{entries} entries are to be drawn but only {seats} seats are free. Open a table or draw "
        "fewer entries."
    ),
    "draw_reserved": (
        "With the reserved seats {players} players would need {tables} tables, and some would sit "
        "alone. Remove a reservation."
    ),
    "draw_reserved_alone": (
        "With its reserved seats only one player would sit at table {table}. Remove a reservation."
    ),
    "draw_entry_twice": "Entry {entry} is in the draw twice. List each entry once.",
    "draw_seat_twice": (
        "Seat {seat} of table {table} is in the draw twice. List each free seat once."
    ),
    "moves_unknown_policy": "There is no policy {policy}. Use one of: {known}.",
    "moves_table_twice": "Table {table} is given twice. Give each table once.",
    "moves_entry_twice": (
        "Entry {entry} is given twice. An entry has one seat or waits for one: void one of them."
    ),
    "moves_seat_twice": (
        "Seat {seat} of table {table} holds two players. Correct one of the two seats."
    ),
    "moves_seat_number": (
        "Table {table} has no seat {seat}. Choose a seat from 1 to {max_players}."
    ),
    "flights_policy": "There is no policy {policy}. Use one of: {known}.",
    "flights_twice": "A player has two bags from flight {flight}. Void one of them.",
    "redraw_fantasyland": (
        "Entries {entries} have Fantasyland to play. Redraw when it has been played."
    ),
}


class FloorError(Exception):
    """A refusal of the floor rules: a stable code and the facts of its sentence.

    `code` is a key of `TEMPLATES`; `params` fills the template's braces (chips, seconds, line and
    place numbers are whole and counted from 1).

    >>> str(FloorError("structure_seconds", line=2, value=0))
    'The time in line 2 is 0. Enter whole seconds above zero.'
    """

    def __init__(self, code: str, **params: str | int) -> None:
        self.code = code
        self.params = params
        super().__init__(code)

    @property
    def template(self) -> str:
        """The English sentence with its placeholders."""
        return TEMPLATES[self.code]

    def __str__(self) -> str:
        return self.template.format_map(self.params)
