"""A hand over HTTP, as a dealer's tablet uses it: start, look, record, undo, record again."""

import json
import random
import uuid

import pytest

from tables.models import Hand
from tests.factories import STACK, Floor, refusal
from tests.tables.dealing import DEEP, Tablet, row_counts
from tournaments.models import JournalEntry, Person

pytestmark = pytest.mark.django_db


class TestStart:
    def test_it_latches_what_counts(self, tablet):
        answer = tablet.start().json()
        seats = tablet.floor.table(1).seats.order_by("number")
        assert answer["players"] == [
            {
                "seat": seat.number,
                "layouts": [seat.number],
                "entry": seat.entry.number,
                "stack": STACK,
                "fantasyland": 0,
                "absent": False,
            }
            for seat in seats
        ]
        assert (answer["hand"], answer["level"], answer["point_value"]) == (1, 1, 100)
        assert answer["order"][-1] == answer["button"]

    def test_the_first_button_is_drawn_by_the_journals_chance(self, tablet):
        """The same seed gives the same button, so that a replay deals the same hand."""
        tablet.start()
        seed = JournalEntry.objects.get(kind="hand.start").seed
        assert Hand.objects.get().button == random.Random(seed).choice([1, 2, 3])

    def test_the_button_moves_one_seat_clockwise(self, dealt):
        dealt.record(dealt.sheet())
        first = dealt.order
        assert dealt.start(2).json()["button"] == first[0]
        assert dealt.order == [*first[1:], first[0]]

    def test_fantasyland_is_announced_with_its_cards_and_freezes_the_button(self, dealt):
        before = dealt.order
        dealt.record(dealt.sheet("aces on top"))
        answer = dealt.start(2).json()
        assert {p["seat"]: p["fantasyland"] for p in answer["players"]}[before[1]] == 16
        assert answer["order"] == before

    def test_who_is_absent_is_latched(self, tablet):
        absent = {p["seat"]: p["absent"] for p in tablet.start(absent=[2]).json()["players"]}
        assert absent == {1: False, 2: True, 3: False}

    @pytest.mark.parametrize("hand", [0, 2, 3, 10**12])
    def test_the_wrong_number_is_stale_and_gets_the_head(self, tablet, hand):
        response = tablet.start(hand)
        assert refusal(response) == (409, "stale_hand")
        assert response.json()["head"] == {"table": 1, "hand": 0, "state": ""}

    def test_the_number_of_the_hand_being_played_is_stale(self, dealt):
        response = dealt.start(1)
        assert refusal(response) == (409, "stale_hand")
        assert response.json()["head"] == {"table": 1, "hand": 1, "state": "started"}

    def test_one_hand_at_a_time(self, dealt):
        assert refusal(dealt.start(2)) == (422, "hand_open")

    def test_before_the_event_starts_no_hand_does(self):
        floor = Floor.open(players=3)
        floor.do("seat.draw")
        assert refusal(Tablet(floor).start()) == (422, "event_status")

    def test_a_lone_player_waits_for_the_floor(self):
        floor = Floor.running(players=2, structure=DEEP)
        floor.do("clock.jump", segment=1)
        floor.bust("Player 1")
        assert refusal(Tablet(floor).start(2)) == (422, "few_players")


class TestPreview:
    def test_it_says_what_recording_will_say(self, dealt):
        look = dealt.preview(dealt.sheet()).json()
        done = dealt.record(dealt.sheet()).json()
        assert look.items() <= done.items()

    def test_it_writes_nothing(self, dealt):
        before = row_counts(), dealt.floor.event.version
        dealt.preview(dealt.sheet())
        dealt.preview(dealt.sheet()[:1])
        assert (row_counts(), dealt.floor.event.version) == before

    def test_it_takes_no_submission(self, dealt):
        body = {"layouts": dealt.sheet(), "submission": str(uuid.uuid4())}
        response = dealt.api.send(f"{dealt.path}/hands/1/preview", body)
        assert refusal(response) == (400, "unknown_field")

    def test_without_an_open_hand_there_is_nothing_to_look_at(self, dealt):
        sheet = dealt.sheet()
        assert refusal(dealt.preview(sheet, hand=2)) == (404, "not_found")
        dealt.record(sheet)
        assert refusal(dealt.preview(sheet)) == (422, "hand_not_open")


