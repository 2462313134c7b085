"""The life of a hand at a tablet: absences, misdeals, points only, consent, offline, conflicts."""

import uuid

import pytest

from tables.models import Hand, QueueItem
from tests.factories import SHEETS, Floor
from tests.tablet.scene import Tablet, code

pytestmark = pytest.mark.django_db


@pytest.fixture
def floor() -> Floor:
    return Floor.running(players=3)


@pytest.fixture
def tablet(floor) -> Tablet:
    return Tablet(floor)


def seats_of(tablet: Tablet) -> list[int]:
    """The seats of the open hand in payment order."""
    order: list[int] = tablet.state()["hand"]["order"]
    return order


def points(tablet: Tablet, *won: int) -> list[dict[str, int]]:
    """Points of the pairs 1-2, 1-3, 2-3 in payment order, seen from the first of each."""
    a, b, c = seats_of(tablet)
    pairs = ((a, b), (a, c), (b, c))
    return [{"a": x, "b": y, "points": n} for (x, y), n in zip(pairs, won, strict=True)]


class TestAbsent:
    def test_it_stays_on_until_it_is_lifted(self, tablet):
        tablet.start(absent=[2])
        tablet.record("flush")
        second = tablet.start(absent=[])
        assert [one["absent"] for one in second["players"]] == [False, True, False]
        tablet.do("absent", seat=2, absent=False)
        assert [one["absent"] for one in tablet.state()["hand"]["players"]] == [False] * 3
        tablet.record("flush")
        assert not any(one["absent"] for one in tablet.start()["players"])

    def test_marked_in_mid_hand_it_holds_for_this_and_the_next(self, tablet):
        tablet.start()
        tablet.do("absent", seat=3, absent=True)
        assert tablet.state()["hand"]["players"][2]["absent"]
        tablet.record("flush")
        assert tablet.start()["players"][2]["absent"]

    def test_a_page_says_the_whole_truth_each_time(self, floor):
        floor.start(1, absent=[2])
        floor.record(1, SHEETS["flush"])
        assert not any(one["absent"] for one in floor.start(1)["players"])

    def test_an_empty_seat_is_nobody(self, floor, tablet):
        answer = tablet.ask("absent", seat=9, absent=True)
        assert code(answer) == "seat_unknown"


class TestMisdeal:
    def test_the_number_is_kept_the_button_stays(self, floor, tablet):
        first = tablet.start()
        tablet.do("hands/1/misdeal", reason="a card was exposed")
        state = tablet.state()
        assert state["hand"]["state"] == "misdealt"
        assert state["can_start"] is None
        assert state["next_button"] == first["button"]
        second = tablet.start()
        assert (second["hand"], second["button"]) == (2, first["button"])
        assert floor.event.hands_open == 1

    def test_fantasyland_stays(self, floor, tablet):
        entry = floor.event.entries.first()
        floor.event.entries.filter(pk=entry.pk).update(fantasyland=14)
        tablet.start()
        tablet.do("hands/1/misdeal", reason="wrong count")
        assert floor.event.entries.get(pk=entry.pk).fantasyland == 14

    def test_it_needs_a_reason(self, tablet):
        tablet.start()
        assert tablet.ask("hands/1/misdeal").status_code == 400

    def test_it_is_neither_recorded_nor_undone(self, tablet):
        tablet.start()
        sheet = tablet.sheet("flush")
        tablet.do("hands/1/misdeal", reason="x")
        assert code(tablet.ask("hands/1/record", layouts=sheet)) == "hand_not_open"
        assert code(tablet.ask("hands/1/undo")) == "hand_not_recorded"
        assert code(tablet.ask("hands/1/misdeal", reason="x")) == "hand_not_open"


