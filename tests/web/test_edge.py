"""Fragments that are everyone's are made once for all; what is anybody's own never is."""

import asyncio
import time

from web.edge import BEARABLE_S, KEPT, SHARED, WANTED_S, Edge

PATH = "/e/friday/standings/"


class Pages:
    """The application behind the edge; counts how often it is asked."""

    def __init__(
        self, version: int = 7, *headers: tuple[bytes, bytes], shared: bool = True
    ) -> None:
        self.version, self.headers, self.shared = version, headers, shared
        self.asked = self.drawn = 0
        self.status = 200
        self.takes = 0.0
        self.fails = False

    async def __call__(self, scope, receive, send) -> None:
        self.asked += 1
        await asyncio.sleep(self.takes)
        if self.fails:
            raise ConnectionError("the database is away")
        if dict(scope["headers"]).get(b"if-none-match") == b'"%d-en"' % self.version:
            await send({"type": "http.response.start", "status": 304, "headers": []})
            await send({"type": "http.response.body", "body": b""})
            return
        self.drawn += 1
        headers = [(b"ETag", b'"%d-en"' % self.version), *self.headers]
        if self.shared:
            headers.append((SHARED, b"friday %d" % self.version))
        await send({"type": "http.response.start", "status": self.status, "headers": headers})
        await send({"type": "http.response.body", "body": b"list ", "more_body": True})
        await send({"type": "http.response.body", "body": b"%d" % self.version})


