"""Corrections at the desk: the effect before the reason, the second person, the lists."""

import re

import pytest

from tables.models import Correction
from tests.factories import SHEETS, Floor, Json, layouts, seats_in_order
from tests.tables.floor_scenes import BIG
from tests.tables.test_corrections import correct, stacks
from tests.web.pages import Browser, text, typed
from tournaments.models import Role

pytestmark = pytest.mark.django_db


def home(floor: Floor, part: str = "") -> str:
    return f"/d/{floor.slug}/corrections/{part}"


def cards_of(floor: Floor, sheet: str, hand: int = 1) -> Json:
    """The fields of the page with these cards."""
    row = floor.table(1).hands.get(number=hand)
    order = seats_in_order(row.button, row.players.values_list("seat", flat=True))
    return {f"cards_{one['seat']}": typed(one) for one in layouts(order, SHEETS[sheet])}


def basis(page: str) -> str:
    return re.search(r'name="basis" value="(\w+)"', page).group(1)


@pytest.fixture
def floor() -> Floor:
    floor = Floor.running(players=3)
    floor.play(SHEETS["flush"])
    floor.play(SHEETS["one fouls"])
    return floor


class TestHand:
    def test_the_way_to_it_and_what_counts_now(self, floor):
        browser = Browser(floor.director)
        assert "Nothing was corrected" in text(browser.get(home(floor)))
        sent = browser.post(home(floor, "hand/"), {"table": "1", "hand": "1"})
        assert sent["Location"] == home(floor, "t/1/h/1/")
        page = browser.get(sent["Location"]).content.decode()
        assert all(cards in page for cards in cards_of(floor, "flush").values())
        wrong = browser.post(home(floor, "hand/"), {"table": "1", "hand": "9"})
        assert (wrong.status_code, "There is no such hand" in text(wrong)) == (422, True)

    def test_look_then_ask_with_a_reason(self, floor):
        browser, path = Browser(floor.director), home(floor, "t/1/h/1/")
        before, version = stacks(floor), floor.event.version
        cards = cards_of(floor, "one fouls")
        page = browser.post(path, {**cards, "look": "1"})
        assert "What this correction does" in text(page)
        assert (stacks(floor), floor.event.version) == (before, version)
        facts = {**cards, "ask": "1", "basis": basis(page.content.decode())}
        assert browser.post(path, facts).status_code == 422
        assert browser.post(path, {**facts, "all-reason": "misread"}).status_code == 302
        assert stacks(floor) != before
        done = text(browser.get(home(floor)))
        assert "Hand 1 of table 1 corrected" in done
        assert "“misread”" in done
        assert "hand 1 corrected · carried out" in text(browser.get(f"/d/{floor.slug}/log/"))

    def test_the_same_cards_change_nothing(self, floor):
        page = Browser(floor.director).post(
            home(floor, "t/1/h/1/"), {**cards_of(floor, "flush"), "look": "1"}
        )
        assert "This changes nothing" in text(page)
        assert "Correct the hand" not in text(page)

    def test_wrong_cards_stand_at_their_field(self, floor):
        cards = cards_of(floor, "flush")
        cards["cards_1"] = "zz"
        page = Browser(floor.director).post(home(floor, "t/1/h/1/"), {**cards, "look": "1"})
        assert page.status_code == 422
        assert "has-error" in page.content.decode()

    def test_void(self, floor):
        browser, path = Browser(floor.director), home(floor, "t/1/h/2/")
        page = browser.post(path, {"void": "1"})
        assert "What voiding this hand does" in text(page)
        facts = {"void": "1", "ask": "1", "all-reason": "fouled deck"}
        facts["basis"] = basis(page.content.decode())
        assert browser.post(path, facts).status_code == 302
        assert floor.table(1).hands.get(number=2).state == "voided"
        assert "voided" in text(browser.get(path))

    def test_by_points(self, floor):
        browser, path = Browser(floor.director), home(floor, "t/1/h/1/")
        page = browser.get(f"{path}?points=1").content.decode()
        fields = dict.fromkeys(re.findall(r'name="(points_\d_\d)"', page), "4")
        fields |= dict.fromkeys(re.findall(r'name="(cards_\d)"', page), "0")
        assert len(fields) == 6
        page = browser.post(path, {**fields, "points": "1", "look": "1"})
        facts = {**fields, "points": "1", "ask": "1", "all-reason": "mucked"}
        facts["basis"] = basis(page.content.decode())
        assert browser.post(path, facts).status_code == 302
        assert Correction.objects.get().points_only
        assert "How it counts now" in text(browser.get(path))

    def test_what_later_hands_would_have_paid(self):
        floor = Floor.running(players=3, structure=[{"level": 1500, "seconds": 600}])
        floor.play(SHEETS["flush"])
        floor.play(SHEETS["one fouls"])
        page = Browser(floor.director).post(
            home(floor, "t/1/h/1/"), {**cards_of(floor, "big win"), "look": "1"}
        )
        assert "Table 1, hand 2" in text(page)


