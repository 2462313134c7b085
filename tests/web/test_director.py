"""The desk: an event from its form to its last button."""

from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
from django.template.loader import render_to_string

from tests.factories import SHEETS, Floor, staff
from tests.tournaments.money import played_out, priced
from tests.web.pages import Browser, event_form, text, version
from tournaments.models import Event, JournalEntry, Role
from web.log import log_lines

pytestmark = pytest.mark.django_db


def test_create_an_event_with_the_house_structure_prefilled() -> None:
    browser = Browser(staff(creates=True))
    page = browser.get("/new/")
    assert "break, 15" in page.content.decode()
    assert "on the starting stack covers fewer than 30 points" in text(page)
    response = browser.post("/new/", event_form(name="Vamos Málaga 2026"))
    assert (response.status_code, response["Location"]) == (302, "/d/vamos-malaga-2026/")
    event = Event.objects.get()
    assert event.segments[2] == {"break": 900}
    assert (event.reentry_limit, event.registration_level) == (1, 2)
    assert event.time_zone == "Europe/Madrid"


def test_no_limit_of_reentries() -> None:
    form = event_form(reentry_limit="", reentry_unlimited="on")
    Browser(staff(creates=True)).post("/new/", form)
    assert Event.objects.get().reentry_limit is None


def test_a_second_click_makes_no_second_event() -> None:
    browser = Browser(staff(creates=True))
    form = event_form(submission="5f0c9a54-76ab-4a1c-8d53-000000000001")
    assert browser.post("/new/", form)["Location"] == browser.post("/new/", form)["Location"]
    assert Event.objects.count() == 1


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"structure": "100, 30\nlunch"}, "Line 2, “lunch”, is not clear."),
        ({"structure": "break, 15\n100, 30"}, "The structure starts with a break."),
        ({"structure": "200, 30\n100, 30"}, "The point value falls from 200 to 100 in line 2."),
        ({"structure": "100, 0"}, "The time in line 1 is 0."),
        ({"name": "Кубок"}, "Type an address in Latin letters"),
        ({"name": "Ana\u202eRuiz"}, "signs that cannot be shown"),
        ({"starting_stack": "0"}, "greater than or equal to 1"),
        ({"reentry_limit": ""}, "Type a number, or tick"),
        ({"time_zone": "Mars/Base"}, "Mars/Base"),
        ({"registration_level": "4"}, "The structure ends with level 3."),
    ],
)
def test_bad_input_is_named_and_nothing_typed_is_lost(changes: dict, sentence: str) -> None:
    form = {**event_form(name="Main event", slug="kept-address"), **changes}
    if "Кубок" in form["name"]:
        form["slug"] = ""
    response = Browser(staff(creates=True)).post("/new/", form)
    assert response.status_code == 422
    assert sentence in text(response)
    body = response.content.decode()
    assert f'value="{form["starting_stack"]}"' in body
    assert form["structure"].splitlines()[0] in body
    assert not Event.objects.exists()


def test_a_taken_address_is_said_at_its_field() -> None:
    floor = Floor(slug="friday")
    response = Browser(floor.director).post("/new/", event_form(slug="friday", name="Second"))
    assert response.status_code == 409
    assert "Another event has the address friday" in text(response)
    assert 'value="Second"' in response.content.decode()


def test_who_may_not_create_sees_no_form() -> None:
    response = Browser(staff()).get("/new/")
    assert response.status_code == 403
    assert "Your role does not allow this here" in text(response)
    assert "/login/" in Browser().get("/new/")["Location"]


def test_structure_is_shown_while_it_is_typed() -> None:
    browser = Browser(staff(creates=True))
    page = browser.post("/new/structure/", event_form(structure="500, 20", starting_stack="5000"))
    assert "500 20 10 From level 1 on the starting stack covers" in text(page)
    page = browser.post("/new/structure/", event_form(structure="soon"))
    assert "is not clear" in text(page)


