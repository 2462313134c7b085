"""The shape of the program (design: architecture): what points where, and who may write.

Imports are import-linter's business (the contracts stand in ``pyproject.toml``); what it cannot see
is looked for here in the source.
"""

import ast
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from django.apps import apps
from django.conf import settings

from tournaments import journal

ROOT = Path(settings.BASE_DIR)
# Imports and foreign keys point to the right only.
LAYERS = ("web", "tables", "tournaments", "accounts", "core", "scoring")
MODELS = {model.__name__ for model in apps.get_models() if model._meta.app_label in LAYERS}
WRITES = {
    "save", "create", "delete", "update", "bulk_create", "bulk_update", "get_or_create",
    "update_or_create",
}  # fmt: skip
# Who writes rows: services, the journal itself, and the sign-in that Django does for a session.
MAY_WRITE = re.compile(
    r"(tournaments|tables)/services/|accounts/\w+\.py|tournaments/(journal|verify|keeping|tasks)|core/(tasks|made)"
)
NOT_ROWS = re.compile(r"migrations/|tournaments/rules/|management/")


@cache
def source(package: str) -> tuple[tuple[str, ast.Module, str], ...]:
    """Every module of a package: its path, its tree and its text."""
    files = sorted((ROOT / package).rglob("*.py"))
    texts = [(str(path.relative_to(ROOT)), path.read_text()) for path in files]
    return tuple((path, ast.parse(text), text) for path, text in texts)


def calls(tree: ast.AST) -> Iterator[ast.Call]:
    """Every call in a module."""
    return (node for node in ast.walk(tree) if isinstance(node, ast.Call))


def test_imports_point_down():
    lint = shutil.which("lint-imports", path=str(Path(sys.executable).parent))
    assert lint, "import-linter is not installed beside this Python"
    done = subprocess.run([lint], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_foreign_keys_point_down():
    """Those by name too, which no import shows."""
    for model in apps.get_models():
        here = model._meta.app_label
        if here not in LAYERS:
            continue
        for field in model._meta.get_fields():
            if field.concrete and field.is_relation:
                there = field.related_model._meta.app_label
                if there not in LAYERS:
                    continue  # Django's own
                assert LAYERS.index(here) <= LAYERS.index(there), f"{model.__name__}.{field.name}"


def test_nothing_is_deleted_in_passing():
    """PROTECT everywhere: no row of a tournament disappears because another one does."""
    for model in apps.get_models():
        if model._meta.app_label in LAYERS:
            for field in model._meta.concrete_fields:
                if field.is_relation:
                    kept = field.remote_field.on_delete.__name__
                    assert kept == "PROTECT", f"{model.__name__}.{field.name}: {kept}"


@pytest.mark.parametrize("package", LAYERS)
def test_there_are_no_signals(package):
    for path, tree, _ in source(package):
        for node in ast.walk(tree):
            if isinstance(node, ast.Import | ast.ImportFrom):
                module = getattr(node, "module", None) or ""
                names = {module, *(alias.name for alias in node.names)}
                assert not {"django.dispatch", "django.db.models.signals", "receiver"} & names, path


@pytest.mark.parametrize("package", LAYERS)
def test_no_model_does_anything_when_it_is_saved(package):
    for path, tree, _ in source(package):
        if "/models" in path:
            for node in ast.walk(tree):
                if isinstance(node, ast.FunctionDef):
                    assert node.name not in {"save", "delete", "clean", "full_clean"}, path


@pytest.mark.parametrize("package", LAYERS)
def test_rows_are_written_by_services_only(package):
    """A cheap look: calls like ``Entry.objects.filter(...).update(...)`` outside of services."""
    for path, tree, _ in source(package):
        if MAY_WRITE.search(path) or NOT_ROWS.search(path):
            continue
        for call in calls(tree):
            if isinstance(call.func, ast.Attribute) and call.func.attr in WRITES:
                where = ast.unparse(call.func.value)
                rows = ".objects" in where or where.partition(".")[0] in MODELS
                assert not rows, f"{path}:{call.lineno}: {where}.{call.func.attr}"


def test_only_one_module_moves_chips():
    for package in LAYERS:
        for path, tree, _ in source(package):
            for call in calls(tree):
                written = ast.unparse(call.func)
                moves = written == "ChipTransfer" or (
                    written.startswith("ChipTransfer.objects") and written.split(".")[-1] in WRITES
                )
                assert not moves or path == "tournaments/services/chips.py", f"{path}:{call.lineno}"


@pytest.mark.parametrize("name", sorted(journal._commands))
def test_every_command_has_a_door(name):
    """Something besides its registration names it; what nobody can ask for is dead code."""
    if name == journal.CREATE:
        pytest.skip("made by tournaments.journal.found, which the list of events calls")
    for package in ("tournaments", "tables", "web"):
        for path, _, text in source(package):
            named = text.replace(f'@command("{name}"', "")
            if f'"{name}"' in named and not path.startswith("tournaments/simula"):
                return
    pytest.fail(f"no view names {name}")


@pytest.mark.parametrize("package", LAYERS)
def test_nobody_marks_text_as_safe(package):
    allowed = {"web/templatetags/cards.py"}  # made from our own card codes, never from input
    for path, _, text in source(package):
        if path not in allowed:
            assert not re.search(r"\bmark_safe\b|SafeString|\|safe\b", text), path


def test_no_template_turns_escaping_off():
    templates = sorted((ROOT / "templates").rglob("*.html"))
    assert templates, "no templates found: this test looks at nothing"
    for path in templates:
        text = path.read_text()
        assert "autoescape off" not in text, path.name
        assert not re.search(r"\|\s*safe\b", text), path.name


def test_settings_open_no_transaction_around_a_request():
    """A command's own transaction must be the outermost one (`durable`)."""
    assert not settings.DATABASES["default"].get("ATOMIC_REQUESTS")
    assert settings.REST_FRAMEWORK["DEFAULT_PERMISSION_CLASSES"] == ["core.http.DenyAll"]
