"""Back from paper: two people, in order, and a stop at the first difference."""

import pytest

from core.errors import Conflict, Refusal
from tables.models import Hand, PaperSlip
from tests.factories import SHEETS, Floor, Json, layouts, seats_in_order
from tests.web.pages import Browser, text, typed
from tournaments import verify
from tournaments.models import Role

pytestmark = pytest.mark.django_db


@pytest.fixture
def floor() -> Floor:
    return Floor.running(players=3)


def order_of(floor: Floor) -> list[int]:
    seats = list(floor.table(1).seats.exclude(entry=None).values_list("number", flat=True))
    return seats_in_order(max(seats), seats)


def stacks_of(floor: Floor) -> dict[int, int]:
    seats = floor.table(1).seats.exclude(entry=None).select_related("entry")
    return {seat.number: seat.entry.stack for seat in seats}


def slip(floor: Floor, hand: int, change: Json, *, sheet: str = "flush", **more) -> Json:
    """What stands on a slip: cards, and what each stack was after it."""
    order = order_of(floor)
    stacks = [{"seat": s, "chips": c + change.get(s, 0)} for s, c in stacks_of(floor).items()]
    facts = {"table": 1, "slip": hand, "hand": hand, "level": 1, "button": order[-1]}
    return {**facts, "layouts": layouts(order, SHEETS[sheet]), "stacks": stacks, **more}


@pytest.fixture
def change(floor) -> Json:
    """What one such hand moves, worked out on another event of the same rules."""
    other = Floor.running(players=3)
    order = order_of(other)
    before = stacks_of(other)
    cards = layouts(order, SHEETS["flush"])
    facts = {"table": 1, "hand": 1, "level": 1, "button": order[-1], "layouts": cards}
    other.do("hand.late", **facts, reason="to know")
    after = [stacks_of(other)[seat] - before[seat] for seat in order]
    return dict(zip(order_of(floor), after, strict=True))


def enter(floor: Floor, number: int, by=None) -> Json:
    return floor.do("slip.enter", by=by or floor.hire(Role.FLOOR), number=number, reason="paper")


def test_typed_by_one_entered_by_another(floor, change):
    before = stacks_of(floor)
    typed_slip = floor.do("slip.type", **slip(floor, 1, change))
    assert stacks_of(floor) == before, "it counts nothing yet"
    assert not Hand.objects.filter(table__event=floor.event).exists()
    enter(floor, typed_slip["number"])
    assert stacks_of(floor) == {seat: chips + change[seat] for seat, chips in before.items()}
    assert PaperSlip.objects.get().entered_seq == floor.event.version
    assert list(verify.problems(floor.event)) == []


def test_not_by_the_same_person(floor, change):
    number = floor.do("slip.type", **slip(floor, 1, change))["number"]
    with pytest.raises(Refusal) as caught:
        enter(floor, number, by=floor.director)
    assert caught.value.code == "second_person"


def test_a_difference_stops_it_and_every_later_hand(floor, change):
    seat = min(change)
    wrong = {**change, seat: change[seat] + 100}
    first = floor.do("slip.type", **slip(floor, 1, wrong))["number"]
    second = floor.do("slip.type", **slip(floor, 2, change))["number"]
    before = floor.event.version, stacks_of(floor)
    with pytest.raises(Refusal) as caught:
        enter(floor, first, by=floor.hire(Role.FLOOR))
    assert caught.value.code == "slip_differs"
    assert (caught.value.params["slip"], caught.value.params["seat"]) == (1, seat)
    with pytest.raises(Conflict, match="Table 1"):
        enter(floor, second)
    assert stacks_of(floor) == before[1]
    assert not Hand.objects.filter(table__event=floor.event).exists()
    again = floor.do("slip.type", **slip(floor, 1, change))["number"]
    enter(floor, again)
    assert PaperSlip.objects.filter(entered_seq=None).count() == 1, "the second one is next"


def test_a_stack_that_is_not_written_is_a_difference(floor, change):
    facts = slip(floor, 1, change)
    facts["stacks"] = facts["stacks"][:-1]
    number = floor.do("slip.type", **facts)["number"]
    with pytest.raises(Refusal, match="is missing"):
        enter(floor, number)


def test_a_hand_that_is_in_the_record_is_typed_no_more(floor, change):
    enter(floor, floor.do("slip.type", **slip(floor, 1, change))["number"])
    with pytest.raises(Conflict) as caught:
        floor.do("slip.type", **slip(floor, 1, change))
    assert caught.value.code == "slip_known"
    with pytest.raises(Conflict):
        floor.do("slip.type", **slip(floor, 2, change, slip=1))


def test_a_slip_twice_is_one_hand(floor, change):
    number = floor.do("slip.type", **slip(floor, 1, change))["number"]
    second = floor.hire(Role.FLOOR)
    enter(floor, number, by=second)
    with pytest.raises(Refusal) as caught:
        enter(floor, number, by=second)
    assert caught.value.code == "slip_unknown"


def form(floor: Floor, change: Json) -> Json:
    facts = slip(floor, 1, change)
    lines = {f"cards_{one['seat']}": typed(one) for one in facts["layouts"]}
    stacks = {f"stack_{one['seat']}": one["chips"] for one in facts["stacks"]}
    return {**{n: facts[n] for n in ("slip", "hand", "level", "button")}, **lines, **stacks}


def test_the_pages(floor, change):
    home = f"/d/{floor.slug}/paper/"
    one, other = Browser(floor.director), Browser(floor.hire(Role.FLOOR))
    assert one.post(f"{home}1/", {"slip": 1}).status_code == 422
    assert one.post(f"{home}1/", form(floor, change)).status_code == 302
    assert "somebody else enters it" in text(one.get(home))
    page = text(other.get(home))
    assert "Table 1, hand 1, slip 1" in page
    number = PaperSlip.objects.get().seq
    assert one.post(f"{home}enter/", {"number": number}).status_code == 422
    assert other.post(f"{home}enter/", {"number": number}).status_code == 302
    assert "Nothing waits." in text(one.get(home))


def test_sheets_say_what_a_table_goes_on_from(floor):
    page = Browser(floor.director).get(f"/d/{floor.slug}/paper/sheets/")
    said = text(page)
    assert "Table 1" in said
    assert "30,000" in said or "30 000" in said
    assert f"head {floor.event.head_digest[:16]}" in said
    assert page.content.decode().count('class="slip"') == 4
