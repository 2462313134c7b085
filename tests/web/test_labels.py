"""A label belongs to one field: no two things on a page of the desk have the same id."""

import re

import pytest

from tests.tournaments.money import in_play, priced
from tests.web.pages import Browser

pytestmark = pytest.mark.django_db
PAGES = [
    *("", "register/", "register/1/", "seats/", "staff/", "moves/", "moves/tables/", "clock/"),
    *("corrections/", "places/", "days/", "dealers/", "paper/", "log/", "amend/", "settings/"),
    *("money/", "money/cash/", "money/deal/", "money/payouts/", "devices/"),
]


def doubled(page: str) -> list[str]:
    found = re.findall(r'\sid="([^"]+)"', page)
    return sorted({one for one in found if found.count(one) > 1})


@pytest.mark.parametrize("part", PAGES)
def test_a_running_event(part: str) -> None:
    floor = in_play()
    response = Browser(floor.director).get(f"/d/{floor.slug}/{part}")
    assert response.status_code == 200
    assert doubled(response.content.decode()) == []


def test_one_player_and_a_list_of_them_each_have_their_own_paid() -> None:
    floor = priced()
    page = Browser(floor.director).get(f"/d/{floor.slug}/register/").content.decode()
    assert page.count('name="paid"') == 2
    assert doubled(page) == []
