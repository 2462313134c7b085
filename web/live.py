"""Live streams for thousands of screens: server-sent events from a thin layer before Django.

A stream says only ``{"v": version, "now": server's seconds, "spread": ms}``. The page then fetches
what changed, with its ETag; so a message that is lost, doubled or late does no harm, and nothing
private can leak through a stream.

One hub a process. With Redis it hears every commit at once. Without, it hears those of its own
process at once, and looks every other second for those of another one, such as a command line.
"""

import asyncio
import json
import logging
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import lru_cache
from typing import Any

import redis.asyncio
from django.conf import settings
from django.db import DatabaseError, connection

from core import live, metrics
from tournaments.models import Event
from web.edge import Edge
from web.pack import Pack

logger = logging.getLogger(__name__)
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

PREFIX = "/live/e/"
HEARTBEAT_S = 20
RECONNECT_S = 1
WATCH_S = 2
# How finely a message tells the time: a page takes the best of many.
TICKS = 50
# From so many streams on, screens spread their fetches over a longer time.
CROWD = 1000
SPREAD_MS, SPREAD_CROWD_MS = 300, 3000
HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]


class Hub:
    """Who listens to which event in this process, and the newest version each of them has not seen.

    A listener holds one number, not a queue: a slow client gets the newest version when it is ready
    and never holds up another.
    """

    def __init__(self) -> None:
        # What else is to be done about an event of which something new was heard.
        self.heard: Callable[[str], None] = lambda _slug: None
        self.turned: Callable[[str], None] = lambda _slug: None
        self._listeners: dict[str, set[Listener]] = defaultdict(set)
        self._newest: dict[str, int] = {}

    def publish(self, slug: str, version: int) -> None:
        """Wake everybody who listens to this event. Only from the loop of this hub."""
        self._newest[slug] = max(version, self._newest.get(slug, 0))
        for listener in self._listeners.get(slug, ()):
            listener.tell(version)
        self.heard(slug)

    def turn(self, slug: str) -> None:
        """Tell everybody who listens that the clock alone changed something. Only from the loop."""
        for listener in self._listeners.get(slug, ()):
            listener.tell_turn()
        self.turned(slug)

    def watched(self) -> list[str]:
        """The events that somebody listens to."""
        return list(self._listeners)

    @asynccontextmanager
    async def listen(self, slug: str) -> AsyncIterator["Listener"]:
        """A listener for one event, for the time of one stream.

        Who comes back after a gap hears the newest version at once.
        """
        listener = Listener()
        if slug in self._newest:
            listener.tell(self._newest[slug])
        self._listeners[slug].add(listener)
        metrics.STREAMS.inc()
        try:
            yield listener
        finally:
            metrics.STREAMS.dec()
            self._listeners[slug].discard(listener)
            if not self._listeners[slug]:
                del self._listeners[slug]

    def newest(self, slug: str) -> int:
        """The newest version heard of here; 0 when none was."""
        return self._newest.get(slug, 0)

    def spread_ms(self, slug: str) -> int:
        """Over how long the screens of this event should spread their fetches."""
        crowd = len(self._listeners.get(slug, ())) > CROWD
        return SPREAD_CROWD_MS if crowd else SPREAD_MS


class Listener:
    """One stream's newest unseen version, and whether its client is there."""

    __slots__ = ("_changed", "_version", "gone", "turned")

    def __init__(self) -> None:
        self._version = 0
        self._changed = asyncio.Event()
        self.gone = False
        self.turned = False

    def tell_turn(self) -> None:
        """A level or a break has begun by itself."""
        self.turned = True
        self._changed.set()

    def tell(self, version: int) -> None:
        """There is a newer version."""
        self._version = max(self._version, version)
        self._changed.set()

    def leave(self) -> None:
        """The client has gone: whoever waits need not."""
        self.gone = True
        self._changed.set()

    async def next_version(self) -> int | None:
        """Wait for a version that was not given out yet; None when it is time for a heartbeat."""
        try:
            async with asyncio.timeout(HEARTBEAT_S):
                await self._changed.wait()
        except TimeoutError:
            return None
        self._changed.clear()
        return self._version


