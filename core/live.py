"""The event version, announced: "event X is now at version N", and nothing else.

A message is a hint. It may be lost, doubled or late without harm: whoever hears it fetches the
page, and the page's ETag is the version in the database.
"""

import json
import logging
from collections.abc import Callable, Sequence
from functools import cache

import redis
from django.conf import settings
from redis.backoff import NoBackoff
from redis.retry import Retry

logger = logging.getLogger(__name__)
CHANNEL = "thirteen:live"
Listener = Callable[[str, int], None]
_listeners: list[Listener] = []
_turn_listeners: list[Listener] = []


def listen(listener: Listener) -> None:
    """Call ``listener(slug, version)`` for each announcement in this process."""
    _listeners.append(listener)


def listen_turns(listener: Listener) -> None:
    """Call ``listener(slug, version)`` when the clock alone changed what screens show."""
    _turn_listeners.append(listener)


def announce(slug: str, version: int) -> None:
    """Tell all screens, in this process or through Redis in all; never raises.

    Runs after the commit: the hand is recorded, so a broken announcement must not turn the answer
    to the tablet into an error.
    """
    _say(_listeners, slug, version, {})


def announce_turn(slug: str, version: int) -> None:
    """Tell all screens that a level or a break has begun, which no command did; never raises."""
    _say(_turn_listeners, slug, version, {"turn": True})


def _say(listeners: Sequence[Listener], slug: str, version: int, more: dict[str, bool]) -> None:
    try:
        if settings.REDIS_URL:
            said = {"event": slug, "version": version, **more}
            redis_client().publish(CHANNEL, json.dumps(said))
        else:
            for listener in listeners:
                listener(slug, version)
    except redis.RedisError as error:  # said once a command: a line, not a page
        logger.warning("version %s of %s was not announced: %s", version, slug, error)
    except Exception:  # whatever it is, the commit stands
        logger.exception("version %s of %s was not announced", version, slug)


@cache
def redis_client() -> redis.Redis:
    """The connection of this process; it waits a second at most, and tries once.

    By itself the client would try three times with seconds between: for each command, with the
    tablet waiting, as long as Redis is away.
    """
    once = Retry(NoBackoff(), 0)
    return redis.Redis.from_url(
        settings.REDIS_URL, socket_timeout=1, socket_connect_timeout=1, retry=once
    )
