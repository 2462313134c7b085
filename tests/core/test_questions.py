"""A question gives what its queryset gives, and writes its SQL down once."""

import pytest
from django.db.models import BigAutoField, Exists, OuterRef, PositiveIntegerField, SlugField

from core.questions import Gap, Question
from core.scratch import scratch_database
from tables.models import Seat, Table
from tests.factories import Floor
from tournaments.models import Event

EVENT = Gap("event", BigAutoField())


@pytest.fixture
def floor(db) -> Floor:
    return Floor.running(players=6)


def seats(event, number):
    """Relations followed there and back, what is asked about each row, and a fixed part."""
    others = Seat.objects.filter(table=OuterRef("table")).exclude(pk=OuterRef("pk"))
    found = Seat.objects.filter(table__event=event, table__number=number, entry__stack__gt=0)
    found = found.select_related("table__event", "entry__person")
    return found.annotate(company=Exists(others)).order_by("-number")


def told(seat):
    """Everything a row knows without asking again."""
    fields = seat.pk, seat.number, seat.table.number, seat.company
    return *fields, seat.table.event.rules, seat.entry.person.name, seat._state.db


def test_a_question_gives_what_its_queryset_gives(floor, django_assert_num_queries):
    event = floor.event
    question = Question(lambda: seats(EVENT, Gap("number", PositiveIntegerField())))
    for number in (1, 2, 1):
        expected = [told(seat) for seat in seats(event, number)]
        assert len(expected) == 3
        with django_assert_num_queries(1):
            found = question.all(event=event.pk, number=number)
            assert [told(seat) for seat in found] == expected
        with django_assert_num_queries(1):
            first = question.first(event=event.pk, number=number)
            assert told(first) == expected[0]
    assert question.first(event=event.pk, number=3) is None
    assert question.all(event=event.pk, number=3) == []


def test_a_question_is_composed_once(floor):
    composed = []

    def numbered():
        composed.append(1)
        return Table.objects.filter(event=EVENT).order_by("-number")

    question = Question(numbered)
    assert [question.first(event=floor.event.pk).number for _ in range(3)] == [2, 2, 2]
    assert len(composed) == 1


def test_values_and_existence(floor):
    named = Question(
        lambda: Event.objects.filter(pk=EVENT).values_list(
            "slug", Exists(Table.objects.filter(event=OuterRef("pk"), number=OuterRef("pk")))
        )
    )
    assert named.values(event=floor.event.pk)[0] == floor.event.slug
    assert type(named.values(event=floor.event.pk)[1]) is bool
    assert named.exists(event=floor.event.pk)
    assert named.values(event=0) is None
    assert not named.exists(event=0)


@pytest.mark.parametrize("number", [-1, 2**31, 2**64])
def test_a_number_that_no_column_can_hold_has_no_rows(floor, number):
    """A hand number stands in an address, where anybody may write any."""
    question = Question(lambda: Table.objects.filter(number=Gap("number", PositiveIntegerField())))
    assert question.first(number=number) is None
    assert question.all(number=number) == []


def test_the_scratch_database_is_asked_when_one_is_in_use(floor):
    slug = floor.event.slug
    question = Question(lambda: Event.objects.filter(slug=Gap("slug", SlugField())))
    assert question.first(slug=slug)._state.db == "default"
    with scratch_database():
        assert question.first(slug=slug) is None
    assert question.first(slug=slug)._state.db == "default"
