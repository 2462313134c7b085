"""A dealer sits down at a tablet: his PIN, then a marker in the journal."""

import math
import uuid
from datetime import datetime

from accounts import pins
from accounts.models import User
from core.errors import Refusal
from tables.models import Device, FloorCall
from tables.services import devices
from tournaments import journal
from tournaments.journal import Call


def sign_in(device: Device, pin: str, now: datetime) -> User:
    """Who deals here from now on.

    Raises:
        Refusal: ``pin_wrong`` with the tries left, ``pin_locked`` with minutes, ``device_locked``.
        Refusal: what ``dealer.change`` says; then whoever was signed in still is.
    """
    event = device.table.event
    guess = pins.try_pin(pin, event.uid, devices.guess_key(device.uid), now)
    if guess.alarm:
        _alarm(device)
    if guess.closed:
        raise Refusal("device_locked")
    if guess.locked_until is not None:
        raise Refusal("pin_locked", minutes=math.ceil((guess.locked_until - now).seconds / 60))
    if guess.user is None:
        raise Refusal("pin_wrong", left=guess.left)
    _mark(device, guess.user, str(guess.user.uid))
    return guess.user


def sign_out(device: Device) -> None:
    """Nobody deals here any more. Does nothing when nobody did."""
    dealer = devices.dealer_at(device)
    if dealer is None:
        devices.sign_out(device)
    else:
        _mark(device, dealer, None)


def _mark(device: Device, dealer: User, uid: str | None) -> None:
    call = Call(dealer, uuid.uuid4(), device=str(device.uid))
    facts = {"table": device.table.number, "user": uid}
    journal.execute(device.table.event.uid, devices.SIGN_IN, call, **facts)


def _alarm(device: Device) -> None:
    """Ten wrong PINs in ten minutes: the floor is called by the tablet itself."""
    call = Call(None, uuid.uuid4(), system="tablet", device=str(device.uid))
    facts = {"table": device.table.number, "reason": FloorCall.Reason.GUESSING.value}
    journal.execute(device.table.event.uid, "floor.call", call, **facts)
