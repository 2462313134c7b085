"""``kill -9`` of everything in turn, in a burst of hands: what was acknowledged is there once.

The web server at random moments and at named points of the command that records a hand, the Celery
worker in the middle of a backup, Redis; and on PostgreSQL an immediate stop of the database. A kill
proves atomicity, not durability: the operating system keeps its cache. What the engines do with the
disk is a setting, read back in `tests/core`.

``THIRTEEN_KILLS=80`` for a long night: then every failpoint has its turn.
"""

import json
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.db import connection

from tests.crash.cluster import Cluster, programs
from tests.crash.server import PATIENCE_S, ROOT, Redis, Server, Worker, environment, until
from tests.crash.tablet import Tablet

KILLS = int(os.environ.get("THIRTEEN_KILLS", "5"))
SEED = int(os.environ.get("THIRTEEN_SEED", "0")) or random.randrange(1, 10**6)
RECORDS = "select submission, answer from tournaments_journalentry where kind = 'hand.record'"
HANDS = "select count(*) from tables_hand where state = 'recorded'"
GOOD_COPIES = "select count(*) from core_backup where verified_at is not null"
EDGES = ("commit before", "commit after", "answer before")
STATEMENTS = 9
"""At least so many has a recorded hand between begin and commit."""
POINTS = [
    *EDGES,
    *(f"statement {number} {edge}" for number in range(STATEMENTS) for edge in ("before", "after")),
]

pytestmark = pytest.mark.timeout(0)


class Installation:
    """All processes of one installation, with three tablets that play."""

    def __init__(self, folder: Path, cluster: Cluster | None, running: ExitStack) -> None:
        self.folder, self.cluster = folder, cluster
        self.redis = Redis(folder)
        running.callback(self.redis.stop)
        self.env = environment(folder, cluster.url if cluster else "", self.redis.url)
        scene = prepare(self.env)
        self.slug = scene["slug"]
        self.server = Server(self.env)
        running.callback(self.server.stop)
        self.worker = Worker(self.env, folder)
        running.callback(self.worker.stop)
        self.tablets = [
            Tablet(self.server.port, scene["session"], table, folder / f"outbox.{table['number']}")
            for table in scene["tables"]
        ]
        running.callback(self.rest)
        for tablet in self.tablets:
            tablet.start()

    def rest(self) -> None:
        """The tablets have what they wanted."""
        for tablet in self.tablets:
            tablet.enough.set()
        for tablet in self.tablets:
            tablet.join(timeout=PATIENCE_S)

    def kill_server(self, chance: random.Random) -> None:
        time.sleep(chance.uniform(0, 0.15))
        self.server.kill()
        self.server.launch()

    def kill_at(self, point: str) -> None:
        """The server, at a named point of the command that records a hand."""
        self.server.kill_at(point)
        self.server.launch()

    def kill_redis(self) -> None:
        """Hands go on while it is dead."""
        self.redis.kill()
        wait_for_hands(self.tablets, acknowledged(self.tablets) + 4)
        self.redis.launch()

    def kill_worker(self, chance: random.Random) -> None:
        """In the middle of a backup."""
        self.worker.at_work()
        time.sleep(chance.uniform(0, 0.5))
        self.worker.kill()
        self.worker.launch()

    def ask(self, statement: str) -> list[Any]:
        """What the database says, past the program."""
        if self.cluster:
            with psycopg.connect(self.cluster.url) as database:
                return database.execute(statement).fetchall()
        with closing(sqlite3.connect(self.folder / "thirteen.sqlite3", timeout=20)) as database:
            return database.execute(statement).fetchall()


@pytest.fixture
def installation(tmp_path: Path) -> Iterator[Installation]:
    """On SQLite or PostgreSQL, as the suite is run; nothing of it is shared."""
    if shutil.which("redis-server") is None:
        pytest.skip("no redis-server here")
    with ExitStack() as running:
        cluster = running.enter_context(own_cluster()) if connection.vendor != "sqlite" else None
        yield Installation(tmp_path, cluster, running)


