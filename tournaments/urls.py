"""Addresses of the event API, and of its documentation."""

from typing import Any

from django.urls import URLPattern, path
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework.permissions import AllowAny
from rest_framework.serializers import Serializer

from tournaments import serializers as shapes
from tournaments.api import (
    EventsView,
    EventView,
    RegisterView,
    StaffRemoveView,
    StaffRoleView,
    event_command,
)

app_name = "events"
open_to_all = {"permission_classes": [AllowAny], "authentication_classes": []}


def at(
    route: str, name: str, says: str, facts: type[Serializer[Any]] = shapes.CommandFacts
) -> URLPattern:
    """The address of one command."""
    return path(f"events/<slug:slug>/{route}", event_command(name, says, facts).as_view())


urlpatterns = [
    path("schema/", SpectacularAPIView.as_view(**open_to_all), name="schema"),
    path(
        "docs/",
        SpectacularSwaggerSplitView.as_view(
            url_name="events:schema", template_name="web/api_docs.html", **open_to_all
        ),
        name="docs",
    ),
    path("events/", EventsView.as_view(), name="list"),
    path("events/<slug:slug>/", EventView.as_view(), name="event"),
    path("events/<slug:slug>/entries", RegisterView.as_view()),
    path("events/<slug:slug>/staff", StaffRoleView.as_view()),
    path("events/<slug:slug>/staff/remove", StaffRemoveView.as_view()),
    at("publish", "event.publish", "Open registration; rules and structure are frozen."),
    at("start", "event.start", "Start the clock at level 1."),
    at("finish", "event.finish", "Close the event when one player holds all chips."),
    at("settings", "event.settings", "How hands are entered and shown.", shapes.SettingsFacts),
    at("amend", "event.amend", "Change what is still to come.", shapes.AmendFacts),
    at("prices", "event.prices", "What an entry costs.", shapes.PricesFacts),
    at("prizes", "payouts.publish", "Publish the prize of each place.", shapes.PrizesFacts),
    at("prizes/change", "payouts.change", "Ask for other prizes.", shapes.PrizesChangeFacts),
    at("prizes/confirm", "payouts.confirm", "Confirm or drop a change.", shapes.AgreeFacts),
    at("payouts/prepare", "payout.prepare", "Prepare what an entry is paid.", shapes.EntryFacts),
    at("payouts/release", "payout.release", "Hand out what was prepared.", shapes.EntryFacts),
    at("payouts/cancel", "payout.cancel", "Take a prepared payout back.", shapes.EntryFacts),
    at("deal", "deal.agree", "Make the deal that all have signed.", shapes.DealFacts),
    at("deal/revoke", "deal.revoke", "Take the deal back.", shapes.ReasonFacts),
    at("cash/take", "cash.take", "Take what an entry owes.", shapes.EntryFacts),
    at("cash/put", "drawer.put", "Put change in, or take money out.", shapes.DrawerPutFacts),
    at("cash/count", "drawer.count", "Say what lies in the drawer.", shapes.DrawerCountFacts),
    at("clock/pause", "clock.pause", "Stop the time of the level."),
    at("clock/resume", "clock.resume", "Let the time go on."),
    at("clock/adjust", "clock.adjust", "Add seconds to the time left.", shapes.AdjustFacts),
    at("entries/<int:entry>/bounty", "bounty.assign", "Whose bounty.", shapes.BountyFacts),
    at("places", "places.order", "Put places into another order.", shapes.PlacesFacts),
    at("clock/break", "clock.break_now", "Start the break now.", shapes.ReasonFacts),
    at("clock/jump", "clock.jump", "Go to a line of the structure.", shapes.JumpFacts),
    path(
        "events/<slug:slug>/entries/<int:entry>/withdraw",
        event_command("entry.withdraw", "Take an entry back before the start.").as_view(),
    ),
]
