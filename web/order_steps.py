"""An order is carried out at the pages: he has left, or he sits down, with so many chips.

For tables without a tablet, whose dealer would say it there.
"""

import json

from django.contrib import messages
from django.http import HttpRequest
from django.utils.translation import gettext as _

from core.errors import BadRequest
from tournaments import doors
from tournaments.models import Event
from web.pages import call_of, whole_number
from web.templatetags.cards import chips

STEPS = ("move.left", "move.arrived")


def carry_out(request: HttpRequest, event: Event, table: int) -> None:
    """Run the step that the button names at this table, and leave a message of what was done.

    Raises:
        Refusal: what the command refuses, and `BadRequest` for a button that is none.
    """
    name = request.POST.get("command", "")
    if name not in STEPS:
        raise BadRequest("bad_request", field="command", problem=name[:40])
    facts = {field: whole_number(request, field) for field in ("order", "stack")}
    answer = json.loads(doors.ask(event, name, call_of(request), table=table, **facts))
    if answer["counted"] != answer["stack"]:
        words = {"counted": chips(answer["counted"]), "books": chips(answer["stack"])}
        text = _("Counted %(counted)s, the books say %(books)s: the floor is called.") % words
        messages.warning(request, text)
    elif answer["state"] == "left" and answer["closed"]:
        messages.success(request, _("He is on his way, and the table is closed."))
    elif answer["state"] == "left":
        messages.success(request, _("He is on his way."))
    else:
        messages.success(request, _("He is dealt in next."))
