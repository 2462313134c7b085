"""Accounts of staff: not event data, so no command; no digest covers them."""

import secrets

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import Pin, Totp, User
from core.errors import BadRequest, Conflict, NotAllowed

PASSWORD_LENGTH = 14
# No letters or digits that look alike on paper.
PASSWORD_SIGNS = "abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # noqa: S105


def create_account(by: User, username: str) -> str:
    """A new member of staff, who may do nothing until an event gives him a role.

    Returns:
        His password, made here. It is stored as a hash only: whoever calls shows it once.

    Raises:
        NotAllowed: ``by`` may not create events.
        BadRequest: the name cannot be a user name.
        Conflict: ``username_taken``.
    """
    if not (by.is_active and by.may_create_events):
        raise NotAllowed("not_allowed")
    user = User(username=User.normalize_username(username.strip()))
    try:
        user.clean_fields(exclude=["password"])
    except ValidationError as error:
        problem = " ".join(error.messages)
        raise BadRequest("bad_request", field="username", problem=problem) from error
    if User.objects.filter(username__iexact=user.username).exists():
        raise Conflict("username_taken", name=user.username)
    password = "".join(secrets.choice(PASSWORD_SIGNS) for _ in range(PASSWORD_LENGTH))
    user.set_password(password)
    try:
        with transaction.atomic():
            user.save(force_insert=True)
    except IntegrityError as error:
        raise Conflict("username_taken", name=user.username) from error
    return password


def program_account(username: str) -> User:
    """The account that a program of ours works under; it has no password, so nobody signs in."""
    user, made = User.objects.get_or_create(username=username)
    if made:
        user.set_unusable_password()
        user.save()
    return user


def end_account(username: str) -> int:
    """Somebody leaves: from here on the account, its sessions and its tablets do nothing.

    The account itself stays, since the journals name it.

    Returns:
        How many sessions were ended.

    Raises:
        BadRequest: there is no such account.
    """
    user = User.objects.filter(username__iexact=username).first()
    if user is None:
        raise BadRequest("bad_request", field="username", problem=username)
    user.is_active = False
    user.set_unusable_password()  # with it every session's proof
    user.save()
    Pin.objects.filter(user=user).delete()
    Totp.objects.filter(user=user).delete()
    ended = 0
    for session in Session.objects.filter(expire_date__gt=timezone.now()).iterator():
        if session.get_decoded().get(SESSION_KEY) == str(user.pk):
            session.delete()
            ended += 1
    return ended


def usernames() -> list[str]:
    """The user names of everybody who may work here."""
    active = User.objects.filter(is_active=True).order_by("username")
    return list(active.values_list("username", flat=True))
