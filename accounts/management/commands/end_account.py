"""``manage.py end_account NAME``: somebody leaves; nothing of his works from here on."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.services import end_account
from core.errors import BadRequest


class Command(BaseCommand):
    """Ends an account, its sessions, its PINs and its second factor. The journals keep its name."""

    help = "End the account of somebody who leaves the staff."

    def add_arguments(self, parser: CommandParser) -> None:
        """Whose."""
        parser.add_argument("username")

    def handle(self, *args: Any, **options: Any) -> None:
        """Do it and say how much was open."""
        try:
            sessions = end_account(options["username"])
        except BadRequest:
            raise CommandError(f"There is no account {options['username']}.") from None
        self.stdout.write(f"{options['username']} is ended, {sessions} sessions with it.")
