"""Facts that may be sent about an event, and the shape of what comes back."""

from typing import Any

from rest_framework import serializers

from core.http import FactSerializer


class CommandFacts(FactSerializer):
    """What every command carries."""

    submission = serializers.UUIDField(
        help_text="Made by the sender, kept until there is an answer, and sent again with a retry."
    )


class ReasonFacts(CommandFacts):
    """A command that stands in the log with its reason."""

    reason = serializers.CharField(max_length=200)


class BountyFacts(ReasonFacts):
    """Who has the bounty of an entry that is out."""

    to = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=10**6), max_length=10
    )


class PlacesFacts(ReasonFacts):
    """Entries that are out, best first; who stands together shares."""

    groups = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField(min_value=1), max_length=100),
        max_length=100,
    )


class EventFacts(CommandFacts):
    """A new event."""

    slug = serializers.SlugField(max_length=60)
    name = serializers.CharField(max_length=120)
    ruleset = serializers.CharField(max_length=40, default="vamos")
    overrides = serializers.DictField(default=dict)
    starting_stack = serializers.IntegerField(min_value=1, max_value=10**12, default=30_000)
    structure = serializers.ListField(
        child=serializers.DictField(child=serializers.IntegerField()),
        required=False,
        max_length=200,
        help_text='Lines {"level": chips a point, "seconds": s} and {"break": s}, or levels by '
        'hands {"level": chips a point, "hands": n}; default: Vamos.',
    )
    registration_level = serializers.IntegerField(min_value=0, max_value=99, default=0)
    reentry_limit = serializers.IntegerField(
        min_value=0, max_value=99, default=0, allow_null=True, help_text="null: no limit"
    )
    level_drift = serializers.IntegerField(
        min_value=0,
        max_value=9,
        required=False,
        help_text="Of levels by hands, how many a table may be ahead of the slowest; 0: all wait.",
    )
    time_zone = serializers.CharField(max_length=64, default="UTC")
    starts_at = serializers.CharField(
        max_length=40, required=False, allow_null=True, help_text="ISO 8601 with its offset."
    )


class PersonFacts(FactSerializer):
    """One person to enter; a name that is known already means that person."""

    name = serializers.CharField(max_length=60)
    alias = serializers.CharField(max_length=60, default="", allow_blank=True)
    country = serializers.RegexField("^([A-Za-z]{2})?$", default="", allow_blank=True)


class RegisterFacts(CommandFacts):
    """People to enter, all or none."""

    people = PersonFacts(many=True)
    paid = serializers.BooleanField(
        default=False, help_text="The price of each entry lies in the drawer already."
    )


class StaffNameFacts(CommandFacts):
    """A member of staff, by user name."""

    username = serializers.CharField(max_length=150)


class StaffFacts(StaffNameFacts):
    """A member of staff and the role he gets."""

    role = serializers.CharField(max_length=10)


class AdjustFacts(CommandFacts):
    """Seconds to add to the time left, or hands to a level by hands; negative to take away."""

    seconds = serializers.IntegerField(min_value=-86_400, max_value=86_400, required=False)
    hands = serializers.IntegerField(min_value=-999, max_value=999, required=False)


class JumpFacts(CommandFacts):
    """The line of the structure to go to, from 0."""

    segment = serializers.IntegerField(min_value=0, max_value=199)


class SettingsFacts(CommandFacts):
    """How hands are entered and shown."""

    confirm = serializers.ChoiceField(choices=["dealer", "losers", "all"])
    streets = serializers.BooleanField()
    chips = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=10**9), min_length=1, max_length=12
    )
    broadcast_delay = serializers.IntegerField(
        min_value=0,
        max_value=3600,
        required=False,
        help_text="Seconds after which the public sees a hand.",
    )


