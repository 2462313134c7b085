"""What is made in the background for those who asked at a page; twice or late does no harm."""

import uuid

from celery import shared_task

from web import files


@shared_task
def make_file(uid: str) -> None:
    """Make the file of this number."""
    files.make(uuid.UUID(uid))
