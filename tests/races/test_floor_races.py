"""What two of the floor, a cashier or the clock may do at once; each race with its twin.

The twins of the event's lock run on PostgreSQL only; see `tests.races.guards`.
"""

from functools import partial

import pytest
from django.db.models import Q

from core import live
from core.errors import Refusal
from tables.models import MoveOrder, Seat
from tests.factories import SHEETS, Floor, layouts, seats_in_order
from tests.races.guards import together_to_the_end, without_constraints, without_the_lock
from tests.races.start import together
from tests.tournaments.money import in_play, played_out
from tournaments import tasks, verify
from tournaments.models import CashMove, JournalEntry, Role

pytestmark = [pytest.mark.race, pytest.mark.django_db(transaction=True)]
needs_lock = pytest.mark.needs(
    "postgresql", because="SQLite's IMMEDIATE serialises with no lock of ours"
)
JOURNAL = (JournalEntry, "journal_number_once")
PAYMENT = (CashMove, "one_payment_a_payout")
TICKS = 10
STRUCTURE = [{"level": 100, "seconds": 600}, {"break": 300}, {"level": 200, "seconds": 600}]


def codes(results: list) -> list[str]:
    """The codes of those who were refused; whatever else went wrong is raised."""
    failed = [one for one in results if isinstance(one, Exception)]
    for one in failed:
        if not isinstance(one, Refusal):
            raise one
    return [one.code for one in failed if isinstance(one, Refusal)]


def sound(floor: Floor) -> bool:
    return list(verify.problems(floor.event)) == []


class TestOnePayoutReleasedTwice:
    def releases(self) -> tuple[Floor, list]:
        floor = played_out()
        cashiers = [floor.hire(Role.CASHIER) for _ in range(2)]
        floor.do("payout.prepare", entry=1)
        jobs = [partial(floor.do, "payout.release", by=one, entry=1) for one in cashiers]
        return floor, jobs

    def paid(self, floor: Floor) -> int:
        return floor.event.cash.filter(kind="payout").count()

    def test_one_hands_it_out_and_the_other_is_told(self):
        floor, jobs = self.releases()
        assert codes(together(jobs)) == ["already_released"]
        assert self.paid(floor) == 1
        assert sound(floor)

    @needs_lock
    def test_twin_without_the_lock_it_is_paid_twice(self, monkeypatch):
        floor, jobs = self.releases()
        with without_constraints(JOURNAL, PAYMENT):
            without_the_lock(monkeypatch, crowd=2)
            assert not codes(together(jobs)), "both cashiers are told to pay"
            assert self.paid(floor) == 2


class TestABreakAndTheHandItWaitsFor:
    def at_once(self, wall) -> tuple[Floor, list]:
        """The last Fantasyland hand of a pending break, and a director who waits no longer."""
        floor = Floor.running(players=2, structure=STRUCTURE)
        floor.play(SHEETS["kings on top"])
        wall.forward(seconds=610)
        order = floor.start()["order"]
        cards = {"table": 1, "hand": 2, "layouts": layouts(order, SHEETS["even"])}
        wall.forward(seconds=20)
        break_now = partial(floor.do, "clock.break_now", reason="the kitchen closes")
        return floor, [partial(floor.do, "hand.record", **cards), break_now]

    def test_the_hand_is_recorded_and_the_break_begins_once(self, wall):
        floor, jobs = self.at_once(wall)
        assert set(codes(together(jobs))) <= {"break_already"}
        official = [one for one in floor.event.clock_marks if one["kind"] == "break_official"]
        clock = floor.event.clock(wall.now)
        assert (clock.kind, clock.break_pending) == ("break", False)
        assert len(official) <= 1
        assert floor.table().hands.filter(state="recorded").count() == 2
        assert sound(floor)

    @needs_lock
    def test_twin_without_the_lock_one_forgets_what_the_other_wrote(self, wall, monkeypatch):
        floor, jobs = self.at_once(wall)
        before = floor.event.version
        with without_constraints(JOURNAL):
            without_the_lock(monkeypatch, crowd=1)  # a break writes nothing but the journal
            together_to_the_end(monkeypatch, crowd=2)
            assert not codes(together(jobs)), "both are told that it is done"
            assert floor.event.version == before + 1, "the event knows of one of them"