def test_a_draft_is_changed_on_the_same_form() -> None:
    floor = Floor(name="First idea", reentry_limit=None)
    browser, path = Browser(floor.director), f"/d/{floor.slug}/change/"
    assert path in browser.get(f"/d/{floor.slug}/").content.decode()
    body = browser.get(path).content.decode()
    assert 'value="First idea"' in body
    assert "break, 15" in body
    assert 'name="reentry_unlimited" id="id_reentry_unlimited" checked' in body
    facts = event_form(name="Main event", slug="elsewhere", starting_stack="5000")
    bad = browser.post(path, {**facts, "structure": "soon"})
    assert bad.status_code == 422
    assert 'value="Main event"' in bad.content.decode()
    assert browser.post(path, facts).status_code == 302
    event = floor.event
    assert (event.name, event.starting_stack, event.reentry_limit) == ("Main event", 5000, 1)
    assert len(event.segments) == 4
    assert "Event changed" in text(browser.get(f"/d/{floor.slug}/log/"))
    assert 'value="Main event"' in browser.get(path).content.decode()


def test_house_rules_of_a_draft_come_back_to_its_form() -> None:
    floor = Floor(overrides={"cap": "none"})
    other = Browser(floor.hire(Role.DIRECTOR))  # may create no events
    path = f"/d/{floor.slug}/change/"
    assert "A player can win any sum" in text(other.get(path))
    facts = event_form(overrides='{"cap": "none"}', event=floor.slug)
    assert "Most a player can win" in text(other.post("/d/rules/new/", facts))
    back = other.post("/d/rules/new/", {**facts, "cancel": "1"}).content.decode()
    assert f'action="{path}"' in back
    assert other.post("/d/rules/new/", event_form()).status_code == 403
    assert other.post(path, facts).status_code == 302
    assert floor.event.rules["cap"] == "none"


def test_from_publishing_on_nothing_is_changed() -> None:
    floor = Floor.open()
    browser, path = Browser(floor.director), f"/d/{floor.slug}/change/"
    assert browser.get(path)["Location"] == f"/d/{floor.slug}/"
    assert browser.post(path, event_form(name="Late")).status_code == 302
    assert floor.event.name != "Late"
    assert path not in browser.get(f"/d/{floor.slug}/").content.decode()
    assert Browser(floor.hire(Role.FLOOR)).get(path).status_code == 404


def press(browser: Browser, floor: Floor, command: str, **facts: object) -> int:
    response = browser.post(f"/d/{floor.slug}/", {"command": command, **facts})
    return response.status_code


def test_the_whole_way_by_the_buttons_of_the_desk() -> None:
    floor = Floor()
    browser = Browser(floor.director)
    desk = f"/d/{floor.slug}/"
    assert "Open registration" in text(browser.get(desk))
    assert press(browser, floor, "event.publish") == 302
    assert "Register players" in text(browser.get(desk))
    floor.register("Ana", "Boris", "Caio")
    assert "3 players have no seat." in text(browser.get(desk))
    assert browser.post(f"{desk}seats/").status_code == 302
    assert "Start the clock" in text(browser.get(desk))
    assert press(browser, floor, "event.start") == 302
    assert "ready for hand 1" in text(browser.get(desk))
    assert press(browser, floor, "clock.pause") == 302
    assert "Resume" in text(browser.get(desk))
    assert press(browser, floor, "clock.resume") == 302
    assert press(browser, floor, "clock.adjust", seconds=60) == 302
    assert press(browser, floor, "clock.jump", segment=1) == 302
    page = text(browser.get(desk))
    assert page.count("Level 2 has started: 200 a point.") == 2  # the message and the log
    assert press(browser, floor, "clock.jump", segment=3) == 302
    assert "The break has started." in text(browser.get(desk))


def test_the_big_button_leads_where_its_words_say() -> None:
    floor = Floor.running()
    browser = Browser(floor.director)
    body = browser.get(f"/d/{floor.slug}/").content.decode()
    assert f'href="/d/{floor.slug}/staff/">Tables and dealers' in body
    floor.dealer(1)
    body = browser.get(f"/d/{floor.slug}/").content.decode()
    assert f'href="/e/{floor.slug}/deal/">Enter hands' in body


def test_nobody_is_told_to_find_dealers_once_hands_are_entered_without() -> None:
    floor = Floor.running()
    browser = Browser(floor.director)
    assert "No table has a dealer" in text(browser.get(f"/d/{floor.slug}/"))
    floor.start(1)
    page = text(browser.get(f"/d/{floor.slug}/"))
    assert "No table has a dealer" not in page
    assert "Enter hands" in page


