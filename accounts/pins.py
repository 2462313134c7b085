"""Dealers' PINs: six digits of our choice, good for one event and only on an enrolled tablet.

Kept as HMAC-SHA256 under a key that is not in the database. No slow hash beside it: twenty bits
cannot be protected by one (a million tries are minutes on any machine), the key does it; and a
slow hash would have to be tried against every dealer, since the digits alone say who is there,
which makes every wrong PIN an attack on the server.

What keeps guesses out is the counter: one row a device, locked, counted *before* comparing. There
is none a person, because a wrong PIN names nobody.
"""

import hashlib
import hmac
import secrets
import uuid
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction

from accounts.models import GuessCounter, Pin, User

DIGITS = 6
TRIES = 5
FIRST_LOCK = timedelta(minutes=5)
# Failures older than this are forgotten; until then a right PIN forgives only itself, so that
# somebody with a PIN of his own cannot wipe the slate between guesses.
MEMORY = timedelta(minutes=15)
WINDOW = timedelta(minutes=10)
WINDOW_TRIES = 10


@dataclass(frozen=True, slots=True)
class Guess:
    """What became of one PIN.

    ``user`` when it was right. Else: ``left`` tries before the lock, or the device is locked
    until ``locked_until``, or ``closed`` until the director opens it. ``alarm`` is set on the one
    guess that closed it.
    """

    user: User | None = None
    left: int = 0
    locked_until: datetime | None = None
    closed: bool = False
    alarm: bool = False


def issue(user: User, scope: uuid.UUID, now: datetime) -> str:
    """A new PIN for somebody in one event; the old one is worth nothing from here on.

    It is in no log and no table: whoever calls shows it once.
    """
    while True:
        pin = f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"
        digest = digest_of(pin, scope)
        if not Pin.objects.filter(scope=scope, digest=digest).exclude(user=user).exists():
            facts = {"digest": digest, "issued_at": now}
            Pin.objects.update_or_create(user=user, scope=scope, defaults=facts)
            return pin


def digest_of(pin: str, scope: uuid.UUID) -> str:
    """The keyed digest of a PIN in one event."""
    said = f"{scope}:{pin}".encode()
    return hmac.new(settings.PIN_KEY.encode(), said, hashlib.sha256).hexdigest()


def try_pin(pin: str, scope: uuid.UUID, key: str, now: datetime) -> Guess:
    """Who has this PIN. Counted under lock and committed before anything is compared.

    Args:
        pin: what was typed.
        scope: the event's uid.
        key: the counter, one for each device.
        now: this instant.
    """
    counted = take_try(key, now)
    if counted.locked_until or counted.closed:
        return counted
    user = owner_of(pin, scope)
    if user is None:
        return _refused(key, counted)
    forgive(key)
    return Guess(user)


def owner_of(pin: str, scope: uuid.UUID) -> User | None:
    """The active member of staff with this PIN: the one place where a guess is evaluated."""
    found = Pin.objects.select_related("user").filter(scope=scope, digest=digest_of(pin, scope))
    row = found.filter(user__is_active=True).first()
    return row.user if row else None


def reopen(key: str) -> None:
    """Let a device try again: the director has looked at it."""
    GuessCounter.objects.filter(key=key).update(
        closed=False, failures=0, locks=0, locked_until=None, window_failures=0, window_at=None
    )


def take_try(key: str, now: datetime) -> Guess:
    """Take one try from a counter and commit that, or say that there is none left."""
    with transaction.atomic(durable=True):
        GuessCounter.objects.get_or_create(key=key)
        row = GuessCounter.objects.select_for_update().get(key=key)
        if row.closed:
            return Guess(closed=True)
        if row.locked_until is not None and row.locked_until > now:
            return Guess(locked_until=row.locked_until)
        _forget_old(row, now)
        row.failures += 1
        row.window_failures += 1
        row.last_at = now
        left = TRIES - row.failures
        if not left:
            row.locked_until = now + FIRST_LOCK * 2**row.locks
            row.locks += 1
            row.failures = 0
        row.save()
        return Guess(left=left)


def _forget_old(row: GuessCounter, now: datetime) -> None:
    if row.last_at is not None and now - row.last_at > MEMORY:
        row.failures = 0
    if row.window_at is None or now - row.window_at > WINDOW:
        row.window_at = now
        row.window_failures = 0


def _refused(key: str, counted: Guess) -> Guess:
    """A wrong PIN: the tenth in ten minutes closes the device."""
    with transaction.atomic(durable=True):
        row = GuessCounter.objects.select_for_update().get(key=key)
        alarm = row.window_failures >= WINDOW_TRIES and not row.closed
        if alarm:
            row.closed = True
            row.save()
    locked_until = None if counted.left else row.locked_until
    return Guess(left=counted.left, locked_until=locked_until, closed=alarm, alarm=alarm)


def forgive(key: str) -> None:
    """The try was right: it is no failure, and if it was the last one, there is no lock."""
    with transaction.atomic(durable=True):
        row = GuessCounter.objects.select_for_update().get(key=key)
        if row.failures:
            row.failures -= 1
        elif row.locks:  # This try took the counter to its end.
            row.locks -= 1
            row.locked_until = None
            row.failures = TRIES - 1
        row.window_failures = max(0, row.window_failures - 1)
        row.save()
