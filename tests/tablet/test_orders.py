"""Orders to move: waiting by themselves, chips counted at both ends, tables that close."""

import pytest

from tables.models import FloorCall, MoveOrder, Seat
from tests.factories import Floor
from tests.tablet.scene import Tablet, code
from tournaments.models import Event

pytestmark = pytest.mark.django_db
WHY = "balance"


@pytest.fixture
def floor() -> Floor:
    """Two tables: three players at one, two at the other, seat 3 free there."""
    return Floor.running(players=5)


def sizes(floor: Floor) -> dict[int, int]:
    tables = floor.event.tables.filter(open=True)
    return {t.number: t.seats.exclude(entry=None).count() for t in tables}


def full_and_short(floor: Floor) -> tuple[int, int]:
    """The number of the table with three players, and of the one with two."""
    found = sizes(floor)
    return max(found, key=found.__getitem__), min(found, key=found.__getitem__)


def free_seat(floor: Floor, table: int) -> int:
    return floor.table(table).seats.get(entry=None).number


def order(floor: Floor) -> tuple[int, Tablet, Tablet, int]:
    """An order from the full table to the free seat of the other; its entry number last."""
    full, short = full_and_short(floor)
    seat = floor.table(full).seats.exclude(entry=None).first()
    entry = seat.entry.number
    here, there = Tablet(floor, full), Tablet(floor, short)
    facts = {"entry": entry, "table": short, "seat": free_seat(floor, short)}
    answer = floor.do("move.order", reason=WHY, **facts)
    return answer["orders"][0]["order"], here, there, entry


def test_the_whole_way(floor):
    number, here, there, entry = order(floor)
    leaving, arriving = here.notice("move"), there.notice("arrival")
    assert (leaving["id"], leaving["action"]) == (str(number), "left")
    assert (arriving["id"], arriving["action"]) == (str(number), None)
    assert here.state()["can_start"]["code"] == "order_first"
    assert code(here.ask("hands/1/start")) == "order_first"
    here.do(f"orders/{number}/left", stack=30_000)
    assert here.state()["can_start"] is None
    assert not Seat.objects.filter(entry__number=entry, entry__event=floor.event).exists()
    arriving = there.notice("arrival")
    assert arriving["action"] == "arrived"
    assert arriving["data"]["stack"] == 30_000
    there.do(f"orders/{number}/arrived", stack=30_000)
    assert there.notice("arrival") is None
    assert sorted(sizes(floor).values()) == [2, 3]
    assert not FloorCall.objects.exists()
    assert entry in [one["entry"] for one in there.start()["players"]]


@pytest.mark.parametrize(("left", "arrived"), [(29_900, 29_900), (30_000, 29_000)])
def test_another_amount_rings_and_moves_no_chips(floor, left, arrived):
    number, here, there, entry = order(floor)
    here.do(f"orders/{number}/left", stack=left)
    there.do(f"orders/{number}/arrived", stack=arrived)
    assert FloorCall.objects.filter(reason=FloorCall.Reason.MOVE).exists()
    assert there.state()["floor"] is not None
    assert floor.event.entries.get(number=entry).stack == 30_000


def test_it_waits_for_the_hand_at_both_ends(floor):
    full, short = full_and_short(floor)
    seat = floor.table(full).seats.exclude(entry=None).first()
    here, there = Tablet(floor, full), Tablet(floor, short)
    here.start()
    there.start()
    facts = {"entry": seat.entry.number, "table": short, "seat": free_seat(floor, short)}
    number = floor.do("move.order", reason=WHY, **facts)["orders"][0]["order"]
    assert here.notice("move")["action"] is None
    assert code(here.ask(f"orders/{number}/left", stack=1)) == "hand_open"
    here.record("flush")
    here.do(f"orders/{number}/left", stack=30_000)
    assert there.notice("arrival")["action"] is None
    assert code(there.ask(f"orders/{number}/arrived", stack=1)) == "hand_open"


def test_it_waits_for_fantasyland(floor):
    number, here, _, entry = order(floor)
    floor.event.entries.filter(number=entry).update(fantasyland=14)
    assert "Fantasyland" in here.notice("move")["text"]
    assert code(here.ask(f"orders/{number}/left", stack=1)) == "table_locked_fl"


def test_fantasyland_is_played_before_anybody_leaves(floor):
    """Once it was a knot: the table might not deal before he left, nor he leave before it dealt."""
    number, here, _, entry = order(floor)
    floor.event.entries.filter(number=entry).update(fantasyland=14)
    Event.objects.update(in_fantasyland=1)
    assert here.state()["can_start"] is None
    here.start()
    here.record("flush")  # nobody stays, nobody enters
    assert here.state()["can_start"]["code"] == "order_first"
    assert code(here.ask("hands/2/start")) == "order_first"
    stack = floor.event.entries.get(number=entry).stack
    here.do(f"orders/{number}/left", stack=stack)


def test_the_wrong_table_does_not_know_the_order(floor):
    number, here, there, _ = order(floor)
    assert code(there.ask(f"orders/{number}/left", stack=1)) == "order_unknown"
    here.do(f"orders/{number}/left", stack=30_000)
    assert code(here.ask(f"orders/{number}/left", stack=30_000)) == "order_done"
    assert code(here.ask(f"orders/{number}/arrived", stack=30_000)) == "order_unknown"