def test_who_has_not_paid_is_said_before_the_clock_starts() -> None:
    floor = priced()
    floor.register("Ana", "Boris", "Caio")
    floor.do("seat.draw")
    floor.do("cash.take", entry=1)
    page = text(Browser(floor.director).get(f"/d/{floor.slug}/"))
    assert "Everybody has a seat. 2 entries have not paid yet. Start the clock" in page.replace(
        "Change levels or registration · Hands: entered and shown ", ""
    )


def test_after_the_last_hand_the_prizes_are_paid_and_then_there_are_results() -> None:
    floor = played_out()
    director, somebody = Browser(floor.director), Browser(floor.hire(Role.FLOOR))
    desk, results = f"/d/{floor.slug}/", f'href="/e/{floor.slug}/results/">Results'
    assert "Paid out: 0 EUR of 582 EUR." in text(director.get(desk))
    assert f'href="/d/{floor.slug}/money/payouts/">Payouts' in director.get(desk).content.decode()
    assert results in somebody.get(desk).content.decode().partition("<main")[2]
    assert "clockbar" not in director.get(desk).content.decode()  # an empty box
    cashier = floor.hire(Role.CASHIER)
    for entry in floor.event.entries.all():
        floor.do("payout.prepare", entry=entry.number)
        floor.do("payout.release", entry=entry.number, by=cashier)
    assert results in director.get(desk).content.decode().partition("<main")[2]


def test_one_table_is_waited_for() -> None:
    floor = Floor.running(players=5)
    floor.do("round.start")
    assert "Waiting for tables 1, 2." in text(Browser(floor.director).get(f"/d/{floor.slug}/"))
    floor.record(1, SHEETS["flush" if len(floor.start(1)["players"]) == 3 else "even"])
    assert "Waiting for table 2." in text(Browser(floor.director).get(f"/d/{floor.slug}/"))


def test_finish_is_the_next_step_when_one_has_all_chips() -> None:
    floor = Floor.running(players=3, starting_stack=3000)
    floor.play(SHEETS["big win"])
    browser = Browser(floor.director)
    assert "Finish the event" in text(browser.get(f"/d/{floor.slug}/"))
    assert press(browser, floor, "event.finish") == 302
    assert floor.event.status == Event.Status.FINISHED
    assert "Results" in text(browser.get(f"/d/{floor.slug}/"))


def test_a_refusal_stands_on_the_desk() -> None:
    floor = Floor.open()
    response = Browser(floor.director).post(f"/d/{floor.slug}/", {"command": "event.start"})
    assert response.status_code == 422
    assert "At least two players are needed." in text(response)
    assert "Next step" in text(response)


def test_a_second_click_is_one_command() -> None:
    floor = Floor.running()
    browser = Browser(floor.director)
    facts = {
        "command": "clock.adjust",
        "seconds": 60,
        "submission": "5f0c9a54-76ab-4a1c-8d53-000000000002",
    }
    for _ in range(2):
        assert browser.post(f"/d/{floor.slug}/", facts).status_code == 302
    assert JournalEntry.objects.filter(event=floor.event, kind="clock.adjust").count() == 1


@pytest.mark.parametrize(
    "facts",
    [{"command": "entry.register"}, {"command": "clock.adjust"}, {}, {"command": "clock.jump"}],
)
def test_only_the_buttons_of_the_desk_run_here(facts: dict) -> None:
    floor = Floor.running()
    before = version(floor)
    assert Browser(floor.director).post(f"/d/{floor.slug}/", facts).status_code == 400
    assert version(floor) == before


def test_without_a_submission_nothing_happens() -> None:
    floor = Floor.running()
    response = Browser(floor.director).post(
        f"/d/{floor.slug}/", {"command": "clock.pause", "submission": "none"}
    )
    assert response.status_code == 400
    assert not floor.event.marks[1:]


@pytest.mark.parametrize(
    ("role", "status"),
    [(Role.FLOOR, 200), (Role.CASHIER, 200), (Role.AUDITOR, 200), (Role.DEALER, 404)],
)
def test_who_sees_the_desk(role: str, status: int) -> None:
    floor = Floor.running()
    browser = Browser(floor.hire(role))
    assert browser.get(f"/d/{floor.slug}/").status_code == status
    assert browser.get(f"/d/{floor.slug}/now/").status_code == status


