"""A player questions his hand: it goes to the director's list and changes nothing."""

from core.errors import Refusal
from tables.models import Hand, QueueItem
from tables.services import floor, rows
from tournaments.journal import Context, Facts, command

MOST_LETTERS = 300


@command("hand.question")
def question(ctx: Context, /, *, table: int, hand: int, entry: int, text: str) -> Facts:
    """Ask the director to look at a hand; only for who played it, until the next one is dealt.

    No role asks for it: a player has none. His page does, by his own address.

    Args:
        ctx: the running command.
        table: where it was played.
        hand: its number.
        entry: the player's entry number.
        text: what he says is wrong; cut to 300 letters.

    Raises:
        Refusal: ``question_late``, ``question_foreign``, ``question_again``.
    """
    row = rows.table_of(ctx, table)
    last = rows.last_hand(row)
    if last is None or last.number != hand or last.state != Hand.State.RECORDED:
        raise Refusal("question_late", hand=hand)
    if not last.players.filter(entry__number=entry).exists():
        raise Refusal("question_foreign", hand=hand)
    body = {"entry": entry}
    if ctx.event.queue.filter(table=row, hand=hand, body=body, closed_at=None).exists():
        raise Refusal("question_again", hand=hand)
    kind = QueueItem.Kind.CORRECTION
    item = floor.queue(ctx, table, kind, hand, text=text[:MOST_LETTERS], body=body)
    return {"item": item.seq, "table": table, "hand": hand, "entry": entry}
