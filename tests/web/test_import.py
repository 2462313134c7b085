"""An import is looked at before it is made, and takes workbooks too."""

from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from openpyxl import Workbook

from tests.factories import Floor
from tests.web.pages import Browser, text
from tournaments.models import Person
from web import spreadsheet

pytestmark = pytest.mark.django_db


def workbook(*rows: tuple) -> SimpleUploadedFile:
    book = Workbook()
    for row in rows:
        book.active.append(row)
    found = BytesIO()
    book.save(found)
    return SimpleUploadedFile("players.xlsx", found.getvalue())


def send(floor: Floor, **facts: object):
    return Browser(floor.director).post(f"/d/{floor.slug}/register/import/", facts)


def test_a_workbook_is_imported_like_a_list() -> None:
    floor = Floor.open()
    file = workbook(("name", "alias", "country"), ("Ana Ruiz", None, "ES"), ("Li Wei", "Fox"))
    assert send(floor, file=file).status_code == 302
    assert list(Person.objects.order_by("name").values_list("name", "alias", "country")) == [
        ("Ana Ruiz", "", "ES"),
        ("Li Wei", "Fox", ""),
    ]


def test_the_preview_shows_what_it_takes_for_the_alias() -> None:
    floor = Floor.open()
    page = text(send(floor, file=workbook(("Li Wei", "Fox", "CN")), preview="1"))
    assert "Li Wei “Fox” CN" in page


def test_its_bad_lines_are_reported_and_nothing_is_imported() -> None:
    floor = Floor.open()
    response = send(floor, file=workbook(("Ana", "", "Spain"), ("Boris",)))
    assert response.status_code == 422
    assert "The country is two letters" in text(response)
    assert not Person.objects.exists()


def test_the_preview_says_who_is_known_and_changes_nothing() -> None:
    floor = Floor.open()
    floor.register("Ana Ruiz")
    Floor.open().register("Boris Petrov", "Hugo Martín")
    people, version = Person.objects.count(), floor.event.version
    lines = "Ana Ruiz\nBoris Petrov\nHugo Martin\nCaio Lima"
    page = text(send(floor, text=lines, preview="1"))
    assert "1 Ana Ruiz plays already: entry 1" in page
    assert "2 Boris Petrov known" in page
    assert "3 Hugo Martin new; is it one of these? Hugo Martín" in page
    assert "4 Caio Lima new" in page
    assert "Nothing is imported yet." in page
    assert (Person.objects.count(), floor.event.version) == (people, version)


@pytest.mark.parametrize("content", [b"PK\x03\x04 no book", b"PK\x03\x04" + b"x" * 500])
def test_what_only_looks_like_a_workbook(content: bytes) -> None:
    response = send(Floor.open(), file=SimpleUploadedFile("players.xlsx", content))
    assert response.status_code == 422
    assert "The file cannot be read." in text(response)


def test_a_workbook_that_would_fill_the_memory_is_not_unpacked(monkeypatch) -> None:
    monkeypatch.setattr(spreadsheet, "MOST_BYTES", 1_000)
    response = send(Floor.open(), file=workbook(("Ana",)))
    assert "The file cannot be read." in text(response)
