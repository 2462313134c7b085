"""Walls and players' pages: what a hall looks at, and the address that is a player's own."""

import re
import uuid

import pytest

from accounts import links
from tables.models import QueueItem
from tests.factories import SHEETS, Floor
from tests.tournaments.money import in_play, played_out
from tests.web.pages import Browser, text
from tournaments.models import Role
from tournaments.verify import problems

pytestmark = pytest.mark.django_db
STRUCTURE = [{"level": 100, "seconds": 600}, {"break": 300}, {"level": 200, "seconds": 600}]


@pytest.fixture
def floor(wall) -> Floor:
    floor = Floor.running(players=3, structure=STRUCTURE, registration_level=1)
    floor.play(SHEETS["flush"])
    return floor


def own(floor: Floor, number: int = 1) -> str:
    return f"/p/{links.token_of(floor.event.uid, number)}/"


class TestClock:
    def test_level_point_value_next_and_break(self, floor, wall):
        page = text(Browser().get(f"/e/{floor.slug}/clock/"))
        for said in ("Level 1", "100 a point", "Next200", "Break in 10:00", "3 / 3"):
            assert said in page

    def test_before_the_start(self):
        assert "Not started" in text(Browser().get(f"/e/{Floor.open(players=2).slug}/clock/"))

    def test_paused_is_a_state(self, floor):
        floor.do("clock.pause")
        assert "Paused" in text(Browser().get(f"/e/{floor.slug}/clock/"))

    def test_a_break_waits_for_the_tables_that_play(self, floor, wall):
        floor.start(1)
        wall.forward(minutes=11)
        page = text(Browser().get(f"/e/{floor.slug}/clock/"))
        assert "Break after Fantasyland" in page
        assert "table 1 still plays" in page

    def test_in_the_break_the_next_value_is_large(self, floor, wall):
        wall.forward(minutes=11)
        page = text(Browser().get(f"/e/{floor.slug}/clock/"))
        assert "Break" in page
        assert "then 200 a point" in page

    def test_new_seats_stand_there_for_three_minutes(self, wall):
        floor = Floor.running(players=5)
        seat = floor.table(1).seats.exclude(entry=None).first()
        other = next(t for t in floor.event.tables.all() if t.seats.filter(entry=None).exists())
        free = other.seats.filter(entry=None).first()
        mover = next(s for s in floor.table(3 - other.number).seats.all() if s.entry).entry
        assert seat
        floor.do(
            "entry.move", entry=mover.number, table=other.number, seat=free.number, reason="balance"
        )
        path = f"/e/{floor.slug}/clock/"
        said = f"Entry {mover.number} ({mover.person.name}) moved to table {other.number}"
        assert said in text(Browser().get(path))
        wall.forward(minutes=4)
        assert said not in text(Browser().get(path))

    def test_what_changes_is_conditional(self, floor):
        path = f"/e/{floor.slug}/clock/now/"
        first = Browser().get(path)
        assert Browser().get(path, if_none_match=first["ETag"]).status_code == 304

    def test_when_all_is_over_no_clock_runs_anywhere(self):
        floor = played_out()
        assert floor.event.status == "finished"
        for part in ("", "clock/", "wall/", "t/1/", "structure/"):
            assert "data-clock" not in Browser().get(f"/e/{floor.slug}/{part}").content.decode()
        assert "Finished" in text(Browser().get(f"/e/{floor.slug}/clock/"))


class TestStandings:
    def test_twelve_a_page_on_the_wall(self):
        floor = Floor.running(players=26)
        body = Browser().get(f"/e/{floor.slug}/wall/").content.decode()
        assert body.count('class="wall-page"') == 3
        assert body.count('<span class="who">') == 26

    def test_what_this_level_did_to_everybody(self, floor):
        body = Browser().get(f"/e/{floor.slug}/").content.decode()
        changes = [int(one) for one in re.findall(r'data-change="(-?\d+)"', body)]
        stacks = [int(one) for one in re.findall(r'data-chips="(\d+)"', body)]
        assert [stack - change for stack, change in zip(stacks, changes, strict=True)] == [
            30_000
        ] * 3
        assert any(changes)

    def test_the_money_line_stands_below_the_last_paid_place(self):
        floor = in_play()
        floor.do("payouts.publish", amounts=[382_00, 200_00])
        assert "2 places paid" in text(Browser().get(f"/e/{floor.slug}/"))
        assert "1. 382 EUR · 2. 200 EUR" in text(Browser().get(f"/e/{floor.slug}/clock/")).replace(
            "\xa0", " "
        )

    def test_at_the_end_everybody_stands_with_his_prize(self):
        page = text(Browser().get(f"/e/{played_out().slug}/")).replace("\xa0", " ")
        winner, *shares = [int(one) for one in re.findall(r"(\d+) EUR", page)]
        assert winner == 300
        assert len(shares) == 2  # second and third went out together and share, in whole fives
        assert sum(shares) == 200 + 82
        assert "In the money" not in page
        assert "This level" not in page


