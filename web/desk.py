"""The director's desk: the one next step, what needs a person, the tables. Reads only."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from core.errors import Refusal
from tables.selectors import TableView, tables_of, turn_at, waits_for
from tournaments import purse
from tournaments.journal import roles_of
from tournaments.models import CashMove, Entry, Event, Role
from tournaments.rules.clock import ClockState
from tournaments.rules.structure import BreakSegment
from tournaments.rules.turns import Turn, hands_of
from tournaments.selectors import (
    Counts,
    counts_of,
    entries_of,
    plays_on_in,
    registration_open,
)
from web.log import line_started
from web.templatetags.money import money

Status = Event.Status
WAITS: dict[str, Promise] = {
    "few_players": gettext_lazy("waits for players"),
    "day_over": gettext_lazy("day over"),
    "clock_paused": gettext_lazy("clock paused"),
    "clock_break": gettext_lazy("break"),
    "clock_pending": gettext_lazy("done, break pending"),
    "level_wait": gettext_lazy("waits for the level"),
}
"""Why a table does not start its next hand, in two or three words."""


@dataclass(frozen=True, slots=True)
class Step:
    """The one thing to do next: a command to send, or a page to open."""

    text: str
    label: str
    command: str = ""
    url: str = ""


@dataclass(frozen=True, slots=True)
class TileView:
    """A table as a tile."""

    view: TableView
    waits: Refusal | None
    state: str
    says: str
    # The level of the hand that is played, else of the next one; None before the start.
    turn: Turn | None = None


@dataclass(frozen=True, slots=True)
class Desk:
    """Everything the dashboard shows of an event, at one version."""

    event: Event
    clock: ClockState | None
    counts: Counts
    unseated: int
    tiles: Sequence[TileView]
    in_fantasyland: int
    registration_open: bool

    @property
    def average_points(self) -> int:
        """How many points the average stack covers at this level."""
        return self.counts.average // self.clock.point_value if self.clock else 0

    @property
    def reentries(self) -> int:
        """Entries of people who had one before."""
        return self.counts.entries - self.counts.people

    @property
    def playing(self) -> int:
        """Tables with an open hand."""
        return sum(tile.view.playing for tile in self.tiles)


def desk_of(event: Event) -> Desk:
    """The event now."""
    now = timezone.now()
    entries = entries_of(event)
    clock = clock_now(event, now)
    living = [entry for entry in entries if entry.out_seq is None]
    return Desk(
        event=event,
        clock=clock,
        counts=counts_of(entries),
        unseated=len(unseated(living)),
        tiles=tiles_of(event, clock),
        in_fantasyland=sum(bool(entry.fantasyland) for entry in living),
        registration_open=registration_open(event, now),
    )


def clock_now(event: Event, now: datetime | None = None) -> ClockState | None:
    """The clock, once it was started."""
    return event.clock(now or timezone.now()) if event.clock_marks else None


def unseated(entries: Sequence[Entry]) -> list[Entry]:
    """Living entries without a seat."""
    return [entry for entry in entries if entry.out_seq is None and not hasattr(entry, "seat")]


def tiles_of(event: Event, clock: ClockState | None) -> list[TileView]:
    """All open tables as tiles."""
    return [tile_of(view, clock) for view in tables_of(event)]


def tile_of(view: TableView, clock: ClockState | None) -> TileView:
    """A table with the words for what it does or waits for."""
    waits = waits_for(view, clock) if clock else None
    if clock is None:
        return TileView(view, waits, "", _("not started"))
    if view.playing:
        says = _("playing")
    elif waits:
        says = str(WAITS.get(waits.code, _("waits")))
    else:
        says = _("ready for hand %(number)s") % {"number": view.next_hand}
    state = "fl" if view.in_fantasyland else "idle" if waits and waits.code == "few_players" else ""
    return TileView(view, waits, state, says, _turn(view, clock))


def _turn(view: TableView, clock: ClockState) -> Turn:
    hand, structure = view.hand, view.table.event.structure
    if hand is None or not view.playing or not structure.by_hands:
        return turn_at(view, clock)
    hands = hands_of(structure, clock, hand.level)
    return Turn(hand.level, hand.point_value, hand.level_hand, hands)


def jump_label(desk: Desk) -> str:
    """What the button says that goes to the next line of the structure."""
    lines, clock = desk.event.structure.segments, desk.clock
    if clock is None or clock.segment + 1 >= len(lines):
        return ""
    starts_break = isinstance(lines[clock.segment + 1], BreakSegment)
    return _("Start the break") if starts_break else _("Next level")


def jumped(event: Event, segment: int) -> str:
    """What is said when the clock was sent to a line of the structure."""
    if isinstance(event.structure.segments[segment], BreakSegment) and event.holds_break:
        return _("The level has ended. The break starts after the hands and Fantasyland.")
    return line_started(event.structure, segment)


def next_step(desk: Desk, role: str = Role.DIRECTOR) -> Step:
    """What is done next, by who has this role; the command refuses what is not possible yet."""
    event = desk.event
    if event.status == Status.DRAFT:
        text = _("Rules and structure freeze, and everyone can see the event.")
        return Step(text, _("Open registration"), command="event.publish")
    if event.status == Status.OPEN:
        return _before_start(desk)
    if event.status == Status.RUNNING and (why := _why_over(desk)):
        return Step(why, _("Finish the event"), "event.finish")
    if event.status == Status.RUNNING:
        return _while_running(desk)
    return _when_over(event, role)


def _why_over(desk: Desk) -> str:
    """Why nothing is left to play for; an empty text while something is."""
    if desk.counts.left == 1:
        return _("One player has all the chips.")
    deal = desk.event.deal
    return _("A deal was made.") if deal and not deal["saved"] else ""


def _when_over(event: Event, role: str) -> Step:
    """The prizes are paid out, and then there is nothing left to do."""
    if other := plays_on_in(event):
        text = _("The flight has ended: its players play on in %(event)s.")
        desk = reverse("web:desk", args=[other.slug])
        return Step(text % {"event": other.name}, other.name, url=desk)
    url = reverse("web:result_list", args=[event.slug])
    due = sum(purse.dues_of(event, entries_of(event)).values())
    paid = -purse.drawer_totals(event).get(CashMove.Kind.PAYOUT, 0)
    if paid >= due or role not in roles_of("payout.prepare"):
        return Step(_("Every place is final."), _("Results"), url=url)
    words = {"paid": money(paid, event.prices), "due": money(due, event.prices)}
    text = _("Every place is final. Paid out: %(paid)s of %(due)s.") % words
    return Step(text, _("Payouts"), url=reverse("web:payouts", args=[event.slug]))


def _while_running(desk: Desk) -> Step:
    if desk.event.bagging:
        days = reverse("web:days", args=[desk.event.slug])
        return Step(_("The day is over: chips go into bags."), _("Bags"), url=days)
    if desk.unseated:
        return _seat_late(desk)
    if any(tile.view.table.dealer_id or tile.view.hand for tile in desk.tiles):
        text = _("Hands are dealt at the tables.")
        return Step(text, _("Enter hands"), url=deal_url(desk.event))
    url = reverse("web:staff", args=[desk.event.slug])
    text = _("No table has a dealer: give them one, or enter the hands yourself (Hands).")
    return Step(text, _("Tables and dealers"), url=url)


def _before_start(desk: Desk) -> Step:
    slug = desk.event.slug
    if desk.counts.left < 2:
        text = _("At least two players are needed.")
        return Step(text, _("Register players"), url=reverse("web:registration", args=[slug]))
    if desk.unseated:
        text = ngettext(
            "%(count)s player has no seat.", "%(count)s players have no seat.", desk.unseated
        )
        return Step(
            text % {"count": desk.unseated},
            _("Draw seats"),
            url=reverse("web:seats", args=[slug]),
        )
    said = [_("Everybody has a seat.")]
    if unpaid := len(purse.open_sales(desk.event)):
        text = ngettext(
            "%(count)s entry has not paid yet.", "%(count)s entries have not paid yet.", unpaid
        )
        said.append(text % {"count": unpaid})
    return Step(" ".join(said), _("Start the clock"), command="event.start")


def _seat_late(desk: Desk) -> Step:
    text = ngettext("%(count)s late entry waits.", "%(count)s late entries wait.", desk.unseated)
    url = reverse("web:seats", args=[desk.event.slug])
    return Step(text % {"count": desk.unseated}, _("Draw late seats"), url=url)


def deal_url(event: Event) -> str:
    """Where dealing starts."""
    return reverse("web:deal", args=[event.slug])
