"""What the staff should know of the machine under the event: backups, worker, the last look."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core import health
from core.models import Verification
from tournaments import keeping
from tournaments.models import Event


@dataclass(frozen=True, slots=True)
class Line:
    """One thing of the installation in words; ``kind`` is ``danger`` when somebody must act."""

    label: str
    says: str
    kind: str = ""
    todo: str = ""


def lines_of(event: Event, now: datetime) -> list[Line]:
    """The lines of the panel, whatever is broken among them."""
    # The first copy is made within a minute of the start: until then nothing is wrong.
    began = event.marks[0].at if event.status == Event.Status.RUNNING and event.marks else now
    found = [_backup(now, running=now - began > keeping.STALE), _worker(now)]
    verified = _verified(event)
    return [*found, verified] if verified else found


def _backup(now: datetime, *, running: bool) -> Line:
    age = keeping.age(now)
    if age.at is None:
        kind = "danger" if running else ""
        return Line(_("Backup"), _("none yet"), kind, _("Call the person who runs the server."))
    says = _ago(now, age.at)
    if age.problem or (running and age.stale):
        todo = age.problem or _("Call the person who runs the server.")
        return Line(_("Backup"), says, "danger", todo)
    return Line(_("Backup"), _("%(ago)s, opened and verified") % {"ago": says})


def _worker(now: datetime) -> Line:
    at = health.worker_seen_at()
    if at is None or now - at > health.WORKER_SILENT:
        says = _ago(now, at) if at else _("not seen yet")
        todo = _("Play goes on. Backups and announcements wait until it is back.")
        return Line(_("Background work"), says, "warn", todo)
    return Line(_("Background work"), _("at work"))


def _verified(event: Event) -> Line | None:
    row = Verification.objects.filter(scope=event.uid).first()
    if row is None:
        return None
    if row.problem:
        todo = _("Stop and call the person who runs the server.")
        return Line(_("Verification"), row.problem, "danger", todo)
    return Line(_("Verification"), _("sound at version %(version)s") % {"version": row.version})


def _ago(now: datetime, at: datetime) -> str:
    minutes = max(0, int((now - at).total_seconds()) // 60)
    if not minutes:
        return _("less than a minute ago")
    text = ngettext("%(count)s minute ago", "%(count)s minutes ago", minutes)
    return text % {"count": minutes}
