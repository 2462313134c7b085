"""What the felt adds to the file of an event: tablets, PINs and players' links.

Only digests stand in it. With the same PIN key the tablets, PINs and printed codes of the old
installation work at the new one, and tablets can send again what they hold.
"""

from collections.abc import Iterator
from datetime import datetime

from accounts.models import Link, Pin, User
from tables.models import Device
from tournaments.journal import Facts
from tournaments.models import Event
from tournaments.services.portable import part

TIMES = ("paired_at", "ended_at", "revoked_at")


def _devices(event: Event) -> Iterator[Facts]:
    for row in event.devices.select_related("table", "paired_by", "dealer").order_by("pk"):
        times = {name: at.isoformat() for name in TIMES if (at := getattr(row, name))}
        yield {
            "uid": str(row.uid),
            "table": row.table.number,
            "name": row.name,
            "digest": row.digest,
            "paired_by": str(row.paired_by.uid),
            "dealer": str(row.dealer.uid) if row.dealer else "",
            "dealer_since": row.dealer_since.isoformat() if row.dealer_since else "",
            **times,
        }


def _read_device(event: Event, line: Facts) -> None:
    director = User.objects.filter(uid=line["paired_by"]).first()
    assert director is not None, "who paired a tablet is a director, and so of the staff"
    Device.objects.create(
        event=event,
        uid=line["uid"],
        table=event.tables.get(number=line["table"]),
        name=line["name"],
        digest=line["digest"],
        paired_by=director,
        dealer=User.objects.filter(uid=line["dealer"]).first() if line["dealer"] else None,
        dealer_since=_time(line.get("dealer_since")),
        paired_at=datetime.fromisoformat(line["paired_at"]),
        ended_at=_time(line.get("ended_at")),
        revoked_at=_time(line.get("revoked_at")),
    )


def _pins(event: Event) -> Iterator[Facts]:
    for row in Pin.objects.filter(scope=event.uid).select_related("user").order_by("pk"):
        issued = row.issued_at.isoformat()
        yield {"user": str(row.user.uid), "digest": row.digest, "issued_at": issued}


def _read_pin(event: Event, line: Facts) -> None:
    user = User.objects.filter(uid=line["user"]).first()
    if user is not None:
        issued = datetime.fromisoformat(line["issued_at"])
        Pin.objects.create(user=user, scope=event.uid, digest=line["digest"], issued_at=issued)


def _links(event: Event) -> Iterator[Facts]:
    for row in Link.objects.filter(scope=event.uid).order_by("subject"):
        yield {"subject": row.subject, "generation": row.generation, "digest": row.digest}


def _read_link(event: Event, line: Facts) -> None:
    facts = {name: line[name] for name in ("subject", "generation", "digest")}
    Link.objects.create(scope=event.uid, **facts)


def _time(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None


part("device", _devices, _read_device)
part("pin", _pins, _read_pin)
part("link", _links, _read_link)
