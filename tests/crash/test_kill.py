"""``kill -9`` of the server in a burst of hands: what was acknowledged is there once, whole.

A kill proves atomicity, not durability: the operating system keeps its cache. What the database
engines do with the disk is a setting, read back in `tests/core`.
"""

import json
import os
import random
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.crash.server import ROOT, Server, environment
from tests.crash.tablet import Tablet

# THIRTEEN_KILLS=80 for a long night; each kill costs a start of the server.
KILLS = int(os.environ.get("THIRTEEN_KILLS", "8"))
KILLS_POSTGRESQL = max(3, KILLS // 2)
RECORDS = "select submission, answer from tournaments_journalentry where kind = 'hand.record'"
HANDS = "select count(*) from tables_hand where state = 'recorded'"


def test_every_acknowledged_hand_is_there_once_on_sqlite(tmp_path: Path) -> None:
    env = environment(tmp_path)
    tablets, scene = play_under_fire(tmp_path, env, KILLS)
    with closing(sqlite3.connect(tmp_path / "thirteen.sqlite3")) as database:
        prove(tablets, database.execute(RECORDS).fetchall(), database.execute(HANDS).fetchone()[0])
    verify(env, scene["slug"])


@pytest.mark.needs("postgresql")
def test_every_acknowledged_hand_is_there_once_on_postgresql(tmp_path: Path) -> None:
    with own_database() as url:
        env = environment(tmp_path, url)
        tablets, scene = play_under_fire(tmp_path, env, KILLS_POSTGRESQL)
        with psycopg.connect(url) as database:
            hands = database.execute(HANDS).fetchone()
            prove(tablets, database.execute(RECORDS).fetchall(), hands[0] if hands else 0)
        verify(env, scene["slug"])


def play_under_fire(
    folder: Path, env: dict[str, str], kills: int
) -> tuple[list[Tablet], dict[str, Any]]:
    """Three tablets play while the server is killed at random moments and started again."""
    seed = random.randrange(10**6)
    print(f"seed {seed}")
    chance = random.Random(seed)
    scene = prepare(env)
    server = Server(env)
    logs = folder / "outbox"
    tablets = [
        Tablet(server.port, scene["session"], table, logs.with_suffix(f".{table['number']}"))
        for table in scene["tables"]
    ]
    try:
        for tablet in tablets:
            tablet.start()
        for _ in range(kills):
            before = acknowledged(tablets)
            wait_for_hands(tablets, before + 2)
            time.sleep(chance.uniform(0, 0.15))
            server.kill()
            server.start()
        for tablet in tablets:
            tablet.enough.set()
        for tablet in tablets:
            tablet.join(timeout=60)
    finally:
        server.stop()
    assert server.kills == kills
    assert acknowledged(tablets) > kills, "more kills than hands: nothing was in the line of fire"
    assert sum(tablet.retries for tablet in tablets) > 0, "no request was ever cut off"
    return tablets, scene


def prove(tablets: list[Tablet], records: list[tuple[Any, str]], hands: int) -> None:
    """Each acknowledged hand once, with the answer that was given; and no hand besides."""
    assert [tablet.failure for tablet in tablets] == [None] * len(tablets)
    stored = {str(submission).replace("-", ""): answer for submission, answer in records}
    assert len(stored) == len(records)
    answered = {
        submission.replace("-", ""): answer
        for tablet in tablets
        for submission, answer in tablet.acknowledged.items()
    }
    assert answered == stored
    assert hands == len(stored)


def acknowledged(tablets: list[Tablet]) -> int:
    return sum(len(tablet.acknowledged) for tablet in tablets)


def wait_for_hands(tablets: list[Tablet], count: int) -> None:
    end = time.monotonic() + 60
    while acknowledged(tablets) < count:
        failures = [tablet.failure for tablet in tablets if tablet.failure]
        assert not failures, failures
        assert time.monotonic() < end, "no hand was recorded for a minute"
        time.sleep(0.01)


def prepare(env: dict[str, str]) -> dict[str, Any]:
    command = [sys.executable, "-m", "tests.crash.prepare"]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=True)
    scene: dict[str, Any] = json.loads(done.stdout)
    return scene


def verify(env: dict[str, str], slug: str) -> None:
    command = [sys.executable, "manage.py", "verify_event", slug]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@contextmanager
def own_database() -> Iterator[str]:
    """A PostgreSQL database for this test alone, beside the one the environment names."""
    url = os.environ["DATABASE_URL"]
    name = f"crash_thirteen_{os.getpid()}"
    with psycopg.connect(url, autocommit=True) as server:
        server.execute(f"create database {name}")
        try:
            yield url.rsplit("/", 1)[0] + f"/{name}"
        finally:
            server.execute(f"drop database {name} with (force)")
