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
from collections.abc import Awaitable, Callable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import redis.asyncio
from django.conf import settings
from django.db import DatabaseError, connection

from core import live
from tournaments.models import Event
from web.edge import Edge
from web.hub import Channel, Hub
from web.pack import Pack

logger = logging.getLogger(__name__)
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

PREFIX = "/live/e/"
RECONNECT_S = 1
WATCH_S = 2
HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]


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
        with self.hub.listen(slug) as channel:
            # No more than one task beside the request's own: there are thousands of these.
            telling = asyncio.create_task(_tell(channel, send))
            try:
                while (await receive())["type"] != "http.disconnect":
                    pass
            finally:
                telling.cancel()


async def _tell(channel: Channel, send: Send) -> None:
    """Tell one client all news of an event, until it goes.

    Who comes back after a gap hears the newest version at once.
    """
    try:
        seen = channel.number
        await _say(send, channel.silence())
        if channel.version:
            seen = channel.number
            await _say(send, channel.newest())
        while True:
            await channel.after(seen)
            words, seen = channel.words(seen), channel.number
            await _say(send, words)
    except OSError:
        pass  # the client went away while we wrote


async def _say(send: Send, text: bytes) -> None:
    await send({"type": "http.response.body", "body": text, "more_body": True})


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
