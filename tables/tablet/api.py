"""The commands of a tablet. Whose table it is, the device says, not the body.

Writing needs a dealer who has signed in with his PIN; who may do what is decided again under the
lock (`tables.services.devices.need_device`).
"""

import re
from typing import Any, ClassVar

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.serializers import Serializer

from core.errors import Conflict, NotAllowed
from tables.services import devices
from tables.tablet import serializers as shapes
from tables.tablet import state
from tables.tablet.door import SCHEMA, TabletView
from tables.tablet.views import without_nul
from tournaments import doors, journal
from tournaments.api import ERRORS, facts_of, json_text
from tournaments.journal import Call, Facts

STALE = {"stale_hand", "already_recorded"}
REASONED = {"hand.misdeal", "hand.points"}


class CommandView(TabletView):
    """POST runs one command at the tablet's table; a repetition gets the stored bytes."""

    command: ClassVar[str]
    facts: ClassVar[type[Serializer[Any]]]

    def post(self, request: Request, **where: Any) -> HttpResponse:
        """Run the command as the dealer who is signed in."""
        facts = facts_of(request, self.facts)
        submission, reason = facts.pop("submission"), ""
        if self.command in REASONED:
            reason = facts.pop("reason")
        table = self.device.table
        facts = {"table": table.number, **where, **self.translated(facts)}
        dealer = devices.dealer_at(self.device)
        call = Call(dealer, submission, reason, device=str(self.device.uid))
        known = journal.answered(table.event, call, self.command, facts)
        if known is not None:
            return json_text(known)
        self.need_live()
        if dealer is None:
            raise NotAllowed("dealer_needed")
        try:
            return json_text(journal.execute(table.event.uid, self.command, call, **facts))
        except Conflict as error:
            raise self._with_head(error, where.get("hand")) from None

    def translated(self, facts: Facts) -> Facts:
        """The facts as the command calls them."""
        return facts

    def _with_head(self, error: Conflict, number: int | None) -> Conflict:
        """The refusal with the whole hand, so that the page can see what was recorded instead."""
        if error.code in STALE:
            table = self.device.table
            found = state.hands_of(table, number) or state.hands_of(table)
            error.head = state.hand_json(found[0]) if found else None
        return error


def tablet_command(
    name: str, says: str, facts: type[Serializer[Any]], *, operation: str = ""
) -> type[CommandView]:
    """A view for one command of the tablet that takes the facts as they are sent."""
    operation = operation or f"tablet_{name.replace('.', '_')}"

    def post(self: CommandView, request: Request, **where: Any) -> HttpResponse:
        return CommandView.post(self, request, **where)

    answers = {200: shapes.TabletAnswer, **ERRORS}
    documented = extend_schema(
        operation_id=operation, description=says, request=facts, responses=answers, **SCHEMA
    )(post)
    title = "".join(word.title() for word in operation.split("_"))
    body = {"command": name, "facts": facts, "post": documented, "__doc__": says}
    return type(f"{title}View", (CommandView,), body)


class FloorView(CommandView):
    """The floor."""

    command, facts = "floor.call", shapes.FloorFacts

    @extend_schema(
        operation_id="tablet_floor_call",
        request=shapes.FloorFacts,
        responses={200: shapes.TabletAnswer, **ERRORS},
        **SCHEMA,
    )
    def post(self, request: Request, **where: Any) -> HttpResponse:
        """Call at once; the reason may come with a second call."""
        return super().post(request, **where)

    def translated(self, facts: Facts) -> Facts:
        """No reason is an empty one."""
        return {"reason": facts["reason"] or ""}


class RefusedView(TabletView):
    """What was refused for good."""

    @extend_schema(
        operation_id="tablet_refused",
        request=shapes.RefusedFacts,
        responses={200: shapes.TabletAnswer, **ERRORS},
        **SCHEMA,
    )
    def post(self, request: Request) -> HttpResponse:
        """Hand it in for the director, from a replaced tablet too, and without a dealer."""
        facts = facts_of(request, shapes.RefusedFacts)
        dealer = devices.dealer_at(self.device)
        system = "" if dealer else "tablet"
        call = Call(dealer, facts["submission"], system=system, device=str(self.device.uid))
        table = self.device.table
        hand = re.search(r"hands/([0-9]{1,9})(/|$)", facts["command"])
        answer = doors.ask(
            table.event,
            devices.HAND_IN,
            call,
            table=table.number,
            hand=int(hand[1]) if hand else None,
            refused=facts["command"],
            body=without_nul(facts["body"]),
            error=without_nul(facts["error"] or {}),
        )
        return json_text(answer)
