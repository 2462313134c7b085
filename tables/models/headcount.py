"""Heads counted at a table before anybody is told that he is paid."""

from django.conf import settings
from django.db import models

from tables.models.table import Table
from tournaments.models import Event


class HeadCount(models.Model):
    """Somebody of the floor stood at the table and counted; ``books`` is who should sit there.

    It holds as long as nobody has gone out since.
    """

    event = models.ForeignKey(Event, models.PROTECT, related_name="head_counts")
    table = models.ForeignKey(Table, models.PROTECT, related_name="head_counts")
    seq = models.PositiveBigIntegerField()
    at = models.DateTimeField()
    counted = models.PositiveSmallIntegerField()
    books = models.PositiveSmallIntegerField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")

    class Meta:
        ordering = ["seq"]

    def __str__(self) -> str:
        return f"{self.table_id} {self.counted}"
