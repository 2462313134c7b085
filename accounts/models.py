"""Who works here: staff with their own account each."""

import uuid
from typing import Any, ClassVar

from django.contrib.auth.models import AbstractUser, UserManager
from django.db import models


class StaffManager(UserManager["User"]):
    """Makes accounts from the command line."""

    def create_superuser(
        self,
        username: str,
        email: str | None = None,
        password: str | None = None,
        **more: Any,
    ) -> "User":
        """The first account of an installation: whoever has it creates the events."""
        return super().create_superuser(
            username, email, password, **{"may_create_events": True, **more}
        )


class User(AbstractUser):
    """A member of staff. What he may do in an event is said by his role there."""

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    may_create_events = models.BooleanField(default=False)

    # Nobody is written to: `createsuperuser` asks for a name and a password.
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    objects: ClassVar[StaffManager] = StaffManager()

    @property
    def known_as(self) -> str:
        """The name that stands in the log."""
        return self.get_full_name() or self.username


class Pin(models.Model):
    """A dealer's six digits in one event, as a keyed digest; see `accounts.pins`.

    ``scope`` is the event's uid: accounts know no events. Two people of one event never have the
    same digits, since the digits alone say who is there.
    """

    user = models.ForeignKey(User, models.PROTECT, related_name="pins")
    scope = models.UUIDField()
    digest = models.CharField(max_length=64)
    issued_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "scope"], name="one_pin_a_person_and_event"),
            models.UniqueConstraint(fields=["scope", "digest"], name="pin_means_one_person"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id}"


class GuessCounter(models.Model):
    """How often somebody guessed on one device. Its row is the lock that guesses queue for."""

    key = models.CharField(max_length=80, unique=True)
    failures = models.PositiveSmallIntegerField(default=0)
    last_at = models.DateTimeField(null=True)
    locks = models.PositiveSmallIntegerField(default=0)
    locked_until = models.DateTimeField(null=True)
    # All failures since ``window_at``, whatever was right in between.
    window_at = models.DateTimeField(null=True)
    window_failures = models.PositiveSmallIntegerField(default=0)
    closed = models.BooleanField(default=False)

    def __str__(self) -> str:
        return self.key


class Link(models.Model):
    """A player's own address in one event, without a login; see `accounts.links`.

    ``scope`` is the event's uid and ``subject`` the entry's number: accounts know no events. A new
    ``generation`` makes every earlier address worthless.
    """

    scope = models.UUIDField()
    subject = models.PositiveIntegerField()
    generation = models.PositiveIntegerField(default=1)
    digest = models.CharField(max_length=64, unique=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["scope", "subject"], name="one_link_a_subject"),
        ]

    def __str__(self) -> str:
        return f"{self.subject}"


class Totp(models.Model):
    """Somebody's second factor; its secret is made from our key and ``generation``.

    On since ``confirmed_at``. ``last_step`` is the last code that was used: each is good once.
    """

    user = models.OneToOneField(User, models.PROTECT, related_name="totp")
    generation = models.PositiveIntegerField(default=1)
    confirmed_at = models.DateTimeField(null=True)
    last_step = models.PositiveBigIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.user_id}"
