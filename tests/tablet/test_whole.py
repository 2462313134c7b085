"""An event that used everything a tablet can do: its replay, its statements, its races."""

import json
import threading
import uuid
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tables.models import Hand, QueueItem
from tables.services import devices
from tests.factories import Floor
from tests.races.start import PATIENCE_S, together
from tests.tablet.scene import HEADER, Tablet, code
from tournaments import journal
from tournaments.models import Role
from tournaments.verify import problems

NEW = {
    "absent.set",
    "correction.ask",
    "count.check",
    "dealer.change",
    "event.settings",
    "floor.call",
    "floor.cancel",
    "floor.close",
    "floor.take",
    "hand.misdeal",
    "hand.points",
    "move.arrived",
    "move.cancel",
    "move.left",
    "move.order",
    "queue.add",
    "queue.close",
    "round.start",
    "round.stop",
    "table.break",
}


def play_everything() -> Floor:
    """Every command of the tablet and of the floor beside it, at least once."""
    floor = Floor.running(players=5)
    sizes = {t.number: t.seats.exclude(entry=None).count() for t in floor.event.tables.all()}
    full, short = sorted(sizes, key=sizes.__getitem__, reverse=True)
    here, there = Tablet(floor, full), Tablet(floor, short)
    floor.do("event.settings", confirm="losers", streets=False, chips=[100, 500])
    play_hands(floor, here, there)
    call_the_floor(floor, here)
    move_players(floor, here, there)
    value = there.state()["clock"]["point_value"]
    there.start(offline={"at": "2026-03-01T18:10:00Z", "level": 1, "point_value": value})
    return floor


def play_hands(floor: Floor, here: Tablet, there: Tablet) -> None:
    floor.do("round.start")
    here.start(absent=[1])
    here.do("absent", seat=1, absent=False)
    here.do("hands/1/misdeal", reason="exposed")
    here.start()
    here.record("flush", confirmed=[1, 2, 3])
    there.start()
    a, b = there.state()["hand"]["order"]
    points = [{"a": a, "b": b, "points": 9}]
    there.do("hands/1/points", reason="mucked", points=points)
    there.do("hands/1/undo")
    cards = [{"seat": a, "cards": 15}]
    there.do("hands/1/points", reason="mucked", points=points, fantasyland=cards)
    there.start()
    there.do("hands/2/points", reason="mucked", points=points)
    floor.do("round.stop")


def call_the_floor(floor: Floor, here: Tablet) -> None:
    here.do("floor", reason="ruling")
    call = floor.event.floor_calls.get()
    floor.do("floor.take", number=call.seq)
    floor.do("floor.close", number=call.seq)
    here.do("floor", reason="")
    here.do("floor/cancel")
    here.do("hands/2/correction", text="wrong card")
    refused = here.do("refused", command="hands/9/record", body={"x": [1]}, error={"code": "y"})
    floor.do("queue.close", item=refused["item"], note="looked at")
    stacks = [{"seat": s["seat"], "stack": s["stack"] or 0} for s in here.state()["seats"]]
    here.do("count", counts=[{**stacks[0], "stack": 5}, *stacks[1:]])


def move_players(floor: Floor, here: Tablet, there: Tablet) -> None:
    entry = floor.table(here.table).seats.get(number=1).entry.number
    free = floor.table(there.table).seats.get(entry=None).number
    facts = {"entry": entry, "table": there.table, "seat": free}
    number = floor.do("move.order", reason="balance", **facts)["orders"][0]["order"]
    floor.do("move.cancel", order=number)
    number = floor.do("move.order", reason="balance", **facts)["orders"][0]["order"]
    here.do(f"orders/{number}/left", stack=1)
    there.do(f"orders/{number}/arrived", stack=2)
    floor.do("table.open")
    mover = floor.table(there.table).seats.get(number=1).entry.number
    floor.do("entry.move", reason="room", entry=mover, table=3, seat=1)
    answer = floor.do("table.break", reason="consolidate", table=here.table)
    for line in answer["orders"]:
        here.do(f"orders/{line['order']}/left", stack=30_000)


@pytest.mark.django_db
class TestReplay:
    def test_every_new_command_gives_the_same_rows_again(self):
        floor = play_everything()
        assert set(floor.event.journal.values_list("kind", flat=True)) >= NEW
        assert list(problems(floor.event)) == []

    @pytest.mark.parametrize(
        ("model", "change", "says"),
        [
            ("orders", {"left_stack": 7}, "order"),
            ("floor_calls", {"reason": "chips"}, "call"),
            ("counts", {"good": True}, "count"),
            ("queue", {"text": "other"}, "queue"),
        ],
    )
    def test_a_row_that_was_changed_is_named(self, model, change, says):
        floor = play_everything()
        rows = getattr(floor.event, model)
        rows.filter(pk=rows.order_by("-pk").first().pk).update(**change)
        assert [text for text in problems(floor.event) if f"replay: {says} " in text]

    def test_points_that_were_changed_are_named(self):
        floor = play_everything()
        hand = Hand.objects.filter(points_only=True).first()
        hand.sheet["points"][0]["points"] += 1
        hand.save()
        assert [text for text in problems(floor.event, replay=False) if "scored again" in text]

    def test_verify_event_says_so(self):
        floor = play_everything()
        out = StringIO()
        call_command("verify_event", floor.slug, stdout=out)

    def test_answers_carry_no_names(self):
        """Names are personal data and stand outside the digests."""
        floor = play_everything()
        said = "".join(floor.event.journal.values_list("answer", flat=True))
        assert "Player" not in said


