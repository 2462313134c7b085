"""The journal: every change to an event runs through `execute`, always in the same eight steps.

1. Lock the event. 2. A known submission is answered again. 3. May the caller do this, here and now?
4. Does the caller look at the present? 5. Run the command. 6. Append the entry with its digest.
7. The event's version is the entry's number. 8. On commit, announce the version.

So order, exactly-once, permission, audit and replay are one mechanism. The lock is per event on
purpose (ADR 1). On SQLite the IMMEDIATE transaction is the lock, and a lock of this process stands
before it, because SQLite's own waiting is an unfair sleep.

This module does not know any command: `tournaments.services` and `tables.services` register
theirs, and guards that look at more than the role (does the tablet stand at that table?). It knows
no HTTP either: permission means a role in the event.
"""

import hashlib
import json
import random
import secrets
import threading
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Concatenate, ParamSpec

from django.db import IntegrityError, OperationalError, connections, transaction
from django.db.models import BigAutoField, Exists, Q, UUIDField
from django.utils import timezone

from accounts.models import User
from core import live, logs, rows
from core.errors import Busy, Conflict, NotAllowed, NotFound
from core.questions import Gap, Question
from core.scratch import ALIAS, current_alias
from tournaments.models import Event, EventStaff, JournalEntry, Role

Facts = dict[str, Any]
P = ParamSpec("P")
_sqlite_queue = threading.Lock()


@dataclass(frozen=True, slots=True)
class Call:
    """Who asks for a command, and how it is recognised when it comes again.

    Attributes:
        user: the member of staff; None for the system itself (demo, simulator).
        submission: made by the caller and kept until it has an answer.
        reason: what stands in the log; commands that need one say so.
        expected_version: the event version the caller looked at, where that matters.
        system: which part of the system asks, when there is no user.
        device: uid of the enrolled tablet it came from.
        seed: of a command's chance; only a program that must be repeatable brings its own.
    """

    user: User | None
    submission: uuid.UUID
    reason: str = ""
    expected_version: int | None = None
    system: str = ""
    device: str = ""
    seed: str = ""

    @property
    def actor_ref(self) -> str:
        """The actor as text: ``user:<uid>`` or ``system:<name>``."""
        return f"user:{self.user.uid}" if self.user else f"system:{self.system}"


@dataclass(frozen=True, slots=True)
class Context:
    """What a command may know besides its arguments: the only time and the only chance there is."""

    event: Event
    seq: int
    now: datetime
    rng: random.Random
    user: User | None
    role: str
    reason: str
    device: str

    @property
    def is_staff_of_table(self) -> bool:
        """Whether the caller acts by table (a dealer) rather than for the whole floor."""
        return self.role == Role.DEALER


@dataclass(frozen=True, slots=True)
class Stamp:
    """What makes a run repeatable: its instant, its seed, and the role it was allowed by."""

    now: datetime
    seed: str
    role: str


@dataclass(frozen=True, slots=True)
class _Registered:
    run: Callable[..., Facts]
    roles: frozenset[str]


_commands: dict[str, _Registered] = {}
Projection = Callable[[Event], Iterator[tuple[str, Facts]]]
_projections: list[Projection] = []
Guard = Callable[[Event, str, Call, Facts], None]
_guards: list[Guard] = []
_known = Question(
    lambda: JournalEntry.objects.filter(
        event_id=Gap("event", BigAutoField()), submission=Gap("submission", UUIDField())
    ).order_by()
)
_staff = Question(
    lambda: (
        EventStaff.objects.filter(
            event_id=Gap("event", BigAutoField()),
            user_id=Gap("user", BigAutoField()),
            user__is_active=True,
        )
        .order_by()
        .values_list("role", Exists(_known.queryset))
    )
)
# NO KEY: rows that refer to the event may be inserted while we hold it.
_to_lock = Question(
    lambda: Event.objects.select_for_update(no_key=True).filter(uid=Gap("uid", UUIDField()))
)
CREATE = "event.create"


Service = Callable[Concatenate[Context, P], Facts]


