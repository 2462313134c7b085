"""Taking the last hand back: everything as before it was recorded, or a refusal with the reason."""

import pytest

from core.errors import Refusal
from tables.models import Hand
from tests.factories import SHEETS, STACK, Api, Floor, refusal
from tournaments import verify
from tournaments.models import ChipTransfer

pytestmark = pytest.mark.django_db
DEEP = [{"level": 100, "seconds": 600}, {"level": 5000, "seconds": 600}]


def undo(floor: Floor, table: int = 1, hand: int = 1) -> None:
    floor.do("hand.undo", table=table, hand=hand)


def why_not(floor: Floor, table: int = 1, hand: int = 1) -> str:
    """The code with which the undo is refused."""
    with pytest.raises(Refusal) as refused:
        undo(floor, table, hand)
    return refused.value.code


def rows(floor: Floor) -> list[tuple]:
    """What every player has and is, and who sits where."""
    entries = floor.event.entries.values_list(
        "number", "stack", "fantasyland", "out_seq", "out_stack", "seat__table", "seat__number"
    )
    return list(entries)


class TestBack:
    @pytest.mark.parametrize("sheet", ["flush", "one fouls", "aces on top"])
    def test_stacks_seats_and_fantasyland_are_as_before(self, sheet):
        floor = Floor.running(players=3)
        floor.start(1)
        before = rows(floor)
        floor.record(1, SHEETS[sheet])
        undo(floor)
        assert rows(floor) == before
        assert floor.event.in_fantasyland == 0

    def test_the_eliminated_sit_where_they_sat(self):
        floor = Floor.running(players=3, structure=DEEP)
        floor.do("clock.jump", segment=1)
        floor.start(1)
        before = rows(floor)
        floor.record(1, SHEETS["big win"])
        assert floor.event.entries.filter(out_seq=None).count() == 1
        undo(floor)
        assert rows(floor) == before

    def test_what_was_typed_is_given_back(self):
        floor = Floor.running(players=3)
        floor.play(SHEETS["flush"])
        sheet = Hand.objects.get().sheet
        assert floor.do("hand.undo", table=1, hand=1)["layouts"] == sheet
        hand = Hand.objects.get()
        assert (hand.state, hand.sheet, hand.outcome) == ("started", sheet, None)

    def test_chips_go_back_by_new_transfers_and_the_old_ones_stay(self):
        floor = Floor.running(players=3)
        floor.play(SHEETS["flush"])
        paid = ChipTransfer.objects.filter(kind="payment").values_list("payer", "payee", "amount")
        undo(floor)
        back = ChipTransfer.objects.filter(kind="reversal").values_list("payee", "payer", "amount")
        assert sorted(back) == sorted(paid)
        assert set(floor.event.entries.values_list("stack", flat=True)) == {STACK}

    def test_the_hand_is_recorded_again_with_other_cards(self):
        floor = Floor.running(players=3)
        floor.play(SHEETS["flush"])
        undo(floor)
        outcome = floor.record(1, SHEETS["one fouls"])
        assert outcome["hand"] == 1
        assert list(verify.problems(floor.event, replay=False)) == []

    def test_undone_and_recorded_again_is_as_if_never_undone(self):
        floor = Floor.running(players=3)
        floor.play(SHEETS["flush"])
        once = rows(floor)
        undo(floor)
        floor.record(1, SHEETS["flush"])
        assert rows(floor) == once

    def test_a_hand_may_be_undone_as_often_as_it_was_recorded(self):
        floor = Floor.running(players=3)
        floor.start(1)
        before = rows(floor)
        for _ in range(3):
            floor.record(1, SHEETS["aces on top"])
            undo(floor)
        assert rows(floor) == before
        assert list(verify.problems(floor.event)) == []

    def test_the_button_of_the_next_hand_follows_the_new_record(self):
        floor = Floor.running(players=3)
        started = floor.start(1)
        floor.record(1, SHEETS["aces on top"])  # Fantasyland: the button stays
        undo(floor)
        floor.record(1, SHEETS["flush"])
        assert floor.start(1)["button"] == started["order"][0]

    def test_a_level_that_ended_meanwhile_does_not_change_the_hand(self, wall):
        floor = Floor.running(players=2, structure=DEEP)
        floor.play(SHEETS["even"])
        wall.forward(minutes=11)
        undo(floor)
        assert floor.record(1, SHEETS["kings on top"])["payments"][0]["due"] == 14 * 100


