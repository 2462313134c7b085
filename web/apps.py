"""Django's entry to this package."""

from django.apps import AppConfig


class WebConfig(AppConfig):
    """The application."""

    name = "web"
