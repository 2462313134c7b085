"""Chips that moved: append-only, whole numbers, from one stack to another or to the house bank."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.entry import Entry
from tournaments.models.event import Event


class ChipTransfer(models.Model):
    """``amount`` chips from ``payer`` to ``payee``; an empty side is the house bank.

    ``seq`` is the journal number of the command that moved them; a hand finds its payments by it.
    """

    class Kind(models.TextChoices):
        """Why chips moved."""

        STACK = "stack", _("Starting stack")
        PAYMENT = "payment", _("Payment of a hand")
        REVERSAL = "reversal", _("Payment taken back")
        WITHDRAWAL = "withdrawal", _("Entry taken back")
        ADD_ON = "add_on", _("Add-on")
        REMOVAL = "removal", _("Player removed")
        CORRECTION = "correction", _("Correction of a hand")
        ADJUSTMENT = "adjustment", _("Chips adjusted")
        PENALTY = "penalty", _("Penalty")
        RETURN = "return", _("Player back in")

    event = models.ForeignKey(Event, models.PROTECT, related_name="transfers")
    seq = models.PositiveBigIntegerField()
    kind = models.CharField(max_length=10, choices=Kind)
    payer = models.ForeignKey(Entry, models.PROTECT, null=True, related_name="paid")
    payee = models.ForeignKey(Entry, models.PROTECT, null=True, related_name="received")
    amount = models.PositiveBigIntegerField()

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["event", "seq"], name="transfer_by_command")]
        constraints = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="transfer_moves_chips"),
            models.CheckConstraint(
                condition=Q(payer__isnull=False) | Q(payee__isnull=False),
                name="transfer_has_a_player",
            ),
            models.CheckConstraint(
                condition=Q(payer=None) | Q(payee=None) | ~Q(payer=F("payee")),
                name="transfer_between_two",
            ),
            models.UniqueConstraint(
                fields=["payee"], condition=Q(kind="stack"), name="one_starting_stack_an_entry"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.payer_id} -> {self.payee_id}: {self.amount}"


OF_CORRECTIONS = (
    ChipTransfer.Kind.CORRECTION,
    ChipTransfer.Kind.ADJUSTMENT,
    ChipTransfer.Kind.PENALTY,
    ChipTransfer.Kind.RETURN,
)
"""What corrections move, of whatever kind."""

BETWEEN_HANDS = (ChipTransfer.Kind.ADD_ON, ChipTransfer.Kind.REMOVAL, *OF_CORRECTIONS)
"""What changes a stack otherwise than by its first chips or by a hand."""
