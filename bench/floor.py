"""The floor: what the database could do if nothing but the driver stood before it.

A hand is recorded once at each table with the program, and its transaction is written down: the
statements, their order, their parameters. Then threads repeat it with psycopg, each at its own
table: the same lock of the event's row, the same reads, the same rows of the same size, one
transaction a hand. Only what must be new is: number and submission of the journal entry.

Needs Django, for the writing down.
"""

import re
import threading
import time
import uuid
from collections.abc import Sequence
from itertools import count
from typing import Any

import psycopg
from django.db import connection

from accounts.models import User
from bench.layers import Json
from bench.load import Times
from bench.scene import DIRECTOR, played_sheets
from tables.models import Table
from tournaments import journal
from tournaments.journal import Call

Statement = tuple[str, tuple[Any, ...]]
_learnt: dict[str, list[list[Statement]]] = {}
_seq = count(10**6)


def learn(*, name: str, tables: Sequence[str]) -> Json:
    """Record a hand at each of these tables and write its transaction down under ``name``."""
    user = User.objects.get(username=DIRECTOR)
    sheets = played_sheets(16)
    _learnt[name] = [
        _transaction(user, uid, sheets[number % 16]) for number, uid in enumerate(tables)
    ]
    return {"statements": len(_learnt[name][0]) + 2}


def run(*, name: str, clients: int, seconds: float) -> Json:
    """Hands a second and latencies of so many threads, each at its own table."""
    each = [Times() for _ in range(clients)]
    end = time.perf_counter() + seconds
    threads = [
        threading.Thread(target=_repeat, args=(hand, end, times))
        for hand, times in zip(_learnt[name], each, strict=False)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    latencies = [latency for times in each for latency in times.latencies]
    return {"seconds": seconds, "latencies": latencies, "errors": sum(t.errors for t in each)}


def _transaction(user: User, uid: str, sheet: list[Json]) -> list[Statement]:
    table = Table.objects.select_related("event").get(uid=uid)
    where = {"table": table.number, "hand": 1}
    journal.execute(table.event.uid, "hand.start", Call(user, uuid.uuid4()), **where, absent=[])
    said: list[Statement] = []

    def write_down(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:  # noqa: FBT001
        said.append((sql, tuple(params or ())))
        return execute(sql, params, many, context)

    call = Call(user, uuid.uuid4())
    with connection.execute_wrapper(write_down):
        journal.execute(table.event.uid, "hand.record", call, **where, layouts=sheet)
    return said


def _repeat(hand: Sequence[Statement], end: float, times: Times) -> None:
    settings = connection.settings_dict
    names = {"NAME": "dbname", "USER": "user", "PASSWORD": "password", "HOST": "host"}
    where = {name: settings[key] for key, name in {**names, "PORT": "port"}.items()}
    with psycopg.connect(**{k: v for k, v in where.items() if v}, autocommit=True) as driver:
        cursor = driver.cursor()
        while (start := time.perf_counter()) < end:
            cursor.execute("BEGIN")
            for sql, params in hand:
                cursor.execute(sql, _renewed(sql, params))
                if cursor.description:
                    cursor.fetchall()
            cursor.execute("COMMIT")
            times.latencies.append(time.perf_counter() - start)


def _renewed(sql: str, params: tuple[Any, ...]) -> tuple[Any, ...]:
    """The parameters with a new number and submission where a journal entry is inserted."""
    if not sql.startswith('INSERT INTO "tournaments_journalentry"'):
        return params
    columns = re.findall(r'"(\w+)"', sql.partition("VALUES")[0])[1:]
    fresh = {"seq": next(_seq), "submission": uuid.uuid4()}
    return tuple(fresh.get(name, old) for name, old in zip(columns, params, strict=True))
