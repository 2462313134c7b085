"""A tablet for the tests: paired, signed in, and driven through HTTP as the page does."""

import uuid
from copy import deepcopy
from typing import Any

from rest_framework.response import Response
from rest_framework.test import APIClient

from accounts.models import User
from tables.models import Device
from tables.services import devices
from tests.factories import SHEETS, Floor, layouts, seats_in_order
from tournaments.models import Role

Json = dict[str, Any]
HEADER = {"HTTP_X_THIRTEEN_TABLET": "1"}


class Tablet:
    """One tablet at one table; ``dealer`` is who signed in last."""

    def __init__(self, floor: Floor, table: int = 1, *, sign_in: bool = True) -> None:
        self.floor = floor
        self.table = table
        self.client = APIClient()
        self.token = devices.issue_token(floor.director, floor.table(table))
        self.paired = self.post("pair", token=self.token)
        assert self.paired.status_code == 200, self.paired.content
        self.dealer: User | None = None
        self.pin = ""
        if sign_in:
            self.sign_in(floor.hire(Role.DEALER))

    @property
    def device(self) -> Device:
        return Device.objects.get(uid=self.paired.json()["device"]["uid"])

    def post(self, path: str, **body: Any) -> Response:
        return self.client.post(f"/api/tablet/{path}", body, format="json", **HEADER)

    def put(self, path: str, **body: Any) -> Response:
        return self.client.put(f"/api/tablet/{path}", body, format="json", **HEADER)

    def get(self, **headers: str) -> Response:
        return self.client.get("/api/tablet/", **HEADER, **headers)

    def delete(self, path: str) -> Response:
        return self.client.delete(f"/api/tablet/{path}", **HEADER)

    def state(self) -> Json:
        answer = self.get()
        assert answer.status_code == 200, answer.content
        return answer.json()

    def sign_in(self, dealer: User) -> Response:
        self.dealer = dealer
        self.pin = devices.issue_pins(self.floor.director, self.floor.event, [dealer])[dealer]
        return self.post("dealer", pin=self.pin)

    def ask(self, path: str, **body: Any) -> Response:
        """A command under a fresh submission id."""
        return self.post(path, **{"submission": str(uuid.uuid4()), **body})

    def do(self, path: str, **body: Any) -> Json:
        """A command that must be carried out."""
        answer = self.ask(path, **body)
        assert answer.status_code == 200, answer.content
        return answer.json()

    def start(self, **body: Any) -> Json:
        return self.do(f"hands/{self.floor.next_hand(self.table)}/start", **body)

    def sheet(self, name: str) -> list[Json]:
        """The layouts of the open hand, as the page sends them."""
        hand = self.floor.table(self.table).hands.get(state="started")
        order = seats_in_order(hand.button, hand.players.values_list("seat", flat=True))
        return deepcopy(layouts(order, SHEETS[name]))

    def record(self, name: str, **body: Any) -> Json:
        hand = self.floor.next_hand(self.table) - 1
        return self.do(f"hands/{hand}/record", layouts=self.sheet(name), **body)

    def play(self, name: str) -> Json:
        self.start()
        return self.record(name)

    def notice(self, kind: str) -> Json | None:
        return next((one for one in self.state()["notices"] if one["kind"] == kind), None)


def code(answer: Response) -> str:
    """The code of a refusal."""
    return answer.json()["error"]["code"]
