"""Rows written as Django writes them."""

import uuid
from datetime import UTC, datetime

import pytest
from django.db import DatabaseError, IntegrityError, transaction

from core import rows
from tables.models import Table
from tests.factories import Floor
from tournaments.models import ChipTransfer, Entry, JournalEntry

AT = datetime(2026, 11, 30, 12, 0, 0, 5, tzinfo=UTC)


@pytest.fixture
def floor(db) -> Floor:
    return Floor.running(players=3)


def stored(row):
    """All of a row as the database has it."""
    return type(row).objects.filter(pk=row.pk).values().get()


def test_an_inserted_row_stands_there_as_saved_by_django(floor):
    last = floor.event.journal.order_by("-seq").first()
    twins = [
        JournalEntry(
            **{
                **{one.attname: getattr(last, one.attname) for one in last._meta.concrete_fields},
                "id": None,
                "seq": 1_000 + number,
                "submission": uuid.uuid4(),
                "at": AT,
                "arguments": '{"name":"Ñandú “%s” \\\\ 🂡"}',
            }
        )
        for number in range(2)
    ]
    ours, theirs = twins
    assert rows.insert(ours) is ours
    theirs.save(force_insert=True)
    same = {"id", "seq", "submission"}
    assert {k: v for k, v in stored(ours).items() if k not in same} == {
        k: v for k, v in stored(theirs).items() if k not in same
    }
    assert (ours._state.adding, ours._state.db) == (False, "default")


def test_many_rows_each_get_their_key(floor):
    payer, payee, _ = floor.event.entries.order_by("number")
    made = [
        ChipTransfer(
            event=floor.event, seq=1, kind="payment", payer=payer, payee=payee, amount=amount
        )
        for amount in range(1, rows.BATCH + 20)
    ]
    assert rows.insert_all(iter(made)) == made
    assert all(stored(one)["amount"] == one.amount for one in (made[0], made[499], made[-1]))
    assert len({one.pk for one in made}) == len(made)
    assert rows.insert_all([]) == []


def test_a_wide_row_is_written_in_parts(floor, monkeypatch):
    """SQLite takes so many parameters a statement, and no more."""
    monkeypatch.setattr(rows, "PARAMETERS", 40)
    made = [Table(event=floor.event, number=number, uid=uuid.uuid4()) for number in range(50, 80)]
    rows.insert_all(made)
    assert floor.event.tables.filter(number__gte=50).count() == 30
    for table in made:
        table.open = False
    rows.save_all(made, ["open"])
    assert not floor.event.tables.filter(number__gte=50, open=True).exists()


def test_only_the_named_fields_are_written(floor):
    one, two, _ = floor.event.entries.order_by("number")
    for entry, stack in ((one, 7), (two, 9)):
        entry.stack, entry.fantasyland = stack, 14
    rows.save_all([one, two], ["stack"])
    assert [stored(entry)["stack"] for entry in (one, two)] == [7, 9]
    assert [stored(entry)["fantasyland"] for entry in (one, two)] == [0, 0]
    rows.update(one, ["fantasyland"])
    assert stored(one)["fantasyland"] == 14
    two.stack = 11
    rows.update(two)
    assert (stored(two)["stack"], stored(two)["fantasyland"]) == (11, 14)


def test_a_relation_may_be_named_by_itself_or_by_its_key(floor):
    table, other = floor.table(1), floor.dealer(1)
    for name in ("dealer", "dealer_id"):
        Table.objects.update(dealer=None)
        table.dealer = other
        rows.update(table, [name])
        assert stored(table)["dealer_id"] == other.pk


def test_what_is_not_there_is_not_updated(floor):
    entry = Entry.objects.first()
    entry.pk = 10**6
    with pytest.raises(DatabaseError):
        rows.update(entry)


def test_a_constraint_holds(floor):
    taken = floor.table(1)
    with pytest.raises(IntegrityError), transaction.atomic():
        rows.insert(Table(event=floor.event, number=taken.number, uid=uuid.uuid4()))
