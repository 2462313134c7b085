"""Who waits when all come at once: whoever only looks, never who records a hand.

Spectators get two threads of the pool, queue for a moment, and then are told to come again. One
interpreter writes no more pages a second with five, but a hand recorded beside them takes twice as
long (`bench evening`).
"""

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

Scope = MutableMapping[str, Any]
App = Callable[[Scope, Any, Any], Awaitable[None]]

SPECTATORS = 2
QUEUE = 200
PATIENCE_S = 5.0
OPEN_TO_ALL = ("/e/", "/p/", "/rules/", "/calculator/", "/results.rss", "/api/events/")
SORRY = b"Very many are looking at once. Wait a few seconds and try again.\n"


class Shed:
    """ASGI: a bound on how many spectators are served, and how many wait, at one time.

    Args:
        pages: the application behind it.
        threads: how many requests that one serves at once.
    """

    def __init__(self, pages: App, threads: int) -> None:
        self.pages = pages
        self.free = max(1, min(SPECTATORS, threads - 1))
        self.waiting = 0
        self._slots: asyncio.Semaphore | None = None

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        """Answer one request, or say that it is too much."""
        if not _only_looks(scope):
            await self.pages(scope, receive, send)
            return
        if self._slots is None:  # made in the loop that serves
            self._slots = asyncio.Semaphore(self.free)
        if self.waiting >= QUEUE or not await self._admitted(self._slots):
            await _refuse(send)
            return
        try:
            await self.pages(scope, receive, send)
        finally:
            self._slots.release()

    async def _admitted(self, slots: asyncio.Semaphore) -> bool:
        self.waiting += 1
        try:
            async with asyncio.timeout(PATIENCE_S):
                await slots.acquire()
        except TimeoutError:
            return False
        finally:
            self.waiting -= 1
        return True


def _only_looks(scope: Scope) -> bool:
    """Whether somebody without an account may be behind it, and nothing is changed by it."""
    if scope["type"] != "http" or scope["method"] not in {"GET", "HEAD"}:
        return False
    path: str = scope["path"]
    return path == "/" or (path.startswith(OPEN_TO_ALL) and "/deal/" not in path)


async def _refuse(send: Any) -> None:
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(SORRY)).encode()),
        (b"retry-after", b"3"),
        (b"cache-control", b"no-store"),
    ]
    await send({"type": "http.response.start", "status": 503, "headers": headers})
    await send({"type": "http.response.body", "body": SORRY})
