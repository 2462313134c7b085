"""Corrections: what the floor changed afterwards, beside the original, which stays as it was."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tables.models.hand import Hand
from tournaments.models import Event


class Correction(models.Model):
    """One act of the floor on what was played, asked for by one person and perhaps by two.

    ``seq`` is the command that asked, ``settled_seq`` the one that carried it out or dropped it;
    they are the same where one person was enough. Of a hand, ``sheet``, ``points_only`` and
    ``outcome`` say what it is worth from here on. ``lines`` say what that did, one an entry:
    ``entry``, ``owed`` (chips it should move by), ``posted`` (what it did), ``before``,
    ``fantasyland`` (None: as it was), ``grants``, ``out`` and ``back``.
    """

    class Kind(models.TextChoices):
        """What is changed."""

        HAND = "hand", _("hand corrected")
        VOID = "void", _("hand voided")
        BACK = "back", _("player back in")
        CHIPS = "chips", _("chips adjusted")
        PENALTY = "penalty", _("penalty")

    class State(models.TextChoices):
        """Whether it counts."""

        WAITING = "waiting", _("waits for a second person")
        APPLIED = "applied", _("carried out")
        DROPPED = "dropped", _("dropped")

    event = models.ForeignKey(Event, models.PROTECT, related_name="corrections")
    seq = models.PositiveBigIntegerField()
    kind = models.CharField(max_length=10, choices=Kind)
    state = models.CharField(max_length=10, choices=State)
    hand = models.ForeignKey(Hand, models.PROTECT, null=True, related_name="corrections")
    # What was asked for: the arguments of the command, to be worked out again when it is approved.
    facts = models.JSONField(default=dict)
    reason = models.CharField(max_length=200)
    asked_at = models.DateTimeField()
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )
    # Why one person was not enough, as codes.
    why = models.JSONField(default=list)
    settled_seq = models.PositiveBigIntegerField(null=True)
    settled_at = models.DateTimeField(null=True)
    settled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )
    sheet = models.JSONField(default=list)
    points_only = models.BooleanField(default=False)
    outcome = models.JSONField(null=True)
    lines = models.JSONField(default=list)

    class Meta:
        ordering = ["seq"]
        constraints = [
            models.UniqueConstraint(fields=["event", "seq"], name="correction_number_once"),
            models.UniqueConstraint(
                fields=["hand"], condition=Q(state="waiting"), name="one_waiting_correction_a_hand"
            ),
            models.CheckConstraint(
                condition=Q(state="waiting") | Q(settled_seq__isnull=False),
                name="settled_by_a_command",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.seq} {self.kind}"


ABOUT_HANDS = (Correction.Kind.HAND, Correction.Kind.VOID)
__all__ = ["ABOUT_HANDS", "Correction"]