class TestPlayer:
    def test_stack_with_its_hand_payments_and_figures(self, floor):
        seat = floor.table().seats.get(number=1)
        page = text(Browser().get(f"/e/{floor.slug}/p/{seat.entry.number}/"))
        assert seat.entry.person.name in page
        assert f"{seat.entry.stack:,} after hand 1" in page
        assert "table 1, seat 1" in page
        assert "pays" in page

    def test_who_moves_reads_where_to(self, wall):
        floor = Floor.running(players=5)
        three = max(floor.event.tables.all(), key=lambda t: t.seats.exclude(entry=None).count())
        mover = three.seats.exclude(entry=None).first().entry
        free = floor.table(3 - three.number).seats.get(entry=None).number
        floor.start(three.number)
        facts = {"entry": mover.number, "table": 3 - three.number, "seat": free}
        floor.do("move.order", reason="balance", **facts)
        page = text(Browser().get(f"/e/{floor.slug}/p/{mover.number}/"))
        assert f"Moves to table {3 - three.number}, seat {free}" in page

    def test_nobody_has_that_number(self, floor):
        assert Browser().get(f"/e/{floor.slug}/p/99/").status_code == 404

    def test_whoever_is_out_has_his_place(self):
        floor = Floor.running(players=3, starting_stack=3000)
        floor.play(SHEETS["big win"])
        out = floor.event.entries.exclude(out_seq=None).first()
        assert "Out in place 2" in text(Browser().get(f"/e/{floor.slug}/p/{out.number}/"))


class TestOwnAddress:
    def test_it_needs_no_login_and_is_no_ones_guess(self, floor):
        answer = Browser().get(own(floor))
        assert answer.status_code == 200
        assert answer["X-Robots-Tag"] == "noindex"
        assert answer["Referrer-Policy"] == "same-origin"
        assert Browser().get(f"/p/{'A' * 22}/").status_code == 404

    def test_every_way_to_the_standings_leads_to_his_row(self, floor):
        page = Browser().get(own(floor)).content.decode()
        assert f'href="/e/{floor.slug}/"' not in page
        assert page.count(f'href="/e/{floor.slug}/#me=1"') == 3

    def test_a_new_one_closes_the_old(self, floor):
        old = own(floor)
        answer = Browser(floor.director).post(f"/d/{floor.slug}/player/1/renew/")
        assert answer.status_code == 302
        assert Browser().get(old).status_code == 404
        assert Browser().get(own(floor)).status_code == 200

    def test_only_the_floor_sees_it_and_makes_a_new_one(self, floor):
        path = f"/e/{floor.slug}/p/1/"
        assert own(floor) in Browser(floor.director).get(path).content.decode()
        for reader in (Browser(), Browser(floor.hire(Role.DEALER))):
            assert own(floor) not in reader.get(path).content.decode()
        answer = Browser(floor.hire(Role.CASHIER)).post(f"/d/{floor.slug}/player/1/renew/")
        assert answer.status_code == 404

    def test_an_alias_is_all_that_is_shown(self, floor):
        person = floor.event.entries.get(number=1).person
        person.alias, person.display = "Nightingale", "alias"
        person.save()
        page = text(Browser().get(own(floor)))
        assert "Nightingale" in page
        assert person.name not in page


class TestQuestion:
    def ask(self, floor: Floor, number: int = 1, hand: int = 1, says: str = "I had kings"):
        facts = {"table": 1, "hand": hand, "text": says, "submission": str(uuid.uuid4())}
        return Browser().post(f"{own(floor, number)}question/", facts)

    def test_it_goes_to_the_directors_list_and_changes_nothing(self, floor):
        before = list(floor.event.entries.values_list("number", "stack"))
        assert self.ask(floor).status_code == 302
        item = QueueItem.objects.get()
        assert (item.hand, item.text, item.body) == (1, "I had kings", {"entry": 1})
        assert list(floor.event.entries.values_list("number", "stack")) == before
        assert not list(problems(floor.event))

    def test_the_floor_reads_who_asks_and_what(self, floor):
        self.ask(floor)
        director = Browser(floor.director)
        name = floor.event.entries.get(number=1).person.name
        for part in ("", "devices/", "corrections/"):
            page = text(director.get(f"/d/{floor.slug}/{part}"))
            assert f"{name}: “I had kings”" in page, part
        board = text(director.get(f"/d/{floor.slug}/devices/"))
        assert "What was typed" not in board
        assert f"entry 1 ({name}) questions hand 1" in text(director.get(f"/d/{floor.slug}/log/"))
        floor.do("queue.close", item=QueueItem.objects.get().seq)
        assert f"correction asked for ({name})" in text(director.get(f"/d/{floor.slug}/devices/"))

    def test_until_the_next_deal_and_nothing_typed_is_lost(self, floor):
        floor.start(1)
        answer = self.ask(floor)
        assert answer.status_code == 422
        assert "until the next deal" in text(answer)
        assert "I had kings" in answer.content.decode()
        assert not QueueItem.objects.exists()

    def test_once_and_only_who_played_it(self, floor):
        assert self.ask(floor).status_code == 302
        assert "with the director already" in text(self.ask(floor))
        late = floor.register("Late")[0]
        assert "Only who played hand 1" in text(self.ask(floor, late))
        assert self.ask(floor, hand=7).status_code == 422
        assert QueueItem.objects.count() == 1

    def test_no_role_asks_it_for_a_player(self, floor):
        from core.errors import NotAllowed

        with pytest.raises(NotAllowed):
            floor.do("hand.question", table=1, hand=1, entry=1, text="")
