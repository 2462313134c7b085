"""The dealer's page: start, type, check, record, reopen; and everything that can go wrong."""

import pytest

from tables.models import Hand
from tests.factories import SHEETS, Floor
from tests.web.pages import Browser, first_seat, sheet_of, text, version
from tournaments.models import JournalEntry, Role

pytestmark = pytest.mark.django_db


@pytest.fixture
def floor() -> Floor:
    return Floor.running(players=3)


@pytest.fixture
def dealer(floor: Floor) -> Browser:
    return Browser(floor.dealer())


def path(floor: Floor, part: str = "", table: int = 1) -> str:
    return f"/e/{floor.slug}/deal/{table}/{part}"


def test_a_whole_hand_without_scripts(floor: Floor, dealer: Browser) -> None:
    page = text(dealer.get(path(floor)))
    assert "Table 1" in page
    assert "First hand" in page
    assert dealer.post(path(floor, "start/"), {"hand": 1}).status_code == 302
    page = text(dealer.get(path(floor)))
    assert "Hand 1 · level 1 · 100 a point" in page
    assert "Check hand" in page

    facts = sheet_of(floor, SHEETS["flush"])
    checked = dealer.post(path(floor, "check/"), facts)
    assert checked.status_code == 200
    page = text(checked)
    names = {seat.number: seat.entry.person.name for seat in floor.table().seats.all()}
    first = names[first_seat(floor)]
    assert f"pays {first} 1,000" in page
    assert "10 points × 100" in page
    assert "1 × 1,000" in page
    assert "30,000 →" in page
    assert "The button moves to seat" in page
    assert floor.table().hands.get().state == Hand.State.STARTED

    assert dealer.post(path(floor, "record/"), facts).status_code == 302
    page = text(dealer.get(path(floor)))
    assert "Hand 1 recorded" in page
    assert "Reopen" in page
    assert "chips go back to who paid them." in page
    assert "Yes, reopen hand 1" in page
    assert "Next hand" in page


def test_back_to_cards_keeps_every_letter(floor: Floor, dealer: Browser) -> None:
    floor.start()
    seat = first_seat(floor)
    facts = {**sheet_of(floor, SHEETS["flush"]), f"foul_{seat}": "on"}
    facts[f"cards_{seat}"] += "  "
    body = dealer.post(path(floor, "cards/"), facts).content.decode()
    for name, value in facts.items():
        if name.startswith("cards"):
            assert f'value="{value}"' in body
    assert f'name="foul_{seat}" id="id_foul_{seat}" checked' in body


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("Тh", "is a Cyrillic letter. Type Latin letters: T is the ten."),
        ("KcX", "is no card"),
        ("AK952h", "has 5 of 13 cards"),
        ("AK952h kckd8s8c3d qsqd", "has 12 of 13 cards"),
        ("AK952h kckd8s8c3d qsqd4c 2s", "All thirteen cards are there already."),
        ("AhAh", "Ah is already in the bottom row"),
        ("", "has 0 of 13 cards"),
        ("AK952h /b kc", "The bottom row has its 5 cards"),
        ("@9 AK952h kckd8s8c3d qsqd4c", "Nobody sits at seat 9"),
        ("/x", "means nothing here"),
        ("A" * 121, "at most 120"),
    ],
)
@pytest.mark.parametrize("step", ["check/", "record/"])
def test_what_is_wrong_is_said_at_the_field_and_kept(
    floor: Floor, dealer: Browser, typed: str, sentence: str, step: str
) -> None:
    floor.start()
    seat = first_seat(floor)
    facts = {**sheet_of(floor, SHEETS["flush"]), f"cards_{seat}": typed}
    before = version(floor)
    response = dealer.post(path(floor, step), facts)
    assert response.status_code == 422
    page, body = text(response), response.content.decode()
    assert sentence in page
    assert page.count(sentence) >= 2  # in the summary and at the field
    assert f'href="#id_cards_{seat}"' in body
    assert version(floor) == before
    for name, value in facts.items():
        if name.startswith("cards") and value:
            assert f'value="{value}"' in body


def test_several_fields_are_told_at_once(floor: Floor, dealer: Browser) -> None:
    floor.start()
    facts = dict.fromkeys(sheet_of(floor, SHEETS["flush"]), "")
    facts["hand"] = 1
    page = text(dealer.post(path(floor, "check/"), facts))
    assert all(f"Seat {seat} has 0 of 13 cards" in page for seat in (1, 2, 3))


