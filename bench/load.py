"""Many clients at once: each a thread with one connection, sending requests made beforehand.

The requests are bytes and the answers are hardly looked at, since the clients share the processor
with the server they measure.
"""

import json
import socket
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median, quantiles
from typing import Any

from bench.server import Server

TIMEOUT_S = 60
CSRF = "x" * 32


@dataclass
class Times:
    """What a load did: seconds in all and of the server's processor, and of each good answer."""

    seconds: float = 0.0
    cpu_s: float = 0.0
    latencies: list[float] = field(default_factory=list)
    errors: int = 0
    first_error: bytes = b""

    @property
    def rate(self) -> float:
        """Good answers a second."""
        return len(self.latencies) / self.seconds if self.seconds else 0.0

    @property
    def cpu_ms(self) -> float:
        """Milliseconds of the server's processor for one answer."""
        return self.cpu_s * 1000 / len(self.latencies) if self.latencies else 0.0

    @property
    def p50_ms(self) -> float:
        """The median latency."""
        return median(self.latencies) * 1000 if self.latencies else 0.0

    @property
    def p99_ms(self) -> float:
        """The latency that one in a hundred exceeds."""
        if len(self.latencies) < 2:
            return self.p50_ms
        return quantiles(self.latencies, n=100, method="inclusive")[98] * 1000


def merged(runs: Sequence[Times]) -> Times:
    """Several loads as one."""
    both = Times()
    for run in runs:
        both.seconds += run.seconds
        both.cpu_s += run.cpu_s
        both.latencies += run.latencies
        both.errors += run.errors
        both.first_error = both.first_error or run.first_error
    return both


def request(
    method: str,
    path: str,
    session: str = "",
    facts: Mapping[str, Any] | None = None,
    **headers: str,
) -> bytes:
    """A request as it goes over the wire; signed in when a session is given."""
    body = json.dumps(facts).encode() if facts is not None else b""
    lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", f"Content-Length: {len(body)}"]
    if facts is not None:
        lines += ["Content-Type: application/json"]
    if session:
        lines += [f"Cookie: session={session}; csrf={CSRF}", f"X-CSRFToken: {CSRF}"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join([*lines, "", ""]).encode() + body


class Client:
    """One connection that is kept open."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), timeout=TIMEOUT_S)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def send(self, asked: bytes) -> tuple[int, bytes]:
        """The status and the body of the answer."""
        self._socket.sendall(asked)
        head, body = self._answer()
        return int(head[9:12]), body

    def tag_of(self, path: str) -> str:
        """The tag of what is there now; an empty text for none."""
        self._socket.sendall(request("GET", path))
        head, _ = self._answer()
        lines = (line.decode().partition(": ") for line in head.split(b"\r\n"))
        return next((value for name, _, value in lines if name.lower() == "etag"), "")

    def size_of(self, asked: bytes) -> int:
        """How many bytes the answer has, head and body."""
        self._socket.sendall(asked)
        head, body = self._answer()
        return len(head) + len(b"\r\n\r\n") + len(body)

    def batch(self, asked: bytes, count: int, size: int) -> None:
        """Send one request so many times at once, and take all answers, of so many bytes each."""
        self._socket.sendall(asked * count)
        left = count * size
        while left > 0:
            left -= len(self._more())

    def close(self) -> None:
        """Hang up."""
        self._socket.close()

    def _answer(self) -> tuple[bytes, bytes]:
        said = self._more()
        while b"\r\n\r\n" not in said:
            said += self._more()
        head, _, body = said.partition(b"\r\n\r\n")
        length = _length(head)
        while len(body) < length:
            body += self._more()
        return head, body

    def _more(self) -> bytes:
        more = self._socket.recv(65536)
        if not more:
            raise ConnectionError("the server hung up")
        return more


def closed_loop(server: Server, queues: Sequence[Sequence[bytes]]) -> Times:
    """Each client sends the requests of its queue, the next one when it has the answer."""

    def work(client: Client, number: int, times: Times) -> None:
        for asked in queues[number]:
            _timed(client, asked, times)

    return _together(server, len(queues), work)


@dataclass(frozen=True)
class Job:
    """A request that is due at an instant of an open loop; some are part of it but not timed."""

    due_s: float
    asked: bytes
    timed: bool = True


def open_loop(server: Server, queues: Sequence[Sequence[Job]]) -> Times:
    """Each client sends a request when it is due; a late answer does not excuse the next one.

    The latency counts from the instant at which the request was due.
    """
    start = time.perf_counter() + 0.2

    def work(client: Client, number: int, times: Times) -> None:
        for job in queues[number]:
            due = start + job.due_s
            time.sleep(max(due - time.perf_counter(), 0))
            _timed(client, job.asked, times if job.timed else Times(), since=due)

    return _together(server, len(queues), work)


def _together(server: Server, count: int, work: Callable[[Client, int, Times], None]) -> Times:
    each = [Times() for _ in range(count)]
    clients = [Client(server.port) for _ in range(count)]
    threads = [
        threading.Thread(target=work, args=(client, number, times))
        for number, (client, times) in enumerate(zip(clients, each, strict=True))
    ]
    start, cpu_s = time.perf_counter(), server.cpu_s()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    seconds, cpu_s = time.perf_counter() - start, server.cpu_s() - cpu_s
    for client in clients:
        client.close()
    found = merged(each)
    found.seconds, found.cpu_s = seconds, cpu_s
    return found


def _timed(client: Client, asked: bytes, times: Times, since: float | None = None) -> None:
    start = time.perf_counter() if since is None else since
    try:
        status, body = client.send(asked)
    except OSError as error:
        status, body = 0, str(error).encode()
    if 200 <= status < 400:
        times.latencies.append(time.perf_counter() - start)
    else:
        times.errors += 1
        times.first_error = times.first_error or b"%d " % status + body


def _length(head: bytes) -> int:
    for line in head.split(b"\r\n"):
        if line[:15].lower() == b"content-length:":
            return int(line[15:])
    return 0
