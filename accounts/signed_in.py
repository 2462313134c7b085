"""Who is signed in: Django's sessions and users, found by questions that are composed once.

Every request of a dealer or a director begins with these two, so they decide how much a tablet's
call costs before anything has happened. This module is the ``SESSION_ENGINE``; everything but the
two look-ups is Django's.
"""

from typing import Any

from django.contrib.auth.backends import ModelBackend
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.db.models import BigAutoField, CharField, DateTimeField
from django.utils import timezone

from accounts.models import User
from core.questions import Gap, Question

_session = Question(
    lambda: Session.objects.filter(
        session_key=Gap("key", CharField()), expire_date__gt=Gap("now", DateTimeField())
    )
)
_user = Question(lambda: User.objects.filter(pk=Gap("key", BigAutoField())))


class SessionStore(db.SessionStore):
    """Sessions in the database."""

    def _get_session_from_db(self) -> Session | None:
        """The session that has not ended; without one, the caller starts with an empty one."""
        found = _session.first(key=self.session_key, now=timezone.now())
        if found is None:
            self._session_key = None
        return found


class People(ModelBackend):
    """Accounts with a password."""

    def get_user(self, user_id: Any) -> User | None:
        """The account, unless it was ended."""
        user = _user.first(key=user_id)
        return user if user is not None and self.user_can_authenticate(user) else None
