"""Two who correct the same hand at once: one of them does, the other is told to look again.

The twin takes the event's lock away, and the chips are moved twice.
"""

import threading
from collections.abc import Callable
from functools import partial

import pytest

from core.errors import Refusal
from tables import results
from tables.hand_effects import correct_effect
from tables.models import Correction, Hand
from tables.services import corrections
from tests.factories import SHEETS, Floor, layouts, seats_in_order
from tests.races.guards import without_constraints, without_the_lock
from tests.races.start import PATIENCE_S, together
from tournaments import verify
from tournaments.models import JournalEntry, Role

pytestmark = [pytest.mark.race, pytest.mark.django_db(transaction=True)]
JOURNAL = (JournalEntry, "journal_number_once")
CORRECTION = (Correction, "correction_number_once")


def correcting(floor: Floor, crowd: int) -> list[Callable[[], object]]:
    """So many of the floor who have all looked at the same effect, and press the button."""
    hand = Hand.objects.select_related("table__event").get()
    order = seats_in_order(hand.button, hand.players.values_list("seat", flat=True))
    cards = layouts(order, SHEETS["one fouls"])
    assert hand.recorded_at is not None
    basis = correct_effect(hand, hand.recorded_at, cards, points_only=False).basis
    facts = {"table": 1, "hand": 1, "layouts": cards, "basis": basis, "reason": "misread"}
    people = [floor.hire(Role.FLOOR) for _ in range(crowd)]
    return [partial(floor.do, "hand.correct", by=one, **facts) for one in people]


@pytest.fixture
def floor() -> Floor:
    floor = Floor.running(players=3)
    floor.play(SHEETS["flush"])
    return floor


def test_one_corrects_and_the_others_are_told_that_it_counts_already(floor: Floor) -> None:
    told = together(correcting(floor, 4))
    failed = [one for one in told if isinstance(one, Exception)]
    assert [one.code for one in failed if isinstance(one, Refusal)] == ["correction_same"] * 3
    assert list(verify.problems(floor.event)) == []


def test_one_approval_of_three(floor: Floor) -> None:
    lines = [{"entry": 1, "chips": 100}]
    asked = floor.do("chips.adjust", lines=lines, reason="found")["correction"]
    people = [floor.hire(Role.FLOOR) for _ in range(3)]
    told = together(
        [partial(floor.do, "correction.approve", by=one, number=asked) for one in people]
    )
    assert sum(isinstance(one, Exception) for one in told) == 2
    assert floor.event.transfers.filter(kind="adjustment").count() == 1
    assert list(verify.problems(floor.event)) == []


@pytest.mark.needs("postgresql", because="SQLite's IMMEDIATE serialises with no lock of ours")
def test_twin_without_the_lock_the_chips_move_twice(
    floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    jobs = correcting(floor, 2)
    with without_constraints(JOURNAL, CORRECTION):
        without_the_lock(monkeypatch, crowd=2)
        _look_together(monkeypatch, crowd=2)
        failed = [one for one in together(jobs) if isinstance(one, Exception)]
        assert not failed, "both are told that their correction stands"
        moved = results.posted_by(Correction.objects.all())
        right = results.posted_by(Correction.objects.all()[:1])
        problems = list(verify.problems(floor.event, replay=False))
    assert moved == {entry: 2 * chips for entry, chips in right.items()}
    assert problems


def _look_together(monkeypatch: pytest.MonkeyPatch, crowd: int) -> None:
    """All have worked out what they do before the first one does it."""
    meeting = threading.Barrier(crowd)
    carry_out = corrections.carry_out

    def met(*args: object) -> None:
        meeting.wait(PATIENCE_S)
        carry_out(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(corrections, "carry_out", met)
