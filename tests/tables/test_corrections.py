"""Corrections of recorded hands: chips move now, places follow, the original stays readable."""

import pytest

from core.errors import Conflict, Refusal
from tables.models import Correction, Hand
from tests.factories import SHEETS, STACK, Api, Floor, Json, layouts, seats_in_order
from tests.tables.floor_scenes import BIG
from tests.tournaments.test_verify import verify
from tournaments.models import ChipTransfer, Role

pytestmark = pytest.mark.django_db


def refused(code: str):
    """The block must be refused with this code."""
    return pytest.raises(Refusal, check=lambda found: found.code == code)


def sheet_for(floor: Floor, name: str, hand: int = 1, table: int = 1) -> list[Json]:
    """A sheet in the order of a hand that was played."""
    row = floor.table(table).hands.get(number=hand)
    return layouts(
        seats_in_order(row.button, row.players.values_list("seat", flat=True)), SHEETS[name]
    )


def correct(floor: Floor, name: str, hand: int = 1, table: int = 1, **more) -> Json:
    cards = sheet_for(floor, name, hand, table)
    facts = {"table": table, "hand": hand, "layouts": cards, "reason": "misread", **more}
    return floor.do("hand.correct", **facts)


def approve(floor: Floor, answer: Json, **more) -> Json:
    """Somebody else of the floor agrees."""
    second = floor.hire(Role.FLOOR)
    return floor.do("correction.approve", by=second, number=answer["correction"], **more)


def stacks(floor: Floor) -> dict[int, int]:
    return dict(floor.event.entries.values_list("number", "stack"))


def state(floor: Floor) -> list[tuple]:
    names = ("number", "stack", "fantasyland", "out_seq", "out_stack", "out_order", "seat__number")
    return list(floor.event.entries.order_by("number").values_list(*names))


class TestInTheWindow:
    def test_the_next_hand_was_played_already(self):
        floor = Floor.running(players=3)
        floor.play(SHEETS["flush"])
        right = Floor.running(players=3)
        floor.play(SHEETS["one fouls"])
        before = stacks(floor)
        answer = correct(floor, "one fouls", hand=1)
        assert (answer["state"], answer["why"]) == ("applied", [])
        moved = {line["entry"]: line["posted"] for line in answer["lines"]}
        assert sum(moved.values()) == 0
        assert stacks(floor) == {entry: chips + moved[entry] for entry, chips in before.items()}
        assert verify(floor, replay=True) == ""
        del right

    def test_it_is_as_if_it_had_been_recorded_like_that(self):
        """Nothing else was played, so it comes to the very stacks of the right record."""
        floor = Floor.running(players=3)
        floor.play(SHEETS["flush"])
        floor.do("hand.undo", table=1, hand=1)
        floor.record(1, SHEETS["one fouls"])
        right = state(floor)
        floor.do("hand.undo", table=1, hand=1)
        floor.record(1, SHEETS["flush"])
        correct(floor, "one fouls")
        assert state(floor) == right

    def test_to_another_result_and_back_is_as_if_never_corrected(self):
        floor = Floor.running(players=3)
        floor.play(SHEETS["flush"])
        floor.play(SHEETS["one fouls"])
        points = list(Hand.objects.first().players.values_list("points", "royalties", "foul"))
        before = state(floor)
        correct(floor, "aces on top")
        assert state(floor) != before
        correct(floor, "flush")
        assert state(floor) == before
        again = list(Hand.objects.first().players.values_list("points", "royalties", "foul"))
        assert again == points
        assert verify(floor, replay=True) == ""

    def test_the_original_stays_and_points_follow(self):
        floor = Floor.running(players=3)
        floor.play(SHEETS["flush"])
        hand = Hand.objects.get()
        was = hand.sheet, hand.outcome
        points = list(hand.players.values_list("points", flat=True))
        correct(floor, "one fouls")
        hand.refresh_from_db()
        assert (hand.sheet, hand.outcome) == was
        assert list(hand.players.values_list("points", flat=True)) != points
        assert Correction.objects.get().outcome != hand.outcome
        kinds = set(ChipTransfer.objects.values_list("kind", flat=True))
        assert kinds == {"stack", "payment", "correction"}

    def test_points_alone_correct_it_too(self):
        floor = Floor.running(players=2)
        floor.play(SHEETS["even"])
        points = [{"a": 1, "b": 2, "points": 7}]
        seats = list(Hand.objects.get().players.values_list("seat", flat=True))
        points = [{"a": seats[0], "b": seats[1], "points": 7}]
        floor.do("hand.correct", table=1, hand=1, points=points, reason="cards were mucked")
        assert sorted(stacks(floor).values()) == [STACK - 700, STACK + 700]
        assert verify(floor, replay=True) == ""

    def test_a_hand_of_points_is_corrected_by_its_cards(self):
        floor = Floor.running(players=2)
        floor.start()
        seats = list(Hand.objects.get().players.values_list("seat", flat=True))
        points = [{"a": seats[0], "b": seats[1], "points": 7}]
        floor.do("hand.points", table=1, hand=1, points=points, reason="cards were mucked")
        correct(floor, "even")
        assert set(stacks(floor).values()) == {STACK}
        assert verify(floor, replay=True) == ""


