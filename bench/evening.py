"""A large event as in production: PostgreSQL, Redis and two web processes, with its audience.

Two hundred tables, a thousand phones that follow; a steady evening, a burst when a level ends, an
audience that asks for more than there is, and both processes killed under load. And what a hand
costs as the event grows.
"""

import json
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import IO, Any, cast

from bench.crowd import percentile
from bench.load import Times
from bench.report import Goal, Line
from bench.room import Crew, Room, checked
from bench.server import ROOT, Installation, Server, Worker, redis_server
from bench.tablets import Shift, shift

TABLES, PHONES = 200, 1_000
STEADY_RATE, STEADY_S = 0.7, 60
BURST, BURST_S = 200, 5
FAST_RATE, FAST_S, FAST_TABLETS = 60, 8, 64
FLOOD, FLOOD_RATE, FLOOD_S = 800, 20, 10
RESTART_RATE, RESTART_S, RESTART_AT_S = 20, 20, 6
ALONE = 60
FLOOR_S = 3.0
SETTLE_S = 10
SIZES = (50, 200, 1_000)
GROWTH_HANDS = 60


@dataclass(frozen=True)
class Evening:
    """The processes of one measurement, its event, and what a hand costs when nothing else is."""

    worker: Worker
    servers: Sequence[Server]
    room: Room
    alone: Times

    @property
    def ports(self) -> list[int]:
        """Where the web processes listen."""
        return [server.port for server in self.servers]

    def hands(self, rate: float, count: int, tablets: int, *, with_starts: bool = True) -> Shift:
        """Record so many hands a second."""
        queues = self.room.jobs(rate, count, tablets, with_starts=with_starts)
        done = shift(self.ports, queues)
        checked(done)
        self.room.recorded += len(done.latencies)
        return done


def evening(place: Installation, worker: Worker, crew: Crew) -> list[Line]:
    """All of it; on PostgreSQL only, since two processes need it."""
    with (
        redis_server() as redis,
        Server(replace(place, redis=redis)) as one,
        Server(replace(place, redis=redis)) as two,
    ):
        room = Room(worker, crew, "evening", events=1, tables=TABLES)
        alone = room.round(one, 1, ALONE)
        room.round(two, 1, ALONE)  # so that neither process is new
        found = Evening(worker, [one, two], room, alone)
        lines = _against_the_floor(found, crew)
        # The fast one first: for a while after an audience its pages are still made anew.
        for part in (_fast, _followed, _flooded, _restarted):
            lines += part(found)
        return [*lines, *_sound(found)]


