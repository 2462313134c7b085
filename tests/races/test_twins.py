"""The same races with the guards off: the damage they prevent, shown.

A race test that passes proves little if the race is never run. Here the event's lock and the
database's constraints are taken away, and everything that must not happen does. On SQLite there is
nothing to show: every transaction is IMMEDIATE there, and nothing can come between.
"""

import uuid
from functools import partial

import pytest

from tables.models import Seat
from tests.factories import SHEETS, Floor, call, layouts
from tests.races.guards import together_to_the_end, without_constraints, without_the_lock
from tests.races.start import together
from tournaments import journal, verify
from tournaments.models import Entry, JournalEntry

pytestmark = [
    pytest.mark.race,
    pytest.mark.needs("postgresql", because="SQLite's IMMEDIATE serialises with no lock of ours"),
    pytest.mark.django_db(transaction=True),
]
JOURNAL = (JournalEntry, "journal_number_once")
SUBMISSION = (JournalEntry, "submission_once")
LIVING = (Entry, "one_living_entry_a_person")
NUMBER = (Entry, "entry_number_once")


def recording(floor: Floor, sheet: str, order: list[int], submission: uuid.UUID | None = None):
    """A tablet that records hand 1 of table 1 with these cards."""
    facts = {"table": 1, "hand": 1, "layouts": layouts(order, SHEETS[sheet])}
    who = call(floor.director, submission=submission)
    return partial(journal.execute, floor.event.uid, "hand.record", who, **facts)


def failures(results: list) -> list[Exception]:
    return [result for result in results if isinstance(result, Exception)]


def test_two_tablets_record_one_hand_and_chips_are_paid_twice(monkeypatch):
    floor = Floor.running(players=3)
    order = floor.start(1)["order"]
    jobs = [recording(floor, "flush", order), recording(floor, "one fouls", order)]
    with without_constraints(JOURNAL):
        without_the_lock(monkeypatch, crowd=2)
        assert not failures(together(jobs)), "both are told that their hand stands"
        problems = list(verify.problems(floor.event, replay=False))
    assert any(problem.startswith("chips: entry") for problem in problems)


def test_one_submission_is_carried_out_twice(monkeypatch):
    floor = Floor.running(players=3)
    order = floor.start(1)["order"]
    once = uuid.uuid4()
    jobs = [recording(floor, "flush", order, once) for _ in range(4)]
    with without_constraints(JOURNAL, SUBMISSION):
        without_the_lock(monkeypatch, crowd=4)
        together(jobs)
        hands = floor.event.journal.filter(submission=once).count()
        payments = floor.event.transfers.filter(kind="payment").count()
    assert hands > 1
    assert payments == 3 * hands


def test_the_database_alone_stops_a_second_record_but_tells_nobody_why(monkeypatch):
    """With its constraints and without the lock: nothing is doubled, and the tablet gets a 500."""
    floor = Floor.running(players=3)
    order = floor.start(1)["order"]
    once = uuid.uuid4()
    without_the_lock(monkeypatch, crowd=4)
    results = together([recording(floor, "flush", order, once) for _ in range(4)])
    assert len(failures(results)) == 3
    assert floor.event.journal.filter(submission=once).count() == 1


def test_a_player_is_dealt_in_at_one_table_and_sits_at_another(monkeypatch):
    floor = Floor.running(players=5)
    tables = sorted(floor.event.tables.all(), key=lambda t: -t.seats.exclude(entry=None).count())
    three, two = (table.number for table in tables)
    mover = floor.table(three).seats.first().entry
    free = floor.table(two).seats.get(entry=None).number
    facts = {"entry": mover.number, "table": two, "seat": free}
    with without_constraints(JOURNAL):
        without_the_lock(monkeypatch, crowd=2)
        together_to_the_end(monkeypatch, crowd=2)
        results = together(
            [
                partial(floor.start, three),
                partial(floor.do, "entry.move", reason="balance", **facts),
            ]
        )
        assert not failures(results)
        dealt_in = floor.table(three).hands.get().players.filter(entry=mover).exists()
        sits_at = Seat.objects.get(entry=mover).table.number
    assert (dealt_in, sits_at) == (True, two)


def test_a_re_entry_pressed_twice_is_two_stacks(monkeypatch):
    structure = [{"level": 5000, "seconds": 600}]
    floor = Floor.running(players=2, structure=structure, registration_level=1, reentry_limit=None)
    floor.bust("Player 1")
    person = floor.event.entries.exclude(out_seq=None).get().person
    again = partial(floor.do, "entry.register", people=[str(person.uid)])
    with without_constraints(JOURNAL, LIVING, NUMBER):
        without_the_lock(monkeypatch, crowd=2)
        assert not failures(together([again, again]))
        alive = floor.event.entries.filter(person=person, out_seq=None)
        assert alive.count() == 2
        assert sum(alive.values_list("stack", flat=True)) == 60_000
