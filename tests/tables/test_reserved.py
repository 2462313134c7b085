"""Seats that are reserved: the draw leaves them out, says so, and anybody can repeat it."""

import random

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from tables.models import Seat
from tables.services.planning import proposal_of
from tables.services.reserving import reserved_seats
from tests.factories import SHEETS, Api, Floor, refusal
from tests.tables.floor_scenes import lone_table, seven
from tests.tables.test_corrections import refused
from tests.tables.test_seating import code_of, seated
from tests.tournaments.test_verify import verify
from tests.web.pages import Browser, text
from tournaments.models import Role
from tournaments.rules.draw import draw_event
from tournaments.rules.errors import FloorError
from tournaments.rules.reserved import Reserved

pytestmark = pytest.mark.django_db


@pytest.fixture
def floor() -> Floor:
    """Seven players, five tables set up, nobody drawn yet."""
    floor = Floor.open(players=7)
    floor.do("table.open", count=5)
    return floor


def reserve(floor: Floor, table: int, seat: int, entry: int | None = None) -> None:
    floor.do("seat.reserve", table=table, seat=seat, entry=entry, reason="a wheelchair")


class TestDraw:
    def test_who_has_a_reserved_seat_gets_it(self, floor):
        reserve(floor, 5, 2, entry=6)
        reserve(floor, 1, 1, entry=3)
        drawn = floor.do("seat.draw")
        assert seated(floor)[5, 2] == 6
        assert seated(floor)[1, 1] == 3
        assert sorted(drawn["reserved"]) == [3, 6]
        assert {table for table, _ in seated(floor)} == {1, 2, 5}

    def test_a_seat_that_stays_empty_stays_empty(self, floor):
        for seat in range(20):
            if seat == 0:
                reserve(floor, 1, 2)
            floor.do("seat.draw")
            assert (1, 2) not in seated(floor)

    def test_anybody_can_repeat_it_from_the_seed_and_the_reservations(self, floor):
        reserve(floor, 4, 3, entry=2)
        reserve(floor, 2, 1)
        drawn = floor.do("seat.draw")["seats"]
        kept = [Reserved(2, 1, None), Reserved(4, 3, 2)]
        seed = floor.event.journal.last().seed
        again = draw_event(range(1, 8), 3, random.Random(seed), reserved=kept)
        assert drawn == [{"entry": e, "table": t, "seat": s} for e, t, s in again]
        assert verify(floor, replay=True) == ""

    def test_a_removed_reservation_counts_no_more(self, floor):
        reserve(floor, 5, 2, entry=6)
        floor.do("seat.release", table=5, seat=2)
        assert "reserved" not in floor.do("seat.draw")
        assert {table for table, _ in seated(floor)} == {1, 2, 3}

    def test_a_second_reservation_moves_the_first(self, floor):
        reserve(floor, 5, 2, entry=6)
        reserve(floor, 4, 1, entry=6)
        assert reserved_seats(floor.event) == [Reserved(4, 1, 6)]

    def test_one_who_is_taken_back_keeps_no_seat_from_others(self, floor):
        reserve(floor, 5, 2, entry=6)
        floor.do("entry.withdraw", entry=6)
        assert reserved_seats(floor.event) == []
        reserve(floor, 5, 2, entry=7)

    def test_more_tables_than_the_players_fill(self, floor):
        for table, entry in enumerate((1, 2, 3, 4), start=1):
            reserve(floor, table, 1, entry=entry)
        with pytest.raises(FloorError) as refused:
            floor.do("seat.draw")
        assert refused.value.code == "draw_reserved"

    def test_a_redraw_respects_it_too(self, floor):
        floor.do("seat.draw")
        floor.do("event.start")
        reserve(floor, 2, next(seat for table, seat in free(floor) if table == 2), entry=1)
        reserve_at = reserved_seats(floor.event)[0]
        floor.do("seat.redraw", reason="the last two tables")
        assert seated(floor)[reserve_at.table, reserve_at.seat] == 1

    def test_a_late_player_gets_his_reserved_seat_and_nobody_else_does(self):
        floor = Floor.running(players=5, registration_level=9)
        (table, seat) = free(floor)[0]
        first, second = floor.register("Late Riser", "Later Riser")
        reserve(floor, table, seat, entry=second)
        with refused("seat_reserved"):
            floor.do("entry.move", entry=first, table=table, seat=seat, reason="he asked")
        floor.do("table.open")
        floor.do("seat.draw")
        assert seated(floor)[table, seat] == second
        assert {entry: place[0] for place, entry in seated(floor).items()}[first] == 3

    def test_he_waits_while_his_table_plays_fantasyland(self):
        floor = Floor.running(players=5, registration_level=9)
        (table, seat) = free(floor)[0]
        floor.play(SHEETS["kings on top"], table=table)
        (entry,) = floor.register("Late Riser")
        reserve(floor, table, seat, entry=entry)
        assert code_of(floor, "seat.draw") == "reserved_wait"
        floor.play(SHEETS["even"], table=table)
        floor.do("seat.draw")
        assert seated(floor)[table, seat] == entry


