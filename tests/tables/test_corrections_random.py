"""Evenings of corrections by chance: after each step every chip is explained; a replay agrees."""

import random

import pytest

from core.errors import Refusal
from tables.models import Hand
from tests.factories import SHEETS, STACK, Floor, layouts, seats_in_order
from tests.tables.test_corrections import stacks
from tests.tournaments.test_verify import verify
from tournaments.models import Role

pytestmark = pytest.mark.django_db
THREE = ("flush", "one fouls", "aces on top", "big win")
STEPS = 14


def play(floor: Floor, chance: random.Random) -> None:
    if floor.event.entries.filter(out_seq=None).count() < 2:
        return
    started = floor.start()
    name = chance.choice(THREE if len(started["order"]) == 3 else ("even", "kings on top"))
    floor.record(1, SHEETS[name])


def correct(floor: Floor, chance: random.Random, second) -> None:
    hand = chance.choice(list(Hand.objects.filter(table__event=floor.event)))
    facts = {"table": 1, "hand": hand.number, "reason": "by chance"}
    if chance.random() < 0.25:
        answer = floor.do("hand.void", **facts)
    else:
        seats = list(hand.players.values_list("seat", flat=True))
        names = THREE if len(seats) == 3 else ("even", "kings on top")
        cards = layouts(seats_in_order(hand.button, seats), SHEETS[chance.choice(names)])
        answer = floor.do("hand.correct", layouts=cards, **facts)
    if answer["state"] == "waiting":
        floor.do("correction.approve", number=answer["correction"], by=second)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("value", [100, 900])
def test_every_chip_is_explained_after_each_step(seed, value):
    chance = random.Random(f"{seed} {value}")
    floor = Floor.running(players=3, structure=[{"level": value, "seconds": 600}])
    second = floor.hire(Role.FLOOR)
    play(floor, chance)
    for _ in range(STEPS):
        try:
            if chance.random() < 0.5:
                play(floor, chance)
            else:
                correct(floor, chance, second)
        except Refusal as refused:
            if refused.code not in {"correction_same", "back_reentered"}:
                raise
        assert sum(stacks(floor).values()) == 3 * STACK
        assert verify(floor) == ""
    assert verify(floor, replay=True) == ""
