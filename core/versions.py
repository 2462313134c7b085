"""Whether the tables are those of this code: a copy from before an update cannot be read by it."""

from django.apps import apps
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

MOST = 3


def difference() -> str:
    """What is different, in words that say what to do; empty when nothing is."""
    executor = MigrationExecutor(connection)
    loader = executor.loader
    if not loader.applied_migrations:  # made without any, as the suite does
        return ""
    ours = {app.label for app in apps.get_app_configs()}
    newer = {(app, name) for app, name in loader.applied_migrations if app in ours}
    newer -= set(loader.disk_migrations)
    if newer:
        return f"The tables are of newer code ({_named(newer)}): take that code."
    last = loader.graph.leaf_nodes()
    missing = {(one.app_label, one.name) for one, _ in executor.migration_plan(last)}
    if missing:
        return f"The tables are of older code (without {_named(missing)}): take that code."
    return ""


def _named(migrations: set[tuple[str, str]]) -> str:
    names = [f"{app}.{name}" for app, name in sorted(migrations)]
    return ", ".join([*names[:MOST], *(["…"] if len(names) > MOST else [])])