def test_a_card_of_another_player_is_named_with_its_place(floor: Floor, dealer: Browser) -> None:
    floor.start()
    facts = sheet_of(floor, SHEETS["flush"])
    first, second = sorted(name for name in facts if name.startswith("cards"))[:2]
    facts[second] = facts[first]
    response = dealer.post(path(floor, "check/"), facts)
    assert response.status_code == 422
    assert "is already in the" in text(response)
    assert "row of seat 1" in text(response)


def test_a_foul_needs_a_tick_of_its_own(floor: Floor, dealer: Browser) -> None:
    floor.start()
    facts = sheet_of(floor, SHEETS["one fouls"])
    page = text(dealer.post(path(floor, "check/"), facts))
    assert "fouls. The top row beats the middle row." in page
    assert "Yes, all of this is so" in page
    response = dealer.post(path(floor, "record/"), facts)
    assert response.status_code == 422
    assert "Tick this first, or go back to the cards." in text(response)
    assert floor.table().hands.get().state == Hand.State.STARTED
    assert dealer.post(path(floor, "record/"), {**facts, "confirmed": "1"}).status_code == 302


def test_exchanged_rows_can_be_swapped_back(floor: Floor, dealer: Browser) -> None:
    floor.start()
    seat = first_seat(floor)
    facts = sheet_of(floor, SHEETS["flush"])
    bottom, middle, top = facts[f"cards_{seat}"].split()
    facts[f"cards_{seat}"] = f"{middle} {bottom} {top}"
    response = dealer.post(path(floor, "check/"), facts)
    assert "would not with the middle and bottom rows exchanged" in text(response)
    response = dealer.post(path(floor, "check/"), {**facts, "swap": seat})
    assert "exchanged" not in text(response)
    assert f"{bottom} {middle} {top}" in response.content.decode()


def test_the_13th_card_not_placed_is_a_declared_foul(floor: Floor, dealer: Browser) -> None:
    floor.start()
    seat = first_seat(floor)
    facts = sheet_of(floor, SHEETS["flush"])
    facts = {**facts, f"cards_{seat}": facts[f"cards_{seat}"][:-2] + "-", f"foul_{seat}": "on"}
    page = text(dealer.post(path(floor, "check/"), facts))
    assert "Cards are missing." in page
    facts["confirmed"] = "1"
    assert dealer.post(path(floor, "record/"), facts).status_code == 302


def test_elimination_and_short_payments_need_a_tick() -> None:
    floor = Floor.running(players=3, starting_stack=1000)
    floor.start()
    browser = Browser(floor.dealer())
    facts = sheet_of(floor, SHEETS["aces on top"])
    page = text(browser.post(path(floor, "check/"), facts))
    asked = page.partition("Is it so on the table?")[2].partition("Yes, all of this is so")[0]
    assert "does not pay" not in page
    assert asked.count("is out.") == 1
    assert "more than half a stack" not in asked
    assert "all in" not in asked
    assert browser.post(path(floor, "record/"), facts).status_code == 422


def test_second_recording_is_answered_or_refused(floor: Floor, dealer: Browser) -> None:
    floor.start()
    facts = sheet_of(floor, SHEETS["flush"])
    facts["submission"] = "5f0c9a54-76ab-4a1c-8d53-000000000004"
    for _ in range(2):  # the same click twice
        assert dealer.post(path(floor, "record/"), facts).status_code == 302
    assert JournalEntry.objects.filter(event=floor.event, kind="hand.record").count() == 1
    facts["submission"] = "5f0c9a54-76ab-4a1c-8d53-000000000005"  # another page
    response = dealer.post(path(floor, "record/"), facts)
    assert response.status_code == 409
    assert "Hand 1 was already recorded at" in text(response)
    assert facts["cards_1"] in response.content.decode()


def test_one_id_for_two_different_things_is_refused(floor: Floor, dealer: Browser) -> None:
    floor.start()
    facts = sheet_of(floor, SHEETS["flush"])
    facts["submission"] = "5f0c9a54-76ab-4a1c-8d53-000000000006"
    assert dealer.post(path(floor, "record/"), facts).status_code == 302
    first, second = "cards_1", "cards_2"
    facts[first], facts[second] = facts[second], facts[first]
    response = dealer.post(path(floor, "record/"), facts)
    assert response.status_code == 409
    assert "already used for something else" in text(response)


