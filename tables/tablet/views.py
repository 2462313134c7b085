"""What a tablet reads, and what it keeps that decides nothing: no commands here."""

import json
from typing import Any

from django.conf import settings
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from core.errors import Refusal
from tables import access, selectors
from tables import serializers as felt_shapes
from tables.models import Hand
from tables.services import devices
from tables.tablet import serializers as shapes
from tables.tablet import signing, state
from tables.tablet.door import COOKIE, COOKIE_AGE, SCHEMA, TabletView
from tables.tablet.sentences import hand_sentences, story
from tournaments.api import ERRORS, facts_of
from tournaments.rules.chipset import breakdown


class StateView(TabletView):
    """The tablet's table."""

    @extend_schema(
        operation_id="tablet",
        responses={200: shapes.StateSerializer, 304: None, **ERRORS},
        **SCHEMA,
    )
    def get(self, request: Request) -> Response:
        """Everything to show. 304 while neither the event, the clock nor the draft has moved."""
        self.need_live()
        now = timezone.now()
        clock = state.clock_now(self.device.table.event, now)
        headers = {"ETag": state.etag_of(self.device, clock), "Cache-Control": "private, no-cache"}
        if request.headers.get("If-None-Match") == headers["ETag"]:
            return Response(status=304, headers=headers)
        return Response(state.state_json(self.device, clock, now), headers=headers)


class PairView(TabletView):
    """Becoming a tablet."""

    needs_device = False

    @extend_schema(operation_id="tablet_pair", request=shapes.PairFacts, responses=dict, **SCHEMA)
    def post(self, request: Request) -> Response:
        """Use a one-time code. The answer sets the cookie."""
        device, secret = devices.pair(facts_of(request, shapes.PairFacts)["token"])
        body = {
            "device": {"uid": str(device.uid), "name": device.name},
            "table": device.table.number,
            "event": device.table.event.slug,
        }
        response = Response(body)
        response.set_cookie(
            COOKIE,
            secret,
            max_age=COOKIE_AGE,
            httponly=True,
            samesite="Strict",
            secure=settings.HTTPS,
        )
        return response


class DealerView(TabletView):
    """Who deals."""

    @extend_schema(operation_id="tablet_dealer", request=shapes.PinFacts, responses=dict, **SCHEMA)
    def post(self, request: Request) -> Response:
        """Sign in with a PIN: a marker in the journal. The draft stays."""
        self.need_live()
        pin = facts_of(request, shapes.PinFacts)["pin"]
        dealer = signing.sign_in(self.device, pin, timezone.now())
        return Response({"dealer": {"name": dealer.known_as}})

    @extend_schema(operation_id="tablet_dealer_out", request=None, responses=dict, **SCHEMA)
    def delete(self, request: Request) -> Response:
        """Sign out."""
        self.need_live()
        signing.sign_out(self.device)
        return Response({"dealer": None})


class PreviewView(TabletView):
    """A look before recording."""

    @extend_schema(
        operation_id="tablet_preview",
        request=felt_shapes.PreviewFacts,
        responses={200: felt_shapes.OutcomeSerializer, **ERRORS},
        **SCHEMA,
    )
    def post(self, request: Request, hand: int) -> Response:
        """What these layouts are worth, in words and in chips. Nothing is written."""
        self.need_live()
        table = self.device.table
        row = access.hand_of(table, hand)
        if row.state != Hand.State.STARTED:
            raise Refusal("hand_not_open", table=table.number)
        layouts = facts_of(request, felt_shapes.PreviewFacts)["layouts"]
        view = selectors.preview(row, layouts)
        outcome = view.outcome.as_json()
        names = {player.seat: player.entry.person.display_name for player in view.players}
        dealt = {player.seat: player.fantasyland for player in view.players}
        chips = table.event.chip_values
        return Response(
            {
                **outcome,
                "sentences": hand_sentences(outcome, names, dealt, row.button),
                "story": story(view),
                "breakdown": [breakdown(one.paid, chips) for one in view.outcome.payments],
            }
        )


class DraftView(TabletView):
    """The half-entered hand."""

    @extend_schema(operation_id="tablet_draft", request=shapes.DraftFacts, responses=dict, **SCHEMA)
    def put(self, request: Request) -> Response:
        """Keep it for a spare tablet; the last writer wins. No command: nothing was decided."""
        self.need_live()
        facts = facts_of(request, shapes.DraftFacts)
        body = without_nul(facts["body"])
        if len(json.dumps(body, ensure_ascii=False).encode()) > devices.DRAFT_BYTES:
            raise Refusal("draft_size")
        devices.keep_draft(self.device, facts["hand"], body)
        return Response({"hand": facts["hand"]})


class BeatView(TabletView):
    """A sign of life."""

    @extend_schema(operation_id="tablet_beat", request=shapes.BeatFacts, responses=dict, **SCHEMA)
    def post(self, request: Request) -> Response:
        """Battery and unsent commands, for the director's board."""
        devices.beat(self.device, **facts_of(request, shapes.BeatFacts))
        return Response({"now": timezone.now()})


def without_nul(value: Any) -> Any:
    r"""JSON without ``\0``, which no database keeps in a text.

    Example:
        >>> without_nul({"a": ["x\0y", 1]})
        {'a': ['xy', 1]}
    """
    if isinstance(value, str):
        return value.replace("\0", "")
    if isinstance(value, list):
        return [without_nul(one) for one in value]
    if isinstance(value, dict):
        return {without_nul(name): without_nul(one) for name, one in value.items()}
    return value