class TestRecord:
    def test_points_payments_and_stacks_follow_from_the_cards(self, dealt):
        answer = dealt.record(dealt.sheet()).json()
        first, second, third = dealt.order
        assert [(p["a"], p["b"], p["points"]) for p in answer["pairs"]] == [
            (first, second, 10),
            (first, third, 3),
            (second, third, -6),
        ]
        assert [(p["payer"], p["payee"], p["paid"]) for p in answer["payments"]] == [
            (second, first, 1000),
            (third, first, 300),
            (second, third, 600),
        ]
        stacks = {p["seat"]: p["stack"] for p in answer["players"]}
        assert stacks == {first: 31_300, second: 28_400, third: 30_300}

    def test_stacks_in_the_books_are_those_of_the_answer(self, dealt):
        answer = dealt.record(dealt.sheet()).json()
        seats = dealt.floor.table(1).seats.select_related("entry")
        assert {s.number: s.entry.stack for s in seats} == {
            player["seat"]: player["stack"] for player in answer["players"]
        }

    def test_the_order_of_layouts_and_of_cards_in_a_row_means_nothing(self, dealt):
        sheet = [{**layout, "top": layout["top"][::-1]} for layout in dealt.sheet()[::-1]]
        assert dealt.preview(sheet).json() == dealt.preview(dealt.sheet()).json()

    @pytest.mark.parametrize("spelling", [str.upper, str.lower, lambda card: card[0] + card[1]])
    def test_cards_are_read_in_any_case(self, dealt, spelling):
        sheet = dealt.sheet()
        sheet[0]["top"] = [spelling(card) for card in sheet[0]["top"]]
        assert dealt.record(sheet).status_code == 200
        assert Hand.objects.get().sheet[0]["top"][0][1].islower()

    def test_ten_is_written_t_or_10(self, dealt):
        text = json.dumps(dealt.sheet()).replace('"T', '"10')
        assert "10" in text
        assert dealt.record(json.loads(text)).status_code == 200

    def test_who_loses_everything_is_out_and_leaves_his_seat(self):
        floor = Floor.running(players=3, structure=DEEP)
        floor.do("clock.jump", segment=1)
        tablet = Tablet(floor)
        tablet.start()
        answer = tablet.record(tablet.sheet("big win")).json()
        assert sorted(answer["eliminated"][0]) == sorted(tablet.order[1:])
        assert [p["status"] for p in answer["payments"]] == ["capped", "capped", "short"]
        assert floor.table(1).seats.exclude(entry=None).count() == 1

    def test_a_declared_foul_may_lack_cards(self, dealt):
        sheet = dealt.sheet()
        sheet[0] = {"seat": sheet[0]["seat"], "top": [], "middle": [], "bottom": []}
        sheet[0]["declared_foul"] = True
        fouls = {p["seat"]: p["foul"] for p in dealt.record(sheet).json()["players"]}
        assert fouls[dealt.order[0]] is True

    def test_the_answer_and_the_journal_hold_no_names(self, dealt):
        Person.objects.update(name="Secret Name")
        dealt.record(dealt.sheet())
        for entry in JournalEntry.objects.all():
            assert "Secret" not in entry.answer + entry.arguments


class TestExactlyOnce:
    def test_the_same_submission_gets_the_stored_bytes(self, dealt):
        one = str(uuid.uuid4())
        first = dealt.record(dealt.sheet(), submission=one)
        before = row_counts()
        again = dealt.record(dealt.sheet(), submission=one)
        assert again.status_code == 200
        assert again.content == first.content
        assert row_counts() == before

    def test_it_gets_them_after_the_next_hand_too(self, dealt):
        one = str(uuid.uuid4())
        sheet = dealt.sheet()
        first = dealt.record(sheet, submission=one)
        dealt.start(2)
        assert dealt.record(sheet, submission=one).content == first.content

    def test_with_other_cards_it_is_refused(self, dealt):
        one = str(uuid.uuid4())
        dealt.record(dealt.sheet(), submission=one)
        response = dealt.record(dealt.sheet("one fouls"), submission=one)
        assert refusal(response) == (409, "submission_reused")

    def test_for_another_hand_it_is_refused(self, dealt):
        one = str(uuid.uuid4())
        dealt.record(dealt.sheet(), submission=one)
        dealt.start(2)
        response = dealt.record(dealt.sheet(), hand=2, submission=one)
        assert refusal(response) == (409, "submission_reused")

    def test_a_second_recording_hears_who_was_faster_and_when(self, dealt, wall):
        dealt.record(dealt.sheet())
        dealer = dealt.floor.table(1).dealer
        response = dealt.record(dealt.sheet("one fouls"))
        assert refusal(response) == (409, "already_recorded")
        assert response.json()["head"] == {"table": 1, "hand": 1, "state": "recorded"}
        assert response.json()["error"]["message"] == (
            f"Hand 1 was already recorded at 18:00 by {dealer.username}. "
            "Look at it before you go on."
        )

    def test_the_time_said_is_the_venues(self, wall):
        tablet = Tablet(Floor.running(players=3, time_zone="Europe/Madrid"))
        tablet.start()
        tablet.record(tablet.sheet())
        response = tablet.record(tablet.sheet("one fouls"))
        assert response.json()["error"]["params"]["at"] == "19:00"

    def test_a_record_after_an_undo_is_a_new_one(self, dealt):
        dealt.record(dealt.sheet())
        assert dealt.undo().status_code == 200
        answer = dealt.record(dealt.sheet("one fouls")).json()
        assert [p["foul"] for p in answer["players"]] == [False, False, True]
        assert Hand.objects.count() == 1
