"""Changing what players rely on: only what is still to come, with a reason, in public."""

import pytest

from core.errors import Refusal
from tests.factories import Api, Floor
from tests.tournaments.money import in_play
from tests.tournaments.test_money import refused
from tests.tournaments.test_verify import verify
from tests.web.pages import Browser, text
from tournaments.models import Role

pytestmark = pytest.mark.django_db
LEVELS = [
    {"level": 100, "seconds": 600},
    {"break": 300},
    {"level": 200, "seconds": 600},
    {"level": 400, "seconds": 600},
]
LONGER = [*LEVELS[:3], {"level": 300, "seconds": 900}, {"level": 400, "seconds": 900}]


def typed(**changes: str) -> dict[str, str]:
    return {
        "structure": "100, 10\nbreak, 5\n200, 10\n300, 15\n400, 15",
        "registration_level": "2",
        "reentry_limit": "",
        "reason": "the room closes later",
        **changes,
    }


def amend(floor: Floor, structure=LEVELS, level=1, limit=0, reason="late") -> None:
    facts = {"structure": structure, "registration_level": level, "reentry_limit": limit}
    floor.do("event.amend", reason=reason, **facts)


@pytest.fixture
def floor(wall) -> Floor:
    floor = Floor.open(players=3, structure=LEVELS, registration_level=1)
    floor.do("seat.draw")
    floor.do("event.start")
    return floor


def test_levels_to_come_change_and_the_clock_follows(floor, wall):
    amend(floor, LONGER)
    wall.forward(minutes=26)
    assert floor.event.clock(wall.now).point_value == 300
    assert verify(floor, replay=True) == ""


def test_a_level_that_has_begun_stands(floor, wall):
    changed = [{"level": 50, "seconds": 600}, *LEVELS[1:]]
    with pytest.raises(Refusal, match="from line 2 on"):
        amend(floor, changed)
    wall.forward(minutes=12)
    with pytest.raises(Refusal, match="from line 3 on"):
        amend(floor, [LEVELS[0], {"break": 600}, *LEVELS[2:]])
    floor.do("clock.jump", segment=3)
    floor.do("clock.jump", segment=0)
    with refused("level_last"):
        amend(floor, [*LEVELS, {"level": 500, "seconds": 600}])


def test_it_takes_a_reason_and_the_director(floor):
    with refused("reason_needed"):
        amend(floor, reason="")
    answer = Api(floor.hire(Role.FLOOR)).post(
        f"events/{floor.slug}/amend",
        structure=LEVELS,
        registration_level=2,
        reentry_limit=None,
        reason="late",
    )
    assert answer.status_code == 403


def test_who_may_enter_stands_once_prizes_are_published():
    floor = in_play()
    floor.do("payouts.publish", amounts=[582_00])
    structure = floor.event.segments
    with refused("payouts_stand"):
        amend(floor, structure, level=3)
    amend(floor, structure[:3], level=0)
    assert len(floor.event.segments) == 3


def test_the_page_changes_and_everybody_reads_why(floor):
    browser, path = Browser(floor.director), f"/d/{floor.slug}/amend/"
    assert "break, 5" in browser.get(path).content.decode()
    assert browser.post(path, typed(reason="")).status_code == 422
    wrong = browser.post(path, typed(structure="50, 10\n60, 10"))
    assert (wrong.status_code, "from line 2 on" in text(wrong)) == (422, True)
    assert browser.post(path, typed()).status_code == 302
    event = floor.event
    assert (event.segments, event.registration_level, event.reentry_limit) == (LONGER, 2, None)
    assert "the room closes later" in text(Browser().get(f"/e/{floor.slug}/rules/"))


def test_a_draft_is_changed_on_its_own_form():
    floor = Floor()
    response = Browser(floor.director).get(f"/d/{floor.slug}/amend/")
    assert response["Location"] == f"/d/{floor.slug}/change/"
