"""``manage.py restore_backup FILE``: put a copy in the place of an empty or lost database."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from core import backups
from core.backups import BackupError
from tournaments import keeping


class Command(BaseCommand):
    """Verifies the copy first. Refuses when the present database has events, unless told."""

    help = "Restore a copy of the database that back_up made. Stop web, worker and beat first."

    def add_arguments(self, parser: CommandParser) -> None:
        """Which copy, and whether it may replace events."""
        parser.add_argument("file", type=Path)
        parser.add_argument("--replace", action="store_true", help="throw away what is here now")

    def handle(self, *args: Any, **options: Any) -> None:
        """Verify, restore, say what to do next."""
        path: Path = options["file"]
        if not path.exists():
            raise CommandError(f"{path}: there is no such file.")
        problem = keeping.problem_of(path, replay=True)
        if problem:
            raise CommandError(f"{path.name} is not sound, nothing was restored: {problem}")
        try:
            held = backups.events_here()
            if held and not options["replace"]:
                raise CommandError(
                    f"This database holds {held} events. Say --replace to throw them away."
                )
            backups.restore(path)
        except BackupError as error:
            raise CommandError(str(error)) from None
        self.stdout.write(
            f"{path.name} is restored. Now: start, let every tablet send again, verify_event, and "
            "compare each table's stacks with a count."
        )
