"""How an event ends: who is out at which place, ties, and the last player."""

import pytest

from core.errors import Refusal
from tests.factories import SHEETS, STACK, Api, Floor, refusal

pytestmark = pytest.mark.django_db
DEEP = [{"level": 100, "seconds": 600}, {"level": 5000, "seconds": 600}]


@pytest.fixture
def floor() -> Floor:
    """A three-handed table: a big win at level 2 takes a whole stack from each."""
    return Floor.running(players=3, structure=DEEP)


def places(floor: Floor) -> list[tuple[int, int, bool]]:
    """Place from, place to and whether he is out, in the order of the standings."""
    rows = Api().get(f"events/{floor.slug}/standings").json()["rows"]
    return [(row["place"], row["place_last"], row["out"]) for row in rows]


class TestPlaces:
    def test_the_living_stand_by_their_chips(self, floor):
        floor.play(SHEETS["flush"])
        rows = Api().get(f"events/{floor.slug}/standings").json()["rows"]
        stacks = [row["stack"] for row in rows]
        assert stacks == sorted(stacks, reverse=True)
        assert [row["place"] for row in rows] == [1, 2, 3]

    def test_equal_stacks_share_their_place_while_they_live(self, floor):
        assert places(floor) == [(1, 3, False)] * 3

    def test_equal_stacks_that_fall_on_one_hand_tie(self, floor):
        floor.do("clock.jump", segment=1)
        outcome = floor.play(SHEETS["big win"])
        assert len(outcome["eliminated"]) == 1
        assert places(floor) == [(1, 1, False), (2, 3, True), (2, 3, True)]

    def test_the_bigger_stack_that_falls_on_one_hand_finishes_higher(self, floor):
        winner, loser, other = SHEETS["flush"]
        floor.play([loser, winner, other])  # so that the winner acts first in the next hand
        floor.do("clock.jump", segment=1)
        floor.play(SHEETS["big win"])
        rows = Api().get(f"events/{floor.slug}/standings").json()["rows"]
        assert [(row["place"], row["out"]) for row in rows] == [(1, False), (2, True), (3, True)]
        second, third = (floor.event.entries.get(number=row["number"]) for row in rows[1:])
        assert second.out_stack > third.out_stack

    def test_who_falls_on_a_later_hand_finishes_higher(self):
        floor = Floor.running(players=4, structure=DEEP)
        floor.do("clock.jump", segment=1)
        first = _out_at(floor, table=2)
        second = _out_at(floor, table=1)
        rows = Api().get(f"events/{floor.slug}/standings").json()["rows"]
        assert [(row["number"], row["place"]) for row in rows[2:]] == [(second, 3), (first, 4)]

    def test_a_re_entry_ranks_by_its_last_entry(self):
        floor = Floor.running(players=2, structure=DEEP, registration_level=2, reentry_limit=None)
        floor.do("clock.jump", segment=1)
        floor.bust("Player 1")
        floor.register("Player 1")
        floor.do("seat.draw")
        body = Api().get(f"events/{floor.slug}/standings").json()
        assert (body["entries"], body["left"], body["average"]) == (3, 2, 45_000)
        assert [(row["number"], row["bullet"], row["place"]) for row in body["rows"]] == [
            (2, 1, 1),
            (3, 2, 2),
            (1, 1, 3),
        ]


class TestFinish:
    def finish(self, floor: Floor):
        return Api(floor.director).post(f"events/{floor.slug}/finish")

    def test_it_needs_one_player_with_all_chips(self, floor):
        response = self.finish(floor)
        assert refusal(response) == (422, "players_left")
        assert response.json()["error"]["params"] == {"count": 3}

    def test_the_last_player_wins(self, floor):
        floor.do("clock.jump", segment=1)
        floor.play(SHEETS["big win"])
        assert self.finish(floor).json()["status"] == "finished"
        winner = Api().get(f"events/{floor.slug}/standings").json()["rows"][0]
        assert (winner["place"], winner["stack"]) == (1, 3 * STACK)

    def test_after_it_nothing_is_played_and_nobody_enters(self, floor):
        floor.do("clock.jump", segment=1)
        floor.play(SHEETS["big win"])
        self.finish(floor)
        assert refusal(self.finish(floor)) == (422, "event_status")
        for name, facts in {
            "hand.start": {"table": 1, "hand": 2, "absent": []},
            "hand.undo": {"table": 1, "hand": 1},
            "entry.register": {"people": []},
            "seat.draw": {},
            "clock.resume": {},
        }.items():
            with pytest.raises(Refusal) as refused:
                floor.do(name, **facts)
            assert refused.value.code == "event_status", name

    def test_an_event_that_did_not_start_does_not_finish(self):
        assert refusal(self.finish(Floor.open(players=2))) == (422, "event_status")


def _out_at(floor: Floor, table: int) -> int:
    """Play until somebody is out at a heads-up table; his entry."""
    before = set(floor.event.entries.exclude(out_seq=None).values_list("number", flat=True))
    floor.play(SHEETS["big win"][:2], table=table)
    after = set(floor.event.entries.exclude(out_seq=None).values_list("number", flat=True))
    return (after - before).pop()