class TestSecondPerson:
    def test_the_asker_waits_for_somebody_else(self):
        floor = Floor.running(players=3, structure=BIG)
        floor.play(SHEETS["big win"])
        first, second = Browser(floor.director), Browser(floor.hire(Role.FLOOR))
        path = home(floor, "t/1/h/1/")
        page = first.post(path, {**cards_of(floor, "flush"), "look": "1"})
        assert "somebody goes out or comes back" in text(page)
        facts = {**cards_of(floor, "flush"), "ask": "1", "all-reason": "misread"}
        facts["basis"] = basis(page.content.decode())
        assert first.post(path, facts).status_code == 302
        assert "Second person: hand corrected" in text(second.get(f"/d/{floor.slug}/"))
        own = text(first.get(home(floor)))
        assert "somebody else approves" in own
        number = Correction.objects.get().seq
        facts = {"number": str(number), "approve": "1"}
        assert first.post(home(floor, "settle/"), facts).status_code == 422
        page = second.get(home(floor)).content.decode()
        facts = {"number": str(number), "approve": "1", "basis": basis(page)}
        assert second.post(home(floor, "settle/"), facts).status_code == 302
        assert floor.event.entries.filter(out_seq=None).count() > 1

    def test_dropped(self, floor):
        browser = Browser(floor.director)
        facts = {"entry": "1", "chips": "-200", "reason": "found on another table"}
        assert browser.post(home(floor), facts).status_code == 302
        number = Correction.objects.get().seq
        assert browser.post(home(floor, "settle/"), {"number": str(number)}).status_code == 302
        assert "dropped" in text(browser.get(home(floor)))

    def test_a_count_is_booked(self, floor):
        chairs = floor.table(1).seats.select_related("entry")
        counts = [{"seat": one.number, "stack": one.entry.stack + 100} for one in chairs]
        floor.do("count.check", table=1, counts=counts)
        browser = Browser(floor.director)
        assert "the count differs" in text(browser.get(home(floor)))
        number = str(floor.event.counts.get().seq)
        assert browser.post(home(floor, "count/"), {"number": number}).status_code == 400
        facts = {"number": number, "count-reason": "the colour-up was short"}
        assert browser.post(home(floor, "count/"), facts).status_code == 302
        other = Browser(floor.hire(Role.FLOOR))
        page = other.get(home(floor)).content.decode()
        facts = {"number": str(Correction.objects.get().seq), "approve": "1", "basis": basis(page)}
        assert other.post(home(floor, "settle/"), facts).status_code == 302
        assert "the count differs" not in text(browser.get(home(floor)))


class TestEntryPage:
    def test_a_penalty(self, floor):
        browser, path = Browser(floor.hire(Role.FLOOR)), f"/d/{floor.slug}/register/2/"
        before = stacks(floor)[2]
        assert "Penalty" in text(browser.get(path))
        facts = {"points": "3"}
        assert browser.post(f"{path}penalty/", facts).status_code == 422
        facts["reason"] = "missed his turn"
        assert browser.post(f"{path}penalty/", facts).status_code == 302
        assert "The penalty is paid." in text(browser.get(path))
        assert stacks(floor)[2] == before - 600
        assert "Penalty for Player 2: 3 points to each" in text(browser.get(home(floor)))

    def test_back_in(self, floor):
        floor.do("entry.remove", entry=2, removal="no_show", reason="not there")
        browser, path = Browser(floor.director), f"/d/{floor.slug}/register/2/"
        assert "Bring back in" in text(browser.get(path))
        facts = {"reason": "he was next door"}
        assert browser.post(f"{path}back/", facts).status_code == 302
        assert Correction.objects.get().kind == "back"
        somebody = Browser(floor.hire(Role.CASHIER))
        assert "Bring back in" not in text(somebody.get(path))
        assert somebody.post(f"{path}back/", facts).status_code == 403


