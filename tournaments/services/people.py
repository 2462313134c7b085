"""People: who may be entered. Not event data, so no command; no digest covers them."""

import csv
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from core.errors import BadRequest
from core.models import MadeFile
from tournaments.models import Event, Person

MAX_NAME = 60
ERASED = "✕"
"""What the name of an erased person begins with."""
MAX_LINES = 2000
MOST_SIMILAR = 5
SEPARATORS = (",", ";", "\t")
# Below the longest field that the csv module reads, so that it never gives up half-way.
MAX_TEXT = 120_000
COLUMNS = ("name", "alias", "country")


@dataclass(frozen=True, slots=True)
class Line:
    """One person of an import file."""

    number: int
    name: str
    alias: str = ""
    country: str = ""


@dataclass(frozen=True, slots=True)
class LineProblem:
    """What is wrong with one line, in the reader's language."""

    number: int
    text: str
    problem: str


def clean_name(text: str, *, most: int = MAX_NAME) -> str:
    r"""The name in normal form, or an empty text where it cannot be shown safely.

    Control characters and the marks that turn the direction of writing are refused: they forge
    what a screen says.

    Example:
        >>> clean_name("  Ana   Ruiz "), clean_name("Ana\u202eRuiz")
        ('Ana Ruiz', '')
    """
    text = " ".join(unicodedata.normalize("NFC", text).split())
    if any(unicodedata.category(sign) in {"Cc", "Cf", "Cs", "Co", "Cn"} for sign in text):
        return ""
    return text if len(text) <= most else ""


def add_person(*, name: str, alias: str = "", country: str = "") -> Person:
    """Store a person; the caller has cleaned the name."""
    return Person.objects.create(name=name, alias=alias, country=country.upper())


@dataclass(frozen=True, slots=True)
class Recognised:
    """A line of an import and what is known of it: the person, where he plays, who is like him."""

    line: Line
    known: bool
    playing: int | None
    similar: Sequence[str]


def recognise(event: Event, lines: Sequence[Line]) -> list[Recognised]:
    """What an import of these lines would find, line by line; it changes nothing."""
    alike: dict[tuple[str, ...], list[tuple[str, str]]] = {}
    for name, country in Person.objects.order_by("pk").values_list("name", "country").iterator():
        alike.setdefault(words_of(name), []).append((name, country))
    living = event.entries.filter(out_seq=None, withdrawn=False)
    rows = living.values_list("person__name", "person__country", "number")
    playing = {(name, country): number for name, country, number in rows}
    found = []
    for line in lines:
        own = (line.name, line.country)
        others = alike.get(words_of(line.name), [])
        similar = [] if own in others else [f"{name} {country}".strip() for name, country in others]
        found.append(Recognised(line, own in others, playing.get(own), similar[:MOST_SIMILAR]))
    return found


def rename(person: Person, *, line: Line, display: str) -> None:
    """Change what a person is called and shown as; the caller has cleaned the line."""
    person.name, person.alias, person.country = line.name, line.alias, line.country.upper()
    person.display = display
    person.save()


def erase(person: Person) -> None:
    """Take everything personal from somebody who asked for it; his entries and results stay.

    No digest covers a name, so every journal is as valid as before. The uid stays, since the
    journal says who entered by it; it says nothing about anybody.
    """
    person.name = f"{ERASED} {person.uid.hex[:4].upper()}"
    person.alias, person.country = "", ""
    person.display = Person.Display.ANONYMOUS
    person.save()
    MadeFile.objects.all().delete()  # one may hold the name, and each is soon made again


def similar_people(line: Line) -> list[Person]:
    """Known people who may be this one, though the name or the country is not quite the same.

    Letters without their accents, in any case, and words in any order count as the same name.
    """
    key = words_of(line.name)
    known = Person.objects.exclude(name=line.name, country=line.country.upper())
    found = known.filter(pk__in=[pk for pk, name in _names(known) if words_of(name) == key])
    return list(found[:MOST_SIMILAR])


def _names(people: QuerySet[Person]) -> Iterator[tuple[int, str]]:
    return people.order_by().values_list("pk", "name").iterator()


