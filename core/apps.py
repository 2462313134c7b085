"""Django's entry to this package."""

from django.apps import AppConfig


class CoreConfig(AppConfig):
    """The application: what a running installation knows of itself."""

    name = "core"
