"""The page of moves: the proposal with its reasons, the orders under way, breaking, redrawing."""

import html
import re

import pytest

from tables.models import MoveOrder
from tests.factories import SHEETS, Floor
from tests.tables.floor_scenes import lone_table, seven, sizes
from tests.web.pages import Browser, text
from tournaments.models import Role

pytestmark = pytest.mark.django_db


@pytest.fixture
def floor() -> Floor:
    return seven()


@pytest.fixture
def lone(floor) -> int:
    return lone_table(floor)


def hidden(response, name: str) -> str:
    body = response.content.decode()
    return html.unescape(re.search(f'name="{name}" value="([^"]*)"', body)[1])


def test_nobody_needs_to_move(floor):
    page = text(Browser(floor.director).get(f"/d/{floor.slug}/moves/"))
    assert "Nobody needs to move" in page
    assert "Nobody is on his way" in page


def test_accept_what_is_proposed(floor, lone):
    browser = Browser(floor.hire(Role.FLOOR))
    path = f"/d/{floor.slug}/moves/"
    page = browser.get(path)
    assert f"Table {lone} had one player" in text(page)
    plan = {"plan": hidden(page, "plan")}
    assert browser.post(f"{path}accept/", plan).status_code == 302
    page = text(browser.get(path))
    assert "1 order was given." in page
    assert f"from table {lone} to table" in page
    again = browser.post(f"{path}accept/", plan)
    assert (again.status_code, "not as it was" in text(again)) == (409, True)
    assert "Proposal accepted" in text(browser.get(f"/d/{floor.slug}/log/"))


@pytest.mark.parametrize("plan", ["", "{", '{"moves": 3}', '{"moves": [], "closes": ["x"]}'])
def test_a_page_that_sends_something_else_is_refused(floor, lone, plan):
    browser = Browser(floor.director)
    answer = browser.post(f"/d/{floor.slug}/moves/accept/", {"plan": plan})
    assert answer.status_code == 400
    assert not MoveOrder.objects.exists()


def test_put_aside_and_take_up_again(floor, lone):
    browser, path = Browser(floor.director), f"/d/{floor.slug}/moves/"
    basis = hidden(browser.get(path), "basis")
    empty = browser.post(f"{path}rule/", {"basis": basis, "reason": ""})
    assert (empty.status_code, "This field is required." in text(empty)) == (422, True)
    assert browser.post(f"{path}rule/", {"basis": basis, "reason": "not yet"}).status_code == 302
    assert "put this aside: “not yet”" in text(browser.get(path))
    again = {"basis": basis, "reason": "now", "redraw": "1"}
    assert browser.post(f"{path}rule/", again).status_code == 302
    assert "put this aside" not in text(browser.get(path))


def test_an_order_by_hand_and_taken_back():
    floor = Floor.running(players=5)
    full = max(sizes(floor), key=sizes(floor).__getitem__)
    other = 3 - full
    entry = floor.table(full).seats.exclude(entry=None).first().entry
    seat = floor.table(other).seats.get(entry=None).number
    browser = Browser(floor.director)
    floor.start(full)
    facts = {"entry": entry.number, "seat": f"{other}-{seat}", "reason": "asks for it"}
    assert (
        browser.post(f"/d/{floor.slug}/seats/move/", {**facts, "when": "order"}).status_code == 302
    )
    page = browser.get(f"/d/{floor.slug}/moves/")
    assert entry.person.display_name in text(page)
    number = hidden(page, "number")
    browser.post(f"/d/{floor.slug}/moves/cancel/", {"number": number})
    assert MoveOrder.objects.get().state == MoveOrder.State.CANCELLED
    wrong = browser.post(f"/d/{floor.slug}/moves/cancel/", {"number": number})
    assert (wrong.status_code, "already carried out" in text(wrong)) == (422, True)
    assert browser.post(f"/d/{floor.slug}/moves/cancel/", {"number": "x"}).status_code == 400


def test_break_a_table(floor):
    browser, path = Browser(floor.director), f"/d/{floor.slug}/moves/"
    refused = browser.post(f"{path}break/", {"table": 1, "reason": "the room closes"})
    if sizes(floor)[1] == 2:
        assert refused.status_code == 302
        assert MoveOrder.objects.count() == 2
    else:
        assert "No free seat is open" in text(refused)
        assert 'value="the room closes"' in refused.content.decode()


