"""Reading the standings as a hall does: unchanged (304), in full (200), and while hands come in.

The empty view is asked in the same round, by the same clients, so that ratios are of one run.
Requests go out in batches on each connection: a generator that waits for every answer would
measure itself.
"""

import asyncio
import time
from statistics import median

import uvloop

from bench.crowd import Reader, percentile
from bench.load import Client, Times, request
from bench.report import Goal, Line
from bench.room import Crew, Room
from bench.server import Installation, Server, Worker

TABLES = 20
BATCH = 50
READERS, READS_A_SECOND, SECONDS = 250, 500, 10
HANDS_A_SECOND = 5


def standings(
    place: Installation, worker: Worker, crew: Crew, requests: int, rounds: int
) -> list[Line]:
    """Processor time and rate of the reads, relative to the empty view of the same round."""
    room = Room(worker, crew, "reads", events=1, tables=TABLES)
    busy = Room(worker, crew, "busy", events=1, tables=HANDS_A_SECOND * SECONDS)
    path = f"/e/{room.slugs[0]}/standings/"
    with Server(place) as server:
        room.round(server, 1, TABLES)
        client = Client(server.port)
        tag = client.tag_of(path)
        asked = {
            "empty": (request("GET", "/bench/empty"), 1),
            "304": (request("GET", path, If_None_Match=tag, Accept_Encoding="gzip"), 16),
            "200": (request("GET", path, Accept_Encoding="gzip"), 16),
        }
        runs: dict[str, list[Times]] = {name: [] for name in asked}
        for _ in range(rounds):
            for name, (one, times) in asked.items():
                runs[name].append(_batches(server, client, one, max(1, requests * times // BATCH)))
        client.close()
        crowd = _crowd(server, busy)
    lines = [Line("empty view", 1, None, _figures(runs["empty"]))]
    for name in ("304", "200"):
        pairs = list(zip(runs[name], runs["empty"], strict=True))
        cpu = median(one.cpu_ms / empty.cpu_ms for one, empty in pairs)
        rate = median(one.rate / empty.rate for one, empty in pairs)
        title = f"standings {name}, {TABLES * 3} players"
        lines.append(Line(f"{title}: processor / empty", cpu, Goal(0.1), _figures(runs[name])))
        lines.append(Line(f"{title}: rate / empty", rate, Goal(10, at_least=True)))
    return [*lines, *crowd]


def _batches(server: Server, client: Client, asked: bytes, batches: int) -> Times:
    """Batches of one request, the next one when the last answer of a batch is here."""
    size = client.size_of(asked)
    times = Times()
    start, cpu_s = time.perf_counter(), server.cpu_s()
    for _ in range(batches):
        client.batch(asked, BATCH, size)
        times.latencies += [0.0] * BATCH
    times.seconds, times.cpu_s = time.perf_counter() - start, server.cpu_s() - cpu_s
    return times


def _crowd(server: Server, room: Room) -> list[Line]:
    """Phones that ask with their tag, at a steady pace, while hands are recorded."""
    hands = len(room.tables)
    path = f"/e/{room.slugs[0]}/standings/"
    readers = [Reader(path) for _ in range(READERS)]

    async def evening() -> Times:
        # The hall has been looking for a while: the very first answer is not what is measured.
        await Reader(path).run(server.port, [time.monotonic()])
        start, step = time.monotonic() + 1, READERS / READS_A_SECOND
        each = READS_A_SECOND * SECONDS // READERS
        pollers = [
            reader.run(
                server.port, [start + number / READS_A_SECOND + n * step for n in range(each)]
            )
            for number, reader in enumerate(readers)
        ]
        record = asyncio.to_thread(room.steady, server, HANDS_A_SECOND, hands, with_starts=True)
        recording = asyncio.ensure_future(record)
        await asyncio.gather(*pollers)
        return await recording

    cpu_s = server.cpu_s()
    recorded = uvloop.run(evening())
    cpu_s = server.cpu_s() - cpu_s
    waits = [seconds for reader in readers for seconds in reader.latencies]
    changed = sum(reader.changed for reader in readers)
    errors = sum(reader.errors for reader in readers)
    title = f"{READS_A_SECOND} reads/s with a tag, {HANDS_A_SECOND} hands/s"
    figures = f"p50 {percentile(waits, 50) * 1000:.1f} ms, {changed} of {len(waits)} changed"
    spent = f"{cpu_s / SECONDS:.0%} of a processor, hands p99 {recorded.p99_ms:.0f} ms"
    return [
        Line(f"{title}: p99 in ms", percentile(waits, 99) * 1000, Goal(30), figures),
        Line(f"{title}: errors", errors + recorded.errors, Goal(0), spent),
    ]


def _figures(runs: list[Times]) -> str:
    cpu, rate = median(run.cpu_ms for run in runs), median(run.rate for run in runs)
    return f"{cpu:.3f} ms of processor, {rate:.0f}/s"