@contextmanager
def own_cluster() -> Iterator[Cluster]:
    found = programs()
    if found is None:
        pytest.skip("no initdb and pg_ctl here")
    cluster = Cluster(found)
    try:
        yield cluster
    finally:
        cluster.remove()


def test_every_acknowledged_hand_is_there_once(installation: Installation) -> None:
    print(f"THIRTEEN_SEED={SEED} THIRTEEN_KILLS={KILLS}")
    killed = under_fire(installation, random.Random(SEED))
    installation.rest()
    prove(installation)
    the_worker_works(installation)
    verify(installation.env, installation.slug)
    print(f"{acknowledged(installation.tablets)} hands acknowledged, killed: {dict(killed)}")
    found = installation
    alive_when_killed = found.server.kills + found.redis.kills + found.worker.kills
    assert alive_when_killed + (found.cluster.kills if found.cluster else 0) == KILLS
    assert acknowledged(found.tablets) > KILLS, "nothing was in the line of fire"
    assert sum(tablet.retries for tablet in found.tablets) > 0, "no request was ever cut off"


def under_fire(found: Installation, chance: random.Random) -> Counter[str]:
    """Kill one after the other, each while hands are coming in."""
    points = cycle(POINTS)
    kinds = ["failpoint", "server", "worker", "redis"] + (["database"] if found.cluster else [])
    deck = list(islice(cycle(kinds), KILLS))
    chance.shuffle(deck)
    for kind in deck:
        wait_for_hands(found.tablets, acknowledged(found.tablets) + 2)
        match kind:
            case "server":
                found.kill_server(chance)
            case "failpoint":
                found.kill_at(next(points))
            case "redis":
                found.kill_redis()
            case "worker":
                found.kill_worker(chance)
            case "database" if found.cluster:
                found.cluster.kill()
    return Counter(deck)


def prove(found: Installation) -> None:
    """Each acknowledged hand once, with the answer that was given; and no hand besides."""
    assert [tablet.failure for tablet in found.tablets] == [None] * len(found.tablets)
    records = found.ask(RECORDS)
    stored = {str(submission).replace("-", ""): answer for submission, answer in records}
    assert len(stored) == len(records)
    answered = {
        submission.replace("-", ""): answer
        for tablet in found.tablets
        for submission, answer in tablet.acknowledged.items()
    }
    assert answered == stored
    assert found.ask(HANDS) == [(len(stored),)]


def the_worker_works(found: Installation) -> None:
    """Whatever was done to it and its broker, it makes a backup that counts."""
    before = found.ask(GOOD_COPIES)[0][0]
    again_at = 0.0

    def made() -> bool:
        nonlocal again_at
        if time.monotonic() > again_at:  # the task may be lost with Redis: it is asked for again
            found.worker.ask_for_a_backup()
            again_at = time.monotonic() + PATIENCE_S
        return bool(found.ask(GOOD_COPIES)[0][0] > before)

    until("a backup that counts", made, patience_s=4 * PATIENCE_S)


def acknowledged(tablets: list[Tablet]) -> int:
    return sum(len(tablet.acknowledged) for tablet in tablets)


def wait_for_hands(tablets: list[Tablet], count: int) -> None:
    def enough() -> bool:
        failures = [tablet.failure for tablet in tablets if tablet.failure]
        assert not failures, failures
        return acknowledged(tablets) >= count

    until("more hands are recorded", enough)


def prepare(env: dict[str, str]) -> dict[str, Any]:
    command = [sys.executable, "-m", "tests.crash.prepare"]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=True)
    scene: dict[str, Any] = json.loads(done.stdout)
    return scene


def verify(env: dict[str, str], slug: str) -> None:
    command = [sys.executable, "manage.py", "verify_event", slug]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
