"""Every preset, from its name to settled hands: over the HTTP API, and by `python -m scoring`."""

import io
import json
import random
import sys
from types import SimpleNamespace

import pytest

from scoring.__main__ import main
from scoring.bots import Player, play_hand
from scoring.presets import PRESETS
from tests.factories import Api, Json, staff
from tournaments import verify
from tournaments.models import Event

pytestmark = pytest.mark.django_db
HANDS = 3


class Room:
    """An event under one preset, with a full table, all of it asked for over HTTP."""

    def __init__(self, name: str) -> None:
        self.rules = PRESETS[name]
        self.api = Api(staff(creates=True))
        self.rng = random.Random(name)
        self.name = name
        self.ask("events/", slug=name, name=name, ruleset=name, starting_stack=100_000)
        self.ask(f"events/{name}/publish")
        people = [{"name": f"Player {number}"} for number in range(self.rules.chairs)]
        self.ask(f"events/{name}/entries", people=people)
        self.ask(f"events/{name}/seats/draw")
        self.ask(f"events/{name}/start")
        self.path = f"tables/{self.event.tables.get().uid}/hands"

    @property
    def event(self) -> Event:
        return Event.objects.get(slug=self.name)

    def ask(self, path: str, **facts: object) -> Json:
        response = self.api.post(path, **facts)
        assert response.status_code in {200, 201}, response.json()
        return response.json()

    def play(self, number: int) -> tuple[Json, Json]:
        """One hand: the request of the hand contract that it amounts to, and our answer."""
        started = self.ask(f"{self.path}/{number}/start")
        players = [
            (Player(seat, one["fantasyland"]), one)
            for one in started["players"]
            for seat in one["layouts"]
        ]
        hand = play_hand(self.rules, started["button"], [one for one, _ in players], self.rng)
        sheet = {seat: layout.as_json() for seat, layout in hand.layouts.items()}
        layouts = [{"seat": seat, "declared_foul": False, **rows} for seat, rows in sheet.items()]
        answer = self.ask(f"{self.path}/{number}/record", layouts=layouts)
        request = {
            "ruleset": self.name,
            "point_value": started["point_value"],
            "button": started["button"],
            "players": [
                self.facts(player.seat, one) | sheet[player.seat] for player, one in players
            ],
        }
        return request, answer

    def facts(self, seat: int, one: Json) -> Json:
        owner = {"owner": one["seat"]} if self.rules.layouts_per_player > 1 else {}
        return {"seat": seat, "stack": one["stack"], "fantasyland": one["fantasyland"], **owner}


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_from_its_name_to_settled_hands(name, monkeypatch):
    room = Room(name)
    assert room.event.ruleset == PRESETS[name]
    for number in range(1, HANDS + 1):
        asked, answer = room.play(number)
        [settled] = lines("settle", asked, monkeypatch)
        told = json.loads(settled)
        for field in ("players", "pairs", "payments", "eliminated"):
            assert answer[field] == told[field], field
        story = lines("explain", asked, monkeypatch)
        assert len(story) > len(asked["players"])
    assert list(verify.problems(room.event)) == []


def lines(verb: str, asked: Json, monkeypatch) -> list[str]:
    """What `python -m scoring` answers to a request."""
    said = io.BytesIO()
    sent = io.BytesIO(json.dumps(asked).encode() + b"\n")
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=sent))
    monkeypatch.setattr(sys, "stdout", SimpleNamespace(buffer=said))
    assert main([verb]) == 0
    return said.getvalue().decode().splitlines()
