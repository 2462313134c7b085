"""Tablets: pairing by a one-time code, take-over, revoking, and what a tablet may ask for.

Not commands: who may use which tablet is permission. Whoever changes it takes the event's lock, so
that a command is wholly before or wholly after it.
"""

import hashlib
import secrets
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from accounts import pins
from accounts.models import User
from core.errors import NotAllowed, NotFound, Refusal
from tables.broadcast import keep_frame
from tables.models import Device, Draft, PairingToken, Table
from tournaments.journal import Call, Facts, guard
from tournaments.models import Event, Role

TOKEN_LIFE = timedelta(minutes=10)
SHIFT = timedelta(hours=14)
CONTACT = timedelta(seconds=5)
SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # none that looks like another one
LENGTH = 12
HAND_IN, SIGN_IN = "queue.add", "dealer.change"
DRAFT_BYTES = 16 * 1024


def issue_token(user: User, table: Table) -> str:
    """A new pairing code for a table: good once, for ten minutes. Only its digest is kept.

    Sixty random bits: short enough to type on a tablet that cannot scan, and too many to guess or
    to find from the digest in ten minutes.

    Raises:
        NotAllowed: only a director of the event pairs tablets.
    """
    _need_director(user, table.event)
    token = "".join(secrets.choice(SIGNS) for _ in range(LENGTH))
    PairingToken.objects.create(
        digest=digest_of(token), table=table, issued_by=user, issued_at=timezone.now()
    )
    return token


def pair(token: str, name: str = "") -> tuple[Device, str]:
    """Turn the code into the tablet of its table; the one that stood there is replaced at once.

    Returns:
        The tablet, and the secret for its cookie (256 bits, kept as a digest).

    Raises:
        Refusal: ``pair_token``: unknown, used, or older than ten minutes; or its table is closed.
    """
    digest = digest_of(as_issued(token))
    known = PairingToken.objects.filter(digest=digest).select_related("table").first()
    if known is None:
        raise Refusal("pair_token")
    now = timezone.now()
    with _locked(known.table.event_id):
        fresh = PairingToken.objects.select_for_update().get(pk=known.pk)
        open_table = Table.objects.filter(pk=known.table_id, open=True).exists()
        if fresh.used_at or now - fresh.issued_at > TOKEN_LIFE or not open_table:
            raise Refusal("pair_token")
        fresh.used_at = now
        fresh.save(update_fields=["used_at"])
        standing = Device.objects.filter(table=known.table_id, ended_at=None, revoked_at=None)
        standing.update(ended_at=now, dealer=None)
        secret = secrets.token_urlsafe(32)
        device = Device.objects.create(
            event_id=known.table.event_id,
            table=known.table,
            name=name or _new_name(known.table),
            digest=digest_of(secret),
            paired_by_id=fresh.issued_by_id,
            paired_at=now,
            last_contact=now,
        )
    return device, secret


def revoke(user: User, event: Event, uid: uuid.UUID) -> None:
    """End a tablet for good: it is lost or stolen, and may not even hand anything in."""
    _need_director(user, event)
    with _locked(event.pk):
        changed = Device.objects.filter(event=event, uid=uid, revoked_at=None)
        if not changed.update(revoked_at=timezone.now(), dealer=None):
            raise NotFound("not_found")


def unlock(user: User, event: Event, uid: uuid.UUID) -> None:
    """Let a tablet take PINs again."""
    _need_director(user, event)
    pins.reopen(guess_key(uid))


def issue_pins(user: User, event: Event, members: list[User]) -> dict[User, str]:
    """New PINs for members of this event's staff, to be shown once."""
    _need_director(user, event)
    now = timezone.now()
    mine = set(event.staff.values_list("user_id", flat=True))
    return {member: pins.issue(member, event.uid, now) for member in members if member.pk in mine}


def device_of(secret: str) -> Device | None:
    """The tablet with this cookie, with table, event, dealer and draft, in one statement."""
    found = Device.objects.filter(digest=digest_of(secret), revoked_at=None)
    return found.select_related("table__event", "table__draft__device", "dealer").first()


