"""``manage.py simulate``: a whole event of simulated players, through the real commands."""

import random
import sys
import time
import uuid
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from core.errors import Refusal
from scoring.presets import PRESETS
from tables.simulated_floor import PRICES, SimulatedFloor, simulated_event
from tournaments import verify
from tournaments.models import Event

BAR = 30


class Command(BaseCommand):
    """Plays to the last payout, prints a table of what happened, and verifies the event."""

    help = "Play a whole event with simulated players, and verify it."

    def add_arguments(self, parser: CommandParser) -> None:
        """How many, how fast, under which rules."""
        parser.add_argument("--players", type=int, default=30)
        parser.add_argument("--seed", type=int, default=1, help="all chance of the event")
        parser.add_argument("--ruleset", default="vamos", choices=sorted(PRESETS))
        parser.add_argument("--slug", help="address of the event (default: drawn)")
        parser.add_argument("--live", action="store_true", help="pace it, to watch in a browser")
        parser.add_argument("--speed", type=float, default=1.0, help="with --live: hands a second")
        parser.add_argument("--no-replay", action="store_true", help="verify without the replay")

    def handle(self, *args: Any, **options: Any) -> None:
        """Create, play, report, verify."""
        if options["players"] < 2:
            raise CommandError("An event needs at least two players.")
        if options["speed"] <= 0:
            raise CommandError("The speed is in hands a second: more than 0.")
        rng = random.Random(options["seed"])  # noqa: S311  (repeatable, nothing at stake)
        event = self._create(options)
        floor = SimulatedFloor(event, options["players"], rng)
        pause = 1 / options["speed"] if options["live"] else 0.0
        began = time.perf_counter()
        for left in _paced(floor.run(), pause):
            self._progress(floor, left)
        self._report(floor, time.perf_counter() - began)
        self._verify(event, replay=not options["no_replay"])

    def _create(self, options: dict[str, Any]) -> Event:
        slug = options["slug"] or f"simulated-{uuid.uuid4().hex[:8]}"
        try:
            event = simulated_event(slug, options["players"], options["ruleset"])
        except Refusal as refusal:
            raise CommandError(str(refusal)) from None
        self.stdout.write(f"Event {slug}: /e/{slug}/")
        return event

    def _progress(self, floor: SimulatedFloor, left: int) -> None:
        if not sys.stdout.isatty():
            return
        done = floor.entries - left
        filled = BAR * done // max(1, floor.entries - 1)
        bar = "█" * filled + "·" * (BAR - filled)
        hands = floor.play.tallies.hands
        self.stdout.write(f"\r  {bar} {left:4d} left, {hands} hands ", ending="")
        self.stdout.flush()

    def _report(self, floor: SimulatedFloor, seconds: float) -> None:
        tallies = floor.play.tallies
        rows = (
            ("Players", f"{floor.entries}"),
            ("Hands", f"{tallies.hands}"),
            ("Fouls", f"{tallies.fouls}  ({tallies.fouls / tallies.players:.1%} of boards)"),
            ("Fantasylands", f"{tallies.fantasylands}"),
            ("Eliminations", f"{tallies.eliminations}"),
            ("Moves", f"{sum(floor.moves.values())}"),
            (
                "Paid out",
                f"{sum(floor.paid.values()) / 100:,.2f} {PRICES.currency} to {len(floor.paid)}",
            ),
            ("Levels", f"{floor.level + 1}"),
            ("Seconds", f"{seconds:.1f}"),
            ("Hands a second", f"{tallies.hands / seconds:.0f}"),
        )
        self.stdout.write("")
        for name, value in rows:
            self.stdout.write(f"  {name:<16}{value}")

    def _verify(self, event: Event, *, replay: bool) -> None:
        began = time.perf_counter()
        event.refresh_from_db()
        found = list(verify.problems(event, replay=replay))
        for problem in found:
            self.stderr.write(problem)
        if found:
            raise CommandError(f"{event.slug}: {len(found)} problems.")
        seconds = time.perf_counter() - began
        self.stdout.write(f"  {'Verified':<16}sound, {event.version} commands in {seconds:.1f} s")


def _paced(hands: Iterator[int], pause: float) -> Iterator[int]:
    for left in hands:
        yield left
        if pause:
            time.sleep(pause)
