"""The tablet speaks four languages, each with the same sentences and placeholders."""

import json
import re
from pathlib import Path

import pytest
from django.conf import settings

STATIC = Path(settings.BASE_DIR) / "static" / "js" / "tablet"
TEMPLATE = Path(settings.BASE_DIR) / "templates" / "dealer" / "tablet.html"
LANGUAGES = ["en", "es", "pt", "ru"]
FORMS = {"en": {"one", "other"}, "es": {"one", "other"}, "pt": {"one", "other"},
  "ru": {"one", "few", "many", "other"}}  # fmt: skip


def words(language):
    return json.loads((STATIC / "words" / f"{language}.json").read_text())


def holes(text):
    return [
        set(re.findall(r"{(\w+)}", one))
        for one in (text.values() if isinstance(text, dict) else [text])
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_same_keys_and_placeholders(language):
    english, other = words("en"), words(language)
    assert other.keys() == english.keys()
    for key, text in english.items():
        assert isinstance(text, dict) == isinstance(other[key], dict), key
        if isinstance(text, dict):
            assert other[key].keys() == FORMS[language], key
        assert all(one == holes(text)[0] for one in holes(other[key])), key
        assert all(
            one.strip() for one in (other[key].values() if isinstance(text, dict) else [other[key]])
        )


def test_every_word_that_is_asked_for_is_there():
    script = "".join(path.read_text() for path in STATIC.glob("*.js"))
    asked = set(re.findall(r'\bt\("([\w.]+)"', script))
    asked |= set(re.findall(r'data-wl?="(\w+)"', TEMPLATE.read_text()))
    asked |= {
        key for pair in re.findall(r'\bt\([^()"]*\? "(\w+)" : "(\w+)"', script) for key in pair
    }
    for kind in (
        "move",
        "arrival",
        "closing",
        "break",
        "break_pending",
        "hand_for_hand",
        "count",
        "correction",
    ):
        asked.add(f"kind.{kind}")
    for cap in ("start", "current", "pair_min", "short", "out", "void"):
        asked.add(f"less.{cap}")
    for decided in ("rows", "foul", "both_foul", "dead", "moon", "natural"):
        asked.add(f"why.{decided}")
    asked |= {f"hand.{n}" for n in range(11)} | {f"short.{n}" for n in range(11)}
    asked |= {f"rank.{rank}" for rank in "23456789TJQKA"} | {f"suit.{suit}" for suit in "shdc"}
    assert asked - words("en").keys() - {"hand", "short"} == set()


def test_the_worker_keeps_every_module():
    worker = (TEMPLATE.parent / "sw.js").read_text()
    kept = re.search(r'"([a-z ]+)"\.split', worker)[1].split()
    assert set(kept) == {path.stem for path in STATIC.glob("*.js")} - {"pair"}


def test_no_script_and_no_style_in_the_page():
    for name in ("tablet.html", "pair.html"):
        page = (TEMPLATE.parent / name).read_text()
        assert not re.search(r"<script(?![^>]* src=)|<style|\sstyle=|\son\w+=", page)
        assert not re.search(r'(src|href)="https?:', page)
