"""Levels by hands: each table's own count, waiting or drift, Fantasyland that does not count."""

import pytest
from django.utils import timezone

from tables.models import Hand
from tests.factories import SHEETS, Api, Floor, layouts, refusal, seats_in_order
from tests.tables.test_corrections import refused
from tests.tournaments.test_verify import verify
from tests.web.pages import Browser, event_form, text
from tournaments.models import Role
from tournaments.rules.clock import ClockState
from tournaments.rules.errors import FloorError

pytestmark = pytest.mark.django_db
LINES = [
    {"level": 100, "hands": 2},
    {"level": 200, "hands": 2},
    {"break": 600},
    {"level": 300, "hands": 2},
]


def running(players: int = 4, drift: int = 0, **facts) -> Floor:
    return Floor.running(players, structure=LINES, level_drift=drift, starting_stack=10**6, **facts)


def play(floor: Floor, *tables: int) -> None:
    for table in tables:
        floor.play(SHEETS["even"], table=table)


def levels(floor: Floor, table: int) -> list[tuple[int, int, int]]:
    hands = Hand.objects.filter(table=floor.table(table)).order_by("number")
    return [(one.level, one.level_hand, one.point_value) for one in hands]


def clock(floor: Floor) -> ClockState:
    return floor.event.clock(timezone.now())


@pytest.fixture
def floor() -> Floor:
    """Two heads-up tables that wait for each other after each level of two hands."""
    return running()


class TestTables:
    def test_a_level_lasts_so_many_hands_of_the_tables_own_count(self, floor):
        play(floor, 1, 2, 1, 2, 1, 2)
        assert levels(floor, 1) == levels(floor, 2) == [(1, 1, 100), (1, 2, 100), (2, 1, 200)]
        assert verify(floor, replay=True) == ""

    def test_a_table_that_is_done_waits_for_the_others(self, floor):
        play(floor, 1, 1)
        with refused("level_wait") as said:
            floor.start(1)
        assert said.value.params["tables"] == "2"
        play(floor, 2, 2)
        assert floor.start(1)["level"] == 2

    def test_with_drift_it_may_be_so_many_levels_ahead(self):
        floor = running(drift=1)
        play(floor, 1, 1, 1, 1)
        assert levels(floor, 1)[-1] == (2, 2, 200)
        assert clock(floor).level == 1
        play(floor, 2)
        assert levels(floor, 2) == [(1, 1, 100)]

    def test_nobody_goes_beyond_a_break_before_the_others(self):
        floor = running(drift=9)
        play(floor, 1, 1, 1, 1)
        with refused("level_wait"):
            floor.start(1)

    def test_a_misdeal_is_no_hand_of_the_level(self, floor):
        floor.start(1)
        floor.do("hand.misdeal", table=1, hand=1, reason="a card was exposed")
        play(floor, 1, 1)
        assert [hand for _, hand, _ in levels(floor, 1)] == [0, 1, 2]
        assert verify(floor, replay=True) == ""

    def test_a_hand_that_is_taken_back_is_played_again(self, floor):
        play(floor, 1, 1)
        floor.do("hand.undo", table=1, hand=2)
        floor.record(1, SHEETS["even"])
        assert [hand for _, hand, _ in levels(floor, 1)] == [1, 2]

    def test_fantasyland_does_not_count_and_waits_for_nobody(self, floor):
        play(floor, 1)
        floor.play(SHEETS["kings on top"], table=1)
        floor.play(SHEETS["even"], table=1)
        assert levels(floor, 1) == [(1, 1, 100), (1, 2, 100), (1, 2, 100)]
        with refused("level_wait"):
            floor.start(1)
        play(floor, 2, 2, 1)
        assert levels(floor, 1)[-1] == (2, 1, 200)
        assert verify(floor, replay=True) == ""

    def test_a_moved_player_plays_at_the_level_of_his_new_table(self):
        floor = running(players=5, drift=1)
        sizes = {t.number: t.seats.exclude(entry=None).count() for t in floor.event.tables.all()}
        small = min(sizes, key=sizes.__getitem__)
        play(floor, small, small, small)
        big = 3 - small
        entry = floor.table(big).seats.exclude(entry=None).first().entry.number
        seat = floor.table(small).seats.get(entry=None).number
        floor.do("entry.move", entry=entry, table=small, seat=seat, reason="balance")
        started = floor.start(small)
        assert (started["level"], len(started["players"])) == (2, 3)

    def test_a_new_table_begins_at_the_level_of_the_slowest(self):
        floor = running(players=6, registration_level=9)
        floor.play(SHEETS["flush"], table=1)
        floor.play(SHEETS["flush"], table=2)
        floor.play(SHEETS["flush"], table=1)
        floor.play(SHEETS["flush"], table=2)
        floor.register("Late One", "Late Two")
        floor.do("seat.draw")
        play(floor, 3)
        assert levels(floor, 3) == [(2, 1, 200)]

    def test_when_the_slowest_table_is_gone_the_others_go_on(self, floor):
        play(floor, 1, 1)
        for seat in floor.table(2).seats.exclude(entry=None):
            free = floor.table(1).seats.filter(entry=None).first()
            if free:
                entry = seat.entry.number
                where = {"table": 1, "seat": free.number}
                floor.do("entry.move", entry=entry, **where, reason="balance")
        assert floor.start(1)["level"] == 2


