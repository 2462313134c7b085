"""Two who act at once: the result is that of one after the other, and each is told the truth.

Every race has a twin in which its guard is off. The twin shows that the race is really run: with
the guard gone, something goes wrong. On SQLite the twins of the row lock are skipped, because there
every transaction is IMMEDIATE and nothing can come between.
"""

import threading
import uuid
from collections.abc import Callable
from functools import partial

import pytest
from django.db import connection
from rest_framework.test import APIClient

from core.errors import Conflict, Refusal
from tables.models import Hand, Seat
from tests.factories import SHEETS, Floor, Json, call, layouts
from tests.races.start import PATIENCE_S, together
from tournaments import doors, journal, verify
from tournaments.models import Event
from tournaments.services.people import Line

pytestmark = [pytest.mark.race, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def floor() -> Floor:
    return Floor.running(players=3)


def sound(floor: Floor) -> bool:
    return list(verify.problems(floor.event)) == []


def recording(floor: Floor, sheet: list[Json], submission: uuid.UUID) -> Callable[[], Json]:
    """One tablet that sends a hand over HTTP."""
    table = floor.table()
    hand = table.hands.get(state=Hand.State.STARTED)
    seats = sorted(hand.players.values_list("seat", flat=True), key=lambda s: (s <= hand.button, s))
    body = {"submission": str(submission), "layouts": layouts(seats, sheet)}
    client = APIClient()
    client.force_login(floor.director)

    def send() -> Json:
        response = client.post(
            f"/api/tables/{table.uid}/hands/{hand.number}/record", body, format="json"
        )
        return {"status": response.status_code, "text": response.content.decode()}

    return send


def test_one_submission_fifty_times_is_one_hand_and_fifty_equal_answers(floor: Floor) -> None:
    floor.start()
    send = recording(floor, SHEETS["flush"], uuid.uuid4())
    answers = together([send] * 50)
    assert {(a["status"], a["text"]) for a in answers} == {(200, answers[0]["text"])}
    assert Hand.objects.filter(state=Hand.State.RECORDED).count() == 1
    assert sound(floor)


def test_twin_without_the_memory_of_submissions_the_repeats_are_refused(
    floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    role = journal._role_and_known
    monkeypatch.setattr(journal, "_role_and_known", lambda *a: (role(*a)[0], False))
    monkeypatch.setattr(journal, "answered", lambda *_: None)
    floor.start()
    send = recording(floor, SHEETS["flush"], uuid.uuid4())
    statuses = [answer["status"] for answer in together([send] * 8)]
    assert sorted(statuses) == [200] + [409] * 7


def test_two_tablets_with_different_cards_one_is_recorded_one_is_told(floor: Floor) -> None:
    floor.start()
    first = recording(floor, SHEETS["flush"], uuid.uuid4())
    second = recording(floor, SHEETS["big win"], uuid.uuid4())
    answers = sorted(together([first, second]), key=lambda answer: answer["status"])
    assert [answer["status"] for answer in answers] == [200, 409]
    assert "already_recorded" in answers[1]["text"]
    assert sound(floor)


def test_twin_without_the_lock_one_of_them_breaks(
    floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    if connection.vendor == "sqlite":
        pytest.skip("SQLite's IMMEDIATE transactions serialise anyway")
    order = floor.start()["order"]
    meeting = threading.Barrier(2)

    def read_only(uid: uuid.UUID) -> Event:
        event = Event.objects.get(uid=uid)
        meeting.wait(PATIENCE_S)  # both have read before either goes on
        return event

    monkeypatch.setattr(journal, "_locked", read_only)
    event = floor.event.uid
    sheets = [layouts(order, SHEETS[name]) for name in ("flush", "big win")]
    facts = {"table": 1, "hand": 1}
    results = together(
        [
            partial(
                journal.execute, event, "hand.record", call(floor.director), layouts=sheet, **facts
            )
            for sheet in sheets
        ]
    )
    broken = [r for r in results if isinstance(r, Exception) and not isinstance(r, Refusal)]
    assert broken, "without the lock the database itself has to stop the second one"


def test_a_hand_and_a_move_come_one_after_the_other() -> None:
    floor = Floor.running(players=5)
    three = next(
        t.number for t in floor.event.tables.all() if t.seats.exclude(entry=None).count() == 3
    )
    two = next(t for t in floor.event.tables.all() if t.number != three)
    free = two.seats.get(entry=None).number
    mover = floor.table(three).seats.first().entry
    results = together(
        [
            lambda: floor.start(three),
            lambda: floor.do(
                "entry.move", reason="balance", entry=mover.number, table=two.number, seat=free
            ),
        ]
    )
    refused = [result for result in results if isinstance(result, Exception)]
    assert all(isinstance(error, Refusal) for error in refused), refused
    dealt = floor.table(three).hands.get().players.values_list("entry__number", flat=True)
    moved = Seat.objects.get(entry=mover).table_id == two.pk
    assert moved == (mover.number not in dealt), "he is dealt in where he sits, and nowhere else"
    assert sound(floor)


def test_a_re_entry_pressed_twice_is_one_entry() -> None:
    floor = Floor.running(players=3, registration_level=20, reentry_limit=5)
    floor.do("clock.jump", segment=floor.event.structure.levels[9].segment)
    floor.play(SHEETS["big win"])
    out = floor.event.entries.exclude(out_seq=None).first()

    def come_again() -> str:
        lines = [Line(1, out.person.name)]
        return doors.register(floor.event, call(floor.director), lines)

    results = together([come_again, come_again])
    refused = [result for result in results if isinstance(result, Exception)]
    assert len(refused) == 1
    assert isinstance(refused[0], Conflict)
    assert refused[0].code == "already_entered"
    assert sound(floor)
