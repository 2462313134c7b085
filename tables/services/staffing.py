"""Somebody leaves the staff of an event."""

import uuid

from core.errors import BadRequest
from tournaments.journal import Context, Facts, command
from tournaments.models import Role
from tournaments.services.lifecycle import need_another_director


@command("staff.remove", Role.DIRECTOR)
def remove(ctx: Context, /, *, user: str) -> Facts:
    """Take the role of a member of staff; where he dealt, nobody deals now.

    Raises:
        BadRequest: he has no role in this event.
        Refusal: ``staff_last`` for its last director.
    """
    member = ctx.event.staff.filter(user__uid=uuid.UUID(user)).select_related("user").first()
    if member is None:
        raise BadRequest("bad_request", field="user", problem=user)
    need_another_director(ctx.event, member)
    freed = ctx.event.tables.filter(dealer=member.user).order_by("number")
    tables = [table.number for table in freed]
    for table in freed:
        table.dealer = None
        table.save(update_fields=["dealer"])
    member.delete()
    return {"user": user, "role": member.role, "tables": tables}
