"""What was done: one row for each command, chained by digests, never changed."""

import json
from typing import Any

from django.conf import settings
from django.db import models

from tournaments.models.event import Event


class JournalEntry(models.Model):
    """One command that was carried out.

    ``arguments`` and ``answer`` are canonical JSON *text*: the digest covers the very bytes, and
    a repeated submission gets the very bytes again.
    """

    event = models.ForeignKey(Event, models.PROTECT, related_name="journal")
    seq = models.PositiveBigIntegerField()
    kind = models.CharField(max_length=40)
    submission = models.UUIDField()
    arguments = models.TextField()
    request_digest = models.CharField(max_length=64)
    seed = models.CharField(max_length=32)
    at = models.DateTimeField()
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="commands"
    )
    # Who, as text: ``user:<uid>`` or ``system:<name>``; stays true when the account is gone.
    actor_ref = models.CharField(max_length=60)
    # The enrolled tablet it came from, by its uid; empty for a desk.
    device = models.CharField(max_length=36, blank=True)
    role = models.CharField(max_length=10, blank=True)
    reason = models.CharField(max_length=200, blank=True)
    answer = models.TextField()
    previous_digest = models.CharField(max_length=64, blank=True)
    digest = models.CharField(max_length=64)

    class Meta:
        ordering = ["seq"]
        verbose_name_plural = "journal entries"
        constraints = [
            models.UniqueConstraint(fields=["event", "seq"], name="journal_number_once"),
            models.UniqueConstraint(fields=["event", "submission"], name="submission_once"),
        ]

    def __str__(self) -> str:
        return f"{self.seq} {self.kind}"

    @property
    def facts(self) -> dict[str, Any]:
        """The arguments of the command."""
        facts: dict[str, Any] = json.loads(self.arguments)
        return facts
