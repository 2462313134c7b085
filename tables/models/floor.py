"""What the felt asks of the floor: calls, counts that differ, and things only a director settles.

Every row is numbered by the journal entry (``seq``) that made it.
"""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tables.models.table import Table
from tournaments.models import Event


class FloorCall(models.Model):
    """A table calls; somebody says that he is coming; it is over."""

    class Reason(models.TextChoices):
        """Why. The last three are said by the system itself."""

        NONE = "", _("not said")
        RULING = "ruling", _("ruling")
        PAYMENT = "payment", _("dispute on a payment")
        ABSENT = "absent", _("player absent")
        CHIPS = "chips", _("chips")
        DEALER = "dealer", _("dealer change")
        OTHER = "other", _("other")
        COUNT = "count", _("the count differs")
        MOVE = "move", _("a moved stack differs")
        GUESSING = "guessing", _("too many wrong PINs")

    event = models.ForeignKey(Event, models.PROTECT, related_name="floor_calls")
    table = models.ForeignKey(Table, models.PROTECT, related_name="floor_calls")
    seq = models.PositiveBigIntegerField()
    reason = models.CharField(max_length=10, choices=Reason, blank=True)
    called_at = models.DateTimeField()
    taken_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )
    taken_at = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["seq"]
        constraints = [
            models.UniqueConstraint(
                fields=["table"], condition=Q(closed_at=None), name="one_open_call_a_table"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table_id} {self.reason}"


class CountCheck(models.Model):
    """Stacks counted by hand at a break, beside what the books say.

    No chips move by it; the floor may book the difference afterwards.
    """

    event = models.ForeignKey(Event, models.PROTECT, related_name="counts")
    table = models.ForeignKey(Table, models.PROTECT, related_name="counts")
    seq = models.PositiveBigIntegerField()
    at = models.DateTimeField()
    # The last hand before it, 0 when none was played.
    hand = models.PositiveIntegerField()
    # One line a seat: ``seat``, ``entry``, ``stack`` (books), ``counted``.
    lines = models.JSONField(default=list)
    good = models.BooleanField()
    # The command that booked the difference.
    settled_seq = models.PositiveBigIntegerField(null=True)

    class Meta:
        ordering = ["seq"]

    def __str__(self) -> str:
        return f"{self.table_id} {self.hand}"


class QueueItem(models.Model):
    """Something the director must look at, with everything that was typed."""

    class Kind(models.TextChoices):
        """What it is."""

        REFUSED = "refused", _("refused by the server")
        CORRECTION = "correction", _("correction asked for")

    event = models.ForeignKey(Event, models.PROTECT, related_name="queue")
    table = models.ForeignKey(Table, models.PROTECT, related_name="queue")
    seq = models.PositiveBigIntegerField()
    kind = models.CharField(max_length=10, choices=Kind)
    hand = models.PositiveIntegerField(null=True)
    command = models.CharField(max_length=40, blank=True)
    body = models.JSONField(default=dict)
    error = models.JSONField(default=dict)
    text = models.CharField(max_length=500, blank=True)
    at = models.DateTimeField()
    sent_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )
    closed_at = models.DateTimeField(null=True)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )
    note = models.CharField(max_length=200, blank=True)

    player = ""
    """Who asks, where a player does: `tables.desk` looks the names up at once."""

    class Meta:
        ordering = ["seq"]
        constraints = [
            models.UniqueConstraint(fields=["event", "seq"], name="queue_number_once"),
        ]

    def __str__(self) -> str:
        return f"{self.seq} {self.kind}"

    @property
    def asks(self) -> int | None:
        """The entry of the player who asks; None for what a tablet has handed in."""
        number: int | None = None if self.command else self.body.get("entry")
        return number
