"""Tables and their seats."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models import Entry, Event


class Table(models.Model):
    """One table of an event. Its button, next hand and lock follow from its last hand."""

    class Mark(models.TextChoices):
        """What the planner of moves must know of a table."""

        NONE = "", _("as any other")
        FEATURE = "feature", _("feature table: nobody leaves")
        PROTECTED = "protected", _("does not break")
        LOCKED = "locked", _("locked: nobody leaves or arrives")

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    event = models.ForeignKey(Event, models.PROTECT, related_name="tables")
    number = models.PositiveIntegerField()
    # Where it stands, as a sign on the door says it; empty where everything is in one room.
    room = models.CharField(max_length=30, blank=True)
    open = models.BooleanField(default=True)
    # All its players have orders to leave; it closes when the last one has left.
    closing = models.BooleanField(default=False)
    mark = models.CharField(max_length=10, choices=Mark, blank=True)
    # Its place in the published break order, the lowest first; without one after those that have.
    break_place = models.PositiveSmallIntegerField(null=True)
    # Extra time: so long after the level ends, the table may start hands in this break (its line).
    extra_s = models.PositiveIntegerField(default=0)
    extra_segment = models.PositiveSmallIntegerField(null=True)
    dealer = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="tables_dealt"
    )

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="table_number_once"),
            # A dealer who is "busy" at two tables is the classic rota bug.
            models.UniqueConstraint(
                fields=["dealer"], condition=Q(open=True), name="dealer_at_one_table"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number}"

    @property
    def called(self) -> str:
        """What somebody is told who walks there: ``12``, or ``12, Terrace``."""
        return f"{self.number}, {self.room}" if self.room else f"{self.number}"


class Seat(models.Model):
    """One chair. An entry sits on at most one, and a chair holds at most one entry."""

    table = models.ForeignKey(Table, models.PROTECT, related_name="seats")
    number = models.PositiveSmallIntegerField()
    # Whoever sits here is not moved by a proposal.
    protected = models.BooleanField(default=False)
    # No draw and no proposal gives this chair to anybody but him; without him it stays empty.
    reserved = models.BooleanField(default=False)
    reserved_for = models.OneToOneField(
        Entry, models.PROTECT, null=True, related_name="reserved_seat"
    )
    entry = models.OneToOneField(Entry, models.PROTECT, null=True, related_name="seat")

    class Meta:
        ordering = ["table", "number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="seat_number_once"),
            models.CheckConstraint(
                condition=Q(reserved=True) | Q(reserved_for=None), name="reserved_for_somebody"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number}"
