"""Seats: the draw and its seed, moves, tables and who deals there."""

import random

import pytest

from core.errors import Refusal
from tables.models import Seat
from tables.selectors import table_view
from tests.factories import SHEETS, Api, Floor, refusal, seats_in_order, staff
from tournaments import verify
from tournaments.models import Entry
from tournaments.rules.draw import draw_event
from tournaments.rules.positions import next_button, position_next

pytestmark = pytest.mark.django_db


def code_of(floor: Floor, name: str, **facts) -> str:
    """The code with which a command is refused."""
    with pytest.raises(Refusal) as refused:
        floor.do(name, **facts)
    return refused.value.code


def seated(floor: Floor) -> dict[tuple[int, int], int]:
    """Who sits where: entry by table and seat."""
    seats = Seat.objects.filter(table__event=floor.event).exclude(entry=None)
    rows = seats.values_list("table__number", "number", "entry__number")
    return {(table, seat): entry for table, seat, entry in rows}


def free_seat(floor: Floor, table: int) -> int:
    return floor.table(table).seats.filter(entry=None).first().number


class TestDraw:
    def test_anybody_can_repeat_it_from_the_seed_in_the_journal(self):
        floor = Floor.open(players=11)
        drawn = floor.do("seat.draw")["seats"]

        seed = floor.event.journal.last().seed
        again = draw_event(range(1, 12), 3, random.Random(seed))

        assert drawn == [{"entry": e, "table": t, "seat": s} for e, t, s in again]
        assert seated(floor) == {(s["table"], s["seat"]): s["entry"] for s in drawn}

    def test_every_draw_has_its_own_seed(self):
        floor = Floor.open(players=4)
        floor.do("seat.draw")
        floor.do("seat.draw")
        seeds = floor.event.journal.filter(kind="seat.draw").values_list("seed", flat=True)
        assert len(set(seeds)) == 2

    @pytest.mark.parametrize(("players", "sizes"), [(2, [2]), (4, [2, 2]), (7, [2, 2, 3])])
    def test_tables_are_as_even_as_can_be(self, players, sizes):
        floor = Floor.open(players=players)
        floor.do("seat.draw")
        tables = [table for table, _ in seated(floor)]
        assert sorted(tables.count(table) for table in set(tables)) == sizes

    def test_a_second_draw_before_the_start_seats_everyone_anew(self):
        floor = Floor.open(players=6)
        floor.do("seat.draw")
        floor.register("Late Riser")
        floor.do("seat.draw")
        assert sorted(seated(floor).values()) == list(range(1, 8))

    def test_tables_that_are_not_needed_are_closed(self):
        floor = Floor.open(players=3)
        floor.do("table.open")
        floor.do("table.open")
        floor.do("seat.draw")
        assert list(floor.event.tables.filter(open=True).values_list("number", flat=True)) == [1]

    def test_a_table_that_opens_again_has_no_dealer_who_deals_elsewhere(self):
        floor = Floor.open(players=3)
        floor.do("table.open")
        floor.do("table.open")
        dealer = floor.dealer(2)
        floor.do("seat.draw")
        floor.do("dealer.assign", table=1, user=str(dealer.uid))
        floor.register("Player 4", "Player 5", "Player 6")
        floor.do("seat.draw")
        assert floor.table(1).dealer == dealer
        assert floor.table(2).dealer is None

    def test_after_the_start_those_who_sit_stay(self):
        floor = Floor.running(players=4, registration_level=1)
        before = seated(floor)
        (entry,) = floor.register("Late Riser")
        floor.do("seat.draw")
        after = seated(floor)
        assert before.items() <= after.items()
        assert set(after.values()) - set(before.values()) == {entry}

    def test_a_late_player_is_not_drawn_to_a_table_in_fantasyland(self):
        floor = Floor.running(players=4, registration_level=1)
        floor.play(SHEETS["kings on top"], table=2)
        floor.register("Late Riser")
        assert [seat["table"] for seat in floor.do("seat.draw")["seats"]] == [1]

    def test_a_lone_player_in_fantasyland_gets_the_late_player(self):
        """Else he could never play: he may not leave his table, and nobody might come."""
        structure = [{"level": 5000, "seconds": 600}]
        floor = Floor.running(
            players=2, structure=structure, registration_level=1, reentry_limit=None
        )
        floor.play(SHEETS["kings on top"])
        out = floor.event.entries.exclude(out_seq=None).get()
        floor.register(out.person.name)
        assert [seat["table"] for seat in floor.do("seat.draw")["seats"]] == [1]
        button = floor.table(1).hands.get().button
        started = floor.start(1)
        assert sorted(player["fantasyland"] for player in started["players"]) == [0, 15]
        assert started["button"] == next_button(button, sorted(started["order"]), frozen=True)

    def test_one_player_is_not_drawn(self):
        assert code_of(Floor.open(players=1), "seat.draw") == "no_players"

    def test_a_draft_is_not_drawn(self):
        assert code_of(Floor(), "seat.draw") == "event_status"


