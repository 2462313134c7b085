"""Hands: what was latched when the cards went out, what was seen, and what follows from it."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tables.models.table import Table
from tournaments.models import Entry


class Hand(models.Model):
    """One deal at one table.

    Latched at the start: level, point value, button. Observed: ``sheet`` (one layout a seat in
    one line, `scoring.notation`). Derived by `scoring` and stored beside it: ``outcome``,
    ``next_button`` and the rows of `HandPlayer`, with the version of the rules that said so. All of
    this stays as it was recorded: what it was corrected to is a `Correction`.
    """

    class State(models.TextChoices):
        """Where the hand stands."""

        STARTED = "started", _("being played")
        RECORDED = "recorded", _("recorded")
        MISDEALT = "misdealt", _("misdealt")
        VOIDED = "voided", _("voided")

    table = models.ForeignKey(Table, models.PROTECT, related_name="hands")
    number = models.PositiveIntegerField()
    state = models.CharField(max_length=10, choices=State, default=State.STARTED)
    # Of a level by hands: which of its hands this is; with Fantasyland, how many were before it.
    level_hand = models.PositiveSmallIntegerField(default=0)
    level = models.PositiveSmallIntegerField()
    point_value = models.PositiveBigIntegerField()
    button = models.PositiveSmallIntegerField()
    started_seq = models.PositiveBigIntegerField()
    started_at = models.DateTimeField()
    # What the tablet's clock said when it dealt without a connection; for the log only.
    dealt_at = models.DateTimeField(null=True)
    # The hand-for-hand round it belongs to, 0 for none.
    round = models.PositiveIntegerField(default=0)
    # The command that closed it, with a result or (misdeal) without one.
    recorded_seq = models.PositiveBigIntegerField(null=True)
    recorded_at = models.DateTimeField(null=True)
    sheet = models.JSONField(default=dict)
    points_only = models.BooleanField(default=False)
    outcome = models.JSONField(null=True)
    next_button = models.PositiveSmallIntegerField(null=True)
    rules_version = models.CharField(max_length=20)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="hand_number_once"),
            models.UniqueConstraint(
                fields=["table"], condition=Q(state="started"), name="one_open_hand_a_table"
            ),
            models.CheckConstraint(condition=Q(point_value__gt=0), name="point_value_positive"),
            models.CheckConstraint(
                condition=Q(state="started") | Q(recorded_seq__isnull=False),
                name="recorded_by_a_command",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number}"


class HandPlayer(models.Model):
    """One player of one hand: dealt in with what he had, and what became of it."""

    hand = models.ForeignKey(Hand, models.PROTECT, related_name="players")
    seat = models.PositiveSmallIntegerField()
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="hands")
    stack_before = models.PositiveBigIntegerField()
    fantasyland = models.PositiveSmallIntegerField(default=0)
    absent = models.BooleanField(default=False)
    # Derived; empty while the hand is being played, and where nobody knows. A correction changes
    # these three, which count in statistics; the two below stay what really happened.
    foul = models.BooleanField(null=True)
    royalties = models.PositiveSmallIntegerField(null=True)
    points = models.SmallIntegerField(null=True)
    stack_after = models.PositiveBigIntegerField(null=True)
    fantasyland_next = models.PositiveSmallIntegerField(null=True)

    class Meta:
        ordering = ["seat"]
        constraints = [
            models.UniqueConstraint(fields=["hand", "seat"], name="one_player_a_seat_and_hand"),
            models.UniqueConstraint(fields=["hand", "entry"], name="one_seat_an_entry_and_hand"),
            models.CheckConstraint(condition=Q(stack_before__gt=0), name="dealt_in_with_chips"),
        ]

    def __str__(self) -> str:
        return f"{self.seat}"


CLOSED = (Hand.State.RECORDED, Hand.State.VOIDED)
"""The states of hands that were recorded, whatever became of them."""
