"""Files that take a while: made by the worker, or by whoever asks; with progress either way."""

import csv
import re

import pytest
from django.utils import timezone
from kombu.exceptions import OperationalError

from core import made
from core.models import MadeFile
from tables.services import retention
from tests.factories import SHEETS, Floor, layouts
from tests.tournaments.money import played_out
from tests.web.pages import Browser, text
from tournaments.models import Person
from tournaments.services import people
from web import making, tasks
from web.kinds import KINDS
from web.pdf import Paper

pytestmark = pytest.mark.django_db
PDF = ("application/pdf", "pdf", b"%PDF-")
FORMS = {"hands": ("text/csv; charset=utf-8", "csv", b"\xef\xbb\xbftable,hand,state")}


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


@pytest.mark.parametrize("kind", KINDS)
def test_without_a_worker_it_is_there_at_once(floor, kind):
    before = floor.event.version
    file = ask(floor, kind)
    assert (file.problem, file.finished_at is not None) == ("", True)
    response = Browser(floor.director).get(f"{page(floor)}{file.pk}/")
    form, ending, begins = FORMS.get(kind, PDF)
    assert response["Content-Type"] == form
    assert response["Content-Disposition"] == f'attachment; filename="{floor.slug}-{kind}.{ending}"'
    assert response.content.startswith(begins)
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


class TestAllHands:
    def lines(self, floor: Floor) -> list[dict[str, str]]:
        found = csv.DictReader(bytes(ask(floor, "hands").body).decode("utf-8-sig").splitlines())
        return list(found)

    def test_each_layout_is_a_line_with_its_cards_and_what_they_were_worth(self):
        floor = Floor.running(players=3)
        floor.play(SHEETS["aces on top"])
        lines = self.lines(floor)
        assert [line["seat"] for line in lines] == ["1", "2", "3"]
        assert sum(int(line["points"]) for line in lines) == 0
        stars = [line for line in lines if line["fantasyland_next"] != "0"]
        assert any(line["top"].count("A") == 2 for line in stars)
        assert {line["chips_before"] for line in lines} == {"30000"}
        moved = [int(line["chips_after"]) - 30_000 for line in lines]
        assert moved == [int(line["points"]) * int(line["point_value"]) for line in lines]

    def test_a_corrected_hand_shows_what_counts_now_and_says_so(self):
        floor = Floor.running(players=3)
        order = floor.start()["order"]
        floor.record(1, SHEETS["flush"])
        before = self.lines(floor)
        cards = layouts(order, SHEETS["one fouls"])
        floor.do("hand.correct", table=1, hand=1, layouts=cards, reason="misread")
        after = self.lines(floor)
        assert {line["corrected"] for line in before} == {"0"}
        assert {line["corrected"] for line in after} == {"1"}
        assert [line["foul"] for line in after] != [line["foul"] for line in before]
        assert {line["chips_after"] for line in after} == {line["chips_after"] for line in before}

    def test_a_hand_of_points_alone_has_no_cards(self):
        floor = Floor.running(players=2)
        started = floor.start()
        pair = dict(zip(("a", "b"), started["order"], strict=True))
        facts = {"points": [{**pair, "points": 5}], "fantasyland": [], "reason": "a power cut"}
        floor.do("hand.points", table=1, hand=1, **facts)
        for line in self.lines(floor):
            assert (line["top"], line["middle"], line["bottom"]) == ("", "", "")
            assert line["points"] in {"5", "-5"}

    def test_a_name_is_no_formula(self, floor):
        Person.objects.filter(name="Player 1").update(alias="=1+1", display="alias")
        Person.objects.filter(name="Player 2").update(alias="@x", display="alias")
        names = {line["player"] for line in self.lines(floor)}
        assert not [name for name in names if name.startswith(("=", "@"))]


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
