"""Prices, takings, refunds, published prizes, and payouts that take two people (I29 to I32)."""

import pytest
from django.db import IntegrityError, transaction

from core.errors import Conflict, NotAllowed, Refusal
from tests.factories import SHEETS, Api, Floor, refusal
from tests.tournaments.money import POOL, PRICES, in_play, played_out, priced
from tests.tournaments.test_verify import verify
from tournaments.models import CashMove, Role, Sale
from tournaments.purse import drawer_of, drawer_totals, dues_of, pool_of
from tournaments.rules.errors import FloorError
from tournaments.selectors import entries_of

pytestmark = pytest.mark.django_db


def refused(code: str, error: type[Exception] = Refusal):
    """The block must be refused with this code."""
    return pytest.raises(error, check=lambda found: found.code == code)


class TestPrices:
    def test_a_draft_has_no_prices_until_they_are_set(self):
        floor = Floor()
        assert not floor.event.prices.costs
        floor.do("event.prices", prices=PRICES)
        assert floor.event.prices.price == 220_00

    def test_once_registration_is_open_a_change_needs_a_reason(self):
        floor = priced()
        with refused("reason_needed"):
            floor.do("event.prices", prices={**PRICES, "fee": 0})
        floor.do("event.prices", prices={**PRICES, "fee": 0}, reason="the club pays the room")
        assert floor.event.prices.price == 200_00

    def test_what_was_sold_keeps_its_price(self):
        floor = priced()
        floor.register("Ana")
        floor.do("event.prices", prices={**PRICES, "buy_in": 300_00}, reason="a typing error")
        floor.register("Boris")
        assert [sale.price for sale in floor.event.sales.all()] == [220_00, 320_00]
        assert pool_of(floor.event).sold == 500_00

    def test_wrong_prices_change_nothing(self):
        floor = Floor()
        with refused("money_currency", FloorError):
            floor.do("event.prices", prices={"buy_in": 100})
        assert floor.event.price_list == {}

    def test_an_event_without_prices_sells_nothing(self):
        floor = Floor.open(players=3)
        assert not floor.event.sales.exists()
        assert pool_of(floor.event).total == 0


class TestTakings:
    def test_who_is_registered_owes_until_the_money_is_taken(self):
        floor = priced()
        floor.register("Ana")
        assert drawer_of(floor.event) == 0
        assert floor.do("cash.take", entry=1)["amount"] == 220_00
        assert drawer_of(floor.event) == 220_00
        with refused("nothing_owed"):
            floor.do("cash.take", entry=1)

    def test_paid_at_the_desk_is_one_step(self):
        floor = priced()
        answer = Api(floor.director).post(
            f"events/{floor.slug}/entries", people=[{"name": "Ana"}], paid=True
        )
        assert answer.status_code == 200
        assert drawer_totals(floor.event) == {"taking": 220_00}

    def test_a_re_entry_is_sold_again(self):
        floor = priced(registration_level=9, reentry_limit=1)
        floor.register("Ana", "Boris", "Caio")
        floor.do("seat.draw")
        floor.do("event.start")
        floor.play(SHEETS["big win"])
        out = floor.event.entries.exclude(out_seq=None).first()
        floor.register(out.person.name)
        kinds = floor.event.sales.values_list("kind", flat=True)
        assert list(kinds) == [Sale.Kind.ENTRY] * 3 + [Sale.Kind.RE_ENTRY]
        assert pool_of(floor.event).sold == 4 * 200_00

    def test_an_entry_taken_back_gets_its_money_back(self):
        floor = priced()
        floor.register("Ana", "Boris")
        floor.do("cash.take", entry=1)
        assert floor.do("entry.withdraw", entry=1)["refund"] == 220_00
        assert "refund" not in floor.do("entry.withdraw", entry=2)
        assert (drawer_of(floor.event), pool_of(floor.event).sold) == (0, 0)
        assert drawer_totals(floor.event) == {"taking": 220_00, "refund": -220_00}

    def test_a_count_books_the_difference_with_its_reason(self):
        floor = priced()
        floor.do("drawer.put", amount=50_00, reason="change")
        with refused("reason_needed"):
            floor.do("drawer.count", counted=49_00)
        assert floor.do("drawer.count", counted=50_00)["difference"] == 0
        assert floor.do("drawer.count", counted=49_00, reason="lost")["difference"] == -1_00
        assert drawer_of(floor.event) == 49_00
        with refused("reason_needed"):
            floor.do("drawer.put", amount=-9_00)


