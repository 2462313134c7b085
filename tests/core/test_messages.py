"""Every refusal has a sentence, and every sentence gets the words it needs."""

import ast
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest
from django.conf import settings
from django.utils import translation

from core.errors import TEMPLATES, Refusal
from core.messages import sentence
from tournaments.rules.errors import TEMPLATES as FLOOR_TEMPLATES

PACKAGES = ("core", "accounts", "tournaments", "tables", "web")
REFUSALS = ("Refusal", "BadRequest", "NotAllowed", "NotFound", "Conflict", "Busy")
KINDS = {**dict.fromkeys(REFUSALS, TEMPLATES), "FloorError": FLOOR_TEMPLATES}


def raised() -> Iterator[tuple[str, str, ast.Call]]:
    """Every error of ours that the code makes with a literal code: where, which, the call."""
    for package in PACKAGES:
        for path in sorted((settings.BASE_DIR / package).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text())):
                if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                    continue
                literal = node.args and isinstance(node.args[0], ast.Constant)
                if node.func.id in KINDS and literal:
                    where = f"{path.relative_to(settings.BASE_DIR)}:{node.lineno}"
                    yield where, node.func.id, node


def placeholders(template: str) -> set[str]:
    """The words in braces that a sentence needs."""
    return {name for _, name, _, _ in Formatter().parse(template) if name}


@pytest.mark.parametrize(
    ("where", "kind", "call"), [pytest.param(*found, id=found[0]) for found in raised()]
)
def test_a_refusal_has_a_sentence_and_brings_its_words(where, kind, call):
    templates = KINDS[kind]
    code = call.args[0].value
    assert code in templates, f"{where}: no sentence for {code}"
    words = {keyword.arg for keyword in call.keywords}
    if None not in words:  # **params: the words are not known here
        missing = placeholders(templates[code]) - words
        assert not missing, f"{where}: {code} needs {missing}"


def test_refusals_are_found_at_all():
    files = {Path(where.partition(":")[0]).parts[0] for where, _, _ in raised()}
    assert {"tournaments", "tables"} <= files


@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
def test_every_sentence_can_be_said_in_every_language(language):
    with translation.override(language):
        for code, template in TEMPLATES.items():
            words = dict.fromkeys(placeholders(template), "7")
            assert "{" not in sentence(Refusal(code, **words))
