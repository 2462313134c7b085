"""``manage.py export_event SLUG FILE``: the event as one file for another installation."""

import os
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.models import Event
from tournaments.services import portable


class Command(BaseCommand):
    """Writes journal, people and settings; readable by its owner only."""

    help = "Write an event to a file that import_event takes, here or elsewhere."

    def add_arguments(self, parser: CommandParser) -> None:
        """Which event, and where to."""
        parser.add_argument("slug")
        parser.add_argument("file", type=Path, help="must not exist yet")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write and report."""
        event = Event.objects.filter(slug=options["slug"]).first()
        if event is None:
            known = ", ".join(Event.objects.values_list("slug", flat=True)) or "none"
            raise CommandError(f"There is no event {options['slug']}. Events: {known}.")
        try:
            descriptor = os.open(options["file"], os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except OSError as error:
            raise CommandError(f"{options['file']}: {error.strerror}.") from None
        with os.fdopen(descriptor, "wb") as file:
            lines = portable.write(event, file)
        self.stdout.write(f"{event.slug}: {lines} lines in {options['file']}.")
