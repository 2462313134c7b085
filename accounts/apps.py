"""Django's entry to this package."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """The application."""

    name = "accounts"
