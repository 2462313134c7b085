"""A cache that is away is empty: whoever asks works it out again."""

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from redis.backoff import NoBackoff
from redis.retry import Retry

from core.cache import ForgivingRedisCache

NOWHERE = "redis://127.0.0.1:1/0"


def test_without_redis_it_knows_nothing_and_fails_nobody(caplog):
    cache = ForgivingRedisCache(NOWHERE, {"OPTIONS": {"retry": Retry(NoBackoff(), 0)}})
    cache.set("a", 1, DEFAULT_TIMEOUT)
    assert cache.get("a") is None
    assert cache.get("a", "else") == "else"
    assert cache.add("a", 1) is False
    assert cache.touch("a") is False
    assert cache.delete("a") is False
    assert cache.has_key("a") is False
    assert cache.get_many(["a", "b"]) == {}
    assert cache.set_many({"a": 1}) == []
    assert cache.get_or_set("a", lambda: 7) == 7
    assert "the cache is away" in caplog.text
    assert "Traceback" not in caplog.text
