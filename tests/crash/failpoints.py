"""The server with a trap: it kills itself at a named point of the command that records a hand.

The points are hung in from outside: around each statement, around the commit, and before the
answer leaves. The program itself knows nothing of them. The trap is set by a file that names the
point; whoever falls into it leaves a mark there, so that nobody can say he was killed elsewhere.
"""

import os
import signal
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

from django.db import connection

from config.asgi import application
from tournaments import journal

__all__ = ["application"]

TRAP = Path(os.environ["FAILPOINT"])
_execute = journal.execute


def trapped(event: Any, name: str, call: Any, /, **facts: Any) -> str:
    """`journal.execute`, with the trap in it while one is set."""
    if name != "hand.record" or not TRAP.exists():
        return _execute(event, name, call, **facts)
    point, commit, numbers = TRAP.read_text(), connection.commit, count()

    def at(here: str) -> None:
        if here == point:
            TRAP.write_text(f"{point}: {os.getpid()} died")
            os.kill(os.getpid(), signal.SIGKILL)

    def around(here: str, act: Callable[[], Any]) -> Any:
        at(f"{here} before")
        found = act()
        at(f"{here} after")
        return found

    def statement(execute: Callable[..., Any], *asked: Any) -> Any:
        return around(f"statement {next(numbers)}", lambda: execute(*asked))

    connection.commit = lambda: around("commit", commit)
    try:
        with connection.execute_wrapper(statement):
            answer = _execute(event, name, call, **facts)
    finally:
        connection.commit = commit
    at("answer before")
    return answer


journal.execute = trapped
