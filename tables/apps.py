"""Django's entry to this package."""

from importlib import import_module

from django.apps import AppConfig


class TablesConfig(AppConfig):
    """The application."""

    name = "tables"

    def ready(self) -> None:
        """Load the commands and checks, so that the journal and `verify_event` know them."""
        import_module("tables.services")
        import_module("tables.checks")
