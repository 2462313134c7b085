"""The event: what is pinned, who plays, which chips and money moved, what was done."""

from tournaments.models.chips import ChipTransfer
from tournaments.models.entry import Entry, Person
from tournaments.models.event import Event, EventStaff, Role
from tournaments.models.journal import JournalEntry
from tournaments.models.money import CashMove, Payout, Sale

__all__ = [
    "CashMove",
    "ChipTransfer",
    "Entry",
    "Event",
    "EventStaff",
    "JournalEntry",
    "Payout",
    "Person",
    "Role",
    "Sale",
]