class TestMove:
    @pytest.fixture
    def floor(self) -> Floor:
        """Two heads-up tables of three chairs."""
        return Floor.running(players=4)

    def mover(self, floor: Floor, table: int = 1) -> Entry:
        return floor.table(table).seats.exclude(entry=None).first().entry

    def test_between_hands_a_player_takes_his_chips_to_a_free_seat(self, floor):
        entry, free = self.mover(floor), free_seat(floor, 2)
        api = Api(floor.director)
        answer = api.post(
            f"events/{floor.slug}/moves", entry=entry.number, table=2, seat=free, reason="balance"
        )
        assert answer.json()["to"] == [2, free]
        assert seated(floor)[2, free] == entry.number
        assert list(seated(floor).values()).count(entry.number) == 1
        assert floor.event.entries.get(number=entry.number).stack == entry.stack

    def test_it_needs_a_reason(self, floor):
        path, facts = f"events/{floor.slug}/moves", {"entry": 1, "table": 2, "seat": 1}
        assert refusal(Api(floor.director).post(path, **facts)) == (400, "bad_request")
        assert code_of(floor, "entry.move", **facts) == "reason_needed"

    @pytest.mark.parametrize(
        ("facts", "code"),
        [
            ({"entry": 99}, "entry_unknown"),
            ({"table": 9}, "table_unknown"),
            ({"seat": 9}, "seat_unknown"),
        ],
    )
    def test_what_is_not_there_is_named(self, floor, facts, code):
        facts = {"entry": 1, "table": 2, "seat": free_seat(floor, 2), "reason": "balance", **facts}
        assert code_of(floor, "entry.move", **facts) == code

    def test_a_taken_seat_is_refused(self, floor):
        taken = floor.table(2).seats.exclude(entry=None).first().number
        entry = self.mover(floor).number
        facts = {"entry": entry, "table": 2, "seat": taken, "reason": "balance"}
        assert code_of(floor, "entry.move", **facts) == "seat_taken"

    @pytest.mark.parametrize("playing", [1, 2])
    def test_nobody_leaves_or_joins_a_hand_that_is_being_played(self, floor, playing):
        floor.start(playing)
        entry, free = self.mover(floor).number, free_seat(floor, 2)
        facts = {"entry": entry, "table": 2, "seat": free, "reason": "balance"}
        assert code_of(floor, "entry.move", **facts) == "hand_open"

    @pytest.mark.parametrize("locked", [1, 2])
    def test_fantasyland_locks_its_table_both_ways(self, floor, locked):
        floor.play(SHEETS["kings on top"], table=locked)
        entry, free = self.mover(floor).number, free_seat(floor, 2)
        facts = {"entry": entry, "table": 2, "seat": free, "reason": "balance"}
        assert code_of(floor, "entry.move", **facts) == "table_locked_fl"

    @pytest.mark.parametrize("ordered", [False, True], ids=["at once", "by an order"])
    def test_the_last_two_each_alone_in_fantasyland_come_together(self, ordered):
        """Nobody can come to them, and an event must end: one moves and takes it with him."""
        floor = Floor.running(players=4)
        for table in (1, 2):
            floor.play(SHEETS["kings on top"], table=table)
        first, other = floor.event.entries.filter(fantasyland=0)
        floor.do("entry.remove", entry=first.number, removal="disqualified", reason="left")
        mover, stays = floor.event.entries.filter(fantasyland__gt=0)
        here, there = mover.seat.table.number, stays.seat.table.number
        facts = {"entry": mover.number, "table": there, "reason": "ruling"}
        facts["seat"] = free_seat(floor, there)
        assert code_of(floor, "entry.move", **facts) == "table_locked_fl"
        floor.do("entry.remove", entry=other.number, removal="disqualified", reason="left")
        if ordered:
            [order] = floor.do("move.order", **facts)["orders"]
            way = {"order": order["order"], "stack": mover.stack}
            floor.do("move.left", table=here, **way)
            floor.do("move.arrived", table=there, **way)
        else:
            floor.do("entry.move", **facts)
        started = floor.start(there)
        assert [one["fantasyland"] for one in started["players"]] == [15, 15]
        floor.record(there, SHEETS["even"])
        assert list(verify.problems(floor.event)) == []

    def test_the_lock_opens_after_the_last_fantasyland_hand(self, floor):
        floor.play(SHEETS["kings on top"], table=1)
        floor.play(SHEETS["even"], table=1)
        entry, free = self.mover(floor).number, free_seat(floor, 2)
        floor.do("entry.move", entry=entry, table=2, seat=free, reason="balance")

    def test_who_is_out_is_not_moved(self):
        structure = [{"level": 5000, "seconds": 600}]
        floor = Floor.running(players=4, structure=structure)
        floor.play(SHEETS["big win"][:2], table=1)
        out = floor.event.entries.exclude(out_seq=None).get().number
        facts = {"entry": out, "table": 2, "seat": free_seat(floor, 2), "reason": "balance"}
        assert code_of(floor, "entry.move", **facts) == "entry_out"

    def test_he_is_dealt_in_at_his_new_table_with_the_next_hand(self, floor):
        entry, free = self.mover(floor).number, free_seat(floor, 2)
        floor.do("entry.move", entry=entry, table=2, seat=free, reason="balance")
        assert entry in [player["entry"] for player in floor.start(2)["players"]]
        assert code_of(floor, "hand.start", table=1, hand=1, absent=[]) == "few_players"

    @pytest.mark.parametrize("due", ["first", "button"])
    def test_a_newcomer_acts_where_the_planner_said(self, floor, due):
        """Rules B10: dealt in at once; he neither misses the button nor gets it early."""
        newcomer, free = self.mover(floor).number, free_seat(floor, 2)
        last = free % 3 + 1 if due == "first" else (free - 2) % 3 + 1
        while floor.play(SHEETS["even"], table=2)["order"][-1] != last:
            pass
        floor.do("entry.move", entry=newcomer, table=2, seat=free, reason="balance")
        shown = table_view(floor.table(2)).button
        started = floor.start(2)
        assert shown == started["button"]
        assert position_next(free, last, [1, 2, 3]).kind == due
        assert started["order"].index(free) == {"first": 0, "button": 2}[due]

    def test_a_newcomer_on_the_last_buttons_seat_acts_between(self, floor):
        newcomer = self.mover(floor).number
        last = floor.play(SHEETS["even"], table=2)["order"][-1]
        leaving = floor.table(2).seats.get(number=last).entry.number
        home = free_seat(floor, 1)
        floor.do("entry.move", entry=leaving, table=1, seat=home, reason="balance")
        floor.do("entry.move", entry=newcomer, table=2, seat=last, reason="balance")
        order = floor.start(2)["order"]
        taken = sorted(order)
        assert order == seats_in_order(next_button(last, taken), taken)

    def test_who_was_due_the_button_and_left_passes_it_on(self, floor):
        newcomer, free = self.mover(floor).number, free_seat(floor, 2)
        last = floor.play(SHEETS["even"], table=2)["order"][-1]
        leaving = floor.table(2).seats.exclude(entry=None).exclude(number=last).get()
        floor.do("entry.move", entry=newcomer, table=2, seat=free, reason="balance")
        home = free_seat(floor, 1)
        floor.do("entry.move", entry=leaving.entry.number, table=1, seat=home, reason="balance")
        assert floor.start(2)["button"] == free


