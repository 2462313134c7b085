"""What we know of one person, for the person; and how it is taken away."""

from collections.abc import Iterator
from typing import Any

from accounts import links
from accounts.models import Link
from tournaments.models import Person, Sale
from tournaments.selectors import entries_of, places_of
from tournaments.services import people


def find(text: str) -> list[Person]:
    """People by uid, or by name or alias in any case; several when the name is not one person's."""
    named = Person.objects.filter(name__iexact=text) | Person.objects.filter(alias__iexact=text)
    by_uid = [one for one in Person.objects.all() if str(one.uid) == text]
    return by_uid or list(named.order_by("pk"))


def known_of(person: Person) -> dict[str, Any]:
    """Everything that is stored about a person, in plain words (the right of access)."""
    return {
        "person": {
            "uid": str(person.uid),
            "name": person.name,
            "alias": person.alias,
            "country": person.country,
            "shown_as": person.display,
            "public_name": person.display_name,
        },
        "entries": list(_entries(person)),
        "why": "To run the events entered, pay prizes and show results. Kept: see the organiser.",
    }


def erase(person: Person) -> int:
    """Take the person's data away; entries, hands and money stay, of nobody in particular.

    Returns:
        How many addresses of own pages were ended.
    """
    ended = 0
    for entry in person.entries.select_related("event"):
        if Link.objects.filter(scope=entry.event.uid, subject=entry.number).exists():
            links.renew(entry.event.uid, entry.number)
            ended += 1
    people.erase(person)
    return ended


def _entries(person: Person) -> Iterator[dict[str, Any]]:
    for entry in person.entries.select_related("event").order_by("event__pk", "number"):
        event = entry.event
        places = places_of(event, entries_of(event))
        yield {
            "event": event.name,
            "entry": entry.number,
            "bullet": entry.bullet,
            "stack": entry.stack,
            "place": places.get(entry.number),
            "hands": entry.hands.count(),
            "sold": [_sale(sale) for sale in entry.sales.order_by("pk")],
            "paid_out": [p.amount for p in entry.payouts.exclude(released_seq=None)],
            "disqualified_or_no_show": entry.removal,
        }


def _sale(sale: Sale) -> dict[str, Any]:
    return {"kind": sale.kind, "price": sale.price, "paid": sale.paid_seq is not None}
