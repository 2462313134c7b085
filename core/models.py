"""What a running installation knows of itself: no event data, so no command and no digest."""

import uuid

from django.db import models


class Heartbeat(models.Model):
    """When a part of the installation was last seen at work, such as the worker."""

    name = models.CharField(max_length=40, unique=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name


class Backup(models.Model):
    """One copy of the database, and what came of opening it.

    It counts once ``verified_at`` is set: it was opened, and every event in it was sound.
    """

    name = models.CharField(max_length=120, unique=True)
    made_at = models.DateTimeField()
    size = models.PositiveBigIntegerField(default=0)
    digest = models.CharField(max_length=64, blank=True)
    verified_at = models.DateTimeField(null=True)
    # Verified with every journal carried out again, not only looked through.
    replayed = models.BooleanField(default=False)
    problem = models.CharField(max_length=400, blank=True)

    class Meta:
        ordering = ["-made_at"]

    def __str__(self) -> str:
        return self.name


class Verification(models.Model):
    """What the last look at an event by the schedule found; ``scope`` is the event's uid."""

    scope = models.UUIDField(unique=True)
    version = models.PositiveBigIntegerField()
    at = models.DateTimeField()
    problem = models.CharField(max_length=400, blank=True)

    def __str__(self) -> str:
        return f"{self.scope}"


class Announced(models.Model):
    """Where the clock of an event stood when its screens were last told; ``scope`` is its uid."""

    scope = models.UUIDField(unique=True)
    said = models.CharField(max_length=40, blank=True)

    def __str__(self) -> str:
        return self.said


class MadeFile(models.Model):
    """A file that is made in the background for whoever asked; no event changes by it.

    ``scope`` is the event's uid and ``asked_by`` the uid of who asked. Whoever makes it moves
    ``moved_at`` forward with ``done`` of ``total``; one that stands still may be taken up by
    somebody else. Its bytes are here, since worker and web process may be two machines.
    """

    uid = models.UUIDField(unique=True, default=uuid.uuid4)
    scope = models.UUIDField(db_index=True)
    kind = models.CharField(max_length=20)
    language = models.CharField(max_length=10)
    asked_by = models.UUIDField()
    asked_at = models.DateTimeField()
    moved_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    problem = models.CharField(max_length=200, blank=True)
    body = models.BinaryField(default=b"")

    class Meta:
        ordering = ["-asked_at"]

    def __str__(self) -> str:
        return f"{self.kind} {self.uid}"

    @property
    def percent(self) -> int:
        """How far it is."""
        return 100 * self.done // self.total if self.total else 0
