"""What the planner must know of tables: marks, the published break order, protected seats."""

import pytest
from django.utils import timezone

from tables.services.planning import break_order, proposal_of
from tests.factories import Floor
from tests.tables.test_corrections import refused
from tests.tournaments.test_verify import verify
from tests.web.pages import Browser, text
from tournaments.models import Role

pytestmark = pytest.mark.django_db


def mark(floor: Floor, table: int, kind: str = "", place: int | None = None, seats=()) -> None:
    facts = {"table": table, "mark": kind, "place": place, "protected": list(seats)}
    floor.do("table.mark", **facts)


@pytest.fixture
def floor() -> Floor:
    """Four tables: nine players, after two went it could be one less."""
    floor = Floor.running(players=8)
    mark(floor, 1)
    return floor


def closes(floor: Floor) -> list[int]:
    found = proposal_of(floor.event, timezone.now())
    return sorted(found.plan.closes) if found else []


def three_of_two(floor: Floor) -> Floor:
    """Three tables of two: one of them can close."""
    out = floor.event.entries.filter(seat__isnull=False).order_by("-number")
    sizes = {t.number: t.seats.exclude(entry=None).count() for t in floor.event.tables.all()}
    for table, size in sizes.items():
        if size == 3:
            entry = out.filter(seat__table__number=table).first().number
            floor.do("entry.remove", entry=entry, removal="no_show", reason="not there")
    return floor


def test_the_break_order_is_the_one_that_is_published(floor):
    three_of_two(floor)
    assert [table.number for table in break_order(floor.event)] == [3, 2, 1]
    assert closes(floor) == [3]
    mark(floor, 1, place=1)
    assert [table.number for table in break_order(floor.event)] == [1, 3, 2]
    assert closes(floor) == [1]
    page = text(Browser().get(f"/e/{floor.slug}/changes/"))
    assert "Tables break in this order: 1, 3, 2" in page
    assert verify(floor, replay=True) == ""


@pytest.mark.parametrize("kind", ["feature", "protected", "locked"])
def test_a_marked_table_does_not_break(floor, kind):
    three_of_two(floor)
    mark(floor, 3, kind)
    assert 3 not in closes(floor)
    assert 3 not in [table.number for table in break_order(floor.event)]


def test_who_sits_on_a_protected_seat_is_not_moved(floor):
    three_of_two(floor)
    seats = floor.table(3).seats.exclude(entry=None).values_list("number", flat=True)
    mark(floor, 3, seats=seats)
    moved = proposal_of(floor.event, timezone.now())
    entries = set(floor.table(3).seats.exclude(entry=None).values_list("entry__number", flat=True))
    assert moved is None or not {move.entry for move in moved.plan.moves} & entries


def test_nobody_is_drawn_to_a_locked_table():
    floor = Floor.running(players=5, registration_level=9)
    for table in floor.event.tables.all():
        mark(floor, table.number, "locked")
    floor.register("Late Riser")
    with refused("no_free_seat"):
        floor.do("seat.draw")


def test_what_is_no_mark(floor):
    for facts in ({"kind": "golden"}, {"place": 0}, {"place": 10_000}):
        with refused("table_mark"):
            mark(floor, 1, **facts)
    with refused("seat_unknown"):
        mark(floor, 1, seats=[9])


def test_at_the_desk(floor):
    browser, path = Browser(floor.hire(Role.FLOOR)), f"/d/{floor.slug}/moves/tables/"
    assert "Tables break in this order" in text(browser.get(path))
    facts = {"table": "2", "mark": "feature", "place": "4", "protected": "1"}
    assert browser.post(path, facts).status_code == 302
    table = floor.table(2)
    assert (table.mark, table.break_place) == ("feature", 4)
    assert list(table.seats.filter(protected=True).values_list("number", flat=True)) == [1]
    assert browser.post(path, {**facts, "place": "x"}).status_code == 400
    assert browser.post(path, {**facts, "mark": "golden"}).status_code == 422
