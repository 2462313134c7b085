"""``manage.py code_off NAME``: whoever lost his authenticator signs in with his password again."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts import totp
from accounts.models import GuessCounter, User


class Command(BaseCommand):
    """Switches the second factor of one account off, and forgets its wrong codes."""

    help = "Switch off the sign-in code of somebody whom you know in person."

    def add_arguments(self, parser: CommandParser) -> None:
        """Whose."""
        parser.add_argument("username")

    def handle(self, *args: Any, **options: Any) -> None:
        """Do it."""
        user = User.objects.filter(username__iexact=options["username"]).first()
        if user is None:
            raise CommandError(f"There is no account {options['username']}.")
        totp.switch_off(user)
        GuessCounter.objects.filter(key=f"totp:{user.uid}").delete()
        self.stdout.write(f"{user.username} signs in with the password alone.")
