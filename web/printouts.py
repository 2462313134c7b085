"""What is printed of an event: each is written on paper part by part and says how far it is."""

from collections.abc import Iterator, Sequence

from django.utils import timezone
from django.utils.translation import gettext as _

from tables import selectors as table_selectors
from tables.selectors import TableView
from tournaments import selectors
from tournaments.models import Entry, Event
from web import exports
from web.desk import clock_now
from web.pdf import Paper
from web.templatetags.cards import chips
from web.templatetags.money import money

BLANKS = 4
"""Blank slips a table."""
SLIP_ROOM, BY_HAND = 140, 23
ROWS_AT_ONCE = 50

Parts = Iterator[tuple[int, int]]
"""How many parts are done, and of how many."""


def table_sheets(event: Event, paper: Paper) -> Parts:
    """Each table on a page: seats, stacks, Fantasyland, button, level; then blank slips."""
    views = table_selectors.tables_of(event)
    clock = clock_now(event)
    level = (
        _("Level %(level)s, %(value)s a point")
        % {"level": clock.level, "value": chips(clock.point_value)}
        if clock
        else ""
    )
    for done, view in enumerate(views):
        yield done, len(views)
        paper.new_page()
        _sheet(event, view, level, paper)
        for _number in range(BLANKS):
            _slip(view, paper)


def seat_lists(event: Event, paper: Paper) -> Parts:
    """Who sits where, by name."""
    living = [one for one in selectors.entries_of(event) if one.out_seq is None]
    seated = sorted(
        (one for one in living if hasattr(one, "seat")), key=lambda one: one.person.name.casefold()
    )
    paper.heading(" · ".join([_("Seats"), event.name]))
    head = (_("Player"), _("Table"), _("Seat"), _("Chips"))
    yield from _long(paper, head, [_seated(one) for one in seated], (5, -1, -1, -2))


def results(event: Event, paper: Paper) -> Parts:
    """Every place that is final, with its prize."""
    prices = event.prices
    paper.heading(" · ".join([_("Results"), event.name]))
    rows = [
        (
            str(row.place) if row.place == row.place_last else f"{row.place}–{row.place_last}",
            row.player,
            row.country,
            money(row.prize, prices) if row.prize else "",
        )
        for row in exports.results_of(event)
    ]
    head = (_("Place"), _("Player"), _("Country"), _("Prize"))
    yield from _long(paper, head, rows, (1, 5, 1.4, -2))


def _long(
    paper: Paper,
    head: tuple[str, ...],
    rows: Sequence[tuple[str, ...]],
    widths: tuple[float, ...],
) -> Parts:
    """A table in parts, so that somebody can see it grow."""
    paper.gap()
    for first in range(0, max(1, len(rows)), ROWS_AT_ONCE):
        yield first, len(rows)
        paper.table(head, rows[first : first + ROWS_AT_ONCE], widths, goes_on=first > 0)


def _seated(entry: Entry) -> tuple[str, ...]:
    seat = entry.seat
    return entry.person.name, seat.table.called, str(seat.number), chips(entry.stack)


def _sheet(event: Event, view: TableView, level: str, paper: Paper) -> None:
    number = _("Table %(number)s") % {"number": view.table.called}
    paper.heading(f"{number} · {event.name}")
    with timezone.override(event.time_zone):
        now = timezone.localtime(timezone.now())
    facts = [f"{now:%Y-%m-%d %H:%M}", level, _("next hand %(hand)s") % {"hand": view.next_hand}]
    if view.button:
        facts.append(_("button seat %(seat)s") % {"seat": view.button})
    paper.line(" · ".join(filter(None, facts)))
    head = (_("Seat"), _("Player"), _("Chips"), _("Fantasyland"), _("Counted"))
    rows = [
        (
            str(seat.number),
            seat.entry.person.display_name,
            chips(seat.entry.stack),
            str(seat.entry.fantasyland or ""),
            "",
        )
        for seat in view.seats
        if seat.entry
    ]
    paper.table(head, rows, (-1, 5, -2, 2, 2))
    paper.gap()
    version = {"version": event.version, "head": event.head_digest[:16]}
    paper.line(_("Version %(version)s, head %(head)s") % version, size=7)


def _slip(view: TableView, paper: Paper) -> None:
    paper.keep(SLIP_ROOM)
    paper.gap(16)
    blanks = [_("Slip"), _("Hand"), _("Level"), _("Button"), _("Time")]
    number = _("Table %(number)s") % {"number": view.table.called}
    paper.line(f"{number}    " + "    ".join(f"{name} ______" for name in blanks))
    head = (_("Seat"), _("Bottom, middle, top"), _("Points"), _("Before"), _("After"), "FL")
    rows = [(str(seat.number), "", "", "", "", "") for seat in view.seats if seat.entry]
    paper.table(head, rows, (-0.8, 5, 1.2, 1.6, 1.6, 0.8), tall=BY_HAND)
    paper.gap(14)
    paper.line("    ".join(f"{who} {'_' * 22}" for who in (_("Dealer"), _("A player"))))