class TestTables:
    def test_a_new_table_has_the_seats_of_the_rule_set(self):
        floor = Floor.open(ruleset="ofc")
        api = Api(floor.director)
        assert api.post(f"events/{floor.slug}/tables").json()["table"] == 1
        assert floor.table(1).seats.count() == 4

    def test_an_empty_table_is_closed_and_its_dealer_is_free(self):
        floor = Floor.running(players=4)
        floor.do("table.open")
        floor.dealer(3)
        api = Api(floor.director)
        assert api.post(f"events/{floor.slug}/tables/3/close").status_code == 200
        assert (floor.table(3).open, floor.table(3).dealer) == (False, None)

    def test_a_table_with_players_is_not_closed(self):
        floor = Floor.running(players=4)
        response = Api(floor.director).post(f"events/{floor.slug}/tables/1/close")
        assert refusal(response) == (422, "table_not_empty")

    def test_nothing_happens_at_a_closed_table(self):
        floor = Floor.running(players=4)
        floor.do("table.open")
        floor.do("table.close", table=3)
        assert code_of(floor, "hand.start", table=3, hand=1, absent=[]) == "table_closed"
        assert code_of(floor, "table.close", table=3) == "table_closed"


class TestDealers:
    def test_a_dealer_is_named_by_user_name_and_taken_away_by_null(self):
        floor, path = Floor.running(players=4), "tables/1/dealer"
        dealer = floor.hire("dealer")
        api = Api(floor.director)
        api.post(f"events/{floor.slug}/{path}", username=dealer.username)
        assert floor.table(1).dealer == dealer
        api.post(f"events/{floor.slug}/{path}", username=None)
        assert floor.table(1).dealer is None

    def test_who_is_no_dealer_of_this_event_is_refused(self):
        floor, other = Floor.running(players=4), Floor.running(players=4)
        for user in (staff(), floor.director, other.dealer(1)):
            facts = {"table": 1, "user": str(user.uid)}
            assert code_of(floor, "dealer.assign", **facts) == "bad_request"

    def test_a_dealer_is_at_one_table(self):
        floor = Floor.running(players=4)
        dealer = floor.dealer(1)
        response = Api(floor.director).post(
            f"events/{floor.slug}/tables/2/dealer", username=dealer.username
        )
        assert refusal(response) == (409, "dealer_elsewhere")

    def test_who_deals_in_another_event_is_told_where(self):
        other, here = Floor.running(players=4, name="Sunday"), Floor.running(players=4)
        dealer = other.dealer(2)
        here.do("staff.assign", user=str(dealer.uid), role="dealer")
        with pytest.raises(Refusal) as refused:
            here.do("dealer.change", by=dealer, table=1, user=str(dealer.uid))
        assert str(refused.value) == (
            f"{dealer.username} already deals at table 2 of Sunday. Free that table first."
        )

    def test_a_dealer_of_another_event_is_free_when_that_table_closes(self):
        floor = Floor.running(players=4)
        floor.do("table.open")
        dealer = floor.dealer(3)
        floor.do("table.close", table=3)
        floor.do("dealer.assign", table=1, user=str(dealer.uid))
