"""Names that would run, in the markup of every page there is (T11, T12).

What a browser makes of them is seen in `tests/browser/test_hostile.py`.
"""

import csv
import json
import re
from io import StringIO
from xml.etree import ElementTree as ET

import pytest
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import User
from accounts.services import create_account
from core.errors import BadRequest
from tests.factories import SHEETS, Floor, call
from tests.security.routes import Scene, routes
from tests.tablet.scene import Tablet
from tournaments import doors
from tournaments.models import Person, Role
from tournaments.services.people import Line, clean_name
from web.exports import FORMULA_SIGNS, as_csv, results_of, safe_cell

HOSTILE = (
    "<script>pwned=1</script>",
    "<img src=x onerror=pwned=1>",
    '"><svg onload=pwned=1>',
    "' onmouseover='pwned=1",
    "</title><script>pwned=1</script>",
    "</script><script>pwned=1</script>",
    "{{ request }}{% debug %}",
    "javascript:pwned=1",
    "<iframe srcdoc='<b>x'>",
    "=HYPERLINK(\"//x\",1)",
    "&lt;b&gt;<b>bold</b>",
    "\\u003cscript\\u003epwned=1",
)  # fmt: skip
RAW = re.compile(
    r"<script>pwned|<img src=x|<svg onload|<iframe srcdoc|<b>bold|onmouseover='pwned|WSGIRequest"
)


def hostile_event() -> Scene:
    """Everything that people may type is typed by somebody who means harm."""
    floor = Floor.open(name=HOSTILE[0])
    names = [name for name in HOSTILE if clean_name(name)]
    floor.register(*names)
    person = Person.objects.get(name=HOSTILE[1])
    floor.do("seat.draw")
    floor.do("event.start")
    person.alias, person.display = HOSTILE[2], Person.Display.ALIAS
    person.save()
    tablet = Tablet(floor, 1)
    User.objects.filter(pk=tablet.dealer.pk).update(first_name=HOSTILE[1], last_name=HOSTILE[2])
    User.objects.filter(pk=floor.director.pk).update(first_name=HOSTILE[4])
    tablet.device.__class__.objects.update(name=HOSTILE[1])
    players = floor.table(1).seats.exclude(entry=None).count()
    floor.play(SHEETS["flush"][:players] if players == 3 else SHEETS["kings on top"])
    floor.do("clock.pause", reason=HOSTILE[1])
    floor.do("clock.resume")
    return Scene.of(floor)


def test_the_corpus_is_typed_and_kept():
    assert sum(bool(clean_name(name)) for name in HOSTILE) >= 10


@pytest.mark.django_db
def test_no_page_writes_a_name_as_markup():
    scene = hostile_event()
    asked = 0
    for client in (Client(), signed_in(scene)):
        for route in routes():
            response = client.get(scene.address(route), headers={"HX-Request": "true"})
            kind = response.headers.get("Content-Type", "")
            if response.status_code == 200 and not response.streaming:
                text = response.content.decode(errors="replace")
                if kind.startswith("text/html"):
                    assert not RAW.search(text), route
                    asked += 1
                elif "xml" in kind:
                    ET.fromstring(text)
                elif kind.startswith("application/json"):
                    json.loads(text)
                assert response.headers.get("X-Content-Type-Options") == "nosniff", route
    assert asked > 40


def signed_in(scene: Scene) -> Client:
    client = Client()
    client.force_login(scene.floor.director)
    assert {SESSION_KEY, HASH_SESSION_KEY} <= set(client.session.keys())
    return client


@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=40))
def test_no_cell_starts_a_formula(text):
    """Whatever somebody is called, and however a spreadsheet trims it."""
    found = safe_cell(text)
    assert found.endswith(text)
    assert not found.startswith(FORMULA_SIGNS)
    assert not found.strip().startswith(FORMULA_SIGNS)


@pytest.mark.django_db
def test_a_cashier_opens_an_export_in_a_spreadsheet():
    names = ("=1+1", "+1", "-1", "@SUM(A1)", "＝1", " =1")
    floor = Floor.open(starting_stack=1000)
    lines = [Line(n, name) for n, name in enumerate(names, 1)]
    doors.register(floor.event, call(floor.director), lines)
    event = floor.event
    event.status = event.Status.FINISHED
    text = as_csv(results_of(event), event.prices).decode("utf-8-sig")
    rows = list(csv.reader(StringIO(text)))[1:]
    assert len(rows) == len(names)
    for row in rows:
        assert all(not cell.lstrip().startswith(FORMULA_SIGNS) for cell in row), row


@pytest.mark.parametrize("sign", ["\u202e", "\u2066", "\x00", "\x1b", "\u200b", "\ud800"])
def test_signs_that_forge_what_a_screen_says_are_refused(sign):
    assert clean_name(f"Ana{sign}Ruiz") == ""


@pytest.mark.django_db
def test_no_account_is_called_by_markup():
    floor = Floor.open()
    with pytest.raises(BadRequest, match="username"):
        create_account(floor.director, HOSTILE[0])
    assert floor.hire(Role.DEALER).username
