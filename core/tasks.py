"""What the installation does by itself, without knowing any event."""

from celery import shared_task
from django.utils import timezone

from core.health import WORKER
from core.models import Heartbeat


@shared_task
def beat() -> None:
    """Say that schedule and worker are alive: who reads it knows both are."""
    Heartbeat.objects.update_or_create(name=WORKER, defaults={"at": timezone.now()})
