"""The size of things: a file of 500 lines, or a function of 60, is two of them."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

ROOT = Path(settings.BASE_DIR)
PACKAGES = (
    "accounts",
    "bench",
    "config",
    "core",
    "scoring",
    "tables",
    "tests",
    "tournaments",
    "web",
)
MODULE_LINES, FUNCTION_LINES = 500, 60
STAR_IMPORTS = {"config/settings/test.py", "bench/settings.py"}  # settings that build on settings
UNFINISHED = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b")


def modules() -> list[str]:
    """Every Python file of ours but migrations, by its path from the root."""
    files = [ROOT / "manage.py", *(f for p in PACKAGES for f in sorted((ROOT / p).rglob("*.py")))]
    return [str(f.relative_to(ROOT)) for f in files if "migrations" not in f.parts]


def functions(tree: ast.Module) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def body_lines(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """The lines of a function's body; its docstring does not count."""
    body = function.body[1:] if ast.get_docstring(function) is not None else function.body
    return body[-1].end_lineno - body[0].lineno + 1 if body else 0


def test_there_is_something_to_look_at():
    assert len(modules()) > 100


@pytest.mark.parametrize("path", modules())
def test_a_module_is_small_and_finished(path):
    text = (ROOT / path).read_text()
    tree = ast.parse(text)

    assert len(text.splitlines()) <= MODULE_LINES
    for function in functions(tree):
        assert body_lines(function) <= FUNCTION_LINES, function.name
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and any(alias.name == "*" for alias in node.names):
            assert path in STAR_IMPORTS, f"line {node.lineno}: import *"
    if path != "tests/test_tidy.py":
        assert not UNFINISHED.search(text)
