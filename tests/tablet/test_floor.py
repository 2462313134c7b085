"""Floor calls, counts, breaks, levels and hand-for-hand, as a tablet shows them."""

import pytest

from core.errors import Refusal
from tables.models import CountCheck, FloorCall
from tests.factories import Floor
from tests.tablet.scene import Tablet, code
from tournaments.selectors import entries_of, places_of

pytestmark = pytest.mark.django_db


class TestCalls:
    @pytest.fixture
    def tablet(self) -> Tablet:
        return Tablet(Floor.running(players=3))

    def test_called_taken_closed(self, tablet):
        floor = tablet.floor
        tablet.do("floor", reason=None)
        tablet.do("floor", reason="payment")
        call = FloorCall.objects.get()
        assert tablet.state()["floor"]["reason"] == "payment"
        floor.do("floor.take", number=call.seq)
        state = tablet.state()
        assert state["floor"]["taken_by"] == floor.director.known_as
        assert floor.director.known_as in state["notices"][0]["text"]
        floor.do("floor.close", number=call.seq)
        assert tablet.state()["floor"] is None

    def test_cancelled(self, tablet):
        tablet.do("floor", reason="")
        tablet.do("floor/cancel")
        assert tablet.state()["floor"] is None
        tablet.do("floor/cancel")  # nothing happens

    def test_a_call_that_is_over_is_not_taken(self, tablet):
        tablet.do("floor", reason="")
        call = FloorCall.objects.get()
        tablet.do("floor/cancel")
        with pytest.raises(Refusal, match="No such call"):
            tablet.floor.do("floor.take", number=call.seq)

    def test_entry_goes_on(self, tablet):
        tablet.start()
        tablet.do("floor", reason="ruling")
        tablet.record("flush")

    def test_the_call_comes_first(self, wall):
        tablet = Tablet(Floor.running(players=3))
        tablet.start()
        wall.forward(minutes=31)
        tablet.do("floor", reason="")
        assert [one["kind"] for one in tablet.state()["notices"]] == ["floor", "level"]


class TestClock:
    """The house structure: three levels of 30 minutes, then a break of 15."""

    @pytest.fixture
    def tablet(self, wall) -> Tablet:
        return Tablet(Floor.running(players=3))

    def test_a_level_that_comes_with_the_next_hand(self, tablet, wall):
        tablet.start()
        wall.forward(minutes=31)
        notice = tablet.notice("level")
        assert notice["data"]["level"] == 2
        tablet.record("flush")
        assert tablet.notice("level") is None

    def test_break_after_this_hand_then_the_count(self, tablet, wall):
        tablet.start()
        wall.forward(minutes=91)
        assert tablet.notice("break_pending")["text"] == "Break after this hand."
        assert tablet.notice("count") is None
        tablet.record("flush")
        state = tablet.state()
        assert state["can_start"]["code"] == "clock_break"
        assert tablet.notice("break")["data"]["level"] == 4
        assert tablet.notice("count")["action"] == "count"
        stacks = [{"seat": s["seat"], "stack": s["stack"]} for s in state["seats"]]
        assert tablet.do("count", counts=stacks)["good"]
        assert tablet.notice("count") is None
        assert tablet.state()["floor"] is None

    def test_break_after_fantasyland(self, tablet, wall):
        other = tablet.floor
        other.event.entries.filter(number=1).update(fantasyland=14)
        type(other.event).objects.filter(slug=other.slug).update(in_fantasyland=1)
        wall.forward(minutes=91)
        assert tablet.notice("break_pending")["text"] == "Break after Fantasyland: keep playing."
        assert tablet.state()["can_start"] is None

    def test_a_table_that_is_done_names_those_it_waits_for(self, wall):
        floor = Floor.running(players=6)
        one, two = Tablet(floor, 1), Tablet(floor, 2)
        two.start()
        wall.forward(minutes=91)
        notice = one.notice("break_pending")
        assert notice["data"]["tables"] == [2]
        assert "these finish: 2" in notice["text"]

    def test_the_tag_changes_when_the_clock_does_by_itself(self, tablet, wall):
        etag = tablet.get()["ETag"]
        wall.forward(minutes=31)
        assert tablet.get(HTTP_IF_NONE_MATCH=etag).status_code == 200


class TestCount:
    @pytest.fixture
    def tablet(self) -> Tablet:
        return Tablet(Floor.running(players=3))

    def test_a_difference_rings_and_moves_no_chips(self, tablet):
        tablet.play("flush")
        seats = tablet.state()["seats"]
        counts = [{"seat": s["seat"], "stack": s["stack"]} for s in seats]
        tablet.do("count", counts=counts)
        tablet.play("flush")
        wrong = [{**counts[0], "stack": 7}, *counts[1:]]
        answer = tablet.do("count", counts=wrong)
        assert (answer["good"], answer["since"]) == (False, 1)
        assert tablet.state()["floor"]["reason"] == "count"
        assert sum(s["stack"] for s in tablet.state()["seats"]) == 90_000
        assert CountCheck.objects.latest("seq").lines[0]["counted"] == 7

    def test_every_stack_once_and_between_hands(self, tablet):
        assert code(tablet.ask("count", counts=[{"seat": 1, "stack": 1}])) == "count_seats"
        twice = [{"seat": n, "stack": 30_000} for n in (1, 2, 3, 3)]
        assert code(tablet.ask("count", counts=twice)) == "count_seats"
        tablet.start()
        whole = [{"seat": n, "stack": 30_000} for n in (1, 2, 3)]
        assert code(tablet.ask("count", counts=whole)) == "hand_open"


