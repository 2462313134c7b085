"""The cache across processes, which may be away: then nothing is known, and nothing fails.

What is kept there is only what can be worked out again.
"""

import logging
from typing import Any

import redis
from django.core.cache.backends.redis import RedisCache

logger = logging.getLogger(__name__)


class ForgivingRedisCache(RedisCache):
    """Django's cache on Redis; while Redis is away it is empty and keeps nothing."""

    def add(self, *args: Any, **more: Any) -> bool:
        """Keep what is not there yet; False when it was not kept."""
        return bool(self._tried(super().add, args, more, instead=False))

    def get(self, key: Any, default: Any = None, version: Any = None) -> Any:
        """What is kept, or the default."""
        return self._tried(super().get, (key, default, version), {}, instead=default)

    def set(self, *args: Any, **more: Any) -> None:
        """Keep something."""
        self._tried(super().set, args, more, instead=None)

    def touch(self, *args: Any, **more: Any) -> bool:
        """Keep it longer; False when it is not there."""
        return bool(self._tried(super().touch, args, more, instead=False))

    def delete(self, *args: Any, **more: Any) -> bool:
        """Forget something; False when it was not there."""
        return bool(self._tried(super().delete, args, more, instead=False))

    def get_many(self, *args: Any, **more: Any) -> dict[Any, Any]:
        """What is kept of these keys."""
        found: dict[Any, Any] = self._tried(super().get_many, args, more, instead={})
        return found

    def set_many(self, *args: Any, **more: Any) -> list[Any]:
        """Keep several things; gives the keys that were not kept."""
        failed: list[Any] = self._tried(super().set_many, args, more, instead=[])
        return failed

    def has_key(self, *args: Any, **more: Any) -> bool:
        """Whether something is kept under this key."""
        return bool(self._tried(super().has_key, args, more, instead=False))

    def _tried(self, ask: Any, args: Any, more: Any, *, instead: Any) -> Any:
        try:
            return ask(*args, **more)
        except redis.RedisError as error:
            logger.warning("the cache is away: %s", error)
            return instead
