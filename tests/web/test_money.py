"""The pages of an event's money: prices, prizes, the drawer, and payouts by two people."""

import uuid

import pytest

from tests.factories import Floor
from tests.tournaments.money import POOL, in_play, played_out, priced
from tests.web.pages import Browser, text
from tournaments.models import Role

pytestmark = pytest.mark.django_db


def path(floor: Floor, part: str = "") -> str:
    return f"/d/{floor.slug}/money/{part}"


def prices_form(**changes: str) -> dict[str, str]:
    return {
        "currency": "eur",
        "buy_in": "2,000",
        "fee": "200",
        "staff": "3",
        "guarantee": "",
        "add_on": "",
        "add_on_chips": "",
        "paid_percent": "15",
        "unit": "10",
        "rounding": "first",
        **changes,
    }


class TestPrices:
    def test_they_are_typed_as_people_write_money(self):
        floor = Floor()
        response = Browser(floor.director).post(path(floor), prices_form())
        assert response.status_code == 302
        prices = floor.event.prices
        assert (prices.buy_in, prices.fee, prices.staff_bp) == (2_000_00, 200_00, 300)
        assert (prices.currency, prices.unit) == ("EUR", 10_00)

    @pytest.mark.parametrize(
        ("changes", "sentence"),
        [
            ({"buy_in": "2,000.005"}, "“2,000.005” is no amount of money."),
            ({"buy_in": "much"}, "“much” is no amount of money."),
            ({"buy_in": "9" * 20}, "is too much"),
            ({"currency": ""}, "Enter its three letters"),
            ({"currency": "JPY", "fee": "0.5"}, "“0.5” is no amount of money."),
            ({"staff": "101"}, "At most 100 percent."),
            ({"add_on": "100"}, "An add-on has a price and chips."),
        ],
    )
    def test_what_cannot_be_stays_to_be_corrected(self, changes, sentence):
        floor = Floor()
        response = Browser(floor.director).post(path(floor), prices_form(**changes))
        assert response.status_code == 422
        assert sentence in text(response)
        assert 'value="200"' in response.content.decode() or "fee" in changes
        assert floor.event.price_list == {}

    def test_a_later_change_asks_for_its_reason_and_everybody_reads_it(self):
        floor = priced()
        browser = Browser(floor.director)
        assert browser.post(path(floor), prices_form()).status_code == 422
        reason = {"reason": "the room costs more"}
        assert browser.post(path(floor), prices_form(**reason)).status_code == 302
        page = text(Browser().get(f"/e/{floor.slug}/prizes/"))
        assert "Changes since registration opened" in page
        assert "the room costs more" in page


