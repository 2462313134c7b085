"""Passwords: Argon2, two at a time.

One verification takes a hundred megabytes and a fifth of a second on purpose. Many at once would be
an attack on the server, so the third waits; the throttle of sign-ins stands before it.
"""

import threading

from django.contrib.auth.hashers import Argon2PasswordHasher

AT_ONCE = 2
_room = threading.BoundedSemaphore(AT_ONCE)


class BoundedArgon2PasswordHasher(Argon2PasswordHasher):
    """Django's Argon2 hasher, of which only so many run at one time."""

    def encode(self, password: str, salt: str) -> str:
        """The hash, when there is room for it."""
        with _room:
            return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        """Whether the password fits, when there is room to ask."""
        with _room:
            return super().verify(password, encoded)