def test_wrong_hand_numbers(floor: Floor, dealer: Browser) -> None:
    response = dealer.post(path(floor, "start/"), {"hand": 2})
    assert response.status_code == 409
    assert "Table 1 is at hand 0, not at hand 2." in text(response)
    floor.start()
    facts = sheet_of(floor, SHEETS["flush"])
    assert dealer.post(path(floor, "record/"), {**facts, "hand": 7}).status_code == 404
    assert dealer.post(path(floor, "record/"), {**facts, "hand": "x"}).status_code == 404


def test_a_page_left_open_over_a_recorded_hand(floor: Floor, dealer: Browser) -> None:
    floor.start()
    facts = sheet_of(floor, SHEETS["flush"])
    floor.record(1, SHEETS["flush"])
    response = dealer.post(path(floor, "check/"), facts)
    assert response.status_code == 422
    assert "No hand is open at table 1." in text(response)
    assert facts["cards_1"] in response.content.decode()


def test_reopen_fills_the_fields_again(floor: Floor, dealer: Browser) -> None:
    floor.play(SHEETS["flush"])
    assert dealer.post(path(floor, "undo/"), {"hand": 1}).status_code == 302
    body = dealer.get(path(floor)).content.decode()
    facts = sheet_of(floor, SHEETS["flush"])
    assert all(f'value="{facts[name]}"' in body for name in facts if name.startswith("cards"))


def test_reopen_after_the_next_hand_is_refused_in_place(floor: Floor, dealer: Browser) -> None:
    floor.play(SHEETS["flush"])
    floor.start()
    response = dealer.post(path(floor, "undo/"), {"hand": 1})
    assert response.status_code == 409
    assert "Table 1 is at hand 2" in text(response)
    assert "Check hand" in text(response)


def test_absent_players_stay_absent_until_the_dealer_says_otherwise(
    floor: Floor, dealer: Browser
) -> None:
    assert dealer.post(path(floor, "start/"), {"hand": 1, "absent": ["2"]}).status_code == 302
    assert floor.table().hands.get().players.get(seat=2).absent
    assert "Absent: auto-play" in text(dealer.get(path(floor)))
    floor.record(1, SHEETS["flush"])
    assert 'value="2" checked' in dealer.get(path(floor)).content.decode()


def test_fantasyland_is_announced_and_typed_last() -> None:
    floor = Floor.running(players=2)
    browser = Browser(floor.dealer())
    floor.play(SHEETS["kings on top"])
    page = text(browser.get(path(floor)))
    assert "enters Fantasyland: 15 cards." in page
    assert "15 cards for Fantasyland." in page
    floor.start()
    body = browser.get(path(floor)).content.decode()
    player = floor.table().hands.get(number=2).players.get(fantasyland=15)
    others = [seat for seat in (1, 2, 3) if f"cards_{seat}" in body and seat != player.seat]
    assert all(body.index(f"id_cards_{s}") < body.index(f"id_cards_{player.seat}") for s in others)


def test_the_table_says_what_it_waits_for(floor: Floor, dealer: Browser) -> None:
    floor.do("clock.pause")
    page = text(dealer.get(path(floor)))
    assert "The clock is paused." in page
    assert "First hand" not in page
    response = dealer.post(path(floor, "start/"), {"hand": 1})
    assert response.status_code == 422
    assert "The clock is paused." in text(response)


def test_before_the_start_nothing_can_be_dealt() -> None:
    floor = Floor.open(players=3)
    floor.do("seat.draw")
    assert "The event has not started." in text(Browser(floor.director).get(path(floor)))


def test_a_misdeal_leaves_no_result(floor: Floor, dealer: Browser) -> None:
    floor.start()
    floor.do("hand.misdeal", reason="a card was exposed", table=1, hand=1)
    page = text(dealer.get(path(floor)))
    assert "Hand 1 was a misdeal" in page
    assert "Next hand" in page
    assert "Reopen" not in page


def test_the_preview_shows_what_can_be_read_and_never_complains(
    floor: Floor, dealer: Browser
) -> None:
    floor.start()
    seat = first_seat(floor)
    facts = {**sheet_of(floor, SHEETS["flush"]), f"cards_{seat}": "AK952h kckd8s8c3d q"}
    page = dealer.post(path(floor, "preview/"), facts)
    assert page.status_code == 200
    assert "10/13" in text(page)
    assert "Flush A" in text(page)
    assert "Two pair K 8" in text(page)
    assert "is no card" not in text(page)