@pytest.mark.django_db(transaction=True)
class TestBudgets:
    def count(self, act) -> int:
        with CaptureQueriesContext(
            connection,
        ) as found:
            act()
        said = [one["sql"] for one in found.captured_queries]
        return len([sql for sql in said if not sql.startswith(("BEGIN", "COMMIT", "SET"))])

    def test_statements_of_a_tablet(self, capsys):
        floor = Floor.running(players=3)
        tablet = Tablet(floor)
        ids = [str(uuid.uuid4()) for _ in range(2)]
        start = {"submission": ids[0], "absent": []}
        counts = {"start": self.count(lambda: tablet.post("hands/1/start", **start))}
        body = {"submission": ids[1], "layouts": tablet.sheet("flush")}
        counts["record"] = self.count(lambda: tablet.post("hands/1/record", **body))
        counts["again"] = self.count(lambda: tablet.post("hands/1/record", **body))
        counts["state"] = self.count(tablet.get)
        etag = tablet.get()["ETag"]
        counts["304"] = self.count(lambda: tablet.get(HTTP_IF_NONE_MATCH=etag))
        counts["beat"] = self.count(lambda: tablet.post("beat", battery=1, unsent=0))
        with capsys.disabled():
            print(counts)
        assert counts["record"] <= 16
        assert counts["again"] <= 4
        assert counts["start"] <= 16
        assert counts["state"] <= 10
        assert counts["304"] == 1


@pytest.mark.race
@pytest.mark.django_db(transaction=True)
class TestRaces:
    def test_eight_times_the_same_record_is_one_hand(self):
        tablet = Tablet(Floor.running(players=3))
        tablet.start()
        body = {"submission": str(uuid.uuid4()), "layouts": tablet.sheet("flush")}
        answers = together([lambda: tablet.post("hands/1/record", **body)] * 8)
        assert {one.status_code for one in answers} == {200}
        assert len({one.content for one in answers}) == 1
        assert tablet.floor.event.journal.filter(kind="hand.record").count() == 1

    def test_a_code_used_twice_at_once_makes_one_tablet(self):
        floor = Floor.running(players=3)
        token = devices.issue_token(floor.director, floor.table(1))
        from rest_framework.test import APIClient

        def pair():
            return APIClient().post("/api/tablet/pair", {"token": token}, format="json", **HEADER)

        answers = together([pair] * 4)
        assert sorted(one.status_code for one in answers) == [200, 422, 422, 422]

    def test_a_take_over_against_a_record(self):
        """The hand is recorded by the old tablet before, or refused to it after: never both."""
        floor = Floor.running(players=3)
        old = Tablet(floor)
        old.start()
        body = {"submission": str(uuid.uuid4()), "layouts": old.sheet("flush")}
        token = devices.issue_token(floor.director, floor.table(1))
        answers = together(
            [lambda: devices.pair(token), lambda: old.post("hands/1/record", **body)]
        )
        recorded = floor.event.journal.filter(kind="hand.record").first()
        paired_at = answers[0][0].paired_at
        if answers[1].status_code == 200:
            assert recorded is not None
        else:
            assert code(answers[1]) == "device_replaced"
            assert recorded is None
        assert paired_at

    def test_a_take_over_waits_for_a_command_that_has_begun(self, monkeypatch):
        """The command holds the event; the new tablet exists only when it is over."""
        floor = Floor.running(players=3)
        old = Tablet(floor)
        token = devices.issue_token(floor.director, floor.table(1))
        body = {"submission": str(uuid.uuid4()), "absent": []}
        inside, order = threading.Event(), []
        plain = journal.run

        def slow(*args):
            inside.set()
            threading.Event().wait(0.4)
            entry = plain(*args)
            order.append("command")
            return entry

        monkeypatch.setattr(journal, "run", slow)

        def take_over():
            inside.wait(PATIENCE_S)
            devices.pair(token)
            order.append("paired")

        answers = together([lambda: old.post("hands/1/start", **body), take_over])
        assert answers[0].status_code == 200
        assert order == ["command", "paired"]

    def test_without_the_lock_it_would_not_wait(self, monkeypatch):
        """The twin: pairing that does not take the event's lock overtakes the command."""
        if connection.vendor == "sqlite":
            pytest.skip("on SQLite every writing transaction is the lock")
        from contextlib import contextmanager

        from django.db import transaction

        @contextmanager
        def unlocked(_event_pk):
            with transaction.atomic(durable=True):
                yield

        monkeypatch.setattr(devices, "_locked", unlocked)
        with pytest.raises(AssertionError):
            self.test_a_take_over_waits_for_a_command_that_has_begun(monkeypatch)

    def test_two_dealers_at_once_at_one_tablet(self):
        floor = Floor.running(players=3)
        tablet = Tablet(floor, sign_in=False)
        dealers = [floor.hire(Role.DEALER) for _ in range(2)]
        found = devices.issue_pins(floor.director, floor.event, dealers)
        answers = together(
            [lambda pin=pin: tablet.post("dealer", pin=pin) for pin in found.values()]
        )
        assert {one.status_code for one in answers} == {200}
        assert tablet.device.dealer == floor.table(1).dealer
        assert floor.table(1).dealer in dealers

    def test_everything_handed_in_at_once_is_kept(self):
        tablet = Tablet(Floor.running(players=3))
        acts = [
            lambda n=n: tablet.ask("refused", command=f"hands/{n}/record", body={"n": n}, error={})
            for n in range(1, 9)
        ]
        assert {one.status_code for one in together(acts)} == {200}
        assert sorted(QueueItem.objects.values_list("hand", flat=True)) == list(range(1, 9))


@pytest.mark.django_db
def test_the_schema_knows_the_tablet(client):
    answer = client.get("/api/schema/", HTTP_ACCEPT="application/json")
    schema = json.loads(answer.content)
    assert "/api/tablet/hands/{hand}/record" in schema["paths"]
