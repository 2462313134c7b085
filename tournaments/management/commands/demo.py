"""``manage.py demo``: an event in mid-play to look at, with staff to log in as."""

import os
import random
import secrets
import uuid
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from accounts.models import User
from tournaments import doors, journal, pca_2013
from tournaments.journal import Call
from tournaments.models import Event, Role
from tournaments.services.people import Line
from tournaments.simulation import Simulation

SLUG = "demo"
SEED = 24  # nobody is out yet, and fouls, Fantasyland and capped payments have happened
LEVEL_SEGMENT = 4  # level 4: 400 a point
SILENCE_S = 3600
PLAYERS = (
    ("Ana Ruiz", "ES"),
    ("Boris Petrov", "RU"),
    ("Caio Lima", "BR"),
    ("Dana Ruiz", "ES"),
    ("Eva Novak", "CZ"),
    ("Hugo Martín", "ES"),
    ("Igor Sokolov", "RU"),
    ("Inés Ferreira", "PT"),
    ("Li Wei", "CN"),
    ("Maria Souza", "BR"),
    ("Max Weber", "DE"),
    ("Nora Lindqvist", "SE"),
)


class Command(BaseCommand):
    """Makes the demo event once, and says how to log in."""

    help = "Create the demo event: four three-handed tables in mid-play."

    def add_arguments(self, parser: CommandParser) -> None:
        """When to do it, and which port to print."""
        parser.add_argument("--if-empty", action="store_true", help="only without any event")
        parser.add_argument("--port", default="8000")
        parser.add_argument("--scenario", choices=[pca_2013.SLUG], help="play this one instead")

    def handle(self, *args: Any, **options: Any) -> None:
        """Create, or wake up, and print."""
        if options["scenario"]:
            self._play_scenario()
            return
        if not Event.objects.filter(slug=SLUG).exists():
            if options["if_empty"] and Event.objects.exists():
                self._say(options["port"])
                return
            self._create()
        else:
            self._wake()
        self._say(options["port"])

    def _play_scenario(self) -> None:
        summary = pca_2013.Scenario(pca_2013.JournalDesk("demo")).play()
        paid = ", ".join(f"{n} {status}" for status, n in sorted(summary.statuses.items()))
        self.stdout.write(f"{pca_2013.NAME}: /e/{pca_2013.SLUG}/")
        self.stdout.write(f"  {summary.entries} entries, {summary.hands} hands, payments: {paid}")

    def _create(self) -> None:
        logins = _staff()
        director = User.objects.get(username="director")
        doors.create_event(
            Call(director, uuid.uuid4()),
            slug=SLUG,
            name="Vamos OFC Demo",
            ruleset="vamos",
            overrides={},
            starting_stack=30_000,
            registration_level=6,
            reentry_limit=1,
            time_zone=settings.TIME_ZONE,
        )
        event = Event.objects.get(slug=SLUG)
        # Nothing is at stake here.
        rng = random.Random(SEED)  # noqa: S311
        simulation = Simulation(event.uid, event.ruleset, rng, "demo")
        simulation.ask("event.publish")
        lines = [Line(n, name, "", country) for n, (name, country) in enumerate(PLAYERS, 1)]
        doors.register(event, Call(None, uuid.uuid4(), system="demo"), lines)
        simulation.draw()
        self._assign(simulation)
        simulation.ask("event.start")
        simulation.ask("clock.jump", segment=LEVEL_SEGMENT)
        _play(simulation)
        _write_logins(logins)

    def _assign(self, simulation: Simulation) -> None:
        for number in range(1, 5):
            dealer = str(User.objects.get(username=f"dealer{number}").uid)
            simulation.ask("staff.assign", user=dealer, role=str(Role.DEALER))
            simulation.ask("dealer.assign", table=number, user=dealer)

    def _wake(self) -> None:
        """A demo that slept overnight goes on at its level, not hours later."""
        event = Event.objects.get(slug=SLUG)
        last = event.journal.order_by("-seq").values_list("at", flat=True).first()
        silent = last is not None and (timezone.now() - last).total_seconds() > SILENCE_S
        if silent and event.status == Event.Status.RUNNING and not event.holds_break:
            call = Call(None, uuid.uuid4(), "the demo slept", system="demo")
            journal.execute(event.uid, "clock.jump", call, segment=LEVEL_SEGMENT)

    def _say(self, port: str) -> None:
        here = settings.ADDRESS.rstrip("/") or f"http://127.0.0.1:{port}"
        self.stdout.write(f"\n  Thirteen is at        {here}/")
        if Event.objects.filter(slug=SLUG).exists():
            self.stdout.write(f"  Demo standings        {here}/e/{SLUG}/")
            self.stdout.write(f"  Director's desk       {here}/d/{SLUG}/")
            self.stdout.write(f"  Enter a hand          {here}/e/{SLUG}/deal/1/")
        self.stdout.write(f"  API                   {here}/api/docs/\n")
        if _logins_file().exists():
            self.stdout.write("  Log in as (user, password):")
            for line in _logins_file().read_text().splitlines():
                self.stdout.write(f"    {line}")
            self.stdout.write(f"  (kept in {_logins_file().name} of the data folder)\n")
        self.stdout.write("  Stop with Ctrl+C.\n")


def _staff() -> list[tuple[str, str]]:
    """A director and four dealers, each with a password made now."""
    logins = []
    for username in ("director", *(f"dealer{number}" for number in range(1, 5))):
        password = secrets.token_urlsafe(9)
        user, _ = User.objects.get_or_create(username=username)
        user.may_create_events = username == "director"
        user.set_password(password)
        user.save()
        logins.append((username, password))
    return logins


def _play(simulation: Simulation) -> None:
    """Some hands at each table; two tables are left in the middle of one."""
    for hands, table in zip((6, 5, 7, 4), simulation.tables.values(), strict=True):
        for _ in range(hands):
            simulation.play(table)
    for number in (2, 4):
        simulation.start(simulation.tables[number])


def _logins_file() -> Path:
    return Path(settings.DATA_DIR) / "demo-logins.txt"


def _write_logins(logins: list[tuple[str, str]]) -> None:
    descriptor = os.open(_logins_file(), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w") as file:
        file.writelines(f"{username:<10} {password}\n" for username, password in logins)