def growth(place: Installation, worker: Worker, crew: Crew) -> list[Line]:
    """What a hand costs the server in events of three sizes."""
    lines, first = [], 0.0
    with Server(place) as server:
        for tables in SIZES:
            room = Room(worker, crew, f"size-{tables}", events=1, tables=tables)
            room.round(server, 1, GROWTH_HANDS // 2)
            times = room.round(server, 1, GROWTH_HANDS // 2)
            first = first or times.cpu_ms
            said = f"{times.cpu_ms:.2f} ms of processor, p50 {times.p50_ms:.1f} ms"
            title = f"a hand, {tables} tables: processor / {SIZES[0]} tables"
            lines.append(Line(title, times.cpu_ms / first, Goal(1.5), said))
    return lines


def _against_the_floor(found: Evening, crew: Crew) -> list[Line]:
    """One client alone, against the bare driver doing the same transaction."""
    bare = Room(found.worker, crew, "evening-floor", events=1, tables=8)
    found.worker.ask("learn", name="evening", tables=bare.tables)
    floor = Times(**found.worker.ask("floor", name="evening", clients=1, seconds=FLOOR_S))
    said = f"{_said(found.alone)}; floor p50 {floor.p50_ms:.1f} ms"
    return [Line("one client: p50 / bare driver", found.alone.p50_ms / floor.p50_ms, None, said)]


def _followed(found: Evening) -> list[Line]:
    """The steady evening and the burst, while a thousand phones follow."""
    with _audience("follow", found, PHONES) as seen:
        steady = found.hands(STEADY_RATE, int(STEADY_RATE * STEADY_S), TABLES)
        found.room.start_all(found.servers[0])
        burst = found.hands(BURST / BURST_S, BURST, TABLES, with_starts=False)
        time.sleep(SETTLE_S)
    name = f"{TABLES} tables, {PHONES} phones"
    p50, p99 = seen["p50"] * 1000, seen["p99"] * 1000
    phones = f"{seen['fetches']} fetches, p50 {p50:.0f}, p99 {p99:.0f} ms"
    broken = seen["errors"] + seen["broken"]
    return [
        *_lines(f"{name}, {STEADY_RATE} hands/s", steady, found.alone),
        *_lines(f"{name}, {BURST} hands in {BURST_S} s", burst, found.alone),
        Line("  fetches that failed, streams that broke", broken, Goal(0), phones),
        Line("  phones that show an old version", seen["behind"], Goal(0)),
    ]


def _fast(found: Evening) -> list[Line]:
    """A hand a second from each of many tablets: far more than any room plays."""
    found.room.start_all(found.servers[0])
    hands = min(FAST_RATE * FAST_S, TABLES)
    times = found.hands(FAST_RATE, hands, FAST_TABLETS, with_starts=False)
    more = found.hands(FAST_RATE, FAST_RATE * FAST_S, FAST_TABLETS)
    name = f"{FAST_RATE} hands/s over {FAST_TABLETS} tablets, two processes"
    return [
        *_lines(name, times, found.alone, Goal(5)),
        *_lines(f"{name}, and their starts", more, found.alone),
    ]


def _flooded(found: Evening) -> list[Line]:
    """An audience that asks for more than there is: it is refused, and no tablet is."""
    with _audience("flood", found, FLOOD) as seen:
        times = found.hands(FLOOD_RATE, FLOOD_RATE * FLOOD_S, FAST_TABLETS)
    refused, served = seen.get("503", 0), seen.get("200", 0)
    said = f"{served} pages served, {refused} refused"
    broken = sum(n for status, n in seen.items() if status not in {"200", "503"})
    return [
        *_lines(f"{FLOOD} spectators at once, {FLOOD_RATE} hands/s", times, found.alone),
        Line("  spectators refused", refused, Goal(1, at_least=True), said),
        Line("  spectators with any other answer", broken, Goal(0)),
    ]


def _restarted(found: Evening) -> list[Line]:
    """Both processes are killed under load and started again at once."""
    killed: list[float] = []

    def kill() -> None:
        killed.append(time.monotonic())
        for server in found.servers:
            server.restart()

    timer = threading.Timer(RESTART_AT_S, kill)
    timer.start()
    times = found.hands(RESTART_RATE, RESTART_RATE * RESTART_S, FAST_TABLETS)
    timer.join()
    after = sorted(at - killed[0] for at in times.answered if at > killed[0])
    silence = max((b - a for a, b in zip([0.0, *after], after, strict=False)), default=0.0)
    said = f"longest silence {silence:.1f} s, {times.retries} repeats, slowest {_slowest(times)} s"
    return [
        Line(f"both processes killed under {RESTART_RATE} hands/s: errors", times.errors, Goal(0)),
        Line("  hands answered late, of all", _late(times), None, said),
    ]


def _late(times: Shift) -> float:
    return sum(wait > 1 for wait in times.latencies) / max(1, len(times.latencies))


def _slowest(times: Times) -> str:
    return f"{max(times.latencies, default=0):.1f}"


def _sound(found: Evening) -> list[Line]:
    """After all that: each acknowledged hand once, and the event as its journal says."""
    seen = found.worker.ask("counted", slug=found.room.slugs[0])
    sent = found.room.recorded
    said = f"{sent} hands acknowledged"
    return [
        Line("hands lost or doubled", abs(seen["hands"] - sent), Goal(0), said),
        Line("problems found by verification", seen["problems"], Goal(0)),
    ]


def _lines(name: str, times: Shift, alone: Times, goal: Goal | None = None) -> list[Line]:
    return [
        Line(f"{name}: errors", times.errors, Goal(0), _said(times)),
        Line("  p99 / p50 of one client", times.p99_ms / alone.p50_ms, goal),
    ]


def _said(times: Times) -> str:
    p50, p95, p99 = (percentile(times.latencies, n) * 1000 for n in (50, 95, 99))
    return f"{len(times.latencies)} hands, p50 {p50:.1f}, p95 {p95:.1f}, p99 {p99:.1f} ms"


@contextmanager
def _audience(what: str, found: Evening, count: int) -> Iterator[dict[str, Any]]:
    """People who look, in a process of their own; what they saw is there after the block."""
    command = [sys.executable, "-m", "bench.hall", what, found.room.slugs[0], str(count)]
    command += [str(port) for port in found.ports]
    process = subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    say, hear = cast("IO[str]", process.stdin), cast("IO[str]", process.stdout)
    assert hear.readline().strip() == "ready", "the audience did not come in"
    seen: dict[str, Any] = {}
    try:
        yield seen
    finally:
        say.close()
        seen.update(json.loads(hear.readline()))
        process.wait(30)
