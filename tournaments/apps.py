"""Django's entry to this package."""

from importlib import import_module

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """The application."""

    name = "tournaments"

    def ready(self) -> None:
        """Load the commands, so that the journal knows them, and the looks of `verify_event`."""
        import_module("tournaments.services")
        import_module("tournaments.checks")
