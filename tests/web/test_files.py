"""Files that take a while: made by the worker, or by whoever asks; with progress either way."""

import re

import pytest
from django.utils import timezone
from kombu.exceptions import OperationalError

from core import made
from core.models import MadeFile
from tables.services import retention
from tests.factories import SHEETS, Floor
from tests.tournaments.money import played_out
from tests.web.pages import Browser, text
from tournaments.models import Person
from tournaments.services import people
from web import making, tasks
from web.pdf import Paper
from web.printouts import PRINTOUTS

pytestmark = pytest.mark.django_db


@pytest.fixture
def floor() -> Floor:
    floor = Floor.running(players=5)
    floor.play(SHEETS["even"], table=floor.event.tables.order_by("-number").first().number)
    return floor


@pytest.fixture
def asked(monkeypatch) -> list[str]:
    """A broker that takes every task, and no worker behind it."""
    found: list[str] = []
    monkeypatch.setattr(tasks.make_file, "delay", found.append)
    return found


def page(floor: Floor) -> str:
    return f"/d/{floor.slug}/files/"


def ask(floor: Floor, kind: str = "sheets") -> MadeFile:
    Browser(floor.director).post(f"{page(floor)}make/", {"kind": kind})
    return MadeFile.objects.first()


def pages_of(pdf: bytes) -> int:
    return len(re.findall(rb"/Type /Page\b(?!s)", pdf))


@pytest.mark.parametrize("kind", PRINTOUTS)
def test_without_a_worker_it_is_there_at_once(floor, kind):
    before = floor.event.version
    file = ask(floor, kind)
    assert (file.problem, file.finished_at is not None) == ("", True)
    response = Browser(floor.director).get(f"{page(floor)}{file.pk}/")
    assert response["Content-Type"] == "application/pdf"
    assert response["Content-Disposition"] == f'attachment; filename="{floor.slug}-{kind}.pdf"'
    assert response.content.startswith(b"%PDF-")
    assert floor.event.version == before


def test_each_table_has_a_sheet_of_its_own(floor):
    file = ask(floor)
    assert pages_of(bytes(file.body)) == floor.event.tables.count() == file.total == 2


def test_what_a_table_view_shows_is_what_the_results_say():
    floor = played_out()
    rows = []
    table = Paper.table

    def kept(paper, head, more, widths, **how):
        rows.extend(more)
        table(paper, head, more, widths, **how)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Paper, "table", kept)
        ask(floor, "results")
    assert [row[3].replace("\u00a0", " ") for row in rows] == ["300 EUR", "142 EUR", "140 EUR"]


def test_a_name_in_any_letters_and_of_any_length_is_printed():
    floor = Floor.running(players=3)
    for person, name in zip(
        Person.objects.all(), ("Владимир Ёлкин", "Ñandú " * 10, "<b>&"), strict=True
    ):
        Person.objects.filter(pk=person.pk).update(name=name)
    assert not ask(floor, "seats").problem


class TestWithAWorker:
    def test_the_page_shows_how_far_it_is_and_asks_again(self, floor, asked):
        file = ask(floor)
        assert asked == [str(file.uid)]
        MadeFile.objects.update(done=1, total=4, moved_at=timezone.now())
        shown = Browser(floor.director).get(page(floor), HX_Request="true")
        assert 'value="25"' in shown.content.decode()
        assert "1 / 4" in text(shown)
        assert "hx-trigger" in shown.content.decode()
        making.make(file.uid)
        MadeFile.objects.update(moved_at=timezone.now() - made.PATIENCE * 2)
        tasks.make_file(str(file.uid))
        shown = Browser(floor.director).get(page(floor), HX_Request="true")
        assert "hx-trigger" not in shown.content.decode()
        assert f"{page(floor)}{file.pk}/" in shown.content.decode()

    def test_it_says_so_while_it_writes(self, floor, asked, monkeypatch):
        monkeypatch.setattr(making, "SAID_EVERY_S", 0)
        file, seen = ask(floor), []
        sheet = Paper.new_page

        def looked(paper):
            seen.append(MadeFile.objects.values_list("done", "total").get())
            sheet(paper)

        monkeypatch.setattr(Paper, "new_page", looked)
        tasks.make_file(str(file.uid))
        assert seen == [(0, 2), (1, 2)]

    def test_the_task_twice_makes_it_once(self, floor, asked, monkeypatch):
        file, written = ask(floor), []
        monkeypatch.setattr(making, "written", lambda one: written.append(one) or b"%PDF-")
        for _ in range(2):
            tasks.make_file(str(file.uid))
        assert len(written) == 1

    def test_a_late_task_of_a_file_that_is_gone_does_nothing(self, floor, asked):
        file = ask(floor)
        MadeFile.objects.all().delete()
        tasks.make_file(str(file.uid))
        assert not MadeFile.objects.exists()

    def test_when_the_worker_is_away_whoever_looks_makes_it(self, floor, asked, wall):
        file = ask(floor)
        Browser(floor.director).get(page(floor))
        file.refresh_from_db()
        assert file.finished_at is None
        wall.forward(seconds=made.PATIENCE.total_seconds() + 1)
        Browser(floor.director).get(page(floor))
        file.refresh_from_db()
        assert file.finished_at is not None

    def test_one_whose_maker_was_killed_is_taken_up(self, floor, asked, wall):
        file = ask(floor)
        MadeFile.objects.update(moved_at=wall.now, done=1, total=2)
        tasks.make_file(str(file.uid))
        assert not MadeFile.objects.get().finished_at, "somebody is at it"
        wall.forward(seconds=made.PATIENCE.total_seconds() + 1)
        tasks.make_file(str(file.uid))
        assert MadeFile.objects.get().finished_at

    def test_a_broker_that_is_away_is_no_reason_to_wait(self, floor, monkeypatch):
        def away(_uid):
            raise OperationalError

        monkeypatch.setattr(tasks.make_file, "delay", away)
        assert ask(floor).finished_at is not None

    def test_what_cannot_be_made_is_said(self, floor, monkeypatch):
        monkeypatch.setattr(making, "written", lambda _file: 1 / 0)
        file = ask(floor)
        assert file.problem == "ZeroDivisionError"
        shown = Browser(floor.director).get(page(floor))
        assert "It could not be made" in text(shown)
        assert Browser(floor.director).get(f"{page(floor)}{file.pk}/").status_code == 302


class TestWhose:
    def test_of_another_event_nobody_fetches_it(self, floor):
        file, other = ask(floor), Floor.running(players=3)
        stranger = Browser(other.director)
        assert stranger.get(f"{page(floor)}{file.pk}/").status_code == 404
        assert stranger.get(f"{page(other)}{file.pk}/").status_code == 302

    def test_there_is_nothing_else_to_be_had(self, floor):
        answer = Browser(floor.director).post(f"{page(floor)}make/", {"kind": "passwords"})
        assert answer.status_code == 404

    def test_a_day_later_it_is_gone(self, floor, wall):
        ask(floor)
        wall.forward(hours=25)
        retention.clean_up(wall.now)
        assert not MadeFile.objects.exists()

    def test_nor_does_it_keep_a_name_that_was_erased(self, floor):
        ask(floor)
        people.erase(Person.objects.first())
        assert not MadeFile.objects.exists()
