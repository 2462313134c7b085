"""Tablets as they are: each repeats a request, the same bytes, until it has an answer.

A latency counts from the instant at which the request was due to its answer, with everything in
between: a server that was restarted, another process that was asked instead.
"""

import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from bench.load import Client, Job, Times

PATIENCE_S = 60
PAUSE_S = 0.1
ASK_AGAIN = {0, 408, 429, 500, 502, 503, 504}


@dataclass
class Shift(Times):
    """What a load did, and when (seconds of the monotonic clock) each good answer came."""

    retries: int = 0
    answered: list[float] = field(default_factory=list)


class Tablet:
    """One tablet with one connection, to the process that the proxy gave it."""

    def __init__(self, ports: Sequence[int], number: int, shift: Shift) -> None:
        self._ports, self._turn, self._shift = ports, number, shift
        self._client: Client | None = None

    def send(self, job: Job, due: float) -> None:
        """Until it is answered, or patience is over."""
        status, body = self._try(job.asked)
        while status in ASK_AGAIN and time.perf_counter() - due < PATIENCE_S:
            self._shift.retries += 1
            self._hang_up()
            time.sleep(PAUSE_S)
            status, body = self._try(job.asked)
        now = time.perf_counter()
        if not 200 <= status < 300:
            self._shift.errors += 1
            self._shift.first_error = self._shift.first_error or b"%d " % status + body
        elif job.timed:
            self._shift.latencies.append(now - due)
            self._shift.answered.append(time.monotonic())

    def _try(self, asked: bytes) -> tuple[int, bytes]:
        try:
            if self._client is None:
                self._client = Client(self._ports[self._turn % len(self._ports)])
            return self._client.send(asked)
        except OSError as error:
            return 0, str(error).encode()

    def _hang_up(self) -> None:
        """The proxy asks the other process next time."""
        self._turn += 1
        if self._client is not None:
            self._client.close()
            self._client = None


def shift(ports: Sequence[int], queues: Sequence[Sequence[Job]]) -> Shift:
    """All tablets at once, each with its own queue, over all web processes in turn."""
    each = [Shift() for _ in queues]
    start = time.perf_counter() + 0.2

    def work(number: int) -> None:
        tablet = Tablet(ports, number, each[number])
        for job in queues[number]:
            due = start + job.due_s
            time.sleep(max(due - time.perf_counter(), 0))
            tablet.send(job, due)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(len(queues))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return _together(each, time.perf_counter() - start)


def _together(each: Sequence[Shift], seconds: float) -> Shift:
    found = Shift(seconds=seconds)
    for one in each:
        found.latencies += one.latencies
        found.answered += one.answered
        found.errors += one.errors
        found.retries += one.retries
        found.first_error = found.first_error or one.first_error
    return found
