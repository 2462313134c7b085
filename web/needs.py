"""What waits for a person: the first thing on the desk, each with its age and one button."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from statistics import median

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tables.desk import (
    TabletView,
    bad_counts,
    hand_times,
    open_calls,
    open_items,
    tablets_of,
    waiting_corrections,
)
from tables.models import FloorCall
from tables.services.bubble import announced
from tournaments.journal import roles_of
from tournaments.models import Event
from tournaments.rules.late import hand_for_hand_due
from tournaments.verify import received_from_bank, returned_to_bank
from web.desk import Desk, TileView
from web.moves import ProposalView

USUAL_HANDS = 5
"""From so many hands on, the event's own pace says what is slow."""
SLOW_S, LEAST_SLOW_S, SLOW_TIMES = 600, 180, 3
FEW = "few_players"
SILENT_SHARE = 3
"""The clock should stop when more than one table in so many is silent."""


@dataclass(frozen=True, slots=True)
class Need:
    """Something that waits for a person: a command to send, or a page to open.

    ``table`` is where, None for the whole room; ``note`` says who is on it, or what was said.
    """

    text: str
    label: str
    table: int | None = None
    url: str = ""
    command: str = ""
    field: str = ""
    value: int | None = None
    kind: str = "warn"
    since: datetime | None = None
    note: str = ""
    age_min: int | None = None
    # As somebody is told who walks there; empty without a table.
    called: str = ""

    @property
    def where(self) -> str:
        """The table in words."""
        return _("Table %(number)s") % {"number": self.called} if self.called else ""


def needs_of(desk: Desk, proposal: ProposalView | None, role: str, now: datetime) -> list[Need]:
    """What waits for a person now, oldest first where an age is known.

    A button is there only for a role that may press it; a proposal stands beside this list, and
    the lone players that it helps are not listed again.
    """
    event = desk.event
    if event.status != Event.Status.RUNNING:
        return []
    coming = {call.table.number: call for call in open_calls(event)}
    found = [*_calls(coming), *_items(event), *_counts(event), *_waiting(event)]
    found += [*_room(desk, now), *_no_dealer(desk)]
    slow_s = _slow_s(event)
    helped = _helped(proposal)
    for tile in desk.tiles:
        found += _table_needs(desk, tile, slow_s, helped, now)
    found += [need for tablet in tablets_of(event, now) for need in _tablet_needs(event, tablet)]
    called = {tile.view.table.number: tile.view.table.called for tile in desk.tiles}
    told = [
        replace(_told(need, coming, role, now), called=called.get(need.table, str(need.table)))
        if need.table
        else _told(need, coming, role, now)
        for need in found
    ]
    return sorted(told, key=lambda need: (need.since is None, need.since))