class TestRefused:
    def test_a_hand_that_is_being_played(self):
        floor = Floor.running(players=3)
        floor.start(1)
        assert why_not(floor) == "hand_not_recorded"

    def test_a_hand_after_which_the_next_one_was_started(self):
        floor = Floor.running(players=3)
        floor.play(SHEETS["flush"])
        floor.start(1)
        api = Api(floor.director)
        response = api.post(f"tables/{floor.table(1).uid}/hands/1/undo")
        assert refusal(response) == (409, "stale_hand")
        assert response.json()["head"] == {"table": 1, "hand": 2, "state": "started"}

    def test_a_hand_that_never_was(self):
        floor = Floor.running(players=3)
        assert why_not(floor, hand=5) == "stale_hand"

    def test_twice(self):
        floor = Floor.running(players=3)
        floor.play(SHEETS["flush"])
        undo(floor)
        assert why_not(floor) == "hand_not_recorded"

    def test_a_dealer_of_another_table(self):
        floor = Floor.running(players=4)
        floor.play(SHEETS["even"])
        floor.dealer(1)
        other = Api(floor.dealer(2))
        response = other.post(f"tables/{floor.table(1).uid}/hands/1/undo")
        assert refusal(response) == (403, "not_allowed")

    def test_a_finished_event(self):
        floor = Floor.running(players=2, structure=DEEP)
        floor.do("clock.jump", segment=1)
        floor.bust("Player 1")
        floor.do("event.finish")
        assert why_not(floor) == "event_status"


class TestBlocked:
    """The world has gone on: the hand is for a correction."""

    def busted(self, players: int = 2) -> Floor:
        """Player 1 went out on the first hand of his heads-up table."""
        floor = Floor.running(
            players=players, structure=DEEP, reentry_limit=None, registration_level=2
        )
        floor.do("clock.jump", segment=1)
        table = floor.event.entries.get(number=1).seat.table.number
        floor.bust("Player 1", table=table)
        return floor

    def test_somebody_sits_on_the_seat(self):
        floor = self.busted()
        table = floor.table(1)
        floor.register("Late Riser", "Later Riser")
        floor.do("seat.draw")
        assert table.seats.exclude(entry=None).count() == 3
        assert why_not(floor) == "undo_blocked"

    def test_the_seat_is_kept_for_somebody_on_his_way(self):
        floor = self.busted(players=4)
        table = Hand.objects.get().table
        other = floor.event.tables.exclude(pk=table.pk).get()
        seat = Hand.objects.get().players.get(entry__number=1).seat
        mover = other.seats.exclude(entry=None).first().entry.number
        floor.do("move.order", entry=mover, table=table.number, seat=seat, reason="balance")
        assert why_not(floor, table=table.number) == "undo_blocked"

    def test_the_player_has_entered_again(self):
        floor = self.busted()
        floor.register("Player 1")
        api = Api(floor.director)
        response = api.post(f"tables/{floor.table(1).uid}/hands/1/undo")
        assert refusal(response) == (422, "undo_blocked")
        assert "Player 1 has played on since" in response.json()["error"]["message"]

    def test_the_player_has_entered_again_and_is_out_again(self):
        floor = self.busted(players=4)
        first = Hand.objects.get()
        other = next(number for number in (1, 2) if number != first.table.number)
        floor.register("Player 1")
        self.send(floor, "Player 1", other)
        for _ in range(9):
            if floor.event.entries.filter(person__name="Player 1", out_seq=None).exists():
                self.lose_at(floor, "Player 1", other)
        assert why_not(floor, table=first.table.number) == "undo_blocked"

    def send(self, floor: Floor, name: str, table: int) -> None:
        entry = floor.event.entries.filter(person__name=name, out_seq=None).get()
        free = floor.table(table).seats.filter(entry=None).first().number
        facts = {"entry": entry.number, "table": table, "seat": free}
        floor.do("entry.move", **facts, reason="balance")

    def lose_at(self, floor: Floor, name: str, table: int) -> None:
        """A three-handed hand in which this player fouls against two good layouts."""
        started = floor.start(table)
        seat = floor.table(table).seats.get(entry__person__name=name).number
        best, *others = SHEETS["big win"]
        dead = {"top": [], "middle": [], "bottom": [], "declared_foul": True}
        good = iter([best, *others])
        floor.record(table, [dead if one == seat else next(good) for one in started["order"]])

    def test_a_player_has_moved_away(self):
        floor = Floor.running(players=4)
        floor.play(SHEETS["even"], table=1)
        mover = floor.table(1).seats.exclude(entry=None).first().entry
        self.send(floor, mover.person.name, 2)
        assert why_not(floor) == "undo_blocked"

    def test_a_player_has_played_elsewhere_and_come_back(self):
        floor = Floor.running(players=4)
        floor.play(SHEETS["kings on top"], table=1)
        floor.play(SHEETS["even"], table=1)  # Fantasyland is over
        mover = floor.table(1).seats.exclude(entry=None).first()
        entry, seat = mover.entry, mover.number
        self.send(floor, entry.person.name, 2)
        self.lose_at(floor, entry.person.name, 2)
        facts = {"entry": entry.number, "table": 1, "seat": seat}
        floor.do("entry.move", **facts, reason="back")
        assert why_not(floor, hand=2) == "undo_blocked"

    def test_a_blocked_undo_changes_nothing(self):
        floor = self.busted()
        floor.register("Player 1")
        before, version = rows(floor), floor.event.version
        why_not(floor)
        assert (rows(floor), floor.event.version) == (before, version)
