"""How a player weighs what he sees in an unfinished layout, by the places still free."""

from typing import NamedTuple


class Weights(NamedTuple):
    """Points for each part of the judgement of a layout, all times the chance not to foul.

    ``trust`` is the power to which that chance is raised: the estimate is too low early on, as a
    player can still react. ``safe`` is the worth of not fouling in itself; ``bottom``, ``middle``
    and ``top`` weigh what these rows may bring; ``split`` is for each rank that lies single in two
    rows, ``top_place`` and ``middle_place`` for each place still free there.
    """

    trust: float
    safe: float
    bottom: float
    middle: float
    top: float
    split: float
    top_place: float
    middle_place: float


# Fitted by least squares to what the layouts of self-played `vamos` hands became.
WEIGHTS: tuple[Weights, ...] = (
    Weights(1.0, 0.5, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0),
    Weights(0.9, 0.2, 1.4, 0.8, 0.85, -0.8, -1.2, -1.3),
    Weights(0.6, -0.9, 1.6, 0.9, 0.9, -0.7, -0.3, -0.4),
    Weights(0.4, -1.4, 1.5, 1.4, 0.7, -0.6, 0.3, 0.0),
    Weights(0.3, -1.9, 1.5, 1.5, 0.45, -0.8, 0.9, 0.1),
)
"""Indexed by half the free places, rounded up: none, one street to come, two, three, four."""