class TestPrizes:
    def test_the_page_proposes_the_house_prizes_and_publishes_what_is_typed(self):
        floor = in_play()
        browser = Browser(floor.director)
        page = browser.get(path(floor))
        assert "Publish these prizes" in text(page)
        assert "382\n200</textarea>" in page.content.decode()
        three = browser.get(path(floor) + "?places=3").content.decode()
        assert "297\n170\n115</textarea>" in three
        response = browser.post(path(floor, "prizes/"), {"amounts": "300\n200\n82"})
        assert response.status_code == 302
        assert floor.event.prizes == [300_00, 200_00, 82_00]
        everybody = text(Browser().get(f"/e/{floor.slug}/prizes/"))
        assert "Published: they stand." in everybody
        assert "82 EUR" in everybody

    def test_a_sum_that_is_not_the_pool_is_said_in_money(self):
        floor = in_play()
        response = Browser(floor.director).post(path(floor, "prizes/"), {"amounts": "300\n200"})
        assert response.status_code == 422
        assert "sum to 500 EUR, the prize pool is 582 EUR" in text(response)

    def test_a_line_that_is_no_amount_is_named(self):
        floor = in_play()
        response = Browser(floor.director).post(path(floor, "prizes/"), {"amounts": "300\nx\ny"})
        assert "Place 2: “x” is no amount of money." in text(response)
        assert "Place 3: “y”" in text(response)

    def test_while_players_may_enter_nothing_can_be_published(self):
        floor = priced()
        page = text(Browser(floor.director).get(path(floor)))
        assert "Prizes are published once the event runs" in page
        assert "Publish these prizes" not in page

    def test_a_change_is_confirmed_by_somebody_else(self):
        floor = in_play()
        browser = Browser(floor.director)
        cashier = Browser(floor.hire(Role.CASHIER))
        floor.do("payouts.publish", amounts=[POOL])
        facts = {"amounts": "400\n182", "reason": "two are paid"}
        assert browser.post(path(floor, "prizes/"), facts).status_code == 302
        refused = browser.post(path(floor, "confirm/"), {"agree": "yes"})
        assert "This takes two people." in text(refused)
        assert "“two are paid”" in text(cashier.get(path(floor)))
        assert cashier.post(path(floor, "confirm/"), {"agree": "yes"}).status_code == 302
        assert floor.event.prizes == [400_00, 182_00]

    def test_a_change_can_be_dropped(self):
        floor = in_play()
        floor.do("payouts.publish", amounts=[POOL])
        floor.do("payouts.change", amounts=[400_00, 182_00], reason="two are paid")
        browser = Browser(floor.director)
        assert browser.post(path(floor, "confirm/"), {"agree": "no"}).status_code == 302
        assert "The change was dropped." in text(browser.get(path(floor)))

    def test_an_event_without_money_says_so(self):
        floor = Floor.open()
        assert "This event takes no money" in text(Browser().get(f"/e/{floor.slug}/prizes/"))
        assert "This event takes no money" in text(Browser(floor.hire("auditor")).get(path(floor)))


class TestCash:
    def test_who_owes_pays_with_one_button(self):
        floor = priced()
        floor.register("Ana", "Boris")
        browser = Browser(floor.hire(Role.CASHIER))
        assert "1 · Ana" in text(browser.get(path(floor, "cash/")))
        assert browser.post(path(floor, "cash/take/"), {"entry": 1}).status_code == 302
        page = text(browser.get(path(floor, "cash/")))
        assert "1 · Ana" not in page
        assert "Must lie there 220 EUR" in page
        assert "Entry 1 (Ana) paid 220 EUR" in page
        again = browser.post(path(floor, "cash/take/"), {"entry": 1})
        assert (again.status_code, "owes nothing" in text(again)) == (422, True)
        assert browser.post(path(floor, "cash/take/"), {"entry": "x"}).status_code == 400

    def test_the_drawer_is_filled_emptied_and_counted(self):
        floor = priced()
        browser = Browser(floor.director)
        for does, amount, reason in [
            ("put", "100.50", "change"),
            ("out", "0,50", "to the safe"),
            ("count", "100", ""),
        ]:
            facts = {"does": does, "amount": amount, "reason": reason}
            assert browser.post(path(floor, "cash/"), facts).status_code == 302
        page = text(browser.get(path(floor, "cash/")))
        assert "Drawer counted, all right" in page
        assert "Must lie there 100 EUR" in page
        wrong = browser.post(path(floor, "cash/"), {"does": "count", "amount": "99"})
        assert (wrong.status_code, "Give a reason" in text(wrong)) == (422, True)
        assert browser.post(path(floor, "cash/"), {"does": "put", "amount": ""}).status_code == 422

    def test_paid_at_registration(self):
        floor = priced()
        browser = Browser(floor.director)
        register = f"/d/{floor.slug}/register/"
        assert browser.post(register, {"name": "Ana", "paid": "on"}).status_code == 302
        lines = {"text": "Boris\nCaio"}
        assert browser.post(register + "import/", lines).status_code == 302
        page = text(browser.get(register))
        assert page.count("not paid") == 2
        assert "and give the money back" in page

    def test_the_drawer_lists_what_was_taken_with_an_entry(self):
        floor = priced()
        browser = Browser(floor.director)
        browser.post(f"/d/{floor.slug}/register/", {"name": "Ana", "paid": "on"})
        browser.post(f"/d/{floor.slug}/register/", {"name": "Boris"})
        page = text(browser.get(path(floor, "cash/")))
        assert "1 entry registered: 1 (Ana) · 220 EUR" in page
        assert "registered: 2" not in page
        taken = browser.client.post(
            path(floor, "cash/take/"), {"submission": str(uuid.uuid4()), "entry": 2}, follow=True
        )
        assert "Boris has paid." in text(taken)