class LiveLayer:
    """ASGI: the live streams itself, everything else to ``pages``."""

    def __init__(self, pages: App) -> None:
        self.hub = Hub()
        self.pages = Edge(Pack(pages), self.hub.newest)
        self.hub.heard, self.hub.turned = self.pages.heard, self.pages.turned
        self._feed: asyncio.Task[None] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one connection."""
        if scope["type"] == "lifespan":
            await self._lifespan(receive, send)
        elif scope["type"] == "http" and scope["path"].startswith(PREFIX):
            self._start_feed()
            await self._stream(scope["path"].removeprefix(PREFIX), receive, send)
        else:
            await self.pages(scope, receive, send)

    async def _lifespan(self, receive: Receive, send: Send) -> None:
        await receive()
        self._start_feed()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        if self._feed is not None:
            self._feed.cancel()
        await send({"type": "lifespan.shutdown.complete"})

    def _start_feed(self) -> None:
        """Connect the hub to the announcements, once, in the loop that serves the streams."""
        if self._feed is None:
            feed = self._redis_feed() if settings.REDIS_URL else self._watch()
            self._feed = asyncio.create_task(feed)
            if not settings.REDIS_URL:
                loop = asyncio.get_running_loop()
                live.listen(lambda slug, n: _call(loop, self.hub.publish, slug, n))
                live.listen_turns(lambda slug, _: _call(loop, self.hub.turn, slug))

    async def _redis_feed(self) -> None:
        while True:
            try:
                client = redis.asyncio.Redis.from_url(settings.REDIS_URL)
                async with client, client.pubsub() as channel:
                    await channel.subscribe(live.CHANNEL)
                    async for message in channel.listen():
                        if message["type"] == "message":
                            said = json.loads(message["data"])
                            self._heard(said)
            except (redis.RedisError, OSError, ValueError):
                logger.warning("live updates: Redis is away, trying again")
                await asyncio.sleep(RECONNECT_S)

    def _heard(self, said: dict[str, Any]) -> None:
        if said.get("turn"):
            self.hub.turn(said["event"])
        else:
            self.hub.publish(said["event"], said["version"])

    async def _watch(self) -> None:
        """Hear of commits that another process made and told nobody."""
        with ThreadPoolExecutor(1, "live") as one:
            while True:
                await asyncio.sleep(WATCH_S)
                if slugs := self.hub.watched():
                    loop = asyncio.get_running_loop()
                    for slug, version in await loop.run_in_executor(one, _versions, slugs):
                        if version > self.hub.newest(slug):
                            self.hub.publish(slug, version)

    async def _stream(self, slug: str, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
        async with self.hub.listen(slug) as listener:
            await _say(send, message("heartbeat", v=self.hub.newest(slug)))
            # No more than one task beside the request's own: there are thousands of these.
            gone = asyncio.create_task(_until_gone(receive, listener))
            try:
                while True:
                    version = await listener.next_version()
                    if listener.gone:
                        break
                    await _say(send, self._news(slug, version, listener))
            except OSError:
                pass  # the client went away while we wrote
            finally:
                gone.cancel()

    def _news(self, slug: str, version: int | None, listener: Listener) -> bytes:
        if listener.turned:
            listener.turned = False
            return message("turn", v=self.hub.newest(slug), spread=self.hub.spread_ms(slug))
        if version is None:
            return message("heartbeat", v=self.hub.newest(slug))
        return message("version", v=version, spread=self.hub.spread_ms(slug))


def message(event: str, **facts: int) -> bytes:
    """One server-sent event; every one carries the server's time for the clocks on the pages."""
    return _worded(event, tuple(facts.items()), int(time.time() * TICKS))


@lru_cache(maxsize=64)
def _worded(event: str, facts: tuple[tuple[str, int], ...], ticks: int) -> bytes:
    """The same words for thousands of streams are put together once."""
    return f"event: {event}\ndata: {json.dumps({**dict(facts), 'now': ticks / TICKS})}\n\n".encode()


async def _say(send: Send, text: bytes) -> None:
    await send({"type": "http.response.body", "body": text, "more_body": True})


async def _until_gone(receive: Receive, listener: Listener) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    listener.leave()


def _versions(slugs: list[str]) -> list[tuple[str, int]]:
    """The versions in the database; none while it does not answer. Leaves no connection open."""
    try:
        return list(Event.objects.filter(slug__in=slugs).values_list("slug", "version"))
    except DatabaseError:
        logger.warning("live updates: the database did not answer")
        return []
    finally:
        connection.close()


def _call(loop: asyncio.AbstractEventLoop, tell: Callable[..., None], *facts: str | int) -> None:
    if not loop.is_closed():
        loop.call_soon_threadsafe(tell, *facts)
