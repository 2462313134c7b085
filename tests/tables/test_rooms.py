"""Rooms: where a table stands, said wherever somebody is told to walk there; nowhere without."""

import random

import pytest

from tables.models import Table
from tests.factories import Api, Floor, refusal
from tests.tables.floor_scenes import lone_table, seven
from tests.tables.test_corrections import refused
from tests.tables.test_seating import code_of
from tests.tournaments.test_verify import verify
from tests.web.pages import Browser, text
from tournaments.models import Role
from tournaments.rules.balance import plan_moves
from tournaments.rules.plan import PlayerState, TableState

pytestmark = pytest.mark.django_db


def rooms(floor: Floor) -> dict[int, str]:
    return dict(floor.event.tables.values_list("number", "room"))


class TestCommands:
    def test_new_tables_stand_where_they_were_set_up(self):
        floor = Floor.open(players=4)
        floor.do("table.open", count=2, room="Terrace")
        floor.do("table.open")
        assert rooms(floor) == {1: "Terrace", 2: "Terrace", 3: ""}

    def test_many_tables_at_once_and_back(self):
        floor = Floor.running(players=9)
        floor.do("table.room", tables=[3, 1], room="Main hall")
        assert rooms(floor) == {1: "Main hall", 2: "", 3: "Main hall"}
        floor.do("table.room", tables=[1], room="")
        assert rooms(floor)[1] == ""
        assert verify(floor, replay=True) == ""

    def test_what_is_refused(self):
        floor = Floor.running(players=4)
        for facts, code in (
            ({"tables": [1, 9], "room": "Bar"}, "table_unknown"),
            ({"tables": [], "room": "Bar"}, "room_tables"),
            ({"tables": [1, 1], "room": "Bar"}, "room_tables"),
            ({"tables": [1], "room": "x" * 31}, "room_name"),
            ({"tables": [1], "room": " Bar "}, "room_name"),
            ({"tables": [1], "room": "B\u202ear"}, "room_name"),
        ):
            assert code_of(floor, "table.room", **facts) == code
        with refused("room_name"):
            floor.do("table.open", room="x" * 31)
        floor.do("table.open")
        floor.do("table.close", table=3)
        assert code_of(floor, "table.room", tables=[3], room="Bar") == "table_closed"

    def test_over_the_api(self):
        floor = Floor.running(players=4)
        api, path = Api(floor.director), f"events/{floor.slug}/tables/rooms"
        assert api.post(path, tables=[1, 2], room="Bar").status_code == 200
        assert api.get(f"tables/{floor.table(1).uid}/").json()["room"] == "Bar"
        # More than a database can hold; the fuzz found it.
        assert refusal(api.post(path, tables=[10**20], room="Bar")) == (400, "bad_request")
        cashier = Api(floor.hire(Role.CASHIER))
        assert refusal(cashier.post(path, tables=[1], room="Bar")) == (403, "not_allowed")


class TestShown:
    @pytest.fixture
    def floor(self) -> Floor:
        """Two tables in two rooms; somebody has an order to the other one."""
        floor = Floor.running(players=5)
        floor.do("table.room", tables=[1], room="Main")
        floor.do("table.room", tables=[2], room="Terrace")
        return floor

    def ordered(self, floor: Floor) -> tuple[int, int]:
        """An entry with an order, and the number of the table it goes to."""
        free = Table.objects.get(event=floor.event, seats__entry=None)
        source = floor.table(3 - free.number)
        entry = source.seats.exclude(entry=None).first().entry.number
        seat = free.seats.get(entry=None).number
        facts = {"entry": entry, "table": free.number, "seat": seat}
        floor.do("move.order", reason="balance", **facts)
        return entry, free.number

    def test_an_order_names_the_room_everywhere(self, floor):
        entry, table = self.ordered(floor)
        called = floor.table(table).called
        assert called in {"1, Main", "2, Terrace"}
        director, anybody = Browser(floor.director), Browser()
        assert f"to table {called}, seat" in text(director.get(f"/d/{floor.slug}/moves/"))
        page = text(anybody.get(f"/e/{floor.slug}/p/{entry}/"))
        assert f"Moves to table {called}, seat" in page
        assert f"ordered to table {called}" in text(director.get(f"/d/{floor.slug}/log/"))
        assert f"to table {called}" in text(anybody.get(f"/e/{floor.slug}/clock/"))
        dealing = text(director.get(f"/e/{floor.slug}/deal/{3 - table}/"))
        assert f"goes to table {called}, seat" in dealing

    def test_seats_name_the_room(self, floor):
        director = Browser(floor.director)
        for path in ("seats/", "seats/lists/", "seats/cards/", "seats/setup/"):
            assert "Terrace" in text(director.get(f"/d/{floor.slug}/{path}")), path
        for path in ("", "t/", "t/2/"):
            assert "2, Terrace" in text(Browser().get(f"/e/{floor.slug}/{path}")), path

    def test_what_waits_names_the_room(self, floor):
        floor.do("floor.call", by=floor.dealer(2), table=2, reason="rules")
        assert "Table 2, Terrace" in text(Browser(floor.director).get(f"/d/{floor.slug}/"))

    def test_without_rooms_nothing_is_shown(self):
        floor = Floor.running(players=5)
        page = text(Browser().get(f"/e/{floor.slug}/"))
        assert "table 1, seat" in page


def test_at_the_desk():
    floor = Floor.open(players=5)
    browser, path = Browser(floor.hire(Role.FLOOR)), f"/d/{floor.slug}/seats/setup/"
    assert browser.post(path, {"count": "4", "room": " Main  hall "}).status_code == 302
    assert browser.post(f"{path}room/", {"tables": "2-3", "room": "Bar"}).status_code == 302
    assert rooms(floor) == {1: "Main hall", 2: "Bar", 3: "Bar", 4: "Main hall"}
    page = text(browser.get(path))
    assert "Main hall 1, 4" in page
    assert "Bar 2, 3" in page
    for tables in ("x", "1-", "", "1-99999"):
        assert browser.post(f"{path}room/", {"tables": tables, "room": "Bar"}).status_code == 422
    assert browser.post(f"{path}room/", {"tables": "9", "room": "Bar"}).status_code == 422
    log = text(browser.get(f"/d/{floor.slug}/log/"))
    assert "Tables 2, 3: room Bar" in log
    assert "Tables 1 to 4 set up · Main hall" in log


def test_a_way_within_the_room_is_shorter():
    """Floor 7.4, step 3: walking distance, after everything that concerns the game."""
    lone = TableState(1, (PlayerState(1, seat=1),), room="Main", protected=False)
    others = [
        TableState(n, (PlayerState(10 * n, seat=1), PlayerState(10 * n + 1, seat=2)), room=room)
        for n, room in ((2, "Terrace"), (3, "Main"), (4, "Terrace"))
    ]
    for seed in range(20):
        plan = plan_moves([lone, *others], random.Random(seed))
        assert [move.to_table for move in plan.moves] == [3]


def test_a_proposal_names_the_room():
    floor = seven()
    lone = lone_table(floor)
    floor.do("table.room", tables=[lone], room="Bar")
    page = text(Browser(floor.director).get(f"/d/{floor.slug}/moves/"))
    assert f"table {lone}, Bar, seat" in page
