"""Fragments that are the same for everyone, answered before Django: a hall full of phones is cheap.

A view marks such an answer with `web.pages.SHARED`: the event and the version it shows. It is given
again, or as 304, while no newer version was heard of, and for a second at most: so a process that
hears nothing of another one's commits is a second late and no more.

Nobody waits long for a list that takes long to write. What is asked for often is asked of the pages
again before its second is over, and costs them a 304. When a newer version is heard of, it is made
anew at once, before the phones come for it; who comes while it is made gets the last one, if that
is a few seconds old at most. A page sees by the version in the ETag that it is behind, and asks
again. What takes long is made less often, so that no event has more than a part of the processor
for this.
"""

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Iterable, MutableMapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.http import parse_cookie
from django.utils.translation import get_supported_language_variant
from django.utils.translation.trans_real import parse_accept_lang_header

from web.pack import takes_gzip

logger = logging.getLogger(__name__)
Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Header = tuple[bytes, bytes]
Key = tuple[object, ...]

SHARED = b"x-thirteen-shared"
GOOD_FOR_S = 1.0
# How old an answer may be that is given while the next one is made.
BEARABLE_S = 5.0
# An answer is made anew at most so often: it rests this many times as long as it took to make.
REST = 5
# What nobody asked for in this time is not made anew before somebody does.
WANTED_S = 15.0
KEPT = 512
NOT_MODIFIED = 304
# What an answer depends on besides its address, its language and how it is packed.
DEPENDS_ON = (b"host", b"x-forwarded-proto", b"hx-request")
HOP = {b"content-length", SHARED}


@dataclass(slots=True)
class Kept:
    """One answer: whose it is, which version it shows, and how it was made."""

    slug: str
    version: int
    made: float
    took: float
    etag: bytes
    headers: tuple[Header, ...]
    body: bytes
    scope: Scope
    asked: float


