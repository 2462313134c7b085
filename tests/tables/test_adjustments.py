"""Chips that the floor books by hand: counts, penalties, and players who come back."""

import pytest

from core.errors import Refusal
from tables.models import CountCheck
from tests.factories import SHEETS, STACK, Floor, Json
from tests.tables.floor_scenes import BIG
from tests.tables.test_corrections import approve, refused, stacks
from tests.tournaments.money import in_play
from tests.tournaments.test_verify import verify
from tournaments.models import Role

pytestmark = pytest.mark.django_db


def adjust(floor: Floor, chips: dict[int, int], **more) -> Json:
    lines = [{"entry": entry, "chips": amount} for entry, amount in chips.items()]
    return floor.do("chips.adjust", lines=lines, **{"reason": "found on the floor", **more})


class TestAdjust:
    def test_it_takes_two_and_the_house_bank_answers_for_it(self):
        floor = Floor.running(players=3)
        floor.play(SHEETS["flush"])
        before = stacks(floor)
        answer = adjust(floor, {1: 500, 2: -300})
        assert (answer["state"], answer["why"], stacks(floor)) == ("waiting", ["bank"], before)
        approve(floor, answer)
        assert stacks(floor) == {**before, 1: before[1] + 500, 2: before[2] - 300}
        floor.play(SHEETS["flush"])
        assert verify(floor, replay=True) == ""

    @pytest.mark.parametrize("chips", [{}, {1: 0}, {1: 10**10}])
    def test_lines_that_are_none(self, chips):
        with refused("adjust_lines"):
            adjust(Floor.running(players=3), chips)

    def test_nobody_is_left_with_nothing(self):
        with refused("adjust_below"):
            adjust(Floor.running(players=3), {1: -STACK})

    def test_a_count_is_booked_once(self):
        floor = Floor.running(players=3)
        floor.play(SHEETS["flush"])
        seats = floor.table(1).seats.select_related("entry").order_by("number")
        counts = [{"seat": one.number, "stack": one.entry.stack} for one in seats]
        counts[0]["stack"] += 100
        floor.do("count.check", table=1, counts=counts)
        count = CountCheck.objects.get()
        with refused("count_stale"):
            adjust(floor, {seats[0].entry.number: 200}, count=count.seq)
        answer = adjust(floor, {seats[0].entry.number: 100}, count=count.seq)
        approve(floor, answer)
        count.refresh_from_db()
        assert count.settled_seq == floor.event.version
        with refused("count_stale"):
            adjust(floor, {seats[0].entry.number: 100}, count=count.seq)
        assert verify(floor, replay=True) == ""

    def test_not_in_the_middle_of_a_hand_and_not_after_a_deal(self):
        floor = Floor.running(players=3)
        floor.start()
        with refused("hand_open"):
            adjust(floor, {1: 100})

    def test_an_undo_does_not_reach_over_it(self):
        floor = Floor.running(players=3)
        floor.play(SHEETS["flush"])
        approve(floor, adjust(floor, {1: 100}))
        with refused("undo_chips"):
            floor.do("hand.undo", table=1, hand=1)


class TestPenalty:
    def test_each_opponent_gets_his_points(self):
        floor = Floor.running(players=3)
        floor.play(SHEETS["flush"])
        before = stacks(floor)
        answer = floor.do("penalty.give", entry=2, points=3, reason="exposed a card again")
        assert answer["state"] == "applied"
        assert stacks(floor) == {1: before[1] + 300, 2: before[2] - 600, 3: before[3] + 300}
        floor.play(SHEETS["flush"])
        assert verify(floor, replay=True) == ""

    def test_who_cannot_pay_is_out_when_two_agree(self):
        floor = Floor.running(players=3, structure=BIG)
        answer = floor.do("penalty.give", entry=2, points=6, reason="missed his turn")
        assert answer["why"] == ["places"]
        approve(floor, answer)
        row = floor.event.entries.get(number=2)
        assert (row.stack, row.out_stack, row.out_seq) == (0, STACK, floor.event.version)
        assert sorted(stacks(floor).values()) == [0, STACK, 2 * STACK]
        assert verify(floor, replay=True) == ""

    @pytest.mark.parametrize("points", [0, 21, -1])
    def test_points_that_are_none(self, points):
        with refused("penalty_points"):
            floor = Floor.running(players=3)
            floor.do("penalty.give", entry=2, points=points, reason="no")

    def test_nobody_to_pay(self):
        floor = Floor.running(players=2, structure=BIG)
        floor.bust("Player 1")
        with refused("penalty_alone"):
            floor.do("penalty.give", entry=2, points=1, reason="no")
        with refused("entry_out"):
            floor.do("penalty.give", entry=1, points=1, reason="no")


class TestBack:
    def test_who_was_taken_out_by_mistake_has_what_he_had(self):
        floor = Floor.running(players=3)
        floor.play(SHEETS["flush"])
        before = stacks(floor)
        seats = set(floor.table(1).seats.values_list("number", "entry__number"))
        floor.do("entry.remove", entry=2, removal="no_show", reason="he is not there")
        answer = floor.do("entry.reinstate", entry=2, reason="he was in the other room")
        assert answer["why"] == ["places"]
        approve(floor, answer)
        row = floor.event.entries.get(number=2)
        assert (row.removal, row.out_seq, stacks(floor)) == ("", None, before)
        assert set(floor.table(1).seats.values_list("number", "entry__number")) == seats
        floor.play(SHEETS["flush"])
        assert verify(floor, replay=True) == ""

    def test_who_went_out_in_a_hand_needs_the_chips_of_a_ruling(self):
        floor = Floor.running(players=3, structure=BIG)
        floor.play(SHEETS["big win"])
        out = floor.event.entries.exclude(out_seq=None).first().number
        with refused("back_chips"):
            floor.do("entry.reinstate", entry=out, reason="ruling")
        answer = floor.do("entry.reinstate", entry=out, chips=5_000, reason="ruling")
        assert answer["why"] == ["bank", "places"]
        approve(floor, answer)
        assert stacks(floor)[out] == 5_000
        assert verify(floor, replay=True) == ""

    def test_who_is_in_and_who_never_was(self):
        floor = Floor.running(players=3)
        with refused("entry_in"):
            floor.do("entry.reinstate", entry=1, reason="no")
        with refused("entry_unknown"):
            floor.do("entry.reinstate", entry=9, reason="no")

    def test_who_was_paid_stays_out(self):
        floor = in_play()
        floor.do("payouts.publish", amounts=[300_00, 200_00, 82_00])
        floor.play(SHEETS["big win"])
        out = floor.event.entries.exclude(out_seq=None).first().number
        floor.do("payout.prepare", entry=out)
        waiting = floor.do("entry.reinstate", entry=out, chips=5_000, reason="ruling")
        assert "prizes" in waiting["why"]
        floor.do("payout.release", entry=out, by=floor.hire(Role.CASHIER))
        with pytest.raises(Refusal, check=lambda found: found.code == "correction_paid"):
            approve(floor, waiting)
