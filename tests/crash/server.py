"""A real server in a process of its own, on a free port, that can be killed and started again."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PATIENCE_S = 60


def environment(folder: Path, database_url: str = "") -> dict[str, str]:
    """What the server and `prepare` see: their own data, nothing of this process's settings."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("THIRTEEN_")}
    for name in ("DJANGO_SETTINGS_MODULE", "REDIS_URL", "DATABASE_URL"):
        kept.pop(name, None)
    if database_url:
        kept["DATABASE_URL"] = database_url
    (folder / "static").mkdir(exist_ok=True)
    return {**kept, "THIRTEEN_DATA": str(folder), "PYTHONPATH": str(ROOT)}


class Server:
    """The web server, started on creation."""

    def __init__(self, env: dict[str, str]) -> None:
        self.env = env
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self.kills = 0
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "uvicorn", "config.asgi:application"]
        command += ["--port", str(self.port), "--log-level", "error"]
        self.process = subprocess.Popen(command, cwd=ROOT, env=self.env)
        self._wait()

    def kill(self) -> None:
        """``kill -9`` of a living process; a dead one would prove nothing."""
        assert self.process.poll() is None, "the server was not alive when it was to be killed"
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.kills += 1

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()

    def _wait(self) -> None:
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            assert self.process.poll() is None, "the server did not start"
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.05)
        raise AssertionError("the server does not answer")
