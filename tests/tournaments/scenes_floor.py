"""Short events about moves and corrections, for the replay and for every command's line there."""

from django.utils import timezone

from tables.flights import meeting_of
from tables.services.planning import proposal_of
from tests.factories import SHEETS, Floor, layouts, seats_in_order
from tests.tables.floor_scenes import carry_out, lone_table, seven
from tournaments.models import Role


def moves_as_proposed(_wall) -> Floor:
    """A lone player is moved as the planner proposes; then everybody draws a new seat."""
    floor = seven()
    lone = lone_table(floor)
    floor.do("table.mark", table=lone, mark="", place=7, protected=[])
    floor.do("floor.go", table=lone)
    found = proposal_of(floor.event, timezone.now())
    assert found is not None
    floor.do("plan.reject", basis=found.basis, reason="he leaves in a minute")
    floor.do("plan.redraw", basis=found.basis, reason="he stays")
    again = proposal_of(floor.event, timezone.now())
    assert again is not None
    floor.do("plan.accept", **again.facts)
    carry_out(floor)
    floor.do("seat.redraw", reason="the last six")
    return floor


def reserved_seats(_wall) -> Floor:
    """Two tables set up before the draw: a seat for one player, one that stays empty."""
    floor = Floor.open(players=5)
    floor.do("table.open", count=3, room="Main")
    floor.do("table.room", tables=[3], room="Terrace")
    floor.do("seat.reserve", table=3, seat=2, entry=4, reason="a wheelchair")
    floor.do("seat.reserve", table=1, seat=1, entry=None, reason="a camera")
    floor.do("seat.reserve", table=1, seat=3, entry=5, reason="a sponsor")
    floor.do("seat.release", table=1, seat=3)
    floor.do("seat.draw")
    floor.do("event.start")
    floor.do("seat.redraw", reason="a broken chair")
    return floor


def levels_by_hands(_wall) -> Floor:
    """Two tables whose levels last hands: into the break, one of them ahead, and a jump."""
    lines = [{"level": 100, "hands": 2}, {"break": 600}, {"level": 200, "hands": 2}]
    more = {"structure": lines, "level_drift": 1, "starting_stack": 10**6}
    floor = Floor.running(players=4, **more)
    floor.do("clock.adjust", hands=1)
    for table in (1, 2, 1, 2, 1, 2):
        floor.play(SHEETS["even"], table=table)
    floor.do("clock.jump", segment=2)
    floor.play(SHEETS["kings on top"], table=1)
    floor.play(SHEETS["even"], table=1)
    floor.start(1)
    floor.do("hand.misdeal", table=1, hand=6, reason="a card was exposed")
    return floor


def what_the_floor_corrects(_wall) -> Floor:
    """A hand corrected, one voided, a penalty, chips booked, a player back: by two people."""
    floor = Floor.running(players=3)
    second = floor.hire(Role.FLOOR)
    floor.do("head.count", table=1, players=3)
    floor.play(SHEETS["flush"])
    floor.play(SHEETS["one fouls"])
    floor.do("table.extra", table=1, minutes=5, reason="a long ruling")
    row = floor.table(1).hands.get(number=1)
    order = seats_in_order(row.button, row.players.values_list("seat", flat=True))
    other = layouts(order, SHEETS["aces on top"])
    floor.do("hand.correct", table=1, hand=1, layouts=other, reason="aces, not kings")
    floor.do("hand.void", table=1, hand=2, reason="fouled deck")
    floor.do("penalty.give", entry=2, points=3, reason="exposed a card")
    lines = [{"entry": 1, "chips": 100}]
    asked = floor.do("chips.adjust", lines=lines, reason="found under the table")
    floor.do("correction.approve", by=second, number=asked["correction"])
    asked = floor.do("chips.adjust", lines=lines, reason="found again")
    floor.do("correction.drop", by=second, number=asked["correction"])
    floor.do("entry.remove", entry=3, removal="no_show", reason="he is not there")
    asked = floor.do("entry.reinstate", entry=3, reason="he was next door")
    floor.do("correction.approve", by=second, number=asked["correction"])
    seats = list(floor.table(1).seats.values_list("number", flat=True))
    cards = layouts(seats_in_order(seats[0], seats), SHEETS["flush"])
    late = {"table": 1, "hand": 3, "level": 1, "button": seats[0], "layouts": cards}
    floor.do("hand.late", **late, reason="from a slip")
    _from_paper(floor, second, {**late, "hand": 4})
    floor.start()
    return floor


def two_days(_wall) -> Floor:
    """A flight whose players go on into a second event, and a night between its two days."""
    flight, final = Floor.running(players=3), Floor()
    _bag_all(flight)
    flight.do("day.resume")
    flight.play(SHEETS["flush"])
    _bag_all(flight)
    final.do("event.publish")
    final.do("entry.carry", **meeting_of([flight.event], "best").facts())
    flight.do("day.handover", to=final.slug)
    final.do("seat.draw")
    final.do("event.start")
    final.play(SHEETS["flush"])
    _bag_all(final)
    final.do("day.next")
    return final


def _bag_all(floor: Floor) -> None:
    floor.do("day.end")
    for who in (floor.director, floor.hire(Role.FLOOR)):
        for entry in floor.event.entries.all():
            floor.do("bag.count", entry=entry.number, chips=entry.stack, by=who)


def _from_paper(floor: Floor, second, facts) -> None:
    """The same hand once more, from a slip: what it moved before, it moves again."""
    worth = [
        {"seat": player.seat, "chips": 2 * player.stack_after - player.stack_before}
        for player in floor.table(1).hands.get(number=facts["hand"] - 1).players.all()
    ]
    typed = floor.do("slip.type", **facts, slip=1, stacks=worth)
    floor.do("slip.enter", by=second, number=typed["number"], reason="from paper")
