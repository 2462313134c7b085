"""Proposals of moves: shown when they are needed, accepted as they were shown or not at all."""

import json
import random

import pytest

from core.errors import Conflict, Refusal
from tables.models import MoveOrder
from tables.services.planning import Proposal, proposal_of
from tests.factories import SHEETS, Api, Floor, refusal
from tests.tables.floor_scenes import BIG, bust_one, carry_out, lone_table, seven, sizes
from tests.tournaments.test_verify import verify
from tournaments.models import JournalEntry, Role
from tournaments.rules.errors import FloorError
from tournaments.rules.plan import WaitFor

pytestmark = pytest.mark.django_db


def proposal(floor: Floor, at=None) -> Proposal | None:
    from django.utils import timezone

    return proposal_of(floor.event, at or timezone.now())


@pytest.fixture
def floor() -> Floor:
    return seven()


@pytest.fixture
def lone(floor: Floor) -> int:
    return lone_table(floor)


def test_nothing_is_proposed_while_nothing_is_needed(floor):
    assert proposal(floor) is None
    assert Api(floor.director).get(f"events/{floor.slug}/plan").json()["moves"] == []


def test_a_lone_player_is_moved_and_his_table_closes(floor, lone):
    found = proposal(floor)
    assert [move.from_table for move in found.plan.moves] == [lone]
    assert found.plan.closes == (lone,)
    answer = floor.do("plan.accept", **found.facts)
    order = MoveOrder.objects.get()
    assert (order.rule, order.origin.number) == ("repair_close", lone)
    assert answer["closed"] == []
    assert floor.table(lone).closing
    assert proposal(floor) is None, "a move in progress is not replanned"
    stack = order.entry.stack
    floor.do("move.left", table=lone, order=1, stack=stack)
    floor.do("move.arrived", table=order.target.number, order=1, stack=stack)
    assert sorted(sizes(floor).values()) == [3, 3]
    assert verify(floor, replay=True) == ""


def test_the_same_seating_gets_the_same_proposal(floor, lone, wall):
    first = proposal(floor)
    wall.forward(minutes=3)
    assert proposal(floor) == first


def test_the_api_shows_it_and_takes_it_back_as_it_was_shown(floor, lone):
    api = Api(floor.hire(Role.FLOOR))
    shown = api.get(f"events/{floor.slug}/plan").json()
    assert any(f"Table {lone} had one player" in reason for reason in shown["reasons"])
    facts = {name: shown[name] for name in ("moves", "closes")}
    answer = api.post(f"events/{floor.slug}/plan/accept", **facts)
    assert answer.status_code == 200, answer.content
    again = api.post(f"events/{floor.slug}/plan/accept", **facts)
    assert refusal(again) == (409, "plan_stale")


def test_a_second_click_gets_the_first_answer(floor, lone):
    facts = {**proposal(floor).facts, "submission": "5f0c9a54-76ab-4a1c-8d53-000000000007"}
    api = Api(floor.director)
    first = api.send(f"events/{floor.slug}/plan/accept", facts)
    second = api.send(f"events/{floor.slug}/plan/accept", facts)
    assert first.content == second.content
    assert MoveOrder.objects.count() == 1


def test_what_was_not_proposed_is_not_accepted(floor, lone):
    facts = proposal(floor).facts
    facts["moves"][0]["seat"] = facts["moves"][0]["seat"] % 3 + 1
    with pytest.raises(Conflict, match="not as it was"):
        floor.do("plan.accept", **facts)


def test_a_proposal_that_the_floor_has_overtaken_is_refused(floor, lone):
    facts = proposal(floor).facts
    other = next(n for n, size in sizes(floor).items() if size == 2)
    bust_one(floor, other)
    with pytest.raises(Conflict, match="not as it was"):
        floor.do("plan.accept", **facts)
    assert not MoveOrder.objects.exists()
    again = proposal(floor)
    assert {move.from_table for move in again.plan.moves} <= {lone, other}
    floor.do("plan.accept", **again.facts)


def test_a_hand_that_starts_meanwhile_does_not_overtake_it(floor, lone):
    facts = proposal(floor).facts
    floor.start(next(n for n, size in sizes(floor).items() if size == 3))
    floor.do("plan.accept", **facts)
    assert MoveOrder.objects.count() == 1


def test_it_says_which_hands_it_waits_for_by_now(floor, lone):
    target = proposal(floor).plan.moves[0].to_table
    assert proposal(floor).plan.moves[0].waits_for == ()
    floor.start(target)
    assert proposal(floor).plan.moves[0].waits_for == (WaitFor(target, "hand"),)
    floor.record(target, SHEETS["even"])
    assert proposal(floor).plan.moves[0].waits_for == ()


def test_fantasyland_at_a_table_it_touches_overtakes_it(floor, lone):
    found = proposal(floor)
    target = found.plan.moves[0].to_table
    floor.event.entries.filter(seat__table__number=target).update(fantasyland=14)
    with pytest.raises(Conflict, match="not as it was"):
        floor.do("plan.accept", **found.facts)
    assert proposal(floor).plan != found.plan


def test_nobody_in_fantasyland_is_moved_and_he_is_joined(floor, lone):
    floor.event.entries.filter(seat__table__number=lone).update(fantasyland=14)
    found = proposal(floor)
    assert all(move.to_table == lone for move in found.plan.moves)
    floor.do("plan.accept", **found.facts)
    carry_out(floor)
    assert sizes(floor)[lone] == 3


