"""How a door (API, page, program) turns what it got into a command of an event."""

import uuid
from collections.abc import Sequence
from typing import Any

from accounts.models import User
from core import logs
from core.errors import BadRequest, NotAllowed, Refusal
from tournaments import journal
from tournaments.models import Event
from tournaments.rules.structure import vamos_structure
from tournaments.services import people
from tournaments.services.people import Line


def ask(event: Event, name: str, call: journal.Call, /, **facts: Any) -> str:
    """The answer to a command; a repeated submission is answered without the lock."""
    logs.note(command=name, submission=str(call.submission))
    known = journal.answered(event, call, name, facts)
    return known if known is not None else journal.execute(event.uid, name, call, **facts)


def create_event(call: journal.Call, /, **facts: Any) -> str:
    """A new event; without ``structure`` it gets the house's."""
    facts.setdefault("structure", vamos_structure().as_json())
    return journal.found(call, **facts)


def register(event: Event, call: journal.Call, lines: Sequence[Line], *, paid: bool = False) -> str:
    """Enter the people of these lines, all or none; nobody is left behind from a refused list."""
    found, new = people.people_of(event, lines)
    facts = {"people": [str(person.uid) for person in found], **({"paid": True} if paid else {})}
    try:
        return ask(event, "entry.register", call, **facts)
    except Refusal:
        people.forget(new)
        raise


def rename(event: Event, call: journal.Call, entry: int, line: Line, *, display: str) -> str:
    """Change how a player is called and shown; every event that has him says so at once.

    Raises:
        Refusal: ``not_allowed``, ``entry_unknown``; nothing was changed.
    """
    row = event.entries.filter(number=entry).select_related("person").first()
    if row is None:
        raise Refusal("entry_unknown", number=entry)
    roles = event.staff.filter(user=call.user).values_list("role", flat=True)
    if not journal.roles_of("entry.rename") & set(roles):
        raise NotAllowed("not_allowed")
    people.rename(row.person, line=line, display=display)
    others = Event.objects.filter(entries__person=row.person).exclude(pk=event.pk).distinct()
    for other in others:
        number = other.entries.filter(person=row.person).values_list("number", flat=True)[0]
        system = journal.Call(None, uuid.uuid4(), system="people")
        journal.execute(other.uid, "entry.rename", system, entry=number)
    return ask(event, "entry.rename", call, entry=entry)


def staff_uid(username: str) -> str:
    """The uid of a member of staff by his user name; refuses an unknown one."""
    user = User.objects.filter(username=username, is_active=True).first()
    if user is None:
        raise BadRequest("bad_request", field="username", problem=username)
    return str(user.uid)


def member_uid(event: Event, username: str) -> str:
    """The uid of somebody who has a role in this event, though his account be closed by now."""
    member = event.staff.filter(user__username=username).select_related("user").first()
    if member is None:
        raise BadRequest("bad_request", field="username", problem=username)
    return str(member.user.uid)


def new_submission() -> uuid.UUID:
    """A submission id for a page that is about to be shown, or for the system itself."""
    return uuid.uuid4()