def _told(need: Need, coming: Mapping[int, FloorCall], role: str, now: datetime) -> Need:
    """The need with its age and who is on it, without a button that the reader may not press."""
    call = coming.get(need.table) if need.table else None
    if call and call.taken_by and need.command == "floor.go":
        name = _("%(name)s is coming") % {"name": call.taken_by.known_as}
        need = replace(need, note=name, command="", label="")
    if need.command and role not in roles_of(need.command):
        need = replace(need, command="", label="")
    age = None if need.since is None else max(0, int((now - need.since).total_seconds()) // 60)
    return replace(need, age_min=age)


def _going(text: str, table: int, *, kind: str = "warn", since: datetime | None = None) -> Need:
    """Something at a table for which somebody has to go there."""
    return Need(text, _("I am on it"), table, "", "floor.go", "table", table, kind, since)


def _calls(coming: Mapping[int, FloorCall]) -> Iterator[Need]:
    for table, call in coming.items():
        text = _("Floor: %(reason)s") % {"reason": call.get_reason_display()}
        taken = call.taken_by
        note = _("%(name)s is coming") % {"name": taken.known_as} if taken else ""
        label = _("Done") if taken else _("I am on it")
        command = "floor.close" if taken else "floor.take"
        yield Need(
            text,
            label,
            table,
            command=command,
            field="number",
            value=call.seq,
            kind="warn" if taken else "danger",
            since=call.called_at,
            note=note,
        )


def _items(event: Event) -> Iterator[Need]:
    url = reverse("web:devices", args=[event.slug])
    for item in open_items(event):
        text = item.get_kind_display()
        if item.hand:
            text += " · " + _("hand %(number)s") % {"number": item.hand}
        words = [item.player, f"“{item.text}”" if item.text else ""]
        note = ": ".join(word for word in words if word)
        yield Need(text, _("Look"), item.table.number, url, since=item.at, note=note)


def _counts(event: Event) -> Iterator[Need]:
    for count in bad_counts(event):
        differs = sum(line["counted"] - line["stack"] for line in count.lines)
        text = _("The count differs: %(chips)s") % {"chips": f"{differs:+d}".replace("-", "−")}
        url = reverse("web:corrections", args=[event.slug])
        yield Need(text, _("Look"), count.table.number, url, kind="danger", since=count.at)


def _waiting(event: Event) -> Iterator[Need]:
    """Corrections that somebody has asked for, and that take a second person."""
    url = reverse("web:corrections", args=[event.slug])
    for row in waiting_corrections(event):
        text = _("Second person: %(what)s") % {"what": row.get_kind_display()}
        table = row.hand.table.number if row.hand else None
        who = row.asked_by.known_as if row.asked_by else ""
        yield Need(text, _("Look"), table, url, since=row.asked_at, note=who)


def _room(desk: Desk, now: datetime) -> Iterator[Need]:
    """What concerns all tables at once."""
    event = desk.event
    issued = received_from_bank(event) - returned_to_bank(event)
    if issued != desk.counts.chips:
        facts = {"chips": desk.counts.chips, "issued": issued}
        text = _("Chips in play: %(chips)s, issued: %(issued)s") % facts
        yield Need(text, _("Log"), url=reverse("web:log", args=[event.slug]), kind="danger")
    yield from _bubble(desk) or _last_tables(desk)
    if _silent(desk, now):
        yield Need(_("Many tables are silent."), _("Pause"), command="clock.pause", kind="danger")


def _no_dealer(desk: Desk) -> Iterator[Need]:
    """Tables where hands are played and nobody deals: one line for all of them."""
    found = [
        tile.view.table.number
        for tile in desk.tiles
        if tile.view.table.dealer_id is None and not (tile.waits and tile.waits.code == FEW)
    ]
    if not any(tile.view.table.dealer_id for tile in desk.tiles):
        return  # The next step says so.
    url = reverse("web:staff", args=[desk.event.slug])
    if len(found) == 1:
        yield Need(_("No dealer"), _("Staff"), found[0], url, kind="")
    elif found:
        text = _("No dealer: tables %(tables)s") % {"tables": ", ".join(map(str, found))}
        yield Need(text, _("Staff"), url=url, kind="")


def _last_tables(desk: Desk) -> list[Need]:
    """The two last tables play hand for hand for the final one."""
    event = desk.event
    if not hand_for_hand_due(desk.counts.left, event.ruleset.chairs) or event.hand_for_hand:
        return []
    text = _("The next player out makes the final table.")
    return [Need(text, _("Play hand for hand"), command="round.start")]


def _bubble(desk: Desk) -> list[Need]:
    """One before the money, and the roll call once it is reached."""
    event, left, paid = desk.event, desk.counts.left, len(desk.event.prizes)
    if paid and left == paid + 1 and not event.hand_for_hand:
        text = _("The next player out is the last one who is not paid.")
        return [Need(text, _("Play hand for hand"), command="round.start")]
    if paid and 1 < left <= paid and not announced(event):
        url = reverse("web:places", args=[event.slug])
        return [Need(_("The money is reached, by the record"), _("Roll call"), url=url)]
    return []


def _silent(desk: Desk, now: datetime) -> bool:
    """Whether so many tablets are silent that the clock should stop."""
    if desk.clock is None or desk.clock.paused:
        return False
    tablets = [one for one in tablets_of(desk.event, now) if one.device]
    return SILENT_SHARE * sum(one.silent for one in tablets) > len(tablets) > 1


def _slow_s(event: Event) -> float:
    """After how many seconds a hand is slow: three times what is usual here."""
    times = hand_times(event)
    if len(times) < USUAL_HANDS:
        return SLOW_S
    return max(LEAST_SLOW_S, SLOW_TIMES * median(one.total_seconds() for one in times))


def _helped(proposal: ProposalView | None) -> set[int]:
    """Tables whose lone or empty state is what the proposal is about."""
    if proposal is None or proposal.proposal.rejected:
        return set()
    plan = proposal.proposal.plan
    moved = {number for move in plan.moves for number in (move.from_table, move.to_table)}
    return {number for number in moved if number} | set(plan.closes)


def _table_needs(
    desk: Desk, tile: TileView, slow_s: float, helped: set[int], now: datetime
) -> Iterator[Need]:
    view, table = tile.view, tile.view.table
    waits = tile.waits.code if tile.waits else ""
    last = view.hand.recorded_at if view.hand else None
    if waits == FEW and desk.counts.left > 1 and table.number not in helped and not view.orders:
        yield from _few(desk, tile, last)
    slow = timedelta(seconds=slow_s)
    if view.hand and view.playing and now - view.hand.started_at > slow:
        text = _("Hand %(number)s has been open for long") % {"number": view.hand.number}
        yield _going(text, table.number, since=view.hand.started_at)
    elif not waits and last and now - last > slow:
        yield _going(_("No hand for long"), table.number, since=last)


def _few(desk: Desk, tile: TileView, since: datetime | None) -> Iterator[Need]:
    table = tile.view.table.number
    if len(tile.view.taken) == 1:
        yield _going(_("One player sits alone"), table, kind="danger", since=since)
    else:
        seats = reverse("web:seats", args=[desk.event.slug])
        yield Need(_("Empty table"), _("Seats"), table, seats)


def _tablet_needs(event: Event, tablet: TabletView) -> Iterator[Need]:
    device = tablet.device
    if device is None:
        return
    table = tablet.table.number
    if tablet.silent:
        unsent = device.unsent
        text = _("Tablet offline")
        if unsent:
            count = ngettext("%(count)s unsent", "%(count)s unsent", unsent) % {"count": unsent}
            text += f" · {count}"
        yield _going(text, table, since=device.last_contact)
    if tablet.locked:
        url = reverse("web:devices", args=[event.slug])
        yield Need(_("Tablet locked: too many wrong PINs"), _("Tablets"), table, url)
