"""What everybody may read: tables, hands and standings, and nothing besides."""

import re
import uuid

import pytest

from tests.factories import SHEETS, STACK, Api, Floor, refusal
from tournaments.models import Person

pytestmark = pytest.mark.django_db
# Every field of every public answer. A new one is added here knowingly, or not at all.
GOLDEN = {
    "events/{slug}/": {
        "slug", "name", "status", "version", "starting_stack", "time_zone", "rules", "structure",
        "clock", "tables", "starts_at",
        "clock.level", "clock.point_value", "clock.kind", "clock.remaining", "clock.ends_at",
        "clock.paused", "clock.hand", "clock.hands", "clock.break_pending",
        "tables.table", "tables.uid", "tables.open",
    },
    "events/{slug}/standings": {
        "event", "version", "entries", "left", "average", "rows",
        "rows.place", "rows.place_last", "rows.number", "rows.name", "rows.country",
        "rows.bullet", "rows.stack", "rows.fantasyland", "rows.out", "rows.table", "rows.seat",
    },
    "tables/{uid}/": {
        "table", "room", "open", "event", "version", "hand", "state", "next_hand", "button",
        "point_value", "seats",
        "seats.seat", "seats.entry", "seats.name", "seats.stack", "seats.fantasyland",
        "seats.position",
    },
    "tables/{uid}/hands/1/": {
        "hand", "layouts", "order", "players", "pairs", "payments", "eliminated", "next_button",
        "layouts.seat", "layouts.top", "layouts.middle", "layouts.bottom",
        "layouts.declared_foul", "layouts.absent",
        "players.seat", "players.foul", "players.foul_rows", "players.hands",
        "players.royalties", "players.points", "players.start", "players.stack",
        "players.fantasyland_next", "players.eliminated",
        "pairs.a", "pairs.b", "pairs.rows", "pairs.scoop", "pairs.points", "pairs.royalties",
        "pairs.decided",
        "payments.payer", "payments.payee", "payments.due", "payments.owed", "payments.paid",
        "payments.status", "payments.limit", "payments.funds", "payments.gone", "payments.out",
    },
}  # fmt: skip
OPTIONAL = {"layouts.declared_foul", "layouts.absent"}  # said only where they hold
FREE = {"rules", "structure", "players.hands", "players.royalties"}  # maps of their own


def fields(value: object, path: str = "") -> set[str]:
    """The paths of all fields of a JSON value; lists do not count as a step."""
    if isinstance(value, list):
        return set().union(*(fields(item, path) for item in value))
    if not isinstance(value, dict) or path in FREE:
        return set()
    found = set()
    for name, below in value.items():
        here = f"{path}.{name}".lstrip(".")
        found |= {here} | fields(below, here)
    return found


@pytest.fixture
def floor() -> Floor:
    """A three-handed table that has played one hand."""
    floor = Floor.running(players=3)
    floor.play(SHEETS["flush"])
    return floor


def address(floor: Floor, path: str) -> str:
    return path.format(slug=floor.slug, uid=floor.table(1).uid)


class TestFields:
    @pytest.mark.parametrize("path", GOLDEN)
    def test_an_answer_has_the_fields_of_its_list_and_no_other(self, floor, path):
        found = fields(Api().get(address(floor, path)).json())
        assert GOLDEN[path] - OPTIONAL <= found <= GOLDEN[path]

    @pytest.mark.parametrize("path", GOLDEN)
    def test_staff_read_the_same_as_everybody(self, floor, path):
        everybody = Api().get(address(floor, path)).json()
        assert fields(Api(floor.director).get(address(floor, path)).json()) == fields(everybody)

    @pytest.mark.parametrize("path", GOLDEN)
    def test_a_draft_is_there_for_its_staff_only(self, floor, path):
        event = floor.event
        event.status = "draft"
        event.save()
        assert refusal(Api().get(address(floor, path))) == (404, "not_found")
        assert Api(floor.director).get(address(floor, path)).status_code == 200

    def test_what_is_not_there_is_not_found(self, floor):
        for path in (
            "events/nowhere/",
            "events/nowhere/standings",
            f"tables/{uuid.uuid4()}/",
            f"tables/{floor.table(1).uid}/hands/99/",
            f"tables/{floor.table(1).uid}/hands/{10**30}/",
        ):
            assert refusal(Api().get(path)) == (404, "not_found")