def sign_out(device: Device) -> None:
    """Nobody deals with this tablet: who did is not at its table any more, or his shift is over."""
    Device.objects.filter(pk=device.pk).update(dealer=None, dealer_since=None)


def dealer_at(device: Device) -> User | None:
    """Who is signed in on this tablet now: active, at this table, and within one shift."""
    dealer = device.dealer
    if dealer is None or not dealer.is_active or device.dealer_since is None:
        return None
    if device.table.dealer_id != dealer.pk or timezone.now() - device.dealer_since > SHIFT:
        return None
    return dealer


def keep_draft(device: Device, hand: int, body: Facts) -> None:
    """Keep the half-entered hand of the tablet's table; the last writer wins."""
    facts = {"hand": hand, "body": body, "device": device, "at": timezone.now()}
    draft, is_new = Draft.objects.get_or_create(table=device.table, defaults=facts)
    if not is_new:
        Draft.objects.filter(pk=draft.pk).update(**facts, revision=F("revision") + 1)
    keep_frame(device.table, hand, body)


def heard(device: Device, now: datetime) -> None:
    """Remember that a tablet asked for something: the board shows when that was, to a few seconds.

    Not written at every request: a dealer's tablet asks for something with nearly every card.
    """
    if device.last_contact is None or now - device.last_contact > CONTACT:
        Device.objects.filter(pk=device.pk).update(last_contact=now)


def beat(device: Device, *, battery: int | None, unsent: int) -> None:
    """Remember that a tablet lives, and what it said of itself."""
    alive = Device.objects.filter(pk=device.pk)
    alive.update(last_contact=timezone.now(), battery=battery, unsent=unsent)


def guess_key(uid: uuid.UUID) -> str:
    """The name of a tablet's counter of wrong PINs."""
    return f"device:{uid}"


def as_issued(typed: str) -> str:
    """A pairing code as it was issued, whichever way it was typed.

    Example:
        >>> as_issued("o1ab-cdef gHJk")
        '01ABCDEFGHJK'
    """
    signs = typed.upper().translate(str.maketrans("OIL", "011"))
    return "".join(sign for sign in signs if sign in SIGNS)


def digest_of(secret: str) -> str:
    """How codes and cookies are kept: 256 random bits need no slow hash."""
    return hashlib.sha256(secret.encode()).hexdigest()


@guard
def need_device(event: Event, name: str, call: Call, facts: Facts) -> None:
    """A call from a tablet counts only at the table where it stands now, by who is signed in.

    Raises:
        NotAllowed: ``device_unknown``, ``device_replaced``, ``device_table``, ``dealer_needed``.
    """
    if not call.device:
        return
    device = event.devices.filter(uid=call.device, revoked_at=None).select_related("table").first()
    if device is None:
        raise NotAllowed("device_unknown")
    if facts.get("table") != device.table.number:
        raise NotAllowed("device_table", table=device.table.number)
    if name == HAND_IN:
        return  # From a replaced tablet too: what was typed is never lost.
    if device.ended_at is not None:
        raise NotAllowed("device_replaced", table=device.table.number)
    if call.user is None:
        return  # The system itself, for an alarm.
    if name == SIGN_IN:
        return  # His PIN has been asked for (`tables.tablet.signing`); the command signs him in.
    if not call.user.pk == device.dealer_id == device.table.dealer_id:
        raise NotAllowed("dealer_needed")


@contextmanager
def _locked(event_pk: int) -> Iterator[None]:
    """One transaction that holds the event as a command does."""
    with transaction.atomic(durable=True):
        Event.objects.select_for_update(no_key=True).get(pk=event_pk)
        yield


def _need_director(user: User, event: Event) -> None:
    if not event.staff.filter(user=user, user__is_active=True, role=Role.DIRECTOR).exists():
        raise NotAllowed("not_allowed")


def _new_name(table: Table) -> str:
    number = Device.objects.filter(event=table.event_id).count() + 1
    return f"{table.number}-{number}"
