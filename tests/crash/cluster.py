"""A PostgreSQL of this test's own, made by initdb, that can be stopped in mid-sentence.

It listens on a free port and a socket in its own folder, and before anything is written it says
whose folder it stands in: a test must never stop somebody else's server.
"""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import psycopg

from tests.crash.server import free_port

PROGRAMS = Path("/usr/lib/postgresql")
OWNER = "nobody"
"""PostgreSQL refuses to run as root; then it runs as this user."""


def programs() -> Path | None:
    """Where initdb and pg_ctl are, of the newest version; None when they are nowhere."""
    found = sorted(PROGRAMS.glob("*/bin/pg_ctl"), key=lambda path: int(path.parts[-3]))
    path = found[-1] if found else shutil.which("pg_ctl")
    return Path(path).parent if path else None


class Cluster:
    """One cluster, started on creation."""

    def __init__(self, programs: Path) -> None:
        self.programs = programs
        self.folder = Path(tempfile.mkdtemp(prefix="thirteen-cluster-"))
        self.data, self.log = self.folder / "data", self.folder / "log"
        if os.geteuid() == 0:
            shutil.chown(self.folder, OWNER)
        self.port = free_port()
        self.kills = 0
        self._run("initdb", "--auth=trust", "--username=thirteen", "--no-sync", "-D", self.data)
        self.start()
        self._admin("create database thirteen")
        self.url = self._address("thirteen")

    def start(self) -> None:
        options = f"-p {self.port} -k {self.folder} -c listen_addresses=127.0.0.1"
        self._run("pg_ctl", "-w", "-D", self.data, "-l", self.log, "-o", options, "start")
        with psycopg.connect(self._address("postgres")) as own:
            found = own.execute("show data_directory").fetchone()
            durable = own.execute("show fsync").fetchone()
        assert found == (str(self.data),), "that is somebody else's server"
        assert durable == ("on",)

    def kill(self) -> None:
        """Immediate stop, as in a loss of power: no checkpoint, and connections are cut off."""
        recovered = self._recoveries()
        assert self.connections() > 0, "nobody was connected when it was to be stopped"
        self._run("pg_ctl", "-w", "-D", self.data, "-m", "immediate", "stop")
        self.start()
        assert self._recoveries() == recovered + 1, "it was not stopped in mid-sentence"
        self.kills += 1

    def connections(self) -> int:
        """How many others are connected to the event's database."""
        asked = "select count(*) from pg_stat_activity where datname = 'thirteen'"
        return int(self._admin(asked)[0][0])

    def remove(self) -> None:
        self._run("pg_ctl", "-D", self.data, "-m", "immediate", "stop")
        shutil.rmtree(self.folder)

    def _recoveries(self) -> int:
        return self.log.read_text().count("was not properly shut down; automatic recovery")

    def _admin(self, statement: str) -> list[Any]:
        with psycopg.connect(self._address("postgres"), autocommit=True) as own:
            done = own.execute(statement)
            return done.fetchall() if done.description else []

    def _address(self, database: str) -> str:
        return f"postgresql://thirteen@127.0.0.1:{self.port}/{database}"

    def _run(self, program: str, *given: Any) -> None:
        user = {"user": OWNER, "extra_groups": []} if os.geteuid() == 0 else {}
        # Into files: the server inherits its output, and a pipe would never end.
        with (self.folder / "said").open("w") as said:
            command = [str(self.programs / program), *map(str, given)]
            subprocess.run(command, check=True, cwd="/", stdout=said, stderr=said, **user)
