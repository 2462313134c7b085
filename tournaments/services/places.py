"""Places by a ruling: who went out at different tables at about the same time."""

from collections.abc import Iterable

from core.errors import Refusal
from tournaments.journal import Context, Facts, command
from tournaments.models import Entry, Event, Role
from tournaments.purse import payouts_of
from tournaments.selectors import entries_of, places_of
from tournaments.services.lifecycle import need_reason


@command("places.order", Role.DIRECTOR)
def order(ctx: Context, /, *, groups: list[list[int]]) -> Facts:
    """Put players who are out into another order among themselves; who stands together ties.

    Their places must follow each other, whole ties and hands included. A ruling stays until one of
    them comes back.

    Args:
        ctx: the running command, with its reason.
        groups: entries, best first; several in one group share its places.

    Raises:
        Refusal: ``reason_needed``, ``places_few``, ``places_apart``, ``places_paid``.
    """
    need_reason(ctx)
    event = ctx.event
    named = [number for group in groups for number in group]
    entries = {entry.number: entry for entry in entries_of(event)}
    out = {n: entry for n, entry in entries.items() if entry.out_seq is not None}
    if len(named) < 2 or len(set(named)) != len(named) or not set(named) <= out.keys():
        raise Refusal("places_few")
    chosen = [out[number] for number in named]
    _need_together(event, list(entries.values()), set(named))
    paid = payouts_of(event)
    for number in named:
        if number in paid:
            raise Refusal("places_paid", number=number)
    at = max(_effective(entry, out.values()) for entry in chosen)
    for rank, group in enumerate(reversed(groups), start=1):
        for number in group:
            out[number].ruled_at, out[number].ruled_order = at, rank
    Entry.objects.bulk_update(chosen, ["ruled_at", "ruled_order"])
    placed = places_of(event, list(entries.values()))
    return {"places": [[number, *placed[number]] for number in named]}


def _need_together(event: Event, entries: list[Entry], named: set[int]) -> None:
    """The places of those who are named follow each other, and cut no hand or round in two."""
    placed = places_of(event, entries)
    first = min(placed[number].first for number in named)
    last = max(placed[number].last for number in named)
    groups = {_group(entry) for entry in entries if entry.number in named}
    for entry in entries:
        between = entry.out_seq is not None and first <= placed[entry.number].first <= last
        if entry.number not in named and (between or _group(entry) in groups):
            raise Refusal("places_apart", number=entry.number)


def _group(entry: Entry) -> tuple[str, int]:
    """Whom an entry is ranked together with: its hand, its round, or an earlier ruling."""
    if entry.ruled_at is not None:
        return "ruling", entry.ruled_at
    if entry.out_round is not None:
        return "round", entry.out_round
    return "command", entry.out_seq or -entry.number


def _effective(entry: Entry, out: Iterable[Entry]) -> int:
    """When an entry counts as out: a round as late as its last one."""
    if entry.ruled_at is not None or entry.out_round is None:
        return entry.ruled_at or entry.out_seq or 0
    return max(one.out_seq or 0 for one in out if one.out_round == entry.out_round)
