"""What happens to the felt and its people by itself."""

from celery import shared_task
from django.utils import timezone

from tables.services import retention


@shared_task
def clean_up() -> None:
    """Throw away what is kept no longer."""
    retention.clean_up(timezone.now())
