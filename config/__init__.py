"""Wiring. Loads Celery's application, so that every task knows its broker."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
