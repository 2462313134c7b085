"""A browser without scripts: pages as one person gets and sends them."""

import re
import uuid
from collections.abc import Sequence
from typing import Any

from django.http import HttpResponse
from django.test import Client
from django.utils.html import strip_tags

from accounts.models import User
from tests.factories import Floor, Json, layouts, seats_in_order


class Browser:
    """GET and POST; every POST carries a fresh submission id, as the page makes it."""

    def __init__(self, user: User | None = None) -> None:
        self.client = Client()
        if user is not None:
            self.client.force_login(user)

    def get(self, path: str, **headers: str) -> HttpResponse:
        return self.client.get(path, headers=headers)

    def post(self, path: str, facts: Json | None = None, **headers: str) -> HttpResponse:
        data = {"submission": str(uuid.uuid4()), **(facts or {})}
        return self.client.post(path, data, headers=headers)


def text(response: HttpResponse) -> str:
    """What a reader sees: no tags, single spaces."""
    body = re.sub(r"<(script|style)\b.*?</\1>", "", response.content.decode(), flags=re.DOTALL)
    body = re.sub(r"</(td|th|li|p|dt|dd|h\d|div|option)>", " ", body)
    return re.sub(r"\s+", " ", strip_tags(body)).strip()


def typed(cards: Json) -> str:
    """A layout as a dealer types it."""
    return " ".join("".join(cards[row]) for row in ("bottom", "middle", "top"))


def sheet_of(floor: Floor, sheet: Sequence[Json], table: int = 1) -> Json:
    """The fields of the cards page for the open hand of a table."""
    hand = floor.table(table).hands.get(state="started")
    order = seats_in_order(hand.button, hand.players.values_list("seat", flat=True))
    lines = {f"cards_{one['seat']}": typed(one) for one in layouts(order, sheet)}
    return {"hand": hand.number, **lines}


def first_seat(floor: Floor, table: int = 1) -> int:
    """The seat left of the button in the open hand."""
    hand = floor.table(table).hands.get(state="started")
    return seats_in_order(hand.button, hand.players.values_list("seat", flat=True))[0]


def version(floor: Floor) -> int:
    """How many commands the event has seen."""
    return floor.event.version


def event_form(**changes: Any) -> Json:
    """The fields of the page that creates an event."""
    return {
        "name": "Friday night",
        "slug": "",
        "ruleset": "vamos",
        "starting_stack": "30000",
        "structure": "100, 30\n200, 30\nbreak, 15\n300, 30",
        "registration_level": "2",
        "reentry_limit": "1",
        "time_zone": "Europe/Madrid",
        **changes,
    }
