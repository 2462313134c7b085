"""A hand that was written on paper and typed by one person, waiting for a second one."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from tables.models.table import Table
from tournaments.models import Event


class PaperSlip(models.Model):
    """What one person read from a slip; ``stacks`` are those after the hand, by seat.

    It counts nothing until somebody else has held it against the paper (``entered_seq``).
    """

    event = models.ForeignKey(Event, models.PROTECT, related_name="slips")
    table = models.ForeignKey(Table, models.PROTECT, related_name="slips")
    seq = models.PositiveBigIntegerField()
    slip = models.PositiveIntegerField()
    hand = models.PositiveIntegerField()
    level = models.PositiveSmallIntegerField()
    button = models.PositiveSmallIntegerField()
    layouts = models.JSONField()
    stacks = models.JSONField()
    typed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )
    entered_seq = models.PositiveBigIntegerField(null=True)

    class Meta:
        ordering = ["hand"]
        constraints = [
            models.UniqueConstraint(fields=["table", "hand"], name="one_slip_a_hand"),
            models.UniqueConstraint(
                fields=["table", "slip"], condition=Q(slip__gt=0), name="slip_number_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.slip}"
