"""What the lines of the log refer to, looked up at once."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from accounts.models import User
from tables.models import QueueItem
from tournaments.models import Event, JournalEntry
from tournaments.rules.payouts import Prices
from tournaments.rules.structure import Structure

_ABOUT_STAFF = {"staff.assign", "staff.remove", "dealer.assign", "dealer.change"}


@dataclass(frozen=True, slots=True)
class Known:
    """What lines refer to.

    Staff by uid, players by entry number and by the command that put them out, what was dealt
    with, the levels, the prices.
    """

    staff: dict[str, str]
    players: dict[int, str]
    out: dict[int, list[str]]
    items: dict[int, QueueItem]
    structure: Structure
    prices: Prices
    rooms: dict[int, str]

    def table(self, number: int) -> str:
        """A table to walk to: with the room it stands in now."""
        room = self.rooms.get(number)
        return f"{number}, {room}" if room else str(number)

    def entry(self, number: int) -> str:
        """An entry with the name of its player."""
        name = self.players.get(number)
        return f"{number} ({name})" if name else str(number)


def known_of(event: Event, entries: Sequence[JournalEntry]) -> Known:
    """What these lines of an event refer to."""
    players: dict[int, str] = {}
    out: dict[int, list[str]] = defaultdict(list)
    for entry in event.entries.select_related("person").order_by("number"):
        players[entry.number] = entry.person.display_name
        if entry.out_seq is not None:
            out[entry.out_seq].append(entry.person.display_name)
    items = _items(event, entries)
    rooms = dict(event.tables.exclude(room="").values_list("number", "room"))
    return Known(_staff_names(entries), players, out, items, event.structure, event.prices, rooms)


def _staff_names(entries: Sequence[JournalEntry]) -> dict[str, str]:
    uids = {entry.facts.get("user") for entry in entries if entry.kind in _ABOUT_STAFF}
    users = User.objects.filter(uid__in=[uid for uid in uids if uid])
    return {str(user.uid): user.known_as for user in users}


def _items(event: Event, entries: Sequence[JournalEntry]) -> dict[int, QueueItem]:
    closed = [entry.facts["item"] for entry in entries if entry.kind == "queue.close"]
    found = event.queue.filter(seq__in=closed).select_related("table") if closed else ()
    return {item.seq: item for item in found}
