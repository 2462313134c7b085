"""``manage.py appoint SLUG NAME``: a director for an event whose own can sign in no more."""

import uuid
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.models import User
from core.errors import Refusal
from tournaments import journal
from tournaments.journal import Call
from tournaments.models import Event, Role


class Command(BaseCommand):
    """Gives a role as the installation itself; the event's log says so, and why."""

    help = "Make somebody a director of an event, from the server."

    def add_arguments(self, parser: CommandParser) -> None:
        """Where, whom, and why."""
        parser.add_argument("slug")
        parser.add_argument("username")
        parser.add_argument("--role", choices=Role.values, default=Role.DIRECTOR)
        parser.add_argument("--reason", required=True, help="stands in the event's log")

    def handle(self, *args: Any, **options: Any) -> None:
        """Do it through the journal, like everything."""
        slug, name, role = options["slug"], options["username"], str(options["role"])
        event = Event.objects.filter(slug=slug).first()
        if event is None:
            raise CommandError(f"There is no event {slug}.")
        user = User.objects.filter(username__iexact=name, is_active=True).first()
        if user is None:
            raise CommandError(f"There is no account {name}. createsuperuser makes one.")
        call = Call(None, uuid.uuid4(), options["reason"], system="server")
        try:
            journal.execute(event.uid, "staff.assign", call, user=str(user.uid), role=role)
        except Refusal as refusal:
            raise CommandError(str(refusal)) from None
        self.stdout.write(f"{user.username}: {Role(role).label} of {slug}.")
