"""Seats and staff: the draw with its seed, moves, tables, roles, who deals where."""

import re

import pytest
from django.test import Client

from tests.factories import SHEETS, Floor, staff
from tests.web.pages import Browser, text
from tournaments.models import JournalEntry, Role
from tournaments.verify import problems

pytestmark = pytest.mark.django_db


def test_the_draw_shows_its_seed_as_it_stands_in_the_journal() -> None:
    floor = Floor.open(players=5)
    browser = Browser(floor.director)
    path = f"/d/{floor.slug}/seats/"
    assert "5 players wait for a seat" in text(browser.get(path))
    assert browser.post(path).status_code == 302
    entry = JournalEntry.objects.get(event=floor.event, kind="seat.draw")
    page = text(browser.get(path))
    assert entry.seed in page
    assert "Everybody has a seat." in page
    assert "Table 2" in page
    assert "Draw all seats anew" in page


def test_who_comes_after_the_draw_is_seated_and_nobody_else_moves() -> None:
    floor = Floor.open(players=5)
    floor.do("seat.draw")
    sat = dict(floor.event.entries.values_list("number", "seat"))
    floor.register("Dana")
    browser, path = Browser(floor.director), f"/d/{floor.slug}/seats/"
    page = browser.get(path)
    assert "Draw seats for those who wait" in text(page)
    assert "cards and lists that were printed are void" in text(page)
    assert browser.post(path, {"who": "waiting"}).status_code == 302
    now = dict(floor.event.entries.values_list("number", "seat"))
    assert {number: now[number] for number in sat} == sat
    assert None not in now.values()
    assert "Draw seats for those who wait" not in text(browser.get(path))
    assert browser.post(path).status_code == 302
    assert dict(floor.event.entries.values_list("number", "seat")) != now
    assert list(problems(floor.event)) == []


def test_a_draw_with_nobody_is_refused_in_place() -> None:
    floor = Floor.open()
    response = Browser(floor.director).post(f"/d/{floor.slug}/seats/")
    assert response.status_code == 422
    assert "At least two players are needed." in text(response)


def test_move_a_player_with_a_reason() -> None:
    floor = Floor.running(players=4)
    entry = floor.table(1).seats.exclude(entry=None).first().entry
    free = floor.table(2).seats.get(entry=None)
    browser = Browser(floor.director)
    path = f"/d/{floor.slug}/seats/move/"
    facts = {"entry": entry.number, "seat": f"2-{free.number}", "reason": ""}
    response = browser.post(path, facts)
    assert response.status_code == 422
    assert "This field is required." in text(response)
    assert f'value="2-{free.number}" selected' in response.content.decode()
    assert browser.post(path, {**facts, "reason": "balance"}).status_code == 302
    entry.refresh_from_db()
    assert entry.seat.table.number == 2
    assert browser.post(path, {**facts, "seat": "9-9", "reason": "x"}).status_code == 422


def test_a_move_out_of_a_hand_is_refused_in_place() -> None:
    floor = Floor.running(players=4)
    floor.start(1)
    entry = floor.table(1).seats.exclude(entry=None).first().entry
    free = floor.table(2).seats.get(entry=None)
    facts = {"entry": entry.number, "seat": f"2-{free.number}", "reason": "balance"}
    response = Browser(floor.director).post(f"/d/{floor.slug}/seats/move/", facts)
    assert response.status_code == 422
    assert "Hand 1 is still being played at table 1." in text(response)
    assert 'value="balance"' in response.content.decode()


def test_set_up_and_close_a_table() -> None:
    floor = Floor.running(players=3)
    browser = Browser(floor.director)
    path = f"/d/{floor.slug}/seats/table/"
    assert browser.post(path, {"command": "table.open"}).status_code == 302
    assert floor.table(2).open
    assert browser.post(path, {"command": "table.close", "table": 2}).status_code == 302
    response = browser.post(path, {"command": "table.close", "table": 1})
    assert response.status_code == 422
    assert "still has players" in text(response)
    assert browser.post(path, {"command": "event.finish"}).status_code == 400
    assert browser.post(path, {"command": "table.close", "table": "x"}).status_code == 400


def test_give_a_role_and_a_table() -> None:
    floor = Floor.running(players=3)
    dealer = staff("marta")
    browser = Browser(floor.director)
    path = f"/d/{floor.slug}/staff/"
    assert browser.post(path, {"username": "marta", "role": "dealer"}).status_code == 302
    assert "marta is now: Dealer." in text(browser.get(path))
    facts = {"table": 1, "username": "marta"}
    assert browser.post(f"{path}dealer/", facts).status_code == 302
    assert floor.table(1).dealer == dealer
    assert browser.post(f"{path}dealer/", {"table": 1, "username": ""}).status_code == 302
    assert floor.table(1).dealer is None


def test_an_unknown_account_is_said_at_its_field() -> None:
    floor = Floor.running(players=3)
    path = f"/d/{floor.slug}/staff/"
    response = Browser(floor.director).post(path, {"username": "nobody", "role": "dealer"})
    assert response.status_code == 400
    assert "There is no account “nobody”." in text(response)
    assert 'value="nobody"' in response.content.decode()
    response = Browser(floor.director).post(path, {"username": "x", "role": "king"})
    assert response.status_code == 422


def test_a_dealer_at_two_tables_is_refused_in_place() -> None:
    floor = Floor.running(players=4)
    dealer = floor.dealer(1)
    facts = {"table": 2, "username": dealer.username}
    response = Browser(floor.director).post(f"/d/{floor.slug}/staff/dealer/", facts)
    assert response.status_code == 409
    assert "already deals at table 1" in text(response)
    facts = {"table": "x", "username": dealer.username}
    response = Browser(floor.director).post(f"/d/{floor.slug}/staff/dealer/", facts)
    assert response.status_code == 400


