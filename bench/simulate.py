"""Simulated events: what a hand costs as they grow, and how long their hands take to verify.

Seconds are of the processor, except where they are said to be of the clock, so that a busy machine
does not count. The seconds of an event should grow like its hands: the ratio of two sizes is that
of the cost of a hand.
"""

from itertools import pairwise
from typing import Any

from bench.report import Goal, Line, table
from bench.server import Worker, sqlite

SIZES = (30, 100, 300)
BOT_HANDS = 200
GOAL_BOTS = 50
HANDS, GOAL_S = 10_000, 60


def growth(small: int, large: int, found: dict[int, dict[str, Any]]) -> list[Line]:
    """What a hand costs in the larger event, compared with the smaller one."""
    one, other = found[small], found[large]
    lines = []
    for what, name, goal in (("processor", "cpu_s", 1.3), ("statements", "statements", 1.1)):
        before, after = one[name] / one["hands"], other[name] / other["hands"]
        unit = (1000, "ms") if name == "cpu_s" else (1, "statements")
        figures = f"{before * unit[0]:.1f} and {after * unit[0]:.1f} {unit[1]}"
        title = f"{what} of a hand, {large} players / {small}"
        lines.append(Line(title, after / before, Goal(goal), figures))
    return lines


def verification(hands: int, found: dict[str, Any]) -> list[Line]:
    """Seconds for ten thousand hands, from those of one event."""
    titles = {"looks": "scored again, with chips, chain and digests", "replay": "journal replayed"}
    lines = [
        Line(f"s for {HANDS} hands {title}", found[name] * HANDS / hands, Goal(GOAL_S))
        for name, title in titles.items()
    ]
    return [*lines, Line("problems found", found["problems"], Goal(0))]


def main() -> None:
    with sqlite() as place, Worker(place) as worker:
        spent = worker.ask("bots", hands=BOT_HANDS)
        lines = [Line("bots, hands a second", BOT_HANDS / spent, Goal(GOAL_BOTS, at_least=True))]
        found = {}
        for size in SIZES:
            one = found[size] = worker.ask("simulate", players=size)
            rate = one["hands"] / one["seconds"]
            figures = (
                f"{one['hands']} hands, {one['seconds']:.0f} s of the clock, {rate:.1f} hands/s"
            )
            lines.append(Line(f"{size} players, first hand to winner", figures=figures))
        for small, large in pairwise(SIZES):
            lines += growth(small, large, found)
        middle = SIZES[1]
        lines += verification(found[middle]["hands"], worker.ask("verified", players=middle))
        print(table("SQLite: simulated events", lines))


if __name__ == "__main__":
    main()
