"""Live streams: what thousands of them weigh, and how soon after the commit each one hears of it.

A hand is started and recorded through the API; the server notes when each version was committed
(`bench.urls`), and every stream when it arrived.
"""

import asyncio
import json
import resource
import time
from pathlib import Path

import uvloop

from bench.crowd import Heard, Stream, deaf_streams, every, middle, open_streams, percentile
from bench.load import Client, request
from bench.report import Goal, Line
from bench.room import Crew, Room
from bench.server import Installation, Server, Worker

FEW, MANY = 1_000, 5_000
DEAF = 100
EVENTS, PACE_S = 8, 0.7
SPARE_FILES = 500
PAGE_KIB = resource.getpagesize() // 1024


def streams(place: Installation, worker: Worker, crew: Crew) -> list[Line]:
    """Memory, time to open, commit to arrival; and what clients that never read do to others."""
    _allow_files(MANY + SPARE_FILES)
    found = {}
    for count in (FEW, MANY):
        with Server(place) as server:
            room = Room(worker, crew, f"live-{count}", events=1, tables=EVENTS * 2)
            found[count] = uvloop.run(_listening(server, room, count))
    few, many = found[FEW], found[MANY]
    return [
        *few.lines(FEW),
        *many.lines(MANY),
        Line(f"p99 at {FEW}: ms", few.p99 * 1000, Goal(100)),
        Line(f"p99 at {MANY} / p99 at {FEW}", many.p99 / few.p99, Goal(8)),
        Line(f"{MANY} streams open: seconds", many.opened_s, Goal(5)),
        Line(
            f"p50 beside {DEAF} deaf clients / without",
            few.deaf_p50 / middle(few.delays),
            Goal(1.5),
            f"p99 {few.deaf_p99 * 1000:.0f} ms",
        ),
        Line("versions lost", few.lost + many.lost, Goal(0)),
    ]


class Found:
    """What so many streams were like."""

    def __init__(self, opened_s: float, kib: float, delays: list[float], lost: int) -> None:
        self.opened_s, self.kib, self.delays, self.lost = opened_s, kib, delays, lost
        self.p99 = percentile(delays, 99)
        self.deaf_p50 = self.deaf_p99 = 0.0

    def lines(self, count: int) -> list[Line]:
        """Memory of each, and the delays as figures."""
        figures = f"{middle(self.delays) * 1000:.0f} / {self.p99 * 1000:.0f} ms"
        opened = f"opened in {self.opened_s:.1f} s; commit to arrival p50 / p99 {figures}"
        return [Line(f"{count} streams: KiB for an idle one", self.kib, Goal(25), opened)]


async def _listening(server: Server, room: Room, count: int) -> Found:
    before = _memory_kib(server)
    heard, start = Heard(), time.monotonic()
    opened = await open_streams(server.port, room.slugs[0], count, heard)
    opened_s = time.monotonic() - start
    kib = (_memory_kib(server) - before) / count
    delays, lost = await _evening(server, room, heard, count)
    found = Found(opened_s, kib, delays, lost)
    if count == FEW:
        deaf = await deaf_streams(server.port, room.slugs[0], DEAF)
        heard.arrivals.clear()
        again, lost = await _evening(server, room, heard, count)
        found.deaf_p50, found.deaf_p99 = middle(again), percentile(again, 99)
        found.lost += lost
        for one in deaf:
            one.close()
    _close(opened)
    return found


async def _evening(server: Server, room: Room, heard: Heard, count: int) -> tuple[list[float], int]:
    """Some hands, one after the other; the delays, and how many arrivals are missing."""

    async def hand() -> None:
        await asyncio.to_thread(room.round, server, 1, 1)

    await every(PACE_S, EVENTS, hand)
    await asyncio.sleep(PACE_S)
    commits = await asyncio.to_thread(_commits, server)
    newest = max(version for version in commits if version in heard.arrivals)
    # A stream holds one number: of two versions at once it may tell the newer one alone.
    return heard.delays(commits), count - len(heard.arrivals[newest])


def _commits(server: Server) -> dict[int, float]:
    """When the server committed each version."""
    client = Client(server.port)
    _, body = client.send(request("GET", "/bench/commits"))
    client.close()
    return {int(version): at for version, at in json.loads(body).items()}


def _memory_kib(server: Server) -> int:
    """What the server holds in memory."""
    return int(Path(f"/proc/{server.pid}/statm").read_text().split()[1]) * PAGE_KIB


def _close(opened: list[Stream]) -> None:
    for stream in opened:
        if stream.transport is not None:
            stream.transport.abort()


def _allow_files(count: int) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < count:
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(max(count, soft), hard), hard))
