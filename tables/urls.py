"""Addresses of the API of the felt."""

from typing import Any

from django.urls import URLPattern, include, path
from rest_framework.serializers import Serializer

from tables import api
from tables import serializers as shapes
from tournaments.api import event_command
from tournaments.serializers import CommandFacts, ReasonFacts

app_name = "tables"


def at(route: str, name: str, says: str, facts: type[Serializer[Any]] = CommandFacts) -> URLPattern:
    """The address of one command of the floor."""
    return path(f"events/<slug:slug>/{route}", event_command(name, says, facts).as_view())


OF_HAND = "tables/<int:table>/hands/<int:hand>"
SEAT = "tables/<int:table>/seats/<int:seat>"
HAND = "tables/<uuid:uid>/hands/<int:hand>"
urlpatterns = [
    path("tablet/", include("tables.tablet.urls")),
    path("tables/<uuid:uid>/", api.TableApiView.as_view(), name="table"),
    path(f"{HAND}/", api.HandApiView.as_view(), name="hand"),
    path(f"{HAND}/start", api.StartView.as_view(), name="start"),
    path(f"{HAND}/preview", api.PreviewView.as_view(), name="preview"),
    path(f"{HAND}/record", api.RecordView.as_view(), name="record"),
    path(f"{HAND}/undo", api.UndoView.as_view(), name="undo"),
    path("events/<slug:slug>/standings", api.StandingsView.as_view(), name="standings"),
    path(
        "events/<slug:slug>/entries/<int:entry>/remove",
        event_command("entry.remove", "Take a player out.", shapes.RemovalFacts).as_view(),
    ),
    path(
        "events/<slug:slug>/entries/<int:entry>/add-on",
        event_command("entry.add_on", "Sell the add-on.", shapes.AddOnFacts).as_view(),
    ),
    at(f"{OF_HAND}/correct", "hand.correct", "Correct a hand.", shapes.CorrectFacts),
    at(f"{OF_HAND}/void", "hand.void", "Void a hand.", shapes.BasisFacts),
    at("tables/<int:table>/late", "hand.late", "Enter a late hand.", shapes.LateFacts),
    at("chips", "chips.adjust", "Book chips against the house bank.", shapes.ChipChipsFacts),
    at("entries/<int:entry>/penalty", "penalty.give", "Give a penalty.", shapes.PenaltyFacts),
    at("entries/<int:entry>/back", "entry.reinstate", "Bring a player back.", shapes.BackFacts),
    at("corrections/<int:number>/approve", "correction.approve", "Approve.", shapes.ApproveFacts),
    at("corrections/<int:number>/drop", "correction.drop", "Let a correction be."),
    at("seats/draw", "seat.draw", "Draw seats for everyone, or for late entries."),
    at(f"{SEAT}/reserve", "seat.reserve", "Keep a seat, or keep it empty.", shapes.ReserveFacts),
    at(f"{SEAT}/release", "seat.release", "Remove a reservation."),
    at("moves", "entry.move", "Move a player to a free seat now.", shapes.MoveFacts),
    at("orders", "move.order", "Send a player to a seat, after his hand.", shapes.MoveFacts),
    at("orders/<int:order>/cancel", "move.cancel", "Take an order back."),
    path("events/<slug:slug>/plan", api.PlanView.as_view(), name="plan"),
    at("plan/accept", "plan.accept", "Give the proposed orders.", shapes.PlanFacts),
    at("plan/reject", "plan.reject", "Put the proposal aside.", shapes.PlanRulingFacts),
    at("plan/redraw", "plan.redraw", "Draw its seats again.", shapes.PlanRulingFacts),
    at("seats/redraw", "seat.redraw", "Draw new seats for everyone left.", ReasonFacts),
    at("tables", "table.open", "Set up more tables.", shapes.OpenFacts),
    at("tables/rooms", "table.room", "Say in which room tables stand.", shapes.RoomFacts),
    at("tables/<int:table>/close", "table.close", "Close an empty table."),
    at("tables/<int:table>/break", "table.break", "Send all its players elsewhere.", ReasonFacts),
    at("tables/<int:table>/absent", "absent.set", "A player is away, or back.", shapes.AbsentFacts),
    at("tables/<int:table>/extra", "table.extra", "Extra time.", shapes.ExtraFacts),
    at("tables/<int:table>/heads", "head.count", "Players were counted.", shapes.HeadFacts),
    at("bubble/announce", "bubble.announce", "Tell that all who are left are paid."),
    at("day/end", "day.end", "End the day."),
    at("day/resume", "day.resume", "Play on after all."),
    at("day/next", "day.next", "Begin the next day."),
    at("entries/<int:entry>/bag", "bag.count", "Count a bag.", shapes.BagFacts),
    at("dealers/rotate", "dealer.rotate", "Push the dealers.", shapes.RotateFacts),
    at("tables/<int:table>/mark", "table.mark", "What the planner must know.", shapes.MarkFacts),
    at("rounds/start", "round.start", "Play hand for hand."),
    at("rounds/stop", "round.stop", "Let every table play at its own pace."),
    at("tables/<int:table>/go", "floor.go", "Say that you go to a table that did not call."),
    at("calls/<int:number>/take", "floor.take", "Say that you are on your way."),
    at("calls/<int:number>/close", "floor.close", "The call is over."),
    at("queue/<int:item>/close", "queue.close", "It was dealt with.", shapes.NoteFacts),
    path("events/<slug:slug>/tables/<int:table>/dealer", api.DealerView.as_view()),
]
