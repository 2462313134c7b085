"""The clock by its commands: marks are stored, and what time it is follows from them."""

import pytest

from core.errors import Refusal
from tests.factories import SHEETS, Api, Floor, refusal
from tournaments import verify

pytestmark = pytest.mark.django_db
LEVEL, BREAK = 600, 300
STRUCTURE = [
    {"level": 100, "seconds": LEVEL},
    {"level": 200, "seconds": LEVEL},
    {"break": BREAK},
    {"level": 300, "seconds": LEVEL},
]


@pytest.fixture
def floor(wall) -> Floor:
    return Floor.running(players=2, structure=STRUCTURE)


def clock(floor: Floor) -> dict:
    """The clock as everybody may see it."""
    return Api().get(f"events/{floor.slug}/").json()["clock"]


class TestTime:
    def test_levels_follow_each_other_without_anybody_doing_anything(self, floor, wall):
        seen = []
        for minutes in (0, 9, 1, 9, 1, 5, 60):
            wall.forward(minutes=minutes)
            now = clock(floor)
            seen.append((now["kind"], now["point_value"], now["remaining"]))
        assert seen == [
            ("level", 100, 600),
            ("level", 100, 60),
            ("level", 200, 600),
            ("level", 200, 60),
            ("break", 200, 300),
            ("level", 300, None),
            ("level", 300, None),
        ]

    def test_looking_at_the_clock_changes_nothing(self, floor, wall):
        version = floor.event.version
        wall.forward(minutes=45)
        clock(floor)
        assert floor.event.version == version

    def test_ten_looks_at_the_end_of_a_level_make_one_level(self, floor, wall):
        wall.forward(minutes=10)
        assert [clock(floor)["level"] for _ in range(10)] == [2] * 10


class TestAServerWhoseClockIsSetBack:
    """Three minutes, say, between two acts of a director; or it is another server."""

    def test_what_was_done_shows_at_once_and_hands_go_on(self, floor, wall):
        wall.forward(minutes=21)
        assert clock(floor)["kind"] == "break"
        floor.do("clock.adjust", seconds=30)
        wall.forward(minutes=-3)
        floor.do("clock.jump", segment=3)
        now = clock(floor)
        assert (now["kind"], now["point_value"]) == ("level", 300)
        assert floor.start()["point_value"] == 300
        floor.record(1, SHEETS["even"])
        assert list(verify.problems(floor.event)) == []

    @pytest.mark.timeout(30)
    def test_a_break_left_by_a_jump_is_settled_and_not_for_ever(self, floor, wall):
        """It was: the mark that stated the break belonged to the time after the jump."""
        wall.forward(minutes=19)
        floor.start()
        wall.forward(minutes=3)
        assert clock(floor)["break_pending"]
        floor.do("clock.jump", segment=0)
        wall.forward(minutes=-1)
        floor.record(1, SHEETS["even"])
        assert (clock(floor)["level"], clock(floor)["remaining"]) == (1, 600)
        assert list(verify.problems(floor.event)) == []

    def test_a_pause_holds_and_a_level_is_not_passed_twice(self, floor, wall):
        wall.forward(minutes=9)
        floor.do("clock.pause")
        wall.forward(minutes=-5)
        assert clock(floor)["paused"]
        floor.do("clock.resume")
        assert (clock(floor)["level"], clock(floor)["remaining"]) == (1, 60)
        wall.forward(minutes=5)
        assert clock(floor)["remaining"] == 60
        wall.forward(minutes=1)
        assert clock(floor)["level"] == 2


