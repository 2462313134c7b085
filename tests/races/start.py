"""Several real connections at once, let go together."""

import threading
from collections.abc import Callable, Sequence
from typing import TypeVar

from django.db import connections

T = TypeVar("T")
PATIENCE_S = 60


def together(jobs: Sequence[Callable[[], T]]) -> list[T | Exception]:
    """What each job gave or raised, all started at the same moment on connections of their own."""
    gate = threading.Barrier(len(jobs))
    results: list[T | Exception] = [RuntimeError("did not finish")] * len(jobs)

    def run(number: int, job: Callable[[], T]) -> None:
        try:
            gate.wait(PATIENCE_S)
            results[number] = job()
        except Exception as error:  # noqa: BLE001  (the test looks at it)
            results[number] = error
        finally:
            connections.close_all()

    # Daemons: one that never comes back fails its test, and does not hold up the run.
    threads = [threading.Thread(target=run, args=pair, daemon=True) for pair in enumerate(jobs)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE_S)
    return results
