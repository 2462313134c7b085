"""What the pages of an event's money show. Reads only."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.db.models import Q, Sum

from core.errors import Refusal
from core.messages import Coded, sentence
from tables.broadcast import entries_seen
from tournaments import purse
from tournaments.models import Entry, Event, JournalEntry, Payout
from tournaments.rules.errors import FloorError
from tournaments.rules.payouts import Prices
from tournaments.rules.places import Place
from tournaments.selectors import entries_of, is_over, places_of, plays_on_in
from web.log import LogLine, log_lines
from web.templatetags.money import money

PUBLIC_CHANGES = (
    "event.prices",
    "event.amend",
    "payouts.publish",
    "payouts.change",
    "payouts.confirm",
    "deal.agree",
)
"""What everybody may read of the log: what players rely on, and who changed it why."""

SAY_AMOUNTS = {"cash.take", "drawer.put", "drawer.count", "payout.release"}
"""Commands about the drawer whose lines in the log name the amount themselves."""

IN_MONEY = {"payouts_sum", "deal_sum", "deal_save"}
"""Refusals whose words are all amounts."""


@dataclass(frozen=True, slots=True)
class PrizeRow:
    """One paid place; the names once it is decided."""

    place: int
    amount: int
    names: Sequence[str]


@dataclass(frozen=True, slots=True)
class PayoutRow:
    """One entry that is paid, how far its payout is, and what its player still owes."""

    entry: Entry
    place: Place
    due: int
    payout: Payout | None
    bounty: int = 0
    owes: int = 0

    @property
    def released(self) -> bool:
        """Whether the money was handed out."""
        return self.payout is not None and self.payout.released_seq is not None


def prize_rows(event: Event) -> tuple[list[PrizeRow], str]:
    """The published prizes, else those that the pool gives as it stands; or why there are none."""
    amounts: Sequence[int] = event.prizes
    if other := plays_on_in(event):
        return [], sentence(Refusal("handed_over", event=other.name))
    if not amounts:
        try:
            amounts = purse.suggested_prizes(event)
        except FloorError as error:
            return [], sentence(error)
    names = _decided(event)
    rows = [PrizeRow(at, amount, names.get(at, ())) for at, amount in enumerate(amounts, start=1)]
    return rows, ""


def payout_rows(event: Event) -> list[PayoutRow]:
    """Everybody who is paid by now, best place first."""
    entries = entries_of(event)
    placed, made = places_of(event, entries), purse.payouts_of(event)
    dues = purse.dues_of(event, entries)
    hunted = purse.bounties_of(event, entries)
    owed = Counter[int]()
    for sale in purse.open_sales(event):
        owed[sale.entry.person_id] += sale.price
    rows = [
        PayoutRow(
            entry,
            placed[entry.number],
            dues.get(entry.number, 0),
            made.get(entry.number),
            hunted.get(entry.number, 0),
            owed[entry.person_id],
        )
        for entry in entries
        if entry.number in dues or entry.number in made
    ]
    return sorted(rows, key=lambda row: (row.place, row.entry.number))


def drawer_lines(event: Event, most: int) -> list[LogLine]:
    """What moved the drawer or counted it, newest first, each line with its amount."""
    sums = event.cash.values_list("seq").annotate(total=Sum("amount")).order_by("-seq")
    moved = dict(sums[:most])
    found = event.journal.filter(Q(kind="drawer.count") | Q(seq__in=moved)).order_by("-seq")
    entries = list(found.select_related("actor")[:most])
    lines = zip(entries, log_lines(event, entries), strict=True)
    return [
        line
        if entry.kind in SAY_AMOUNTS
        else replace(line, text=f"{line.text} · {money(moved[entry.seq], event.prices)}")
        for entry, line in lines
    ]


def public_changes(event: Event) -> list[LogLine]:
    """What was changed of what players rely on since registration opened, newest first."""
    opened = event.journal.filter(kind="event.publish").values_list("seq", flat=True).first()
    if opened is None:
        return []
    found = event.journal.filter(kind__in=PUBLIC_CHANGES, seq__gt=opened).select_related("actor")
    entries: list[JournalEntry] = list(found.order_by("-seq"))
    return log_lines(event, entries)


def told(error: Coded, prices: Prices) -> str:
    """A refusal with its amounts as money."""
    if isinstance(error, FloorError) and error.code in IN_MONEY:
        words = {name: money(int(value), prices) for name, value in error.params.items()}
        return sentence(FloorError(error.code, **words))
    return sentence(error)


def _decided(event: Event) -> dict[int, list[str]]:
    """Who has each place for good."""
    entries = entries_seen(event)
    placed = places_of(event, entries)
    over = is_over(event)
    names: dict[int, list[str]] = {}
    for entry in entries:
        if over or entry.out_seq is not None:
            place = placed[entry.number]
            for taken in range(place.first, place.last + 1):
                names.setdefault(taken, []).append(entry.person.display_name)
    return names
