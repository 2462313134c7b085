"""An installation that lives for one measurement: its data folder, its database, its processes."""

import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self, cast
from urllib.parse import urlsplit, urlunsplit

import psycopg

ROOT = Path(__file__).resolve().parent.parent
DATABASE = "thirteen_bench"
START_S = 30
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Installation:
    """Where the processes of one measurement keep their data."""

    engine: str
    folder: Path
    url: str = ""
    redis: str = ""

    @property
    def environment(self) -> dict[str, str]:
        """What a process needs to know; everything else as a fresh installation has it."""
        own = {"THIRTEEN_DATA": str(self.folder), "DJANGO_SETTINGS_MODULE": "bench.settings"}
        given = {"DATABASE_URL": self.url, "REDIS_URL": self.redis}
        kept = {name: value for name, value in os.environ.items() if name not in given}
        return {**kept, **own, **{name: value for name, value in given.items() if value}}


@contextmanager
def sqlite() -> Iterator[Installation]:
    """An installation on SQLite, as `make run` makes it."""
    with tempfile.TemporaryDirectory(prefix="thirteen-bench-") as folder:
        yield _installed("SQLite", Path(folder))


@contextmanager
def postgresql(server: str) -> Iterator[Installation]:
    """An installation on PostgreSQL, in a database of its own that is dropped at the end.

    Args:
        server: the URL of any database of the server, for a role that may create databases.
    """
    drop = f"DROP DATABASE IF EXISTS {DATABASE} WITH (FORCE)"
    with psycopg.connect(server, autocommit=True, connect_timeout=3) as admin:
        admin.execute(drop)
        admin.execute(f"CREATE DATABASE {DATABASE}")
    url = urlunsplit(urlsplit(server)._replace(path=f"/{DATABASE}"))
    try:
        with tempfile.TemporaryDirectory(prefix="thirteen-bench-") as folder:
            yield _installed("PostgreSQL", Path(folder), url)
    finally:
        with psycopg.connect(server, autocommit=True) as admin:
            admin.execute(drop)


@contextmanager
def redis_server() -> Iterator[str]:
    """A Redis of this measurement's own; its address."""
    port = free_port()
    command = ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", ""]
    process = subprocess.Popen(command, cwd=tempfile.gettempdir(), stdout=subprocess.DEVNULL)
    try:
        yield f"redis://127.0.0.1:{port}/0"
    finally:
        process.terminate()
        process.wait(10)


class Server:
    """The web server, started as `make run` starts it, on a free port."""

    def __init__(self, place: Installation) -> None:
        self.port = free_port()
        self._place = place
        self._launch()

    def _launch(self) -> None:
        command = [sys.executable, "-m", "uvicorn", "config.asgi:application"]
        options = ["--host", "127.0.0.1", "--port", str(self.port), "--log-level", "warning"]
        options += ["--timeout-graceful-shutdown", "3"]
        env = self._place.environment
        self._process = subprocess.Popen([*command, *options], cwd=ROOT, env=env)

    def restart(self) -> None:
        """Kill it in mid-sentence and start it again on its port; it may not answer yet."""
        self._process.kill()
        self._process.wait()
        self._launch()

    def __enter__(self) -> Self:
        end = time.monotonic() + START_S
        while time.monotonic() < end and self._process.poll() is None:
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
            except OSError:
                time.sleep(0.05)
            else:
                return self
        self._stop()
        raise SystemExit("The server did not start.")

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._stop()

    @property
    def pid(self) -> int:
        """The process."""
        return self._process.pid

    def cpu_s(self) -> float:
        """Seconds of processor time that the server has used so far, as the kernel counts them."""
        # After the name in brackets, user and system time are the 12th and 13th field.
        said = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(said[11]) + int(said[12])) / TICKS

    def _stop(self) -> None:
        self._process.terminate()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


class Worker:
    """A process of the same installation that prepares and measures from the inside."""

    def __init__(self, place: Installation) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "bench.worker"],
            cwd=ROOT,
            env=place.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        cast("IO[str]", self._process.stdin).close()
        self._process.wait(10)

    def ask(self, task: str, **facts: Any) -> Any:
        """Have a task of `bench.worker` done; its answer."""
        to, back = cast("IO[str]", self._process.stdin), cast("IO[str]", self._process.stdout)
        to.write(json.dumps([task, facts]) + "\n")
        to.flush()
        line = back.readline()
        if not line:
            raise SystemExit(f"The measuring process died at {task}.")
        return json.loads(line)


def _installed(engine: str, folder: Path, url: str = "") -> Installation:
    (folder / "static").mkdir()  # its absence would be warned of
    return Installation(engine, folder, url)


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
