"""Who may open which page of the desk: every address there is × every role (reliability, 2.3).

The addresses come from the URL configuration: one that has no line here fails.
"""

import re
from collections.abc import Iterator

import pytest
from django.urls import URLPattern, URLResolver, get_resolver

from tests.factories import Floor
from tests.tournaments.money import played_out
from tests.web.pages import Browser
from tournaments.models import Role

pytestmark = pytest.mark.django_db

DIRECTOR, FLOOR, CASHIER, DEALER, AUDITOR = Role.values
DESK = {DIRECTOR, FLOOR, CASHIER, AUDITOR}
MONEY = {DIRECTOR, CASHIER, AUDITOR}
RUNS = {DIRECTOR, FLOOR}
"""Whose pages they are; what a button does is asked of the command (`test_journal`)."""

LOOKS = {
    "desk": DESK,
    "desk_now": DESK,
    "change": {DIRECTOR},
    "amend": {DIRECTOR},
    "settings": {DIRECTOR},
    "log": DESK,
    "installation": DESK,
    "registration": DESK,
    "import": DESK,
    "withdraw": DESK,
    "again": DESK,
    "entry": DESK,
    "entry_add_on": DESK,
    "entry_remove": DESK,
    "seats": DESK,
    "move": DESK,
    "seats_table": DESK,
    "seat_cards": {DIRECTOR, FLOOR, CASHIER},
    "seat_lists": DESK,
    "staff": DESK,
    "staff_dealer": DESK,
    "staff_remove": DESK,
    "staff_account": DESK,
    "money": MONEY,
    "money_publish": MONEY,
    "money_confirm": MONEY,
    "cash": MONEY,
    "cash_take": MONEY,
    "deal_money": MONEY,
    "deal_revoke": MONEY,
    "deal_sheet": MONEY,
    "payouts": MONEY,
    "slips": MONEY,
    "devices": RUNS,
    "devices_pair": RUNS,
    "devices_revoke": RUNS,
    "devices_unlock": RUNS,
    "devices_pins": RUNS,
    "paper": RUNS,
    "paper_enter": RUNS,
    "slip": RUNS,
    "table_sheets": DESK,
    "files": DESK,
    "files_make": DESK,
    "file": DESK,
    "moves": RUNS,
    "moves_accept": RUNS,
    "moves_rule": RUNS,
    "moves_break": RUNS,
    "moves_redraw": RUNS,
    "moves_cancel": RUNS,
    "moves_step": RUNS,
    "moves_tables": RUNS,
    "setup": RUNS,
    "setup_room": RUNS,
    "setup_reserve": RUNS,
    "setup_release": RUNS,
    "corrections": RUNS,
    "corrections_which": RUNS,
    "corrections_settle": RUNS,
    "corrections_book": RUNS,
    "correct": RUNS,
    "late": RUNS,
    "dealers": RUNS,
    "dealers_push": RUNS,
    "days": RUNS,
    "days_step": RUNS,
    "days_bag": RUNS,
    "days_flights": RUNS,
    "places": RUNS,
    "places_count": RUNS,
    "places_announce": RUNS,
    "places_order": RUNS,
    "clock": RUNS,
    "clock_adjust": RUNS,
    "clock_jump": RUNS,
    "clock_break": RUNS,
    "clock_extra": RUNS,
    "entry_penalty": DESK,
    "entry_back": DESK,
    "entry_bounty": DESK,
    "own_renew": DESK | {DEALER, ""},  # sends a reader to the public page of the player
}

SENDS = {"own_renew": RUNS}
"""Where fewer may send than look."""


def desk_addresses(patterns=None, prefix: str = "") -> Iterator[tuple[str, str]]:
    """Name and route of every page below ``/d/<event>/``."""
    for pattern in patterns if patterns is not None else get_resolver().url_patterns:
        route = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from desk_addresses(pattern.url_patterns, route)
        elif isinstance(pattern, URLPattern) and route.startswith("d/<slug:slug>/"):
            yield pattern.name or route, route


def address(route: str, floor: Floor) -> str:
    filled = route.replace("<slug:slug>", floor.slug)
    return "/" + re.sub(r"<(?:\w+:)?\w+>", "1", filled)


@pytest.fixture
def people() -> tuple[Floor, dict[str, Browser]]:
    """An event that is over, and somebody in every role; one works elsewhere, one is nobody."""
    floor = played_out()
    found = {role: Browser(floor.hire(role)) for role in Role.values if role != DIRECTOR}
    found |= {DIRECTOR: Browser(floor.director), "": Browser(Floor.open().director)}
    return floor, found


def test_every_page_of_the_desk_has_its_line():
    names = {name for name, _ in desk_addresses()}
    assert len(names) > 30
    assert names == LOOKS.keys()


def test_who_looks(people):
    """A page that only takes POST sends a reader to the page it belongs to, and that one asks."""
    floor, browsers = people
    for name, route in desk_addresses():
        for role, browser in browsers.items():
            response = browser.client.get(address(route, floor), follow=True)
            allowed = role in LOOKS[name]
            assert (response.status_code not in {403, 404}) == allowed, f"{role} at {name}"


def test_who_sends(people):
    floor, browsers = people
    before = floor.event.version
    for name, route in desk_addresses():
        for role, browser in browsers.items():
            if role not in SENDS.get(name, LOOKS[name]):
                response = browser.post(address(route, floor))
                assert response.status_code == 404, f"{role} at {name}"
    assert floor.event.version == before


def test_without_signing_in_there_is_no_desk(people):
    floor, _ = people
    for name, route in desk_addresses():
        for response in (
            Browser().get(address(route, floor)),
            Browser().post(address(route, floor)),
        ):
            assert response.status_code == 302, name
            assert response["Location"].startswith("/login/"), name
