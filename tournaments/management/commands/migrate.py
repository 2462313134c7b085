"""``manage.py migrate``, which does not touch the tables of an event that is being played."""

from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.core.management.commands.migrate import Command as MigrateCommand
from django.db import connections
from django.db.migrations.executor import MigrationExecutor

from tournaments.management.commands.demo import SLUG
from tournaments.models import Event


class Command(MigrateCommand):
    """Django's, with one question before it: is an event running?"""

    def add_arguments(self, parser: CommandParser) -> None:
        """Django's, and the word of somebody who knows what he does."""
        super().add_arguments(parser)
        parser.add_argument(
            "--while-live", action="store_true", help="migrate although an event is running"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Refuse, or migrate."""
        alias = options["database"]
        live = live_events(alias)
        if live and not options["while_live"] and _something_to_do(alias):
            raise CommandError(
                f"{', '.join(live)} is being played, so nothing was migrated. Finish it first, go "
                "back to the version before, or say --while-live after a backup."
            )
        super().handle(*args, **options)


def live_events(alias: str) -> list[str]:
    """The running events, but for the demo, at which nothing is at stake."""
    if Event._meta.db_table not in connections[alias].introspection.table_names():
        return []
    running = Event.objects.using(alias).filter(status=Event.Status.RUNNING).exclude(slug=SLUG)
    return list(running.order_by("slug").values_list("slug", flat=True))


def _something_to_do(alias: str) -> bool:
    executor = MigrationExecutor(connections[alias])
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))