class TestNames:
    @pytest.fixture
    def everything(self, floor) -> str:
        """All public answers as one text."""
        floor.start(1)
        return "".join(Api().get(address(floor, path)).content.decode() for path in GOLDEN)

    @pytest.fixture(autouse=True)
    def _hide(self, floor):
        """Player 1 goes by an alias, player 2 wants no name at all."""
        Person.objects.filter(name="Player 1").update(display="alias", alias="La Reina")
        Person.objects.filter(name="Player 2").update(display="anonymous", alias="El Rey")

    def test_an_alias_stands_for_the_name(self, everything):
        assert "La Reina" in everything
        assert not re.search(r"Player 1\b", everything)

    def test_the_anonymous_are_a_number(self, everything):
        person = Person.objects.get(name="Player 2")
        assert f"Player {person.uid.hex[:4].upper()}" in everything
        assert not re.search(r"Player 2\b", everything)
        assert "El Rey" not in everything


class TestTable:
    def table(self, floor: Floor) -> dict:
        return Api().get(f"tables/{floor.table(1).uid}/").json()

    def test_before_the_first_hand(self):
        floor = Floor.running(players=3)
        table = self.table(floor)
        assert (table["hand"], table["state"], table["next_hand"]) == (0, "", 1)
        assert (table["button"], table["point_value"]) == (None, None)
        assert [seat["stack"] for seat in table["seats"]] == [STACK] * 3

    def test_during_a_hand_it_says_who_acts_when(self, floor):
        started = floor.start(1)
        table = self.table(floor)
        assert (table["hand"], table["state"], table["next_hand"]) == (2, "started", 3)
        assert (table["button"], table["point_value"]) == (started["button"], 100)
        by_position = sorted(table["seats"], key=lambda seat: seat["position"])
        assert [seat["seat"] for seat in by_position] == started["order"]

    def test_after_it_the_button_is_that_of_the_next_hand(self, floor):
        table = self.table(floor)
        assert (table["state"], table["next_hand"]) == ("recorded", 2)
        assert table["button"] == floor.start(1)["button"]

    def test_its_version_is_the_events(self, floor):
        assert self.table(floor)["version"] == floor.event.version

    def test_a_hand_that_is_being_played_has_no_result(self, floor):
        floor.start(1)
        response = Api().get(f"tables/{floor.table(1).uid}/hands/2/")
        assert refusal(response) == (422, "hand_not_recorded")


class TestStandings:
    def test_the_etag_is_the_version_of_the_event(self, floor):
        response = Api().get(f"events/{floor.slug}/standings")
        assert response["ETag"] == f'"{floor.event.version}"'
        assert response["Cache-Control"] == "no-cache"

    def test_who_has_this_version_gets_nothing(self, floor):
        etag = Api().get(f"events/{floor.slug}/standings")["ETag"]
        response = Api().get(f"events/{floor.slug}/standings", **{"If-None-Match": etag})
        assert (response.status_code, response.content) == (304, b"")
        assert response["ETag"] == etag

    def test_a_recorded_hand_makes_a_new_version(self, floor):
        etag = Api().get(f"events/{floor.slug}/standings")["ETag"]
        floor.play(SHEETS["flush"])
        response = Api().get(f"events/{floor.slug}/standings", **{"If-None-Match": etag})
        assert response.status_code == 200
        assert response["ETag"] != etag

    def test_a_refused_command_does_not(self, floor):
        etag = Api().get(f"events/{floor.slug}/standings")["ETag"]
        assert Api(floor.director).post(f"events/{floor.slug}/start").status_code == 422
        response = Api().get(f"events/{floor.slug}/standings", **{"If-None-Match": etag})
        assert response.status_code == 304

    def test_counts_and_average(self, floor):
        body = Api().get(f"events/{floor.slug}/standings").json()
        assert (body["entries"], body["left"], body["average"]) == (3, 3, STACK)
        assert sum(row["stack"] for row in body["rows"]) == 3 * STACK