def test_the_seat_is_kept(floor):
    number, here, _, _ = order(floor)
    full, short = full_and_short(floor)
    other = floor.table(full).seats.exclude(entry=None).last().entry.number
    seat = free_seat(floor, short)
    from core.errors import Refusal

    for command in ("entry.move", "move.order"):
        with pytest.raises(Refusal, match="taken"):
            floor.do(command, reason=WHY, entry=other, table=short, seat=seat)
    here.do(f"orders/{number}/left", stack=30_000)
    with pytest.raises(Refusal, match="taken"):
        floor.do("entry.move", reason=WHY, entry=other, table=short, seat=seat)


def test_who_is_on_his_way_is_not_drawn_elsewhere(floor):
    number, here, _, entry = order(floor)
    here.do(f"orders/{number}/left", stack=30_000)
    assert floor.do("seat.draw")["seats"] == []
    assert floor.event.entries.get(number=entry).stack == 30_000


def test_taken_back_on_the_way_he_returns_to_his_seat(floor):
    number, here, _, entry = order(floor)
    before = Seat.objects.get(entry__number=entry, entry__event=floor.event)
    here.do(f"orders/{number}/left", stack=30_000)
    floor.do("move.cancel", order=number)
    assert Seat.objects.get(entry__number=entry, entry__event=floor.event) == before
    assert here.notice("move") is None


def test_moved_by_hand_the_order_is_void(floor):
    number, _, _, entry = order(floor)
    _, short = full_and_short(floor)
    seat = free_seat(floor, short)
    floor.do("entry.move", reason=WHY, entry=entry, table=short, seat=seat)
    assert MoveOrder.objects.get(number=number).state == MoveOrder.State.CANCELLED


def test_who_goes_out_needs_no_order():
    floor = Floor.running(players=5, starting_stack=3_000)
    full, short = full_and_short(floor)
    floor.start(full)
    hand = floor.table(full).hands.get()
    seats = [one.seat for one in hand.players.all()]
    for seat in seats:
        entry = floor.table(full).seats.get(number=seat).entry.number
        if seat == seats[0]:
            facts = {"entry": entry, "table": short, "seat": free_seat(floor, short)}
            floor.do("move.order", reason=WHY, **facts)
    said = [
        {"a": a, "b": b, "points": -1000 if a == seats[0] else 1000 if b == seats[0] else 0}
        for a, b in [(seats[0], seats[1]), (seats[0], seats[2]), (seats[1], seats[2])]
    ]
    floor.do("hand.points", reason="x", table=full, hand=1, points=said)
    assert MoveOrder.objects.get().state == MoveOrder.State.CANCELLED


class TestBreakingATable:
    def test_every_player_gets_a_seat_and_the_table_closes(self):
        floor = Floor.running(players=6)  # two full tables
        spare = floor.do("table.open")["table"]
        first = floor.table(1).seats.exclude(entry=None).first().entry.number
        floor.do("entry.move", reason=WHY, entry=first, table=spare, seat=1)
        one = Tablet(floor, 1)
        two = floor.table(2).seats.exclude(entry=None).first().entry.number
        floor.do("entry.move", reason=WHY, entry=two, table=spare, seat=2)
        answer = floor.do("table.break", reason="consolidate", table=1)
        assert len(answer["orders"]) == 2
        state = one.state()
        assert state["table"]["closing"]
        assert [n["kind"] for n in state["notices"]][:3] == ["closing", "move", "move"]
        closed = [
            one.do(f"orders/{line['order']}/left", stack=30_000)["closed"]
            for line in answer["orders"]
        ]
        assert closed == [False, True]
        assert not floor.table(1).open
        assert one.state()["can_start"]["code"] == "table_closed"
        targets = {line["order"]: line["to"] for line in answer["orders"]}
        for number, (table, _) in targets.items():
            tablet = Tablet(floor, table)
            tablet.do(f"orders/{number}/arrived", stack=30_000)
        assert sum(sizes(floor).values()) == 6

    def test_there_must_be_room(self):
        from core.errors import Refusal

        floor = Floor.running(players=6)
        with pytest.raises(Refusal, match="No free seat"):
            floor.do("table.break", reason=WHY, table=1)


@pytest.mark.parametrize("change", ["reason", "same", "seat", "twice"])
def test_orders_that_make_no_sense(floor, change):
    from core.errors import Refusal

    full, short = full_and_short(floor)
    seat = floor.table(full).seats.exclude(entry=None).first()
    facts = {"entry": seat.entry.number, "table": short, "seat": free_seat(floor, short)}
    expected = {
        "reason": ("Give a reason", {}, ""),
        "same": ("already sits", {"table": full}, WHY),
        "seat": ("has no seat", {"seat": 9}, WHY),
        "twice": ("already has an order", {}, WHY),
    }[change]
    text, changes, reason = expected
    if change == "twice":
        floor.do("move.order", reason=WHY, **facts)
        floor.do("table.open")
        facts = {**facts, "table": 3}
    with pytest.raises(Refusal, match=text):
        floor.do("move.order", reason=reason, **{**facts, **changes})