class TestRounds:
    def two(self, **facts: object) -> tuple[Floor, Tablet, Tablet]:
        floor = Floor.running(players=6, **facts)
        return floor, Tablet(floor, 1), Tablet(floor, 2)

    def test_one_hand_each_then_all_wait(self):
        floor, one, two = self.two()
        floor.do("round.start")
        one.play("flush")
        wait = one.state()["can_start"]
        assert wait["code"] == "round_wait"
        assert "1 of 2" in wait["message"]
        assert one.notice("hand_for_hand")["data"] == {"round": 1, "done": 1, "all": 2}
        assert code(one.ask("hands/2/start")) == "round_wait"
        two.play("flush")
        assert floor.event.round_number == 2
        assert one.start()["hand"] == 2

    def test_the_first_round_waits_for_hands_of_before(self):
        floor, one, two = self.two()
        two.start()
        floor.do("round.start")
        assert one.state()["can_start"]["code"] == "round_gather"
        assert two.notice("hand_for_hand")["text"] == "Hand-for-hand: wait after this hand."
        two.record("flush")
        one.play("flush")
        two.play("flush")
        assert floor.event.round_number == 2

    def test_a_misdeal_is_dealt_again_in_the_same_round(self):
        floor, one, two = self.two()
        floor.do("round.start")
        two.play("flush")
        one.start()
        one.do("hands/1/misdeal", reason="exposed")
        assert floor.event.round_number == 1
        one.play("flush")
        assert floor.event.round_number == 2

    def test_fantasyland_is_played_inside_the_round(self):
        floor, one, two = self.two()
        floor.do("round.start")
        two.play("flush")
        one.start()
        order = one.state()["hand"]["order"]
        pairs = [(order[0], order[1]), (order[0], order[2]), (order[1], order[2])]
        said = [{"a": a, "b": b, "points": 0} for a, b in pairs]
        stays = [{"seat": order[0], "cards": 14}]
        one.do("hands/1/points", reason="x", points=said, fantasyland=stays)
        assert code(two.ask("hands/2/start")) == "round_wait"
        one.start()
        one.do("hands/2/points", reason="x", points=said)
        assert {hand.round for hand in floor.table(1).hands.all()} == {1}
        assert floor.event.round_number == 2
        two.start()

    def test_everybody_out_in_one_round_ranks_together(self):
        floor, one, two = self.two()
        floor.do("round.start")
        for tablet, points in ((one, 1000), (two, 1000)):
            tablet.start()
            a, b, c = tablet.state()["hand"]["order"]
            said = [
                {"a": a, "b": b, "points": points},
                {"a": a, "b": c, "points": 0},
                {"a": b, "b": c, "points": 0},
            ]
            tablet.do("hands/1/points", reason="x", points=said)
        event = floor.event
        places = places_of(event, entries_of(event))
        out = event.entries.exclude(out_seq=None)
        assert {entry.out_round for entry in out} == {1}
        assert {tuple(places[entry.number]) for entry in out} == {(5, 6)}

    def test_without_rounds_the_later_hand_ranks_higher(self):
        """The twin: the same two hands outside hand-for-hand."""
        _, one, two = self.two()
        for tablet in (one, two):
            tablet.start()
            a, b, c = tablet.state()["hand"]["order"]
            said = [
                {"a": a, "b": b, "points": 1000},
                {"a": a, "b": c, "points": 0},
                {"a": b, "b": c, "points": 0},
            ]
            tablet.do("hands/1/points", reason="x", points=said)
        event = one.floor.event
        places = places_of(event, entries_of(event))
        out = event.entries.exclude(out_seq=None)
        assert {tuple(places[entry.number]) for entry in out} == {(5, 5), (6, 6)}

    def test_a_table_that_loses_its_players_is_not_waited_for(self):
        floor, one, two = self.two()
        floor.do("round.start")
        one.play("flush")
        spare = floor.do("table.open")["table"]
        for chair in floor.table(2).seats.exclude(entry=None):
            facts = {"entry": chair.entry.number, "table": spare, "seat": chair.number}
            floor.do("entry.move", reason="floor", **facts)
        floor.do("round.stop")
        assert one.state()["can_start"] is None
        with pytest.raises(Refusal, match="not on"):
            floor.do("round.stop")
        two.state()

    def test_orders_wait_for_the_end_of_the_round(self):
        floor, one, two = self.two()
        entry = floor.table(1).seats.exclude(entry=None).first().entry.number
        two_seat = floor.table(2).seats.get(number=3)
        floor.do("table.open")
        facts = {"entry": two_seat.entry.number, "table": 3, "seat": 1}
        floor.do("entry.move", reason="x", **facts)
        floor.do("round.start")
        one.play("flush")
        answer = floor.do("move.order", reason="x", entry=entry, table=2, seat=3)
        number = answer["orders"][0]["order"]
        assert code(one.ask(f"orders/{number}/left", stack=30_000)) == "round_wait"
        two.start()
        a, b = two.state()["hand"]["order"]
        two.do("hands/1/points", reason="x", points=[{"a": a, "b": b, "points": 0}])
        assert floor.event.round_number == 2
        one.do(f"orders/{number}/left", stack=30_000)


def test_the_same_in_russian():
    tablet = Tablet(Floor.running(players=3))
    tablet.client.cookies["django_language"] = "ru"
    tablet.do("floor", reason="")
    assert tablet.get()["Content-Language"] == "ru"
