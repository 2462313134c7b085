"""Bags: the chips of a player overnight, counted by two people apart from each other."""

from django.conf import settings
from django.db import models

from tournaments.models import Entry, Event


class Bag(models.Model):
    """One player's chips at the end of a day.

    The first count stands until a second person counts the same; the books are compared with both.
    """

    event = models.ForeignKey(Event, models.PROTECT, related_name="bags")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="bags")
    day = models.PositiveSmallIntegerField()
    # What is written on the bag, so that it is found again.
    tag = models.CharField(max_length=20, blank=True)
    counted = models.PositiveBigIntegerField()
    counted_seq = models.PositiveBigIntegerField()
    counted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )
    verified_seq = models.PositiveBigIntegerField(null=True)
    verified_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["entry", "day"], name="one_bag_a_player_and_day"),
        ]

    def __str__(self) -> str:
        return f"{self.entry_id} {self.day}"
