"""Why a plan is as it is: facts by code, and the sentence for each code.

The library knows codes and facts; `core/messages.py` translates the sentences.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

EXPLANATIONS: Final[dict[str, str]] = {
    "repair_pair": (
        "Tables {table} and {into} had one player each. Table {table} comes first in the break "
        "order and closes into table {into}."
    ),
    "repair_close": "Table {table} had one player and closes into table {into}.",
    "repair_feed": (
        "Table {into} had one player and no seat elsewhere was open to him. Table {table} sends "
        "him an opponent."
    ),
    "repair_feed_fantasyland": (
        "Table {into} had one player, who stays because he has Fantasyland to play. Table {table} "
        "sends him an opponent."
    ),
    "repair_feed_kept": (
        "Table {into} had one player, who stays because the table or his seat is protected. Table "
        "{table} sends him an opponent."
    ),
    "repair_break": (
        "Table {table} breaks, because a lone player elsewhere has to stay and no larger table can "
        "spare one."
    ),
    "consolidate": (
        "{players} players fit on {least} tables and {tables} were open. Table {table} is due in "
        "the break order and breaks; its seats are drawn."
    ),
    "final_table": "{players} players are left: they meet at table {table}.",
    "late_phase": "{players} players are left: tables break at once, whatever the policy.",
    "hand_for_hand": "{players} players are left: the tables deal hand for hand.",
    "seat": "Entry {entry} had no seat and takes a free one at table {table}.",
    "close_empty": "Table {table} is empty and closes.",
    "passed_fantasyland": (
        "Table {table} was due in the break order and passed over: Fantasyland is to be played "
        "there."
    ),
    "passed_locked": "Table {table} was due in the break order and passed over: it is locked.",
    "passed_feature": (
        "Table {table} was due in the break order and passed over: it is the feature table."
    ),
    "passed_protected": (
        "Table {table} was due in the break order and passed over: the table or a seat there is "
        "protected."
    ),
    "passed_moving": (
        "Table {table} was due in the break order and passed over: a player is on his way there."
    ),
    "passed_size": (
        "Table {table} was due in the break order and passed over: it has more players than table "
        "{taken}."
    ),
    "rival_table": "Table {table} comes later in the break order and stays.",
    "rival_needed": (
        "Entry {rival} to table {table}, seat {seat} came second: a lone player needs him more."
    ),
    "rival_size": (
        "Entry {rival} to table {table}, seat {seat} came second: tables would be less even."
    ),
    "rival_moves": "Entry {rival} to table {table}, seat {seat} came second: he has moved more.",
    "rival_recent": (
        "Entry {rival} to table {table}, seat {seat} came second: his last move is more recent."
    ),
    "rival_button": (
        "Entry {rival} to table {table}, seat {seat} came second: it would give the button."
    ),
    "rival_position": (
        "Entry {rival} to table {table}, seat {seat} came second: it is further from the position "
        "he is owed."
    ),
    "rival_due": (
        "Entry {rival} to table {table}, seat {seat} came second: whoever is due to act first "
        "moves."
    ),
    "rival_idle": "Entry {rival} to table {table}, seat {seat} came second: more waiting.",
    "rival_met": (
        "Entry {rival} to table {table}, seat {seat} came second: he would meet someone again."
    ),
    "rival_walk": "Entry {rival} to table {table}, seat {seat} came second: a longer walk.",
    "rival_two_handed": (
        "Entry {rival} to table {table}, seat {seat} came second: hands played heads-up would be "
        "less evenly spread."
    ),
    "rival_draw": "Entry {rival} to table {table}, seat {seat} came second: the draw decided.",
    "wait_repair_fantasyland": (
        "Alone at table {tables}, and waiting without loss: Fantasyland at table {blockers} has to "
        "end first."
    ),
    "wait_repair_locked": (
        "Alone at table {tables}, and waiting without loss: locks or protected seats at table "
        "{blockers} leave no opponent."
    ),
    "wait_repair_ruling": (
        "Alone at table {tables} with Fantasyland to play, and nobody can join: the director rules."
    ),
    "wait_repair_odd": (
        "Alone at table {tables}, and waiting without loss: no seat is free and nobody can be "
        "spared."
    ),
    "wait_close_fantasyland": (
        "Tables that can close when Fantasyland at table {blockers} has ended: {count}."
    ),
    "wait_close_locked": (
        "Tables that could close but for locks or protected seats at table {blockers}: {count}."
    ),
    "wait_seat": "Entries that wait for a seat: {count}. Open a table, or wait for free seats.",
    "wait_round": "Hand for hand: moves are planned when table {blockers} has reported.",
}


@dataclass(frozen=True, slots=True)
class Fact:
    """A reason: `code` is a key of `EXPLANATIONS`, `params` fills its braces.

    Lists of tables are text: "4, 7".

    >>> str(Fact("repair_close", {"table": 4, "into": 7}))
    'Table 4 had one player and closes into table 7.'
    """

    code: str
    params: Mapping[str, str | int]

    @property
    def template(self) -> str:
        """The English sentence with its placeholders."""
        return EXPLANATIONS[self.code]

    def __str__(self) -> str:
        return self.template.format_map(self.params)