def test_everybody_must_agree_where_the_event_wants_it(floor: Floor, dealer: Browser) -> None:
    floor.do("event.settings", confirm="all", streets=False, chips=[1000, 100])
    floor.start()
    facts = sheet_of(floor, SHEETS["flush"])
    assert "Player 1 agrees" in text(dealer.post(path(floor, "check/"), facts))
    response = dealer.post(path(floor, "record/"), {**facts, "agreed": ["1", "2"]})
    assert response.status_code == 422
    assert "have not agreed yet" in text(response)
    facts["agreed"] = ["1", "2", "3"]
    assert dealer.post(path(floor, "record/"), facts).status_code == 302


def test_who_may_deal_where() -> None:
    floor = Floor.running(players=4)
    mine, other = Browser(floor.dealer(1)), Browser(floor.dealer(2))
    assert mine.get(path(floor, table=1)).status_code == 200
    response = other.get(path(floor, table=1))
    assert response.status_code == 403
    assert "Your role does not allow this here" in text(response)
    assert other.post(path(floor, "start/", table=1), {"hand": 1}).status_code == 403
    assert Browser(floor.hire(Role.FLOOR)).get(path(floor)).status_code == 200
    for role in (Role.CASHIER, Role.AUDITOR):
        browser = Browser(floor.hire(role))
        assert browser.get(path(floor)).status_code == 404
        assert browser.post(path(floor, "start/"), {"hand": 1}).status_code == 404
    assert "/login/" in Browser().get(path(floor))["Location"]
    assert not Hand.objects.exists()


def test_the_chooser(floor: Floor, dealer: Browser) -> None:
    response = dealer.get(f"/e/{floor.slug}/deal/")
    assert (response.status_code, response["Location"]) == (302, path(floor))
    page = text(Browser(floor.hire(Role.DEALER)).get(f"/e/{floor.slug}/deal/"))
    assert "You have no table yet" in page
    assert "Which table?" in text(Browser(floor.director).get(f"/e/{floor.slug}/deal/"))


def test_a_reload_of_a_step_goes_to_the_table(floor: Floor, dealer: Browser) -> None:
    response = dealer.get(path(floor, "check/"))
    assert (response.status_code, response["Location"]) == (302, path(floor))


def test_a_capped_payment_names_the_stack_that_caps_it() -> None:
    floor = Floor.running(players=3, starting_stack=1000)
    floor.start()
    names = {s.number: s.entry.person.name for s in floor.table().seats.all() if s.entry}
    page = text(
        Browser(floor.dealer()).post(path(floor, "check/"), sheet_of(floor, SHEETS["big win"]))
    )
    asked = page.partition("Is it so on the table?")[2].partition("Yes, all of this is so")[0]
    assert f"capped at 1,000, {names[first_seat(floor)]}’s stack." in asked


def test_a_seat_is_named_once_and_the_heading_speaks_of_cards(
    floor: Floor, dealer: Browser
) -> None:
    floor.start()
    seat = first_seat(floor)
    facts = {**sheet_of(floor, SHEETS["flush"]), f"cards_{seat}": "AK952h"}
    page = text(dealer.post(path(floor, "check/"), facts))
    name = floor.table().seats.get(number=seat).entry.person.name
    assert f"{name}: Seat {seat} has 5 of 13 cards" in page
    assert f"Seat {seat}, {name}" not in page
    assert "Look at these cards again" in page
    assert "Please check these answers" not in page


def test_the_director_keeps_his_menu_where_he_deals(floor: Floor, dealer: Browser) -> None:
    floor.start()
    director = Browser(floor.director)
    for page in (director.get(path(floor)), director.get(f"/e/{floor.slug}/deal/")):
        assert f'href="/d/{floor.slug}/register/"' in page.content.decode()
    assert f'href="/d/{floor.slug}/' not in dealer.get(path(floor)).content.decode()


def test_reopening_says_who_returns() -> None:
    floor = Floor.running(players=3, starting_stack=1000)
    floor.play(SHEETS["big win"])
    out = floor.event.entries.exclude(out_seq=None).first().person.name
    page = text(Browser(floor.director).get(path(floor)))
    assert f"{out} comes back to his seat." in page
