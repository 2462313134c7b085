"""Breaks wait for Fantasyland (design: floor, section 3)."""

import pytest

from core.errors import Refusal
from tests.factories import SHEETS, Api, Floor
from tournaments import verify

pytestmark = pytest.mark.django_db
LEVEL, BREAK = 600, 300
STRUCTURE = [
    {"level": 100, "seconds": LEVEL},
    {"break": BREAK},
    {"level": 200, "seconds": LEVEL},
    {"break": BREAK},
    {"level": 400, "seconds": LEVEL},
]
PENDING = ("break", True)
OFFICIAL = ("break", False)


@pytest.fixture
def floor(wall) -> Floor:
    """Two heads-up tables, at the start of level 1."""
    return Floor.running(players=4, structure=STRUCTURE)


def clock(floor: Floor) -> dict:
    return Api().get(f"events/{floor.slug}/").json()["clock"]


def state(floor: Floor) -> tuple[str, bool]:
    """What the screens show: the kind of line, and whether the break is still pending."""
    now = clock(floor)
    return now["kind"], now["break_pending"]


def refused_to_start(floor: Floor, table: int) -> str:
    """The code with which the next hand of a table is refused."""
    with pytest.raises(Refusal) as refused:
        floor.start(table)
    return refused.value.code


def start_of_next_level(wall, floor: Floor) -> int:
    """Whole seconds from now until the next level begins."""
    assert state(floor) == OFFICIAL
    return clock(floor)["remaining"]


class TestNobodyWaits:
    def test_the_break_counts_from_the_end_of_the_level(self, floor, wall):
        floor.play(SHEETS["even"], table=1)
        wall.forward(seconds=LEVEL + 60)
        assert start_of_next_level(wall, floor) == BREAK - 60

    def test_no_table_starts_a_hand_in_it(self, floor, wall):
        wall.forward(seconds=LEVEL)
        assert refused_to_start(floor, 1) == "clock_break"

    def test_after_it_play_goes_on_at_the_next_level(self, floor, wall):
        wall.forward(seconds=LEVEL + BREAK)
        assert floor.start(1)["point_value"] == 200


class TestLiveHand:
    def test_it_is_finished_at_the_old_level_while_the_break_is_pending(self, floor, wall):
        floor.start(1)
        wall.forward(seconds=LEVEL + 60)
        assert state(floor) == PENDING
        assert floor.record(1, SHEETS["quads below"])["payments"][0]["due"] == 16 * 100

    def test_the_other_tables_are_done(self, floor, wall):
        floor.start(1)
        wall.forward(seconds=LEVEL)
        assert refused_to_start(floor, 2) == "clock_pending"

    def test_then_the_break_counts_from_the_end_of_the_level(self, floor, wall):
        floor.start(1)
        wall.forward(seconds=LEVEL + 60)
        floor.record(1, SHEETS["even"])
        assert start_of_next_level(wall, floor) == BREAK - 60


class TestFantasyland:
    @pytest.fixture
    def floor(self, floor) -> Floor:
        """Somebody at table 1 plays Fantasyland in his next hand."""
        floor.play(SHEETS["kings on top"], table=1)
        return floor

    def test_its_table_plays_on_at_the_old_level_and_the_others_are_done(self, floor, wall):
        wall.forward(seconds=LEVEL + 30)
        assert state(floor) == PENDING
        assert refused_to_start(floor, 2) == "clock_pending"
        started = floor.start(1)
        assert started["point_value"] == 100
        assert sorted(player["fantasyland"] for player in started["players"]) == [0, 15]

    def test_the_break_counts_from_the_instant_the_last_such_hand_is_recorded(self, floor, wall):
        wall.forward(seconds=LEVEL + 30)
        floor.start(1)
        wall.forward(seconds=200)
        floor.record(1, SHEETS["even"])
        assert start_of_next_level(wall, floor) == BREAK
        wall.forward(seconds=BREAK - 1)
        assert refused_to_start(floor, 2) == "clock_break"
        wall.forward(seconds=1)
        assert floor.start(2)["point_value"] == 200

    def test_a_repeat_holds_the_break_again(self, floor, wall):
        wall.forward(seconds=LEVEL)
        floor.play(SHEETS["quads below"], table=1)
        assert state(floor) == PENDING
        wall.forward(seconds=60)
        floor.play(SHEETS["even"], table=1)
        assert start_of_next_level(wall, floor) == BREAK

    def test_a_live_hand_that_leads_to_it_holds_the_break(self, floor, wall):
        floor.play(SHEETS["even"], table=1)
        floor.start(2)
        wall.forward(seconds=LEVEL + 10)
        floor.record(2, SHEETS["kings on top"])
        assert state(floor) == PENDING
        assert refused_to_start(floor, 1) == "clock_pending"
        floor.play(SHEETS["even"], table=2)
        assert state(floor) == OFFICIAL

    def test_a_later_plain_hand_does_not_move_the_instant(self, floor, wall):
        floor.start(2)
        wall.forward(seconds=LEVEL)
        floor.play(SHEETS["even"], table=1)
        wall.forward(seconds=100)
        floor.record(2, SHEETS["even"])
        assert start_of_next_level(wall, floor) == BREAK - 100

    def test_fantasyland_before_the_end_of_the_level_holds_nothing(self, floor, wall):
        floor.play(SHEETS["even"], table=1)
        wall.forward(seconds=LEVEL + 60)
        assert start_of_next_level(wall, floor) == BREAK - 60

    def test_a_break_once_official_is_not_held_by_a_later_one(self, floor, wall):
        wall.forward(seconds=LEVEL)
        floor.play(SHEETS["even"], table=1)
        wall.forward(seconds=BREAK)
        floor.play(SHEETS["kings on top"], table=1)
        assert (clock(floor)["level"], clock(floor)["break_pending"]) == (2, False)

    def test_undoing_its_hand_holds_a_break_that_nobody_has_stated_yet(self, floor, wall):
        floor.play(SHEETS["even"], table=1)
        wall.forward(seconds=LEVEL)
        floor.do("hand.undo", table=1, hand=2)
        assert state(floor) == PENDING

    def test_a_pause_while_the_break_is_pending_does_not_stop_what_it_waits_for(self, floor, wall):
        wall.forward(seconds=LEVEL)
        floor.start(1)
        floor.do("clock.pause")
        floor.record(1, SHEETS["even"])
        floor.do("clock.resume")
        assert state(floor) == OFFICIAL