class TestPointsOnly:
    def test_the_points_are_settled_and_marked(self, floor, tablet):
        tablet.start()
        value = tablet.state()["hand"]["point_value"]
        a, b, c = seats_of(tablet)
        said = points(tablet, 6, -2, 0)
        answer = tablet.do("hands/1/points", reason="mucked", points=said)
        assert [(one["payer"], one["payee"], one["paid"]) for one in answer["payments"]] == [
            (b, a, 6 * value),
            (a, c, 2 * value),
        ]
        state = tablet.state()
        assert state["hand"]["points_only"]
        assert state["hand"]["layouts"] == []
        assert any("Cards unknown" in text for text in state["last"][0]["sentences"])
        stacks = {seat["seat"]: seat["stack"] for seat in state["seats"]}
        assert sum(stacks.values()) == 90_000
        assert stacks[a] == 30_000 + 4 * value
        assert floor.event.journal.latest("seq").reason == "mucked"

    def test_somebody_may_go_out_by_points(self, floor, tablet):
        tablet.start()
        _, b, _ = seats_of(tablet)
        said = points(tablet, 1000, 0, 0)
        answer = tablet.do("hands/1/points", reason="mucked", points=said)
        assert answer["eliminated"] == [[b]]
        assert next(s for s in tablet.state()["seats"] if s["seat"] == b)["entry"] is None

    def test_fantasyland_only_where_stated(self, floor, tablet):
        tablet.start()
        a, _, _ = seats_of(tablet)
        said = points(tablet, 0, 0, 0)
        fantasyland = [{"seat": a, "cards": 14}]
        tablet.do("hands/1/points", reason="x", points=said, fantasyland=fantasyland)
        state = tablet.state()
        assert {s["seat"]: s["fantasyland"] for s in state["seats"]}[a] == 14
        assert state["table"]["lock"] == "fantasyland"

    @pytest.mark.parametrize(
        ("change", "refusal"),
        [
            (lambda said: said[:2], "points_pairs"),
            (lambda said: [*said, said[0]], "points_pairs"),
            (lambda said: [{**said[0], "b": said[0]["a"]}, *said[1:]], "points_pairs"),
            (lambda said: [{**said[0], "b": 7}, *said[1:]], "points_seats"),
        ],
    )
    def test_each_pair_once(self, tablet, change, refusal):
        tablet.start()
        said = change(points(tablet, 1, 2, 3))
        assert code(tablet.ask("hands/1/points", reason="x", points=said)) == refusal

    def test_no_fantasyland_that_the_rules_do_not_know(self, tablet):
        tablet.start()
        fantasyland = [{"seat": 1, "cards": 20}]
        body = {"reason": "x", "points": points(tablet, 0, 0, 0), "fantasyland": fantasyland}
        assert code(tablet.ask("hands/1/points", **body)) == "points_fantasyland"

    def test_it_can_be_undone_and_entered_with_its_cards(self, floor, tablet):
        tablet.start()
        tablet.do("hands/1/points", reason="x", points=points(tablet, 6, -2, 0))
        assert tablet.do("hands/1/undo")["layouts"] == []
        assert not Hand.objects.get().points_only
        tablet.record("flush")
        assert tablet.state()["hand"]["points_only"] is False


class TestConsent:
    def settings(self, floor: Floor, confirm: str) -> None:
        floor.do("event.settings", confirm=confirm, streets=True, chips=[100, 5000, 1000])

    def test_settings_reach_the_tablet(self, floor, tablet):
        self.settings(floor, "losers")
        assert tablet.state()["settings"] == {
            "confirm": "losers",
            "streets": True,
            "chips": [5000, 1000, 100],
        }

    def test_every_loser_must_agree(self, floor, tablet):
        self.settings(floor, "losers")
        tablet.start()
        sheet = tablet.sheet("flush")
        preview = tablet.post("hands/1/preview", layouts=sheet).json()
        losers = {one["payer"] for one in preview["payments"] if one["paid"]}
        answer = tablet.ask("hands/1/record", layouts=sheet)
        assert code(answer) == "confirm_needed"
        assert answer.json()["error"]["params"]["count"] == len(losers)
        tablet.do("hands/1/record", layouts=sheet, confirmed=sorted(losers))

    def test_all_but_the_absent(self, floor, tablet):
        self.settings(floor, "all")
        tablet.start(absent=[1])
        sheet = tablet.sheet("flush")
        assert code(tablet.ask("hands/1/record", layouts=sheet, confirmed=[2])) == "confirm_needed"
        tablet.do("hands/1/record", layouts=sheet, confirmed=[2, 3])


class TestOffline:
    def offline(self, level: int, value: int, **more: object) -> dict[str, object]:
        return {"at": "2026-03-01T18:10:00Z", "level": level, "point_value": value, **more}

    def test_a_hand_that_was_dealt_before_the_level_changed_keeps_its_level(self, wall):
        tablet = Tablet(Floor.running(players=3))
        value = tablet.state()["clock"]["point_value"]
        wall.forward(minutes=31)
        assert tablet.state()["clock"]["level"] == 2
        started = tablet.start(offline=self.offline(1, value))
        assert (started["level"], started["point_value"]) == (1, value)
        assert Hand.objects.get().dealt_at is not None

    def test_a_level_that_is_over_since_the_last_hand_is_refused(self, wall):
        floor = Floor.running(players=3)
        tablet = Tablet(floor)
        value = tablet.state()["clock"]["point_value"]
        wall.forward(minutes=31)
        tablet.play("flush")
        answer = tablet.ask("hands/2/start", offline=self.offline(1, value))
        assert code(answer) == "offline_level"

    @pytest.mark.parametrize(("level", "value"), [(2, 200), (1, 999), (40, 100)])
    def test_a_level_that_never_was_is_refused(self, tablet, level, value):
        answer = tablet.ask("hands/1/start", offline=self.offline(level, value))
        assert code(answer) == "offline_level"

    def test_cards_that_lie_on_the_table_are_not_held_back(self, floor, tablet):
        value = tablet.state()["clock"]["point_value"]
        floor.do("clock.pause")
        assert code(tablet.ask("hands/1/start")) == "clock_paused"
        tablet.do("hands/1/start", offline=self.offline(1, value))

    def test_other_players_than_it_dealt_to(self, floor, tablet):
        value = tablet.state()["clock"]["point_value"]
        known = [{"seat": s["seat"], "entry": s["entry"]} for s in tablet.state()["seats"]]
        wrong = [{**known[0], "entry": 77}, *known[1:]]
        answer = tablet.ask("hands/1/start", offline=self.offline(1, value, players=wrong))
        assert code(answer) == "offline_players"
        tablet.do("hands/1/start", offline=self.offline(1, value, players=known))

    def test_what_is_refused_goes_to_the_director_with_everything_typed(self, floor, tablet):
        body = {"offline": self.offline(9, 9), "note": "a\u0000b"}
        answer = tablet.ask("hands/1/start", offline=self.offline(9, 9))
        tablet.do("refused", command="hands/1/start", body=body, error=answer.json()["error"])
        item = QueueItem.objects.get()
        assert item.body == {**body, "note": "ab"}
        assert (item.hand, item.error["code"]) == (1, "offline_level")
        assert item.sent_by == tablet.dealer
        floor.do("queue.close", item=item.seq, note="entered by hand")
        assert QueueItem.objects.get().closed_by == floor.director


