"""Tables of running events, and the requests that start and record hands there."""

import uuid
from collections.abc import Sequence
from itertools import chain, zip_longest
from typing import Any

from bench.load import Job, Times, closed_loop, open_loop, request
from bench.server import Server, Worker

STARTERS = 8
SESSIONS = 64
SHEETS = 48
LEAD_S = 0.5


class Crew:
    """Staff who are signed in, and sheets to send."""

    def __init__(self, worker: Worker) -> None:
        made = worker.ask("prepare", sessions=SESSIONS, sheets=SHEETS)
        self.sessions: list[str] = made["sessions"]
        self.sheets: list[list[dict[str, Any]]] = made["sheets"]


class Room:
    """Tables of one or more events where nobody else records; each plays one hand after another.

    Attributes:
        recorded: how many hands were recorded and acknowledged.
    """

    def __init__(self, worker: Worker, crew: Crew, name: str, *, events: int, tables: int) -> None:
        made = [
            worker.ask("create", slug=f"{name}-{number}", tables=tables // events)
            for number in range(events)
        ]
        self.slugs = [event["slug"] for event in made]
        # One table of each event in turn, so that neighbours are in different events.
        in_turn = zip_longest(*(event["tables"] for event in made))
        self.tables: list[str] = [uid for uid in chain.from_iterable(in_turn) if uid]
        self._crew = crew
        self._hands = [0] * len(self.tables)
        self.recorded = 0

    def round(self, server: Server, clients: int, hands: int) -> Times:
        """Record a hand at each of so many tables with so many clients; only this is timed.

        Each client has tables of its own, whose hands were all started before.
        """
        self._start_all(server, hands)
        queues = _dealt([self._record(n, n % clients) for n in range(hands)], clients)
        done = checked(closed_loop(server, queues))
        self.recorded += len(done.latencies)
        return done

    def steady(self, server: Server, rate: float, hands: int, *, with_starts: bool) -> Times:
        """Record so many hands a second, whoever is late, at tables of one tablet each.

        With starts, each hand is started by the same tablet half a second before it is recorded;
        without, all were started before.
        """
        if not with_starts:
            self._start_all(server, hands)
        jobs: list[list[Job]] = [[] for _ in range(SESSIONS)]
        for n in range(hands):
            due, tablet = n / rate, n % SESSIONS
            if with_starts:
                jobs[tablet].append(Job(due, self._start(n, tablet), timed=False))
            jobs[tablet].append(Job(due + LEAD_S, self._record(n, tablet)))
        queues = [sorted(queue, key=lambda job: job.due_s) for queue in jobs]
        return checked(open_loop(server, queues))

    def jobs(self, rate: float, hands: int, tablets: int, *, with_starts: bool) -> list[list[Job]]:
        """So many hands a second, at one table after the other; the queue of each tablet.

        A table's hands are all its own tablet's, so they stay in order whoever is late.
        """
        tables = len(self.tables)
        queues: list[list[Job]] = [[] for _ in range(tablets)]
        for n in range(hands):
            due, table = n / rate, n % tables
            client = table % SESSIONS
            if with_starts:
                start = self._start(table, client)
                queues[table % tablets].append(Job(due, start, timed=False))
            queues[table % tablets].append(Job(due + LEAD_S, self._record(table, client)))
        return [sorted(queue, key=lambda job: job.due_s) for queue in queues]

    def start_all(self, server: Server) -> None:
        """Start a hand at every table."""
        self._start_all(server, len(self.tables))

    def _start_all(self, server: Server, hands: int) -> None:
        starts = [self._start(number, number % STARTERS) for number in range(hands)]
        checked(closed_loop(server, _dealt(starts, STARTERS)))

    def _start(self, table: int, client: int) -> bytes:
        self._hands[table] += 1
        return self._post(table, client, "start", {"absent": []})

    def _record(self, table: int, client: int) -> bytes:
        sheet = self._crew.sheets[(table + self._hands[table]) % SHEETS]
        return self._post(table, client, "record", {"layouts": sheet})

    def _post(self, table: int, client: int, what: str, facts: dict[str, Any]) -> bytes:
        path = f"/api/tables/{self.tables[table]}/hands/{self._hands[table]}/{what}"
        facts = {"submission": str(uuid.uuid4()), **facts}
        return request("POST", path, self._crew.sessions[client], facts)


def checked(times: Times) -> Times:
    """The same, with the first error said aloud: a refusal would make the figures worthless."""
    if times.errors:
        print(f"  {times.errors} errors, the first: {times.first_error[:300]!r}")
    return times


def _dealt(requests: Sequence[bytes], clients: int) -> list[Sequence[bytes]]:
    return [requests[number::clients] for number in range(clients)]
