"""The end of an event: places stand, and its dealers are free for another."""

from core.errors import Refusal
from tournaments.journal import Context, Facts, command
from tournaments.models import Role
from tournaments.models.entry import LIVING
from tournaments.rules.clock import Mark
from tournaments.services.lifecycle import Status, need_status


@command("event.finish", Role.DIRECTOR)
def finish(ctx: Context, /) -> Facts:
    """Close the event when one player holds all chips, or a deal left nothing to play for.

    Places are derived, not written.
    """
    event = ctx.event
    need_status(event, Status.RUNNING)
    left = event.entries.filter(LIVING).count()
    dealt = bool(event.deal) and not event.deal["saved"]
    if left != 1 and not dealt:
        raise Refusal("players_left", count=left)
    event.status = Status.FINISHED
    event.mark(Mark("pause", ctx.now))
    event.tables.update(dealer=None)
    return {"status": event.status}
