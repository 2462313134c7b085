"""Facts that may be sent about a hand, and the shape of what comes back."""

from typing import Any

from rest_framework import serializers

from core.http import FactSerializer
from tournaments.serializers import AnswerSerializer, CommandFacts, ReasonFacts


class CardsField(serializers.ListField):
    """Cards as text: rank, then suit."""

    child = serializers.CharField(max_length=8, trim_whitespace=False)

    def run_child_validation(self, data: list[Any]) -> list[Any]:
        """The cards; what looks like cards at a glance does not go through the form one by one."""
        if all(type(card) is str and len(card) <= 3 and card.isalnum() for card in data):
            return data
        found: list[Any] = super().run_child_validation(data)
        return found


class LayoutFacts(FactSerializer):
    """Thirteen cards as they lie, seen by the dealer."""

    seat = serializers.IntegerField(min_value=1, max_value=10)
    # A longer list is answered by the rules ("six cards in a row"), not by the form.
    top = CardsField(max_length=20)
    middle = CardsField(max_length=20)
    bottom = CardsField(max_length=20)
    declared_foul = serializers.BooleanField(default=False)
    laid = CardsField(
        max_length=20,
        required=False,
        help_text="The same cards in the order in which they were laid, for replays.",
    )


class StartFacts(CommandFacts):
    """The next hand: who is not there."""

    absent = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=10), default=list, max_length=10
    )


class PreviewFacts(FactSerializer):
    """Layouts to look at before recording."""

    layouts = LayoutFacts(many=True)


class RecordFacts(CommandFacts):
    """The whole sheet of a hand: facts only. Points and payments are computed here."""

    layouts = LayoutFacts(many=True)


class MoveFacts(CommandFacts):
    """A player's new seat, and why."""

    entry = serializers.IntegerField(min_value=1)
    table = serializers.IntegerField(min_value=1)
    seat = serializers.IntegerField(min_value=1, max_value=10)
    reason = serializers.CharField(max_length=200)


class PlanMoveFacts(FactSerializer):
    """One move of a proposal, as it was shown."""

    entry = serializers.IntegerField(min_value=1)
    table = serializers.IntegerField(min_value=1)
    seat = serializers.IntegerField(min_value=1, max_value=10)
    rule = serializers.CharField(max_length=20)
    debt = serializers.IntegerField(min_value=-99, max_value=99)


class PlanShape(FactSerializer):
    """A whole proposal: what is moved, which tables close."""

    moves = PlanMoveFacts(many=True)
    closes = serializers.ListField(child=serializers.IntegerField(min_value=1), max_length=2000)


class PlanFacts(PlanShape, CommandFacts):
    """The proposal that is accepted."""


class PlanRulingFacts(CommandFacts):
    """The seating whose proposal is put aside or drawn again, and why."""

    basis = serializers.CharField(max_length=64)
    reason = serializers.CharField(max_length=200)


class PlanSerializer(serializers.Serializer[Any]):
    """What the planner proposes now; ``moves`` and ``closes`` are sent back to accept it."""

    basis = serializers.CharField()
    policy = serializers.CharField()
    drawn_by = serializers.IntegerField(help_text="The log entry whose seed the draw used.")
    moves = PlanMoveFacts(many=True)
    closes = serializers.ListField(child=serializers.IntegerField())
    reasons = serializers.ListField(child=serializers.CharField())
    waits = serializers.ListField(child=serializers.CharField())
    rejected = serializers.BooleanField()


class AbsentFacts(CommandFacts):
    """A player is away, or back."""

    seat = serializers.IntegerField(min_value=1, max_value=10)
    absent = serializers.BooleanField()


class RemovalFacts(ReasonFacts):
    """Why a player is taken out."""

    removal = serializers.ChoiceField(choices=["disqualified", "no_show"])


class BasisFacts(ReasonFacts):
    """A correction, and the effect that was looked at, if one was."""

    basis = serializers.CharField(max_length=20, default="", allow_blank=True)


class CorrectFacts(BasisFacts):
    """What a recorded hand was really worth, by its cards."""

    layouts = LayoutFacts(many=True)


