"""Creating an event: what a template gives, and what is refused with a word about why."""

import uuid

import pytest

from core.errors import BadRequest, Refusal
from tests.factories import Api, Floor, event_facts, refusal, staff
from tournaments.models import Event, JournalEntry
from tournaments.rules.structure import vamos_structure

pytestmark = pytest.mark.django_db
MINUTE = 60


@pytest.fixture
def api() -> Api:
    """Somebody who may create events."""
    return Api(staff(creates=True))


def create(api: Api, **facts):
    return api.post("events/", **{"slug": "friday", "name": "Friday night", **facts})


def levels(*values: int) -> list[dict[str, int]]:
    return [{"level": value, "seconds": 30 * MINUTE} for value in values]


class TestTemplate:
    def test_slug_and_name_are_enough_for_a_vamos_event(self, api):
        assert create(api).json() == {"event": "friday", "version": 1}

        event = Event.objects.get()
        assert (event.name, event.status) == ("Friday night", "draft")
        assert event.ruleset.max_players == 3
        assert event.starting_stack == 30_000
        assert event.structure == vamos_structure()
        assert (event.registration_level, event.reentry_limit) == (0, 0)

    def test_the_vamos_structure_has_thirty_minutes_a_level_and_a_break_every_ninety(self, api):
        create(api)
        segments = Event.objects.get().segments
        values = [segment["level"] for segment in segments if "level" in segment]
        assert values[:10] == [100, 200, 300, 400, 500, 600, 800, 1000, 1500, 2000]
        assert {s["seconds"] for s in segments if "level" in s} == {30 * MINUTE}
        assert [s.get("break") for s in segments[:8]] == [None] * 3 + [900] + [None] * 3 + [900]

    def test_overrides_change_single_settings_of_the_rule_set(self, api):
        create(api, ruleset="ofc", overrides={"cap": "none", "scoring": "2-4"})
        rules = Event.objects.get().rules
        assert (rules["cap"], rules["scoring"], rules["max_players"]) == ("none", "2-4", 4)

    def test_the_rules_are_pinned_whole(self, api):
        """A later change of the preset must not reach an event that was created before."""
        create(api)
        event = Event.objects.get()
        assert event.rules == event.ruleset.as_json()

    def test_a_structure_of_ones_own(self, api):
        mine = [*levels(100, 200), {"break": 600}, *levels(400)]
        create(api, structure=mine)
        assert Event.objects.get().segments == mine

    def test_unlimited_re_entry_is_null(self, api):
        create(api, reentry_limit=None, registration_level=8)
        event = Event.objects.get()
        assert (event.reentry_limit, event.registration_level) == (None, 8)

    def test_a_draft_is_seen_by_its_staff_only(self, api):
        create(api)
        assert api.get("events/friday/").json()["status"] == "draft"
        assert refusal(Api().get("events/friday/")) == (404, "not_found")
        assert Api().get("events/").json() == []

    def test_a_published_event_is_seen_by_everybody(self, api):
        create(api)
        api.post("events/friday/publish")
        seen = Api().get("events/friday/").json()
        assert (seen["status"], seen["version"], seen["clock"]) == ("open", 2, None)
        assert [event["slug"] for event in Api().get("events/").json()] == ["friday"]


REFUSED = {
    "a point value of 0": ({"structure": levels(0)}, 422, "structure_point_value"),
    "a negative point value": ({"structure": levels(-100)}, 422, "structure_point_value"),
    "a falling point value": ({"structure": levels(200, 100)}, 422, "structure_point_value_falls"),
    "no level": ({"structure": []}, 422, "structure_empty"),
    "a level of no time": ({"structure": [{"level": 100, "seconds": 0}]}, 422, "structure_seconds"),
    "two breaks in a row": (
        {"structure": [*levels(100), {"break": 60}, {"break": 60}, *levels(200)]},
        422,
        "structure_two_breaks",
    ),
    "a break first": (
        {"structure": [{"break": 60}, *levels(100)]},
        422,
        "structure_first_not_level",
    ),
    "a break last": (
        {"structure": [*levels(100), {"break": 60}]},
        422,
        "structure_ends_with_break",
    ),
    "a line of another form": ({"structure": [{"ante": 100}]}, 422, "structure_shape"),
    "a point value beyond all chips": (
        {"structure": levels(10**13)},
        422,
        "structure_too_big",
    ),
    "a level longer than any night": (
        {"structure": [{"level": 100, "seconds": 10**10}, *levels(200)]},
        422,
        "structure_too_big",
    ),
    "a stack of 0": ({"starting_stack": 0}, 400, "bad_request"),
    "a negative stack": ({"starting_stack": -5}, 400, "bad_request"),
    "a stack that nobody could count": ({"starting_stack": 10**10}, 400, "bad_request"),
    "half a chip": ({"starting_stack": 0.5}, 400, "bad_request"),
    "an unknown rule set": ({"ruleset": "whist"}, 422, "bad_ruleset"),
    "an unknown setting": ({"overrides": {"jokers": 2}}, 422, "bad_override"),
    "a setting of no meaning": ({"overrides": {"cap": "sometimes"}}, 422, "bad_override"),
    "a game that cannot be dealt": ({"overrides": {"max_players": 5}}, 422, "bad_override"),
    "an unknown time zone": ({"time_zone": "Mars/Olympus"}, 400, "bad_request"),
    "an address with spaces": ({"slug": "friday night"}, 400, "bad_request"),
    "no name": ({"name": ""}, 400, "bad_request"),
    "a name that turns the writing": ({"name": "Friday\u202eyadirF"}, 400, "bad_request"),
    "a name with a bell": ({"name": "Friday\x07"}, 400, "bad_request"),
    "a field that does not exist": ({"guaranteed": 1000}, 400, "unknown_field"),
}


