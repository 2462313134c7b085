"""Who does not want to be named is not, anywhere; who wants to know or to go can (I54, T28)."""

import json
from io import BytesIO, StringIO
from pathlib import Path
from zipfile import ZipFile

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from tests.factories import SHEETS, Floor
from tests.security.routes import Scene, routes
from tests.web.pages import Browser, text
from tournaments import verify
from tournaments.models import Person
from tournaments.services import privacy

pytestmark = pytest.mark.django_db
SECRET, SHY, OPEN = "Zebulon Quackenbush", "Philomena Oddfellow", "Ana Ruiz"
FILES = ("csv", "xlsx", "json", "txt")


@pytest.fixture
def floor() -> Floor:
    """Three players, of whom one has an alias and one no name at all, at every stage of a hand."""
    floor = Floor.open(starting_stack=3000)
    floor.register(SECRET, SHY, OPEN)
    hidden = {SECRET: ("alias", "The Zeb"), SHY: ("anonymous", "")}
    for name, (display, alias) in hidden.items():
        Person.objects.filter(name=name).update(display=display, alias=alias, country="ES")
    floor.do("seat.draw")
    floor.do("event.start")
    floor.play(SHEETS["flush"])
    floor.start()
    return floor


def leaks(content: bytes) -> list[str]:
    found = content.decode(errors="replace")
    if content[:2] == b"PK":
        with ZipFile(BytesIO(content)) as book:
            found = "".join(book.read(name).decode() for name in book.namelist())
    parts = [part for name in (SECRET, SHY) for part in name.split()]
    return [part for part in parts if part in found]


def test_no_public_page_feed_or_file_knows_the_real_name(floor):
    scene, asked = Scene.of(floor), 0
    client = Client()
    files = [f"/e/{floor.slug}/results.{kind}" for kind in FILES]
    for path in [*(scene.address(route) for route in routes()), *files]:
        for headers in ({}, {"HX-Request": "true"}):
            response = client.get(path, headers=headers)
            if response.status_code == 200:
                asked += 1
                assert leaks(response.content) == [], path
    assert asked > 60
    assert "The Zeb" in text(client.get(f"/e/{floor.slug}/"))


def test_when_it_is_over_it_stays_so(floor):
    hand = floor.table(1).hands.get(state="started")
    floor.do("hand.misdeal", table=1, hand=hand.number, reason="to go on")
    for entry in floor.event.entries.order_by("number")[:2]:
        floor.do("entry.remove", entry=entry.number, removal="no_show", reason="left")
    floor.do("event.finish")
    test_no_public_page_feed_or_file_knows_the_real_name(floor)


def test_a_change_of_mind_holds_for_what_was(floor):
    """Real names on, then off: no kept page, file or picture still says them."""
    client, scene = Client(), Scene.of(floor)
    Person.objects.update(display="real")
    for route in routes():
        client.get(scene.address(route))
    assert SECRET in text(client.get(f"/e/{floor.slug}/"))
    for entry in floor.event.entries.all():
        body = {"name": entry.person.name, "display": "anonymous", "alias": "", "country": ""}
        response = Browser(floor.director).post(f"/d/{floor.slug}/register/{entry.number}/", body)
        assert response.status_code == 302, text(response)
    for route in routes():
        response = client.get(scene.address(route))
        if response.status_code == 200:
            assert leaks(response.content) == [], route


def test_the_journal_knows_no_name(floor):
    for entry in floor.event.journal.all():
        said = f"{entry.arguments} {entry.answer} {entry.reason}".encode()
        assert leaks(said) == [], entry.kind


class TestAccess:
    def ask(self, name: str, *options: str) -> str:
        out = StringIO()
        call_command("person", name, *options, stdout=out)
        return out.getvalue()

    def test_one_command_prints_all_that_is_stored(self, floor):
        said = json.loads(self.ask(SHY))
        assert said["person"]["name"] == SHY
        assert said["person"]["public_name"].startswith("Player ")
        (entry,) = said["entries"]
        assert entry["event"] == "Friday night"
        assert entry["hands"] == 2
        assert self.ask(said["person"]["uid"]) == self.ask(SHY.upper())

    def test_two_of_one_name_are_told_apart(self, floor):
        Person.objects.create(name=SHY, country="PT")
        with pytest.raises(CommandError, match="2 people are called so"):
            self.ask(SHY)

    def test_erasure_keeps_the_event_and_forgets_the_person(self, floor):
        scene = Scene.of(floor)
        number = floor.event.entries.get(person__name=SECRET).number
        before = floor.event.version, floor.event.head_digest
        self.ask(SECRET, "--erase")
        assert (floor.event.version, floor.event.head_digest) == before
        assert list(verify.problems(floor.event)) == []
        person = floor.event.entries.get(number=number).person
        assert (person.alias, person.country, person.display) == ("", "", "anonymous")
        assert not any("Zeb" in str(value) for value in person.__dict__.values())
        for client in (Client(), Browser(floor.director).client):
            for route in routes():
                response = client.get(scene.address(route))
                if response.status_code == 200:
                    assert "Quackenbush" not in response.content.decode(errors="replace"), route
        if number == 1:
            assert Client().get(f"/p/{scene.token}/").status_code == 404, "printed before"
        assert privacy.find(SECRET) == []

    def test_nobody(self, floor):
        with pytest.raises(CommandError, match="0 people"):
            self.ask("Nobody")


def test_an_export_of_the_event_is_marked_as_the_list_of_players_it_is(floor, tmp_path):
    """It has the names: it is for another installation, and readable by its owner alone."""
    path: Path = tmp_path / "x"
    call_command("export_event", floor.slug, path)
    assert path.stat().st_mode & 0o077 == 0
