"""Addresses that open a page to whoever holds them: long, random to others, worthless when renewed.

A token is made from our key, so that it can be printed again whenever a card is lost; the database
keeps only its digest.
"""

import base64
import hashlib
import hmac
import uuid

from django.conf import settings
from django.db.models import F

from accounts.models import Link

TOKEN_BYTES = 16


def token_of(scope: uuid.UUID, subject: int) -> str:
    """The token that opens a subject's page now: 128 bits, 22 letters of an address."""
    found = Link.objects.filter(scope=scope, subject=subject).first()
    if found is None:
        digest = _digest(_token(scope, subject, 1))
        found, _ = Link.objects.get_or_create(
            scope=scope, subject=subject, defaults={"digest": digest}
        )
    return _token(scope, subject, found.generation)


def renew(scope: uuid.UUID, subject: int) -> str:
    """Another token; the earlier ones open nothing any more."""
    token_of(scope, subject)
    row = Link.objects.filter(scope=scope, subject=subject)
    row.update(generation=F("generation") + 1)
    token = _token(scope, subject, row.get().generation)
    row.update(digest=_digest(token))
    return token


def subject_of(token: str) -> tuple[uuid.UUID, int] | None:
    """Scope and subject of a token, or None when it opens nothing."""
    found = Link.objects.filter(digest=_digest(token)).values_list("scope", "subject")
    return found.first()


def _token(scope: uuid.UUID, subject: int, generation: int) -> str:
    said = f"link:{scope}:{subject}:{generation}".encode()
    made = hmac.new(settings.PIN_KEY.encode(), said, hashlib.sha256).digest()[:TOKEN_BYTES]
    return base64.urlsafe_b64encode(made).decode().rstrip("=")


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