class ChipLine(FactSerializer):
    """Chips that an entry gets, or with a minus gives back."""

    entry = serializers.IntegerField(min_value=1)
    chips = serializers.IntegerField(min_value=-(10**9), max_value=10**9)


class ChipChipsFacts(ReasonFacts):
    """Chips booked against the house bank, perhaps for a count."""

    lines = ChipLine(many=True)
    count = serializers.IntegerField(min_value=1, allow_null=True, default=None)


class PenaltyFacts(ReasonFacts):
    """Points that a player pays to each opponent at his table."""

    points = serializers.IntegerField(min_value=1, max_value=20)


class BackFacts(ReasonFacts):
    """A player who comes back; ``chips`` where it is a ruling."""

    chips = serializers.IntegerField(min_value=1, allow_null=True, default=None)


class ExtraFacts(ReasonFacts):
    """Minutes that a table may play into the next break."""

    minutes = serializers.IntegerField(min_value=0, max_value=60)


class HeadFacts(CommandFacts):
    """How many players sit at a table."""

    players = serializers.IntegerField(min_value=0, max_value=20)


class BagFacts(CommandFacts):
    """One count of a bag."""

    chips = serializers.IntegerField(min_value=1, max_value=10**12)
    tag = serializers.CharField(max_length=20, default="", allow_blank=True)


class DealerLineFacts(FactSerializer):
    """Who deals at a table next; null frees it."""

    table = serializers.IntegerField(min_value=1)
    user = serializers.CharField(max_length=36, allow_null=True)


class RotateFacts(CommandFacts):
    """Another dealer for each of these tables."""

    assign = DealerLineFacts(many=True)


class MarkFacts(CommandFacts):
    """A table's mark, its place in the break order, and its protected seats."""

    mark = serializers.ChoiceField(
        choices=["feature", "protected", "locked"], allow_blank=True, default=""
    )
    place = serializers.IntegerField(min_value=1, max_value=9999, allow_null=True, default=None)
    protected = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=10), default=list, max_length=10
    )


class OpenFacts(CommandFacts):
    """How many tables are set up at once, and in which room."""

    count = serializers.IntegerField(min_value=1, max_value=200, default=1)
    room = serializers.CharField(max_length=30, allow_blank=True, default="")


class RoomFacts(CommandFacts):
    """Tables by number, and the room they stand in; an empty name for none."""

    tables = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=9999), min_length=1, max_length=1000
    )
    room = serializers.CharField(max_length=30, allow_blank=True)


class ReserveFacts(ReasonFacts):
    """Whom a seat is reserved for; null keeps it empty."""

    entry = serializers.IntegerField(min_value=1, allow_null=True, default=None)


class ApproveFacts(CommandFacts):
    """A correction that waits, and the effect that was looked at."""

    basis = serializers.CharField(max_length=20, default="", allow_blank=True)


class LateFacts(ReasonFacts):
    """A hand that is entered after the fact."""

    hand = serializers.IntegerField(min_value=1)
    level = serializers.IntegerField(min_value=1)
    button = serializers.IntegerField(min_value=1, max_value=10)
    layouts = LayoutFacts(many=True)
    item = serializers.IntegerField(min_value=1, allow_null=True, default=None)


class AddOnFacts(CommandFacts):
    """An add-on, and whether its price lies in the drawer already."""

    paid = serializers.BooleanField(default=False)


class NoteFacts(CommandFacts):
    """What was done about it."""

    note = serializers.CharField(max_length=200, default="", allow_blank=True)


class DealerFacts(CommandFacts):
    """Who deals; null frees the table."""

    username = serializers.CharField(max_length=150, allow_null=True)


class DealtPlayer(serializers.Serializer[Any]):
    """A player as he was dealt in."""

    seat = serializers.IntegerField()
    entry = serializers.IntegerField()
    stack = serializers.IntegerField()
    fantasyland = serializers.IntegerField(help_text="Cards, 0 for a normal hand.")
    absent = serializers.BooleanField()


