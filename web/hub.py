"""Who listens to which event in this process, and what they have not heard yet.

Telling a thousand streams is one loop over a thousand futures: no timer and no lock for each, and
their words are put together once. A stream holds one number, not a queue, so a slow client gets the
newest version when it is ready and never holds up another.
"""

import asyncio
import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache

from core import metrics

HEARTBEAT_S = 20
# So many are woken before other connections have their turn again.
AT_ONCE = 250
# How finely a message tells the time: a page takes the best of many.
TICKS = 50
# From so many streams on, screens spread their fetches over a longer time.
CROWD = 1000
SPREAD_MS, SPREAD_CROWD_MS = 300, 3000


class Channel:
    """One event: its newest version, and everybody who waits for news of it.

    News are numbered. A stream remembers the number of the last one that it told.
    """

    def __init__(self, version: int) -> None:
        self.version = version
        self.streams = self.number = 0
        self._changed = self._turned = 0
        self._waiting: list[asyncio.Future[None]] = []
        self._loop = asyncio.get_running_loop()
        self._heartbeat = self._loop.call_later(HEARTBEAT_S, self._tell)

    def publish(self, version: int) -> None:
        """There is a newer version."""
        self.version = version
        self._changed = self.number + 1
        self._tell()

    def turn(self) -> None:
        """A level or a break has begun by itself."""
        self._turned = self.number + 1
        self._tell()

    def close(self) -> None:
        """Nobody listens any more."""
        self._heartbeat.cancel()

    async def after(self, seen: int) -> None:
        """Wait for news later than these, which may be no more than that nothing happens."""
        if self.number == seen:
            waiter = self._loop.create_future()
            self._waiting.append(waiter)
            await waiter

    def words(self, seen: int) -> bytes:
        """What to tell a stream that has told these news: the newest state, in one message."""
        if self._turned > seen:
            return message("turn", v=self.version, spread=self.spread_ms)
        return self.newest() if self._changed > seen else self.silence()

    def newest(self) -> bytes:
        """The newest version, as a message."""
        return message("version", v=self.version, spread=self.spread_ms)

    def silence(self) -> bytes:
        """That the stream is alive, as a message."""
        return message("heartbeat", v=self.version)

    @property
    def spread_ms(self) -> int:
        """Over how long the screens of this event should spread their fetches."""
        return SPREAD_CROWD_MS if self.streams > CROWD else SPREAD_MS

    def _tell(self) -> None:
        self.number += 1
        self._heartbeat.cancel()
        self._heartbeat = self._loop.call_later(HEARTBEAT_S, self._tell)
        waiting, self._waiting = self._waiting, []
        self._wake(waiting, 0)

    def _wake(self, waiting: list[asyncio.Future[None]], start: int) -> None:
        for waiter in waiting[start : start + AT_ONCE]:
            if not waiter.done():  # else its client has gone
                waiter.set_result(None)
        if start + AT_ONCE < len(waiting):
            self._loop.call_soon(self._wake, waiting, start + AT_ONCE)


class Hub:
    """The channels of this process. All of it only from the loop that serves the streams."""

    def __init__(self) -> None:
        # What else is to be done about an event of which something new was heard.
        self.heard: Callable[[str], None] = lambda _slug: None
        self.turned: Callable[[str], None] = lambda _slug: None
        self._channels: dict[str, Channel] = {}
        self._newest: dict[str, int] = {}

    def publish(self, slug: str, version: int) -> None:
        """Tell everybody who listens to this event."""
        self._newest[slug] = max(version, self._newest.get(slug, 0))
        if channel := self._channels.get(slug):
            channel.publish(self._newest[slug])
        self.heard(slug)

    def turn(self, slug: str) -> None:
        """Tell everybody who listens that the clock alone changed something."""
        if channel := self._channels.get(slug):
            channel.turn()
        self.turned(slug)

    def watched(self) -> list[str]:
        """The events that somebody listens to."""
        return list(self._channels)

    def newest(self, slug: str) -> int:
        """The newest version heard of here; 0 when none was."""
        return self._newest.get(slug, 0)

    @contextmanager
    def listen(self, slug: str) -> Iterator[Channel]:
        """The channel of one event, for the time of one stream."""
        if slug not in self._channels:
            self._channels[slug] = Channel(self.newest(slug))
        channel = self._channels[slug]
        channel.streams += 1
        metrics.STREAMS.inc()
        try:
            yield channel
        finally:
            metrics.STREAMS.dec()
            channel.streams -= 1
            if not channel.streams:
                channel.close()
                del self._channels[slug]


def message(event: str, **facts: int) -> bytes:
    """One server-sent event; every one carries the server's time for the clocks on the pages."""
    return _worded(event, tuple(facts.items()), int(time.time() * TICKS))


@lru_cache(maxsize=64)
def _worded(event: str, facts: tuple[tuple[str, int], ...], ticks: int) -> bytes:
    """The same words for thousands of streams are put together once."""
    return f"event: {event}\ndata: {json.dumps({**dict(facts), 'now': ticks / TICKS})}\n\n".encode()