class TestPause:
    def test_paused_time_does_not_count(self, floor, wall):
        wall.forward(minutes=4)
        floor.do("clock.pause")
        wall.forward(hours=3)
        assert (clock(floor)["paused"], clock(floor)["remaining"]) == (True, 360)
        floor.do("clock.resume")
        wall.forward(minutes=1)
        assert (clock(floor)["paused"], clock(floor)["remaining"]) == (False, 300)

    def test_pausing_and_resuming_twice_is_as_once(self, floor, wall):
        wall.forward(minutes=4)
        for _ in range(2):
            floor.do("clock.pause")
            wall.forward(minutes=10)
        for _ in range(2):
            floor.do("clock.resume")
        assert clock(floor)["remaining"] == 360

    def test_no_hand_starts_while_the_clock_is_paused(self, floor):
        floor.do("clock.pause")
        with pytest.raises(Refusal) as refused:
            floor.start(1)
        assert refused.value.code == "clock_paused"

    def test_a_hand_that_was_started_is_recorded_during_a_pause(self, floor):
        floor.start(1)
        floor.do("clock.pause")
        assert floor.record(1, SHEETS["even"])["hand"] == 1

    def test_the_floor_pauses_and_the_dealer_does_not(self, floor):
        path = f"events/{floor.slug}/clock/pause"
        assert Api(floor.hire("floor")).post(path).status_code == 200
        assert refusal(Api(floor.dealer(1)).post(path)) == (403, "not_allowed")


class TestAdjust:
    @pytest.mark.parametrize(("seconds", "remaining"), [(60, 660), (-60, 540), (-600, 600)])
    def test_seconds_are_added_to_what_is_left(self, floor, seconds, remaining):
        api = Api(floor.director)
        answer = api.post(f"events/{floor.slug}/clock/adjust", seconds=seconds)
        assert answer.status_code == 200
        assert clock(floor)["remaining"] == remaining

    def test_taking_more_than_is_left_ends_the_level_now(self, floor, wall):
        wall.forward(minutes=4)
        floor.do("clock.adjust", seconds=-3600)
        assert (clock(floor)["level"], clock(floor)["remaining"]) == (2, 600)

    @pytest.mark.parametrize("seconds", [10**6, -(10**6), "soon", None, 1.5])
    def test_nonsense_is_refused(self, floor, seconds):
        api = Api(floor.director)
        response = api.post(f"events/{floor.slug}/clock/adjust", seconds=seconds)
        assert refusal(response) == (400, "bad_request")


class TestJump:
    def test_a_line_of_the_structure_begins_with_its_full_time(self, floor, wall):
        wall.forward(minutes=9)
        api = Api(floor.director)
        assert api.post(f"events/{floor.slug}/clock/jump", segment=3).json()["level"] == 3
        assert clock(floor)["point_value"] == 300

    def test_one_may_jump_back(self, floor, wall):
        wall.forward(minutes=12)
        floor.do("clock.jump", segment=0)
        assert (clock(floor)["level"], clock(floor)["remaining"]) == (1, 600)

    def test_a_line_that_is_not_there_is_refused_and_leaves_the_clock_alone(self, floor):
        before = floor.event.clock_marks
        api = Api(floor.director)
        response = api.post(f"events/{floor.slug}/clock/jump", segment=4)
        assert refusal(response) == (422, "clock_no_segment")
        assert response.json()["error"]["message"] == (
            "The structure has no line 5. Choose a line from 1 to 4."
        )
        assert floor.event.clock_marks == before


class TestWhen:
    @pytest.mark.parametrize("name", ["clock.pause", "clock.resume"])
    def test_before_the_start_there_is_no_clock(self, name):
        floor = Floor.open(players=2)
        with pytest.raises(Refusal) as refused:
            floor.do(name)
        assert refused.value.code == "event_status"

    def test_the_level_is_latched_when_the_hand_starts(self, floor, wall):
        wall.forward(seconds=LEVEL - 1)
        started = floor.start(1)
        wall.forward(seconds=1)
        outcome = floor.record(1, SHEETS["kings on top"])

        assert clock(floor)["point_value"] == 200
        assert (started["level"], started["point_value"]) == (1, 100)
        assert outcome["payments"][0]["due"] == 14 * 100

    def test_the_next_hand_is_played_at_the_new_level(self, floor, wall):
        floor.play(SHEETS["even"])
        wall.forward(seconds=LEVEL)
        assert floor.start(1)["point_value"] == 200


def test_a_clock_of_minutes_writes_nothing_of_levels_by_hands():
    """An event from before there were such levels has no such figures, and verifies still."""
    floor = Floor.running(players=3)
    floor.do("clock.jump", segment=1)
    assert (floor.event.level_segment, floor.event.level_hands) == (0, 0)
