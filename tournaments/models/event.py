"""The event itself: status, pinned rules, structure, clock marks, and its staff."""

import json
import uuid
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from functools import cached_property, lru_cache

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from scoring.options import FantasylandBreak
from scoring.rules import RuleSet
from tournaments.rules.clock import ClockState, Mark, clock_at, not_before
from tournaments.rules.payouts import Prices
from tournaments.rules.structure import Structure


def house_chips() -> list[int]:
    """The chip values of a usual set, biggest first."""
    return [25_000, 5_000, 1_000, 500, 100]


class Event(models.Model):
    """One tournament. Its row is the lock of everything that happens in it."""

    class Status(models.TextChoices):
        """Where the event stands; each step is a command."""

        DRAFT = "draft", _("being set up")
        OPEN = "open", _("open for registration")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")

    class Confirm(models.TextChoices):
        """Who agrees to a hand before it is recorded."""

        DEALER = "dealer", _("the dealer")
        LOSERS = "losers", _("every player who pays")
        ALL = "all", _("every player")

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(max_length=120)
    status = models.CharField(max_length=10, choices=Status, default=Status.DRAFT)
    time_zone = models.CharField(max_length=64, default="UTC")
    # When the first level is meant to begin; the clock begins when the director says so.
    starts_at = models.DateTimeField(null=True)
    # Frozen data: a later change of a preset never reaches an event that was created before.
    rules = models.JSONField(default=dict)
    starting_stack = models.PositiveBigIntegerField(default=0)
    segments = models.JSONField(default=list)
    # Late registration stays open until the end of this level; 0: closed by the first hand.
    registration_level = models.PositiveSmallIntegerField(default=0)
    # How often one person may come back; empty: as often as he likes while registration is open.
    reentry_limit = models.PositiveSmallIntegerField(null=True, default=0)
    clock_marks = models.JSONField(default=list)
    # Levels by hands: how many levels a table may be ahead of the slowest one; and how many hands
    # of which line the slowest one has played, so that the clock needs this row only.
    level_drift = models.PositiveSmallIntegerField(default=0)
    level_hands = models.PositiveSmallIntegerField(default=0)
    level_segment = models.PositiveSmallIntegerField(default=0)
    # What holds a break, counted by the commands of hands, so that the clock needs this row only.
    hands_open = models.PositiveIntegerField(default=0)
    in_fantasyland = models.PositiveIntegerField(default=0)
    fantasyland_recorded_at = models.DateTimeField(null=True)
    # How the tablets work here.
    confirm = models.CharField(max_length=10, choices=Confirm, default=Confirm.DEALER)
    streets = models.BooleanField(default=False)
    # Whoever does not work here sees hands and what they did only so many seconds later.
    broadcast_delay = models.PositiveIntegerField(default=0)
    chip_values = models.JSONField(default=house_chips)
    # Hand-for-hand: the number of the last round, and whether rounds are being played.
    round_number = models.PositiveIntegerField(default=0)
    hand_for_hand = models.BooleanField(default=False)
    # Which day is played, and whether it has ended and chips are being bagged.
    day = models.PositiveSmallIntegerField(default=1)
    bagging = models.BooleanField(default=False)
    # What came from the flights of a day that this event follows: money, entries, addresses, and
    # by entry the bounty on its head and those it has won. ``to``: where its players went on to.
    carried = models.JSONField(default=dict)
    # What an entry costs, the prizes by place once they are published, a change of them that
    # waits for a second person, and the deal that the last players made.
    price_list = models.JSONField(default=dict)
    prizes = models.JSONField(default=list)
    prizes_proposed = models.JSONField(default=dict)
    deal = models.JSONField(default=dict)
    # The journal's head: the number of the last entry and its digest.
    version = models.PositiveBigIntegerField(default=0)
    head_digest = models.CharField(max_length=64, default="")

    # The newest command that the reader at hand may know of; None: all of them. Set by the doors
    # of `tournaments.access`, read by whatever shows hands, stacks or places.
    until: int | None = None

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return self.name

    @property
    def seen_version(self) -> int:
        """The version that the reader at hand may know."""
        return self.version if self.until is None else self.until

    @cached_property
    def ruleset(self) -> RuleSet:
        """The pinned rule set."""
        return _ruleset(json.dumps(self.rules))

    @property
    def has_bounties(self) -> bool:
        """Whether somebody who goes out may leave a bounty: sold here, or brought from a flight."""
        return bool(self.prices.bounty or self.carried.get("heads"))

    @property
    def handed_to(self) -> str:
        """The address of the event in which the players of this flight play on, else nothing."""
        address: str = self.carried.get("to", "")
        return address

    @property
    def prices(self) -> Prices:
        """What an entry costs and what becomes of it."""
        return Prices.from_json(self.price_list)

    @cached_property
    def structure(self) -> Structure:
        """Levels and breaks."""
        return _structure(json.dumps(self.segments))

    @property
    def marks(self) -> tuple[Mark, ...]:
        """What was done to the clock, in order."""
        return tuple(Mark.from_json(mark) for mark in self.clock_marks)

    def mark(self, *done: Mark) -> None:
        """Write down what was done to the clock; the row is saved by whoever changes it."""
        self.clock_marks = [*self.clock_marks, *(mark.as_json() for mark in done)]

    @property
    def begins_at(self) -> datetime | None:
        """When the clock was started, or is meant to be."""
        return self.marks[0].at if self.clock_marks else self.starts_at

    @property
    def holds_break(self) -> bool:
        """Whether a hand is being played, or Fantasyland must be played before the break."""
        return bool(self.hands_open or (self.in_fantasyland and self.plays_out_fantasyland))

    @property
    def plays_out_fantasyland(self) -> bool:
        """Whether a break waits for Fantasyland, or Fantasyland for the end of the break."""
        return self.ruleset.fl_before_break is FantasylandBreak.PLAY_OUT

    def clock(self, now: datetime) -> ClockState:
        """Level, point value and break now: arithmetic on what is stored here."""
        marks = self.marks
        return self._clock(marks, not_before(marks, now))

    def clock_then(self, then: datetime) -> ClockState:
        """The same at an instant of the past, when later acts had not happened yet."""
        return self._clock(self.marks, then)

    def _clock(self, marks: Sequence[Mark], at: datetime) -> ClockState:
        state = clock_at(self.structure, marks, at, holding=self.holds_break)
        if state.hands and state.segment == self.level_segment:
            return replace(state, hands_done=min(self.level_hands, state.hands))
        return state


class Role(models.TextChoices):
    """What a person is in one event."""

    DIRECTOR = "director", _("Tournament director")
    FLOOR = "floor", _("Floor")
    CASHIER = "cashier", _("Cashier")
    DEALER = "dealer", _("Dealer")
    AUDITOR = "auditor", _("Auditor")


class EventStaff(models.Model):
    """One person's role in one event."""

    event = models.ForeignKey(Event, models.PROTECT, related_name="staff")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="event_roles")
    role = models.CharField(max_length=10, choices=Role)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["event", "user"], name="one_role_a_person_and_event")
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.role}"


@lru_cache(maxsize=64)
def _structure(text: str) -> Structure:
    """The same text is the same structure; a clock that is asked each second reads it once."""
    return Structure.from_json(json.loads(text))


@lru_cache(maxsize=64)
def _ruleset(text: str) -> RuleSet:
    """The same text is the same rules, and to read them takes longer than to score a hand."""
    return RuleSet.from_json(json.loads(text))
