"""One player's page: where he stands, where he goes, his last hands, his evening. Reads only."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from django.db.models import Q, QuerySet

from core.errors import NotFound
from scoring.settlement import Payment, Status
from tables.broadcast import entries_seen, seen
from tables.models import HandPlayer, MoveOrder
from tables.models.move import OPEN_ORDER
from tables.results import as_corrected
from tournaments.access import public_until
from tournaments.models import ChipTransfer, Entry, Event
from tournaments.selectors import places_of
from web import sentences
from web.charts import Curve, curve_of

LAST_HANDS = 5
Kind = ChipTransfer.Kind


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """A recorded hand as this player lived it."""

    table: int
    number: int
    level: int
    change: int
    points: int
    foul: bool
    fantasyland: int
    payments: Sequence[tuple[str, int]]
    # Whether everybody may see its boards by now.
    open: bool


@dataclass(frozen=True, slots=True)
class Figures:
    """What his hands add up to."""

    hands: int
    scoops: int
    fouls: int
    fantasylands: int
    royalties: int
    best: int


@dataclass(frozen=True, slots=True)
class PlayerView:
    """Everything the page shows of an entry, at one version of the event."""

    entry: Entry
    place: int
    place_last: int
    left: int
    order: MoveOrder | None
    last: Sequence[PlayedHand]
    figures: Figures
    curve: Curve | None

    @property
    def newest(self) -> PlayedHand | None:
        """The hand after which he has the stack that is shown."""
        return self.last[0] if self.last else None


def player_of(event: Event, number: int) -> PlayerView:
    """An entry of an event, by its number; raises `NotFound`."""
    entries = entries_seen(event)
    entry = next((one for one in entries if one.number == number), None)
    if entry is None:
        raise NotFound("not_found")
    first, last = places_of(event, entries)[number]
    played = list(_played(event, entry))
    return PlayerView(
        entry=entry,
        place=first,
        place_last=last,
        left=sum(one.out_seq is None for one in entries),
        order=_order(entry),
        last=_last_hands(event, played[-LAST_HANDS:][::-1]),
        figures=_figures(event, played),
        curve=curve_of(_stacks(event, entry)),
    )


def _played(event: Event, entry: Entry) -> QuerySet[HandPlayer]:
    recorded = entry.hands.filter(seen(event, "hand__"))
    return recorded.select_related("hand__table").order_by("hand__recorded_seq")


def _stacks(event: Event, entry: Entry) -> list[int]:
    """His stack from the first chips on, after each command that moved any: also corrections.

    A hand that was taken back and is entered again has never moved any.
    """
    stand = entry.hands.filter(seen(event, "hand__", voided=True)).values("hand__recorded_seq")
    rows = event.transfers.filter(Q(payer=entry) | Q(payee=entry), seq__lte=event.seen_version)
    taken_back = Q(kind=Kind.PAYMENT) & ~Q(seq__in=stand)
    moved: dict[int, int] = {}
    for row in rows.exclude(taken_back).exclude(kind=Kind.REVERSAL).order_by("seq"):
        moved.setdefault(row.seq, 0)
        moved[row.seq] += row.amount if row.payee_id == entry.pk else -row.amount
    return list(accumulate(moved.values()))


def _order(entry: Entry) -> MoveOrder | None:
    return entry.orders.filter(OPEN_ORDER).select_related("origin", "target").first()


def _last_hands(event: Event, played: Sequence[HandPlayer]) -> list[PlayedHand]:
    until = public_until(event)
    hands = [one.hand_id for one in played]
    names: dict[int, dict[int, str]] = {hand: {} for hand in hands}
    others = HandPlayer.objects.filter(hand__in=hands).select_related("entry__person")
    for other in others:
        names[other.hand_id][other.seat] = other.entry.person.display_name
    return [
        PlayedHand(
            table=one.hand.table.number,
            number=one.hand.number,
            level=one.hand.level,
            change=_change(one),
            points=one.points or 0,
            foul=bool(one.foul),
            fantasyland=one.fantasyland,
            payments=list(_payments(one, names[one.hand_id])),
            open=until is None or (one.hand.recorded_seq or 0) <= until,
        )
        for one in played
    ]


def _change(one: HandPlayer) -> int:
    """Chips won in the hand as it counts now."""
    now = as_corrected(one.hand)
    if now is one.hand:
        return (one.stack_after or 0) - one.stack_before
    players = (now.outcome or {})["players"]
    after: int = next(player["stack"] for player in players if player["seat"] == one.seat)
    return after - one.stack_before


def _payments(one: HandPlayer, names: dict[int, str]) -> list[tuple[str, int]]:
    """The payments this player made or got, as sentences with the chips."""
    facts = (as_corrected(one.hand).outcome or {}).get("payments", [])
    found = [Payment(**{**each, "status": Status(each["status"])}) for each in facts]
    return [
        (sentences.pays(payment, names.__getitem__), payment.paid)
        for payment in found
        if one.seat in {payment.payer, payment.payee} and payment.due
    ]


def _figures(event: Event, played: Sequence[HandPlayer]) -> Figures:
    return Figures(
        hands=len(played),
        scoops=sum(_scoops(event, one) for one in played),
        fouls=sum(bool(one.foul) for one in played),
        fantasylands=sum(bool(one.fantasyland) for one in played),
        royalties=sum(one.royalties or 0 for one in played),
        best=max((one.points or 0 for one in played), default=0),
    )


def _scoops(event: Event, one: HandPlayer) -> int:
    """How often he scooped somebody in a hand."""
    own = set(event.ruleset.layout_seats(one.seat))
    pairs = (one.hand.outcome or {}).get("pairs", [])
    won = (
        pair.get("scoop", 0) * (1 if pair["a"] in own else -1)
        for pair in pairs
        if (pair["a"] in own) != (pair["b"] in own)
    )
    return sum(points > 0 for points in won)
