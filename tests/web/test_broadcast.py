"""A broadcast delay: the public sees nothing newer; whoever works here, and who sat there, does."""

import re

import pytest

from accounts import links
from tests.factories import SHEETS, Api, Floor, refusal
from tests.tablet.scene import Tablet
from tests.tournaments.test_verify import verify
from tests.web.pages import Browser, text
from tests.web.test_live_boards import keep, slots
from tournaments.models import Role

pytestmark = pytest.mark.django_db
DELAY = 600


def settings(floor: Floor, delay: int, *, streets: bool = False) -> None:
    chips = [1000, 100]
    floor.do(
        "event.settings", confirm="dealer", streets=streets, chips=chips, broadcast_delay=delay
    )


@pytest.fixture
def floor(wall) -> Floor:
    """One hand that was played before the delay began, and one that was played just now."""
    floor = Floor.running(players=3)
    floor.play(SHEETS["flush"])
    settings(floor, DELAY)
    wall.forward(seconds=DELAY + 1)
    floor.play(SHEETS["aces on top"])
    wall.forward(seconds=5)
    return floor


def public_paths(floor: Floor) -> list[str]:
    """Every page and fragment that shows hands, or what they did."""
    event, table = f"/e/{floor.slug}/", f"/e/{floor.slug}/t/1/"
    players = [f"{event}p/{number}/" for number in (1, 2, 3)]
    return [
        *("/", event, f"{event}standings/", f"{event}t/", f"{event}t/now/", table, f"{table}now/"),
        *(f"{table}overlay/", f"{table}overlay/now/", f"{event}statistics/", f"{event}results/"),
        *(f"{event}changes/", f"{event}structure/"),
        *(f"{event}clock/", f"{event}clock/now/", f"{event}wall/", f"{event}wall/now/"),
        *(f"{table}h/1/", *players, *(f"{path}now/" for path in players)),
    ]


def seen(path: str, reader: Browser | None = None) -> str:
    """What stands on a page, without what time alone changes."""
    answer = (reader or Browser()).get(path)
    assert answer.status_code == 200, path
    body = re.sub(
        r'data-(now|version|clock\w*|clock-ends|until|age)="[^"]*"', "", answer.content.decode()
    )
    return re.sub(
        r"\d{1,2}:\d{2}(:\d{2})?|Last change.*?\.|csrfmiddlewaretoken.*?>|value=\"[0-9a-f-]{36}\"",
        "",
        body,
    )


def test_nothing_newer_than_the_delay_is_anywhere(floor, wall):
    before = {path: seen(path) for path in public_paths(floor)}
    floor.play(SHEETS["big win"])
    floor.start(1)
    wall.forward(seconds=DELAY - 20)
    now = {path: seen(path) for path in public_paths(floor)}
    assert {path for path in now if now[path] != before[path]} == set()
    wall.forward(seconds=DELAY)
    assert seen(f"/e/{floor.slug}/t/1/") != before[f"/e/{floor.slug}/t/1/"]
    assert seen(f"/e/{floor.slug}/") != before[f"/e/{floor.slug}/"]


def test_the_public_sees_the_hand_before_as_the_last_one(floor):
    page = text(Browser().get(f"/e/{floor.slug}/t/1/"))
    assert "Hand 1 level 1" in page
    assert "Hands are shown 10:00 later." in page
    for hand, status in ((1, 200), (2, 404)):
        path = f"/e/{floor.slug}/t/1/h/{hand}/"
        assert Browser().get(path).status_code == status
        assert Browser().get(f"{path}picture.png").status_code == status


def test_stacks_and_fantasyland_are_those_of_then(floor, wall):
    stacks = {one.number: one.stack for one in floor.event.entries.all()}
    rows = {row["entry"]: row for row in standings(floor)}
    assert sum(row["stack"] for row in rows.values()) == sum(stacks.values())
    assert {number: row["stack"] for number, row in rows.items()} != stacks
    assert not any(row["fantasyland"] for row in rows.values())
    wall.forward(seconds=DELAY)
    rows = {row["entry"]: row for row in standings(floor)}
    assert {number: row["stack"] for number, row in rows.items()} == stacks
    assert any(row["fantasyland"] for row in rows.values())


