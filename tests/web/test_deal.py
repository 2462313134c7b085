"""The page of a deal: proposals side by side, one signed, and a sheet to sign."""

import pytest

from tests.factories import Floor
from tests.tournaments.money import in_play
from tests.web.pages import Browser, text
from tournaments.models import Role

pytestmark = pytest.mark.django_db
AMOUNTS = {"amount_1": "197", "amount_2": "195", "amount_3": "190"}


def path(floor: Floor, part: str = "") -> str:
    return f"/d/{floor.slug}/money/deal/{part}"


@pytest.fixture
def floor() -> Floor:
    """Three equal stacks at the last table, prizes published, the clock stopped."""
    floor = in_play()
    floor.do("payouts.publish", amounts=[300_00, 200_00, 82_00])
    floor.do("clock.pause")
    return floor


def test_the_ways_stand_side_by_side(floor):
    page = text(Browser(floor.director).get(path(floor)))
    assert "582 EUR are still played for" in page
    assert page.count("197 EUR") == 3
    assert "All agree: make the deal" in page


def test_a_save_is_taken_off_before_it_is_shared(floor):
    browser = Browser(floor.director)
    assert "167 EUR" in text(browser.get(path(floor) + "?kind=even&saved=90"))
    too_much = text(browser.get(path(floor) + "?saved=101"))
    assert "101 EUR cannot be saved for the winner. Save from 0 to 100 EUR." in too_much
    assert "“x” is no amount of money." in text(browser.get(path(floor) + "?saved=x"))


def test_the_deal_is_made_signed_and_the_event_is_over(floor):
    browser = Browser(floor.director)
    facts = {"kind": "even", "saved": "", **AMOUNTS}
    assert browser.post(path(floor), facts).status_code == 302
    page = text(browser.get(path(floor)))
    assert "The deal that was made" in page
    sheet = text(browser.get(path(floor, "sheet/")))
    assert "Player 1 197 EUR" in sheet
    assert "Evenly" in sheet
    assert "A deal was made." in text(browser.get(f"/d/{floor.slug}/"))
    press = {"command": "event.finish"}
    assert browser.post(f"/d/{floor.slug}/", press).status_code == 302
    assert "Deal made: 582 EUR shared" in text(Browser().get(f"/e/{floor.slug}/prizes/"))


def test_what_cannot_be_stays_to_be_corrected(floor):
    browser = Browser(floor.director)
    wrong = browser.post(path(floor), {"kind": "negotiated", **AMOUNTS, "amount_3": "191"})
    assert (wrong.status_code, "to be shared are 582 EUR" in text(wrong)) == (422, True)
    assert 'value="191"' in wrong.content.decode()
    nothing = browser.post(path(floor), {"kind": "even", **AMOUNTS, "amount_1": "x"})
    assert "“x” is no amount of money." in text(nothing)
    odd = {"kind": "negotiated", "amount_1": "400", "amount_2": "100", "amount_3": "82"}
    assert "Confirm that all agree to it." in text(browser.post(path(floor), odd))
    assert browser.post(path(floor), {**odd, "unusual": "on"}).status_code == 302


def test_fantasyland_is_confirmed_by_all(floor):
    floor.event.entries.filter(number=2).update(fantasyland=14)
    browser = Browser(floor.director)
    assert "All agree although Fantasyland" in text(browser.get(path(floor)))
    facts = {"kind": "even", **AMOUNTS}
    assert "Fantasyland to play" in text(browser.post(path(floor), facts))
    assert browser.post(path(floor), {**facts, "fantasyland": "on"}).status_code == 302


def test_it_says_what_it_waits_for():
    floor = in_play()
    browser = Browser(floor.director)
    assert "Publish the prizes first" in text(browser.get(path(floor)))
    floor.do("payouts.publish", amounts=[582_00])
    page = text(browser.get(path(floor)))
    assert "Pause it first." in page
    assert "make the deal" not in page


def test_taken_back_with_a_reason(floor):
    browser = Browser(floor.director)
    browser.post(path(floor), {"kind": "even", **AMOUNTS})
    assert browser.post(path(floor, "revoke/")).status_code == 422
    reason = {"reason": "one wants to play"}
    assert browser.post(path(floor, "revoke/"), reason).status_code == 302
    assert "The deal was taken back." in text(browser.get(path(floor)))
    assert browser.get(path(floor, "sheet/")).status_code == 422


def test_a_big_field_sees_what_its_stacks_are_worth():
    floor = in_play(players=20)
    floor.do("payouts.publish", amounts=[3_000_00, 880_00])
    page = text(Browser(floor.director).get(path(floor)))
    assert "ICM, estimated" in page
    assert "by two players or more" in page


def test_who_makes_a_deal(floor):
    cashier = Browser(floor.hire(Role.CASHIER))
    assert "make the deal" not in text(cashier.get(path(floor)))
    assert cashier.post(path(floor), {"kind": "even", **AMOUNTS}).status_code == 403
    assert Browser(floor.hire(Role.FLOOR)).get(path(floor)).status_code == 404
