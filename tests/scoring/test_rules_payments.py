"""Payments, elimination and the button, rule by rule, where the vectors have no case."""

import pytest

from scoring.errors import RuleError
from scoring.settlement import Debt, Status, settle
from scoring.table import PairValue
from tests.scoring.games import DEAD, FLUSH, FOUL, PLAIN, rules, score


def pay(stacks, debts, **overrides):
    """Settle debts between seats 1, 2, 3 …"""
    return settle(rules(**overrides), list(enumerate(stacks, start=1)), [Debt(*d) for d in debts])


def chips(settled):
    return [stack for _, stack in settled.stacks]


class TestCap:
    """Vamos rules, payments: nobody triples more than the stack he started with."""

    def test_a_loss_before_does_not_lower_it(self):
        done = pay([500, 900, 900], [(1, 2, 400), (3, 1, 700)])
        assert [one.paid for one in done.payments] == [400, 500]
        assert done.payments[1].status is Status.CAPPED

    def test_a_win_before_does_not_raise_it(self):
        done = pay([500, 900, 2000], [(2, 1, 800), (3, 1, 1500)])
        assert [one.paid for one in done.payments] == [500, 500]
        assert chips(done)[0] == 1500

    def test_the_payment_tells_what_held_it(self):
        payment = pay([500, 900], [(2, 1, 800)]).payments[0]
        assert (payment.limit, payment.funds, payment.owed) == (500, 900, 500)

    def test_current(self):
        done = pay([500, 900, 900], [(1, 2, 400), (3, 1, 700)], cap="current")
        assert [one.paid for one in done.payments] == [400, 100]

    def test_none(self):
        payment = pay([500, 900], [(2, 1, 800)], cap="none").payments[0]
        assert (payment.limit, payment.paid) == (None, 800)

    def test_the_smaller_stack_of_the_pair(self):
        done = pay([500, 900], [(1, 2, 800)], cap="pair_min")
        assert done.payments[0].status is Status.CAPPED
        assert chips(done) == [0, 1400]
        assert done.payments[0].limit == 500


class TestShort:
    """Vamos rules, payments: who cannot pay is out, and so are his other payments."""

    def test_later_payments_are_void_both_ways(self):
        done = pay([100, 900, 900, 900], [(1, 2, 200), (1, 3, 200), (4, 1, 200), (2, 3, 50)])
        assert [one.status.value for one in done.payments] == ["short", "void", "void", "full"]
        assert [one.gone for one in done.payments] == [(), (1,), (1,), ()]
        assert chips(done) == [0, 950, 950, 900]

    def test_two_who_are_out_are_both_named(self):
        done = pay([900, 50, 60], [(2, 1, 200), (3, 1, 200), (3, 2, 10)])
        assert done.payments[2].gone == (3, 2)

    def test_it_is_measured_after_the_cap(self):
        done = pay([500, 100], [(1, 2, 900)])
        assert done.payments[0].status is Status.CAPPED
        assert done.eliminated == ()

    def test_exactly_enough_is_enough(self):
        done = pay([300, 900, 900], [(1, 2, 300), (3, 1, 200)])
        assert chips(done) == [200, 1200, 700]
        out = pay([300, 900, 900], [(1, 2, 300), (3, 1, 200)], exact_cover="out")
        assert chips(out) == [0, 1200, 900]
        assert out.payments[0].status is Status.FULL
        assert out.payments[0].out

    def test_nothing_left_and_nothing_won_back_is_out_at_the_end(self):
        done = pay([300, 900], [(1, 2, 300)])
        assert not done.payments[0].out
        assert done.eliminated == ((1,),)

    def test_no_chips_and_another_debt_is_out_at_once(self):
        done = pay([300, 900, 900, 900], [(1, 2, 300), (1, 3, 100), (4, 1, 500)])
        assert [one.status.value for one in done.payments] == ["full", "short", "void"]

    def test_nothing_owed_puts_nobody_out(self):
        """The payee has no chips, so under ``current`` he can win none."""
        done = pay([300, 900, 900], [(1, 2, 300), (3, 1, 500)], cap="current", exact_cover="alive")
        assert done.payments[1].owed == done.payments[1].paid == 0
        assert not done.payments[1].out

    def test_winnings_may_be_kept_apart(self):
        done = pay([100, 900, 900], [(2, 1, 80), (1, 3, 500)], winnings_usable=False)
        assert done.payments[1].funds == 100
        assert chips(done) == [80, 820, 1000]
        assert done.eliminated == ()

    def test_what_was_paid_before_lowers_the_funds(self):
        done = pay(
            [100, 900, 900, 900],
            [(1, 2, 60), (3, 1, 90), (1, 4, 500)],
            winnings_usable=False,
        )
        assert done.payments[2].funds == 40
        assert chips(done)[0] == 90


class TestPayerRounds:
    """Bristol Street 2013: each pays all his debts, starting on his left."""

    def test_order(self):
        debts = [(2, 1, 10), (3, 1, 10), (1, 4, 10), (2, 3, 10), (4, 2, 10), (3, 4, 10)]
        done = pay([900] * 4, debts, settlement="payer_rounds")
        paid = [(one.payer, one.payee) for one in done.payments]
        assert paid == [(1, 4), (2, 3), (2, 1), (3, 4), (3, 1), (4, 2)]