def words_of(name: str) -> tuple[str, ...]:
    """The words of a name without accents and case, in one order: what two spellings of it share.

    Example:
        >>> words_of("Martín, HUGO") == words_of("hugo martin")
        True
    """
    plain = unicodedata.normalize("NFKD", name.casefold())
    letters = "".join(sign if sign.isalnum() else " " for sign in plain if not _is_mark(sign))
    return tuple(sorted(letters.split()))


def _is_mark(sign: str) -> bool:
    return unicodedata.category(sign) == "Mn"


def read_lines(text: str) -> tuple[list[Line], list[LineProblem]]:
    """The people of a CSV text: ``name[,alias[,country]]``, with or without a header.

    Columns stand between commas, semicolons or tabs, whichever the text has most of.

    Returns:
        The good lines, and every bad line with its number and reason. Empty lines are skipped.
    """
    lines: list[Line] = []
    problems: list[LineProblem] = []
    seen: dict[str, int] = {}
    if len(text) > MAX_TEXT:
        too_long = _("The text is longer than {most} characters. Split the file.")
        return [], [LineProblem(0, "", too_long.format(most=MAX_TEXT))]
    separator = _separator(text)
    for number, line in enumerate(text.lstrip("\ufeff").splitlines(), start=1):
        try:
            cells = next(csv.reader([line], strict=True, delimiter=separator), [])
        except csv.Error:
            problems.append(LineProblem(number, line, _("A quotation mark is not closed.")))
            continue
        values = [cell.strip() for cell in cells]
        if not any(values) or (number == 1 and values[0].lower() == "name"):
            continue
        problem = _problem(values, seen)
        if problem:
            problems.append(LineProblem(number, line, problem))
            continue
        name, alias, country = (*values, "", "")[:3]
        seen[clean_name(name).casefold()] = number
        lines.append(Line(number, clean_name(name), clean_name(alias), country.upper()))
    if len(lines) > MAX_LINES:
        too_many = _("More than {most} lines. Split the file.").format(most=MAX_LINES)
        problems.append(LineProblem(MAX_LINES + 1, "", too_many))
    return lines, problems


def _separator(text: str) -> str:
    """The sign between columns: whichever of the usual ones the text has most of."""
    return max(SEPARATORS, key=text.count)


def _problem(values: Sequence[str], seen: dict[str, int]) -> str:
    if len(values) > len(COLUMNS):
        return _("Too many columns. Use name, alias, country.")
    name, alias, country = (*values, "", "")[:3]
    if any(sign in name for sign in SEPARATORS):
        return _("The name holds a separator. Use the same sign between columns in every line.")
    if not clean_name(name):
        return _("The name is empty, too long or has signs that cannot be shown.")
    if alias and not clean_name(alias):
        return _("The alias is too long or has signs that cannot be shown.")
    if country and not (len(country) == 2 and country.isascii() and country.isalpha()):
        return _("The country is two letters, such as ES.")
    first = seen.get(clean_name(name).casefold())
    return _("The same name as line {line}.").format(line=first) if first else ""


@transaction.atomic
def people_of(event: Event, lines: Sequence[Line]) -> tuple[list[Person], list[Person]]:
    """A person for each line: the known one of that very name and country, else a new one.

    Behind the event's lock: when one list is sent twice at once, the second finds the people that
    the first has stored, so that both ask for the same.

    Returns:
        All people in the order of the lines, and those among them that are new.

    Raises:
        BadRequest: for the first name that stands there twice.
    """
    _need_different_names(lines)
    Event.objects.select_for_update(no_key=True).get(pk=event.pk)
    known = {
        (person.name, person.country): person
        for person in Person.objects.filter(name__in=[line.name for line in lines])
    }
    people, new = [], []
    for line in lines:
        person = known.get((line.name, line.country))
        if person is None:
            person = add_person(name=line.name, alias=line.alias, country=line.country)
            new.append(person)
        people.append(person)
    return people, new


def _need_different_names(lines: Sequence[Line]) -> None:
    seen: dict[str, int] = {}
    for line in lines:
        first = seen.setdefault(line.name.casefold(), line.number)
        if first != line.number:
            problem = _("The same name as line {line}.").format(line=first)
            raise BadRequest("bad_request", field=f"people.{line.number}.name", problem=problem)


def forget(people: Sequence[Person]) -> None:
    """Remove people who were stored for an import that was then refused."""
    Person.objects.filter(pk__in=[person.pk for person in people], entries=None).delete()
