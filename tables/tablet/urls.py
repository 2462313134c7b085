"""Addresses of the tablet's API, below ``/api/tablet/``."""

from django.urls import path

from tables.tablet import api, views
from tables.tablet import serializers as shapes
from tables.tablet.api import tablet_command
from tournaments.serializers import CommandFacts

app_name = "tablet"
HAND = "hands/<int:hand>"
urlpatterns = [
    path("", views.StateView.as_view(), name="state"),
    path("pair", views.PairView.as_view(), name="pair"),
    path("dealer", views.DealerView.as_view(), name="dealer"),
    path(
        f"{HAND}/start",
        tablet_command(
            "hand.start", "Deal: everything that counts is latched.", shapes.StartFacts
        ).as_view(),
    ),
    path(
        f"{HAND}/record",
        tablet_command(
            "hand.record", "Score the sheet, move the chips, eliminate.", shapes.RecordFacts
        ).as_view(),
    ),
    path(f"{HAND}/preview", views.PreviewView.as_view()),
    path(
        f"{HAND}/undo",
        tablet_command("hand.undo", "Open the last hand again.", CommandFacts).as_view(),
    ),
    path(
        f"{HAND}/misdeal",
        tablet_command(
            "hand.misdeal", "Close the hand without a result.", shapes.ReasonFacts
        ).as_view(),
    ),
    path(
        f"{HAND}/points",
        tablet_command(
            "hand.points", "Settle by the points alone; cards unknown.", shapes.PointsFacts
        ).as_view(),
    ),
    path(
        f"{HAND}/correction",
        tablet_command(
            "correction.ask", "Ask the director for a correction.", shapes.CorrectionFacts
        ).as_view(),
    ),
    path(
        "absent",
        tablet_command("absent.set", "A player is away, or back.", shapes.AbsentFacts).as_view(),
    ),
    path(
        "orders/<int:order>/left",
        tablet_command(
            "move.left", "A player has left with his chips.", shapes.StackFacts
        ).as_view(),
    ),
    path(
        "orders/<int:order>/arrived",
        tablet_command(
            "move.arrived", "A player has arrived with his chips.", shapes.StackFacts
        ).as_view(),
    ),
    path(
        "count",
        tablet_command(
            "count.check", "Compare the stacks with the books.", shapes.CountFacts
        ).as_view(),
    ),
    path("floor", api.FloorView.as_view()),
    path(
        "floor/cancel",
        tablet_command("floor.cancel", "The floor is not needed any more.", CommandFacts).as_view(),
    ),
    path("draft", views.DraftView.as_view(), name="draft"),
    path("beat", views.BeatView.as_view(), name="beat"),
    path("refused", api.RefusedView.as_view(), name="refused"),
]
