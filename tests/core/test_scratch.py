"""The scratch database of a replay: its tables are those that the migrations have made."""

import os
import subprocess
import sys

import pytest
from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.utils import ConnectionHandler

from config.environment import database
from core.scratch import ALIAS, current_alias, scratch_database
from tournaments.models import Event

pytestmark = pytest.mark.django_db


def tables(connection):
    """Columns, which of them may be empty, and what must be unique, by table."""
    found = {}
    look = connection.introspection
    with connection.cursor() as cursor:
        for name in look.table_names(cursor):
            columns = look.get_table_description(cursor, name)
            constraints = look.get_constraints(cursor, name).values()
            found[name] = (
                {(column.name, column.null_ok) for column in columns},
                {tuple(one["columns"]) for one in constraints if _is_own_key(one)},
            )
    return found


def _is_own_key(constraint):
    return constraint["unique"] and not constraint["primary_key"]


def test_its_tables_are_those_of_the_migrations(tmp_path):
    (tmp_path / "static").mkdir()
    kept = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    env = {**kept, "THIRTEEN_DATA": str(tmp_path), "DJANGO_SETTINGS_MODULE": "config.settings.base"}
    command = [sys.executable, "manage.py", "migrate", "--verbosity=0"]
    subprocess.run(command, cwd=settings.BASE_DIR, env=env, check=True)
    file = database(f"sqlite:///{tmp_path}/thirteen.sqlite3")
    handler = ConnectionHandler({DEFAULT_DB_ALIAS: file})
    migrated = tables(handler[DEFAULT_DB_ALIAS])
    handler.close_all()
    del migrated["django_migrations"]
    with scratch_database():
        made = tables(connections[ALIAS])
    assert made.keys() == migrated.keys()
    for name, found in made.items():
        assert found == migrated[name], name


def test_it_is_empty_and_gone_afterwards():
    Event.objects.create(slug="friday")
    with scratch_database():
        assert current_alias() == ALIAS
        assert not Event.objects.exists()
        Event.objects.create(slug="scratched")
    assert current_alias() == DEFAULT_DB_ALIAS
    assert [event.slug for event in Event.objects.all()] == ["friday"]
    assert ALIAS not in connections.settings