def command(name: str, *roles: Role) -> Callable[[Service[P]], Service[P]]:
    """Register a service function as the command ``name``, open to ``roles`` and the system.

    The function takes the context and keyword-only JSON arguments, and gives a JSON answer; it
    changes the event, or raises a `Refusal` and changes nothing.
    """

    def register(run: Service[P]) -> Service[P]:
        assert name not in _commands, name
        _commands[name] = _Registered(run, frozenset(roles))
        return run

    return register


def roles_of(name: str) -> frozenset[str]:
    """The roles that may ask for a command."""
    return _commands[name].roles


def guard(look: Guard) -> Guard:
    """Register a further look at every call, under the lock and before the command runs.

    It raises `NotAllowed`. Like the role, it decides now: a replay does not ask it again.
    """
    _guards.append(look)
    return look


def projection(give: Projection) -> Projection:
    """Register a generator of an event's rows in natural keys: what a replay must reproduce."""
    _projections.append(give)
    return give


def projected_rows(event: Event) -> Iterator[tuple[str, Facts]]:
    """All rows of the event as ``(name, facts)``, free of database keys, in a fixed order."""
    for give in _projections:
        yield from give(event)


def execute(event_uid: uuid.UUID, name: str, call: Call, /, **facts: Any) -> str:
    """Run a command on an event.

    Args:
        event_uid: the event.
        name: the command, such as ``hand.record``.
        call: who asks, and under which submission id.
        facts: the arguments, JSON values only.

    Returns:
        The answer as canonical JSON text; the same bytes for each repetition of the submission.

    Raises:
        Refusal: with a code; nothing has changed. ``submission_reused`` when the id was used for
            something else, ``stale_event`` when ``expected_version`` is not the present one.

    Example:
        ``execute(event.uid, "clock.pause", Call(user, uuid4()))``
    """
    logs.note(command=name, submission=str(call.submission))
    with _transaction():
        event = _locked(event_uid)
        role, known = _role_and_known(event, call)
        if known:
            return _answered(event, call, name, facts)
        if not call.system and role not in _commands[name].roles:
            raise NotAllowed("not_allowed")
        for look in _guards:
            look(event, name, call, facts)
        if call.expected_version not in {None, event.version}:
            raise Conflict("stale_event", head={"version": event.version}, version=event.version)
        return run(event, name, call, facts, _stamp(call, role)).answer


def found(call: Call, /, **facts: Any) -> str:
    """Create an event: its row and its first command, ``event.create``, in one transaction.

    The event's uid is made from the submission id, so that a repetition finds what it has made.
    The caller becomes the director.

    Raises:
        Refusal: ``not_allowed``, ``slug_taken``, or what ``event.create`` refuses.
    """
    logs.note(command=CREATE, submission=str(call.submission))
    try:
        return _found(call, facts)
    except IntegrityError:
        # There was no event to lock yet. Somebody was faster by a moment, with this submission or
        # with this address: now he can be seen.
        return _found(call, facts)


def _found(call: Call, facts: Facts) -> str:
    uid = uuid.uuid5(call.submission, "event")
    with _transaction():
        # One look at both: between two, the same submission could take the address.
        same = Event.objects.filter(Q(uid=uid) | Q(slug=facts["slug"]))
        taken = set(same.values_list("uid", flat=True))
        if uid in taken:
            return _answered(_locked(uid), call, CREATE, facts)
        if call.user and not call.user.may_create_events:
            raise NotAllowed("not_allowed")
        if taken:
            raise Conflict("slug_taken", slug=facts["slug"])
        event = Event.objects.create(uid=uid, slug=facts["slug"])
        stamp = _stamp(call, Role.DIRECTOR if call.user else "")
        return run(event, CREATE, call, facts, stamp).answer


def _stamp(call: Call, role: str) -> Stamp:
    # No door takes a seed from outside: who knows it before the draw knows the draw.
    return Stamp(timezone.now(), call.seed or secrets.token_hex(16), role)


