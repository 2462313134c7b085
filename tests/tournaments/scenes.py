"""Short events that together use every command there is: what a replay must reproduce."""

from tables.models import Seat
from tests.factories import SHEETS, Floor, call, event_facts
from tests.tournaments.money import a_night_with_money, an_add_on_and_a_no_show
from tests.tournaments.scenes_floor import (
    levels_by_hands,
    moves_as_proposed,
    reserved_seats,
    two_days,
    what_the_floor_corrects,
)
from tournaments import journal

STRUCTURE = [
    {"level": 100, "seconds": 600},
    {"break": 300},
    {"level": 5000, "seconds": 600},
]


def to_the_last_chip(wall) -> Floor:
    """From registration over late entries, moves and undone hands until one player has it all."""
    floor = Floor(name="Not yet")
    facts = event_facts(structure=STRUCTURE, reentry_limit=None, registration_level=2)
    floor.do("event.edit", **{name: facts[name] for name in facts if name != "slug"})
    floor.do("event.publish")
    floor.register(*(f"Player {number}" for number in range(1, 5)))
    floor.do("entry.withdraw", entry=floor.register("Late Riser")[0])
    floor.do("seat.draw")
    dealer = floor.dealer(1)
    floor.do("event.start")
    floor.do("dealer.assign", table=1, user=None)
    floor.do("dealer.assign", table=1, user=str(dealer.uid))
    floor.do("dealer.rotate", assign=[{"table": 2, "user": str(dealer.uid)}])
    floor.do("dealer.rotate", assign=[{"table": 1, "user": str(dealer.uid)}])
    floor.do("staff.remove", user=str(floor.hire("cashier").uid))
    floor.do("clock.pause")
    wall.forward(minutes=2)
    floor.do("clock.resume")
    floor.do("clock.adjust", seconds=60)
    floor.do("clock.break_now", reason="a fire alarm")
    floor.do("clock.jump", segment=0)
    floor.play(SHEETS["kings on top"], table=1)
    floor.do("hand.undo", table=1, hand=1)
    floor.record(1, SHEETS["even"])
    floor.do("clock.jump", segment=2)
    _bust_the_field(floor)
    floor.do("event.finish")
    return floor


def _bust_the_field(floor: Floor) -> None:
    """Everybody meets at table 1, one after the other, until one is left."""
    floor.play(SHEETS["big win"][:2], table=2)
    out = floor.event.entries.exclude(out_seq=None).get()
    floor.register(out.person.name)
    floor.do("table.open")
    floor.do("seat.draw")
    floor.do("table.close", table=3)
    while floor.event.entries.filter(out_seq=None, withdrawn=False).count() > 1:
        _gather(floor)
        floor.leader_wins()


def _gather(floor: Floor) -> None:
    """Move whom table 1 has room for."""
    for seat in Seat.objects.filter(table__event=floor.event, table__number=2).exclude(entry=None):
        free = floor.table(1).seats.filter(entry=None).first()
        if free:
            entry = seat.entry.number
            floor.do("entry.move", entry=entry, table=1, seat=free.number, reason="balance")


def a_long_evening(wall) -> Floor:
    """What tablets ask for between the hands: calls, counts, orders, rounds and the queue."""
    floor = Floor.running(players=7)  # three at table 1, two at the others
    floor.do("event.settings", confirm="all", streets=True, chips=[100, 500, 1000])
    dealer = floor.hire("dealer")
    floor.do("dealer.change", by=dealer, table=1, user=str(dealer.uid))
    _call_the_floor(floor)
    _hands_without_cards(floor)
    _orders(floor)
    floor.do("round.start")
    floor.do("round.stop")
    item = floor.do(
        "queue.add", table=1, hand=9, refused="hand.record", body={"cards": "none"}, error={}
    )
    floor.do("queue.close", item=item["item"], note="played twice")
    wall.forward(minutes=5)
    return floor


def _call_the_floor(floor: Floor) -> None:
    first = floor.do("floor.call", table=1, reason="ruling")
    floor.do("floor.take", number=first["number"])
    floor.do("floor.close", number=first["number"])
    floor.do("floor.call", table=2)
    floor.do("floor.cancel", table=2)
    seats = floor.table(1).seats.exclude(entry=None).values_list("number", "entry__stack")
    counts = [{"seat": seat, "stack": stack} for seat, stack in seats]
    floor.do("count.check", table=1, counts=counts)
    floor.do("count.check", table=1, counts=[{**line, "stack": 5} for line in counts])


def _hands_without_cards(floor: Floor) -> None:
    seat = floor.table(1).seats.exclude(entry=None).first().number
    floor.do("absent.set", table=1, seat=seat, absent=True)
    floor.start(1)
    floor.do("absent.set", table=1, seat=seat, absent=False)
    floor.do("hand.misdeal", table=1, hand=1, reason="a card fell")
    floor.start(2)
    first, second = floor.table(2).seats.exclude(entry=None).values_list("number", flat=True)
    points = [{"a": first, "b": second, "points": 7}]
    floor.do("hand.points", table=2, hand=1, points=points, reason="cards were mucked")
    floor.do("correction.ask", table=2, hand=1, text="it was eight")
    player = floor.table(2).hands.get(number=1).players.first().entry.number
    facts = {"table": 2, "hand": 1, "entry": player, "text": "I had kings"}
    journal.execute(floor.event.uid, "hand.question", call(None), **facts)


def _orders(floor: Floor) -> None:
    mover = floor.table(1).seats.exclude(entry=None).first().entry
    free = floor.table(2).seats.get(entry=None).number
    for _ in range(2):
        order = floor.do("move.order", entry=mover.number, table=2, seat=free, reason="balance")[
            "orders"
        ][0]["order"]
        if order == 1:
            floor.do("move.cancel", order=order)
    floor.do("move.left", table=1, order=order, stack=mover.stack)
    floor.do("move.arrived", table=2, order=order, stack=mover.stack)
    floor.do("table.open")
    mover = floor.table(3).seats.exclude(entry=None).first().entry
    floor.do("entry.move", entry=mover.number, table=4, seat=1, reason="more room")
    floor.do("table.break", table=3, reason="one is too few")


SCENES = [
    to_the_last_chip,
    a_night_with_money,
    an_add_on_and_a_no_show,
    a_long_evening,
    moves_as_proposed,
    reserved_seats,
    levels_by_hands,
    what_the_floor_corrects,
    two_days,
]
