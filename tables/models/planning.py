"""What the floor said to a proposal of moves: not now, or draw again."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models import Event


class PlanRuling(models.Model):
    """The floor's word on the proposal for one seating (``basis``), numbered by its command.

    A new seating is a new question: the ruling does not outlive the one that it was about.
    """

    class Kind(models.TextChoices):
        """What was said."""

        REJECTED = "rejected", _("rejected")
        REDRAWN = "redrawn", _("drawn again")

    event = models.ForeignKey(Event, models.PROTECT, related_name="plan_rulings")
    seq = models.PositiveBigIntegerField()
    basis = models.CharField(max_length=64)
    kind = models.CharField(max_length=10, choices=Kind)
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    reason = models.CharField(max_length=200)

    class Meta:
        ordering = ["seq"]
        constraints = [
            models.UniqueConstraint(fields=["event", "seq"], name="plan_ruling_number_once"),
        ]

    def __str__(self) -> str:
        return f"{self.seq} {self.kind}"