def test_strangers_do_not_see_the_desk() -> None:
    floor = Floor.running()
    assert Browser(staff()).get(f"/d/{floor.slug}/").status_code == 404
    assert "/login/" in Browser().get(f"/d/{floor.slug}/")["Location"]


def test_the_auditor_sees_no_buttons_and_presses_none() -> None:
    floor = Floor.running()
    browser = Browser(floor.hire(Role.AUDITOR))
    assert "Pause" not in text(browser.get(f"/d/{floor.slug}/"))
    assert press(browser, floor, "clock.pause") == 403


def test_the_floor_pauses_but_does_not_move_the_clock() -> None:
    floor = Floor.running()
    browser = Browser(floor.hire(Role.FLOOR))
    assert press(browser, floor, "clock.adjust", seconds=60) == 403
    assert press(browser, floor, "clock.pause") == 302


def test_a_lone_player_is_an_alarm() -> None:
    floor = Floor.running(players=4)  # two tables of two
    floor.do("entry.move", reason="balance", **_lone_move(floor))
    page = text(Browser(floor.director).get(f"/d/{floor.slug}/"))
    assert "Proposed moves" in page
    assert "had one player" in page


def _lone_move(floor: Floor) -> dict:
    entry = floor.table(1).seats.exclude(entry=None).first().entry.number
    seat = floor.table(2).seats.filter(entry=None).first().number
    return {"entry": entry, "table": 2, "seat": seat}


def test_the_log_says_what_who_and_why() -> None:
    floor = Floor.running(players=4)
    moved = _lone_move(floor)
    floor.do("entry.move", reason="balance", **moved)
    page = text(Browser(floor.director).get(f"/d/{floor.slug}/log/"))
    assert "moved to table 2" in page
    assert "“balance”" in page
    assert floor.director.username in page
    assert "4 entries registered: 1 (Player 1), 2 (Player 2)" in page
    assert f"Entry {moved['entry']} (Player {moved['entry']}) moved to table 2" in page


def test_the_log_names_who_was_taken_back() -> None:
    floor = Floor.open(players=1)
    floor.do("entry.withdraw", entry=1)
    page = text(Browser(floor.director).get(f"/d/{floor.slug}/log/"))
    assert "Entry 1 (Player 1) taken back" in page


def test_the_log_has_a_date_when_it_was_not_today(monkeypatch: pytest.MonkeyPatch) -> None:
    floor = Floor.open(time_zone="Europe/Madrid")
    entry = JournalEntry.objects.filter(event=floor.event).last()
    day = entry.at.astimezone(ZoneInfo("Europe/Madrid"))
    (line,) = log_lines(floor.event, [entry])
    assert line.today
    later = entry.at + timedelta(days=1)
    monkeypatch.setattr("django.utils.timezone.now", lambda: later)
    (line,) = log_lines(floor.event, [entry])
    assert not line.today
    context = {"event": floor.event, "log": [line]}
    assert f">{day:%-d %b %H:%M}<" in render_to_string("director/log_lines.html", context)


def test_the_log_goes_back_in_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    floor = Floor.running()
    monkeypatch.setattr("web.views.director.LOG_LONG", 2)
    browser = Browser(floor.director)
    page = browser.get(f"/d/{floor.slug}/log/").content.decode()
    assert "?before=" in page
    older = browser.get(f"/d/{floor.slug}/log/?before=2")
    assert "Event created" in text(older)
    assert "Earlier" not in text(older)
    assert browser.get(f"/d/{floor.slug}/log/?before=x").status_code == 200


def test_desk_fragment_is_never_kept() -> None:
    floor = Floor.running()
    response = Browser(floor.director).get(f"/d/{floor.slug}/now/")
    assert response["Cache-Control"] == "no-store"


def test_a_table_that_calls_stands_on_the_desk() -> None:
    floor = Floor.running()
    floor.do("floor.call", table=1)
    page = text(Browser(floor.director).get(f"/d/{floor.slug}/"))
    assert "Needs you" in page
    assert "Floor: " in page
