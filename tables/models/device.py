"""Tablets: which one stands at which table, and how it got there.

Permission, not event data: a replay of the journal does not need these rows and does not make them.
"""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q

from tables.models.table import Table
from tournaments.models import Event


class PairingToken(models.Model):
    """A one-time code, shown by a director, that turns a browser into the tablet of a table."""

    digest = models.CharField(max_length=64, unique=True)
    table = models.ForeignKey(Table, models.PROTECT, related_name="pairing_tokens")
    issued_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    issued_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.table_id}"


class Device(models.Model):
    """A tablet that was paired with one table, and what it last said of itself.

    ``ended_at``: another tablet took the table over; this one may only hand in what it still holds.
    ``revoked_at``: it may do nothing at all any more.
    """

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    event = models.ForeignKey(Event, models.PROTECT, related_name="devices")
    table = models.ForeignKey(Table, models.PROTECT, related_name="devices")
    name = models.CharField(max_length=60, blank=True)
    digest = models.CharField(max_length=64, unique=True)
    paired_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    paired_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)
    dealer = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="devices"
    )
    dealer_since = models.DateTimeField(null=True)
    last_contact = models.DateTimeField(null=True)
    battery = models.PositiveSmallIntegerField(null=True)
    unsent = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["table", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["table"],
                condition=Q(ended_at=None, revoked_at=None),
                name="one_tablet_a_table",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def live(self) -> bool:
        """Whether it is the tablet of its table."""
        return self.ended_at is None and self.revoked_at is None


class Draft(models.Model):
    """The half-entered hand of a table, so that a spare tablet can go on with it."""

    table = models.OneToOneField(Table, models.PROTECT, related_name="draft")
    hand = models.PositiveIntegerField()
    body = models.JSONField(default=dict)
    device = models.ForeignKey(Device, models.PROTECT, related_name="+")
    at = models.DateTimeField()
    revision = models.PositiveBigIntegerField(default=1)

    def __str__(self) -> str:
        return f"{self.hand}"
