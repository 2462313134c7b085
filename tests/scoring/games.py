"""Short ways to write hands in tests: layouts by name, tables in a line."""

from scoring.layout import Layout
from scoring.notation import parse_layout
from scoring.presets import customise, preset
from scoring.table import SeatState, Sheet, TableState, apply, verify

# The three of the design's example: 39 different cards. FOUL's middle beats its bottom.
FLUSH = parse_layout("QsQd4c-KcKd8s8c3d-AhKh9h5h2h")
PLAIN = parse_layout("As7d2s-TsTh6d5c3c-JsJh9s9d4d")
FOUL = parse_layout("KsJd6s-7c7h7sAd2d-8h8dQcTd5d")
DEAD = Layout(declared_foul=True)


def rules(name="vamos", **overrides):
    return customise(preset(name), overrides)


def table(layouts, *, ruleset=None, stacks=9000, value=100, button=None, **more):
    """State and sheet of a hand; seats 1, 2, 3 … in payment order, the last has the button."""
    seats = range(1, len(layouts) + 1)
    chips = [stacks] * len(layouts) if isinstance(stacks, int) else stacks
    fantasyland = more.pop("fantasyland", [0] * len(layouts))
    owners = more.pop("owners", [None] * len(layouts))
    state = TableState(
        ruleset or rules(),
        value,
        button or len(layouts),
        tuple(map(SeatState, seats, chips, fantasyland, owners)),
        **more,
    )
    return state, Sheet(dict(zip(seats, layouts, strict=True)))


def score(layouts, **more):
    """The outcome of a hand that may be scored."""
    state, sheet = table(layouts, **more)
    verify(state, sheet)
    return apply(state, sheet)
