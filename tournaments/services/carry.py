"""Players who come from the flights of an earlier day, each with the chips of his bag."""

import uuid

from core.errors import Refusal
from tournaments.journal import Context, Facts, command
from tournaments.models import ChipTransfer, Entry, Person, Role
from tournaments.rules.clock import Mark
from tournaments.services import chips
from tournaments.services.lifecycle import Status, need_status


@command("entry.carry", Role.DIRECTOR)
def carry(ctx: Context, /, *, carried: list[Facts], flights: list[Facts]) -> Facts:
    """Enter the players of all flights with their bags; seats are drawn as for anybody.

    Args:
        ctx: the running command.
        carried: ``person`` (uid) and ``chips``, each person once; with bounties also ``head``, what
            is on his own head, and ``won``, what he has won.
        flights: of each flight ``slug``, ``entries``, ``pool`` (money sold for it), ``chips`` that
            came from it and ``left`` (chips that left play there).

    Raises:
        Refusal: ``carried_already``, ``carried_chips``, ``person_unknown``.
    """
    event = ctx.event
    need_status(event, Status.OPEN)
    if event.entries.exists() or event.carried:
        raise Refusal("carried_already")
    total = sum(line["chips"] for line in carried)
    if not carried or total != sum(flight["chips"] for flight in flights):
        raise Refusal("carried_chips")
    people = {str(one.uid): one for one in Person.objects.filter(uid__in=_uids(carried))}
    if len(people) != len(carried):
        raise Refusal("person_unknown")
    entries = [
        Entry(event=event, person=people[line["person"]], number=number)
        for number, line in enumerate(carried, start=1)
    ]
    Entry.objects.bulk_create(entries)
    stacks = [
        chips.Transfer(None, entry, line["chips"])
        for entry, line in zip(entries, carried, strict=True)
    ]
    chips.post(ctx, ChipTransfer.Kind.STACK, stacks)
    event.carried = {
        "flights": [flight["slug"] for flight in flights],
        "entries": sum(flight["entries"] for flight in flights),
        "pool": sum(flight["pool"] for flight in flights),
        **_bounties(carried),
    }
    return {"count": len(entries), "chips": total, "left": sum(one["left"] for one in flights)}


@command("day.handover", Role.DIRECTOR)
def hand_over(ctx: Context, /, *, to: str) -> Facts:
    """End a flight: who is in plays on in another event, with what is in his bag."""
    event = ctx.event
    need_status(event, Status.RUNNING)
    if not event.bagging:
        raise Refusal("day_running", day=event.day)
    event.status = Status.FINISHED
    event.carried = {**event.carried, "to": to}
    event.mark(Mark("pause", ctx.now))
    event.tables.update(dealer=None)
    return {"to": to}


def _bounties(carried: list[Facts]) -> Facts:
    """The bounties that come along, by the number of the new entry."""
    lines = list(enumerate(carried, start=1))
    found = {
        "heads": {str(number): line["head"] for number, line in lines if line.get("head")},
        "won": {str(number): line["won"] for number, line in lines if line.get("won")},
    }
    return {name: amounts for name, amounts in found.items() if amounts}


def _uids(carried: list[Facts]) -> list[uuid.UUID]:
    return [uuid.UUID(line["person"]) for line in carried]
