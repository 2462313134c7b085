"""An event as one file that another installation can take: journal, people, settings.

JSON lines, gzipped: a head, the staff, the people, the journal, what other packages add (tablets,
PINs, links), and an end with the digest of all of it. Nothing in it is believed: the import checks
the chain of digests, carries the whole journal out again, and demands the same digests and rows.

Passwords and sessions are not in it. Names are: treat the file as the list of players it is.
"""

import gzip
import hashlib
import json
import uuid
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, BinaryIO

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from core.errors import Refusal
from core.scratch import current_alias
from tournaments import verify
from tournaments.journal import canonical
from tournaments.models import Event, JournalEntry, Person

Facts = dict[str, Any]
FORMAT = 1
MOST_BYTES = 512 * 1024 * 1024
MOST_LINE = 4 * 1024 * 1024
USER = ("username", "first_name", "last_name", "is_active", "may_create_events")
PERSON = ("name", "alias", "country", "display")
ENTRY = (
    "seq", "kind", "arguments", "request_digest", "seed", "actor_ref", "device", "role", "reason",
    "answer", "previous_digest", "digest",
)  # fmt: skip
# From an older format to the next one, line by line; a format that was ever written stays readable.
UPGRADES: dict[int, Callable[[Facts], Facts]] = {}


@dataclass(frozen=True, slots=True)
class Part:
    """What another package adds to the file: how it is written, and read once the event stands."""

    name: str
    write: Callable[[Event], Iterator[Facts]]
    read: Callable[[Event, Facts], None]


_parts: list[Part] = []


def part(name: str, write: Callable[[Event], Iterator[Facts]], read: Callable[..., None]) -> None:
    """Register a further kind of line."""
    assert all(known.name != name for known in _parts), name
    _parts.append(Part(name, write, read))


def write(event: Event, file: BinaryIO) -> int:
    """Write the event to a file; gives the number of lines.

    One transaction reads it all, so that the journal and what follows from it are of one moment.
    """
    digest, count = hashlib.sha256(), 0
    # Nothing of the clock in the archive's head: the same event is the same bytes.
    with gzip.GzipFile(fileobj=file, mode="wb", mtime=0) as packed, _whole():
        event = Event.objects.get(pk=event.pk)
        for line in _lines(event):
            text = canonical(line).encode() + b"\n"
            digest.update(text)
            packed.write(text)
            count += 1
        end = {"kind": "end", "lines": count, "digest": digest.hexdigest()}
        packed.write(canonical(end).encode() + b"\n")
    return count


def read(file: BinaryIO) -> Event:
    """Take an event from a file: all of it, proved, or nothing.

    Raises:
        Refusal: ``import_broken`` with what is wrong; ``event_known``: it is here already;
            ``slug_taken``.
    """
    lines = _checked(file)
    head, by_kind = lines[0], _by_kind(lines)
    uid, slug = uuid.UUID(head["uid"]), head["slug"]
    if Event.objects.filter(uid=uid).exists():
        raise Refusal("event_known", slug=slug)
    if Event.objects.filter(slug=slug).exists():
        raise Refusal("slug_taken", slug=slug)
    with _whole():
        users = {line["uid"]: _user(line) for line in by_kind["user"]}
        for line in by_kind["person"]:
            _person(line)
        journal = [_entry(line, users) for line in by_kind["entry"]]
        event = _replayed(uid, slug, journal)
        if (event.version, event.head_digest) != (head["version"], head["head_digest"]):
            raise _broken("the journal does not lead to the head that the file names")
        for one in _parts:
            for line in by_kind.get(one.name, ()):
                one.read(event, line)
        for problem in verify.problems(event, replay=False):
            raise _broken(problem)
        _as_they_were(by_kind["user"], users)
    return event


def _whole() -> transaction.Atomic:
    return transaction.atomic(using=current_alias())


