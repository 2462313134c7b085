"""``manage.py import_event FILE``: take an event from a file, proved or not at all."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from core.errors import Refusal
from tournaments import verify
from tournaments.services import portable


class Command(BaseCommand):
    """Carries the journal of the file out again; whatever does not fit refuses the whole file."""

    help = "Take an event from a file of export_event."

    def add_arguments(self, parser: CommandParser) -> None:
        """The file."""
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        """Read, prove, report."""
        try:
            with options["file"].open("rb") as file:
                event = portable.read(file)
        except OSError as error:
            raise CommandError(f"{options['file']}: {error.strerror}.") from None
        except Refusal as refusal:
            raise CommandError(str(refusal)) from None
        self.stdout.write(
            f"{event.slug}: {event.version} commands carried out again, "
            f"head {event.head_digest[:16]}, as in the file."
        )
        closed = [user for user in verify.staff_of(event) if not user.has_usable_password()]
        if closed:
            names = ", ".join(user.username for user in closed)
            self.stdout.write(f"No password yet (manage.py changepassword NAME): {names}.")