class TestTheClockTicksTenTimes:
    def adding_a_minute(self, floor: Floor) -> list:
        return [partial(floor.do, "clock.adjust", seconds=60) for _ in range(TICKS)]

    def test_each_minute_counts(self, wall):
        floor = Floor.running(players=2, structure=STRUCTURE)
        assert codes(together(self.adding_a_minute(floor))) == []
        assert floor.event.clock(wall.now).remaining == 600 + TICKS * 60
        assert sound(floor)

    @needs_lock
    def test_twin_without_the_lock_minutes_are_lost(self, wall, monkeypatch):
        floor = Floor.running(players=2, structure=STRUCTURE)
        with without_constraints(JOURNAL):
            without_the_lock(monkeypatch, crowd=TICKS)
            assert codes(together(self.adding_a_minute(floor))) == [], "all are told it is added"
            assert floor.event.clock(wall.now).remaining < 600 + TICKS * 60

    def told(self, wall, monkeypatch) -> int:
        """How often the screens are told of one new level, when ten workers see it at once."""
        floor = Floor.running(players=2, structure=STRUCTURE)
        tasks.announce()
        wall.forward(seconds=610)
        said: list[str] = []
        monkeypatch.setattr(live, "announce_turn", lambda slug, version: said.append(slug))
        assert codes(together([tasks.announce] * TICKS)) == []
        assert set(said) <= {floor.slug}
        return len(said)

    def test_a_level_that_ten_workers_see_is_announced_once(self, wall, monkeypatch):
        assert self.told(wall, monkeypatch) == 1

    def test_twin_without_the_comparison_all_of_them_announce_it(self, wall, monkeypatch):
        monkeypatch.setattr(tasks, "Q", lambda **_: Q(pk=None))
        assert self.told(wall, monkeypatch) == TICKS


class TestACorrectionAndThePayoutItWouldTakeBack:
    def at_once(self) -> tuple[Floor, list, int]:
        """Who went out is paid, and somebody finds that he did not go out at all."""
        floor = in_play()
        floor.do("payouts.publish", amounts=[300_00, 200_00, 82_00])
        floor.play(SHEETS["big win"])
        second = floor.hire(Role.DIRECTOR)
        hand = floor.table().hands.get()
        order = seats_in_order(hand.button, hand.players.values_list("seat", flat=True))
        cards = {"table": 1, "hand": 1, "layouts": layouts(order, SHEETS["flush"])}
        asked = floor.do("hand.correct", reason="misread", **cards)
        out = next(line["entry"] for line in asked["lines"] if line["back"])
        floor.do("payout.prepare", entry=out)
        approve = {"number": asked["correction"], "reason": "the camera"}
        jobs = [
            partial(floor.do, "correction.approve", by=second, **approve),
            partial(floor.do, "payout.release", by=second, entry=out),
        ]
        return floor, jobs, out

    def test_one_of_them_is_told_why_not(self):
        floor, jobs, out = self.at_once()
        assert len(codes(together(jobs))) == 1
        back = floor.event.entries.get(number=out).out_seq is None
        assert back != floor.event.cash.filter(kind="payout").exists()
        assert sound(floor)

    @needs_lock
    def test_twin_without_the_lock_a_player_who_sits_there_is_paid(self, monkeypatch):
        floor, jobs, out = self.at_once()
        with without_constraints(JOURNAL):
            without_the_lock(monkeypatch, crowd=2)
            together_to_the_end(monkeypatch, crowd=2)
            assert not codes(together(jobs))
            assert floor.event.entries.get(number=out).out_seq is None
            assert floor.event.cash.filter(kind="payout").exists()


class TestTwoMovesToOneSeat:
    def at_once(self, command: str) -> tuple[Floor, list]:
        floor = Floor.running(players=5)
        tables = sorted(
            floor.event.tables.all(), key=lambda t: -t.seats.exclude(entry=None).count()
        )
        three, two = tables
        free = two.seats.get(entry=None).number
        movers = [seat.entry.number for seat in three.seats.order_by("number")[:2]]
        where = {"table": two.number, "seat": free, "reason": "balance"}
        return floor, [partial(floor.do, command, entry=one, **where) for one in movers]

    @pytest.mark.parametrize("command", ["entry.move", "move.order"])
    def test_the_second_is_told_that_it_is_taken(self, command):
        floor, jobs = self.at_once(command)
        assert codes(together(jobs)) == ["seat_taken"]
        assert sound(floor)

    @needs_lock
    def test_twin_without_the_lock_a_player_has_no_seat(self, monkeypatch):
        floor, jobs = self.at_once("entry.move")
        with without_constraints(JOURNAL):
            without_the_lock(monkeypatch, crowd=2)
            assert not codes(together(jobs)), "both are told that they sit there"
            sitting = Seat.objects.filter(table__event=floor.event).exclude(entry=None)
            assert sitting.count() == 4, "one of five sits nowhere"

    @needs_lock
    def test_twin_without_the_lock_two_are_sent_to_one_seat(self, monkeypatch):
        floor, jobs = self.at_once("move.order")
        with without_constraints(
            JOURNAL, (MoveOrder, "one_open_order_a_seat"), (MoveOrder, "order_number_once")
        ):
            without_the_lock(monkeypatch, crowd=2)
            assert not codes(together(jobs))
            assert floor.event.orders.values("target", "target_seat").distinct().count() == 1
            assert floor.event.orders.count() == 2
