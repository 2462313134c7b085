"""A deal of the last players: agreed by all of them, for the prizes that are still played for."""

from core.errors import BadRequest, Refusal
from tournaments.journal import Context, Facts, command
from tournaments.models import Entry, Event, Role
from tournaments.purse import payouts_of, still_played_for
from tournaments.rules.deals import Deal, check_deal, shares, unusual
from tournaments.selectors import entries_of
from tournaments.services.lifecycle import Status, need_reason, need_status


@command("deal.agree", Role.DIRECTOR)
def agree(
    ctx: Context,
    /,
    *,
    kind: str,
    saved: int,
    amounts: dict[str, int],
    fantasyland: bool = False,
    unusual_amounts: bool = False,
) -> Facts:
    """Make the deal that all players of the last table have signed.

    Args:
        ctx: the running command.
        kind: how the money was shared, one of `Deal`.
        saved: what is put aside for the winner; with 0 nothing is left to play for.
        amounts: what each entry gets, by its number, as it was signed.
        fantasyland: all agree although somebody still has Fantasyland to play.
        unusual_amounts: all agree to amounts that no place pays.

    Raises:
        Refusal: ``payouts_unpublished``, ``deal_made``, ``deal_clock``, ``deal_table``,
            ``deal_hand``, ``deal_fantasyland``, ``deal_changed``, ``deal_unusual``.
        FloorError: what `check_deal` refuses.
    """
    event = ctx.event
    players = _players(ctx)
    if any(player.fantasyland for player in players) and not fantasyland:
        raise Refusal("deal_fantasyland")
    stacks = {player.number: player.stack for player in players}
    prizes = still_played_for(event, len(players))
    agreed = _amounts(amounts)
    if kind not in tuple(Deal):
        raise BadRequest("bad_request", field="kind", problem=str(kind)[:40])
    if agreed.keys() != stacks.keys():
        raise Refusal("deal_changed")
    check_deal(agreed, prizes, saved)
    if kind != Deal.NEGOTIATED and agreed != shares(
        Deal(kind), stacks, prizes, event.prices.unit, saved
    ):
        raise Refusal("deal_changed")
    if unusual(agreed, prizes, saved) and not unusual_amounts:
        raise Refusal("deal_unusual")
    event.deal = {"kind": kind, "saved": saved, "amounts": amounts, "seq": ctx.seq}
    return {"kind": kind, "saved": saved, "amounts": amounts}


@command("deal.revoke", Role.DIRECTOR)
def revoke(ctx: Context, /) -> Facts:
    """Take the deal back while nobody was paid by it, with the reason."""
    event = ctx.event
    need_reason(ctx)
    need_status(event, Status.RUNNING)
    if not event.deal:
        raise Refusal("deal_none")
    made = payouts_of(event)
    if any(int(number) in made for number in event.deal["amounts"]):
        raise Refusal("payouts_paid")
    event.deal = {}
    return {}


def _players(ctx: Context) -> list[Entry]:
    """Who deals: everybody left, at one table, between two hands, with the clock stopped."""
    event = ctx.event
    need_status(event, Status.RUNNING)
    if not event.prizes:
        raise Refusal("payouts_unpublished")
    if event.deal:
        raise Refusal("deal_made")
    if not event.clock(ctx.now).paused:
        raise Refusal("deal_clock")
    if event.hands_open:
        raise Refusal("deal_hand")
    return last_players(event)


def last_players(event: Event) -> list[Entry]:
    """Everybody who is left, biggest stack first; ``deal_table`` unless one table holds them."""
    living = [entry for entry in entries_of(event) if entry.out_seq is None]
    tables = {entry.seat.table_id if hasattr(entry, "seat") else None for entry in living}
    if len(tables) != 1 or None in tables or len(living) < 2:
        raise Refusal("deal_table")
    return sorted(living, key=lambda entry: (-entry.stack, entry.number))


def _amounts(amounts: dict[str, int]) -> dict[int, int]:
    if not all(number.isdecimal() for number in amounts):
        raise BadRequest("bad_request", field="amounts", problem=", ".join(amounts)[:40])
    return {int(number): amount for number, amount in amounts.items()}