def test_put_aside_it_is_remembered_until_the_seating_changes(floor, lone):
    found = proposal(floor)
    with pytest.raises(Refusal, match="Give a reason"):
        floor.do("plan.reject", basis=found.basis)
    floor.do("plan.reject", basis=found.basis, reason="he leaves in a minute")
    aside = proposal(floor).rejected
    assert (aside.reason, aside.by) == ("he leaves in a minute", floor.director)
    other = next(n for n, size in sizes(floor).items() if size == 3)
    bust_one(floor, other)
    assert proposal(floor).rejected is None
    with pytest.raises(Conflict, match="not as it was"):
        floor.do("plan.reject", basis=found.basis, reason="too late")
    assert verify(floor, replay=True) == ""


def test_drawn_again_it_uses_the_chance_of_that_entry():
    floor = Floor.running(players=8)  # 3 + 3 + 2: every seat at two tables is taken
    floor.do("table.open")
    for number, seat in ((1, 1), (2, 2)):  # 2 + 2 + 2 + 2: one table too many
        entry = floor.table(number).seats.exclude(entry=None).first().entry.number
        floor.do("entry.move", entry=entry, table=4, seat=seat, reason="a scene")
    found = proposal(floor)
    assert [move.rule for move in found.plan.moves] == ["consolidate"] * 2
    assert found.plan.closes == (4,), "the highest number breaks first"
    drawn = set()
    for _ in range(6):
        floor.do("plan.redraw", basis=found.basis, reason="asked for by the players")
        again = proposal(floor)
        last = JournalEntry.objects.filter(event=floor.event).latest("seq")
        assert (again.drawn_by, again.rejected, again.basis) == (last.seq, None, found.basis)
        drawn.add(json.dumps(again.facts))
    assert len(drawn) > 1
    floor.do("plan.accept", **again.facts)
    assert MoveOrder.objects.count() == 2


def test_during_late_registration_only_lone_players_are_helped(wall):
    floor = Floor.running(players=8, registration_level=1)
    floor.do("table.open")
    for number, seat in ((1, 1), (2, 2)):
        entry = floor.table(number).seats.exclude(entry=None).first().entry.number
        floor.do("entry.move", entry=entry, table=4, seat=seat, reason="a scene")
    assert proposal(floor) is None
    wall.forward(minutes=31)
    assert proposal(floor, wall.now).plan.closes == (4,)


def test_hand_for_hand_waits_for_every_table(floor, lone):
    floor.do("round.start")
    other = next(n for n, size in sizes(floor).items() if size == 3)
    floor.start(other)
    waiting = proposal(floor)
    assert not waiting.acts
    assert [wait.code for wait in waiting.plan.waits] == ["wait_round"]
    with pytest.raises(Conflict):
        floor.do("plan.accept", **waiting.facts)
    floor.do("hand.misdeal", table=other, hand=1, reason="a card fell")
    assert proposal(floor).acts


@pytest.mark.parametrize("role", [Role.DEALER, Role.CASHIER, Role.AUDITOR])
def test_others_do_not_answer_proposals(floor, lone, role):
    api, facts = Api(floor.hire(role)), proposal(floor).facts
    assert refusal(api.post(f"events/{floor.slug}/plan/accept", **facts)) == (403, "not_allowed")


class TestRedraw:
    def test_everybody_gets_a_new_seat_and_spare_tables_close(self, floor, lone):
        answer = floor.do("seat.redraw", reason="the last six")
        assert sorted(sizes(floor).values()) == [3, 3]
        assert len(answer["seats"]) == 6
        assert verify(floor, replay=True) == ""

    def test_it_waits_for_hands_orders_and_fantasyland(self, floor, lone):
        with pytest.raises(Refusal, match="Give a reason"):
            floor.do("seat.redraw")
        other = next(n for n, size in sizes(floor).items() if size == 3)
        floor.start(other)
        with pytest.raises(Refusal, match="still being played"):
            floor.do("seat.redraw", reason="x")
        floor.do("hand.misdeal", table=other, hand=1, reason="x")
        floor.event.entries.filter(seat__table__number=other).update(fantasyland=14)
        with pytest.raises(FloorError, match="Fantasyland to play"):
            floor.do("seat.redraw", reason="x")
        floor.event.entries.update(fantasyland=0)
        floor.do("plan.accept", **proposal(floor).facts)
        with pytest.raises(Refusal, match="on their way"):
            floor.do("seat.redraw", reason="x")


def test_a_whole_event_by_proposals():
    """Thirty players down to one; nobody moves a player but by accepting what is proposed."""
    floor = Floor.running(players=30, structure=BIG)
    rng = random.Random(5)
    accepted = 0
    while (left := floor.event.entries.filter(out_seq=None).count()) > 1:
        found = proposal(floor)
        if found is not None and found.acts:
            accepted += 1
            floor.do("plan.accept", **found.facts)
            carry_out(floor)
        ready = [number for number, size in sizes(floor).items() if size > 1]
        bust_one(floor, rng.choice(ready))
        assert left >= floor.event.entries.filter(out_seq=None).count()
    assert accepted > 8
    assert not MoveOrder.objects.exclude(state=MoveOrder.State.ARRIVED).exists()
    assert verify(floor, replay=True) == ""