class TestRefused:
    @pytest.mark.parametrize("what", REFUSED)
    def test_it_says_why_and_leaves_nothing(self, api, what):
        facts, status, code = REFUSED[what]
        response = create(api, **facts)
        assert refusal(response) == (status, code)
        assert response.json()["error"]["message"]
        assert not Event.objects.exists()
        assert not JournalEntry.objects.exists()

    def test_a_taken_address(self, api):
        create(api)
        assert refusal(create(api, name="Another")) == (409, "slug_taken")

    def test_nobody_creates_without_logging_in(self):
        assert refusal(create(Api())) == (403, "not_signed_in")

    def test_nobody_creates_without_the_right_to(self):
        assert refusal(create(Api(staff()))) == (403, "not_allowed")

    def test_a_submission_is_a_uuid(self, api):
        response = create(api, submission="again")
        assert refusal(response) == (400, "bad_request")
        assert "submission" in response.json()["error"]["message"]

    def test_a_submission_is_needed(self, api):
        response = api.send("events/", {"slug": "friday", "name": "Friday"})
        assert refusal(response) == (400, "bad_request")


class TestExactlyOnce:
    def test_a_repeated_creation_gets_the_stored_bytes(self, api):
        one = str(uuid.uuid4())
        first = create(api, submission=one)
        again = create(api, submission=one)
        assert again.status_code == 200
        assert again.content == first.content == JournalEntry.objects.get().answer.encode()

    def test_a_creation_with_other_facts_is_refused(self, api):
        one = str(uuid.uuid4())
        create(api, submission=one)
        assert refusal(create(api, submission=one, name="Other")) == (409, "submission_reused")


class TestLifecycle:
    def test_a_draft_is_filled_anew_and_an_open_event_is_not(self):
        floor = Floor()
        facts = event_facts(name="Main event", starting_stack=500, time_zone="Europe/Madrid")
        del facts["slug"]
        floor.do("event.edit", **facts)
        event = floor.event
        assert (event.name, event.starting_stack) == ("Main event", 500)
        assert event.time_zone == "Europe/Madrid"
        with pytest.raises(BadRequest):
            floor.do("event.edit", **{**facts, "time_zone": "Mars/Olympus"})
        floor.do("event.publish")
        with pytest.raises(Refusal, match="only while it is"):
            floor.do("event.edit", **facts)

    def test_the_rules_stand_from_publishing_on(self, api):
        create(api)
        api.post("events/friday/publish")
        assert refusal(api.post("events/friday/publish")) == (422, "event_status")

    def test_a_draft_takes_no_players_and_does_not_start(self, api):
        create(api)
        assert refusal(api.post("events/friday/entries", people=[{"name": "Ana"}]))[1] == (
            "event_status"
        )
        assert refusal(api.post("events/friday/start"))[1] == "event_status"

    def test_starting_needs_two_players(self, api):
        create(api)
        api.post("events/friday/publish")
        api.post("events/friday/entries", people=[{"name": "Ana"}])
        assert refusal(api.post("events/friday/start")) == (422, "no_players")

    def test_starting_needs_everybody_seated(self):
        floor = Floor.open(players=4)
        floor.do("seat.draw")
        floor.register("Late Riser")
        response = Api(floor.director).post(f"events/{floor.slug}/start")
        assert refusal(response) == (422, "not_seated")
        assert response.json()["error"]["params"] == {"count": 1}

    def test_starting_starts_level_one(self, wall):
        floor = Floor.open(players=3)
        floor.do("seat.draw")
        api = Api(floor.director)
        assert api.post(f"events/{floor.slug}/start").json()["status"] == "running"
        clock = api.get(f"events/{floor.slug}/").json()["clock"]
        assert (clock["level"], clock["point_value"], clock["remaining"]) == (1, 100, 1800)

    def test_an_event_starts_once(self):
        floor = Floor.running(players=3)
        response = Api(floor.director).post(f"events/{floor.slug}/start")
        assert refusal(response) == (422, "event_status")


class TestStaff:
    def test_a_director_hires_by_user_name(self):
        floor, dealer = Floor(), staff("carla")
        api = Api(floor.director)
        answer = api.post(f"events/{floor.slug}/staff", username="carla", role="dealer")
        assert answer.status_code == 200
        assert floor.event.staff.get(user=dealer).role == "dealer"

    @pytest.mark.parametrize(("username", "role"), [("nobody", "dealer"), ("carla", "king")])
    def test_unknown_people_and_roles_are_refused(self, username, role):
        floor = Floor()
        staff("carla")
        response = Api(floor.director).post(
            f"events/{floor.slug}/staff", username=username, role=role
        )
        assert refusal(response) == (400, "bad_request")

    def test_an_event_of_others_is_not_there(self):
        floor = Floor.open()
        response = Api(staff()).post(f"events/{floor.slug}/start")
        assert refusal(response) == (404, "not_found")