class TestCapped:
    def test_a_debtor_pays_what_he_has_and_the_rest_is_named(self):
        floor = Floor.running(players=3, structure=BIG)
        floor.play(SHEETS["big win"])
        winner = floor.event.entries.get(out_seq=None).number
        assert stacks(floor)[winner] == 3 * STACK
        approve(floor, correct(floor, "flush"))
        before = stacks(floor)
        floor.do("entry.remove", entry=winner, removal="disqualified", reason="he cheated")
        answer = correct(floor, "big win")
        owed = {line["entry"]: line["owed"] for line in answer["lines"]}
        posted = {line["entry"]: line["posted"] for line in answer["lines"]}
        assert owed[winner] == 3 * STACK - before[winner]
        assert set(posted.values()) == {0}, "the winner is not there to be paid"
        assert verify(floor, replay=True) == ""

    def test_a_debtor_who_is_gone_pays_nothing_and_the_others_share(self):
        floor = Floor.running(players=3, structure=[{"level": 1000, "seconds": 600}])
        floor.play(SHEETS["flush"])
        before = stacks(floor)
        poorest = min(before, key=lambda entry: before[entry])
        floor.do("entry.remove", entry=poorest, removal="disqualified", reason="he cheated")
        answer = correct(floor, "one fouls")
        answer = approve(floor, answer) if answer["state"] == "waiting" else answer
        for line in answer["lines"]:
            assert abs(line["posted"]) <= abs(line["owed"])
            assert line["entry"] != poorest or not line["posted"]
        assert sum(line["posted"] for line in answer["lines"]) == 0
        assert verify(floor, replay=True) == ""


class TestFantasyland:
    def test_granted_counts_for_the_next_deal(self):
        floor = Floor.running(players=3)
        floor.play(SHEETS["flush"])
        correct(floor, "aces on top")
        granted = sorted(floor.event.entries.values_list("fantasyland", flat=True))
        assert granted[-1] == 16
        assert floor.event.in_fantasyland == sum(map(bool, granted))
        started = floor.start()
        assert sorted(one["fantasyland"] for one in started["players"]) == granted

    def test_taken_away_before_it_was_played(self):
        floor = Floor.running(players=3)
        floor.play(SHEETS["aces on top"])
        correct(floor, "flush")
        assert not floor.event.entries.filter(fantasyland__gt=0).exists()
        assert floor.event.in_fantasyland == 0
        assert verify(floor, replay=True) == ""

    def test_what_was_played_is_played(self):
        floor = Floor.running(players=3)
        floor.play(SHEETS["aces on top"])
        floor.play(SHEETS["flush"])
        before = floor.event.in_fantasyland
        correct(floor, "flush")
        assert floor.event.in_fantasyland == before
        assert verify(floor, replay=True) == ""

    def test_granted_late_and_taken_back_before_it_was_played(self):
        floor = Floor.running(players=3)
        floor.play(SHEETS["flush"])
        floor.play(SHEETS["flush"])
        correct(floor, "aces on top", hand=1)
        assert floor.event.in_fantasyland == 2
        correct(floor, "flush", hand=1)
        assert floor.event.in_fantasyland == 0
        assert verify(floor, replay=True) == ""


