"""What a command may say instead of yes. Every refusal has a stable code and one English sentence.

The sentence is the msgid of its translation (`core.messages`). Rule violations come from `scoring`
and the floor rules with the same three attributes: ``code``, ``params`` and ``template``.
"""

from collections.abc import Mapping
from typing import ClassVar

Param = str | int

TEMPLATES: dict[str, str] = {
    "not_found": "There is nothing here under this address. Check it, or start from the event.",
    "not_allowed": "Your role does not allow this here. Ask the tournament director.",
    "not_signed_in": "You are not signed in. Sign in and try again.",
    "csrf": "This page is too old to send from. Reload it and try again.",
    "bad_request": "{field}: {problem}",
    "unknown_field": "The field {field} is not known here. Remove it.",
    "bad_json": "The request is not readable as JSON. Send it again.",
    "method": "This address does not answer {method}.",
    "too_many_requests": "Too many requests. Wait {seconds} seconds and try again.",
    "busy": "The event is busy. Nothing was changed; try again in a moment.",
    "server": "Something broke on our side. Nothing was changed; try again, or call the floor.",
    "submission_reused": "This submission was already used for something else. Nothing was "
    "changed; reload the page and enter it again.",
    "stale_event": "The event moved on to version {version} while you worked. Look again, then "
    "repeat if it is still right.",
    "stale_hand": "Table {table} is at hand {head_hand}, not at hand {hand}. Reload the table.",
    "already_recorded": "Hand {hand} was already recorded at {at} by {by}. Look at it before you "
    "go on.",
    "username_taken": "There is already an account {name}. Give it a role, or choose another name.",
    "slug_taken": "Another event has the address {slug}. Choose another one.",
    "event_status": "The event is {status}: this is possible only while it is {needed}.",
    "no_players": "At least two players are needed. Register them first.",
    "not_seated": "{count} registered players have no seat. Draw seats first.",
    "person_unknown": "This person is not in the list any more. Search again.",
    "already_entered": "{name} already plays in this event (entry {number}).",
    "registration_closed": "Registration is closed since level {level}.",
    "registration_prizes": "The prizes are published, so nobody may enter any more.",
    "reentry_limit": "{name} has used all {limit} re-entries.",
    "entry_playing": "Entry {number} is seated in a running event and cannot be taken back.",
    "entry_unknown": "There is no entry {number} in this event.",
    "import_lines": "{count} lines have something wrong; nothing was imported. Correct them and "
    "import again.",
    "entry_out": "Entry {number} is already out.",
    "no_free_seat": "No free seat is open. Open another table first.",
    "seat_taken": "Seat {seat} at table {table} is taken. Choose a free one.",
    "seat_reserved": "Seat {seat} at table {table} is reserved. Choose another one, or remove the "
    "reservation first.",
    "seat_unreserved": "Seat {seat} at table {table} is not reserved. Reload the page.",
    "reserved_most": "At most {most} seats at table {table} can stay empty: two players are "
    "needed.",
    "reserved_wait": "Seat {seat} at table {table}, reserved for entry {number}, cannot be taken "
    "now. Wait for it, or remove the reservation.",
    "seat_unknown": "Table {table} has no seat {seat}.",
    "table_unknown": "There is no table {table} in this event.",
    "table_closed": "Table {table} is closed.",
    "room_name": "A room has a name of up to {most} letters that can be shown safely.",
    "room_tables": "Name the tables, each once, such as 1-10, 12.",
    "tables_most": "Set up 1 to {most} tables at once.",
    "table_not_empty": "Table {table} still has players. Move them first.",
    "table_locked_fl": "Table {table} is locked by Fantasyland. It opens after the last "
    "Fantasyland hand.",
    "hand_open": "Hand {hand} is still being played at table {table}. Record it first.",
    "hand_not_open": "No hand is open at table {table}. Start the next hand first.",
    "hand_not_last": "Hand {hand} is not the last hand of table {table}. Ask for a correction.",
    "hand_not_recorded": "Hand {hand} is not recorded, so there is nothing to undo.",
    "undo_blocked": "Hand {hand} cannot be undone: {name} has played on since. Ask for a "
    "correction.",
    "few_players": "Table {table} has fewer than two players. It waits for the floor.",
    "clock_paused": "The clock is paused. Wait until the director resumes it.",
    "clock_break": "It is break. The next hand starts with level {level}.",
    "clock_pending": "The break starts when Fantasyland ends at the other tables. This table is "
    "done.",
    "dealer_elsewhere": "{name} already deals at table {table} of {event}. Free that table first.",
    "sheet_seat": "Seat {seat} was not dealt in. Take its cards out, or reload the table.",
    "sheet_missing": "The cards of seat {seat} are missing. Enter them, or declare the foul.",
    "players_left": "{count} players are still in. The event ends with one.",
    "reason_needed": "Give a reason: it stands in the log for everyone to read.",
    "tablet_header": "This request does not come from a tablet page. Open the tablet again.",
    "device_unknown": "This tablet is not paired with a table. Ask the director for a code.",
    "device_replaced": "Another tablet took table {table} over. What this one still holds goes to "
    "the director.",
    "device_table": "This tablet stands at table {table}. Pair it again to use it elsewhere.",
    "device_locked": "Too many wrong PINs: this tablet is locked. The director was called.",
    "dealer_needed": "Nobody deals here yet. Enter your PIN.",
    "pair_token": "This code is not good any more. Ask the director for a new one.",
    "pin_wrong": "This PIN is not known here. Tries left: {left}.",
    "pin_locked": "Too many wrong PINs. Wait {minutes} minutes, or ask the director.",
    "draft_size": "This draft is too big to keep.",
    "offline_level": "Level {level} at {value} a point was not in force at table {table} since its "
    "last hand. The director looks at it.",
    "offline_players": "At table {table} other players sit than the tablet dealt to. The director "
    "looks at it.",
    "confirm_needed": "{count} players have not agreed yet. Let them look, then record.",
    "points_pairs": "Give the points of each two players once.",
    "points_seats": "These points do not fit the players of hand {hand}.",
    "points_fantasyland": "Fantasyland has {cards} cards nowhere in these rules.",
    "order_unknown": "There is no order {number} at table {table}.",
    "order_open": "{name} already has an order to move. Cancel it first.",
    "order_first": "{name} is to move to table {to}. Carry the order out before the next hand.",
    "order_done": "Order {number} was already carried out or taken back.",
    "plan_stale": "The floor is not as it was when these moves were proposed. Look at the new "
    "proposal.",
    "hands_running": "{count} hands are still being played. Redraw when they are recorded.",
    "orders_running": "Players are on their way. Redraw when they sit, or take their orders back.",
    "order_same_table": "{name} already sits at table {table}. Use another seat by hand.",
    "entry_unseated": "Entry {number} has no seat. Draw one.",
    "count_seats": "Count every stack of the table once.",
    "level_wait": "Level {level} begins when these tables have played their hands: {tables}.",
    "adjust_hands": "This level lasts hands. Say how many hands to add.",
    "adjust_time": "No level by hands is played now. Say how much time to add.",
    "round_wait": "Hand-for-hand: {done} of {all} tables are done. Wait for the next round.",
    "round_gather": "Hand-for-hand starts when the hands being played are over. Wait.",
    "rounds_on": "Hand-for-hand is already on.",
    "rounds_off": "Hand-for-hand is not on.",
    "call_unknown": "No such call is open.",
    "queue_unknown": "No such item is open.",
    "question_late": "Hand {hand} can be questioned until the next deal. Call the floor instead.",
    "question_foreign": "Only who played hand {hand} may question it.",
    "question_again": "Your question about hand {hand} is with the director already.",
    "nothing_owed": "Entry {number} owes nothing. Reload the page.",
    "payouts_stand": "The prizes are published, so the prices stand.",
    "payouts_early": "Players may enter until the end of level {level}. Publish the prizes after "
    "that.",
    "payouts_published": "The prizes are published already. Ask for a change of them.",
    "payouts_unpublished": "The prizes are not published yet. Publish them first.",
    "payouts_paid": "Prizes were prepared or paid, or a deal was made: the prizes stand.",
    "nothing_proposed": "No change of the prizes waits for a second person.",
    "staff_last": "An event needs a director: make somebody else one first.",
    "second_person": "This takes two people. Ask somebody else to do this step.",
    "no_prize": "Entry {number} has no prize, or its place is not final yet.",
    "already_prepared": "The payout of entry {number} was prepared already.",
    "not_prepared": "No payout is prepared for entry {number}. Prepare it first.",
    "payout_changed": "The place of entry {number} is worth something else by now. Cancel this "
    "payout and prepare it again.",
    "already_released": "The payout of entry {number} was released already.",
    "deal_made": "A deal was made already. Take it back first.",
    "deal_none": "No deal was made.",
    "deal_clock": "A deal is made with the clock stopped. Pause it first.",
    "deal_hand": "A deal is made between two hands. Record the open hand first.",
    "deal_table": "A deal is made at the last table, by two players or more. Wait until all sit "
    "there.",
    "deal_fantasyland": "Somebody still has Fantasyland to play, which no deal can price. Play it "
    "first, or confirm that all agree.",
    "deal_changed": "Players or stacks are not as they were when this deal was worked out. Look "
    "at it again.",
    "deal_unusual": "Somebody gets more than first prize, or less than the last. Confirm that all "
    "agree to it.",
    "removal_unknown": "Say whether the player is disqualified or did not come.",
    "last_player": "Entry {number} is the last one in. Finish the event.",
    "add_on_none": "No add-on is sold in this event.",
    "add_on_over": "The add-on was sold until the end of level {level}.",
    "add_on_had": "Entry {number} has had its add-on.",
    "undo_corrected": "Hand {hand} was corrected, or a correction of it waits. Correct it again "
    "instead of opening it.",
    "undo_chips": "Chips came or went at this table since hand {hand}. Correct the hand instead of "
    "opening it.",
    "correction_same": "This changes nothing: the hand counts like this already.",
    "correction_changed": "Stacks or hands have changed since you looked. Look at the "
    "effect again.",
    "correction_waits": "A correction of hand {hand} waits for a second person already. Approve or "
    "drop it first.",
    "correction_unknown": "No such correction waits. Reload the page.",
    "correction_paid": "Entry {number} was paid its prize, and this would change it. Settle it by "
    "hand with a second person.",
    "back_reentered": "{name} has entered again since, so entry {number} stays out.",
    "back_chips": "Entry {number} went out in a hand. Correct that hand, or give the chips of your "
    "ruling.",
    "entry_in": "Entry {number} is still in.",
    "adjust_lines": "Give each entry once, with the chips to add or to take.",
    "adjust_below": "Entry {number} has {stack}: that would leave nothing. Take the player out "
    "instead.",
    "penalty_points": "Give 1 to {most} points.",
    "penalty_alone": "Nobody else sits at table {table}, so there is nobody to pay.",
    "count_stale": "Chips have moved since this count, or it was booked. Count again.",
    "break_already": "The break has begun already.",
    "break_not_next": "The next line is no break. Pause the clock instead, or go to the line of a "
    "break.",
    "extra_minutes": "Give 0 to {most} minutes.",
    "extra_no_break": "No break follows, so there is nothing to play into.",
    "places_few": "Name two players or more who are out, each once.",
    "places_apart": "Their places must follow each other. Take in entry {number} as well, or leave "
    "some out.",
    "places_paid": "Entry {number} was paid, or its payout is prepared. Take that payout back "
    "first.",
    "bubble_early": "{left} players are left and {paid} places are paid. Nobody can be told yet.",
    "bubble_count": "Count the players of table {tables} first, or once more: somebody went out "
    "since, or the count differs.",
    "bubble_told": "It was announced already.",
    "bounty_none": "Entry {number} has no bounty.",
    "bounty_to": "Name entries of this event that have the bounty, each once, and not its own.",
    "day_over": "Day {day} is over. The next hand is dealt on the next day.",
    "day_ended": "The day has ended already. Count the bags.",
    "day_running": "Day {day} is being played. End it first.",
    "day_hands": "{count} hands are still being played. Let them end, then end the day.",
    "day_fantasyland": "{count} players have Fantasyland to play. It is played before the day "
    "ends.",
    "bag_chips": "Enter the chips of the bag as a whole number.",
    "bags_missing": "{count} bags are not right yet: two people count the same, and it is what the "
    "books say.",
    "carried_already": "Players are entered already. Flights are taken over into an empty event.",
    "carried_chips": "The bags do not sum to what the flights say. Look at them again.",
    "flight_bounties": "{event}: bounties that nobody has: {count}. Say who has each of them, "
    "on the page of the player who is out; then the flights can meet.",
    "flight_currency": "{event} takes money in {currency}. Set this currency in the prices here "
    "first, so that all of it is one pool.",
    "flight_prizes": "{event} has published prizes of its own: its pool would be paid twice.",
    "handed_over": "The players of this flight play on in {event}. Prizes and bounties are "
    "settled there.",
    "flight_open": "{event}: the day has not ended, or bags are not right yet.",
    "rotate_lines": "Name each table once, and nobody at two tables.",
    "table_mark": "Choose one of the marks, and a place from 1 to {most} or none.",
    "late_level": "This event has no level {level}.",
    "late_seats": "Say who was dealt in: two players or more who sit at table {table}, and the "
    "button among them.",
    "level_begun": "Levels that have begun stand. Change the structure from line {line} on.",
    "level_last": "The last level has begun and has no end. Nothing comes after it.",
    "slip_known": "Hand {hand} is in the record already, or slip {slip} belongs to another hand. "
    "Look at the numbers again.",
    "slip_unknown": "This slip waits no more. Reload the page.",
    "slip_blank": "Slip {slip}: the stack of seat {seat} after the hand is missing. Type it again.",
    "slip_differs": "Slip {slip}, seat {seat}: the paper says {written}, the cards make "
    "{worked_out}. Nothing was entered; settle it with the table before any later hand.",
    "event_known": "Event {slug} is here already. Nothing was imported.",
    "import_broken": "Nothing was imported from this file: {problem}.",
    "seat_wide": "A table of this rule set has at most {most} seats.",
}


