"""The catalogues: every sentence of the libraries is in them, and placeholders survive."""

import ast
import re
from pathlib import Path

import polib
import pytest
from django.conf import settings
from django.utils import translation

from config.messages import LANGUAGES, sentences
from tests.web.pages import Browser, text

PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|\{\w+\}")
FOLDER = Path(settings.LOCALE_PATHS[0])
WORDS = {
    "es": ("Calculadora", "Reglamento", "Fila superior"),
    "pt": ("Calculadora", "Conjunto de regras", "Topo"),
    "ru": ("Калькулятор", "Набор правил", "Верхний ряд"),
}


@pytest.fixture(scope="module", params=LANGUAGES)
def catalogue(request: pytest.FixtureRequest) -> polib.POFile:
    return polib.pofile(str(FOLDER / request.param / "LC_MESSAGES" / "django.po"))


def test_the_sentences_of_the_libraries_are_translated(catalogue: polib.POFile) -> None:
    known = {entry.msgid: entry for entry in catalogue if not entry.obsolete}
    missing = [one for _place, one in sentences() if one not in known or not known[one].msgstr]
    assert missing == []


def test_nothing_is_left_in_english(catalogue: polib.POFile) -> None:
    missing = [one.msgid for one in catalogue if not (one.obsolete or one.translated())]
    assert missing == []


def test_a_translation_has_the_placeholders_of_its_sentence(catalogue: polib.POFile) -> None:
    for entry in catalogue.translated_entries():
        wanted = set(PLACEHOLDER.findall(entry.msgid_plural or entry.msgid))
        for said in [entry.msgstr] if entry.msgstr else entry.msgstr_plural.values():
            assert set(PLACEHOLDER.findall(said)) == wanted, entry.msgid


def test_no_sentence_hides_from_the_collector() -> None:
    """The collector does not look into an f-string: what is said in one stays in English."""
    hidden = []
    for package in ("accounts", "config", "core", "tables", "tournaments", "web"):
        for path in (settings.BASE_DIR / package).rglob("*.py"):
            for text_ in ast.walk(ast.parse(path.read_text())):
                if isinstance(text_, ast.JoinedStr):
                    calls = [one for one in ast.walk(text_) if isinstance(one, ast.Call)]
                    names = {one.func.id for one in calls if isinstance(one.func, ast.Name)}
                    hidden += [(path.name, text_.lineno)] if names & {"_", "ngettext"} else []
    assert hidden == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages_speak_it(language: str) -> None:
    page = text(Browser().get("/calculator/", accept_language=language))
    assert all(word in page for word in WORDS[language])
    with translation.override(language):
        rules = text(Browser().get("/rules/vamos/", accept_language=language))
    for english in ("The bottom row must", "wins at most", "a point", "Preset"):
        assert english not in rules
