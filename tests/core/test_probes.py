"""`/healthz`, `/readyz`, `/metrics`: what watchers ask, and who may."""

import json
import threading
from datetime import timedelta

import pytest
import redis
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.utils import timezone

from core import health, tasks
from core.models import Backup, Heartbeat
from tests.factories import Floor

pytestmark = pytest.mark.django_db


def ready(query: str = "") -> tuple[int, dict]:
    response = Client().get(f"/readyz{query}")
    return response.status_code, json.loads(response.content)


class FakeRedis:
    def __init__(self, waiting: int | None) -> None:
        self.waiting = waiting

    def ping(self) -> bool:
        if self.waiting is None:
            raise redis.ConnectionError
        return True

    def llen(self, _queue: str) -> int:
        self.ping()
        return self.waiting


@pytest.fixture
def with_redis(settings, monkeypatch):
    def use(waiting: int | None) -> None:
        settings.REDIS_URL = "redis://nowhere"
        monkeypatch.setattr(health, "redis_client", lambda: FakeRedis(waiting))

    return use


class TestHealth:
    def test_a_process_that_answers_is_alive(self):
        response = Client().get("/healthz", headers={"host": "10.0.0.9"})
        assert (response.status_code, response.content) == (200, b"ok\n")

    def test_no_cookie_and_no_redirect(self, settings):
        settings.SECURE_SSL_REDIRECT = True
        response = Client().get("/readyz")
        assert response.status_code == 200
        assert not response.cookies

    def test_it_takes_no_post(self):
        assert Client().post("/healthz").status_code == 404


class TestReady:
    def test_database_and_worker_are_well(self, settings):
        settings.REDIS_URL = ""
        tasks.beat()
        status, said = ready("?strict")
        assert status == 200
        assert set(said["looks"]) == {"database", "tables", "worker"}

    def test_a_worker_that_was_never_seen_takes_no_server_away(self, settings):
        settings.REDIS_URL = ""
        assert ready()[0] == 200
        status, said = ready("?strict")
        assert (status, said["looks"]["worker"]) == (503, {"ok": False, "says": "never seen"})

    def test_a_silent_worker_is_found(self, settings):
        settings.REDIS_URL = ""
        at = timezone.now() - health.WORKER_SILENT - timedelta(seconds=1)
        Heartbeat.objects.create(name=health.WORKER, at=at)
        assert ready("?strict")[1]["looks"]["worker"]["ok"] is False

    def test_redis_gone_is_said_and_serves_on(self, with_redis):
        with_redis(None)
        status, said = ready()
        assert status == 200
        assert said["looks"]["redis"] == {"ok": False, "says": "does not answer"}
        assert said["looks"]["backlog"]["ok"] is False

    @pytest.mark.parametrize(("waiting", "ok"), [(0, True), (100, True), (101, False)])
    def test_backlog(self, with_redis, waiting, ok):
        with_redis(waiting)
        found = ready()[1]["looks"]["backlog"]
        assert found == {"ok": ok, "says": f"{waiting} waiting"}

    def test_without_the_database_nothing_can_be_recorded(self, monkeypatch, settings):
        settings.REDIS_URL = ""

        def broken(*_: object) -> None:
            raise DatabaseError("secret host name")

        monkeypatch.setattr(connection, "cursor", broken)
        status, said = ready()
        assert status == 503
        assert said["looks"]["database"] == {"ok": False, "says": "does not answer"}
        assert "secret" not in json.dumps(said)

    def test_a_database_without_our_tables_records_nothing(self, monkeypatch, settings):
        """One that was restored without the application's rights answered, and that was all."""
        settings.REDIS_URL = ""
        monkeypatch.setattr(Heartbeat._meta, "db_table", "core_nothing")
        with transaction.atomic():
            assert ready()[0] == 503
            transaction.set_rollback(True)

    def test_tables_of_another_version_are_not_ready(self, monkeypatch, settings):
        """After an update without the set-up every page of an event failed, and this said well."""
        settings.REDIS_URL = ""
        monkeypatch.setattr(health, "_fitting", threading.Event())
        monkeypatch.setattr(health.versions, "difference", lambda: "of older code")
        status, said = ready()
        assert (status, said["looks"]["tables"]["says"]) == (503, "of older code")
        monkeypatch.setattr(health.versions, "difference", lambda: "")
        assert ready()[0] == 200


class TestMetrics:
    def figures(self, **headers: str) -> tuple[int, str]:
        response = Client().get("/metrics", headers=headers)
        return response.status_code, response.content.decode()

    def test_this_machine_may_ask(self):
        status, text = self.figures()
        assert status == 200
        assert 'thirteen_well{look="database"} 1.0' in text
        assert "thirteen_backup_age_seconds -1.0" in text

    def test_how_many_events_are_being_played(self):
        """An old backup is an alarm only then."""
        assert "thirteen_events_running 0.0" in self.figures()[1]
        Floor.running(players=3)
        assert "thirteen_events_running 1.0" in self.figures()[1]

    def test_nobody_through_the_proxy_may(self):
        assert self.figures(**{"X-Forwarded-For": "203.0.113.7"})[0] == 404

    def test_another_machine_needs_the_token(self, settings):
        assert Client(REMOTE_ADDR="10.0.0.2").get("/metrics").status_code == 404
        settings.METRICS_TOKEN = "a-long-token"
        assert self.figures()[0] == 404
        assert self.figures(Authorization="Bearer wrong")[0] == 404
        assert self.figures(Authorization="Bearer a-long-token")[0] == 200

    def test_commands_and_routes_are_counted_and_addresses_are_not(self):
        floor = Floor.open(2)
        client = Client()
        client.get(f"/e/{floor.slug}/")
        client.get("/p/abcdefghijklmnopqrstuv/")
        text = self.figures()[1]
        assert 'route="/e/<slug:slug>/",status="200"' in text
        assert floor.slug not in text
        assert "abcdefghijklmnopqrstuv" not in text

    def test_the_age_of_the_newest_verified_backup(self):
        now = timezone.now()
        made = now - timedelta(seconds=90)
        Backup.objects.create(name="good", made_at=made, verified_at=now)
        Backup.objects.create(name="newer, not verified", made_at=now)
        figure = self.figures()[1].split("thirteen_backup_age_seconds ")[-1].split()[0]
        assert 90 <= float(figure) < 150
