"""Two servers on one database: what one of them has recorded, the other knows.

The threads of one process queue for SQLite behind a lock of that process; between processes only
the database itself stands. So this race needs two of them.
"""

import json
import uuid
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from tests.crash.server import Server, environment
from tests.crash.tablet import Answer, Tablet
from tests.crash.test_kill import prepare, verify
from tests.factories import SHEETS, layouts
from tests.races.start import together

pytestmark = [
    pytest.mark.race,
    pytest.mark.skipif(connection.vendor != "sqlite", reason="it is SQLite's own lock it looks at"),
]
HANDS = 8


def test_one_hand_sent_to_both_is_one_hand(tmp_path: Path) -> None:
    env = environment(tmp_path)
    scene = prepare(env)
    servers = [Server(env), Server(env)]
    try:
        table = scene["tables"][0]
        desks = [Tablet(s.port, scene["session"], table, tmp_path / "log") for s in servers]
        for hand in range(1, HANDS + 1):
            path = f"/api/tables/{table['uid']}/hands/{hand}"
            _, text = desks[hand % 2]._post(f"{path}/start", once(absent=[]))
            order = json.loads(text)["order"]
            same_submission(desks, path, order) if hand % 2 else other_cards(desks, path, order)
    finally:
        for server in servers:
            server.stop()
    verify(env, scene["slug"])


def same_submission(desks: list[Tablet], path: str, order: list[int]) -> None:
    """A tablet that lost the answer and asks the other server: the same bytes."""
    body = once(layouts=layouts(order, SHEETS["flush"]))
    answers = sent_together(desks, path, [body, body])
    assert answers[0] == answers[1]
    assert answers[0][0] == 200


def other_cards(desks: list[Tablet], path: str, order: list[int]) -> None:
    """Two people who type the same hand differently: one is recorded, one is told."""
    sheets = ("flush", "one fouls")
    bodies = [once(layouts=layouts(order, SHEETS[name])) for name in sheets]
    answers = sent_together(desks, path, bodies)
    assert sorted(status for status, _ in answers) == [200, 409]
    assert any("already_recorded" in text for _, text in answers)


def once(**facts: Any) -> dict[str, Any]:
    return {"submission": str(uuid.uuid4()), **facts}


def sent_together(desks: list[Tablet], path: str, bodies: list[dict[str, Any]]) -> list[Answer]:
    pairs = zip(desks, bodies, strict=True)
    jobs = [lambda d=desk, b=body: d._post(f"{path}/record", b) for desk, body in pairs]
    answers = together(jobs)
    assert not [answer for answer in answers if isinstance(answer, Exception)], answers
    return answers
