"""The one function that moves chips."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from core.rows import insert_all, save_all
from tournaments.journal import Context
from tournaments.models import ChipTransfer, Entry

OUT_FIELDS = (
    "out_seq",
    "out_stack",
    "out_order",
    "out_round",
    "ruled_at",
    "ruled_order",
    "bounty_to",
)


@dataclass(frozen=True, slots=True)
class Transfer:
    """``amount`` chips from one entry to another; None is the house bank."""

    payer: Entry | None
    payee: Entry | None
    amount: int


def post(
    ctx: Context,
    kind: ChipTransfer.Kind,
    transfers: Sequence[Transfer],
    *,
    entries: Iterable[Entry] = (),
) -> None:
    """Write the transfers, and the entries with their new stacks.

    Args:
        ctx: the running command; its number is the transfers' ``seq``.
        kind: why the chips move.
        transfers: in the order in which they happened. The same entry must be the same object.
        entries: further entries whose state the command changed, saved in the same statement.
    """
    touched = {entry.pk: entry for entry in entries}
    for transfer in transfers:
        if transfer.payer is not None:
            transfer.payer.stack -= transfer.amount
            touched[transfer.payer.pk] = transfer.payer
        if transfer.payee is not None:
            transfer.payee.stack += transfer.amount
            touched[transfer.payee.pk] = transfer.payee
    insert_all(
        ChipTransfer(
            event=ctx.event,
            seq=ctx.seq,
            kind=kind,
            payer=transfer.payer,
            payee=transfer.payee,
            amount=transfer.amount,
        )
        for transfer in transfers
    )
    save_all(touched.values(), ["stack", "fantasyland", *OUT_FIELDS, "withdrawn"])