class TestPrizes:
    def test_they_are_published_when_nobody_may_enter_any_more(self):
        floor = priced(registration_level=1)
        floor.register("Ana", "Boris")
        floor.do("seat.draw")
        floor.do("event.start")
        with refused("payouts_early"):
            floor.do("payouts.publish", amounts=[388_00])
        floor.do("clock.jump", segment=1)
        floor.do("payouts.publish", amounts=[388_00])
        assert floor.event.prizes == [388_00]
        floor.do("clock.jump", segment=0)
        with refused("registration_prizes"):
            floor.register("Caio")

    @pytest.mark.parametrize(
        ("amounts", "code"),
        [([POOL - 1], "payouts_sum"), ([POOL // 3, POOL - POOL // 3], "payouts_rise")],
    )
    def test_they_are_the_pool_to_the_cent(self, amounts, code):
        floor = in_play()
        with refused(code, FloorError):
            floor.do("payouts.publish", amounts=amounts)

    def test_a_change_takes_a_reason_and_a_second_person(self):
        floor = in_play()
        cashier = floor.hire(Role.CASHIER)
        floor.do("payouts.publish", amounts=[POOL])
        with refused("payouts_published"):
            floor.do("payouts.publish", amounts=[POOL])
        two = [400_00, 182_00]
        with refused("reason_needed"):
            floor.do("payouts.change", amounts=two)
        floor.do("payouts.change", amounts=two, reason="two are paid")
        assert floor.event.prizes == [POOL]
        with refused("second_person"):
            floor.do("payouts.confirm", agree=True)
        floor.do("payouts.confirm", by=cashier, agree=True)
        assert floor.event.prizes == two
        with refused("nothing_proposed"):
            floor.do("payouts.confirm", by=cashier, agree=True)

    def test_who_asked_may_drop_it_again(self):
        floor = in_play()
        floor.do("payouts.publish", amounts=[POOL])
        floor.do("payouts.change", amounts=[400_00, 182_00], reason="two are paid")
        floor.do("payouts.confirm", agree=False)
        assert floor.event.prizes == [POOL]
        assert floor.event.prizes_proposed == {}

    def test_prices_stand_once_prizes_are_published(self):
        floor = in_play()
        floor.do("payouts.publish", amounts=[POOL])
        with refused("payouts_stand"):
            floor.do("event.prices", prices=PRICES, reason="late")

    def test_prizes_stand_once_one_is_prepared(self):
        floor = played_out()
        floor.do("payout.prepare", entry=1)
        with refused("payouts_paid"):
            floor.do("payouts.change", amounts=[POOL], reason="winner takes all")


class TestDues:
    def test_a_tie_shares_its_places_and_the_odd_unit_is_not_lost(self):
        floor = played_out()
        dues = dues_of(floor.event, entries_of(floor.event))
        winner = floor.event.entries.get(out_seq=None).number
        assert dues.pop(winner) == 300_00
        assert sorted(dues.values()) == [140_00, 142_00]

    def test_the_living_are_not_due_while_others_play(self):
        floor = in_play()
        floor.do("payouts.publish", amounts=[POOL])
        assert dues_of(floor.event, entries_of(floor.event)) == {}


class TestTwoPeople:
    def test_one_prepares_and_another_releases(self):
        floor = played_out()
        cashier = floor.hire(Role.CASHIER)
        winner = floor.event.entries.get(out_seq=None).number
        assert floor.do("payout.prepare", by=cashier, entry=winner)["amount"] == 300_00
        assert not floor.event.cash.exists()
        with refused("second_person"):
            floor.do("payout.release", by=cashier, entry=winner)
        floor.do("payout.release", entry=winner)
        assert drawer_totals(floor.event) == {"payout": -300_00}
        with refused("already_released", Conflict):
            floor.do("payout.release", by=cashier, entry=winner)
        with refused("already_released", Conflict):
            floor.do("payout.cancel", entry=winner)
        with refused("already_prepared", Conflict):
            floor.do("payout.prepare", entry=winner)

    def test_what_is_not_due_is_not_prepared(self):
        floor = in_play()
        with refused("payouts_unpublished"):
            floor.do("payout.prepare", entry=1)
        floor.do("payouts.publish", amounts=[POOL])
        with refused("no_prize"):
            floor.do("payout.prepare", entry=1)
        with refused("entry_unknown"):
            floor.do("payout.prepare", entry=9)
        with refused("not_prepared"):
            floor.do("payout.release", entry=1)

    def test_a_cancelled_payout_can_be_prepared_again(self):
        floor = played_out()
        floor.do("payout.prepare", entry=1)
        floor.do("payout.cancel", entry=1)
        floor.do("payout.prepare", entry=1)
        assert floor.event.payouts.count() == 2

    def test_the_database_knows_it_too(self):
        floor = played_out()
        floor.do("payout.prepare", entry=1)
        with pytest.raises(IntegrityError), transaction.atomic():
            floor.event.payouts.update(released_seq=99, released_by=floor.director)

    @pytest.mark.parametrize("role", [Role.FLOOR, Role.DEALER, Role.AUDITOR])
    def test_money_is_no_business_of_the_floor(self, role):
        floor = played_out()
        somebody = floor.hire(role)
        for name, facts in [
            ("payout.prepare", {"entry": 1}),
            ("cash.take", {"entry": 1}),
            ("drawer.put", {"amount": 1}),
            ("event.prices", {"prices": {}}),
        ]:
            with pytest.raises(NotAllowed):
                floor.do(name, by=somebody, **facts)


class TestApi:
    def test_from_prices_to_a_released_payout(self):
        floor = Floor(starting_stack=1_000)
        director, path = Api(floor.director), f"events/{floor.slug}"
        cashier = Api(floor.hire(Role.CASHIER))
        assert director.post(f"{path}/prices", prices=PRICES).status_code == 200
        floor.do("event.publish")
        floor.register("Ana", "Boris")
        floor.do("seat.draw")
        floor.do("event.start")
        assert cashier.post(f"{path}/cash/take", entry=1).json()["amount"] == 220_00
        assert director.post(f"{path}/prizes", amounts=[388_00]).status_code == 200
        floor.bust("Boris")
        winner = floor.event.entries.get(person__name="Ana").number
        assert cashier.post(f"{path}/payouts/prepare", entry=winner).status_code == 200
        assert refusal(cashier.post(f"{path}/payouts/release", entry=winner)) == (
            422,
            "second_person",
        )
        assert director.post(f"{path}/payouts/release", entry=winner).status_code == 200

    def test_money_is_never_a_fraction(self):
        floor = Floor()
        answer = Api(floor.director).post(
            f"events/{floor.slug}/prices", prices={"currency": "EUR", "buy_in": 0.5}
        )
        assert refusal(answer) == (422, "money_amount")


class TestVerify:
    def test_prizes_that_were_tampered_with_are_named(self):
        floor = played_out()
        floor.event.__class__.objects.filter(slug=floor.slug).update(prizes=[1])
        assert "money: the prizes sum to 1" in verify(floor)

    def test_cash_that_was_tampered_with_is_named(self):
        floor = priced()
        floor.register("Ana")
        floor.do("cash.take", entry=1)
        CashMove.objects.update(amount=1)
        assert "money: entry 1: its sale" in verify(floor)

    def test_a_payout_that_was_tampered_with_is_named(self):
        floor = played_out()
        floor.do("payout.prepare", entry=1)
        floor.event.payouts.update(released_seq=7)
        assert "money: entry 1: its payout" in verify(floor)
