"""A thousand chairs: every public page stands, on either database."""

import pytest

from tables.models import Seat, Table
from tests.factories import Floor
from tests.web.pages import Browser
from tournaments.models import Entry, Person

pytestmark = pytest.mark.django_db
CHAIRS = 1002


@pytest.fixture
def floor() -> Floor:
    """A running event whose further chairs were set behind the journal's back, to be quick."""
    floor = Floor.running(players=3)
    event = floor.event
    people = Person.objects.bulk_create([Person(name=f"Guest {n}") for n in range(4, CHAIRS + 1)])
    entries = Entry.objects.bulk_create(
        [
            Entry(event=event, person=person, number=number, stack=30_000)
            for number, person in enumerate(people, start=4)
        ]
    )
    tables = Table.objects.bulk_create([Table(event=event, number=n) for n in range(2, 335)])
    Seat.objects.bulk_create(
        [
            Seat(table=tables[n // 3], number=n % 3 + 1, entry=entry)
            for n, entry in enumerate(entries)
        ]
    )
    return floor


def test_every_public_page_stands(floor):
    event = f"/e/{floor.slug}/"
    for part in ("", "standings/", "t/", "t/334/", "clock/", "wall/", "p/1002/", "statistics/"):
        assert Browser().get(f"{event}{part}").status_code == 200, part
    body = Browser().get(event).content.decode()
    assert body.count("data-entry") == CHAIRS
    assert Browser(floor.director).get(f"/d/{floor.slug}/").status_code == 200
