"""Registration: one by name, a list, taking back, coming again."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.factories import SHEETS, Floor
from tests.web.pages import Browser, text, version
from tournaments.models import Person, Role

pytestmark = pytest.mark.django_db


def path(floor: Floor, part: str = "") -> str:
    return f"/d/{floor.slug}/register/{part}"


def test_one_by_name() -> None:
    floor = Floor.open()
    browser = Browser(floor.director)
    response = browser.post(path(floor), {"name": "Ana Ruiz", "alias": "", "country": "es"})
    assert response.status_code == 302
    page = text(browser.get(path(floor)))
    assert "Ana Ruiz is registered: entry 1." in page
    assert "ES" in page


@pytest.mark.parametrize(
    ("facts", "sentence"),
    [
        ({"name": ""}, "This field is required."),
        ({"name": "Ana\u202eRuiz"}, "signs that cannot be shown"),
        ({"name": "Ana", "country": "Spain"}, "The country is two letters, such as ES."),
        ({"name": "Ana", "country": "E1"}, "The country is two letters, such as ES."),
        ({"name": "x" * 61}, "at most 60"),
    ],
)
def test_bad_names_are_refused_and_kept(facts: dict, sentence: str) -> None:
    floor = Floor.open()
    response = Browser(floor.director).post(path(floor), {"alias": "kept alias", **facts})
    assert response.status_code == 422
    assert sentence in text(response)
    assert "kept alias" in response.content.decode()
    assert not floor.event.entries.exists()


def test_nobody_plays_twice_at_once() -> None:
    floor = Floor.open()
    floor.register("Ana")
    response = Browser(floor.director).post(path(floor), {"name": "Ana"})
    assert response.status_code == 409
    assert "Ana already plays in this event (entry 1)." in text(response)
    assert 'value="Ana"' in response.content.decode()


def test_a_second_click_is_one_entry() -> None:
    floor = Floor.open()
    facts = {"name": "Ana", "submission": "5f0c9a54-76ab-4a1c-8d53-000000000003"}
    browser = Browser(floor.director)
    assert browser.post(path(floor), facts).status_code == 302
    assert browser.post(path(floor), facts).status_code == 302
    assert floor.event.entries.count() == 1


def test_a_pasted_list() -> None:
    floor = Floor.open()
    lines = "name;alias;country\nAna;;ES\nBoris;Bo;ru\n\nCaio"
    response = Browser(floor.director).post(path(floor, "import/"), {"text": lines})
    assert response.status_code == 302
    assert list(floor.event.entries.values_list("person__name", flat=True)) == [
        "Ana",
        "Boris",
        "Caio",
    ]


def test_a_file_with_bad_lines_is_reported_line_by_line_and_not_imported() -> None:
    floor = Floor.open()
    content = b"Ana,,ES\nBoris,,Russia\n,x\nAna\n"
    file = SimpleUploadedFile("players.csv", content, "text/csv")
    response = Browser(floor.director).post(path(floor, "import/"), {"file": file})
    assert response.status_code == 422
    page = text(response)
    assert "2 Boris,,Russia The country is two letters" in page
    assert "3 ,x The name is empty" in page
    assert "4 Ana The same name as line 1." in page
    assert "Boris,,Russia" in response.content.decode()  # in the field, to be corrected
    assert not floor.event.entries.exists()
    assert not Person.objects.exists()


def test_a_file_that_is_not_utf8() -> None:
    floor = Floor.open()
    file = SimpleUploadedFile("players.csv", "Martín".encode("cp1252"), "text/csv")
    response = Browser(floor.director).post(path(floor, "import/"), {"file": file, "text": "Eva"})
    assert response.status_code == 422
    assert "The file cannot be read." in text(response)
    assert "Eva" in response.content.decode()


def test_an_empty_list_asks_for_lines() -> None:
    floor = Floor.open()
    response = Browser(floor.director).post(path(floor, "import/"), {"text": " \n"})
    assert response.status_code == 422
    assert "Paste some lines, or choose a file." in text(response)


def test_a_list_with_somebody_who_plays_already_changes_nothing() -> None:
    floor = Floor.open()
    floor.register("Ana")
    response = Browser(floor.director).post(path(floor, "import/"), {"text": "Boris\nAna"})
    assert response.status_code == 409
    assert "Ana already plays" in text(response)
    assert "Boris" in response.content.decode()
    assert floor.event.entries.count() == 1
    assert not Person.objects.filter(name="Boris").exists()


def test_take_back_before_the_start() -> None:
    floor = Floor.open(players=2)
    browser = Browser(floor.director)
    assert "Yes, take back entry 1" in text(browser.get(path(floor)))
    assert browser.post(path(floor, "withdraw/"), {"entry": 1}).status_code == 302
    response = browser.post(path(floor, "withdraw/"), {"entry": 9})
    assert response.status_code == 422
    assert "There is no entry 9" in text(response)
    assert browser.post(path(floor, "withdraw/"), {"entry": "x"}).status_code == 422


def test_reentry_until_the_limit_and_the_level() -> None:
    floor = Floor.running(players=3, starting_stack=1000, registration_level=2, reentry_limit=1)
    floor.play(SHEETS["big win"])
    out = floor.event.entries.exclude(out_seq=None).first()
    browser = Browser(floor.director)
    assert "Re-enter" in text(browser.get(path(floor)))
    assert browser.post(path(floor, "again/"), {"entry": out.number}).status_code == 302
    again = floor.event.entries.get(person=out.person, out_seq=None)
    assert again.bullet == 2
    response = browser.post(path(floor, "again/"), {"entry": again.number})
    assert response.status_code == 409
    assert "already plays" in text(response)


def test_closed_registration_says_so() -> None:
    floor = Floor.running(players=3)
    browser = Browser(floor.director)
    assert "Registration is closed." in text(browser.get(path(floor)))
    assert browser.post(path(floor), {"name": "Late"}).status_code == 422


@pytest.mark.parametrize(
    ("role", "status"), [(Role.CASHIER, 302), (Role.FLOOR, 403), (Role.AUDITOR, 403)]
)
def test_who_registers(role: str, status: int) -> None:
    floor = Floor.open()
    response = Browser(floor.hire(role)).post(path(floor), {"name": "Ana"})
    assert response.status_code == status
    assert floor.event.entries.count() == (status == 302)


def test_a_reload_of_an_action_goes_to_the_page() -> None:
    floor = Floor.open()
    before = version(floor)
    response = Browser(floor.director).get(path(floor, "import/"))
    assert (response.status_code, response["Location"]) == (302, path(floor))
    assert version(floor) == before


def test_no_field_cuts_what_is_pasted() -> None:
    floor = Floor.open()
    body = Browser(floor.director).get(path(floor)).content.decode()
    assert "maxlength" not in body.partition('name="name"')[2].partition("</form>")[0]


def test_before_it_opens_the_page_leads_to_the_desk() -> None:
    floor = Floor()
    response = Browser(floor.director).get(path(floor))
    assert "Open it on the desk" in text(response)
    assert f'href="/d/{floor.slug}/">' in response.content.decode()
    assert "Type a name" not in text(response)


def test_who_comes_again_pays_in_the_same_step() -> None:
    floor = Floor(starting_stack=1_000, registration_level=1, reentry_limit=1)
    floor.do("event.prices", prices={"currency": "EUR", "buy_in": 100_00})
    floor.do("event.publish")
    floor.register("Ana", "Boris", "Caio")
    floor.do("seat.draw")
    floor.do("event.start")
    floor.play(SHEETS["big win"])
    browser = Browser(floor.director)
    page = text(browser.get(path(floor)))
    assert "100 EUR paid" in page
    assert "Pays at the drawer" in page
    first, second = floor.event.entries.exclude(out_seq=None)
    for entry, more in ((first, {"paid": "1"}), (second, {})):
        assert (
            browser.post(path(floor, "again/"), {"entry": entry.number, **more}).status_code == 302
        )
    sold = floor.event.sales.filter(kind="re_entry").order_by("pk")
    assert [sale.paid_seq is not None for sale in sold] == [True, False]


def test_who_has_no_re_entry_left_is_not_offered_one() -> None:
    floor = Floor(starting_stack=1_000, registration_level=1)
    floor.do("event.publish")
    floor.register("Ana", "Boris", "Caio")
    floor.do("seat.draw")
    floor.do("event.start")
    floor.play(SHEETS["big win"])
    assert "Re-enter" not in text(Browser(floor.director).get(path(floor)))


def test_a_player_is_found_by_the_beginning_of_a_name_or_by_number() -> None:
    floor = Floor.open()
    floor.register("Ana Ruiz", "Inés Vidal", "Boris Petrov")
    browser = Browser(floor.director)

    def found(find: str) -> list[bool]:
        page = text(browser.get(f"{path(floor)}?find={find}"))
        return [name in page for name in ("Ana Ruiz", "Inés Vidal", "Boris Petrov")]

    assert found("") == [True, True, True]
    assert found("ines") == [False, True, False]
    assert found("rui an") == [True, False, False]
    assert found("3") == [False, False, True]
    assert found("zoe") == [False, False, False]


def test_who_came_late_is_seated_from_here() -> None:
    floor = Floor.running(players=5, registration_level=1)
    browser = Browser(floor.director)
    assert "Draw late seats" not in text(browser.get(path(floor)))
    floor.register("Late Larry")
    page = browser.get(path(floor))
    assert "Draw late seats" in text(page)
    assert f'action="/d/{floor.slug}/seats/"' in page.content.decode()
    cashier = Browser(floor.hire(Role.CASHIER))
    assert "Draw late seats" not in text(cashier.get(path(floor)))
    assert browser.post(f"/d/{floor.slug}/seats/", {"who": "waiting"}).status_code == 302
    assert "Draw late seats" not in text(browser.get(path(floor)))