class Refusal(Exception):
    """A command that was not carried out; nothing has changed.

    Attributes:
        code: stable name of the reason, a key of `TEMPLATES`.
        params: the placeholders of the sentence.
        head: for a stale command, what the caller should see instead (JSON-able).

    Example:
        >>> str(Refusal("hand_not_open", table=4))
        'No hand is open at table 4. Start the next hand first.'
    """

    status: ClassVar[int] = 422

    def __init__(
        self, code: str, *, head: Mapping[str, object] | None = None, **params: Param
    ) -> None:
        self.code = code
        self.params = params
        self.head = head
        super().__init__(code)

    @property
    def template(self) -> str:
        """The English sentence with its placeholders."""
        return TEMPLATES[self.code]

    def __str__(self) -> str:
        return self.template.format_map(self.params)


class BadRequest(Refusal):
    """The request itself is not understandable; no rule was asked."""

    status = 400


class NotAllowed(Refusal):
    """The caller may not do this here and now."""

    status = 403


class NotFound(Refusal):
    """There is no such object among those the caller may see."""

    status = 404


class Conflict(Refusal):
    """Somebody was faster, or the caller looks at an old state; ``head`` is the new one."""

    status = 409


class Busy(Refusal):
    """The database gave no lock in time; the same request may simply be sent again."""

    status = 503
