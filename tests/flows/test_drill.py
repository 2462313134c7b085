"""The drill: back up in mid-event, lose everything, restore, tablets send again, and it is whole.

A tablet keeps what it sent until the event closes, so the backup may be older than the last hands.
"""

import gzip
import json
import uuid
from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from django.core.management import call_command

from core import backups
from tables.models import Hand
from tests.factories import Floor
from tests.tablet.scene import Tablet
from tests.tournaments.test_portable import STORED
from tournaments import keeping, verify
from tournaments.models import Event
from tournaments.services import portable

pytestmark = pytest.mark.django_db(transaction=True)
BEFORE, AFTER = 3, 4


class Outbox:
    """A tablet with its memory: every request it ever sent, and what was said to it."""

    def __init__(self, floor: Floor, table: int) -> None:
        self.tablet = Tablet(floor, table)
        self.sent: list[tuple[str, dict[str, Any]]] = []
        self.answers: list[dict[str, Any]] = []

    def send(self, path: str, **facts: Any) -> None:
        body = {"submission": str(uuid.uuid4()), **facts}
        self.sent.append((path, body))
        response = self.tablet.post(path, **body)
        assert response.status_code == 200, response.content
        self.answers.append(response.json())

    def play(self) -> None:
        number = self.tablet.floor.next_hand(self.tablet.table)
        self.send(f"hands/{number}/start", absent=[])
        self.send(f"hands/{number}/record", layouts=self.tablet.sheet("flush"))

    def again(self) -> list[dict[str, Any]]:
        """Everything once more, in its order; what was known is answered as before."""
        said = []
        for path, body in self.sent:
            response = self.tablet.post(path, **body)
            assert response.status_code == 200, (path, response.content)
            said.append(response.json())
        return said


@pytest.fixture
def scene(settings, tmp_path) -> tuple[Floor, list[Outbox]]:
    settings.BACKUP_DIR = tmp_path / "backups"
    floor = Floor.running(players=6, starting_stack=1_000_000)
    outboxes = [Outbox(floor, number) for number in (1, 2)]
    for outbox in outboxes:
        for _ in range(BEFORE):
            outbox.play()
    return floor, outboxes


def by_backup(floor: Floor, tmp_path) -> Callable[[], None]:
    row = keeping.back_up()
    assert row.verified_at, row.problem

    def restore() -> None:
        call_command("restore_backup", backups.folder() / row.name)

    return restore


def by_export(floor: Floor, tmp_path) -> Callable[[], None]:
    path = tmp_path / "event.thirteen"
    call_command("export_event", floor.slug, path)
    return lambda: call_command("import_event", path)


def destroy() -> None:
    """Every row of every table, as if the disk were new."""
    call_command("flush", interactive=False, verbosity=0)
    assert not Event.objects.exists()


def felt(floor: Floor) -> list[tuple[Any, ...]]:
    """What the room would say: hands, sheets, outcomes, stacks."""
    hands = Hand.objects.filter(table__event__slug=floor.slug).order_by("table__number", "number")
    rows: list[tuple[Any, ...]] = [
        (hand.number, hand.state, json.dumps(hand.sheet), json.dumps(hand.outcome), hand.button)
        for hand in hands
    ]
    return [*rows, *floor.event.entries.order_by("number").values_list("number", "stack")]


@pytest.mark.parametrize("saved", [by_backup, by_export])
def test_no_acknowledged_hand_is_lost_and_none_is_doubled(scene, saved, tmp_path):
    floor, outboxes = scene
    restore = saved(floor, tmp_path)
    for outbox in outboxes:
        for _ in range(AFTER):
            outbox.play()
    before = felt(floor)
    destroy()
    restore()
    assert Hand.objects.filter(state="recorded").count() == 2 * BEFORE
    said = [outbox.again() for outbox in outboxes]
    assert Hand.objects.filter(state="recorded").count() == 2 * (BEFORE + AFTER)
    assert felt(floor) == before
    assert list(verify.problems(floor.event)) == []
    for outbox, answers in zip(outboxes, said, strict=True):
        known = 2 * BEFORE
        assert answers[:known] == outbox.answers[:known], "the very answers of before"


def test_sending_all_of_it_twice_changes_nothing(scene, tmp_path):
    floor, outboxes = scene
    restore = by_backup(floor, tmp_path)
    destroy()
    restore()
    before = floor.event.version
    for outbox in outboxes * 2:
        outbox.again()
    assert floor.event.version == before


def test_a_file_changes_the_kind_of_database():
    """It was written on SQLite; the run on PostgreSQL takes it there."""
    with gzip.open(BytesIO(gzip.compress(STORED.read_bytes()))) as lines:
        head = json.loads(lines.readline())
    event = portable.read(BytesIO(gzip.compress(STORED.read_bytes())))
    assert event.head_digest == head["head_digest"]
    assert list(verify.problems(event)) == []
