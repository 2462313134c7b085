"""How hands are entered and shown: who agrees, street by street, which chips, how much later."""

from core.errors import BadRequest
from tournaments.journal import Context, Facts, command
from tournaments.models import Event, Role
from tournaments.rules.chipset import check_chips
from tournaments.services.lifecycle import Status, need_status

MOST_DELAY = 3600


@command("event.settings", Role.DIRECTOR)
def change_settings(
    ctx: Context,
    /,
    *,
    confirm: str,
    streets: bool,
    chips: list[int],
    broadcast_delay: int | None = None,
) -> Facts:
    """Set who confirms a hand, how cards are entered, the chip set, and the broadcast delay.

    Args:
        ctx: the running command.
        confirm: ``dealer``, ``losers`` (every player who pays) or ``all``.
        streets: street by street at every table, not only where somebody is absent.
        chips: the values of the chips in play, in any order.
        broadcast_delay: seconds, up to an hour, after which the public sees a hand; None: as it is.

    Raises:
        FloorError: ``chips_values`` unless these are different whole numbers above zero.
    """
    event = ctx.event
    need_status(event, Status.DRAFT, Status.OPEN, Status.RUNNING)
    if confirm not in Event.Confirm.values:
        raise BadRequest("bad_request", field="confirm", problem=confirm)
    delay = event.broadcast_delay if broadcast_delay is None else broadcast_delay
    if type(delay) is not int or not 0 <= delay <= MOST_DELAY:
        raise BadRequest("bad_request", field="broadcast_delay", problem=str(delay)[:40])
    event.confirm, event.streets, event.broadcast_delay = confirm, streets, delay
    event.chip_values = check_chips(chips)
    return {"confirm": confirm, "streets": streets, "chips": event.chip_values, "delay": delay}