class TestHouseRules:
    def test_fantasyland_may_wait_for_the_end_of_the_break_instead(self, wall):
        rules = {"fl_before_break": "after_break"}
        floor = Floor.running(players=4, structure=STRUCTURE, overrides=rules)
        floor.play(SHEETS["kings on top"], table=1)
        wall.forward(seconds=LEVEL + 30)
        assert state(floor) == OFFICIAL
        assert refused_to_start(floor, 1) == "clock_break"

    def test_fantasyland_may_keep_the_level_it_was_won_at(self, wall):
        levels = [{"level": 100, "seconds": LEVEL}, {"level": 200, "seconds": LEVEL}]
        floor = Floor.running(players=4, structure=levels, overrides={"fl_level": "inherit"})
        floor.play(SHEETS["kings on top"], table=1)
        wall.forward(seconds=LEVEL + 30)
        assert floor.start(1)["point_value"] == 100
        assert floor.start(2)["point_value"] == 200


class TestOverruled:
    def test_a_pending_break_is_started_with_a_reason(self, floor, wall):
        floor.play(SHEETS["kings on top"], table=1)
        wall.forward(seconds=LEVEL + 10)
        assert state(floor) == PENDING
        with pytest.raises(Refusal, check=lambda found: found.code == "reason_needed"):
            floor.do("clock.break_now")
        floor.do("clock.break_now", reason="the kitchen closes")
        assert (state(floor), clock(floor)["remaining"]) == (OFFICIAL, BREAK)
        assert refused_to_start(floor, 1) == "clock_break"
        wall.forward(seconds=BREAK)
        assert floor.start(1)["level"] == 2
        assert list(verify.problems(floor.event)) == []

    def test_the_next_line_is_a_break(self, floor, wall):
        floor.start(1)
        wall.forward(seconds=60)
        floor.do("clock.break_now", reason="a fire alarm")
        assert state(floor) == OFFICIAL
        floor.record(1, SHEETS["even"])
        wall.forward(seconds=BREAK)
        assert clock(floor)["level"] == 2
        assert list(verify.problems(floor.event)) == []

    def test_in_a_break_and_before_none(self, floor, wall):
        wall.forward(seconds=LEVEL)
        with pytest.raises(Refusal, check=lambda found: found.code == "break_already"):
            floor.do("clock.break_now", reason="again")
        floor.do("clock.jump", segment=4)
        with pytest.raises(Refusal, check=lambda found: found.code == "break_not_next"):
            floor.do("clock.break_now", reason="no such line")


class TestExtraTime:
    def extra(self, floor: Floor, minutes: int = 3) -> None:
        floor.do("table.extra", table=1, minutes=minutes, reason="a long ruling")

    def test_a_table_plays_into_the_break_at_the_level_that_ended(self, floor, wall):
        self.extra(floor)
        wall.forward(seconds=LEVEL + 60)
        assert refused_to_start(floor, 2) == "clock_break"
        started = floor.start(1)
        assert (started["level"], started["point_value"]) == (1, 100)
        floor.record(1, SHEETS["even"])
        assert start_of_next_level(wall, floor) == BREAK - 60
        wall.forward(seconds=121)
        assert refused_to_start(floor, 1) == "clock_break"
        assert list(verify.problems(floor.event)) == []

    def test_it_is_for_one_break(self, floor, wall):
        self.extra(floor)
        wall.forward(seconds=2 * LEVEL + BREAK + 10)
        assert refused_to_start(floor, 1) == "clock_break"

    def test_taken_back(self, floor, wall):
        self.extra(floor)
        self.extra(floor, 0)
        wall.forward(seconds=LEVEL)
        assert refused_to_start(floor, 1) == "clock_break"

    @pytest.mark.parametrize("minutes", [-1, 61])
    def test_minutes_that_are_none(self, floor, minutes):
        with pytest.raises(Refusal, check=lambda found: found.code == "extra_minutes"):
            self.extra(floor, minutes)

    def test_no_break_follows(self, floor):
        floor.do("clock.jump", segment=4)
        with pytest.raises(Refusal, check=lambda found: found.code == "extra_no_break"):
            self.extra(floor)
