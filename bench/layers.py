"""What a recorded hand costs inside one process, by layers, and how often it asks the database.

Needs Django. Requests go straight into the WSGI handler: all middlewares, no network.
"""

import cProfile
import io
import json
import pstats
import time
import uuid
from collections.abc import Callable, Iterator
from io import BytesIO
from itertools import count
from statistics import median
from typing import Any

from django.core.wsgi import get_wsgi_application
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from bench import scene
from bench.load import CSRF
from scoring.rules import RuleSet
from tables import felt
from tables.models import Hand, Table
from tournaments import doors, journal
from tournaments.journal import Call
from tournaments.models import Event

Json = dict[str, Any]
SHEETS = 16
WARM_UP = 10
"""Hands before a profile: the first ones import and fill what is kept afterwards."""


class Desk:
    """One table of an event of its own, where one hand follows the other."""

    def __init__(self, slug: str) -> None:
        made = scene.create(slug=slug, tables=1)
        self.user = User.objects.get(username=scene.DIRECTOR)
        self.session = scene.session_of(self.user)
        self.table = Table.objects.get(uid=made["tables"][0])
        self.sheets = scene.played_sheets(SHEETS)
        self.wsgi = get_wsgi_application()
        self._hands = count(1)

    def start(self) -> tuple[int, list[Json]]:
        """Start the next hand; its number, and a sheet for it."""
        hand = next(self._hands)
        facts = {"table": self.table.number, "hand": hand, "absent": []}
        doors.ask(self.table.event, "hand.start", Call(self.user, uuid.uuid4()), **facts)
        return hand, self.sheets[hand % SHEETS]

    def record_facts(self, layouts: list[Json]) -> Json:
        """The body of a request that records a hand."""
        return {"submission": str(uuid.uuid4()), "layouts": layouts}

    def post(self, hand: int, facts: Json) -> None:
        """Record a hand through the WSGI handler."""
        body = json.dumps(facts).encode()
        environ = {
            "REQUEST_METHOD": "POST",
            "PATH_INFO": f"/api/tables/{self.table.uid}/hands/{hand}/record",
            "SERVER_NAME": "127.0.0.1",
            "SERVER_PORT": "80",
            "HTTP_HOST": "127.0.0.1",
            "REMOTE_ADDR": "127.0.0.1",
            "CONTENT_TYPE": "application/json",
            "CONTENT_LENGTH": str(len(body)),
            "HTTP_COOKIE": f"session={self.session}; csrf={CSRF}",
            "HTTP_X_CSRFTOKEN": CSRF,
            "wsgi.url_scheme": "http",
            "wsgi.input": BytesIO(body),
            "wsgi.errors": io.StringIO(),
        }
        said: list[str] = []

        def start(status: str, *_: object) -> Callable[[bytes], object]:
            said.append(status)
            return len  # nobody writes by it

        answer = self.wsgi(environ, start)
        text = b"".join(answer)
        answer.close()
        if not said[0].startswith("200"):
            raise SystemExit(f"{said[0]}: {text.decode()}")


def statements() -> Json:
    """Statements of a recorded hand and of the same submission sent again, by the query log."""
    desk = Desk("statements")
    # The first request of a process asks for things that are kept afterwards.
    hand, sheet = desk.start()
    desk.post(hand, desk.record_facts(sheet))
    hand, sheet = desk.start()
    facts = desk.record_facts(sheet)
    with CaptureQueriesContext(connection) as first:
        desk.post(hand, facts)
    with CaptureQueriesContext(connection) as again:
        desk.post(hand, facts)
    return {"record": _counted(first), "repeat": _counted(again)}


def layers(*, hands: int) -> Json:
    """Milliseconds of processor for a hand: the request, the command alone, the rules inside it."""
    desk = Desk("layers")
    rules = _each(hands, lambda: _settle(desk))
    command = _each(hands, lambda: _execute(desk))
    whole = _each(hands, lambda: _request(desk))
    pinned = desk.table.event.rules
    ruleset = _each(hands, lambda: iter([_clocked(lambda: RuleSet.from_json(pinned))]))
    return {"rules": rules, "ruleset": ruleset, "command": command, "request": whole}


def profile(*, hands: int, lines: int) -> str:
    """Where the time of a recorded hand goes: a profile of so many requests, by own time."""
    desk = Desk("profile")
    profiler = cProfile.Profile()
    for number in range(-WARM_UP, hands):
        hand, sheet = desk.start()
        facts = desk.record_facts(sheet)
        if number >= 0:
            profiler.enable()
        desk.post(hand, facts)
        profiler.disable()
    said = io.StringIO()
    found = pstats.Stats(profiler, stream=said).strip_dirs()
    found.sort_stats("cumulative").print_stats(lines)
    found.sort_stats("tottime").print_stats(lines)
    return said.getvalue()


def _counted(log: CaptureQueriesContext) -> Json:
    frame = sum(
        one["sql"] in {"BEGIN", "BEGIN IMMEDIATE", "COMMIT"} for one in log.captured_queries
    )
    return {"all": len(log), "frame": frame}


def _each(hands: int, work: Callable[[], Iterator[float]]) -> float:
    return median(sum(work()) for _ in range(hands)) * 1000


def _settle(desk: Desk) -> Iterator[float]:
    """The rules alone, on a hand that is open: nothing is written."""
    hand = Hand.objects.filter(table=desk.table, state=Hand.State.STARTED).first()
    if hand is None:
        desk.start()
        hand = Hand.objects.get(table=desk.table, state=Hand.State.STARTED)
    players = list(hand.players.all())
    ruleset, sheet = desk.table.event.ruleset, desk.sheets[0]

    def settle() -> None:
        state = felt.table_state(ruleset, hand, players)
        felt.settle(state, felt.sheet_of(ruleset, sheet, players)).as_json()

    yield _clocked(settle)


def _execute(desk: Desk) -> Iterator[float]:
    hand, sheet = _open_hand(desk)
    event = Event.objects.get(pk=desk.table.event_id)
    call = Call(desk.user, uuid.uuid4())
    facts = {"table": desk.table.number, "hand": hand, "layouts": sheet}
    yield _clocked(lambda: journal.execute(event.uid, "hand.record", call, **facts))


def _request(desk: Desk) -> Iterator[float]:
    hand, sheet = _open_hand(desk)
    facts = desk.record_facts(sheet)
    yield _clocked(lambda: desk.post(hand, facts))


def _open_hand(desk: Desk) -> tuple[int, list[Json]]:
    last = Hand.objects.filter(table=desk.table).order_by("-number").first()
    if last is not None and last.state == Hand.State.STARTED:
        return last.number, desk.sheets[0]
    return desk.start()


def _clocked(work: Callable[[], object]) -> float:
    start = time.thread_time()
    work()
    return time.thread_time() - start
