"""``manage.py verify_event SLUG``: is the event what its journal says? ``--open``: all of them."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from core import versions
from tournaments import verify
from tournaments.models import Event


class Command(BaseCommand):
    """Prints every difference; exits with 1 when there is one."""

    help = "Check an event's digests, chips and hands, and replay its journal from nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        """Which event, and whether to leave the replay out."""
        which = parser.add_mutually_exclusive_group(required=True)
        which.add_argument("slug", nargs="?")
        which.add_argument("--open", action="store_true", help="every event that is not over")
        parser.add_argument("--no-replay", action="store_true", help="skip the slow part")

    def handle(self, *args: Any, **options: Any) -> None:
        """Check and report."""
        if different := versions.difference():
            raise CommandError(different)
        found = [self._problems(event, options) for event in self._events(options)]
        if sum(found):
            raise CommandError(f"{sum(found)} problems.")

    def _events(self, options: dict[str, Any]) -> list[Event]:
        if options["open"]:
            return list(Event.objects.exclude(status=Event.Status.FINISHED).order_by("pk"))
        event = Event.objects.filter(slug=options["slug"]).first()
        if event is None:
            known = ", ".join(Event.objects.values_list("slug", flat=True)) or "none"
            raise CommandError(f"There is no event {options['slug']}. Events: {known}.")
        return [event]

    def _problems(self, event: Event, options: dict[str, Any]) -> int:
        found = list(verify.problems(event, replay=not options["no_replay"]))
        for problem in found:
            self.stderr.write(f"{event.slug}: {problem}")
        if not found:
            head = event.head_digest[:16]
            self.stdout.write(f"{event.slug}: sound. {event.version} commands, {head}")
        return len(found)
