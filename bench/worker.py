"""The process that prepares and measures from the inside: one task a line of standard input.

It is apart from `python -m bench` because Django knows one database in a process, and because the
load generator should not carry it.
"""

import json
import sys
from collections.abc import Callable
from typing import Any

import django

django.setup()

from bench import floor, layers, scene, simulated  # noqa: E402  (need the apps loaded)

TASKS: dict[str, Callable[..., Any]] = {
    "prepare": scene.prepare,
    "create": scene.create,
    "counted": scene.counted,
    "statements": layers.statements,
    "layers": layers.layers,
    "profile": layers.profile,
    "learn": floor.learn,
    "floor": floor.run,
    "bots": simulated.bots,
    "simulate": simulated.simulate,
    "verified": simulated.verified,
}


def main() -> None:
    for line in sys.stdin:
        task, facts = json.loads(line)
        print(json.dumps(TASKS[task](**facts)), flush=True)


if __name__ == "__main__":
    main()
