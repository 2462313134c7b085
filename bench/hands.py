"""Recording hands: statements, rates and latencies over HTTP, and what it costs inside.

A timed round: all hands are started first, then so many clients record them, each at tables of its
own, one request after the other. Only the recording is counted.
"""

from dataclasses import dataclass
from statistics import median

from bench.load import Times, closed_loop, merged, request
from bench.report import Goal, Line
from bench.room import SESSIONS, Crew, Room
from bench.server import Installation, Server, Worker

EVENTS = 8
FLOOR_S = 1.5
STEADY_RATE = 60


@dataclass(frozen=True, slots=True)
class Size:
    """How much is done: hands of a round, rounds, seconds of the open loop."""

    hands: int = 512
    rounds: int = 3
    steady_s: int = 8
    clients: tuple[int, ...] = (1, 8, 64)

    def hands_for(self, clients: int) -> int:
        """A single client needs fewer for the same certainty."""
        return self.hands if clients > 1 else max(self.hands // 4, 8)


def statements(worker: Worker) -> list[Line]:
    """How often a request asks the database."""
    found = worker.ask("statements")
    record, repeat = found["record"], found["repeat"]
    return [
        Line("statements, hand recorded", record["all"], Goal(16), _frame(record)),
        Line("statements, same submission again", repeat["all"], Goal(4), _frame(repeat)),
    ]


def layers(worker: Worker, size: Size) -> list[Line]:
    """The cost of a hand in one process, without network, as shares of the request."""
    found = worker.ask("layers", hands=max(size.hands // 4, 20))
    whole = found["request"]
    names = {
        "request": "request through the middlewares",
        "command": "journal.execute alone",
        "rules": "scoring: sheet, verify, apply, JSON",
        "ruleset": "RuleSet.from_json",
    }
    return [
        Line(says, found[k] / whole, None, f"{found[k]:.2f} ms of processor")
        for k, says in names.items()
    ]


def recording(place: Installation, worker: Worker, crew: Crew, size: Size) -> list[Line]:
    """Rates and latencies; on PostgreSQL against the floor of the same round."""
    lines, single = [], Times()
    with Server(place) as server:
        empty = closed_loop(server, [[request("GET", "/bench/empty")] * 500] * 4)
        for events in (EVENTS, 1) if place.url else (1,):
            name = f"hands-{events}"
            room = Room(worker, crew, name, events=events, tables=size.hands)
            if place.url:
                bare = Room(worker, crew, f"floor-{events}", events=events, tables=SESSIONS)
                worker.ask("learn", name=name, tables=bare.tables)
            for clients in size.clients:
                runs, floors = [], []
                for _ in range(size.rounds):
                    runs.append(room.round(server, clients, size.hands_for(clients)))
                    if place.url:
                        facts = {"name": name, "clients": clients, "seconds": FLOOR_S}
                        floors.append(Times(**worker.ask("floor", **facts)))
                lines += _compared(room, clients, runs, floors)
                if clients == 1:
                    single = merged(runs)
                    lines.append(_cpu(single, empty))
            if events == 1 and single.latencies:
                lines += _steady(server, room, size, single)
    return lines


def _compared(room: Room, clients: int, runs: list[Times], floors: list[Times]) -> list[Line]:
    """The results of some rounds: against the floor, and the tail against the middle."""
    whole, count = merged(runs), len(room.slugs)
    name = f"{clients} clients, {count} event{'s' if count > 1 else ''}"
    rate = median(run.rate for run in runs)
    tails = [run.p99_ms / run.p50_ms for run in runs]
    figures = f"{rate:.0f} hands/s, p50 {whole.p50_ms:.1f} ms, p99 {whole.p99_ms:.1f} ms"
    lines = [Line(f"{name}: errors", whole.errors, Goal(0), figures)]
    if floors:
        bare = merged(floors)
        ratios = [run.rate / floor.rate for run, floor in zip(runs, floors, strict=True)]
        goal = Goal(0.2, at_least=True) if clients == 8 else None
        figures = (
            f"floor {median(one.rate for one in floors):.0f} hands/s, p50 {bare.p50_ms:.1f} ms"
        )
        lines.append(Line(f"{name}: rate / bare driver", median(ratios), goal, figures))
    goal = Goal(1.6) if clients == 64 and not floors else None
    lines.append(Line(f"{name}: p99 / p50", median(tails), goal))
    return lines


def _cpu(hands: Times, empty: Times) -> Line:
    figures = f"{hands.cpu_ms:.2f} and {empty.cpu_ms:.2f} ms of the server's processor"
    return Line("processor, hand / empty view", hands.cpu_ms / empty.cpu_ms, Goal(10), figures)


def _steady(server: Server, room: Room, size: Size, single: Times) -> list[Line]:
    """A steady stream of hands, against one client alone."""
    lines = []
    hands = min(STEADY_RATE * size.steady_s, size.hands)
    for with_starts in (False, True):
        times = room.steady(server, STEADY_RATE, hands, with_starts=with_starts)
        name = f"{STEADY_RATE} hands/s over {SESSIONS} tablets"
        name += ", and their starts" if with_starts else ""
        figures = f"p50 {times.p50_ms:.1f} ms, p99 {times.p99_ms:.1f} ms"
        figures += f"; alone p50 {single.p50_ms:.1f} ms"
        lines.append(Line(f"{name}: errors", times.errors, Goal(0)))
        goal = None if with_starts else Goal(5)
        lines.append(Line(f"{name}: p99 / p50 alone", times.p99_ms / single.p50_ms, goal, figures))
    return lines


def _frame(counted: dict[str, int]) -> str:
    return f"{counted['frame']} of them begin and commit"
