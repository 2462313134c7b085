"""The audience, in a process of its own: phones that follow an event, or a flood that only takes.

``python -m bench.hall follow SLUG COUNT PORT ...`` opens a stream for each phone, which fetches the
standings when it hears of a version, as the page does: spread as the server says, with the tag it
has. ``python -m bench.hall flood SLUG COUNT PORT ...`` asks for players' pages, as fast as answers
come. Both say "ready", go on until their standard input ends, and then print what they saw.
"""

import asyncio
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Sequence
from itertools import count

from bench.crowd import HEAD_END, Reader, percentile

FLOOD_PAGE = "/e/{slug}/p/{number}/?{turn}"
PLAYERS = 50
FLOOD_PAUSE_S = 0.5
AT_ONCE = 100


class Phone:
    """One who follows: a stream, and the newest version that was fetched."""

    def __init__(self, slug: str, port: int) -> None:
        self._slug, self._port = slug, port
        self._reader = Reader(f"/e/{slug}/standings/")
        self.heard = self.fetched = self.fetches = 0
        self.waits: list[float] = []
        self._news = asyncio.Event()

    async def open(self) -> None:
        """Open the stream, and hear the first heartbeat."""
        self._stream, writer = await asyncio.open_connection("127.0.0.1", self._port)
        writer.write(f"GET /live/e/{self._slug} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        self._writer = writer
        await self._stream.readuntil(HEAD_END)

    async def listen(self) -> None:
        """Note what the stream says."""
        while line := await self._stream.readline():
            if line.startswith(b"data: "):
                said = json.loads(line[6:])
                self._spread = said.get("spread", 300) / 1000
                if said.get("v", 0) > self.heard:
                    self.heard = said["v"]
                    self._news.set()

    async def follow(self) -> None:
        """Fetch when there is news; several at once are one fetch."""
        fetch, writer = await asyncio.open_connection("127.0.0.1", self._port)
        while True:
            await self._news.wait()
            await asyncio.sleep(random.random() * self._spread)
            self._news.clear()
            wanted, start = self.heard, time.monotonic()
            await self._reader.ask(fetch, writer)
            self.waits.append(time.monotonic() - start)
            self.fetched = wanted

    @property
    def errors(self) -> int:
        """Answers that were neither new nor unchanged."""
        return self._reader.errors


async def follow(slug: str, crowd: int, ports: Sequence[int]) -> dict[str, float]:
    """Phones in the hall, half of them at each process."""
    phones = [Phone(slug, ports[number % len(ports)]) for number in range(crowd)]
    for first in range(0, crowd, AT_ONCE):
        await asyncio.gather(*(phone.open() for phone in phones[first : first + AT_ONCE]))
    work = [asyncio.create_task(do()) for one in phones for do in (one.listen, one.follow)]
    await _until_told()
    broken = sum(one.done() for one in work)
    for one in work:
        one.cancel()
    newest = max(phone.heard for phone in phones)
    waits = [wait for phone in phones for wait in phone.waits]
    return {
        "fetches": len(waits),
        "p50": percentile(waits, 50),
        "p99": percentile(waits, 99),
        "errors": sum(phone.errors for phone in phones),
        "broken": broken,
        "behind": sum(phone.fetched < newest for phone in phones),
    }


async def flood(slug: str, crowd: int, ports: Sequence[int]) -> dict[str, int]:
    """Far more at once than can be served; whoever is refused waits a moment and comes again."""
    seen: Counter[int] = Counter()

    async def one(number: int) -> None:
        for turn in count():
            whose = number % PLAYERS + 1
            path = FLOOD_PAGE.format(slug=slug, number=whose, turn=f"{number}.{turn}")
            status = await _status(ports[number % len(ports)], path)
            seen[status] += 1
            if status != 200:
                await asyncio.sleep(FLOOD_PAUSE_S)

    work = [asyncio.create_task(one(number)) for number in range(crowd)]
    await _until_told()
    for task in work:
        task.cancel()
    return {str(status): times for status, times in sorted(seen.items())}


async def _status(port: int, path: str) -> int:
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode()
        )
        answer = await reader.read()
        writer.close()
    except OSError:
        return 0
    return int(answer[9:12] or 0)


async def _until_told() -> None:
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.read)


def main() -> None:
    what, slug, crowd, *ports = sys.argv[1:]
    act = {"follow": follow, "flood": flood}[what]
    found = asyncio.run(act(slug, int(crowd), [int(port) for port in ports]))
    print(json.dumps(found), flush=True)


if __name__ == "__main__":
    main()
