"""Paper mode: one person types the slip, another one holds it against the paper, hand by hand.

The server works out what the hand is worth and compares the stacks after it with those that stand
on the slip. At the first difference it stops: nothing is entered, and no later hand of that table
either, until the paper and the cards agree.
"""

from core.errors import Conflict, Refusal
from tables.models import HandPlayer, PaperSlip
from tables.services import rows
from tables.services.late import late
from tournaments.journal import Context, Facts, command
from tournaments.models import Role
from tournaments.services.lifecycle import Status, need_reason, need_status


@command("slip.type", Role.DIRECTOR, Role.FLOOR)
def type_slip(  # noqa: PLR0913  (what stands on one slip)
    ctx: Context,
    /,
    *,
    table: int,
    slip: int,
    hand: int,
    level: int,
    button: int,
    layouts: list[Facts],
    stacks: list[Facts],
) -> Facts:
    """Keep what one person read from a slip; typed again, the former reading is gone.

    Args:
        ctx: the running command.
        table: its number.
        slip: the number printed on the slip.
        hand: the number of the hand at its table.
        level: at which it was dealt.
        button: seat of the button.
        layouts: as in ``hand.record``.
        stacks: ``{"seat", "chips"}`` of each player after the hand.

    Raises:
        Refusal: ``table_unknown``.
        Conflict: ``slip_known``: the hand is in the record, or another hand has this slip.
    """
    need_status(ctx.event, Status.RUNNING)
    row = rows.table_of(ctx, table)
    if row.hands.filter(number=hand).exists():
        raise Conflict("slip_known", slip=slip, hand=hand)
    PaperSlip.objects.filter(table=row, hand=hand, entered_seq=None).delete()
    if PaperSlip.objects.filter(table=row, slip=slip).exists():
        raise Conflict("slip_known", slip=slip, hand=hand)
    PaperSlip.objects.create(
        event=ctx.event,
        table=row,
        seq=ctx.seq,
        slip=slip,
        hand=hand,
        level=level,
        button=button,
        layouts=layouts,
        stacks={str(one["seat"]): one["chips"] for one in stacks},
        typed_by=ctx.user,
    )
    return {"number": ctx.seq, "table": table, "hand": hand}


@command("slip.enter", Role.DIRECTOR, Role.FLOOR)
def enter(ctx: Context, /, *, number: int) -> Facts:
    """Enter a typed hand: somebody else than who typed it has the paper before him.

    Args:
        ctx: the running command, with its reason.
        number: of the typed slip.

    Raises:
        Refusal: ``slip_unknown``, ``second_person``, ``slip_differs`` or ``slip_blank`` with the
            first seat whose stack is another one on paper, or none; what ``hand.late`` refuses,
            such as a hand that is not the next one of its table.
    """
    need_reason(ctx)
    found = PaperSlip.objects.select_related("table").filter(
        event=ctx.event, seq=number, entered_seq=None
    )
    slip = found.first()
    if slip is None:
        raise Refusal("slip_unknown")
    if ctx.user is not None and slip.typed_by_id == ctx.user.pk:
        raise Refusal("second_person")
    facts = {"level": slip.level, "button": slip.button, "layouts": slip.layouts}
    answer = late(ctx, table=slip.table.number, hand=slip.hand, **facts)
    _compare(slip)
    slip.entered_seq = ctx.seq
    slip.save(update_fields=["entered_seq"])
    return answer


def _compare(slip: PaperSlip) -> None:
    """Refuse at the first seat whose stack after the hand is not what the slip says."""
    players = HandPlayer.objects.filter(hand__table=slip.table, hand__number=slip.hand)
    for player in players.order_by("seat"):
        written = slip.stacks.get(str(player.seat))
        if written is None:
            raise Refusal("slip_blank", slip=slip.slip, seat=player.seat)
        if written != player.stack_after:
            raise Refusal(
                "slip_differs",
                slip=slip.slip,
                seat=player.seat,
                written=written,
                worked_out=player.stack_after or 0,
            )
