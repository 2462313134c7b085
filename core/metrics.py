"""Figures for Prometheus: each web process counts its own, so each is scraped on its own port.

Labels are routes and names of commands, never addresses: few, and without anybody's token.
"""

import redis
from django.db import DatabaseError
from django.utils import timezone
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from core import health
from core.models import Backup

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
REGISTRY = CollectorRegistry()
REQUESTS = Counter(
    "thirteen_requests_total", "Answers by route and status", ["route", "status"], registry=REGISTRY
)
SECONDS = Histogram(
    "thirteen_request_seconds",
    "Seconds from request to answer",
    ["method"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.3, 1, 3, 10),
    registry=REGISTRY,
)
COMMANDS = Counter(
    "thirteen_commands_total", "Commands by name and outcome", ["name", "outcome"],
    registry=REGISTRY,
)  # fmt: skip
STREAMS = Gauge("thirteen_live_streams", "Open live streams", registry=REGISTRY)
WELL = Gauge("thirteen_well", "1 where a look found nothing wrong", ["look"], registry=REGISTRY)
BACKLOG = Gauge("thirteen_tasks_waiting", "Tasks that wait for a worker", registry=REGISTRY)
RUNNING = Gauge(
    "thirteen_events_running", "Events being played; -1: nobody can say", registry=REGISTRY
)
BACKUP_AGE = Gauge(
    "thirteen_backup_age_seconds", "Age of the newest verified backup; -1: none", registry=REGISTRY
)


def page() -> bytes:
    """The figures as Prometheus reads them, the installation's own asked now."""
    for look in health.looks():
        WELL.labels(look.name).set(look.ok)
    try:
        BACKLOG.set(health.backlog())
    except redis.RedisError:
        BACKLOG.set(-1)
    try:
        newest = Backup.objects.exclude(verified_at=None).values_list("made_at", flat=True).first()
        age = -1 if newest is None else int((timezone.now() - newest).total_seconds())
    except DatabaseError:
        age = -1
    BACKUP_AGE.set(age)
    return generate_latest(REGISTRY)
