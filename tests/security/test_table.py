"""`docs/security.md`: each threat has a control and tests, and every test it names is there."""

import re
from pathlib import Path

import pytest
from django.conf import settings

ROOT = Path(settings.BASE_DIR)
ROWS = re.findall(r"^\| (T\d\d) \|(.+)$", (ROOT / "docs/security.md").read_text(), re.MULTILINE)


def test_all_thirty_are_there():
    assert [number for number, _ in ROWS] == [f"T{n:02}" for n in range(1, 31)]


@pytest.mark.parametrize(("number", "row"), ROWS)
def test_every_test_it_names_exists(number, row):
    *_, control, tests = row.strip(" |").split(" | ")
    assert control.strip()
    file = None
    for named in re.findall(r"`([^`]+)`", tests):
        path, _, test = named.partition("::")
        if path.endswith(".py"):
            file = ROOT / path
            assert file.exists(), path
        name = test or (path if path.startswith("test_") else "")
        if name:
            assert file is not None, named
            assert re.search(rf"def {name}\(", file.read_text()), named
    assert file is not None, f"{number} has no test"
