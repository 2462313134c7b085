"""A page that another address showed, such as a refusal: its forms go to the page's own address."""

import re

import pytest

from tests.tournaments.money import in_play
from tests.web.pages import Browser

pytestmark = pytest.mark.django_db
SHOWN_ELSEWHERE = [
    "staff/account/",
    "staff/dealer/",
    "register/import/",
    "register/withdraw/",
    "register/again/",
    "register/1/penalty/",
    "seats/move/",
    "seats/table/",
    "money/prizes/",
    "money/confirm/",
    "money/cash/take/",
    "money/deal/revoke/",
    "corrections/hand/",
    "corrections/settle/",
]


@pytest.mark.parametrize("shown_at", SHOWN_ELSEWHERE)
def test_every_form_of_the_page_says_where_it_goes(shown_at: str) -> None:
    floor = in_play()
    response = Browser(floor.director).post(f"/d/{floor.slug}/{shown_at}", {})
    assert response.status_code >= 400
    forms = re.findall(r"<form\b[^>]*>", response.content.decode())
    assert forms
    assert [form for form in forms if 'method="post"' in form and "action=" not in form] == []


def test_a_role_can_be_given_on_the_page_that_shows_the_new_account() -> None:
    floor = in_play()
    browser = Browser(floor.director)
    made = browser.post(f"/d/{floor.slug}/staff/account/", {"username": "ana", "role": "dealer"})
    form = re.search(r'<form[^>]*action="([^"]*)"[^>]*>\s*<h2>Give a role', made.content.decode())
    assert form
    given = browser.post(form[1], {"username": "ana", "role": "cashier"})
    assert given.status_code == 302
    assert floor.event.staff.filter(user__username="ana", role="cashier").exists()
