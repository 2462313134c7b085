"""Results as a page and as files, and names that want to be formulas (T12)."""

import csv
import json
import re
from io import BytesIO, StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import load_workbook

from tests.factories import Floor
from tests.tournaments.money import played_out
from tests.web.pages import Browser, text
from tournaments.models import Person
from tournaments.rules.payouts import Prices
from web.exports import FORMULA_SIGNS, Result, as_csv, as_xlsx, safe_cell

EUR = Prices("EUR")
HOSTILE = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "＝1+1", " =1", '="x"&cmd']


def result(player: str) -> Result:
    return Result(1, 1, player, "ES", 1, 1, 300_00)


@pytest.mark.django_db
class TestFiles:
    def test_the_page_and_the_files_say_the_same(self):
        floor = played_out()
        browser, where = Browser(), f"/e/{floor.slug}/results"
        page = text(browser.get(f"{where}/"))
        lines = list(csv.reader(StringIO(browser.get(f"{where}.csv").content.decode("utf-8-sig"))))
        said = json.loads(browser.get(f"{where}.json").content)
        book = load_workbook(BytesIO(browser.get(f"{where}.xlsx").content)).active
        plain = browser.get(f"{where}.txt").content.decode().splitlines()
        assert [line[6] for line in lines[1:]] == ["300.00", "142.00", "140.00"]
        assert [row["prize"] for row in said["results"]] == [300_00, 142_00, 140_00]
        assert [book.cell(at, 7).value for at in (2, 3, 4)] == [300, 142, 140]
        assert plain[2].split("\t")[::3] == ["1", "300.00 EUR"]
        for at, row in enumerate(said["results"]):
            assert row["player"] == lines[at + 1][2] == book.cell(at + 2, 3).value
            assert row["player"] in page
        assert said["version"] == floor.event.version
        assert browser.get(f"{where}.exe").status_code == 404

    def test_a_name_that_was_hidden_is_hidden_in_every_file(self):
        floor = played_out()
        Person.objects.filter(name="Player 1").update(display="anonymous")
        for kind in ("csv", "json", "txt"):
            content = Browser().get(f"/e/{floor.slug}/results.{kind}").content.decode()
            assert not re.search(r"Player 1\b", content)
            assert "Player 2" in content

    def test_nobody_is_out_yet(self):
        floor = Floor.running(players=3)
        assert "No results yet" in text(Browser().get(f"/e/{floor.slug}/results/"))

    def test_a_draft_has_no_results_for_the_public(self):
        floor = Floor()
        assert Browser().get(f"/e/{floor.slug}/results.csv").status_code == 404


@pytest.mark.parametrize("name", HOSTILE)
def test_no_cell_is_a_formula(name):
    cell = next(
        csv.reader(StringIO(as_csv([result(name)], EUR).decode("utf-8-sig").split("\n")[1]))
    )
    assert cell[2].startswith("'")
    book = load_workbook(BytesIO(as_xlsx([result(name)], EUR))).active
    assert book.cell(2, 3).data_type == "s"
    assert book.cell(2, 7).data_type == "n"


@given(st.text(max_size=20))
def test_no_text_starts_a_formula(name):
    cell = safe_cell(name)
    assert not cell.strip().startswith(FORMULA_SIGNS)
    assert cell.removeprefix("'") == name or cell == name


@given(st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=20))
def test_every_name_survives_its_quotes(name):
    lines = list(csv.reader(StringIO(as_csv([result(name)], EUR).decode("utf-8-sig"))))
    assert lines[1][2] == safe_cell(name)
