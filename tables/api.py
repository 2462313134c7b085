"""The API of the felt: start, preview, record and undo a hand; tables and standings."""

import uuid
from typing import Any, ClassVar

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from core.errors import Refusal
from core.messages import sentence
from tables import access, selectors
from tables import serializers as shapes
from tables.broadcast import as_seen
from tables.models import Hand
from tables.selectors import SeatView, TableView
from tables.services.planning import proposal_of
from tournaments import access as event_access
from tournaments import doors
from tournaments import serializers as event_shapes
from tournaments.api import (
    ERRORS,
    EventCommandView,
    PublicView,
    StaffView,
    call_of,
    facts_of,
    json_text,
)
from tournaments.journal import Call, Facts
from tournaments.models import Event


class HandCommandView(StaffView):
    """POST runs one command on a hand of the table in the address."""

    command: ClassVar[str]
    facts: ClassVar[type[Serializer[Any]]]

    def post(self, request: Request, uid: uuid.UUID, hand: int) -> HttpResponse:
        """Run the command; a repeated submission gets the stored answer."""
        table = access.staff_table(request.user, uid)
        facts = facts_of(request, self.facts)
        call = call_of(request, facts)
        where = {"table": table.number, "hand": hand}
        return json_text(doors.ask(table.event, self.command, call, **where, **facts))


class StartView(HandCommandView):
    """The next hand."""

    command, facts = "hand.start", shapes.StartFacts

    @extend_schema(
        operation_id="hand_start",
        request=shapes.StartFacts,
        responses={200: shapes.StartAnswer, **ERRORS},
    )
    def post(self, request: Request, uid: uuid.UUID, hand: int) -> HttpResponse:
        """Deal: level, point value, button, stacks and Fantasyland are latched."""
        return super().post(request, uid, hand)


class RecordView(HandCommandView):
    """The result of a hand."""

    command, facts = "hand.record", shapes.RecordFacts

    @extend_schema(
        operation_id="hand_record",
        request=shapes.RecordFacts,
        responses={200: shapes.RecordAnswer, **ERRORS},
    )
    def post(self, request: Request, uid: uuid.UUID, hand: int) -> HttpResponse:
        """Score the sheet, move the chips, eliminate."""
        return super().post(request, uid, hand)


class UndoView(HandCommandView):
    """Taking the last hand back."""

    command, facts = "hand.undo", event_shapes.CommandFacts

    @extend_schema(
        operation_id="hand_undo",
        request=event_shapes.CommandFacts,
        responses={200: shapes.UndoAnswer, **ERRORS},
    )
    def post(self, request: Request, uid: uuid.UUID, hand: int) -> HttpResponse:
        """Open the last recorded hand again, with everything that was typed."""
        return super().post(request, uid, hand)


class PreviewView(StaffView):
    """A look before recording."""

    @extend_schema(
        operation_id="hand_preview",
        request=shapes.PreviewFacts,
        responses={200: shapes.OutcomeSerializer, **ERRORS},
    )
    def post(self, request: Request, uid: uuid.UUID, hand: int) -> Response:
        """What these layouts would be worth. Nothing is written."""
        table = access.staff_table(request.user, uid)
        facts = facts_of(request, shapes.PreviewFacts)
        row = access.hand_of(table, hand)
        if row.state != Hand.State.STARTED:
            raise Refusal("hand_not_open", table=table.number)
        return Response(selectors.preview(row, facts["layouts"]).outcome.as_json())


class TableApiView(PublicView):
    """A table."""

    @extend_schema(operation_id="table", responses={200: shapes.TableSerializer, **ERRORS})
    def get(self, request: Request, uid: uuid.UUID) -> Response:
        """The table now: the head that a tablet compares with."""
        return Response(table_json(selectors.table_view(access.visible_table(request.user, uid))))


