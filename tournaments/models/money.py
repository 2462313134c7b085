"""Money: what was sold, what went through the drawer, and what is paid out. Whole minor units."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.entry import Entry
from tournaments.models.event import Event


class Sale(models.Model):
    """What an entry costs its player, at the prices of that day.

    Each step is the number of the command that took it: sold, paid, taken back.
    """

    class Kind(models.TextChoices):
        """What was sold."""

        ENTRY = "entry", _("Entry")
        RE_ENTRY = "re_entry", _("Re-entry")
        ADD_ON = "add_on", _("Add-on")

    event = models.ForeignKey(Event, models.PROTECT, related_name="sales")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="sales")
    kind = models.CharField(max_length=10, choices=Kind)
    # The part that goes to the prize pool, and the part that the house keeps.
    pool = models.PositiveBigIntegerField()
    fee = models.PositiveBigIntegerField()
    # Goes to whoever puts the entry out.
    bounty = models.PositiveBigIntegerField(default=0)
    sold_seq = models.PositiveBigIntegerField()
    paid_seq = models.PositiveBigIntegerField(null=True)
    cancelled_seq = models.PositiveBigIntegerField(null=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["entry"], condition=Q(kind="add_on"), name="one_add_on_an_entry"
            ),
            models.UniqueConstraint(
                fields=["entry"], condition=~Q(kind="add_on"), name="one_price_an_entry"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry_id} {self.kind}"

    @property
    def price(self) -> int:
        """What the player hands over."""
        return self.pool + self.fee + self.bounty


class Payout(models.Model):
    """Prize money for one entry: one member of staff prepares it, another one releases it."""

    event = models.ForeignKey(Event, models.PROTECT, related_name="payouts")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="payouts")
    amount = models.PositiveBigIntegerField()
    prepared_seq = models.PositiveBigIntegerField()
    prepared_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )
    released_seq = models.PositiveBigIntegerField(null=True)
    released_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+"
    )
    cancelled_seq = models.PositiveBigIntegerField(null=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["entry"], condition=Q(cancelled_seq=None), name="paid_once"
            ),
            models.CheckConstraint(condition=Q(amount__gt=0), name="payout_pays"),
            models.CheckConstraint(
                condition=Q(released_by=None)
                | Q(prepared_by=None)
                | ~Q(released_by=F("prepared_by")),
                name="payout_by_two",
            ),
            models.CheckConstraint(
                condition=Q(released_seq=None) | Q(cancelled_seq=None), name="released_stands"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry_id} {self.amount}"


class CashMove(models.Model):
    """Money that went into the drawer (above zero) or out of it; append-only, as chips are."""

    class Kind(models.TextChoices):
        """Why."""

        TAKING = "taking", _("Taking")
        REFUND = "refund", _("Refund")
        PAYOUT = "payout", _("Payout")
        FLOAT = "float", _("Put in or taken out")
        DIFFERENCE = "difference", _("Difference of a count")

    event = models.ForeignKey(Event, models.PROTECT, related_name="cash")
    seq = models.PositiveBigIntegerField()
    kind = models.CharField(max_length=10, choices=Kind)
    amount = models.BigIntegerField()
    sale = models.ForeignKey(Sale, models.PROTECT, null=True, related_name="cash")
    payout = models.ForeignKey(Payout, models.PROTECT, null=True, related_name="cash")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(condition=~Q(amount=0), name="cash_moves"),
            models.UniqueConstraint(fields=["sale", "kind"], name="one_taking_and_refund_a_sale"),
            models.UniqueConstraint(fields=["payout"], name="one_payment_a_payout"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.amount}"
