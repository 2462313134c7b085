"""Log lines: one JSON object each, with ids, without secrets."""

import json
import logging

import pytest
from django.conf import settings
from django.test import Client

from core import logs
from tests.factories import SHEETS, Api, Floor, layouts


def line(text: str, *args: object, **extra: object) -> dict:
    record = logging.makeLogRecord({"name": "x", "levelname": "INFO", "msg": text, "args": args})
    record.__dict__.update(extra)
    written = logs.JsonFormatter().format(record)
    assert "\n" not in written
    return json.loads(written)


class TestLine:
    def test_what_a_block_is_about_stands_in_its_lines(self):
        with logs.about(request_id="r1"):
            logs.note(submission="s1")
            assert line("hello") | {"at": ""} == {
                "at": "", "level": "info", "logger": "x", "says": "hello",
                "request_id": "r1", "submission": "s1",
            }  # fmt: skip
        assert "request_id" not in line("later")

    def test_a_line_break_forges_nothing(self):
        assert line("a\n{}")["says"] == "a\n{}"

    @pytest.mark.parametrize(
        "text",
        [
            "GET /p/SECRETSECRETSECRET22/ 404",
            "Cookie: session=SECRET; other=1",
            '{"pin": "SECRET"}',
            "csrf=SECRET",
            "Authorization: Bearer SECRET",
            "postgresql://td:SECRET@db/thirteen",
            "password=SECRET",
            "token: SECRET",
        ],
    )
    def test_no_secret_gets_through(self, text):
        assert "SECRET" not in json.dumps(line(text))
        assert "SECRET" not in json.dumps(line("%s", text))
        assert "SECRET" not in json.dumps(line("x", more=text))
        record = logging.makeLogRecord({"msg": text})
        assert "SECRET" not in logs.LineFormatter("%(message)s").format(record)

    def test_a_trace_is_kept_without_its_secrets(self):
        try:
            int("pin=SECRET")
        except ValueError as error:
            found = line("broken", exc_info=(type(error), error, error.__traceback__))
        assert "ValueError" in found["trace"]
        assert "SECRET" not in found["trace"]


@pytest.mark.django_db
class TestRequest:
    @pytest.fixture
    def lines(self, caplog):
        caplog.set_level(logging.INFO, logger="thirteen.request")
        formatter = logs.JsonFormatter()
        written: list[dict] = []

        class Keep(logging.Handler):
            def emit(self, record):
                written.append(json.loads(formatter.format(record)))

        handler = Keep()
        logging.getLogger("thirteen.request").addHandler(handler)
        yield written
        logging.getLogger("thirteen.request").removeHandler(handler)

    def test_a_command_says_its_request_and_its_submission(self, lines):
        floor = Floor.running()
        started = floor.start(1)
        api = Api(floor.director)
        facts = {"layouts": layouts(started["order"], SHEETS["flush"])}
        path = f"tables/{floor.table().uid}/hands/1/record"
        response = api.post(path, **facts)
        (said,) = lines
        assert said["request_id"] == response["X-Request-ID"]
        entry = floor.event.journal.last()
        assert said["submission"] == str(entry.submission)
        assert said["command"] == "hand.record"
        assert said["status"] == 200
        assert said["route"] == "/api/tables/<uuid:uid>/hands/<int:hand>/record"
        assert said["user"] == str(floor.director.uid)

    def test_the_proxys_id_is_kept_when_it_is_one(self, lines):
        assert Client().get("/", headers={"X-Request-ID": "abcdef12"})["X-Request-ID"] == "abcdef12"
        other = Client().get("/", headers={"X-Request-ID": 'x" y\n'})["X-Request-ID"]
        assert len(other) == 32
        assert [one["request_id"] for one in lines] == ["abcdef12", other]

    def test_a_players_address_is_in_no_line(self, lines):
        Client().get("/p/abcdefghijklmnopqrstuv/")
        assert lines[0]["route"] == "/p/<slug:token>/"
        assert "abcdefghijklmnopqrstuv" not in json.dumps(lines)


def test_the_settings_use_these_formatters():
    makers = {one["()"] for one in settings.LOGGING["formatters"].values()}
    assert makers == {"core.logs.LineFormatter", "core.logs.JsonFormatter"}
