"""A second factor that whoever wants has: the six digits of an authenticator (RFC 6238).

The secret is made from our key and a number, and stands nowhere: a stolen database opens nothing.
"""

import base64
import hashlib
import hmac
import struct
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import quote

from django.conf import settings
from django.db import transaction

from accounts import pins
from accounts.models import Totp, User
from accounts.pins import Guess

STEP_S = 30
DIGITS = 6
DRIFT = 1
"""So many steps a clock may be off, either way."""
SECRET_BYTES = 20


@dataclass(frozen=True, slots=True)
class Enrolment:
    """What somebody types or scans into an authenticator."""

    secret: str
    address: str


def is_on(user: User) -> bool:
    """Whether signing in takes a code."""
    return Totp.objects.filter(user=user).exclude(confirmed_at=None).exists()


def offer(user: User) -> Enrolment:
    """A secret to try; the same one until it was confirmed or another is wanted."""
    row, _ = Totp.objects.get_or_create(user=user)
    secret = base64.b32encode(_secret(row)).decode()
    label = quote(f"Thirteen:{user.username}")
    return Enrolment(secret, f"otpauth://totp/{label}?secret={secret}&issuer=Thirteen")


def switch_on(user: User, code: str, now: datetime) -> bool:
    """Ask for codes from now on, once the authenticator has proved that it knows the secret."""
    with transaction.atomic():
        row = Totp.objects.select_for_update().filter(user=user).first()
        if row is None or not _fits(row, code, now):
            return False
        row.confirmed_at = now
        row.save()
    return True


def switch_off(user: User) -> None:
    """Ask for no codes any more; what the authenticator knows is worth nothing from here on."""
    with transaction.atomic():
        row = Totp.objects.select_for_update().filter(user=user).first()
        if row is not None:
            row.generation += 1
            row.confirmed_at, row.last_step = None, 0
            row.save()


def try_code(user: User, code: str, now: datetime) -> Guess:
    """Whether this is the code of now, counted before it is compared; each code is good once."""
    key = f"totp:{user.uid}"
    counted = pins.take_try(key, now)
    if counted.locked_until or counted.closed:
        return counted
    with transaction.atomic():
        row = Totp.objects.select_for_update().filter(user=user).first()
        if row is None or not _fits(row, code, now):
            return counted
        row.save()
    pins.forgive(key)
    return Guess(user)


def code_at(secret: bytes, step: int) -> str:
    """The digits of one step.

    Example:
        >>> code_at(b"12345678901234567890", 59 // 30)
        '287082'
    """
    # SHA-1 is what RFC 6238 names and every authenticator speaks; here it is no signature.
    digest = hmac.new(secret, struct.pack(">Q", step), hashlib.sha1).digest()
    at = digest[-1] & 15
    number = struct.unpack(">I", digest[at : at + 4])[0] & 0x7FFFFFFF
    return f"{number % 10**DIGITS:0{DIGITS}}"


def _fits(row: Totp, code: str, now: datetime) -> bool:
    """Whether the code is that of a step near now and after the last one that was used."""
    present = int(now.timestamp()) // STEP_S
    for step in range(present - DRIFT, present + DRIFT + 1):
        if step > row.last_step and _same(code_at(_secret(row), step), code):
            row.last_step = step
            return True
    return False


def _same(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode(), other.encode())


def _secret(row: Totp) -> bytes:
    said = f"totp:{row.user.uid}:{row.generation}".encode()
    return hmac.new(settings.PIN_KEY.encode(), said, hashlib.sha256).digest()[:SECRET_BYTES]