def standings(floor: Floor, reader: Api | None = None):
    rows = (reader or Api()).get(f"events/{floor.slug}/standings").json()["rows"]
    return [{**row, "entry": row.get("entry", row.get("number"))} for row in rows]


def test_the_api_says_the_same(floor, wall):
    uid = floor.table().uid
    assert Api().get(f"tables/{uid}/hands/1/").status_code == 200
    assert refusal(Api().get(f"tables/{uid}/hands/2/"))[1] == "hand_not_recorded"
    table = Api().get(f"tables/{uid}/").json()
    assert (table["hand"], table["state"]) == (1, "recorded")
    stacks = {row["entry"]: row["stack"] for row in standings(floor)}
    assert {seat["entry"]: seat["stack"] for seat in table["seats"]} == stacks
    assert table["version"] < floor.event.version
    wall.forward(seconds=DELAY)
    assert Api().get(f"tables/{uid}/hands/2/").status_code == 200


def test_staff_sees_everything_at_once(floor):
    for reader in (floor.director, floor.hire(Role.DEALER)):
        browser, api = Browser(reader), Api(reader)
        page = browser.get(f"/e/{floor.slug}/t/1/")
        assert "Hand 2 level 1" in text(page)
        assert f"/e/{floor.slug}/t/1/now/?staff" in page.content.decode()
        assert "Hand 2 level 1" in text(browser.get(f"/e/{floor.slug}/t/1/now/?staff"))
        assert api.get(f"tables/{floor.table().uid}/hands/2/").status_code == 200


def test_what_staff_sees_is_kept_for_nobody(floor):
    path = f"/e/{floor.slug}/t/1/now/"
    public, staff = Browser().get(path), Browser(floor.director).get(f"{path}?staff")
    assert public.has_header("X-Thirteen-Shared")
    assert public["ETag"] != staff["ETag"]
    for kept in (staff, Browser().get(f"{path}?staff"), Browser(floor.director).get(path)):
        assert not kept.has_header("X-Thirteen-Shared")
    assert "Hand 1 level 1" in text(Browser().get(f"{path}?staff")), "the word opens nothing"


def test_a_player_sees_his_own_hand_at_once(floor):
    own = f"/p/{links.token_of(floor.event.uid, 1)}/"
    for path in (own, f"{own}now/"):
        page = Browser().get(path)
        assert "after hand 2" in text(page)
        assert f"/e/{floor.slug}/t/1/h/1/" in page.content.decode()
        assert f"/e/{floor.slug}/t/1/h/2/" not in page.content.decode(), "it opens nothing yet"
    assert f'hx-get="{own}now/"' in Browser().get(own).content.decode()


def test_nobody_is_out_before_the_public_may_know(wall):
    floor = Floor.running(players=3, starting_stack=3000, name="Broadcast")
    settings(floor, DELAY)
    wall.forward(seconds=DELAY)
    floor.play(SHEETS["big win"])
    floor.do("event.finish")
    home, tables = text(Browser().get("/")), text(Browser().get(f"/e/{floor.slug}/t/1/"))
    assert "Won by" not in home
    assert "Empty seat" not in tables
    assert tables.count("3,000") >= 3
    assert "No results yet" in text(Browser().get(f"/e/{floor.slug}/results/"))
    assert b"<item>" not in Browser().get("/results.rss").content
    assert [row["table"] for row in standings(floor)] == [1, 1, 1]
    wall.forward(seconds=DELAY)
    assert "Won by" in text(Browser().get("/"))
    assert b"<item>" in Browser().get("/results.rss").content


