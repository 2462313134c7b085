"""The live streams: one number for each client, and nobody waits for anybody else."""

import asyncio
import json

import pytest

from tests.factories import Floor
from web import hub, live
from web.hub import Hub
from web.live import LiveLayer


class Client:
    """A screen that listens; ``slow``: it takes its first message when it is told to."""

    def __init__(self, layer: LiveLayer, slug: str = "friday", *, slow: bool = False) -> None:
        self.layer, self.slug = layer, slug
        self.heard: list[tuple[str, dict]] = []
        self.ready, self._hung_up = asyncio.Event(), asyncio.Event()
        if not slow:
            self.ready.set()
        self.task = asyncio.ensure_future(self._listen())

    async def _listen(self) -> None:
        scope = {"type": "http", "path": f"/live/e/{self.slug}", "method": "GET", "headers": []}
        await self.layer(scope, self._receive, self._send)

    async def _receive(self):
        await self._hung_up.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message) -> None:
        if message["type"] == "http.response.start":
            return
        await self.ready.wait()
        kind, data = message["body"].decode().strip().split("\n")
        self.heard.append((kind.removeprefix("event: "), json.loads(data.removeprefix("data: "))))

    def versions(self) -> list[int]:
        return [facts["v"] for kind, facts in self.heard if kind == "version"]

    async def leave(self) -> None:
        self._hung_up.set()
        await asyncio.wait_for(self.task, 5)


async def settle() -> None:
    """Let everything that can run, run."""
    for _ in range(20):
        await asyncio.sleep(0)


@pytest.fixture
def layer(monkeypatch) -> LiveLayer:
    """A layer whose hub hears only what the test tells it."""

    async def nothing(_self) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(LiveLayer, "_watch", nothing)
    monkeypatch.setattr(LiveLayer, "_redis_feed", nothing)
    return LiveLayer(None)


def test_a_stream_says_the_version_and_nothing_else(layer):
    async def evening():
        client = Client(layer)
        await settle()
        layer.hub.publish("friday", 7)
        layer.hub.publish("saturday", 9)
        await settle()
        await client.leave()
        return client.heard

    first, second = asyncio.run(evening())
    assert first[0] == "heartbeat"
    assert (second[0], second[1].keys()) == ("version", {"v", "now", "spread"})
    assert second[1]["v"] == 7


def test_a_level_that_began_by_itself_is_said_without_a_new_version(layer):
    async def evening():
        client = Client(layer)
        layer.hub.publish("friday", 7)
        await settle()
        layer._heard({"event": "friday", "version": 7, "turn": True})
        layer._heard({"event": "saturday", "version": 7, "turn": True})
        await settle()
        layer._heard({"event": "friday", "version": 8})
        await settle()
        await client.leave()
        return [(kind, facts["v"]) for kind, facts in client.heard[1:]]

    assert asyncio.run(evening()) == [("version", 7), ("turn", 7), ("version", 8)]


def test_a_slow_client_holds_up_nobody_and_hears_the_newest(layer):
    async def evening():
        slow, dead = Client(layer, slow=True), Client(layer, slow=True)
        quick = [Client(layer) for _ in range(5)]
        await settle()
        for version in (1, 2, 3):
            layer.hub.publish("friday", version)
            await settle()
        assert [client.versions() for client in quick] == [[1, 2, 3]] * 5
        slow.ready.set()
        await settle()
        assert slow.versions() == [3], "one number, not a queue"
        for client in [slow, *quick]:
            await client.leave()
        dead.task.cancel()

    asyncio.run(evening())


def test_who_comes_back_after_a_gap_hears_the_newest_at_once(layer):
    async def evening():
        first = Client(layer)
        await settle()
        await first.leave()
        layer.hub.publish("friday", 12)
        again = Client(layer)
        await settle()
        await again.leave()
        return again.heard[0][1]["v"], again.versions()

    assert asyncio.run(evening()) == (12, [12])


def test_versions_never_go_back(layer):
    async def evening():
        client = Client(layer)
        await settle()
        for version in (5, 4):
            layer.hub.publish("friday", version)
            await settle()
        await client.leave()
        return client.versions()

    assert asyncio.run(evening())[-1] == 5


def test_silence_is_told_too(layer, monkeypatch):
    monkeypatch.setattr(hub, "HEARTBEAT_S", 0.01)

    async def evening():
        client = Client(layer)
        layer.hub.publish("friday", 3)
        await asyncio.sleep(0.2)
        await client.leave()
        return client.heard

    beats = [facts for kind, facts in asyncio.run(evening()) if kind == "heartbeat"]
    assert len(beats) > 1
    assert beats[-1]["v"] == 3


def test_nobody_is_remembered_who_has_left(layer):
    async def evening():
        clients = [Client(layer) for _ in range(3)]
        await settle()
        assert layer.hub.watched() == ["friday"]
        for client in clients:
            await client.leave()
        return layer.hub.watched()

    assert asyncio.run(evening()) == []


def test_a_crowd_spreads_its_fetches(monkeypatch):
    monkeypatch.setattr(hub, "CROWD", 1)

    async def evening():
        crowd = Hub()
        with crowd.listen("friday") as channel:
            alone = channel.spread_ms
            with crowd.listen("friday"):
                return alone, channel.spread_ms

    assert asyncio.run(evening()) == (hub.SPREAD_MS, hub.SPREAD_CROWD_MS)


def test_a_crowd_is_told_in_parts_and_whoever_leaves_meanwhile_holds_up_nobody(layer, monkeypatch):
    monkeypatch.setattr(hub, "AT_ONCE", 2)

    async def evening():
        clients = [Client(layer) for _ in range(7)]
        await settle()
        layer.hub.publish("friday", 1)
        layer.hub.publish("friday", 2)
        clients[5].task.cancel()
        await settle()
        for client in clients[:5]:
            await client.leave()
        return [client.versions()[-1:] for client in clients]

    assert asyncio.run(evening()) == [[2]] * 5 + [[]] + [[2]]


@pytest.mark.django_db(transaction=True)
def test_without_redis_another_process_is_heard_of_within_seconds(monkeypatch, settings):
    settings.REDIS_URL = ""
    monkeypatch.setattr(live, "WATCH_S", 0.01)
    monkeypatch.setattr(live.live, "listen", lambda _listener: None)  # another process: no call
    floor = Floor.open()

    async def evening():
        layer = LiveLayer(None)
        client = Client(layer, floor.slug)
        for _ in range(500):
            await asyncio.sleep(0.01)
            if client.versions():
                break
        await client.leave()
        layer._feed.cancel()
        return client.versions()

    assert asyncio.run(evening()) == [floor.event.version]
