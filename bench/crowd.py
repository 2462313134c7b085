"""Phones in a hall: readers that ask again with the tag they have, and streams that only listen.

All in one event loop, since thousands of threads would measure themselves; and in the loop that the
server has, since both share the processors. What was read counts as arrived.
"""

import asyncio
import re
import socket
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from statistics import median, quantiles
from typing import cast

VERSION = re.compile(rb'event: version\ndata: {"v": (\d+)')
HEAD_END = b"\r\n\r\n"
SMALL_BUFFER = 4096
AT_ONCE = 200


@dataclass(slots=True)
class Heard:
    """What streams heard: when each version arrived, in seconds of this machine's clock."""

    arrivals: dict[int, list[float]] = field(default_factory=dict)
    opened: int = 0

    def delays(self, commits: dict[int, float]) -> list[float]:
        """Seconds from each commit to each arrival of its version."""
        return [
            at - commits[version]
            for version, arrived in self.arrivals.items()
            if version in commits
            for at in arrived
        ]


class Stream(asyncio.Protocol):
    """One open stream that notes when versions arrive."""

    def __init__(self, asked: bytes, heard: Heard, opened: "asyncio.Future[None]") -> None:
        self._asked, self._heard, self._opened = asked, heard, opened
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the stream."""
        self.transport = cast("asyncio.Transport", transport)  # uvloop's is one in all but name
        self.transport.write(self._asked)

    def data_received(self, data: bytes) -> None:
        """Note the versions in it; the first heartbeat says that the stream is open."""
        now = time.time()
        if not self._opened.done() and b"event: heartbeat" in data:
            self._heard.opened += 1
            self._opened.set_result(None)
        for said in VERSION.findall(data):
            self._heard.arrivals.setdefault(int(said), []).append(now)


async def open_streams(port: int, slug: str, count: int, heard: Heard) -> list[Stream]:
    """Open so many streams, some at a time, and wait until each has heard a heartbeat."""
    loop = asyncio.get_running_loop()
    asked = f"GET /live/e/{slug} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()
    gate = asyncio.Semaphore(AT_ONCE)

    async def one() -> Stream:
        async with gate:
            opened: asyncio.Future[None] = loop.create_future()
            made = lambda: Stream(asked, heard, opened)  # noqa: E731  (one factory for one stream)
            _transport, stream = await loop.create_connection(made, "127.0.0.1", port)
            await opened
            return stream

    return await asyncio.gather(*(one() for _ in range(count)))


async def deaf_streams(port: int, slug: str, count: int) -> list[socket.socket]:
    """Streams of clients that never read: their buffers fill, and nobody takes anything out."""
    loop = asyncio.get_running_loop()
    deaf = []
    for _ in range(count):
        one = socket.socket()
        one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL_BUFFER)
        one.settimeout(0)
        await loop.sock_connect(one, ("127.0.0.1", port))
        await loop.sock_sendall(one, f"GET /live/e/{slug} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        deaf.append(one)
    return deaf


class Reader:
    """One phone that asks for a fragment with the tag it has, on one connection."""

    def __init__(self, path: str) -> None:
        self._path, self._tag = path, b""
        self.latencies: list[float] = []
        self.changed = self.errors = 0

    async def run(self, port: int, dues: Sequence[float]) -> None:
        """Ask at each of these instants; a late answer does not excuse the next one."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        for due in dues:
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            await self.ask(reader, writer)
            self.latencies.append(time.monotonic() - due)
        writer.close()

    async def ask(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Ask once, on a connection that is open."""
        writer.write(self._request())
        await self._answer(reader)

    def _request(self) -> bytes:
        tag = b"If-None-Match: " + self._tag + b"\r\n" if self._tag else b""
        start = f"GET {self._path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Encoding: gzip\r\n"
        return start.encode() + tag + b"\r\n"

    async def _answer(self, reader: asyncio.StreamReader) -> None:
        head = await reader.readuntil(HEAD_END)
        pairs = (line.partition(b": ") for line in head.split(b"\r\n"))
        headers = {name.lower(): value for name, _, value in pairs}
        if not head.startswith(b"HTTP/1.1 304"):
            await reader.readexactly(int(headers.get(b"content-length", b"0")))
            self.changed += head.startswith(b"HTTP/1.1 200")
            self.errors += not head.startswith(b"HTTP/1.1 200")
        self._tag = headers.get(b"etag", self._tag)


def percentile(values: Sequence[float], percent: int) -> float:
    """A percentile; of a single value that value."""
    if len(values) < 2:
        return values[0] if values else 0.0
    return quantiles(values, n=100, method="inclusive")[percent - 1]


def middle(values: Sequence[float]) -> float:
    """The median; 0 of nothing."""
    return median(values) if values else 0.0


async def every(seconds: float, times: int, act: Callable[[], Awaitable[None]]) -> None:
    """Do something again and again, at a steady pace."""
    start = time.monotonic()
    for number in range(times):
        await asyncio.sleep(max(0.0, start + number * seconds - time.monotonic()))
        await act()
