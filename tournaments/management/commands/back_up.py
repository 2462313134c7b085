"""``manage.py back_up``: a verified copy of the database now."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from core import backups
from tournaments import keeping


class Command(BaseCommand):
    """Copies, opens the copy, verifies every event in it that is not over, with its replay."""

    help = "Make a copy of the database, open it, and verify the events in it."

    def handle(self, *args: Any, **options: Any) -> None:
        """Do it, or say why it does not count."""
        row = keeping.back_up(replay=True)
        if row.problem:
            raise CommandError(f"{row.name} does not count: {row.problem}")
        path = backups.folder() / row.name
        self.stdout.write(f"{path}: {row.size} bytes, verified. SHA-256 {row.digest}")
