"""What everyone sees: events, standings, tables, recorded hands, and nothing else."""

import re

import pytest

from tests.factories import SHEETS, Floor
from tests.web.pages import Browser, text

pytestmark = pytest.mark.django_db


def test_a_draft_is_seen_by_its_staff_only() -> None:
    floor = Floor(slug="secret", name="Secret night")
    assert "Secret night" not in text(Browser().get("/"))
    assert Browser().get("/e/secret/").status_code == 404
    assert "Secret night" in text(Browser(floor.director).get("/"))


def test_home_shows_status_and_the_next_step_of_the_director() -> None:
    floor = Floor.open(players=3, name="Main event")
    page = text(Browser(floor.director).get("/"))
    assert "Registration open" in page
    assert "Draw seats" in page
    assert "New event" in page
    assert "Draw seats" not in text(Browser().get("/"))


def test_home_without_events_says_so() -> None:
    assert "No events yet" in text(Browser().get("/"))


def test_standings_show_chips_places_tables_and_who_is_out() -> None:
    floor = Floor.running(players=3, starting_stack=3000)
    floor.play(SHEETS["big win"])
    page = text(Browser().get(f"/e/{floor.slug}/"))
    assert "Level 1" in page
    assert "100 a point" in page
    assert "9,000" in page  # one won everything
    assert "2–3" in page  # the two others went out together
    assert "Out" in page


def test_equal_stacks_share_a_place() -> None:
    floor = Floor.running(players=3)
    body = Browser().get(f"/e/{floor.slug}/").content.decode()
    assert body.count('<span aria-hidden="true">=</span>') == 3


def test_fragment_is_sent_once_for_each_version() -> None:
    floor = Floor.running(players=3)
    path = f"/e/{floor.slug}/standings/"
    first = Browser().get(path)
    assert first.status_code == 200
    again = Browser().get(path, if_none_match=first["ETag"])
    assert (again.status_code, again.content) == (304, b"")
    floor.play(SHEETS["flush"])
    assert Browser().get(path, if_none_match=first["ETag"]).status_code == 200


def test_tag_differs_by_language_and_level_and_is_the_same_for_all_readers(wall) -> None:
    floor = Floor.running(players=3)
    path = f"/e/{floor.slug}/standings/"
    tags = {
        Browser().get(path)["ETag"],
        Browser().get(path, accept_language="es")["ETag"],
        Browser(floor.director).get(path)["ETag"],
    }
    wall.forward(minutes=31)  # a level ends without a command
    tags.add(Browser().get(path)["ETag"])
    assert len(tags) == 3


@pytest.mark.parametrize("part", ["t/now/", "t/1/now/"])
def test_fragments_of_tables_are_conditional_too(part: str) -> None:
    floor = Floor.running(players=3)
    path = f"/e/{floor.slug}/{part}"
    first = Browser().get(path)
    assert Browser().get(path, if_none_match=first["ETag"]).status_code == 304


def test_table_page_says_payments_as_sentences_with_reasons() -> None:
    floor = Floor.running(players=3)
    floor.play(SHEETS["one fouls"])
    names = {seat.number: seat.entry.person.name for seat in floor.table().seats.all()}
    hand = floor.table().hands.get()
    payment = hand.outcome["payments"][2]
    page = text(Browser().get(f"/e/{floor.slug}/t/1/"))
    payer, payee = names[payment["payer"]], names[payment["payee"]]
    assert f"{payer} pays {payee} {payment['paid']:,}" in page
    assert "foul 6" in page
    assert "× 100" in page
    assert "Foul" in page
    assert "The button" in page


def test_boards_lie_as_the_players_sit_and_say_who_is_to_play_first() -> None:
    floor = Floor.running(players=3)
    floor.play(SHEETS["flush"])
    floor.play(SHEETS["one fouls"])
    page = Browser().get(f"/e/{floor.slug}/t/1/h/2/").content.decode()
    heads = [text_of(part) for part in page.split('<section class="board')[1:]]
    assert [head[0] for head in heads] == ["1", "2", "3"]
    assert sorted(head[1] for head in heads) == ["P1", "P2", "P3"]


def text_of(board: str) -> tuple[str, str]:
    """The seat and the place in the order of play that a board names."""
    found = re.search(r'Seat </span>(\d)</span>.*?class="pos">(P\d)<', board, re.DOTALL)
    assert found is not None
    return found[1], found[2]


def test_short_and_unsettled_payments_say_why() -> None:
    floor = Floor.running(players=3, starting_stack=1000)
    floor.play(SHEETS["aces on top"])
    page = text(Browser().get(f"/e/{floor.slug}/t/1/"))
    assert "all in" in page
    assert "is out." in page


def test_hands_have_their_own_pages() -> None:
    floor = Floor.running(players=3)
    floor.play(SHEETS["flush"])
    floor.play(SHEETS["one fouls"])
    base = f"/e/{floor.slug}/t/1/"
    assert f'href="{base}h/1/"' in Browser().get(base).content.decode()
    first = Browser().get(f"{base}h/1/")
    assert first.status_code == 200
    assert f'href="{base}h/2/"' in first.content.decode()


def test_open_and_reopened_hands_are_nobodys_business() -> None:
    floor = Floor.running(players=3)
    floor.play(SHEETS["flush"])
    floor.do("hand.undo", table=1, hand=1)
    assert Browser().get(f"/e/{floor.slug}/t/1/h/1/").status_code == 404
    page = Browser().get(f"/e/{floor.slug}/t/1/")
    assert "No recorded hand yet" in text(page)
    assert 'data-suit="h"' not in page.content.decode()


def test_points_only_hand_says_that_its_cards_are_unknown() -> None:
    floor = Floor.running(players=2)
    seats = [player["seat"] for player in floor.start()["players"]]
    points = [{"a": seats[0], "b": seats[1], "points": 7}]
    floor.do("hand.points", reason="mucked", table=1, hand=1, points=points)
    page = text(Browser().get(f"/e/{floor.slug}/t/1/"))
    assert "the cards are unknown" in page
    assert "700" in page


def test_pages_do_not_ask_more_for_more_tables(django_assert_max_num_queries) -> None:
    floor = Floor.running(players=12)
    for table in (1, 2, 3, 4):
        floor.play(SHEETS["flush"], table)
    with django_assert_max_num_queries(12):
        assert Browser().get(f"/e/{floor.slug}/t/now/").status_code == 200


@pytest.mark.parametrize("path", ["/e/none/", "/e/none/t/1/", "/e/none/standings/"])
def test_unknown_addresses_are_404_with_a_sentence(path: str) -> None:
    response = Browser().get(path)
    assert response.status_code == 404
    assert "There is nothing here" in text(response)


def test_unknown_table_or_hand_is_404() -> None:
    floor = Floor.running(players=3)
    assert Browser().get(f"/e/{floor.slug}/t/9/").status_code == 404
    assert Browser().get(f"/e/{floor.slug}/t/1/h/9/").status_code == 404


def test_names_are_escaped() -> None:
    floor = Floor.open(players=1)
    floor.register("<b>Eve</b> & Co")
    assert "&lt;b&gt;Eve&lt;/b&gt; &amp; Co" in Browser().get(f"/e/{floor.slug}/").content.decode()


@pytest.mark.parametrize(
    ("language", "written"),
    [("en", "30,000"), ("es", "30.000"), ("pt", "30.000"), ("ru", "30\xa0000")],
)
def test_chips_are_written_as_players_write_them(language, written):
    floor = Floor.running(players=3)
    body = Browser().get(f"/e/{floor.slug}/", accept_language=language).content.decode()
    assert written in body