class TestPlaces:
    def busted(self, players: int = 3) -> Floor:
        """Two of three went out in the first hand."""
        floor = Floor.running(players=players, structure=BIG)
        floor.play(SHEETS["big win"])
        return floor

    def test_who_did_not_lose_so_much_is_back_on_his_seat_when_two_agree(self):
        floor = self.busted()
        seats = dict(Hand.objects.get().players.values_list("entry__number", "seat"))
        answer = correct(floor, "flush")
        assert (answer["state"], answer["why"]) == ("waiting", ["places"])
        assert floor.event.entries.filter(out_seq=None).count() == 1
        with refused("second_person"):
            floor.do("correction.approve", number=answer["correction"])
        assert approve(floor, answer)["state"] == "applied"
        living = floor.event.entries.filter(out_seq=None)
        assert living.count() > 1
        assert all(entry.seat.number == seats[entry.number] for entry in living)
        assert verify(floor, replay=True) == ""

    def test_who_lost_it_all_is_out_as_in_the_hand(self):
        floor = Floor.running(players=3, structure=BIG)
        floor.start()
        floor.record(1, SHEETS["big win"])
        right = state(floor)
        floor.do("hand.undo", table=1, hand=1)
        floor.record(1, SHEETS["one fouls"])
        approve(floor, correct(floor, "big win"))
        # The numbers of commands differ, and nothing else.
        strip = lambda rows: [(*row[:3], bool(row[3]), *row[4:]) for row in rows]  # noqa: E731
        assert strip(state(floor)) == strip(right)
        out = floor.event.entries.exclude(out_seq=None)
        assert set(out.values_list("out_seq", flat=True)) == {Hand.objects.get().recorded_seq}
        assert verify(floor, replay=True) == ""

    def test_who_entered_again_stays_out(self):
        floor = Floor.running(players=3, structure=BIG, registration_level=1, reentry_limit=None)
        floor.play(SHEETS["big win"])
        out = floor.event.entries.exclude(out_seq=None)
        for name in [entry.person.name for entry in out]:
            floor.register(name)
        with refused("back_reentered"):
            correct(floor, "flush")

    def test_dropped_it_stays_readable_and_may_be_asked_for_again(self):
        floor = self.busted()
        answer = correct(floor, "flush")
        with pytest.raises(Conflict, check=lambda found: found.code == "correction_waits"):
            correct(floor, "one fouls")
        floor.do("correction.drop", number=answer["correction"])
        assert Correction.objects.get().state == "dropped"
        with refused("correction_unknown"):
            floor.do("correction.approve", number=answer["correction"])
        assert correct(floor, "flush")["state"] == "waiting"
        assert verify(floor, replay=True) == ""


