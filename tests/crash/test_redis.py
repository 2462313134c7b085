"""``kill -9`` of Redis in a burst of hands: hands go on and nothing is lost (I47)."""

import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.crash.server import Server, environment
from tests.crash.tablet import Tablet
from tests.crash.test_kill import acknowledged, prepare, verify, wait_for_hands

HANDS = 6


class OwnRedis:
    """A Redis of this test's own, that can be killed and started again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self.start()

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        command = ["redis-server", "--port", str(self.port), "--bind", "127.0.0.1", "--save", ""]
        self.process = subprocess.Popen(command, cwd=self.folder, stdout=subprocess.DEVNULL)
        end = time.monotonic() + 30
        while time.monotonic() < end:
            with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
                return
            time.sleep(0.05)
        raise AssertionError("Redis does not answer")

    def kill(self) -> None:
        assert self.process.poll() is None, "Redis was not alive when it was to be killed"
        self.process.kill()
        self.process.wait()


@pytest.fixture
def own_redis(tmp_path: Path) -> Iterator[OwnRedis]:
    if shutil.which("redis-server") is None:
        pytest.skip("no redis-server here")
    found = OwnRedis(tmp_path)
    yield found
    if found.process.poll() is None:
        found.process.kill()
        found.process.wait()


def test_hands_are_recorded_while_redis_is_dead(tmp_path: Path, own_redis: OwnRedis) -> None:
    env = {**environment(tmp_path), "REDIS_URL": own_redis.url}
    scene = prepare(env)
    server = Server(env)
    tablets = [
        Tablet(server.port, scene["session"], table, tmp_path / f"outbox.{table['number']}")
        for table in scene["tables"]
    ]
    try:
        for tablet in tablets:
            tablet.start()
        for _ in range(2):
            wait_for_hands(tablets, acknowledged(tablets) + HANDS)
            own_redis.kill()
            wait_for_hands(tablets, acknowledged(tablets) + HANDS)
            own_redis.start()
        wait_for_hands(tablets, acknowledged(tablets) + HANDS)
        for tablet in tablets:
            tablet.enough.set()
        for tablet in tablets:
            tablet.join(timeout=60)
    finally:
        server.stop()
    assert [tablet.failure for tablet in tablets] == [None] * len(tablets)
    verify(env, scene["slug"])
