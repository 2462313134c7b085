"""Scenes for the tests of moves and corrections: tables that have lost players."""

from tables.models import MoveOrder
from tests.factories import Floor

BIG = [{"level": 5000, "seconds": 600}]
"""One hand empties a starting stack."""


def seven() -> Floor:
    """Seven players: three at one table, two at each of two others; one hand empties a stack."""
    return Floor.running(players=7, structure=BIG)


def lone_table(floor: Floor) -> int:
    """The number of a table of two where now one player is left."""
    table = next(number for number, size in sizes(floor).items() if size == 2)
    bust_one(floor, table)
    assert sizes(floor)[table] == 1
    return table


def sizes(floor: Floor) -> dict[int, int]:
    """Players at each open table."""
    tables = floor.event.tables.filter(open=True)
    return {t.number: t.seats.exclude(entry=None).count() for t in tables}


def bust_one(floor: Floor, table: int) -> None:
    """Somebody loses everything at a table of three or two."""
    floor.leader_wins(table)


def carry_out(floor: Floor) -> None:
    """Every order is carried out at once."""
    for order in floor.event.orders.filter(state=MoveOrder.State.ORDERED).order_by("number"):
        facts = {"order": order.number, "stack": order.entry.stack}
        floor.do("move.left", table=order.origin.number, **facts)
        floor.do("move.arrived", table=order.target.number, **facts)
