"""One entry at the desk: the name that is shown, the add-on, taking out, and who was it again."""

import pytest

from tests.factories import Floor
from tests.tournaments.money import PRICES
from tests.web.pages import Browser, text
from tournaments.models import Person, Role

pytestmark = pytest.mark.django_db


def path(floor: Floor, number: int = 1, part: str = "") -> str:
    return f"/d/{floor.slug}/register/{number}/{part}"


def named(display: str, alias: str = "") -> dict[str, str]:
    return {"name": "Ana Ruiz", "alias": alias, "country": "ES", "display": display}


class TestName:
    def test_a_shown_name_changes_everywhere_also_in_an_earlier_event(self):
        earlier, now = Floor.open(), Floor.open()
        earlier.register("Ana Ruiz")
        now.register("Ana Ruiz")
        before = earlier.event.version
        browser = Browser(now.hire(Role.CASHIER))
        assert browser.post(path(now), named("alias", "The Fox")).status_code == 302
        for floor in (earlier, now):
            page = text(Browser().get(f"/e/{floor.slug}/"))
            assert "The Fox" in page
            assert "Ana Ruiz" not in page
        assert earlier.event.version == before + 1

    def test_an_alias_must_be_typed(self):
        floor = Floor.open(players=1)
        response = Browser(floor.director).post(path(floor), named("alias"))
        assert (response.status_code, "Type the alias" in text(response)) == (422, True)

    def test_anonymous_is_a_code_in_public_and_the_name_at_the_desk(self):
        floor = Floor.open()
        floor.register("Ana Ruiz")
        browser = Browser(floor.director)
        browser.post(path(floor), named("anonymous"))
        assert "Ana Ruiz" not in text(Browser().get(f"/e/{floor.slug}/"))
        assert "Ana Ruiz" in text(browser.get(f"/d/{floor.slug}/register/"))

    def test_the_floor_may_not_and_nothing_is_changed(self):
        floor = Floor.open()
        floor.register("Ana Ruiz")
        somebody = Browser(floor.hire(Role.FLOOR))
        assert somebody.post(path(floor), named("anonymous")).status_code == 403
        assert Person.objects.get().display == "real"
        assert Browser(floor.director).get(path(floor, 9)).status_code == 404


class TestAddOnAndRemoval:
    @pytest.fixture
    def floor(self) -> Floor:
        floor = Floor(registration_level=1)
        floor.do("event.prices", prices={**PRICES, "add_on": 100_00, "add_on_chips": 5_000})
        floor.do("event.publish")
        floor.register("Ana", "Boris", "Caio")
        floor.do("seat.draw")
        floor.do("event.start")
        return floor

    def test_the_add_on_is_sold_once(self, floor):
        browser = Browser(floor.hire(Role.CASHIER))
        assert "Sell the add-on" in text(browser.get(path(floor)))
        assert browser.post(path(floor, 1, "add-on/"), {"paid": "on"}).status_code == 302
        page = text(browser.get(path(floor)))
        assert "Sell the add-on" not in page
        assert "35,000" in page
        again = browser.post(path(floor, 1, "add-on/"))
        assert (again.status_code, "has had its add-on" in text(again)) == (422, True)

    def test_taken_out_with_a_reason(self, floor):
        browser = Browser(floor.director)
        facts = {"removal": "disqualified"}
        assert browser.post(path(floor, 2, "remove/"), facts).status_code == 422
        facts["reason"] = "he hit a player"
        assert browser.post(path(floor, 2, "remove/"), facts).status_code == 302
        assert "Disqualified" in text(browser.get(f"/d/{floor.slug}/register/"))
        assert browser.post(path(floor, 2, "remove/"), facts).status_code == 422

    def test_only_the_director_sees_the_way_out(self, floor):
        page = text(Browser(floor.hire(Role.CASHIER)).get(path(floor)))
        assert "Take out of the event" not in page


class TestDuplicates:
    def register(self, floor: Floor, **facts: str):
        return Browser(floor.director).post(f"/d/{floor.slug}/register/", facts)

    @pytest.mark.parametrize("name", ["hugo martin", "Martín Hugo", "HUGO MARTÍN"])
    def test_another_spelling_of_a_known_name_is_asked_about(self, name):
        floor = Floor.open()
        floor.register("Hugo Martín")
        response = self.register(floor, name=name)
        assert response.status_code == 409
        assert "Is it one of these? Hugo Martín" in text(response)
        assert floor.event.entries.count() == 1
        assert self.register(floor, name=name, other="on").status_code == 302
        assert Person.objects.count() == 2

    def test_the_same_name_of_another_country_too(self):
        floor = Floor.open()
        assert self.register(floor, name="Li Wei", country="CN").status_code == 302
        assert self.register(floor, name="Li Wei", country="SG").status_code == 409

    def test_a_known_person_is_not_asked_about(self):
        Floor.open().register("Ana Ruiz")
        assert self.register(Floor.open(), name="Ana Ruiz").status_code == 302
        assert Person.objects.count() == 1