def test_the_floor_sets_dealers_but_gives_no_roles() -> None:
    floor = Floor.running(players=3)
    dealer = floor.dealer()
    browser = Browser(floor.hire(Role.FLOOR))
    page = text(browser.get(f"/d/{floor.slug}/staff/"))
    assert "Give a role" not in page
    facts = {"username": dealer.username, "role": "director"}
    assert browser.post(f"/d/{floor.slug}/staff/", facts).status_code == 403
    facts = {"table": 1, "username": dealer.username}
    assert browser.post(f"/d/{floor.slug}/staff/dealer/", facts).status_code == 302


def test_a_dealer_of_another_event_is_named_with_it() -> None:
    other, floor = Floor.running(players=3, name="Main event"), Floor.running(players=3)
    dealer = other.dealer(1)
    floor.do("staff.assign", user=str(dealer.uid), role="dealer")
    facts = {"table": 1, "username": dealer.username}
    path = f"/d/{floor.slug}/staff/dealer/"
    response = Browser(floor.director).post(path, facts)
    assert response.status_code == 409
    assert f"{dealer.username} already deals at table 1 of Main event." in text(response)
    assert f'href="/e/{other.slug}/"' in response.content.decode()
    other.do("staff.assign", user=str(floor.director.uid), role="floor")
    response = Browser(floor.director).post(path, facts)
    assert f'href="/d/{other.slug}/staff/"' in response.content.decode()


def test_the_dealers_of_a_finished_event_are_free() -> None:
    other, floor = Floor.running(players=3, starting_stack=3000), Floor.running(players=3)
    dealer = other.dealer(1)
    other.play(SHEETS["big win"])
    other.do("event.finish")
    floor.do("staff.assign", user=str(dealer.uid), role="dealer")
    facts = {"table": 1, "username": dealer.username}
    response = Browser(floor.director).post(f"/d/{floor.slug}/staff/dealer/", facts)
    assert response.status_code == 302
    assert floor.table(1).dealer == dealer


def test_accounts_are_offered_and_made_here() -> None:
    floor = Floor.running(players=3)
    browser, path = Browser(floor.director), f"/d/{floor.slug}/staff/"
    response = browser.post(f"{path}account/", {"username": "marta", "role": "cashier"})
    assert response.status_code == 200
    assert "The account marta is there · Cashier" in text(response)
    assert floor.event.staff.get(user__username="marta").role == Role.CASHIER
    assert "no-store" in response["Cache-Control"]
    password = re.search(r'data-testid="password">([^<]+)<', response.content.decode())[1]
    assert Client().login(username="marta", password=password)
    page = browser.get(path)
    assert '<option value="marta">' in page.content.decode()
    assert password not in page.content.decode()
    assert browser.post(path, {"username": "marta", "role": "dealer"}).status_code == 302
    response = browser.post(f"{path}account/", {"username": "marta", "role": "dealer"})
    assert response.status_code == 409
    assert "There is already an account marta." in text(response)
    response = browser.post(f"{path}account/", {"username": "two words", "role": "dealer"})
    assert response.status_code == 400
    assert browser.post(f"{path}account/", {"username": "other"}).status_code == 422


def test_who_leaves_the_staff_may_do_nothing_and_deals_nowhere() -> None:
    floor = Floor.running(players=3)
    dealer = floor.dealer(1)
    browser, path = Browser(floor.director), f"/d/{floor.slug}/staff/"
    assert "Somebody leaves the staff" in text(browser.get(path))
    assert f'<option value="{dealer.username}">' in browser.get(path).content.decode()
    facts = {"username": dealer.username}
    assert Browser(floor.hire(Role.FLOOR)).post(f"{path}remove/", facts).status_code == 403
    assert Browser(dealer).get(f"/e/{floor.slug}/deal/1/").status_code == 200
    assert browser.post(f"{path}remove/", facts).status_code == 302
    assert Browser(dealer).get(f"/e/{floor.slug}/deal/1/").status_code == 404
    assert floor.table(1).dealer is None
    assert f"{dealer.known_as} is not on the staff any more (Dealer)" in text(
        browser.get(f"/d/{floor.slug}/log/")
    )
    assert browser.post(f"{path}remove/", facts).status_code == 400
    assert list(problems(floor.event)) == []


def test_an_event_keeps_a_director() -> None:
    floor = Floor.running(players=3)
    browser, path = Browser(floor.director), f"/d/{floor.slug}/staff/"
    own = {"username": floor.director.username}
    assert browser.post(f"{path}remove/", own).status_code == 422
    shut = browser.post(path, {**own, "role": "auditor"})
    assert shut.status_code == 422
    assert "An event needs a director" in text(shut)
    floor.hire(Role.DIRECTOR)
    assert browser.post(path, {**own, "role": "auditor"}).status_code == 302


def test_the_password_is_shown_also_to_who_may_not_give_a_role() -> None:
    floor = Floor.running(players=3)
    host = staff(creates=True)
    floor.do("staff.assign", user=str(host.uid), role=Role.FLOOR)
    where = f"/d/{floor.slug}/staff/account/"
    response = Browser(host).post(where, {"username": "marta", "role": "dealer"})
    assert response.status_code == 403
    assert 'data-testid="password"' in response.content.decode()
    assert "Then give a role." in text(response)


def test_a_director_without_the_right_makes_no_accounts() -> None:
    floor = Floor.running(players=3)
    browser, path = Browser(floor.hire(Role.DIRECTOR)), f"/d/{floor.slug}/staff/"
    assert "New account" not in text(browser.get(path))
    facts = {"username": "marta", "role": "dealer"}
    assert browser.post(f"{path}account/", facts).status_code == 403