class TestVoid:
    def test_all_chips_go_back_and_the_button_stays(self):
        floor = Floor.running(players=3)
        button = floor.start()["button"]
        floor.record(1, SHEETS["aces on top"])
        floor.do("hand.void", table=1, hand=1, reason="fouled deck")
        assert set(stacks(floor).values()) == {STACK}
        assert floor.event.in_fantasyland == 0
        hand = Hand.objects.get()
        assert (hand.state, hand.number) == ("voided", 1)
        assert set(hand.players.values_list("points", flat=True)) == {None}
        assert floor.start()["button"] == button
        floor.record(1, SHEETS["flush"])
        assert verify(floor, replay=True) == ""

    def test_a_voided_hand_may_count_again(self):
        floor = Floor.running(players=3)
        floor.play(SHEETS["flush"])
        before = state(floor)
        floor.do("hand.void", table=1, hand=1, reason="fouled deck")
        with refused("correction_same"):
            floor.do("hand.void", table=1, hand=1, reason="once more")
        correct(floor, "flush")
        assert state(floor) == before
        assert Hand.objects.get().state == "recorded"
        assert verify(floor, replay=True) == ""


class TestRefused:
    def test_without_a_reason(self):
        floor = Floor.running(players=3)
        floor.play(SHEETS["flush"])
        with refused("reason_needed"):
            correct(floor, "one fouls", reason=" ")

    def test_what_changes_nothing(self):
        floor = Floor.running(players=3)
        floor.play(SHEETS["flush"])
        with refused("correction_same"):
            correct(floor, "flush")

    def test_while_a_player_is_in_a_hand(self):
        floor = Floor.running(players=3)
        floor.play(SHEETS["flush"])
        floor.start()
        with refused("hand_open"):
            correct(floor, "one fouls")

    def test_a_hand_without_a_result(self):
        floor = Floor.running(players=3)
        floor.start()
        with refused("hand_not_recorded"):
            correct(floor, "flush")
        with pytest.raises(Conflict):
            floor.do("hand.void", table=1, hand=9, reason="no such")

    def test_another_effect_than_was_looked_at(self):
        floor = Floor.running(players=3)
        floor.play(SHEETS["flush"])
        with pytest.raises(Conflict, check=lambda found: found.code == "correction_changed"):
            correct(floor, "one fouls", basis="0" * 20)

    def test_the_undo_of_a_corrected_hand(self):
        floor = Floor.running(players=3)
        floor.play(SHEETS["flush"])
        correct(floor, "one fouls")
        with refused("undo_corrected"):
            floor.do("hand.undo", table=1, hand=1)

    def test_a_dealer(self):
        floor = Floor.running(players=3)
        floor.play(SHEETS["flush"])
        with pytest.raises(Refusal, check=lambda found: found.code == "not_allowed"):
            correct(floor, "one fouls", by=floor.dealer())


class TestWindow:
    def test_after_half_an_hour_it_takes_two(self, wall):
        floor = Floor.running(players=3)
        floor.play(SHEETS["flush"])
        wall.forward(minutes=31)
        answer = correct(floor, "one fouls")
        assert (answer["state"], answer["why"]) == ("waiting", ["late"])
        approve(floor, answer)
        assert verify(floor, replay=True) == ""

    def test_after_the_next_break_too(self, wall):
        lines = [{"level": 100, "seconds": 300}, {"break": 60}, {"level": 200, "seconds": 900}]
        floor = Floor.running(players=3, structure=lines)
        floor.play(SHEETS["flush"])
        wall.forward(minutes=7)
        assert correct(floor, "one fouls")["why"] == ["late"]


class TestApi:
    def test_a_hand_is_corrected_and_another_one_voided(self):
        floor = Floor.running(players=3)
        floor.play(SHEETS["flush"])
        floor.play(SHEETS["one fouls"])
        path = f"events/{floor.slug}/tables/1/hands"
        cards = sheet_for(floor, "one fouls")
        body = {"layouts": cards, "reason": "misread"}
        assert Api(floor.dealer()).post(f"{path}/1/correct", **body).status_code == 403
        api = Api(floor.director)
        assert api.post(f"{path}/1/correct", layouts=cards).status_code == 400
        assert api.post(f"{path}/1/correct", **body).json()["state"] == "applied"
        assert api.post(f"{path}/2/void", reason="fouled deck").json()["kind"] == "void"
        assert verify(floor, replay=True) == ""
