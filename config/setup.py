"""``python -m config.setup``: everything a fresh installation needs, and nothing twice.

Compiles translations, creates or migrates the database, collects the static files.
"""

import os
import sys
from pathlib import Path

import django
import polib
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection

from core import backups


def compile_translations() -> None:
    """``.po`` to ``.mo`` where the source is newer: pure Python, so that gettext is not needed."""
    for folder in settings.LOCALE_PATHS:
        for source in Path(folder).glob("*/LC_MESSAGES/*.po"):
            target = source.with_suffix(".mo")
            if not target.exists() or target.stat().st_mtime < source.stat().st_mtime:
                # Whole or not at all: another process may be reading it.
                made = target.with_suffix(f".{os.getpid()}")
                polib.pofile(str(source)).save_as_mofile(str(made))
                made.replace(target)


def migrate() -> None:
    """Create or change the tables: as their owner, where the application is another role."""
    owner, application = settings.BACKUP_DATABASE or {}, dict(connection.settings_dict)
    connection.close()
    connection.settings_dict.update(owner)
    try:
        call_command("migrate", verbosity=0)
    finally:
        connection.close()
        connection.settings_dict.update(application)
    if owner:
        backups.grant()


def main() -> None:
    """Make the installation ready to serve."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.base")
    django.setup()
    compile_translations()
    try:
        migrate()
    except CommandError as refused:  # an event is being played
        sys.exit(f"\n  {refused}\n")
    call_command("collectstatic", verbosity=0, interactive=False)
    sys.stdout.write("The set-up is done.\n")


if __name__ == "__main__":
    main()
