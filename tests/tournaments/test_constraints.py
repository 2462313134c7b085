"""What the database itself forbids, whatever a command might try (design: rule 6 of the house)."""

import uuid

import pytest
from django.db import IntegrityError, transaction
from django.db.models import F, ProtectedError

from tests.factories import Floor, staff
from tournaments.models import ChipTransfer, Entry, Event, EventStaff, Person, Role

pytestmark = pytest.mark.django_db


@pytest.fixture
def floor() -> Floor:
    return Floor.open(players=3)


def refuses(name: str):
    """The block must break the constraint of this name; SQLite names the columns instead."""
    return pytest.raises(IntegrityError, match=f"{name}|UNIQUE constraint failed")


def transfer(floor: Floor, **changes):
    one, two = floor.event.entries.all()[:2]
    facts = {"seq": 9, "kind": "payment", "payer": one, "payee": two, "amount": 5, **changes}
    with transaction.atomic():
        return ChipTransfer.objects.create(event=floor.event, **facts)


def update(rows, **changes) -> None:
    with transaction.atomic():
        rows.update(**changes)


class TestChips:
    def test_a_transfer_moves_at_least_one_chip(self, floor):
        for amount in (0, -1):
            with refuses("transfer_moves_chips|amount"):
                transfer(floor, amount=amount)

    def test_the_house_bank_does_not_pay_itself(self, floor):
        with refuses("transfer_has_a_player"):
            transfer(floor, payer=None, payee=None)

    def test_nobody_pays_himself(self, floor):
        one = floor.event.entries.first()
        with refuses("transfer_between_two"):
            transfer(floor, payer=one, payee=one)

    def test_an_entry_gets_one_starting_stack(self, floor):
        with refuses("one_starting_stack_an_entry"):
            transfer(floor, kind="stack", payer=None)

    def test_no_stack_falls_below_zero(self, floor):
        with refuses("stack_not_below_zero"):
            update(floor.event.entries.all(), stack=-1)


class TestEntries:
    def test_a_number_is_given_once(self, floor):
        with refuses("entry_number_once"):
            update(floor.event.entries.all(), number=1)

    def test_a_person_plays_at_most_one_entry(self, floor):
        first = floor.event.entries.first()
        with refuses("one_living_entry_a_person"), transaction.atomic():
            Entry.objects.create(event=floor.event, person=first.person, number=9, stack=1)

    def test_who_is_out_has_no_chips(self, floor):
        with refuses("no_chips_after_elimination"):
            update(floor.event.entries.all(), out_seq=7)

    def test_who_was_taken_back_has_no_chips(self, floor):
        with refuses("withdrawn_has_nothing"):
            update(floor.event.entries.all(), withdrawn=True)

    def test_who_was_taken_back_was_not_eliminated(self, floor):
        with refuses("withdrawn_has_nothing"):
            update(floor.event.entries.all(), withdrawn=True, stack=0, out_seq=7)


class TestJournal:
    def test_a_number_is_given_once(self, floor):
        with refuses("journal_number_once"):
            update(floor.event.journal.filter(seq=2), seq=1)

    def test_a_submission_is_used_once(self, floor):
        first = floor.event.journal.first()
        with refuses("submission_once"):
            update(floor.event.journal.filter(seq=2), submission=first.submission)


class TestEvents:
    def test_an_address_is_taken_once(self, floor):
        with refuses("slug"), transaction.atomic():
            Event.objects.create(uid=uuid.uuid4(), slug=floor.slug)

    def test_a_person_has_one_role_in_an_event(self, floor):
        with refuses("one_role_a_person_and_event"), transaction.atomic():
            EventStaff.objects.create(event=floor.event, user=floor.director, role=Role.CASHIER)


class TestNothingIsDeleted:
    def test_an_event_with_a_journal_stays(self, floor):
        with pytest.raises(ProtectedError):
            floor.event.delete()

    def test_a_person_with_an_entry_stays(self, floor):
        with pytest.raises(ProtectedError):
            Person.objects.first().delete()

    def test_an_entry_with_chips_stays(self, floor):
        with pytest.raises(ProtectedError):
            floor.event.entries.first().delete()

    def test_staff_who_did_something_stay(self, floor):
        with pytest.raises(ProtectedError):
            floor.director.delete()


def test_what_is_allowed_is_allowed(floor):
    """The constraints do not forbid too much: a plain payment, a second event, another role."""
    transfer(floor)
    Floor(director=floor.director)
    EventStaff.objects.create(event=floor.event, user=staff(), role=Role.CASHIER)
    update(floor.event.entries.filter(number=1), stack=0)
    update(floor.event.entries.filter(number=1), out_seq=F("number"))
