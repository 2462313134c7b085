"""Pages travel packed: a list of a thousand players is a twentieth of its size.

The embedded server has nobody in front of it who would do this. Static files are packed already,
and whatever says how it is encoded is left alone.
"""

import asyncio
import zlib
from collections.abc import Callable, MutableMapping
from typing import Any

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]

WORTH = 1_000
LARGE = 100_000
TEXTS = (b"text/", b"application/json", b"image/svg", b"application/rss", b"application/vnd.oai")
GZIP = 31  # window bits that make zlib write a gzip header
LEVEL = 5


class Pack:
    """ASGI: answers of ``pages`` as gzip, for those who take it."""

    def __init__(self, pages: Callable[..., Any]) -> None:
        self.pages = pages

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        """Answer one request."""
        if scope["type"] != "http" or scope["method"] == "HEAD" or not takes_gzip(scope):
            await self.pages(scope, receive, send)
        else:
            await self.pages(scope, receive, _Packing(send))


def takes_gzip(scope: Scope) -> bool:
    """Whether the reader unpacks gzip."""
    return any(name == b"accept-encoding" and b"gzip" in value for name, value in scope["headers"])


class _Packing:
    """One answer on its way: held back until it is whole, if it is worth it."""

    def __init__(self, send: Any) -> None:
        self._send = send
        self._start: Message | None = None
        self._parts: list[bytes] = []

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start" and _worth(message):
            self._start = message
        elif self._start is None:
            await self._send(message)
        else:
            self._parts.append(message.get("body", b""))
            if not message.get("more_body"):
                await self._finish(self._start)

    async def _finish(self, start: Message) -> None:
        body = b"".join(self._parts)
        # A large one is packed beside the loop, which has thousands of streams to serve.
        large = len(body) > LARGE
        packed = await asyncio.to_thread(_packed, body) if large else _packed(body)
        headers = [pair for pair in start["headers"] if pair[0].lower() != b"content-length"]
        headers += [
            (b"content-encoding", b"gzip"),
            (b"content-length", str(len(packed)).encode()),
            (b"vary", b"Accept-Encoding"),
        ]
        await self._send({**start, "headers": headers})
        await self._send({"type": "http.response.body", "body": packed})


def _worth(start: Message) -> bool:
    """Whether an answer is a text of known and sufficient length that nobody has encoded."""
    headers = {name.lower(): value for name, value in start.get("headers", ())}
    length = int(headers.get(b"content-length", b"0"))
    text = headers.get(b"content-type", b"").startswith(TEXTS)
    return text and length >= WORTH and b"content-encoding" not in headers


def _packed(body: bytes) -> bytes:
    packer = zlib.compressobj(LEVEL, zlib.DEFLATED, GZIP)
    return packer.compress(body) + packer.flush()