def test_redraw_all_seats(floor):
    browser, path = Browser(floor.director), f"/d/{floor.slug}/moves/"
    assert browser.post(f"{path}redraw/", {"all-reason": ""}).status_code == 422
    before = dict(floor.event.entries.values_list("number", "seat"))
    assert browser.post(f"{path}redraw/", {"all-reason": "day two"}).status_code == 302
    assert dict(floor.event.entries.values_list("number", "seat")) != before


@pytest.mark.parametrize("role", [Role.CASHIER, Role.AUDITOR, Role.DEALER])
def test_only_the_floor_moves_players(floor, role):
    assert Browser(floor.hire(role)).get(f"/d/{floor.slug}/moves/").status_code == 404


def test_an_order_says_what_it_waits_for(floor, lone):
    browser, path = Browser(floor.director), f"/d/{floor.slug}/moves/"
    target = next(number for number, size in sizes(floor).items() if size == 2)
    chair = floor.table(lone).seats.exclude(entry=None).get()
    seat = floor.table(target).seats.get(entry=None).number
    facts = {"entry": chair.entry.number, "table": target, "seat": seat, "reason": "he sits alone"}
    floor.do("move.order", **facts)
    assert "leaves now" in text(browser.get(path))
    order = floor.event.orders.get()
    floor.do("move.left", table=lone, order=order.number, stack=chair.entry.stack)
    assert "sits down" not in text(browser.get(path))
    floor.start(target)
    assert f"sits down after the hand at table {target}" in text(browser.get(path))


def test_an_order_that_waits_for_fantasyland_says_so():
    floor = Floor.running(players=7)
    three = next(number for number, size in sizes(floor).items() if size == 3)
    two = next(number for number, size in sizes(floor).items() if size == 2)
    floor.play(SHEETS["aces on top"], table=three)
    entry = floor.table(three).seats.filter(entry__fantasyland=0).first().entry.number
    seat = floor.table(two).seats.get(entry=None).number
    floor.do("move.order", entry=entry, table=two, seat=seat, reason="two and two")
    page = Browser(floor.director).get(f"/d/{floor.slug}/moves/")
    assert f"leaves after Fantasyland at table {three}" in text(page)


def test_where_no_tablet_says_it_the_pages_carry_an_order_out(floor, lone):
    """The floor at the page of moves, a dealer at the page of his table: chips counted twice."""
    target = next(number for number, size in sizes(floor).items() if size == 2)
    chair = floor.table(lone).seats.exclude(entry=None).get()
    seat = floor.table(target).seats.get(entry=None).number
    facts = {"entry": chair.entry.number, "table": target, "seat": seat, "reason": "he sits alone"}
    floor.do("move.order", **facts)
    order = {"order": "1", "stack": str(chair.entry.stack)}
    browser, path = Browser(floor.director), f"/d/{floor.slug}/moves/step/"
    assert browser.post(path, {**order, "table": "x", "command": "move.left"}).status_code == 400
    assert browser.post(path, {**order, "table": lone, "command": "move.by"}).status_code == 400
    assert browser.post(path, {**order, "table": lone, "command": "move.left"}).status_code == 302
    assert "He is on his way" in text(browser.get(f"/d/{floor.slug}/moves/"))
    dealer = Browser(floor.dealer(target))
    page = f"/e/{floor.slug}/deal/{target}/"
    assert f"comes from table {lone} to seat {seat}" in text(dealer.get(page))
    short = {**order, "stack": "100", "command": "move.arrived"}
    other = Browser(floor.dealer(lone)) if floor.table(lone).open else None
    assert other is None or other.post(f"{page}order/", short).status_code in {403, 404}
    assert dealer.post(f"{page}order/", short).status_code == 302
    said = dealer.get(page)
    assert "the floor is called" in text(said)
    assert 'class="message" data-kind="warn"' in said.content.decode()
    assert floor.event.orders.get().state == "arrived"


def test_a_dealer_sends_a_player_off_at_his_own_page(floor, lone):
    target = next(number for number, size in sizes(floor).items() if size == 3)
    entry = floor.table(target).seats.exclude(entry=None).first().entry
    seat = floor.table(lone).seats.filter(entry=None).first().number
    facts = {"entry": entry.number, "table": lone, "seat": seat, "reason": "somebody sits alone"}
    floor.do("move.order", **facts)
    dealer, page = Browser(floor.dealer(target)), f"/e/{floor.slug}/deal/{target}/"
    assert f"goes to table {lone}, seat {seat}" in text(dealer.get(page))
    facts = {"order": "1", "stack": str(entry.stack), "command": "move.left"}
    assert dealer.post(f"{page}order/", facts).status_code == 302
    assert dealer.post(f"{page}order/", facts).status_code == 422
