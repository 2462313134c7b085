"""What a dealer may send wrong: cards, seats, hand numbers. Each is named, and nothing changes."""

import uuid

import pytest

from tests.factories import SHEETS, Floor, layouts, refusal
from tests.tables.dealing import DEEP, Tablet, row_counts

pytestmark = pytest.mark.django_db


def break_a_card(sheet: list[dict], card: str, row: str = "top") -> list[dict]:
    sheet[1][row][0] = card
    return sheet


def twelve_cards(sheet: list[dict]) -> list[dict]:
    sheet[1]["bottom"] = sheet[1]["bottom"][:4]
    return sheet


def six_in_a_row(sheet: list[dict]) -> list[dict]:
    sheet[1]["middle"] = [*sheet[1]["middle"], sheet[1]["bottom"].pop()]
    return sheet


CARDS = {
    "one twice in a layout": (lambda s: break_a_card(s, s[1]["bottom"][0]), "duplicate_card"),
    "one in two layouts": (lambda s: break_a_card(s, s[0]["middle"][2]), "duplicate_card"),
    "twelve cards": (twelve_cards, "incomplete_layout"),
    "six in a row": (six_in_a_row, "row_size"),
    "an unknown card": (lambda s: break_a_card(s, "1h"), "bad_card"),
    "a joker": (lambda s: break_a_card(s, "Jo"), "bad_card"),
    "no card": (lambda s: break_a_card(s, "x"), "bad_card"),
    "a Cyrillic ace": (lambda s: break_a_card(s, "Аh"), "bad_card"),
    "a Cyrillic ten": (lambda s: break_a_card(s, "Тd", "middle"), "bad_card"),
}


class TestWrongCards:
    @pytest.mark.parametrize("what", CARDS)
    def test_the_first_wrong_thing_is_named_and_nothing_changes(self, dealt, what):
        spoil, code = CARDS[what]
        before = row_counts()
        sheet = spoil(dealt.sheet())
        for response in (dealt.preview(sheet), dealt.record(sheet)):
            error = response.json()["error"]
            assert (response.status_code, error["code"]) == (422, code)
            assert error["row"] in ("top", "middle", "bottom")
            assert error["seat"] in dealt.order
            assert "{" not in error["message"]
        assert row_counts() == before

    def test_a_card_in_two_layouts_names_card_seat_and_row_of_both(self, dealt):
        sheet = dealt.sheet()
        card = sheet[0]["middle"][2]
        seats = sorted((sheet[0]["seat"], sheet[1]["seat"]))
        rows = {sheet[0]["seat"]: "middle", sheet[1]["seat"]: "top"}
        error = dealt.record(break_a_card(sheet, card)).json()["error"]
        assert (error["card"], error["seat"], error["row"]) == (card, seats[1], rows[seats[1]])
        assert error["message"] == (
            f"{card} is already in the {rows[seats[0]]} row of seat {seats[0]}. "
            f"Move it, or choose another card for seat {seats[1]}."
        )

    def test_an_unknown_card_names_itself_its_seat_and_row(self, dealt):
        error = dealt.record(break_a_card(dealt.sheet(), "Аh")).json()["error"]
        assert (error["card"], error["seat"], error["row"]) == ("Аh", dealt.order[1], "top")
        assert (
            error["message"] == "“Аh” is no card. Write the rank and then the suit, as in Qh or Td."
        )

    def test_missing_cards_name_the_seat(self, dealt):
        error = dealt.record(twelve_cards(dealt.sheet())).json()["error"]
        assert error["seat"] == dealt.order[1]
        assert "12 of 13 cards" in error["message"]

    def test_six_in_a_row_name_seat_and_row(self, dealt):
        error = dealt.record(six_in_a_row(dealt.sheet())).json()["error"]
        assert (error["seat"], error["row"]) == (dealt.order[1], "middle")