class TestRanking:
    """PokerStars rules for players who go out together; TonyBet for the payment order."""

    def test_the_bigger_start_stack_finishes_higher(self):
        done = pay([50, 70, 900], [(1, 3, 500), (2, 3, 500)])
        assert done.eliminated == ((2,), (1,))

    def test_equal_stacks_tie(self):
        done = pay([50, 50, 900], [(1, 3, 500), (2, 3, 500)])
        assert done.eliminated == ((1, 2),)

    def test_equal_stacks_by_payment(self):
        order = {"simultaneous_rank": "payment_order"}
        done = pay([50, 50, 900], [(1, 3, 500), (2, 3, 500)], **order)
        assert done.eliminated == ((2,), (1,))

    def test_who_lasts_to_the_end_of_the_hand_finishes_higher(self):
        """Player 1 paid his last chip first, but in full; player 2 was put out at once."""
        order = {"simultaneous_rank": "payment_order"}
        done = pay([50, 50, 900], [(1, 3, 50), (2, 3, 500)], **order)
        assert done.eliminated == ((1,), (2,))

    def test_two_at_the_end_rank_by_their_last_chip(self):
        order = {"simultaneous_rank": "payment_order"}
        done = pay([50, 50, 900], [(2, 1, 50), (1, 3, 50), (1, 3, 50)], **order)
        assert done.eliminated == ((1,), (2,))

    def test_the_payment_order_breaks_only_ties(self):
        order = {"simultaneous_rank": "payment_order"}
        done = pay([70, 50, 900], [(1, 3, 500), (2, 3, 500)], **order)
        assert done.eliminated == ((1,), (2,))


class TestPairValues:
    """Wikipedia: players may agree on stakes of their own."""

    def test_a_pair_has_its_own_value(self):
        outcome = score([FLUSH, PLAIN, DEAD], value=10, pair_values=(PairValue(2, 1, 3),))
        assert [one.due for one in outcome.payments] == [51, 170, 60]

    @pytest.mark.parametrize("pair", [PairValue(1, 1, 5), PairValue(1, 9, 5)])
    def test_a_pair_must_be_in_the_hand(self, pair):
        with pytest.raises(RuleError) as caught:
            score([FLUSH, PLAIN], pair_values=(pair,))
        assert (caught.value.code, caught.value.seat) == ("bad_seat", None)
        assert "do not meet" in str(caught.value)


class TestButton:
    def test_it_moves_to_the_next_seat_still_in(self):
        outcome = score([PLAIN, DEAD, FOUL], stacks=[9000, 100, 9000])
        assert outcome.eliminated == ((2,),)
        assert outcome.next_button == 1
        outcome = score([DEAD, PLAIN, FOUL], stacks=[100, 9000, 9000])
        assert outcome.next_button == 2

    def test_it_is_frozen_while_a_survivor_plays_fantasyland(self):
        assert score([FLUSH, PLAIN, FOUL]).next_button == 3
        free = rules(button_frozen_in_fl=False)
        assert score([FLUSH, PLAIN, FOUL], ruleset=free).next_button == 1

    def test_a_frozen_button_that_is_out_goes_back(self):
        outcome = score([FLUSH, PLAIN, DEAD], stacks=[9000, 9000, 100])
        assert outcome.next_button == 2

    def test_a_button_that_sat_out_is_still_in(self):
        sitting = rules("ofc", button_sits_out=True)
        outcome = score([FLUSH, PLAIN, FOUL], ruleset=sitting, button=4)
        assert outcome.order == (1, 2, 3)
        assert outcome.next_button == 4
        dull = rules("aria-2013", button_sits_out=True)
        assert score([FLUSH, PLAIN, FOUL], ruleset=dull, button=4).next_button == 1

    def test_the_winner_of_everything_gets_it(self):
        outcome = score([PLAIN, DEAD], stacks=[9000, 100])
        assert outcome.next_button == 1


class TestOwners:
    """Criss-cross: layouts of one owner do not meet, owners settle once (our ruling)."""

    def test_three_owners_settle_in_payment_order(self):
        """Seats 1 and 4 play for seat 1, 2 and 5 for 2, 3 and 6 for 3."""
        layouts = [FLUSH, PLAIN, DEAD, DEAD, DEAD, FOUL]
        outcome = score(
            layouts,
            ruleset=rules("two-deck-ofc"),
            owners=[1, 2, 3, 1, 2, 3],
            value=1,
            stacks=100,
        )
        assert len(outcome.pairs) == 12
        assert [(one.payer, one.payee, one.paid) for one in outcome.payments] == [
            (2, 1, 17 + 17 - 6),
            (3, 1, 34),
            (3, 2, 12),
        ]
        assert [one.stack for one in outcome.players] == [162, 84, 54] * 2
        assert outcome.next_button is None
        assert "next_button" not in outcome.as_json()

    def test_an_owner_goes_out_with_all_layouts(self):
        outcome = score(
            [FLUSH, DEAD, DEAD, PLAIN],
            ruleset=rules("criss-cross"),
            owners=[1, 2, 2, 1],
            value=10,
            stacks=100,
        )
        assert [one.eliminated for one in outcome.players] == [False, True, True, False]
        assert outcome.eliminated == ((2,),)

    def test_an_even_match_pays_nothing(self):
        outcome = score([DEAD] * 4, ruleset=rules("criss-cross"), owners=[1, 2, 1, 2], stacks=100)
        assert outcome.payments == ()