class StartAnswer(AnswerSerializer):
    """What was latched."""

    table = serializers.IntegerField()
    hand = serializers.IntegerField()
    level = serializers.IntegerField()
    point_value = serializers.IntegerField()
    button = serializers.IntegerField()
    order = serializers.ListField(child=serializers.IntegerField())
    players = DealtPlayer(many=True)


class RowsSerializer(serializers.Serializer[Any]):
    """Royalty points of the three rows."""

    top = serializers.IntegerField()
    middle = serializers.IntegerField()
    bottom = serializers.IntegerField()


class PlayerOutcome(serializers.Serializer[Any]):
    """One player's result."""

    seat = serializers.IntegerField()
    foul = serializers.BooleanField()
    royalties = RowsSerializer()
    points = serializers.IntegerField()
    stack = serializers.IntegerField()
    fantasyland_next = serializers.IntegerField()
    eliminated = serializers.BooleanField()


class PairOutcome(serializers.Serializer[Any]):
    """Two players against each other, seen from ``a``."""

    a = serializers.IntegerField()
    b = serializers.IntegerField()
    rows = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    scoop = serializers.IntegerField()
    points = serializers.IntegerField()


class PaymentOutcome(serializers.Serializer[Any]):
    """One payment, in the order of the rules; chips."""

    payer = serializers.IntegerField()
    payee = serializers.IntegerField()
    due = serializers.IntegerField()
    owed = serializers.IntegerField()
    paid = serializers.IntegerField()
    status = serializers.ChoiceField(choices=["full", "capped", "short", "void"])


class OutcomeSerializer(serializers.Serializer[Any]):
    """What a hand is worth; seats in payment order."""

    order = serializers.ListField(child=serializers.IntegerField())
    players = PlayerOutcome(many=True)
    pairs = PairOutcome(many=True)
    payments = PaymentOutcome(many=True)
    eliminated = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField())
    )
    next_button = serializers.IntegerField(allow_null=True)


class RecordAnswer(OutcomeSerializer, AnswerSerializer):
    """The recorded hand."""

    table = serializers.IntegerField()
    hand = serializers.IntegerField()


class UndoAnswer(AnswerSerializer):
    """The hand that is open again, with what was typed."""

    table = serializers.IntegerField()
    hand = serializers.IntegerField()
    layouts = LayoutFacts(many=True)


class SeatSerializer(serializers.Serializer[Any]):
    """A chair now."""

    seat = serializers.IntegerField()
    entry = serializers.IntegerField(allow_null=True)
    name = serializers.CharField(allow_blank=True)
    stack = serializers.IntegerField(allow_null=True)
    fantasyland = serializers.IntegerField()
    position = serializers.IntegerField(allow_null=True)


class TableSerializer(serializers.Serializer[Any]):
    """A table now: the head that a tablet compares with."""

    table = serializers.IntegerField()
    room = serializers.CharField(allow_blank=True)
    open = serializers.BooleanField()
    event = serializers.CharField()
    version = serializers.IntegerField()
    hand = serializers.IntegerField(help_text="The last hand's number, 0 before the first.")
    state = serializers.CharField(allow_blank=True)
    next_hand = serializers.IntegerField()
    button = serializers.IntegerField(allow_null=True)
    point_value = serializers.IntegerField(allow_null=True)
    seats = SeatSerializer(many=True)


class StandingSerializer(serializers.Serializer[Any]):
    """One line of the standings."""

    place = serializers.IntegerField()
    place_last = serializers.IntegerField()
    number = serializers.IntegerField()
    name = serializers.CharField()
    country = serializers.CharField(allow_blank=True)
    bullet = serializers.IntegerField()
    stack = serializers.IntegerField()
    fantasyland = serializers.IntegerField()
    out = serializers.BooleanField()
    table = serializers.IntegerField(allow_null=True)
    seat = serializers.IntegerField(allow_null=True)


class StandingsSerializer(serializers.Serializer[Any]):
    """Everybody's place at one version of the event."""

    event = serializers.CharField()
    version = serializers.IntegerField()
    entries = serializers.IntegerField()
    left = serializers.IntegerField()
    average = serializers.IntegerField()
    rows = StandingSerializer(many=True)
