"""Real processes of an installation: each can be killed, and proves that it lived until then."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from celery import Celery

ROOT = Path(__file__).resolve().parents[2]
PATIENCE_S = 240
"""Long: on a busy machine a process takes its time to start, and nothing here is about time."""


def environment(folder: Path, database_url: str = "", redis_url: str = "") -> dict[str, str]:
    """What the processes and `prepare` see: their own data, nothing of this process's settings."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("THIRTEEN_")}
    for name in ("DJANGO_SETTINGS_MODULE", "REDIS_URL", "DATABASE_URL"):
        kept.pop(name, None)
    given = {"DATABASE_URL": database_url, "REDIS_URL": redis_url}
    kept |= {name: value for name, value in given.items() if value}
    (folder / "static").mkdir(exist_ok=True)
    own = {"THIRTEEN_DATA": str(folder), "PYTHONPATH": str(ROOT), "THIRTEEN_BACKUP_EVERY": "1"}
    return {**kept, **own}


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def until(what: str, happened: Callable[[], Any], patience_s: float = PATIENCE_S) -> None:
    """Wait until something has happened; what did not, the failure says."""
    end = time.monotonic() + patience_s
    while not happened():
        assert time.monotonic() < end, f"{what}: not within {patience_s:.0f} s"
        time.sleep(0.01)


def answers(port: int) -> bool:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
        return True
    return False


class Process:
    """A process of its own group, with whatever children it has."""

    def __init__(self, command: Sequence[str], env: dict[str, str], **more: Any) -> None:
        self.command, self.env, self.more = command, env, more
        self.kills = 0
        self.launch()

    def launch(self) -> None:
        self.process = subprocess.Popen(
            self.command, cwd=ROOT, env=self.env, start_new_session=True, **self.more
        )

    @property
    def living(self) -> bool:
        return self.process.poll() is None

    def kill(self) -> None:
        """``kill -9`` of a living process and its children; a dead one would prove nothing."""
        assert self.living, "it was not alive when it was to be killed"
        os.killpg(self.process.pid, signal.SIGKILL)
        self.died()

    def died(self) -> None:
        """It is dead by that signal, and by nothing else."""
        assert self.process.wait(PATIENCE_S) == -signal.SIGKILL
        self.kills += 1

    def stop(self) -> None:
        if self.living:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()


class Server(Process):
    """The web server on a port of its own, started on creation; it can be trapped."""

    def __init__(self, env: dict[str, str]) -> None:
        self.port = free_port()
        self.trap = Path(env["THIRTEEN_DATA"]) / f"trap-{self.port}"
        command = [sys.executable, "-m", "uvicorn", "tests.crash.failpoints:application"]
        command += ["--port", str(self.port), "--log-level", "critical"]
        super().__init__(command, env | {"FAILPOINT": str(self.trap)})

    def launch(self) -> None:
        super().launch()
        until("the server starts", self._stands)

    def kill_at(self, point: str) -> None:
        """Have it kill itself at a point that `tests.crash.failpoints` knows, once it is there."""
        draft = self.trap.with_suffix(".new")
        draft.write_text(point)
        assert self.living
        draft.replace(self.trap)
        until(f"the failpoint {point} is reached", lambda: not self.living)
        self.died()
        assert self.trap.read_text() == f"{point}: {self.process.pid} died"
        self.trap.unlink()

    def _stands(self) -> bool:
        assert self.living, "the server did not start"
        return answers(self.port)


class Redis(Process):
    """A Redis of this test's own."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        command = ["redis-server", "--port", str(self.port), "--bind", "127.0.0.1", "--save", ""]
        command += ["--dir", str(folder)]
        super().__init__(command, dict(os.environ), stdout=subprocess.DEVNULL)

    def launch(self) -> None:
        super().launch()
        until("Redis answers", lambda: answers(self.port))


class Worker(Process):
    """A Celery worker; whoever asks it for a backup sees it at work in the folder of the copies."""

    def __init__(self, env: dict[str, str], folder: Path) -> None:
        self.copies = folder / "backups"
        self.broker = env["REDIS_URL"]
        command = [sys.executable, "-m", "celery", "-A", "config", "worker", "--concurrency", "1"]
        command += ["--loglevel", "CRITICAL", "--without-gossip", "--without-mingle"]
        super().__init__(command, env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def ask_for_a_backup(self) -> None:
        with Celery(broker=self.broker, set_as_current=False) as app:
            app.conf.task_default_queue = "thirteen"
            app.send_task("tournaments.tasks.back_up", ignore_result=True)

    def at_work(self) -> None:
        """Ask for a backup, and wait until the worker has begun to write one."""
        before = self._files()
        self.ask_for_a_backup()
        until("the worker begins a backup", lambda: self._files() - before)

    def _files(self) -> set[str]:
        return {one.name for one in self.copies.iterdir()} if self.copies.exists() else set()
