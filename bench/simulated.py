"""Whole events of simulated players, from the first hand to the winner. Needs Django."""

import random
import time
from collections.abc import Callable, Iterable
from typing import Any

from django.core.management import call_command
from django.db import connection

from scoring.bots import Player, play_hand
from scoring.presets import preset
from tables.simulated_floor import SimulatedFloor, simulated_event
from tournaments import verify
from tournaments.models import Event


def bots(*, hands: int) -> float:
    """Seconds of processor that three players need for so many hands, nothing recorded."""
    rules, rng = preset("vamos"), random.Random(1)
    players = [Player(seat) for seat in range(1, rules.chairs + 1)]
    return _seconds(lambda: [play_hand(rules, 1, players, rng) for _ in range(hands)])[0]


def simulate(*, players: int) -> dict[str, Any]:
    """An event of so many players: its hands, seconds, and statements of the database."""
    call_command("migrate", verbosity=0)
    slug = f"simulated-{players}"
    floor = SimulatedFloor(simulated_event(slug, players, "vamos"), players, random.Random(7))
    statements = 0

    def count(execute: Callable[..., Any], *said: Any) -> Any:
        nonlocal statements
        statements += 1
        return execute(*said)

    start = time.perf_counter()
    with connection.execute_wrapper(count):
        cpu_s, _ = _seconds(lambda: [*floor.run()])
    return {
        "hands": floor.play.tallies.hands,
        "statements": statements,
        "cpu_s": cpu_s,
        "seconds": time.perf_counter() - start,
    }


def verified(*, players: int) -> dict[str, Any]:
    """Seconds of processor to verify such an event: each hand scored again, and the replay."""
    event = Event.objects.get(slug=f"simulated-{players}")
    looks, found = _seconds(lambda: [*verify.problems(event, replay=False)])
    replay, replayed = _seconds(lambda: [*verify.replay_problems(event)])
    return {"looks": looks, "replay": replay, "problems": len(found) + len(replayed)}


def _seconds(work: Callable[[], Iterable[Any]]) -> tuple[float, list[Any]]:
    start = time.process_time()
    result = [*work()]
    return time.process_time() - start, result
