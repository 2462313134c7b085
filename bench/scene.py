"""Events to record hands in, made through the doors of the program. Needs Django."""

import random
import uuid
from importlib import import_module
from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.core.management import call_command

from accounts.models import User
from scoring.bots import Player, Strength, play_hand
from scoring.presets import preset
from tables.models import Hand, Table
from tournaments import doors, journal, verify
from tournaments.journal import Call
from tournaments.models import Event
from tournaments.services.people import MAX_LINES, Line

STACK = 10**9  # nobody is out before the measurement is over
SEATS = 3
DIRECTOR = "bench-director"


def prepare(*, sessions: int, sheets: int) -> dict[str, Any]:
    """A database, static files, a director signed in so many times, and sheets as they are sent."""
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    user = User.objects.create(username=DIRECTOR, may_create_events=True)
    return {
        "sessions": [session_of(user) for _ in range(sessions)],
        "sheets": played_sheets(sheets),
    }


def create(*, slug: str, tables: int) -> dict[str, Any]:
    """A running event with so many full tables, in the house's structure."""
    user = User.objects.get(username=DIRECTOR)

    def call() -> Call:
        return Call(user, uuid.uuid4())

    doors.create_event(
        call(),
        slug=slug,
        name=slug,
        ruleset="vamos",
        overrides={},
        starting_stack=STACK,
        registration_level=0,
        reentry_limit=0,
        time_zone="UTC",
    )
    event = Event.objects.get(slug=slug)
    journal.execute(event.uid, "event.publish", call())
    lines = [Line(number, f"Player {number}") for number in range(1, tables * SEATS + 1)]
    for first in range(0, len(lines), MAX_LINES):
        doors.register(event, call(), lines[first : first + MAX_LINES])
    journal.execute(event.uid, "seat.draw", call())
    journal.execute(event.uid, "event.start", call())
    found = Table.objects.filter(event=event).order_by("number")
    return {"slug": slug, "tables": [str(table.uid) for table in found]}


def counted(*, slug: str) -> dict[str, int]:
    """How many hands an event has recorded, and how many problems its verification finds."""
    event = Event.objects.get(slug=slug)
    hands = Hand.objects.filter(table__event=event, state=Hand.State.RECORDED).count()
    return {"hands": hands, "problems": sum(1 for _ in verify.problems(event))}


def played_sheets(count: int) -> list[list[dict[str, Any]]]:
    """Sheets of hands that were played out by bots: the mix of fouls and royalties of a room."""
    rng = random.Random(13)
    players = [Player(seat, strength=Strength.REGULAR) for seat in range(1, SEATS + 1)]
    hands = [play_hand(preset("vamos"), 1, players, rng) for _ in range(count)]
    return [
        [{"seat": seat, **layout.as_json()} for seat, layout in sorted(hand.layouts.items())]
        for hand in hands
    ]


def session_of(user: User) -> str:
    """The key of a session in which the user is signed in."""
    session = import_module(settings.SESSION_ENGINE).SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[-1]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    return str(session.session_key)
