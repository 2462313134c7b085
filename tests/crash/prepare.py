"""Run in a process of its own, before the server: a database with an event to play.

Prints one JSON line: the event's slug, the session of its director, and each table's address with
the seats in it.
"""

import json
import os
import sys

import django

TABLES = 3
STACK = 10**9  # nobody goes out, however long it takes


def main() -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings.base"
    django.setup()
    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.core.management import call_command

    from accounts.signed_in import SessionStore
    from tests.factories import Floor

    call_command("migrate", verbosity=0)
    floor = Floor.running(players=3 * TABLES, starting_stack=STACK)
    session = SessionStore()
    session[SESSION_KEY] = str(floor.director.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[-1]
    session[HASH_SESSION_KEY] = floor.director.get_session_auth_hash()
    session.create()
    tables = [{"uid": str(t.uid), "number": t.number} for t in floor.event.tables.all()]
    scene = {"slug": floor.slug, "session": session.session_key, "tables": tables}
    sys.stdout.write(json.dumps(scene))


if __name__ == "__main__":
    main()