class TestWrongSeats:
    def test_an_unknown_seat(self, dealt):
        sheet = [*dealt.sheet(), {**dealt.sheet()[0], "seat": 7}]
        response = dealt.record(sheet)
        assert refusal(response) == (422, "sheet_seat")
        assert response.json()["error"]["seat"] == 7

    def test_a_missing_seat(self, dealt):
        response = dealt.record(dealt.sheet()[:2])
        assert refusal(response) == (422, "sheet_missing")
        assert response.json()["error"]["seat"] == dealt.order[2]

    def test_a_seat_twice(self, dealt):
        sheet = dealt.sheet()
        response = dealt.record([*sheet, sheet[0]])
        assert refusal(response) == (422, "bad_seat")

    def test_no_seat_at_all(self, dealt):
        assert refusal(dealt.record([])) == (422, "sheet_missing")

    @pytest.mark.parametrize("seat", [0, -1, 11, "x", None, True])
    def test_what_is_no_seat(self, dealt, seat):
        sheet = dealt.sheet()
        sheet[0]["seat"] = seat
        assert refusal(dealt.record(sheet)) == (400, "bad_request")

    def test_an_eliminated_player_has_no_layout(self):
        floor = Floor.running(players=3, structure=DEEP)
        tablet = Tablet(floor)
        tablet.start()
        winner, loser, _ = SHEETS["big win"]
        all_three = tablet.order
        dead = {"top": [], "middle": [], "bottom": [], "declared_foul": True}
        tablet.record(layouts(all_three, [winner, dead, dead]))
        floor.do("clock.jump", segment=1)
        tablet.start(2)
        tablet.record(layouts(tablet.order, [dead, winner, loser]), hand=2)
        assert floor.event.entries.exclude(out_seq=None).count() == 1
        tablet.start(3)
        response = tablet.record(layouts(all_three, SHEETS["flush"]), hand=3)
        assert refusal(response) == (422, "sheet_seat")

    def test_a_moved_player_has_no_layout(self):
        floor = Floor.running(players=5)
        big, small = sorted(
            floor.event.tables.all(), key=lambda table: -table.seats.exclude(entry=None).count()
        )
        mover = big.seats.exclude(entry=None).first()
        free = small.seats.filter(entry=None).first().number
        facts = {"entry": mover.entry.number, "table": small.number, "seat": free}
        floor.do("entry.move", **facts, reason="balance")
        tablet = Tablet(floor, big.number)
        tablet.start()
        seats = [*tablet.order, mover.number]
        response = tablet.record(layouts(seats, SHEETS["flush"]))
        assert refusal(response) == (422, "sheet_seat")
        assert response.json()["error"]["seat"] == mover.number


class TestWrongHand:
    @pytest.mark.parametrize("hand", [0, 2, 10**12])
    def test_another_number_is_stale_and_gets_the_head(self, dealt, hand):
        response = dealt.record(dealt.sheet(), hand=hand)
        assert refusal(response) == (409, "stale_hand")
        assert response.json()["head"] == {"table": 1, "hand": 1, "state": "started"}

    def test_a_number_that_is_no_number_is_nowhere(self, dealt):
        assert dealt.record(dealt.sheet(), hand=-1).status_code == 404

    def test_a_table_of_another_event_is_not_there(self, dealt):
        other = Floor.running(players=3)
        path = f"tables/{other.table(1).uid}/hands/1"
        for response in (
            dealt.api.post(f"{path}/start"),
            dealt.api.post(f"{path}/record", layouts=dealt.sheet()),
            dealt.api.post(f"{path}/undo"),
            dealt.api.send(f"{path}/preview", {"layouts": dealt.sheet()}),
        ):
            assert refusal(response) == (404, "not_found")

    def test_an_unknown_table_is_not_there(self, dealt):
        path = f"tables/{uuid.uuid4()}/hands/1/record"
        assert refusal(dealt.api.post(path, layouts=[])) == (404, "not_found")