class TestConflicts:
    def test_a_second_recording_shows_the_hand_that_stands(self, tablet):
        tablet.start()
        sheet = tablet.sheet("flush")
        tablet.do("hands/1/record", layouts=sheet)
        answer = tablet.ask("hands/1/record", layouts=sheet)
        assert (answer.status_code, code(answer)) == (409, "already_recorded")
        head = answer.json()["head"]
        assert (head["number"], head["state"]) == (1, "recorded")
        by_seat = {one["seat"]: one["top"] for one in sheet}
        assert {one["seat"]: one["top"] for one in head["layouts"]} == by_seat

    def test_a_stale_hand_shows_the_table(self, tablet):
        answer = tablet.ask("hands/7/start")
        assert (answer.status_code, code(answer)) == (409, "stale_hand")
        assert "head" not in answer.json()
        tablet.start()
        answer = tablet.ask("hands/7/start")
        assert answer.json()["head"]["number"] == 1

    def test_the_same_submission_gets_the_same_bytes(self, tablet):
        submission = str(uuid.uuid4())
        first = tablet.post("hands/1/start", submission=submission)
        again = tablet.post("hands/1/start", submission=submission)
        assert (again.status_code, again.content) == (200, first.content)

    def test_one_id_for_two_things_is_refused(self, tablet):
        submission = str(uuid.uuid4())
        tablet.post("hands/1/start", submission=submission)
        answer = tablet.post("floor", submission=submission, reason="")
        assert (answer.status_code, code(answer)) == (409, "submission_reused")

    def test_cards_that_break_a_rule_say_where(self, tablet):
        tablet.start()
        sheet = tablet.sheet("flush")
        sheet[1]["top"][0] = sheet[0]["top"][0]
        answer = tablet.ask("hands/1/record", layouts=sheet)
        assert answer.status_code == 422
        assert answer.json()["error"]["card"] == sheet[0]["top"][0]


class TestPreview:
    def test_it_is_in_words_and_in_chips_and_writes_nothing(self, floor, tablet):
        tablet.start()
        version = floor.event.version
        body = tablet.post("hands/1/preview", layouts=tablet.sheet("flush")).json()
        assert floor.event.version == version
        assert any("pays" in text for text in body["sentences"])
        assert {one["part"] for one in body["story"]} == {"player", "pair", "payment", "end"}
        for payment, (chips, rest) in zip(body["payments"], body["breakdown"], strict=True):
            assert sum(count * value for count, value in chips) + rest == payment["paid"]

    def test_it_equals_the_record(self, tablet):
        tablet.start()
        sheet = tablet.sheet("one fouls")
        preview = tablet.post("hands/1/preview", layouts=sheet).json()
        recorded = tablet.do("hands/1/record", layouts=sheet)
        assert preview["payments"] == recorded["payments"]
        assert preview["players"] == recorded["players"]


def test_ask_for_a_correction(floor, tablet):
    tablet.play("flush")
    tablet.do("hands/1/correction", text="Boris had the nine of hearts")
    item = QueueItem.objects.get()
    assert (item.kind, item.hand, item.text) == ("correction", 1, "Boris had the nine of hearts")
    assert code(tablet.ask("hands/5/correction", text="x")) == "stale_hand"


def test_the_last_five_hands_in_words(tablet):
    for _ in range(6):
        tablet.play("flush")
    last = tablet.state()["last"]
    assert [one["number"] for one in last] == [6, 5, 4, 3, 2]
    assert all(one["sentences"] for one in last)