class TestPublic:
    def test_a_corrected_hand_says_so_and_keeps_the_original(self, floor):
        path = f"/e/{floor.slug}/t/1/h/1/"
        before = text(Browser().get(path))
        correct(floor, "one fouls")
        page = text(Browser().get(path))
        assert "Hand 1 was corrected at" in page
        assert "“misread”" in page
        assert "As it was recorded at first" in page
        assert "Correct" not in before.split("Hand 1")[0]

    def test_a_voided_hand_stays_where_it_was(self, floor):
        floor.do("hand.void", table=1, hand=2, reason="fouled deck")
        page = text(Browser().get(f"/e/{floor.slug}/t/1/"))
        assert "Hand 2 was voided at" in page
        assert "Hand 2 was voided at" in text(Browser().get(f"/e/{floor.slug}/t/1/h/2/"))
        assert Browser().get(f"/e/{floor.slug}/statistics/").status_code == 200

    def test_the_player_sees_what_the_hand_counts_now(self, floor):
        correct(floor, "flush", hand=2)
        for entry in (1, 2, 3):
            assert Browser().get(f"/e/{floor.slug}/p/{entry}/").status_code == 200

    def test_everybody_reads_the_moves_and_corrections(self, floor):
        path = f"/e/{floor.slug}/changes/"
        assert "Nothing was corrected" in text(Browser().get(path))
        correct(floor, "one fouls")
        floor.do("entry.remove", entry=2, removal="no_show", reason="not there")
        waiting = floor.do("entry.reinstate", entry=2, reason="he was next door")
        page = text(Browser().get(path))
        assert "Hand 1 of table 1 corrected" in page
        assert "not there" in page
        assert "he was next door" not in page, "what waits is not done"
        floor.do("correction.approve", number=waiting["correction"], by=floor.hire(Role.FLOOR))
        assert "Player 2 back in" in text(Browser().get(path))
        assert "Moves and corrections" in text(Browser().get(f"/e/{floor.slug}/"))


class TestLateHand:
    def fields(self, floor: Floor) -> Json:
        seats = list(floor.table(1).seats.order_by("number").values_list("number", flat=True))
        cards = layouts(seats_in_order(seats[0], seats), SHEETS["flush"])
        lines = {f"cards_{one['seat']}": typed(one) for one in cards}
        return {"level": "1", "button": str(seats[0]), **lines}

    def test_look_then_enter(self, floor):
        browser, path = Browser(floor.director), home(floor, "late/1/")
        assert "Hand 3, table 1" in text(browser.get(path))
        page = browser.post(path, {**self.fields(floor), "look": "1"})
        assert "What it is worth" in text(page)
        facts = {**self.fields(floor), "ask": "1", "all-reason": "from a slip"}
        assert browser.post(path, facts).status_code == 302
        assert floor.table(1).hands.get(number=3).state == "recorded"
        assert "entered late" in text(browser.get(f"/d/{floor.slug}/log/"))

    def test_from_what_a_tablet_could_not_hand_in(self, floor):
        cards = [{"seat": 1, "top": ["Qs"], "middle": [], "bottom": []}, {"seat": "x"}]
        facts = {"table": 1, "hand": 3, "refused": "hands/3/record", "error": {}}
        item = floor.do("queue.add", body={"layouts": cards}, **facts)["item"]
        browser = Browser(floor.director)
        link = f"{home(floor, 'late/1/')}?item={item}"
        assert link in browser.get(f"/d/{floor.slug}/devices/").content.decode()
        assert "Qs" in browser.get(link).content.decode()
        facts = {**self.fields(floor), "ask": "1", "all-reason": "refused", "item": str(item)}
        assert browser.post(home(floor, "late/1/"), facts).status_code == 302
        assert floor.event.queue.get().closed_at

    def test_what_is_wrong_stands_at_its_field(self, floor):
        browser, path = Browser(floor.director), home(floor, "late/1/")
        wrong = {**self.fields(floor), "cards_2": "zz", "look": "1"}
        assert browser.post(path, wrong).status_code == 422
        few = {name: value for name, value in self.fields(floor).items() if name[:5] != "cards"}
        assert "two players or more" in text(browser.post(path, {**few, "look": "1"}))
        floor.start()
        assert "Hand 3 is still being played" in text(browser.get(path))
