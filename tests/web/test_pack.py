"""What is worth it travels packed; nothing else is touched."""

import asyncio
import gzip

import pytest

from web.pack import LARGE, WORTH, Pack

BODY = b"<p>1,000 players</p>" * 500


async def ask(
    body=BODY, kind=b"text/html; charset=utf-8", *, accepts=b"gzip, br", method="GET", more=()
):
    async def pages(_scope, _receive, send) -> None:
        headers = [(b"Content-Type", kind), (b"Content-Length", b"%d" % len(body)), *more]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body[:10], "more_body": True})
        await send({"type": "http.response.body", "body": body[10:]})

    sent = []

    async def send(message) -> None:
        sent.append(message)

    scope = {"type": "http", "method": method, "headers": [(b"accept-encoding", accepts)]}
    await Pack(pages)(scope, None, send)
    headers = {name.lower(): value for name, value in sent[0]["headers"]}
    return headers, b"".join(message.get("body", b"") for message in sent[1:])


@pytest.mark.parametrize("body", [BODY, BODY * (LARGE // len(BODY) + 1)])
def test_a_page_is_packed_and_says_so(body):
    headers, packed = asyncio.run(ask(body))
    assert gzip.decompress(packed) == body
    assert int(headers[b"content-length"]) == len(packed) < len(body)
    assert headers[b"content-encoding"] == b"gzip"
    assert headers[b"vary"] == b"Accept-Encoding"


@pytest.mark.parametrize(
    "change",
    [
        {"accepts": b"br"},
        {"kind": b"image/png"},
        {"body": b"x" * (WORTH - 1)},
        {"method": "HEAD"},
        {"more": [(b"Content-Encoding", b"br")]},
    ],
)
def test_what_is_not_worth_it_or_not_taken_goes_as_it_is(change):
    headers, body = asyncio.run(ask(**change))
    assert headers.get(b"content-encoding") != b"gzip"
    assert body == change.get("body", BODY)
