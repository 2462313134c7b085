"""``python -m bench``: all measurements, or the parts that are named.

Ratios compare two things measured in the same run, and are what to keep; absolute figures belong
to the machine and to what else it did. Nothing fails for being slow: a missed goal is only said.
"""

import argparse
import importlib
import importlib.util
import os
import platform
import signal
import sys
from collections.abc import Callable

import psycopg

from bench import evening, hands, pages, reads, streams
from bench.report import Line, table
from bench.room import Crew
from bench.server import Installation, Worker, postgresql, sqlite

POSTGRESQL = "postgresql://postgres@127.0.0.1:5432/postgres"
# Modules with a `main` of their own that print their own table.
OTHERS = ("scoring", "balance", "simulate")
PARTS = ("statements", "hands", "reads", "streams", "pages", "layers", "growth", "evening")
ENGINES = ("sqlite", "postgresql")


def options() -> argparse.Namespace:
    """What to measure, and how much."""
    said = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    said.add_argument("parts", nargs="*", help=f"some of {', '.join((*PARTS, *OTHERS))}; none: all")
    said.add_argument("--engine", choices=ENGINES, action="append", help="only this database")
    said.add_argument("--postgresql", default=os.environ.get("THIRTEEN_BENCH_SERVER", POSTGRESQL))
    said.add_argument("--hands", type=int, default=hands.Size().hands, help="hands in a round")
    said.add_argument("--rounds", type=int, default=hands.Size().rounds)
    said.add_argument("--clients", type=int, nargs="+", default=hands.Size().clients)
    said.add_argument("--requests", type=int, default=200, help="reads of one client in a round")
    said.add_argument("--profile", type=int, default=0, help="profile so many hands, nothing else")
    given = said.parse_args()
    unknown = set(given.parts) - {*PARTS, *OTHERS}
    if unknown:
        said.error(f"no such part: {', '.join(sorted(unknown))}")
    return given


def measured(place: Installation, given: argparse.Namespace) -> None:
    """All wanted parts on one installation."""
    size = hands.Size(hands=given.hands, rounds=given.rounds, clients=tuple(given.clients))
    with Worker(place) as worker:
        crew = Crew(worker)
        if given.profile:
            print(worker.ask("profile", hands=given.profile, lines=45))
            return
        parts: dict[str, tuple[str, Callable[[], list[Line]]]] = {
            "statements": ("statements", lambda: hands.statements(worker)),
            "layers": ("one hand in one process", lambda: hands.layers(worker, size)),
            "hands": ("hands over HTTP", lambda: hands.recording(place, worker, crew, size)),
            "reads": (
                "standings over HTTP",
                lambda: reads.standings(place, worker, crew, given.requests, given.rounds),
            ),
            "pages": ("pages", lambda: pages.pages(place, worker, crew)),
            "streams": ("live streams", lambda: streams.streams(place, worker, crew)),
            "growth": ("growth", lambda: evening.growth(place, worker, crew)),
        }
        if place.url:
            parts["evening"] = ("an evening", lambda: evening.evening(place, worker, crew))
        for name, (title, part) in parts.items():
            if name in wanted(given):
                print(table(f"{place.engine}: {title}", part()))


def wanted(given: argparse.Namespace) -> list[str]:
    """The parts to run."""
    return given.parts or [*PARTS, *OTHERS]


def main() -> None:
    given = options()
    # Told to end, it still stops its server and drops its database.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    python = platform.python_version()
    print(f"Python {python}, {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}\n")
    for name in OTHERS:
        if (
            name in wanted(given)
            and not given.profile
            and importlib.util.find_spec(f"bench.{name}")
        ):
            importlib.import_module(f"bench.{name}").main()
            print()
    if not {*PARTS} & {*wanted(given)}:
        return
    for engine in given.engine or ENGINES:
        try:
            place = sqlite() if engine == "sqlite" else postgresql(given.postgresql)
            with place as installation:
                measured(installation, given)
        except psycopg.OperationalError as error:
            print(f"PostgreSQL: left out, {str(error).splitlines()[0]}\n")


if __name__ == "__main__":
    main()
