"""When all come at once, spectators wait and hands are recorded."""

import asyncio

import pytest

from web import shed
from web.shed import Shed


class Slow:
    """An application that answers when it is told to."""

    def __init__(self) -> None:
        self.go = asyncio.Event()
        self.inside: list[str] = []

    async def __call__(self, scope, receive, send) -> None:
        self.inside.append(scope["path"])
        await self.go.wait()
        await send({"type": "http.response.start", "status": 200, "headers": []})


async def ask(app, path: str, method: str = "GET") -> int:
    said = []

    async def send(message) -> None:
        said.append(message)

    await app({"type": "http", "method": method, "path": path}, None, send)
    return said[0]["status"]


def test_spectators_leave_threads_for_the_staff():
    async def scene() -> None:
        slow = Slow()
        app = Shed(slow, threads=8)
        crowd = [asyncio.create_task(ask(app, "/e/x/")) for _ in range(20)]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert len(slow.inside) == shed.SPECTATORS
        staff = [
            asyncio.create_task(ask(app, "/api/tables/1/hands/1/record", "POST")),
            asyncio.create_task(ask(app, "/e/x/deal/1/")),
            asyncio.create_task(ask(app, "/d/x/")),
        ]
        await asyncio.sleep(0)
        assert len(slow.inside) == shed.SPECTATORS + 3, "nobody of the staff waits"
        slow.go.set()
        assert set(await asyncio.gather(*crowd, *staff)) == {200}

    asyncio.run(scene())


def test_who_waits_too_long_or_comes_to_a_full_queue_is_told(monkeypatch):
    monkeypatch.setattr(shed, "PATIENCE_S", 0.01)
    monkeypatch.setattr(shed, "QUEUE", 2)

    async def scene() -> None:
        slow = Slow()
        app = Shed(slow, threads=1)
        served = asyncio.create_task(ask(app, "/"))
        waiting = [asyncio.create_task(ask(app, "/e/x/")) for _ in range(2)]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert app.waiting == 2
        assert await ask(app, "/rules/") == 503
        assert await asyncio.gather(*waiting) == [503, 503]
        slow.go.set()
        assert await served == 200
        assert await ask(app, "/e/x/") == 200, "and the place is free again"

    asyncio.run(scene())


@pytest.mark.parametrize(
    ("method", "path", "looks"),
    [
        ("GET", "/", True),
        ("HEAD", "/e/x/standings/", True),
        ("GET", "/p/token/", True),
        ("POST", "/p/token/question/", False),
        ("GET", "/e/x/deal/3/", False),
        ("GET", "/tablet/", False),
        ("GET", "/api/tablet/state", False),
        ("GET", "/static/css/base.css", False),
        ("GET", "/readyz", False),
    ],
)
def test_who_only_looks(method, path, looks):
    assert shed._only_looks({"type": "http", "method": method, "path": path}) is looks