class TestPayouts:
    def test_two_people_and_a_slip_between_them(self):
        floor = played_out()
        winner = floor.event.entries.get(out_seq=None)
        director, cashier = Browser(floor.director), Browser(floor.hire(Role.CASHIER))
        where = path(floor, "payouts/")

        def press(browser: Browser, command: str) -> int:
            facts = {"command": command, "entry": winner.number}
            return browser.post(where, facts).status_code

        assert "Prepare" in text(cashier.get(where))
        assert press(cashier, "payout.prepare") == 302
        slip = text(cashier.get(path(floor, "slips/")))
        assert winner.person.name in slip
        assert "300 EUR" in slip
        assert "Received by the player" in slip
        assert "waits for a second person" in text(cashier.get(where))
        assert "Release" in text(director.get(where))
        assert press(cashier, "payout.release") == 422
        assert press(director, "payout.cancel") == 302
        assert press(director, "payout.prepare") == 302
        assert press(cashier, "payout.release") == 302
        page = text(cashier.get(where))
        assert "Paid so far: 300 EUR of 582 EUR." in page
        one = text(cashier.get(path(floor, f"slips/?entry={winner.number}")))
        assert "300 EUR" in one
        assert "No payout is prepared" in text(cashier.get(path(floor, "slips/")))
        assert cashier.post(where, {"command": "event.finish"}).status_code == 400

    def test_a_prize_does_not_go_to_who_owes_his_entry_unseen(self):
        floor = played_out()
        winner = floor.event.entries.get(out_seq=None)
        where = path(floor, "payouts/")
        assert text(Browser(floor.director).get(where)).count("owes 220 EUR") == 3
        floor.do("cash.take", entry=winner.number)
        assert text(Browser(floor.director).get(where)).count("owes 220 EUR") == 2

    def test_the_public_list_names_who_has_each_place(self):
        floor = played_out()
        page = text(Browser().get(f"/e/{floor.slug}/prizes/"))
        assert "2 Player" in page
        assert page.count(" · Player") >= 2

    def test_before_there_is_anything_it_says_what_to_do(self):
        floor = in_play()
        page = text(Browser(floor.director).get(path(floor, "payouts/")))
        assert "Publish the prizes first." in page
        floor.do("payouts.publish", amounts=[POOL])
        page = text(Browser(floor.director).get(path(floor, "payouts/")))
        assert "as soon as their place is final" in page


@pytest.mark.parametrize(
    ("role", "status"),
    [
        (Role.DIRECTOR, 200),
        (Role.CASHIER, 200),
        (Role.AUDITOR, 200),
        (Role.FLOOR, 404),
        (Role.DEALER, 404),
    ],
)
def test_who_sees_money(role, status):
    floor = played_out()
    browser = Browser(floor.director if role == Role.DIRECTOR else floor.hire(role))
    for part in ("", "cash/", "payouts/", "slips/"):
        assert browser.get(path(floor, part)).status_code == status, part


def test_an_auditor_only_looks():
    floor = played_out()
    browser = Browser(floor.hire(Role.AUDITOR))
    for part in ("", "cash/", "payouts/"):
        body = browser.get(path(floor, part)).content.decode().partition("<main")[2]
        assert "<form" not in body, part


def test_the_menu_leads_there():
    floor = played_out()
    body = Browser(floor.director).get(f"/e/{floor.slug}/").content.decode()
    assert f'href="/d/{floor.slug}/money/"' in body
    assert f'href="/e/{floor.slug}/prizes/"' in Browser().get(f"/e/{floor.slug}/").content.decode()
    floor = Floor.open()
    assert "/prizes/" not in Browser().get(f"/e/{floor.slug}/").content.decode()
