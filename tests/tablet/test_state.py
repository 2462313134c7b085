"""The state of a tablet: what it shows, and when it need not be sent again."""

from datetime import datetime, timedelta

import pytest

from tests.factories import Floor
from tests.tablet.scene import Tablet, code

pytestmark = pytest.mark.django_db


@pytest.fixture
def floor() -> Floor:
    return Floor.running(players=3)


def test_a_fresh_table_may_start(floor):
    tablet = Tablet(floor)
    state = tablet.state()
    assert state["table"]["number"] == 1
    assert state["can_start"] is None
    assert state["next_hand"] == 1
    assert [seat["seat"] for seat in state["seats"]] == [1, 2, 3]
    assert state["dealer"] == {"name": tablet.dealer.known_as}
    assert state["settings"] == {
        "confirm": "dealer",
        "streets": False,
        "chips": [25000, 5000, 1000, 500, 100],
    }
    assert state["hand"] is None
    assert state["last"] == []


def test_start_record_undo_through_the_tablet(floor):
    tablet = Tablet(floor)
    started = tablet.start()
    assert started["hand"] == 1
    state = tablet.state()
    assert state["hand"]["state"] == "started"
    assert state["can_start"]["code"] == "hand_open"
    outcome = tablet.record("flush")
    state = tablet.state()
    assert state["hand"]["state"] == "recorded"
    assert state["hand"]["outcome"]["payments"] == outcome["payments"]
    assert any("pays" in text for text in state["last"][0]["sentences"])
    undone = tablet.do("hands/1/undo")
    assert len(undone["layouts"]) == 3
    state = tablet.state()
    assert state["hand"]["state"] == "started"
    assert len(state["hand"]["layouts"]) == 3


def test_extra_time_is_known_before_the_break_and_in_it(wall):
    """So a tablet without a network knows it too."""
    floor = Floor.running(players=3, structure=[{"level": 200, "seconds": 600}, {"break": 900},
      {"level": 300, "seconds": 600}])  # fmt: skip
    tablet = Tablet(floor)
    ends = datetime.fromisoformat(tablet.state()["clock"]["ends_at"])
    assert tablet.state()["table"]["extra_until"] is None
    floor.do("table.extra", table=1, minutes=3, reason="a long ruling")
    until = datetime.fromisoformat(tablet.state()["table"]["extra_until"])
    assert until == ends + timedelta(minutes=3)
    wall.forward(minutes=11)
    assert datetime.fromisoformat(tablet.state()["table"]["extra_until"]) == until
    assert tablet.state()["can_start"] is None


def test_nothing_new_is_not_sent_again(floor):
    tablet = Tablet(floor)
    etag = tablet.get()["ETag"]
    assert tablet.get(HTTP_IF_NONE_MATCH=etag).status_code == 304
    tablet.put("draft", hand=1, body={"cards": {"1": ["Ah"]}})
    assert tablet.get(HTTP_IF_NONE_MATCH=etag).status_code == 200
    assert tablet.state()["draft"]["body"] == {"cards": {"1": ["Ah"]}}


def test_a_page_without_the_header_is_no_tablet(floor):
    tablet = Tablet(floor)
    answer = tablet.client.get("/api/tablet/")
    assert (answer.status_code, code(answer)) == (403, "tablet_header")


def test_by_hands_it_shows_the_tables_own_level(floor):
    """Another table may be slower: what counts here is what was played here."""
    lines = [{"level": 100, "hands": 2}, {"level": 200, "hands": 2}]
    floor = Floor.running(players=6, structure=lines, level_drift=1, starting_stack=10**6)
    tablet = Tablet(floor)
    assert tablet.state()["clock"]["hand"] == 1
    tablet.start()
    tablet.record("flush")
    state = tablet.state()
    assert (state["clock"]["hand"], state["clock"]["hands"]) == (2, 2)
    tablet.start()
    state = tablet.state()
    assert state["hand"]["level_hand"] == 2
    assert [one["text"] for one in state["notices"]] == [
        "Level 2 (200 a point) starts with the next hand."
    ]
    tablet.record("flush")
    state = tablet.state()
    assert (state["clock"]["level"], state["clock"]["point_value"]) == (2, 200)
    assert state["can_start"] is None
    floor.do("event.amend", structure=lines, registration_level=0, reentry_limit=0,
             level_drift=0, reason="they are too far apart")  # fmt: skip
    state = tablet.state()
    assert state["can_start"]["code"] == "level_wait"
    assert "2" in state["can_start"]["message"]