class Edge:
    """ASGI: shared fragments from memory, everything else from ``pages``.

    Args:
        pages: the application behind it.
        newest: the newest version of an event that was heard of here; 0 for none.
        clock: seconds that only grow.
    """

    def __init__(
        self,
        pages: Callable[..., Any],
        newest: Callable[[str], int],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.pages, self.newest, self.clock = pages, newest, clock
        self._kept: OrderedDict[Key, Kept] = OrderedDict()
        self._making: dict[Key, asyncio.Event] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        """Answer one connection."""
        if scope["type"] != "http" or scope["method"] != "GET" or not _may_be_shared(scope["path"]):
            await self.pages(scope, receive, send)
            return
        headers = dict(scope["headers"])
        key = _key(scope, headers)
        waited = key in self._making
        kept = self._good(key) or await self._bearable(key)
        if kept is not None:
            kept.asked = self.clock()
            await _give(kept, headers.get(b"if-none-match"), send)
        elif waited:
            # What was made was not everyone's: whoever waited asks for himself, and all at once.
            await self.pages(scope, receive, send)
        else:
            await self._first(key, scope, receive, send)

    def heard(self, slug: str) -> None:
        """There is a newer version of an event: make anew what is wanted of it."""
        now = self.clock()
        for key, kept in self._kept.items():
            if kept.slug == slug and now - kept.asked < WANTED_S:
                self._renew(key, kept)

    def turned(self, slug: str) -> None:
        """The clock alone has changed what is seen of an event: the version does not tell."""
        for kept in self._kept.values():
            if kept.slug == slug:
                kept.made -= GOOD_FOR_S
        self.heard(slug)

    def _good(self, key: Key) -> Kept | None:
        kept = self._kept.get(key)
        if kept is None or self.newest(kept.slug) > kept.version:
            return None
        age = self.clock() - kept.made
        if GOOD_FOR_S / 2 < age < GOOD_FOR_S:
            self._renew(key, kept)
        return kept if age < GOOD_FOR_S else None

    async def _bearable(self, key: Key) -> Kept | None:
        """The last answer while the next one is made; the next one, if there is none; else None."""
        kept = self._kept.get(key)
        behind = kept is not None and self.newest(kept.slug) > kept.version
        if kept is not None and behind and self.clock() < kept.made + BEARABLE_S:
            self._renew(key, kept)
            return kept
        ready = self._making.get(key)
        if ready is None:
            return None
        # Whatever comes is newer than the question, even if a newer version was heard of by then.
        await ready.wait()
        return self._kept.get(key)

    def _renew(self, key: Key, kept: Kept) -> None:
        """Make an answer anew in the background, once it has rested."""
        if key in self._making:
            return
        rest = kept.made + REST * kept.took - self.clock()
        self._making[key] = ready = asyncio.Event()
        self._start(self._again(key, kept, max(0.0, rest), ready))

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _again(self, key: Key, kept: Kept, rest: float, ready: asyncio.Event) -> None:
        try:
            await asyncio.sleep(rest)
            await self._make(key, kept.scope, _nothing_sent, kept)
        except Exception:  # whatever it is: the next reader asks for himself, and is told
            logger.exception("%s was not made anew", kept.scope["path"])
            self._kept.pop(key, None)
        finally:
            del self._making[key]
            ready.set()

    async def _first(self, key: Key, scope: Scope, receive: Any, send: Any) -> None:
        """Let the pages answer the first who asks, and keep the answer when it is everyone's."""
        self._making[key] = ready = asyncio.Event()
        try:
            answer = await self._make(key, scope, receive)
        finally:
            del self._making[key]
            ready.set()
        kept = self._kept.get(key) if answer is None else None
        if kept is not None:
            await _give(kept, dict(scope["headers"]).get(b"if-none-match"), send)
        for message in answer or ():
            await send(message)

    async def _make(
        self, key: Key, scope: Scope, receive: Any, before: Kept | None = None
    ) -> list[Message] | None:
        """Ask the pages; None when the answer is kept, else the answer, which is one reader's.

        ``before``: what is kept; the pages say 304 when it still stands.
        """
        answer: list[Message] = []

        async def listen(message: Message) -> None:
            answer.append(message)

        headers = [pair for pair in scope["headers"] if pair[0] != b"if-none-match"]
        if before is not None:
            headers.append((b"if-none-match", before.etag))
        began = self.clock()
        await self.pages({**scope, "headers": headers}, receive, listen)
        if before is not None and answer[0]["status"] == NOT_MODIFIED:
            before.made = began
            return None
        kept = _kept(answer, scope, began, self.clock() - began)
        if kept is None:
            self._kept.pop(key, None)
            return answer
        if before is not None:
            kept.asked = before.asked
        self._kept[key] = kept
        self._kept.move_to_end(key)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return None


def _may_be_shared(path: str) -> bool:
    """Whether an address is that of a fragment of an event's public pages."""
    return path.startswith("/e/") and path.endswith(("/standings/", "/now/"))


def _key(scope: Scope, headers: dict[bytes, bytes]) -> Key:
    accepted, cookie = headers.get(b"accept-language", b""), headers.get(b"cookie", b"")
    language = _language(accepted, cookie if b"django_language=" in cookie else b"")
    depends = (headers.get(name, b"") for name in DEPENDS_ON)
    return (scope["path"], scope["query_string"], language, takes_gzip(scope), *depends)


@lru_cache(maxsize=4096)
def _language(accepted: bytes, cookie: bytes) -> str:
    """The language that the pages answer in: hundreds of headers, and a handful of answers."""
    chosen = parse_cookie(cookie.decode("latin-1")).get(settings.LANGUAGE_COOKIE_NAME, "")
    asked = parse_accept_lang_header(accepted.decode("latin-1"))
    for code in (chosen, *(code for code, _weight in asked)):
        if code == "*":
            break
        try:
            return get_supported_language_variant(code)
        except LookupError:
            continue
    return settings.LANGUAGE_CODE


def _kept(answer: Iterable[Message], scope: Scope, made: float, took: float) -> Kept | None:
    """The whole answer to keep; None when it is not everyone's."""
    start, *rest = answer
    headers = {name.lower(): value for name, value in start.get("headers", ())}
    if start.get("status") != 200 or SHARED not in headers or b"set-cookie" in headers:
        return None
    slug, version = headers[SHARED].decode().split()
    body = b"".join(message.get("body", b"") for message in rest)
    told = tuple((name, value) for name, value in start["headers"] if name.lower() not in HOP)
    etag = headers.get(b"etag", b"")
    return Kept(slug, int(version), made, took, etag, told, body, scope, asked=made)


async def _give(kept: Kept, has: bytes | None, send: Any) -> None:
    """The answer, or 304 when the reader has it."""
    known = has is not None and has == kept.etag
    headers = [*kept.headers]
    if not known:
        headers.append((b"content-length", str(len(kept.body)).encode()))
    status = 304 if known else 200
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if known else kept.body})


async def _nothing_sent() -> Message:
    """What an answer that is made anew receives: there is nobody who would send a body."""
    return {"type": "http.request", "body": b"", "more_body": False}
