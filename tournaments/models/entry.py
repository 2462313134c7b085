"""Who plays: people, and their entries in an event."""

import uuid

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.models.event import Event


class Person(models.Model):
    """Somebody who plays. All personal data stands here, outside the journal's digests."""

    class Display(models.TextChoices):
        """Under which name the public sees this person."""

        REAL = "real", _("Real name")
        ALIAS = "alias", _("Alias")
        ANONYMOUS = "anonymous", _("Anonymous")

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    name = models.CharField(max_length=60)
    alias = models.CharField(max_length=60, blank=True)
    country = models.CharField(max_length=2, blank=True)
    display = models.CharField(max_length=10, choices=Display, default=Display.REAL)

    class Meta:
        ordering = ["name"]
        verbose_name_plural = "people"

    def __str__(self) -> str:
        return self.display_name

    @property
    def display_name(self) -> str:
        """The name that may be shown to everyone."""
        if self.display == self.Display.ALIAS and self.alias:
            return self.alias
        if self.display == self.Display.REAL:
            return self.name
        return gettext("Player {code}").format(code=self.uid.hex[:4].upper())


class Entry(models.Model):
    """One bullet: a person's stint in an event, from the starting stack to the last chip.

    ``stack`` is the sum of the entry's transfers, cached by the one function that writes them.
    ``fantasyland`` is the number of cards in the next hand, 0 for none. An entry is out when
    ``out_seq``, the number of the command that eliminated it, is set; places follow from that,
    from ``out_stack`` (chips at the start of that hand), ``out_order`` (who went out first) and
    ``out_round`` (the hand-for-hand round, in which all rank together); a ruling on places goes
    before that: as if out at ``ruled_at``, the bigger ``ruled_order`` higher. ``absent`` stays on
    over hands and tables until somebody lifts it.
    """

    class Removal(models.TextChoices):
        """Why the director took a player out."""

        DISQUALIFIED = "disqualified", _("Disqualified")
        NO_SHOW = "no_show", _("No-show")

    event = models.ForeignKey(Event, models.PROTECT, related_name="entries")
    person = models.ForeignKey(Person, models.PROTECT, related_name="entries")
    number = models.PositiveIntegerField()
    bullet = models.PositiveSmallIntegerField(default=1)
    stack = models.BigIntegerField(default=0)
    fantasyland = models.PositiveSmallIntegerField(default=0)
    out_seq = models.PositiveBigIntegerField(null=True, blank=True)
    out_stack = models.PositiveBigIntegerField(default=0)
    out_order = models.PositiveSmallIntegerField(default=0)
    out_round = models.PositiveIntegerField(null=True)
    ruled_at = models.PositiveBigIntegerField(null=True)
    ruled_order = models.PositiveSmallIntegerField(default=0)
    # Who shares the bounty of an entry that is out, by number; nobody: it waits for a ruling.
    bounty_to = models.JSONField(default=list)
    absent = models.BooleanField(default=False)
    withdrawn = models.BooleanField(default=False)
    removal = models.CharField(max_length=12, choices=Removal, blank=True)

    class Meta:
        ordering = ["number"]
        verbose_name_plural = "entries"
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="entry_number_once"),
            models.UniqueConstraint(
                fields=["event", "person"],
                condition=Q(out_seq=None, withdrawn=False),
                name="one_living_entry_a_person",
            ),
            models.CheckConstraint(condition=Q(stack__gte=0), name="stack_not_below_zero"),
            models.CheckConstraint(
                condition=Q(out_seq=None) | Q(stack=0), name="no_chips_after_elimination"
            ),
            models.CheckConstraint(
                condition=Q(withdrawn=False) | Q(stack=0, out_seq=None),
                name="withdrawn_has_nothing",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number}"


LIVING = Q(out_seq=None, withdrawn=False)
ENTERED = Q(withdrawn=False)
__all__ = ["ENTERED", "LIVING", "Entry", "Person"]
