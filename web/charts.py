"""Curves as points of an SVG: drawn by the server, so that they are there without scripts."""

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT, EDGE = 600, 160, 6


@dataclass(frozen=True, slots=True)
class Curve:
    """A line through values, for ``partials/curve.html``; ``points`` is the SVG attribute."""

    points: str
    area: str
    least: int
    most: int
    last_x: int
    last_y: int


def curve_of(values: Sequence[int]) -> Curve | None:
    """A curve from 0 at the bottom to the greatest value at the top; None for less than two.

    Example:
        >>> curve_of([10, 20]).points
        '0,83 594,6'
    """
    return curve_through(list(enumerate(values)))


def curve_through(steps: Sequence[tuple[int, int]]) -> Curve | None:
    """A curve through points ``(x, value)``, x growing from 0; None when there is no way to go."""
    if len(steps) < 2 or not steps[-1][0]:
        return None
    last, most = steps[-1][0], max(value for _, value in steps) or 1
    wide, high = WIDTH - EDGE, HEIGHT - EDGE
    places = [(x * wide // last, EDGE + high * (most - value) // most) for x, value in steps]
    line = " ".join(f"{x},{y}" for x, y in places)
    area = f"0,{HEIGHT} {line} {places[-1][0]},{HEIGHT}"
    return Curve(line, area, min(value for _, value in steps), most, *places[-1])