class TestBreak:
    def to_the_break(self, floor: Floor) -> None:
        play(floor, 1, 2, 1, 2, 1, 2, 1, 2)

    def test_it_begins_when_the_last_table_has_played(self, wall):
        floor = running()
        self.to_the_break(floor)
        now = clock(floor)
        assert (now.kind, now.break_pending, now.remaining) == ("break", False, 600)
        with refused("clock_break"):
            floor.start(1)
        wall.forward(minutes=10)
        assert floor.start(1)["level"] == 3
        assert (clock(floor).level, clock(floor).hands) == (3, 2)
        assert verify(floor, replay=True) == ""

    def test_it_waits_for_fantasyland(self, floor):
        play(floor, 1, 2, 1, 2, 1, 2, 2)
        floor.play(SHEETS["kings on top"], table=1)
        assert clock(floor).break_pending
        floor.play(SHEETS["even"], table=1)
        assert levels(floor, 1)[-1] == (2, 2, 200)
        assert not clock(floor).break_pending

    def test_the_director_starts_it_at_once(self, wall):
        floor = running()
        play(floor, 1, 2, 1, 2, 1)
        floor.do("clock.break_now", reason="a fire alarm")
        with refused("clock_break"):
            floor.start(2)
        wall.forward(minutes=10)
        play(floor, 1, 2)
        assert levels(floor, 1)[-1] == levels(floor, 2)[-1] == (3, 1, 300)

    def test_a_table_with_extra_time_plays_on_at_the_level_that_ended(self, floor):
        self.to_the_break(floor)
        floor.do("table.extra", table=1, minutes=5, reason="a long ruling")
        play(floor, 1)
        assert levels(floor, 1)[-1] == (2, 3, 200)
        with refused("clock_break"):
            floor.start(2)

    def test_time_is_added_to_the_break_and_hands_to_the_level(self, floor):
        with refused("adjust_hands"):
            floor.do("clock.adjust", seconds=60)
        floor.do("clock.adjust", hands=1)
        play(floor, 1, 2, 1, 2, 1, 2)
        assert levels(floor, 1)[-1] == (1, 3, 100)
        floor.do("clock.adjust", hands=-1)  # of level 2
        play(floor, 1, 2)
        assert clock(floor).kind == "break"
        with refused("adjust_time"):
            floor.do("clock.adjust", hands=1)
        floor.do("clock.adjust", seconds=60)
        assert clock(floor).remaining == 660
        assert verify(floor, replay=True) == ""


class TestClock:
    def test_it_is_that_of_the_slowest_table(self, floor):
        play(floor, 1, 1)
        assert (clock(floor).level, clock(floor).hand, clock(floor).hands) == (1, 1, 2)
        play(floor, 2)
        assert (clock(floor).hand, clock(floor).hands_to_break) == (2, 3)
        assert clock(floor).remaining is None
        play(floor, 2)
        assert (clock(floor).level, clock(floor).hand) == (2, 1)

    def test_a_jump_sends_every_table_to_the_first_hand_of_the_line(self, floor):
        play(floor, 1, 1, 2)
        floor.do("clock.jump", segment=3)
        play(floor, 1, 2)
        assert levels(floor, 1)[-1] == levels(floor, 2)[-1] == (3, 1, 300)
        floor.do("clock.jump", segment=0)
        play(floor, 1)
        assert levels(floor, 1)[-1] == (1, 1, 100)
        assert verify(floor, replay=True) == ""

    def test_a_paused_clock_starts_no_hand(self, floor):
        floor.do("clock.pause")
        with refused("clock_paused"):
            floor.start(1)

    def test_the_last_level_has_no_end(self, floor):
        floor.do("clock.jump", segment=3)
        play(floor, 1, 2, 1, 2, 1, 2)
        assert levels(floor, 1)[-1] == (3, 3, 300)

    def test_hand_for_hand_goes_with_it(self, floor):
        floor.do("round.start")
        play(floor, 1, 2, 1, 2, 1, 2)
        assert levels(floor, 2)[-1] == (2, 1, 200)

    def test_an_amendment_leaves_levels_that_a_table_has_begun(self):
        floor = running(drift=1)
        play(floor, 1, 1, 1)
        facts = {"registration_level": 0, "reentry_limit": 0, "reason": "too slow"}
        other = [LINES[0], {"level": 250, "hands": 2}, *LINES[2:]]
        with refused("level_begun"):
            floor.do("event.amend", structure=other, **facts)
        longer = [*LINES, {"level": 400, "hands": 9}]
        floor.do("event.amend", structure=longer, level_drift=0, **facts)
        assert floor.event.level_drift == 0
        assert verify(floor, replay=True) == ""


