"""``manage.py person NAME``: what is stored about somebody; ``--erase`` takes it away."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.services import privacy


class Command(BaseCommand):
    """The right of access and the right to be forgotten, each one command."""

    help = "Print what is stored about a person as JSON, or erase it."

    def add_arguments(self, parser: CommandParser) -> None:
        """Who, and whether to take it away."""
        parser.add_argument("name", help="name, alias or uid")
        parser.add_argument("--erase", action="store_true", help="cannot be taken back")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print or erase exactly one person."""
        found = privacy.find(options["name"])
        if len(found) != 1:
            uids = ", ".join(f"{one.name} {one.country} {one.uid}".strip() for one in found)
            raise CommandError(f"{len(found)} people are called so. {uids}")
        (person,) = found
        if options["erase"]:
            name = person.name
            links = privacy.erase(person)
            self.stdout.write(
                f"{name} is erased here, with {links} own addresses. Backups forget within 30 "
                "days; erase again after a restore, and in every export that was handed out."
            )
            return
        self.stdout.write(json.dumps(privacy.known_of(person), ensure_ascii=False, indent=1))
