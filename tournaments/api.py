"""The API of an event: facts in, the command's answer out. No rules here."""

from typing import Any, ClassVar

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.views import APIView

from core.errors import BadRequest
from tournaments import access, doors
from tournaments import serializers as shapes
from tournaments.journal import Call, Facts
from tournaments.models import Event
from tournaments.services.people import Line, clean_name

ERRORS = dict.fromkeys((400, 403, 404, 409, 422, 503), shapes.ErrorAnswer)


def json_text(text: str) -> HttpResponse:
    """An answer of the journal: the very bytes that are stored."""
    return HttpResponse(text, content_type="application/json; charset=utf-8")


def facts_of(request: Request, serializer: type[Serializer[Any]]) -> Facts:
    """The validated facts of a request."""
    form = serializer(data=request.data)
    form.is_valid(raise_exception=True)
    return dict(form.validated_data)


def call_of(request: Request, facts: Facts) -> Call:
    """Who asks; takes the submission and the reason out of the facts."""
    assert request.user.is_authenticated
    return Call(request.user, facts.pop("submission"), facts.pop("reason", ""))


class StaffView(APIView):
    """A view for signed-in staff; what they may do is decided by the command."""

    permission_classes = [IsAuthenticated]


class PublicView(APIView):
    """A view for everyone."""

    permission_classes = [AllowAny]


class EventCommandView(StaffView):
    """POST runs one command on the event of the address."""

    command: ClassVar[str] = ""
    facts: ClassVar[type[Serializer[Any]]] = shapes.CommandFacts

    def post(self, request: Request, slug: str, **where: Any) -> HttpResponse:
        """Run the command."""
        event = access.staff_event(request.user, slug)
        facts = facts_of(request, self.facts)
        call = call_of(request, facts)
        return json_text(self.run(event, call, {**where, **facts}))

    def run(self, event: Event, call: Call, facts: Facts) -> str:
        """The command's answer; views with other facts than the command's override this."""
        return doors.ask(event, self.command, call, **facts)


def event_command(
    name: str, says: str, facts: type[Serializer[Any]] = shapes.CommandFacts
) -> type[EventCommandView]:
    """A view for one command of an event that takes the facts as they are sent."""
    operation = name.replace(".", "_")

    @extend_schema(
        operation_id=operation,
        description=says,
        request=facts,
        responses={200: shapes.AnswerSerializer, **ERRORS},
    )
    def post(self: EventCommandView, request: Request, slug: str, **where: Any) -> HttpResponse:
        return EventCommandView.post(self, request, slug, **where)

    title = "".join(word.title() for word in operation.split("_"))
    parts = {"command": name, "facts": facts, "post": post, "__module__": __name__}
    return type(f"{title}View", (EventCommandView,), parts)


class EventsView(APIView):
    """The events one may look at; a new event."""

    permission_classes = [AllowAny]

    @extend_schema(operation_id="events", responses=shapes.EventSerializer(many=True))
    def get(self, request: Request) -> Response:
        """All of them, newest first."""
        return Response([event_json(event) for event in access.visible_events(request.user)])

    @extend_schema(
        operation_id="event_create",
        request=shapes.EventFacts,
        responses={200: shapes.AnswerSerializer, **ERRORS},
    )
    def post(self, request: Request) -> HttpResponse:
        """Create an event; the sender becomes its director."""
        if not request.user.is_authenticated:
            self.permission_denied(request)
        facts = facts_of(request, shapes.EventFacts)
        return json_text(doors.create_event(call_of(request, facts), **facts))


class EventView(PublicView):
    """One event."""

    @extend_schema(operation_id="event", responses={200: shapes.EventSerializer, **ERRORS})
    def get(self, request: Request, slug: str) -> Response:
        """The event with its clock at this instant."""
        event = access.visible_event(request.user, slug)
        tables = [
            {"table": table.number, "uid": str(table.uid), "open": table.open}
            for table in event.tables.order_by("number")
        ]
        return Response({**event_json(event), "tables": tables})


class RegisterView(EventCommandView):
    """Entries."""

    facts = shapes.RegisterFacts

    @extend_schema(
        operation_id="entry_register",
        request=shapes.RegisterFacts,
        responses={200: shapes.AnswerSerializer, **ERRORS},
    )
    def post(self, request: Request, slug: str, **where: Any) -> HttpResponse:
        """Enter people, all or none; who is out and comes again gets a new entry."""
        return super().post(request, slug, **where)

    def run(self, event: Event, call: Call, facts: Facts) -> str:
        """People first, then one command for all."""
        lines = [_line(number, person) for number, person in enumerate(facts["people"], 1)]
        return doors.register(event, call, lines, paid=facts["paid"])


class StaffRoleView(EventCommandView):
    """Roles."""

    facts = shapes.StaffFacts

    @extend_schema(
        operation_id="staff_assign",
        request=shapes.StaffFacts,
        responses={200: shapes.AnswerSerializer, **ERRORS},
    )
    def post(self, request: Request, slug: str, **where: Any) -> HttpResponse:
        """Give a member of staff a role in this event."""
        return super().post(request, slug, **where)

    def run(self, event: Event, call: Call, facts: Facts) -> str:
        """By user name here, by uid in the journal."""
        user = doors.staff_uid(facts["username"])
        return doors.ask(event, "staff.assign", call, user=user, role=facts["role"])


class StaffRemoveView(EventCommandView):
    """Roles that end."""

    facts = shapes.StaffNameFacts

    @extend_schema(
        operation_id="staff_remove",
        request=shapes.StaffNameFacts,
        responses={200: shapes.AnswerSerializer, **ERRORS},
    )
    def post(self, request: Request, slug: str, **where: Any) -> HttpResponse:
        """Take a member of staff's role in this event; where he dealt, nobody deals now."""
        return super().post(request, slug, **where)

    def run(self, event: Event, call: Call, facts: Facts) -> str:
        """By user name here, by uid in the journal."""
        user = doors.member_uid(event, facts["username"])
        return doors.ask(event, "staff.remove", call, user=user)


def event_json(event: Event) -> dict[str, Any]:
    """The public facts of an event."""
    clock = event.clock(timezone.now()) if event.clock_marks else None
    return {
        "slug": event.slug,
        "name": event.name,
        "status": event.status,
        "version": event.seen_version,
        "starting_stack": event.starting_stack,
        "time_zone": event.time_zone,
        "starts_at": event.starts_at,
        "rules": event.rules,
        "structure": event.segments,
        "clock": clock and shapes.ClockSerializer(clock).data,
        "tables": [],
    }


def _line(number: int, person: Facts) -> Line:
    name = clean_name(person["name"])
    if not name:
        raise BadRequest("bad_request", field=f"people.{number}.name", problem=person["name"])
    return Line(number, name, clean_name(person["alias"]), person["country"].upper())