class Room:
    """An edge with a clock to turn and versions to hear of."""

    def __init__(self, pages: Pages) -> None:
        self.now, self.heard = 100.0, 0
        self.edge = Edge(pages, lambda _slug: self.heard, lambda: self.now)

    async def hear(self, version: int) -> None:
        """A newer version is announced, and there is a moment to make it."""
        self.heard = version
        self.edge.heard("friday")
        await asyncio.sleep(0.01)

    async def ask(self, path: str = PATH, method: str = "GET", **headers: str):
        sent = []

        async def send(message) -> None:
            sent.append(message)

        lines = [
            (name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()
        ]
        scope = {
            "type": "http",
            "method": method,
            "path": path,
            "query_string": b"",
            "headers": lines,
        }
        await self.edge(scope, None, send)
        body = b"".join(message.get("body", b"") for message in sent[1:])
        return sent[0]["status"], body, dict(sent[0]["headers"])

    def get(self, *args: str, **headers: str):
        return asyncio.run(self.ask(*args, **headers))


def test_many_readers_are_one_question() -> None:
    pages = Pages()
    room = Room(pages)
    assert [room.get()[1] for _ in range(5)] == [b"list 7"] * 5
    assert pages.asked == 1


def test_who_asks_while_it_is_made_waits_for_it() -> None:
    pages = Pages()
    room = Room(pages)

    async def crowd():
        return await asyncio.gather(*[room.ask() for _ in range(20)])

    assert {body for _, body, _ in asyncio.run(crowd())} == {b"list 7"}
    assert pages.asked == 1


def test_who_waited_for_what_is_not_everyones_asks_for_himself() -> None:
    pages = Pages(shared=False)
    room = Room(pages)

    async def crowd():
        return await asyncio.gather(*[room.ask() for _ in range(20)])

    assert [body for _, body, _ in asyncio.run(crowd())] == [b"list 7"] * 20
    assert pages.asked == 20


def test_whoever_has_it_gets_304_without_a_body() -> None:
    pages = Pages()
    room = Room(pages)
    status, body, headers = room.get(if_none_match='"7-en"')
    assert (status, body) == (304, b"")
    assert b"content-length" not in headers
    assert room.get(if_none_match='"6-en"')[:2] == (200, b"list 7")
    assert pages.asked == 1


def test_a_newer_version_is_made_before_anybody_comes_for_it() -> None:
    pages = Pages()
    room = Room(pages)

    async def evening():
        await room.ask()
        pages.version = 8
        await room.hear(8)
        asked = pages.asked
        return asked, (await room.ask())[1], pages.asked

    assert asyncio.run(evening()) == (2, b"list 8", 2)


def test_what_nobody_wanted_of_late_is_made_when_it_is_asked_for() -> None:
    pages = Pages()
    room = Room(pages)

    async def evening():
        await room.ask()
        room.now += WANTED_S + 1
        pages.version = 8
        await room.hear(8)
        return pages.asked, (await room.ask())[1]

    assert asyncio.run(evening()) == (1, b"list 8")


def test_nobody_waits_long_for_a_list_that_takes_long() -> None:
    pages = Pages()
    room = Room(pages)

    async def evening():
        await room.ask()
        pages.version, pages.takes = 8, 0.2
        await room.hear(8)
        early = await asyncio.gather(*[room.ask() for _ in range(20)])
        await asyncio.sleep(0.3)
        return {body for _, body, _ in early}, (await room.ask())[1], pages.asked

    assert asyncio.run(evening()) == ({b"list 7"}, b"list 8", 2)


def test_but_nobody_gets_what_is_long_past() -> None:
    pages = Pages()
    room = Room(pages)

    async def evening():
        await room.ask()
        pages.version, pages.takes = 8, 0.1
        await room.hear(8)
        room.now += BEARABLE_S
        return (await room.ask())[1]

    assert asyncio.run(evening()) == b"list 8"


def test_when_the_clock_turns_nobody_gets_the_level_before() -> None:
    pages = Pages()
    room = Room(pages)

    async def evening():
        await room.ask()
        pages.takes, pages.version = 0.05, 8  # another tag, by the clock alone
        room.edge.turned("friday")
        return (await room.ask())[1]

    assert asyncio.run(evening()) == b"list 8"


def test_a_crowd_at_the_door_is_one_question_even_while_versions_rain() -> None:
    pages = Pages()
    room = Room(pages)

    async def evening():
        pages.takes = 0.05
        crowd = asyncio.gather(*[room.ask() for _ in range(50)])
        await asyncio.sleep(0.01)
        await room.hear(8)
        return {body for _, body, _ in await crowd}, pages.asked

    assert asyncio.run(evening()) == ({b"list 7"}, 1)


def test_what_takes_long_rests_before_it_is_made_again() -> None:
    pages = Pages()
    room = Room(pages)
    room.edge.clock = time.monotonic

    async def evening():
        pages.takes = 0.05
        await room.ask()
        for version in range(8, 18):
            pages.version = version
            await room.hear(version)
        await asyncio.sleep(0.4)
        return pages.asked, (await room.ask())[1]

    asked, body = asyncio.run(evening())
    assert body == b"list 17"
    assert asked < 6, "ten versions in a tenth of a second are not ten lists"


def test_what_fails_in_the_making_is_asked_for_again() -> None:
    pages = Pages()
    room = Room(pages)

    async def evening():
        await room.ask()
        pages.fails = True
        await room.hear(8)
        pages.fails, pages.version = False, 8
        return (await room.ask())[1]

    assert asyncio.run(evening()) == b"list 8"


def test_what_is_asked_for_often_is_looked_after_before_its_second_is_over() -> None:
    pages = Pages()
    room = Room(pages)

    async def evening():
        await room.ask()
        room.now += 0.6
        await room.ask()
        await asyncio.sleep(0.01)
        asked = pages.asked, pages.drawn
        room.now += 0.6
        await room.ask()
        return asked, pages.drawn

    assert asyncio.run(evening()) == ((2, 1), 1), "it still stands: nothing was drawn again"


def test_what_nothing_was_heard_of_is_a_second_old_at_most() -> None:
    pages = Pages()
    room = Room(pages)
    room.get()
    pages.version = 8  # by another process, without Redis
    assert room.get()[1] == b"list 7"
    room.now += 1
    assert room.get()[1] == b"list 8"


def test_languages_and_hosts_are_kept_apart_but_sessions_are_not() -> None:
    pages = Pages()
    room = Room(pages)
    room.get(cookie="sessionid=a; django_language=es")
    room.get(cookie="django_language=es; sessionid=b")
    assert pages.asked == 1
    room.get(cookie="sessionid=a")
    room.get(accept_language="ru")
    room.get(host="other.example")
    room.get(accept_encoding="gzip, br")
    assert pages.asked == 5


def test_many_ways_to_ask_for_a_language_are_one() -> None:
    pages = Pages()
    room = Room(pages)
    for header in ("es", "es-ES,es;q=0.9,en;q=0.8", "es-AR", "xx, es;q=0.5, ru;q=0.1"):
        room.get(accept_language=header)
    assert pages.asked == 1
    for header in ("*", "xx", "en-GB"):
        room.get(accept_language=header)
    assert pages.asked == 2


def test_what_is_not_marked_is_asked_each_time() -> None:
    for pages in (Pages(shared=False), Pages(7, (b"Set-Cookie", b"a=b"))):
        room = Room(pages)
        assert [room.get()[1] for _ in range(2)] == [b"list 7"] * 2
        assert pages.asked == 2


def test_errors_are_not_kept() -> None:
    pages = Pages()
    pages.status = 500
    room = Room(pages)
    assert [room.get()[0] for _ in range(2)] == [500, 500]
    assert pages.asked == 2


def test_other_addresses_and_methods_go_through_with_everything() -> None:
    pages = Pages()
    room = Room(pages)
    for path, method in (("/d/friday/now/", "GET"), (PATH, "POST"), ("/e/friday/", "GET")):
        asyncio.run(room.ask(path, method))
    assert pages.asked == 3
    assert room.get()[2].get(SHARED) is None, "the mark is ours and stays here"


def test_it_remembers_so_much_and_no_more() -> None:
    pages = Pages()
    room = Room(pages)
    for number in range(KEPT + 1):
        room.get(host=f"{number}.example")
    room.get(host="0.example")
    assert pages.asked == KEPT + 2
