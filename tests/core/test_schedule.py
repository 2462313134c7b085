"""What happens by itself: the same list for Celery and for a laptop without it."""

import subprocess
import sys

import pytest
from django.conf import settings

from config import celery_app, schedule

PRODUCTION = {
    "THIRTEEN_HTTPS": "1",
    "THIRTEEN_HOSTS": "ofc.example.org",
    "THIRTEEN_ORIGINS": "https://ofc.example.org",
    "THIRTEEN_LOGS": "json",
}


def test_every_name_is_a_task_that_celery_knows():
    celery_app.loader.import_default_modules()
    assert schedule.SCHEDULE.keys() <= celery_app.tasks.keys()
    assert settings.CELERY_BEAT_SCHEDULE.keys() == schedule.SCHEDULE.keys()


def test_each_runs_when_it_is_due_and_one_that_fails_holds_up_nobody(monkeypatch, caplog):
    ran = []

    def fails() -> None:
        ran.append("fails")
        raise ValueError("on purpose")

    jobs = {"m.fails": fails, "m.works": lambda: ran.append("works")}
    monkeypatch.setattr(schedule, "SCHEDULE", {"m.fails": 10, "m.works": 3})
    monkeypatch.setattr(schedule, "_task", jobs.__getitem__)
    last: dict[str, float] = {}
    for now in range(7):
        schedule.run_due(last, float(now))
    assert ran == ["fails", "works", "works", "works"]
    assert "m.fails failed" in caplog.text


@pytest.mark.parametrize("more", [{}, {"REDIS_URL": "redis://127.0.0.1:6379/7"}])
def test_django_has_nothing_to_warn_of_in_production(tmp_path, more):
    env = {"THIRTEEN_DATA": str(tmp_path), "PATH": "", **PRODUCTION, **more}
    command = [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"]
    done = subprocess.run(
        command, cwd=settings.BASE_DIR, env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_several_processes_need_redis(tmp_path):
    env = {"THIRTEEN_DATA": str(tmp_path), "PATH": "", "WEB_CONCURRENCY": "2"}
    done = subprocess.run(
        [sys.executable, "-c", "import config.asgi"],
        cwd=settings.BASE_DIR, env=env, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode != 0
    assert "need REDIS_URL" in done.stderr