class TestRecord:
    def test_a_late_hand_is_one_of_its_level(self, floor):
        play(floor, 1)
        seats = list(floor.table(1).seats.exclude(entry=None).values_list("number", flat=True))
        cards = layouts(seats_in_order(seats[0], seats), SHEETS["even"])
        facts = {"table": 1, "hand": 2, "level": 1, "button": seats[0], "layouts": cards}
        floor.do("hand.late", **facts, reason="from a slip")
        assert levels(floor, 1)[-1] == (1, 2, 100)

    def test_verify_finds_a_level_that_does_not_follow(self, floor):
        play(floor, 1, 1)
        Hand.objects.filter(number=2).update(level_hand=5)
        assert "hand 5 of level 1 does not follow" in verify(floor)
        Hand.objects.filter(number=2).update(level_hand=2, point_value=300)
        assert "level 1 is not worth 300 a point" in verify(floor)

    def test_offline_only_the_tables_own_level_is_true(self, floor):
        play(floor, 1, 1)
        offline = {"at": "2030-01-01T12:00:00+00:00", "level": 2, "point_value": 200}
        floor.start(1, offline=offline)
        assert levels(floor, 1)[-1] == (2, 1, 200)
        with refused("offline_level"):
            floor.start(2, offline=offline)


class TestStructure:
    def test_what_is_refused(self):
        for lines, code in (
            ([{"level": 100, "hands": 1000}], "structure_hands"),
            ([{"level": 100, "hands": -1}], "structure_hands"),
            ([{"level": 100, "hands": 0}], "structure_seconds"),
            ([{"level": 100, "hands": 8}, {"level": 200, "seconds": 60}], "structure_mixed"),
            ([{"level": 100, "hands": 8, "seconds": 60}], "structure_shape"),
        ):
            with pytest.raises(FloorError) as said:
                Floor(structure=lines)
            assert said.value.code == code
        with refused("bad_request"):
            Floor(structure=LINES, level_drift=10)

    def test_over_the_api(self):
        floor = running()
        api = Api(floor.director)
        play(floor, 1, 2)
        found = api.get(f"events/{floor.slug}/").json()
        assert found["structure"] == LINES
        assert (found["clock"]["hand"], found["clock"]["hands"]) == (2, 2)
        assert api.post(f"events/{floor.slug}/clock/adjust", hands=1).status_code == 200
        answer = api.post(f"events/{floor.slug}/clock/adjust", seconds=60)
        assert refusal(answer) == (422, "adjust_hands")


def test_at_the_desk(floor):
    browser = Browser(floor.director)
    path = f"/d/{floor.slug}/clock/"
    play(floor, 1, 2, 1)
    page = text(browser.get(path))
    assert "hand 2 of 2" in page
    assert "Table 2 has not played all hands of this level." in page
    other = running()
    page = text(Browser(other.director).get(f"/d/{other.slug}/clock/"))
    assert "have not played" not in page
    assert browser.post(f"{path}adjust/", {"hands": "x"}).status_code == 422
    assert browser.post(f"{path}adjust/", {"hands": "1"}).status_code == 302
    assert "hand 2 of 3" in text(browser.get(path))
    assert "1 hand added to the level" in text(browser.get(f"/d/{floor.slug}/log/"))
    play(floor, 1)
    assert "waits for the level" in text(browser.get(f"/d/{floor.slug}/"))


def test_what_everybody_sees(floor):
    play(floor, 1, 2)
    anybody = Browser()
    wall = text(anybody.get(f"/e/{floor.slug}/clock/"))
    assert "2 / 2" in wall
    assert "3 hands" in wall
    assert "hand 2 of 2" in text(anybody.get(f"/e/{floor.slug}/"))
    page = text(anybody.get(f"/e/{floor.slug}/structure/"))
    assert "all tables wait for each other" in page
    assert "10 min" in page
    entry = floor.event.entries.first().number
    assert "3 hands" in text(anybody.get(f"/e/{floor.slug}/p/{entry}/"))
    assert anybody.get(f"/e/{floor.slug}/schedule.ics").status_code == 200


def test_typed_by_the_director():
    floor = Floor()
    browser = Browser(floor.director)
    lines = "100, 8 hands\n200; 8 h\nbreak, 15\n300, 8 hands"
    form = event_form(name="By hands", slug="by-hands", structure=lines, level_drift="1")
    assert browser.post("/new/", form).status_code == 302
    event = Floor.of("by-hands", floor.director).event
    assert event.segments == [
        {"level": 100, "hands": 8},
        {"level": 200, "hands": 8},
        {"break": 900},
        {"level": 300, "hands": 8},
    ]
    assert event.level_drift == 1
    page = text(browser.get(f"/d/{event.slug}/change/"))
    assert "100, 8 hands" in page
    wrong = event_form(slug="x", structure="100, 8 hands\n200, 30")
    assert "another kind of level" in text(browser.post("/new/", wrong))
    assert browser.post("/new/", event_form(slug="x", structure="100, 8 eggs")).status_code == 422


@pytest.mark.parametrize("role", [Role.DEALER])
def test_the_dealers_page_says_the_tables_own_level(floor, role):
    dealer = floor.hire(role, table=1)
    play(floor, 1)
    page = text(Browser(dealer).get(f"/e/{floor.slug}/deal/1/"))
    assert "level 1" in page