class TestPlanner:
    def test_nobody_is_sent_to_a_seat_that_stays_empty(self):
        floor = seven()
        lone = lone_table(floor)
        for table, seat in free(floor):
            if table != lone:
                reserve(floor, table, seat)
        found = proposal_of(floor.event, timezone.now())
        kept = {(place.table, place.seat) for place in reserved_seats(floor.event)}
        assert found is not None
        assert found.plan.moves
        assert not {(move.to_table, move.to_seat) for move in found.plan.moves} & kept

    def test_who_sits_on_his_reserved_seat_is_not_moved(self):
        floor = seven()
        lone = lone_table(floor)
        seat = floor.table(lone).seats.exclude(entry=None).get()
        reserve(floor, lone, seat.number, entry=seat.entry.number)
        found = proposal_of(floor.event, timezone.now())
        assert found is None or seat.entry.number not in {one.entry for one in found.plan.moves}


class TestRefused:
    def test_without_a_reason(self, floor):
        with refused("reason_needed"):
            floor.do("seat.reserve", table=1, seat=1, entry=1)

    def test_what_is_not_there(self, floor):
        good = {"table": 1, "seat": 1, "entry": 1, "reason": "a chair"}
        for wrong, code in (
            ({"seat": 9}, "seat_unknown"),
            ({"table": 9}, "table_unknown"),
            ({"entry": 99}, "entry_unknown"),
        ):
            assert code_of(floor, "seat.reserve", **{**good, **wrong}) == code
        assert code_of(floor, "seat.release", table=1, seat=1) == "seat_unreserved"

    def test_a_seat_is_reserved_once(self, floor):
        reserve(floor, 1, 1, entry=1)
        with refused("seat_reserved"):
            reserve(floor, 1, 1, entry=2)

    def test_two_players_must_be_able_to_play(self, floor):
        reserve(floor, 1, 1)
        with refused("reserved_most"):
            reserve(floor, 1, 2)

    def test_a_seat_with_somebody_else_on_it_once_play_has_begun(self):
        floor = Floor.running(players=4)
        seat = floor.table(1).seats.exclude(entry=None).first()
        other = floor.table(2).seats.exclude(entry=None).first().entry.number
        with refused("seat_taken"):
            reserve(floor, 1, seat.number, entry=other)

    def test_the_database_keeps_nothing_for_somebody_on_a_seat_that_is_not_reserved(self, floor):
        entry = floor.event.entries.first()
        with pytest.raises(IntegrityError), transaction.atomic():
            Seat.objects.filter(table=floor.table(1), number=1).update(reserved_for=entry)

    def test_too_many_tables(self, floor):
        for count in (0, 201):
            assert code_of(floor, "table.open", count=count) == "tables_most"


def test_over_the_api(floor):
    api, seat = Api(floor.director), f"events/{floor.slug}/tables/2/seats/3"
    assert refusal(api.post(f"{seat}/reserve", entry=1)) == (400, "bad_request")
    assert api.post(f"{seat}/reserve", entry=1, reason="a wheelchair").status_code == 200
    assert reserved_seats(floor.event) == [Reserved(2, 3, 1)]
    assert api.post(f"{seat}/release").status_code == 200
    assert api.post(f"events/{floor.slug}/tables", count=2).json()["last"] == 7
    cashier = Api(floor.hire(Role.CASHIER))
    answer = cashier.post(f"{seat}/reserve", entry=1, reason="a wheelchair")
    assert refusal(answer) == (403, "not_allowed")


def test_at_the_desk(floor):
    browser, path = Browser(floor.hire(Role.FLOOR)), f"/d/{floor.slug}/seats/setup/"
    assert "No seat is reserved" in text(browser.get(path))
    assert browser.post(path, {"count": "2"}).status_code == 302
    assert "Tables 6 to 7 are set up." in text(browser.get(path))
    assert browser.post(path, {"count": "0"}).status_code == 422
    facts = {"seat": "2-3", "entry": "1", "reason": ""}
    assert browser.post(f"{path}reserve/", facts).status_code == 422
    assert browser.post(f"{path}reserve/", {**facts, "reason": "knee"}).status_code == 302
    assert browser.post(f"{path}reserve/", {"seat": "1-1", "reason": "lamp"}).status_code == 302
    page = text(browser.get(path))
    assert "table 2, seat 3 Player 1" in page
    assert "table 1, seat 1 stays empty" in page
    floor.do("seat.draw")
    assert "1 of them was reserved and not drawn" in text(browser.get(f"/d/{floor.slug}/seats/"))
    log = text(browser.get(f"/d/{floor.slug}/log/"))
    assert "6 seats drawn · 1 reserved seat given" in log
    assert "Table 2, seat 3: reserved for entry 1 (Player 1)" in log
    assert browser.post(f"{path}release/", {"table": "2", "seat": "3"}).status_code == 302
    assert browser.post(f"{path}release/", {"table": "2", "seat": "3"}).status_code == 422
    assert "reservation removed" in text(browser.get(f"/d/{floor.slug}/log/"))


def test_everybody_reads_whose_seats_they_are_and_never_why(floor):
    reserve(floor, 1, 3, entry=1)
    reserve(floor, 2, 1)
    floor.do("seat.draw")
    page = text(Browser().get(f"/e/{floor.slug}/changes/"))
    assert "table 1, seat 3: Player 1" in page
    assert "table 2, seat 1: stays empty" in page
    assert "wheelchair" not in page
    assert "Reserved seat" in text(Browser().get(f"/e/{floor.slug}/t/2/"))


def free(floor: Floor) -> list[tuple[int, int]]:
    seats = Seat.objects.filter(table__event=floor.event, table__open=True, entry=None)
    return list(seats.values_list("table__number", "number"))
