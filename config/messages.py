"""``python -m config.messages``: bring the catalogues in ``locale/`` up to date with the source.

Needs GNU gettext, as ``makemessages`` does. The sentences of errors and explanations stand in
tables of the libraries, which know no Django; they are msgids all the same and are added here.
"""

import os
from collections.abc import Iterator
from pathlib import Path

import django
import polib
from django.conf import settings
from django.core.management import call_command
from django.core.management.commands import makemessages

from core import errors as core_errors
from scoring import errors as rule_errors
from scoring import sentences as rule_sentences
from tournaments.rules import errors as floor_errors
from tournaments.rules import explain as floor_reasons

LANGUAGES = ["es", "pt", "ru"]
IGNORED = [".venv/*", "var/*", "tests/*", "bench/*", "static/*"]
PLURALS = {
    "es": "nplurals=2; plural=(n != 1);",
    "pt": "nplurals=2; plural=(n > 1);",
    "ru": "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && "
    "(n%100<10 || n%100>=20) ? 1 : 2);",
}


def sentences() -> Iterator[tuple[str, str]]:
    """Every English sentence of the libraries, with the table it stands in."""
    tables = {
        "core/errors.py": core_errors.TEMPLATES,
        "scoring/errors.py": rule_errors.TEMPLATES,
        "scoring/sentences.py": rule_sentences.TEMPLATES,
        "tournaments/rules/errors.py": floor_errors.TEMPLATES,
        "tournaments/rules/explain.py": floor_reasons.EXPLANATIONS,
    }
    for place, table in tables.items():
        for sentence in table.values():
            yield place, sentence


def add_sentences(path: Path, language: str) -> None:
    """Put the sentences of the libraries into a catalogue; what is translated stays."""
    catalogue = polib.pofile(str(path), wrapwidth=100)
    catalogue.metadata["Plural-Forms"] = PLURALS[language]
    known = {entry.msgid: entry for entry in catalogue if entry.msgctxt is None}
    for place, sentence in sentences():
        entry = known.get(sentence)
        if entry is None:
            entry = known[sentence] = polib.POEntry(msgid=sentence)
            catalogue.append(entry)
        entry.obsolete = False
        if (place, "") not in entry.occurrences:
            entry.occurrences.append((place, ""))
    catalogue.save()


def main() -> None:
    """Extract, then add."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.test")
    django.setup()
    extract = makemessages.Command()
    # Never guess: a half-right translation is taken for a right one.
    extract.msgmerge_options = [*extract.msgmerge_options, "--no-fuzzy-matching"]
    for folder in map(Path, settings.LOCALE_PATHS):
        folder.mkdir(exist_ok=True)
        call_command(extract, locale=LANGUAGES, ignore_patterns=IGNORED, verbosity=0)
        for language in LANGUAGES:
            add_sentences(folder / language / "LC_MESSAGES" / "django.po", language)


if __name__ == "__main__":
    main()