def _lines(event: Event) -> Iterator[Facts]:
    head = {"format": FORMAT, "uid": str(event.uid), "slug": event.slug, "version": event.version}
    made = {"head_digest": event.head_digest, "made_at": timezone.now().isoformat()}
    yield {"kind": "head", **head, **made}
    for user in verify.staff_of(event):
        facts = {name: getattr(user, name) for name in USER}
        yield {"kind": "user", "uid": str(user.uid), **facts}
    for person in verify.people_of(event):
        facts = {name: getattr(person, name) for name in PERSON}
        yield {"kind": "person", "uid": str(person.uid), **facts}
    for row in event.journal.order_by("seq").iterator():
        facts = {name if name != "kind" else "command": getattr(row, name) for name in ENTRY}
        known = {"submission": str(row.submission), "at": row.at.isoformat()}
        yield {"kind": "entry", **facts, **known}
    for one in _parts:
        for line in one.write(event):
            yield {"kind": one.name, **line}


def _checked(file: BinaryIO) -> list[Facts]:
    """The lines of a file that is whole and of a format we know, in today's format."""
    digest, lines, end = hashlib.sha256(), list[Facts](), None
    try:
        for text in _unpacked(file):
            if end is not None:
                raise _broken("something follows its end")
            line = json.loads(text)
            if line["kind"] == "end":
                end = line
            else:
                digest.update(text)
                lines.append(line)
    except (OSError, EOFError, ValueError, KeyError, TypeError) as error:
        raise _broken("it is no export of an event, or it was cut") from error
    if end is None or not lines or lines[0]["kind"] != "head":
        raise _broken("it was cut")
    if end["digest"] != digest.hexdigest():
        raise _broken("it was changed since it was written")
    return _upgraded(lines)


def _unpacked(file: BinaryIO) -> Iterator[bytes]:
    size = 0
    with gzip.GzipFile(fileobj=file) as packed:
        while text := packed.readline(MOST_LINE):
            size += len(text)
            if size > MOST_BYTES or not text.endswith(b"\n"):
                raise _broken("it is too big")
            yield text


def _upgraded(lines: Sequence[Facts]) -> list[Facts]:
    known = lines[0].get("format")
    if not isinstance(known, int) or not 1 <= known <= FORMAT:
        raise _broken("it was written by a newer version; update this installation first")
    found = list(lines)
    for step in range(known, FORMAT):
        found = [UPGRADES[step](line) for line in found]
    return found


def _by_kind(lines: Iterable[Facts]) -> dict[str, list[Facts]]:
    found: dict[str, list[Facts]] = {"user": [], "person": [], "entry": []}
    for line in lines:
        found.setdefault(line["kind"], []).append(line)
    return found


def _user(line: Facts) -> User:
    """The account with this uid; a new one cannot sign in before it gets a password."""
    known = User.objects.filter(uid=line["uid"]).first()
    if known is not None:
        return known
    name = line["username"]
    if User.objects.filter(username__iexact=name).exists():
        name = f"{name[:130]}-{line['uid'][:8]}"  # somebody else is called so here
    user = User(uid=line["uid"], **{**{one: line[one] for one in USER}, "username": name})
    user.is_active = True  # until the journal is carried out: they were, when they worked
    user.set_unusable_password()
    user.save(force_insert=True)
    return user


def _as_they_were(lines: Sequence[Facts], users: dict[str, User]) -> None:
    gone = [users[line["uid"]].pk for line in lines if not line["is_active"]]
    User.objects.filter(pk__in=gone).update(is_active=False)


def _person(line: Facts) -> None:
    """Who is here already stays as he is: what was erased since the export stays erased."""
    facts = {name: line[name] for name in PERSON}
    Person.objects.get_or_create(uid=line["uid"], defaults=facts)


def _entry(line: Facts, users: dict[str, User]) -> JournalEntry:
    facts = {name: line[name if name != "kind" else "command"] for name in ENTRY}
    uid = line["actor_ref"].removeprefix("user:")
    actor = users[uid] if line["actor_ref"].startswith("user:") else None
    known = {"submission": uuid.UUID(line["submission"]), "at": datetime.fromisoformat(line["at"])}
    return JournalEntry(actor=actor, **facts, **known)


def _replayed(uid: uuid.UUID, slug: str, journal: Sequence[JournalEntry]) -> Event:
    try:
        return verify.replay(uid, slug, journal)
    except Exception as error:  # whatever a command raises is the finding
        raise _broken(f"its journal cannot be carried out: {error}") from error


def _broken(problem: str) -> Refusal:
    return Refusal("import_broken", problem=problem)
