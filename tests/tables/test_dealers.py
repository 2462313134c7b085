"""Dealers: who was where and how long, from the log; a push in one stroke, nobody at two tables."""

from datetime import timedelta

import pytest
from django.utils import timezone

from core.errors import Conflict
from tables.dealers import roster_of, stints_of
from tests.factories import SHEETS, Floor
from tests.tables.test_corrections import refused
from tests.tournaments.test_verify import verify
from tests.web.pages import Browser, text
from tournaments.models import Role
from tournaments.rules.rota import push

pytestmark = pytest.mark.django_db


@pytest.fixture
def floor(wall) -> Floor:
    """Two tables with a dealer each, and a third one who rests."""
    floor = Floor.running(players=6)
    floor.people = [floor.hire(Role.DEALER, table=table) for table in (1, 2)]
    floor.people.append(floor.hire(Role.DEALER))
    return floor


def where(floor: Floor) -> dict[int, str]:
    tables = floor.event.tables.filter(open=True).select_related("dealer")
    return {table.number: str(table.dealer.uid) for table in tables if table.dealer}


def rotate(floor: Floor, lines: dict[int, object]) -> None:
    assign = [{"table": table, "user": str(user.uid)} for table, user in lines.items()]
    floor.do("dealer.rotate", assign=assign)


class TestPush:
    def test_two_change_places_in_one_stroke(self, floor):
        a, b, _ = floor.people
        rotate(floor, {1: b, 2: a})
        assert where(floor) == {1: str(b.uid), 2: str(a.uid)}
        floor.play(SHEETS["flush"], table=1)
        assert verify(floor, replay=True) == ""

    def test_who_leaves_a_table_for_another_frees_it(self, floor):
        a, _, c = floor.people
        rotate(floor, {2: a})
        assert where(floor) == {2: str(a.uid)}
        rotate(floor, {1: c})
        assert where(floor) == {1: str(c.uid), 2: str(a.uid)}

    def test_nobody_is_at_two_tables(self, floor):
        a, *_ = floor.people
        for lines in ([(1, a), (2, a)], [(1, a), (1, floor.people[1])], [(1, floor.director)], []):
            assign = [{"table": table, "user": str(user.uid)} for table, user in lines]
            with refused("rotate_lines"):
                floor.do("dealer.rotate", assign=assign)

    def test_nor_in_two_events(self, floor):
        other = Floor.running(players=2)
        c = floor.people[2]
        other.do("staff.assign", user=str(c.uid), role=Role.DEALER)
        other.do("dealer.assign", table=1, user=str(c.uid))
        with pytest.raises(Conflict, check=lambda found: found.code == "dealer_elsewhere"):
            rotate(floor, {1: c})

    def test_everybody_comes_round(self):
        tables, resting = {1: "a", 2: "b", 3: None}, ["c", "d"]
        for _ in range(5):
            placed, resting = push(tables, resting)
            assert len(set(placed.values())) == 3
            assert not set(placed.values()) & set(resting)
            tables = placed
        assert push({1: "a", 2: "b"}, []) == ({1: "b", 2: "a"}, [])
        assert push({1: None}, []) == ({}, [])


class TestRoster:
    def test_minutes_are_those_at_tables(self, floor, wall):
        a, b, c = floor.people
        wall.forward(minutes=30)
        rotate(floor, {1: c, 2: a})
        wall.forward(minutes=10)
        lines = {line.user: line for line in roster_of(floor.event, timezone.now())}
        assert (lines[a].minutes, lines[a].table, lines[a].tables) == (40, 2, 2)
        assert (lines[b].minutes, lines[b].table) == (30, None)
        assert (lines[c].minutes, lines[c].table) == (10, 1)

    def test_a_table_that_closes_ends_a_stint(self, floor, wall):
        wall.forward(minutes=5)
        floor.do("table.open")
        c = floor.people[2]
        floor.do("dealer.assign", table=3, user=str(c.uid))
        wall.forward(minutes=7)
        floor.do("table.close", table=3)
        wall.forward(minutes=9)
        stint = next(one for one in stints_of(floor.event) if one.user == str(c.uid))
        assert stint.length(timezone.now()) == timedelta(minutes=7)


class TestPage:
    def test_the_push_is_shown_and_done(self, floor):
        browser = Browser(floor.hire(Role.FLOOR))
        path = f"/d/{floor.slug}/dealers/"
        page = browser.get(path)
        assert "Next push" in text(page)
        c = floor.people[2]
        assert f"1:{c.uid}" in page.content.decode()
        lines = [f"1:{c.uid}", f"2:{floor.people[0].uid}"]
        assert browser.post(f"{path}push/", {"line": lines}).status_code == 302
        assert where(floor)[1] == str(c.uid)
        assert browser.post(f"{path}push/", {"line": "x"}).status_code == 400

    def test_what_a_table_costs(self):
        floor = Floor.running(players=3)
        browser, path = Browser(floor.director), f"/d/{floor.slug}/dealers/"
        assert "No dealer yet" in text(browser.get(path))
        assert "Pay for half an hour" not in text(browser.get(path))
        priced = Floor()
        priced.do("event.prices", prices={"currency": "EUR", "buy_in": 100_00})
        priced.do("event.publish")
        priced.register("Ana", "Boris", "Caio", "Dana")
        priced.do("seat.draw")
        priced.do("event.start")
        page = text(Browser(priced.director).get(f"/d/{priced.slug}/dealers/?pay=20"))
        assert "A table for an hour 40" in page.replace("€", "").replace("\xa0", " ")
        assert Browser(priced.director).get(f"/d/{priced.slug}/dealers/?pay=x").status_code == 200
