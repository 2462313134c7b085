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


def test_prices_are_said_as_they_were_set(floor):
    floor.do(
        "event.prices",
        reason="a sponsor",
        prices={"currency": "EUR", "buy_in": 90_00, "fee": 10_00, "staff_bp": 250},
    )
    page = log(floor, "?about=money").replace("\u00a0", " ")
    assert (
        "Prices set: Buy-in 90 EUR · Fee 10 EUR · Staff share 2.50 % · 15% of the entries are paid"
        in page
    )
    assert "Buy-in 90 EUR" in text(Browser().get(f"/e/{floor.slug}/prizes/")).replace("\u00a0", " ")


def test_who_went_out_is_named_until_the_hand_is_reopened():
    floor = Floor.running(players=3, starting_stack=3_000)
    recorded = floor.leader_wins()
    assert len(recorded["eliminated"][0]) == 2
    out = [one.person.name for one in floor.event.entries.exclude(out_seq=None).order_by("number")]
    assert f"2 players out: {', '.join(out)}" in log(floor)
    floor.do("hand.undo", table=1, hand=1)
    assert "2 players out" in log(floor)
    assert "players out:" not in log(floor)


def test_a_penalty_says_how_many_points(floor):
    entry = floor.table(1).seats.exclude(entry=None).first().entry
    floor.do("penalty.give", entry=entry.number, points=3, reason="a missed turn")
    assert f"Penalty for entry {entry.number} ({entry.person.name}) · 3 points" in log(floor)


def test_a_stack_that_was_not_right_at_a_move_is_written_with_both_figures(floor):
    seat = floor.table(1).seats.exclude(entry=None).first()
    free = floor.table(2).seats.filter(entry=None).first()
    facts = {"entry": seat.entry.number, "table": 2, "seat": free.number}
    [order] = floor.do("move.order", reason="balance", **facts)["orders"]
    stack = seat.entry.stack
    floor.do("move.left", table=1, order=order["order"], stack=stack - 100)
    floor.do("move.arrived", table=2, order=order["order"], stack=stack)
    assert f"counted {stack - 100:,}, the books say {stack:,}" in log(floor)
    assert log(floor).count("the books say") == 1


def test_what_was_dealt_with_is_named(floor):
    item = floor.do("correction.ask", table=1, hand=1, text="two boards swapped")
    floor.do("queue.close", item=item["item"], note="they were right")
    assert "Table 1: dealt with · correction asked for · hand 1 · they were right" in log(floor)


def test_one_player_is_one_player(floor):
    floor.do("head.count", table=1, players=1)
    assert "Table 1: 1 player counted" in log(floor)