def answered(event: Event, call: Call, name: str, facts: Facts) -> str | None:
    """The stored answer of a submission that was carried out before; None for a new one.

    Needs no lock, since an entry never changes: the cheap way for a tablet that repeats itself.

    Raises:
        Conflict: ``submission_reused``: the id was used by another caller or for something else.
    """
    entry = _known.first(event=event.pk, submission=call.submission)
    if entry is None:
        return None
    same = entry.request_digest == _request_digest(name, facts)
    # A tablet sends again what its last dealer entered, whoever sits there now.
    own = entry.device == call.device if call.device else entry.actor_ref == call.actor_ref
    if not same or not own:
        raise Conflict("submission_reused")
    return entry.answer


def run(event: Event, name: str, call: Call, facts: Facts, stamp: Stamp) -> JournalEntry:
    """Steps 5 to 8 on a locked event: carry out, append, count up, announce on commit.

    Only `execute`, `found` and the replay of `tournaments.verify` call this.
    """
    seq = event.version + 1
    context = Context(
        event=event,
        seq=seq,
        now=stamp.now,
        rng=random.Random(stamp.seed),  # noqa: S311  (repeatable on purpose; the seed is secret)
        user=call.user,
        role=stamp.role,
        reason=call.reason,
        device=call.device,
    )
    answer = {**_commands[name].run(context, **facts), "version": seq}
    entry = JournalEntry(
        event=event,
        seq=seq,
        kind=name,
        submission=call.submission,
        arguments=canonical(facts),
        request_digest=_request_digest(name, facts),
        seed=stamp.seed,
        at=stamp.now,
        actor=call.user,
        actor_ref=call.actor_ref,
        device=call.device,
        role=stamp.role,
        reason=call.reason,
        answer=canonical(answer),
        previous_digest=event.head_digest,
    )
    entry.digest = entry_digest(entry)
    rows.insert(entry)
    event.version, event.head_digest = seq, entry.digest
    rows.update(event)
    alias = current_alias()
    if alias != ALIAS:
        # A function, not a partial: Django names what failed, and a partial has no name.
        transaction.on_commit(lambda: live.announce(event.slug, seq), using=alias, robust=True)
    return entry


def canonical(value: object) -> str:
    """The one JSON text of a value: sorted keys, no spaces, letters as they are.

    Example:
        >>> canonical({"b": 1, "a": "ñ"})
        '{"a":"ñ","b":1}'
    """
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def entry_digest(entry: JournalEntry) -> str:
    """SHA-256 over everything an entry says and over the digest of the entry before it."""
    said = [
        entry.previous_digest,
        str(entry.event.uid),
        entry.seq,
        entry.kind,
        str(entry.submission),
        entry.arguments,
        entry.request_digest,
        entry.seed,
        entry.at.isoformat(),
        entry.actor_ref,
        entry.device,
        entry.role,
        entry.reason,
        entry.answer,
    ]
    return hashlib.sha256(canonical(said).encode()).hexdigest()


def _request_digest(name: str, facts: Facts) -> str:
    return hashlib.sha256(canonical([name, facts]).encode()).hexdigest()


def _answered(event: Event, call: Call, name: str, facts: Facts) -> str:
    answer = answered(event, call, name, facts)
    assert answer is not None
    return answer


def _role_and_known(event: Event, call: Call) -> tuple[str, bool]:
    """The caller's role now, and whether his submission is known: one statement under the lock."""
    asked = {"event": event.pk, "submission": call.submission}
    if call.user is None:
        return "", _known.exists(**asked)
    row = _staff.values(**asked, user=call.user.pk)
    return row if row is not None else ("", _known.exists(**asked))


def _locked(event_uid: uuid.UUID) -> Event:
    event = _to_lock.first(uid=event_uid)
    if event is None:
        raise NotFound("not_found")
    return event


@contextmanager
def _transaction() -> Iterator[None]:
    """One durable transaction; on SQLite behind a fair queue of this process."""
    alias = current_alias()
    queue = _sqlite_queue if connections[alias].vendor == "sqlite" else nullcontext()
    try:
        with queue, transaction.atomic(using=alias, durable=True):
            yield
    except OperationalError as error:
        raise Busy("busy") from error
