"""Announcements: after the commit, with the new version, and never in the way of a command."""

import json
import logging
import time

import pytest
from django.db import connection

from core import live
from core.errors import Refusal
from tests.factories import Floor, call
from tournaments import journal
from tournaments.models import Event

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _one_process(request, settings) -> None:
    """There is no Redis here, unless the test is about it."""
    if not request.node.get_closest_marker("needs"):
        settings.REDIS_URL = ""


@pytest.fixture
def heard() -> list[tuple[str, int]]:
    """Everything this process announces from here on."""
    heard: list[tuple[str, int]] = []
    live.listen(lambda slug, version: heard.append((slug, version)))
    return heard


def test_every_command_announces_its_version(heard):
    floor = Floor.open()
    assert heard == [(floor.slug, 1), (floor.slug, 2)]


def test_the_commit_comes_first(heard):
    floor = Floor()
    seen = []

    def look(slug, version):
        assert not connection.in_atomic_block
        seen.append(Event.objects.get(slug=slug).version == version)

    live.listen(look)
    floor.do("event.publish")
    assert seen == [True]


def test_a_refused_command_announces_nothing(heard):
    floor = Floor.open()
    heard.clear()
    with pytest.raises(Refusal):
        floor.do("event.publish")
    assert heard == []


def test_a_repeated_submission_announces_nothing(heard):
    floor = Floor()
    twice = call(floor.director)
    journal.execute(floor.event.uid, "event.publish", twice)
    heard.clear()
    journal.execute(floor.event.uid, "event.publish", twice)
    assert heard == []


def test_a_listener_that_fails_does_not_fail_the_command(caplog):
    def fail(_slug, _version):
        raise ConnectionError("nobody there")

    live.listen(fail)
    with caplog.at_level(logging.ERROR):
        floor = Floor()
    assert floor.event.version == 1
    assert "version 1" in caplog.text


def test_an_announcement_that_breaks_does_not_fail_the_command(monkeypatch, caplog):
    def break_down(_slug, _version):
        raise RuntimeError("out of memory")

    monkeypatch.setattr(live, "announce", break_down)
    with caplog.at_level(logging.ERROR):
        floor = Floor()
    assert floor.event.version == 1


class TestRedis:
    @pytest.fixture(autouse=True)
    def _own_client(self):
        live.redis_client.cache_clear()
        yield
        if live.redis_client.cache_info().currsize:
            live.redis_client().close()
        live.redis_client.cache_clear()

    @pytest.mark.needs("redis")
    def test_every_process_hears_through_redis(self, heard):
        with live.redis_client().pubsub(ignore_subscribe_messages=True) as elsewhere:
            elsewhere.subscribe(live.CHANNEL)
            elsewhere.get_message(timeout=1)  # the subscription stands
            floor = Floor()
            message = None
            waiting_until = time.monotonic() + 5
            while message is None and time.monotonic() < waiting_until:
                message = elsewhere.get_message(timeout=0.1)
        assert json.loads(message["data"]) == {"event": floor.slug, "version": 1}
        assert heard == [], "this process hears it from Redis, like all others"

    def test_a_dead_redis_fails_no_command(self, settings, caplog):
        settings.REDIS_URL = "redis://127.0.0.1:1/0"
        assert live.redis_client().connection_pool.connection_kwargs["retry"]._retries == 0
        with caplog.at_level(logging.WARNING):
            floor = Floor()
        assert floor.event.version == 1
        assert "not announced" in caplog.text
        assert "Traceback" not in caplog.text, "one line a command"
