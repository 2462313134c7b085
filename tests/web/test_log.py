"""The log at the desk: filtered by who, where and what; with the way back."""

import pytest

from tests.factories import SHEETS, Floor
from tests.web.pages import Browser, text
from tournaments.models import Role

pytestmark = pytest.mark.django_db


@pytest.fixture
def floor() -> Floor:
    floor = Floor.running(players=5)
    sizes = {t.number: t.seats.exclude(entry=None).count() for t in floor.event.tables.all()}
    for table, size in sizes.items():
        floor.play(SHEETS["flush" if size == 3 else "even"], table=table)
    return floor


def log(floor: Floor, query: str = "", browser: Browser | None = None) -> str:
    browser = browser or Browser(floor.director)
    return text(browser.get(f"/d/{floor.slug}/log/{query}"))


def test_by_table(floor):
    page = log(floor, "?table=2")
    assert "Table 2: hand 1 recorded" in page
    assert "Table 1: hand 1 recorded" not in page
    assert "Registration opened" not in page


def test_by_what_it_is_about(floor):
    page = log(floor, "?about=event")
    assert "Registration opened" in page
    assert "recorded" not in page
    assert "Nothing like this was done" in log(floor, "?about=money")


def test_by_who_did_it(floor):
    somebody = floor.hire(Role.FLOOR)
    floor.do("floor.call", table=1, by=somebody)
    page = log(floor, f"?actor=user:{somebody.uid}")
    assert "floor called" in page
    assert "recorded" not in page


def test_what_cannot_be_asked_for_asks_for_nothing(floor):
    assert "recorded" in log(floor, "?table=x&about=nothing&actor=nobody&before=zz")


def test_the_way_back_is_shown_to_who_may_go_it(floor):
    mover = floor.table(1).seats.exclude(entry=None).first().entry
    floor.do("entry.remove", entry=mover.number, removal="no_show", reason="not there")
    page = Browser(floor.director).get(f"/d/{floor.slug}/log/").content.decode()
    assert f"/d/{floor.slug}/corrections/t/1/h/1/" in page
    assert f"/d/{floor.slug}/register/{mover.number}/" in page
    auditor = Browser(floor.hire(Role.AUDITOR)).get(f"/d/{floor.slug}/log/").content.decode()
    assert "/corrections/" not in auditor


def test_older_lines_keep_the_filter(floor):
    for _ in range(101):
        floor.do("clock.adjust", seconds=1)
    page = Browser(floor.director).get(f"/d/{floor.slug}/log/?about=clock").content.decode()
    assert "&amp;about=clock" in page
