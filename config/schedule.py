"""What happens by itself, and how often.

With a broker Celery's beat keeps it; without one a thread of the web process does, so that a laptop
has its backups too.
"""

import logging
import threading
import time
from collections.abc import Callable
from importlib import import_module

# Seconds from one run to the next. What is due less often than it is asked looks at its own mark.
SCHEDULE: dict[str, int] = {
    "core.tasks.beat": 10,
    "tournaments.tasks.announce": 1,
    "tournaments.tasks.back_up": 15,
    "tournaments.tasks.verify_some": 60,
    "tables.tasks.clean_up": 3600,
}
logger = logging.getLogger(__name__)


def start() -> threading.Thread:
    """Keep the schedule in a thread that ends with the process."""
    thread = threading.Thread(target=_keep, name="schedule", daemon=True)
    thread.start()
    return thread


def run_due(last: dict[str, float], now: float) -> None:
    """Run every task whose time has come; one that fails does not hold up the others.

    Args:
        last: when each ran last, in seconds that only grow; written here.
        now: this instant, by the same clock.
    """
    for name, every in SCHEDULE.items():
        if now - last.get(name, float("-inf")) >= every:
            last[name] = now
            try:
                _task(name)()
            except Exception:  # whatever it is, the next one is due
                logger.exception("%s failed", name)


def _keep() -> None:
    from django.db import connections  # noqa: PLC0415  (settings name this module)

    last: dict[str, float] = {}
    while True:
        run_due(last, time.monotonic())
        connections.close_all()
        time.sleep(1)


def _task(name: str) -> Callable[[], object]:
    module, _, function = name.rpartition(".")
    found: Callable[[], object] = getattr(import_module(module), function)
    return found