class TestBoards:
    @pytest.fixture
    def tablet(self, wall) -> Tablet:
        floor = Floor.running(players=3)
        settings(floor, 60, streets=True)
        wall.forward(seconds=61)
        tablet = Tablet(floor)
        tablet.start()
        return tablet

    def lie(self, tablet: Tablet, count: int) -> None:
        cards = slots(tablet)
        keep(tablet, {seat: line[:count] + [None] * (13 - count) for seat, line in cards.items()})

    def drawn(self, tablet: Tablet, reader: Browser | None = None) -> int:
        path = f"/e/{tablet.floor.slug}/t/1/"
        return (reader or Browser()).get(path).content.decode().count("data-rank")

    def test_they_grow_so_much_later(self, tablet, wall):
        wall.forward(seconds=61)
        assert "Being played" not in text(Browser().get(f"/e/{tablet.floor.slug}/t/1/"))
        self.lie(tablet, 5)
        wall.forward(seconds=30)
        self.lie(tablet, 7)
        assert self.drawn(tablet) == 0
        assert self.drawn(tablet, Browser(tablet.floor.director)) == 21
        wall.forward(seconds=31)
        assert self.drawn(tablet) == 15
        wall.forward(seconds=30)
        assert self.drawn(tablet) == 21

    def test_the_result_is_provisional_until_then_and_recorded_later(self, tablet, wall):
        self.lie(tablet, 13)
        wall.forward(seconds=10)
        tablet.record("flush")
        wall.forward(seconds=51)
        page = text(Browser().get(f"/e/{tablet.floor.slug}/t/1/"))
        assert "Provisional" in page
        assert "Payments, in order" in page
        wall.forward(seconds=20)
        page = text(Browser().get(f"/e/{tablet.floor.slug}/t/1/"))
        assert "Provisional" not in page
        assert "Payments, in order" in page

    def test_a_fragment_changes_when_a_board_may_be_seen(self, tablet, wall):
        path = f"/e/{tablet.floor.slug}/t/1/now/"
        wall.forward(seconds=61)
        self.lie(tablet, 5)
        tag = Browser().get(path)["ETag"]
        assert Browser().get(path, if_none_match=tag).status_code == 304
        wall.forward(seconds=61)
        assert Browser().get(path, if_none_match=tag).status_code == 200


class TestSetting:
    def typed(self, **changes: str) -> dict[str, str]:
        return {
            "confirm": "all",
            "streets": "on",
            "chips": "100, 5000",
            "broadcast_delay": "900",
            **changes,
        }

    def test_the_director_sets_it(self, floor):
        director = Browser(floor.director)
        assert director.post(f"/d/{floor.slug}/settings/", self.typed()).status_code == 302
        event = floor.event
        assert (event.broadcast_delay, event.streets, event.confirm) == (900, True, "all")
        assert event.chip_values == [5000, 100]
        assert 'value="900"' in director.get(f"/d/{floor.slug}/settings/").content.decode()
        assert f"/d/{floor.slug}/settings/" in director.get(f"/d/{floor.slug}/").content.decode()
        assert verify(floor, replay=True) == ""

    @pytest.mark.parametrize(
        "wrong",
        [
            {"broadcast_delay": "3601"},
            {"broadcast_delay": "-1"},
            {"chips": "100, x"},
            {"chips": "5, 5"},
        ],
    )
    def test_what_cannot_be_is_refused_and_kept_in_the_form(self, floor, wrong):
        answer = Browser(floor.director).post(f"/d/{floor.slug}/settings/", self.typed(**wrong))
        assert answer.status_code == 422
        assert floor.event.broadcast_delay == DELAY
        assert f'value="{next(iter(wrong.values()))}"' in answer.content.decode()

    def test_it_stays_when_it_is_not_named(self, floor):
        floor.do("event.settings", confirm="all", streets=True, chips=[100])
        assert floor.event.broadcast_delay == DELAY
