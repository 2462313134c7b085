"""Facts that a tablet may send. A table is never among them: the tablet's own is meant."""

from typing import Any

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from core.http import FactSerializer
from tables.models import FloorCall
from tables.serializers import LayoutFacts
from tournaments.serializers import AnswerSerializer, CommandFacts

MOST_CHIPS = 10**12


def seat_field() -> serializers.IntegerField:
    """The number of a chair."""
    return serializers.IntegerField(min_value=1, max_value=10)


def stack_field() -> serializers.IntegerField:
    """Counted chips."""
    return serializers.IntegerField(min_value=0, max_value=MOST_CHIPS)


class PairFacts(FactSerializer):
    """The one-time code of a director's page."""

    token = serializers.CharField(max_length=100)


class PinFacts(FactSerializer):
    """Six digits."""

    pin = serializers.RegexField("^[0-9]{6}$")


class KnownPlayer(FactSerializer):
    """Who sat where, as the tablet knew it."""

    seat = seat_field()
    entry = serializers.IntegerField(min_value=1, max_value=2**31)


class OfflineFacts(FactSerializer):
    """How a hand was dealt without a connection."""

    at = serializers.DateTimeField()
    level = serializers.IntegerField(min_value=1, max_value=500)
    point_value = serializers.IntegerField(min_value=1, max_value=MOST_CHIPS)
    players = KnownPlayer(many=True, required=False, allow_null=True)

    def to_internal_value(self, data: Any) -> Any:
        """The facts as the journal keeps them: JSON, the instant as text."""
        facts = dict(super().to_internal_value(data))
        facts["at"] = facts["at"].isoformat()
        if facts.get("players") is None:
            facts.pop("players", None)
        return facts


@extend_schema_serializer(component_name="TabletStartFacts")
class StartFacts(CommandFacts):
    """The next hand: who else is not there, and whether it was dealt offline."""

    absent = serializers.ListField(child=seat_field(), default=list, max_length=10)
    offline = OfflineFacts(default=None, allow_null=True)


@extend_schema_serializer(component_name="TabletRecordFacts")
class RecordFacts(CommandFacts):
    """The whole sheet of a hand, and who agreed to it."""

    layouts = LayoutFacts(many=True)
    confirmed = serializers.ListField(child=seat_field(), default=list, max_length=10)


@extend_schema_serializer(component_name="TabletReasonFacts")
class ReasonFacts(CommandFacts):
    """A command with its reason."""

    reason = serializers.CharField(max_length=200)


class PairPoints(FactSerializer):
    """Points between two players, seen from ``a``; negative: a pays b."""

    a = seat_field()
    b = seat_field()
    points = serializers.IntegerField(min_value=-1000, max_value=1000)


class SeatCards(FactSerializer):
    """Who plays Fantasyland next, with how many cards."""

    seat = seat_field()
    cards = serializers.IntegerField(min_value=13, max_value=52)


@extend_schema_serializer(component_name="TabletPointsFacts")
class PointsFacts(ReasonFacts):
    """A hand of which only the points are known."""

    points = PairPoints(many=True)
    fantasyland = SeatCards(many=True, default=list)


class CorrectionFacts(CommandFacts):
    """What is wrong with an older hand."""

    text = serializers.CharField(max_length=500)


@extend_schema_serializer(component_name="TabletAbsentFacts")
class AbsentFacts(CommandFacts):
    """A player is away, or back."""

    seat = seat_field()
    absent = serializers.BooleanField()


class StackFacts(CommandFacts):
    """Chips counted at one end of a move."""

    stack = stack_field()


class SeatStack(FactSerializer):
    """The chips of one seat."""

    seat = seat_field()
    stack = stack_field()


class CountFacts(CommandFacts):
    """The stacks on the felt."""

    counts = SeatStack(many=True)


class FloorFacts(CommandFacts):
    """Why the floor is called; it may be said later, or never."""

    reason = serializers.ChoiceField(
        choices=FloorCall.Reason.values, default="", allow_blank=True, allow_null=True
    )


class DraftFacts(FactSerializer):
    """A half-entered hand; what is in it is the page's business."""

    hand = serializers.IntegerField(min_value=1, max_value=2**31 - 1)
    body = serializers.DictField()


class BeatFacts(FactSerializer):
    """What the tablet says of itself."""

    battery = serializers.IntegerField(min_value=0, max_value=100, allow_null=True, default=None)
    unsent = serializers.IntegerField(min_value=0, max_value=10**6, default=0)


class RefusedFacts(CommandFacts):
    """What the server would not take, with everything that was typed."""

    command = serializers.CharField(max_length=40)
    body = serializers.DictField()
    error = serializers.DictField(default=dict, allow_null=True)


class TabletAnswer(AnswerSerializer):
    """What the command did; see the command of the same name."""


class StateSerializer(serializers.Serializer[Any]):
    """Everything a tablet shows; `docs/tablet.md` says how to read it."""

    version = serializers.IntegerField()
    now = serializers.DateTimeField()
    event = serializers.DictField()
    device = serializers.DictField()
    dealer = serializers.DictField(allow_null=True)
    settings = serializers.DictField()
    rules = serializers.DictField()
    structure = serializers.ListField()
    clock = serializers.DictField(allow_null=True)
    table = serializers.DictField()
    seats = serializers.ListField()
    hand = serializers.DictField(allow_null=True)
    next_hand = serializers.IntegerField()
    next_button = serializers.IntegerField(allow_null=True)
    can_start = serializers.DictField(allow_null=True)
    last = serializers.ListField()
    notices = serializers.ListField()
    floor = serializers.DictField(allow_null=True)
    draft = serializers.DictField(allow_null=True)