class HandApiView(PublicView):
    """A recorded hand."""

    @extend_schema(operation_id="hand", responses={200: shapes.OutcomeSerializer, **ERRORS})
    def get(self, request: Request, uid: uuid.UUID, hand: int) -> Response:
        """Its sheet and its outcome."""
        table = access.visible_table(request.user, uid)
        row = as_seen(table.event, access.hand_of(table, hand))
        if row.state != Hand.State.RECORDED:
            raise Refusal("hand_not_recorded", hand=hand)
        return Response({"hand": row.number, "layouts": row.sheet, **(row.outcome or {})})


class StandingsView(PublicView):
    """The standings."""

    @extend_schema(
        operation_id="standings",
        parameters=[OpenApiParameter("If-None-Match", str, OpenApiParameter.HEADER)],
        responses={200: shapes.StandingsSerializer, 304: None, **ERRORS},
    )
    def get(self, request: Request, slug: str) -> Response:
        """Everybody's place. The ETag is the version that is shown: nothing new, nothing sent."""
        event = event_access.visible_event(request.user, slug)
        etag = f'"{event.seen_version}"'
        headers = {"ETag": etag, "Cache-Control": "no-cache"}
        if request.headers.get("If-None-Match") == etag:
            return Response(status=304, headers=headers)
        found = selectors.standings(event)
        body = {
            "event": event.slug,
            "version": found.version,
            "entries": found.counts.entries,
            "left": found.counts.left,
            "average": found.counts.average,
            "rows": shapes.StandingSerializer(found.rows, many=True).data,
        }
        return Response(body, headers=headers)


class PlanView(StaffView):
    """Which moves the planner proposes."""

    @extend_schema(operation_id="plan", responses={200: shapes.PlanSerializer, **ERRORS})
    def get(self, request: Request, slug: str) -> Response:
        """The proposal for the event as it stands, with its reasons; empty when none is needed."""
        event = event_access.staff_event(request.user, slug)
        found = proposal_of(event, timezone.now())
        if found is None:
            nothing = {"basis": "", "policy": "", "drawn_by": 0, "rejected": False}
            lists = ("moves", "closes", "reasons", "waits")
            return Response({**nothing, **{name: [] for name in lists}})
        return Response(
            {
                "basis": found.basis,
                "policy": found.policy,
                "drawn_by": found.drawn_by,
                **found.facts,
                "reasons": [sentence(fact) for fact in found.plan.facts],
                "waits": [sentence(wait.fact) for wait in found.plan.waits],
                "rejected": found.rejected is not None,
            }
        )


class DealerView(EventCommandView):
    """Who deals."""

    facts = shapes.DealerFacts

    @extend_schema(
        operation_id="dealer_assign",
        request=shapes.DealerFacts,
        responses={200: event_shapes.AnswerSerializer, **ERRORS},
    )
    def post(self, request: Request, slug: str, **where: Any) -> HttpResponse:
        """Say who deals at a table; null frees it."""
        return super().post(request, slug, **where)

    def run(self, event: Event, call: Call, facts: Facts) -> str:
        """By user name here, by uid in the journal."""
        name = facts["username"]
        user = None if name is None else doors.staff_uid(name)
        return doors.ask(event, "dealer.assign", call, table=facts["table"], user=user)


def table_json(view: TableView) -> dict[str, Any]:
    """The public facts of a table."""
    event = view.table.event
    return {
        "table": view.table.number,
        "room": view.table.room,
        "open": view.table.open,
        "event": event.slug,
        "version": event.seen_version,
        "hand": view.hand.number if view.hand else 0,
        "state": view.hand.state if view.hand else "",
        "next_hand": view.next_hand,
        "button": view.button,
        "point_value": view.hand.point_value if view.hand else None,
        "seats": [seat_json(seat) for seat in view.seats],
    }


def seat_json(seat: SeatView) -> dict[str, Any]:
    """The public facts of a chair."""
    return {
        "seat": seat.number,
        "entry": seat.entry.number if seat.entry else None,
        "name": seat.name,
        "stack": seat.entry.stack if seat.entry else None,
        "fantasyland": seat.entry.fantasyland if seat.entry else 0,
        "position": seat.position,
    }
