"""What the database itself forbids at the tables."""

from contextlib import contextmanager

import pytest
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError

from tables.models import Hand, HandPlayer, Seat, Table
from tests.factories import SHEETS, Floor

pytestmark = pytest.mark.django_db


@pytest.fixture
def floor() -> Floor:
    """Two tables; a hand is being played at the first."""
    floor = Floor.running(players=6)
    floor.play(SHEETS["flush"])
    floor.start(1)
    return floor


@contextmanager
def refuses(name: str):
    """The block must break the constraint of this name; SQLite names the columns instead."""
    match = f"{name}|UNIQUE constraint failed"
    with pytest.raises(IntegrityError, match=match), transaction.atomic():
        yield


class TestHands:
    def test_a_table_plays_one_hand_at_a_time(self, floor):
        with refuses("one_open_hand_a_table"):
            Hand.objects.filter(number=1).update(state="started")

    def test_a_hand_number_is_given_once(self, floor):
        with refuses("hand_number_once"):
            Hand.objects.filter(number=2).update(number=1)

    def test_a_point_is_worth_something(self, floor):
        with refuses("point_value_positive"):
            Hand.objects.update(point_value=0)

    def test_only_a_command_records_a_hand(self, floor):
        with refuses("recorded_by_a_command"):
            Hand.objects.filter(state="started").update(state="recorded")

    def test_a_seat_is_dealt_in_once(self, floor):
        with refuses("one_player_a_seat_and_hand"):
            HandPlayer.objects.filter(hand__number=2).update(seat=1)

    def test_an_entry_is_dealt_in_once(self, floor):
        entry = HandPlayer.objects.filter(hand__number=2).first().entry
        with refuses("one_seat_an_entry_and_hand"):
            HandPlayer.objects.filter(hand__number=2).update(entry=entry)

    def test_nobody_is_dealt_in_without_chips(self, floor):
        with refuses("dealt_in_with_chips"):
            HandPlayer.objects.update(stack_before=0)

    def test_a_played_hand_stays(self, floor):
        with pytest.raises(ProtectedError):
            Hand.objects.get(number=1).delete()


class TestSeats:
    def test_an_entry_sits_on_one_seat(self, floor):
        entry = Seat.objects.exclude(entry=None).first().entry
        with refuses("entry_id"):
            Seat.objects.filter(table__number=2).update(entry=entry)

    def test_a_seat_number_is_given_once(self, floor):
        with refuses("seat_number_once"):
            Seat.objects.filter(table__number=1, number=2).update(number=1)


class TestTables:
    def test_a_table_number_is_given_once(self, floor):
        with refuses("table_number_once"):
            Table.objects.filter(number=2).update(number=1)

    def test_a_dealer_deals_at_one_open_table(self, floor):
        floor.dealer(1)
        with refuses("dealer_at_one_table"):
            Table.objects.filter(number=2).update(dealer=floor.table(1).dealer)

    def test_a_closed_table_keeps_no_dealer_from_another(self, floor):
        dealer = floor.dealer(1)
        Table.objects.filter(number=1).update(open=False)
        Table.objects.filter(number=2).update(dealer=dealer)

    def test_a_table_with_seats_stays(self, floor):
        with pytest.raises(ProtectedError):
            floor.table(1).delete()