class AmendFacts(ReasonFacts):
    """Levels to come, late registration and re-entries, and why they change."""

    structure = serializers.ListField(
        child=serializers.DictField(child=serializers.IntegerField()), max_length=200
    )
    registration_level = serializers.IntegerField(min_value=0, max_value=99)
    reentry_limit = serializers.IntegerField(
        min_value=0, max_value=99, allow_null=True, help_text="null: no limit"
    )
    level_drift = serializers.IntegerField(
        min_value=0, max_value=9, required=False, help_text="Left out: as it is."
    )
    starts_at = serializers.CharField(
        max_length=40,
        required=False,
        allow_null=True,
        help_text="ISO 8601 with its offset; left out: as it is.",
    )


class PricesFacts(CommandFacts):
    """What an entry costs, in whole minor units (cents); a reason once registration is open."""

    prices = serializers.DictField()
    reason = serializers.CharField(max_length=200, required=False, default="", allow_blank=True)


class PrizesFacts(CommandFacts):
    """The prize of each place, best first, in whole minor units."""

    amounts = serializers.ListField(
        child=serializers.IntegerField(min_value=1), min_length=1, max_length=500
    )


class PrizesChangeFacts(PrizesFacts, ReasonFacts):
    """Other prizes than were published, and why."""


class AgreeFacts(CommandFacts):
    """Yes or no to what somebody else asked for."""

    agree = serializers.BooleanField()


class DealFacts(CommandFacts):
    """The deal that all players have signed, in whole minor units."""

    kind = serializers.ChoiceField(choices=["icm", "chips", "even", "negotiated"])
    saved = serializers.IntegerField(min_value=0, default=0)
    amounts = serializers.DictField(child=serializers.IntegerField(min_value=0))
    fantasyland = serializers.BooleanField(default=False)
    unusual_amounts = serializers.BooleanField(default=False)


class EntryFacts(CommandFacts):
    """A command about one entry."""

    entry = serializers.IntegerField(min_value=1)


class DrawerPutFacts(ReasonFacts):
    """Money put into the drawer, or taken out (below zero), and why."""

    amount = serializers.IntegerField()


class DrawerCountFacts(CommandFacts):
    """What lies in the drawer; a reason when it is not what must lie there."""

    counted = serializers.IntegerField(min_value=0)
    reason = serializers.CharField(max_length=200, required=False, default="", allow_blank=True)


class AnswerSerializer(serializers.Serializer[Any]):
    """What every command answers; further fields say what it did."""

    version = serializers.IntegerField(help_text="The event's version after the command.")


class ErrorDetail(serializers.Serializer[Any]):
    """One error."""

    code = serializers.CharField()
    message = serializers.CharField(help_text="What happened, then what to do.")
    seat = serializers.IntegerField(required=False)
    row = serializers.CharField(required=False)
    card = serializers.CharField(required=False)
    params = serializers.DictField()


class ErrorAnswer(serializers.Serializer[Any]):
    """Every error of the API; ``head`` where the sender looked at something old."""

    error = ErrorDetail()
    head = serializers.DictField(required=False)


class ClockSerializer(serializers.Serializer[Any]):
    """The clock at one instant."""

    level = serializers.IntegerField()
    point_value = serializers.IntegerField()
    kind = serializers.CharField()
    remaining = serializers.IntegerField(allow_null=True)
    ends_at = serializers.DateTimeField(allow_null=True)
    paused = serializers.BooleanField()
    break_pending = serializers.BooleanField()
    hand = serializers.IntegerField(
        help_text="Of a level by hands: which hand of it the slowest table plays; else 0."
    )
    hands = serializers.IntegerField(
        help_text="How many hands the level lasts; 0: it lasts a time."
    )


class EventSerializer(serializers.Serializer[Any]):
    """An event as everyone may see it."""

    slug = serializers.CharField()
    name = serializers.CharField()
    status = serializers.CharField()
    version = serializers.IntegerField()
    starting_stack = serializers.IntegerField()
    time_zone = serializers.CharField()
    starts_at = serializers.DateTimeField(allow_null=True)
    rules = serializers.DictField()
    structure = serializers.ListField()
    clock = ClockSerializer(allow_null=True)
    tables = serializers.ListField()
