"""Writing rows: the same statements as Django's, but written down once (see `core.questions`).

For models that are plain tables: a key that the database counts, no signals, no defaults of the
database. Everything else is Django's own business.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import islice
from typing import Any, TypeVar

from django.db import DatabaseError, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import (
    BooleanField,
    CharField,
    Field,
    ForeignKey,
    IntegerField,
    Model,
    TextField,
)

from core.scratch import current_alias

Row = TypeVar("Row", bound=Model)
BATCH = 500
"""Rows of one statement; of a wide table fewer, since SQLite takes so many parameters."""
PARAMETERS = 30_000


def insert_all(rows: Iterable[Row]) -> list[Row]:
    """Insert rows, in one statement a batch; each then has its key."""
    written = []
    connection = connections[current_alias()]
    for columns, batch in _batches(rows):
        with connection.cursor() as cursor:
            cursor.execute(_insert(columns, len(batch)), columns.values(batch, connection))
            keys = cursor.fetchall()
        for row, (key,) in zip(batch, keys, strict=True):
            row.pk = key
            row._state.adding, row._state.db = False, connection.alias
        written += batch
    return written


def insert(row: Row) -> Row:
    """Insert one row; it then has its key."""
    return insert_all([row])[0]


def update(row: Model, fields: Sequence[str] = ()) -> None:
    """Write a row that stands in the database already, or only these fields of it.

    Raises:
        DatabaseError: it does not stand there.
    """
    columns = _columns(type(row), tuple(fields))
    connection = connections[current_alias()]
    with connection.cursor() as cursor:
        cursor.execute(_update(columns), [*columns.values([row], connection), row.pk])
        if cursor.rowcount != 1:
            raise DatabaseError(f"no {type(row).__name__} {row.pk}")


def save_all(rows: Iterable[Row], fields: Sequence[str]) -> None:
    """Write these fields of rows that stand in the database already, in one statement a batch.

    It is an upsert that always finds its row. `bulk_update` says the same as a CASE for each
    field and row.
    """
    connection = connections[current_alias()]
    for columns, batch in _batches(rows, with_key=True):
        changed = _columns(columns.model, tuple(fields))
        sql = _upsert(columns, changed, len(batch))
        with connection.cursor() as cursor:
            cursor.execute(sql, columns.values(batch, connection))


class _Columns:
    """Some columns of a model, in order, and what each says to the database."""

    def __init__(self, model: type[Model], fields: Sequence["Field[Any, Any]"]) -> None:
        self.model = model
        self.fields = [(field, _plain(field)) for field in fields]
        self.names = [f'"{field.column}"' for field in fields]
        self.table, self.key = f'"{model._meta.db_table}"', f'"{model._meta.pk.column}"'

    def values(self, rows: Iterable[Model], connection: BaseDatabaseWrapper) -> list[Any]:
        """The values of these rows, one row after the other."""
        found = []
        for row in rows:
            adding = row._state.adding
            for field, plain in self.fields:
                value = field.pre_save(row, adding)
                if type(value) is not plain:
                    value = field.get_db_prep_save(value, connection)
                found.append(value)
        return found


def _plain(field: "Field[Any, Any]") -> type | None:
    """The type of values that every database takes as they are, where the field has one."""
    if isinstance(field, ForeignKey):
        return _plain(field.target_field)
    kinds = ((IntegerField, int), (BooleanField, bool), (CharField, str), (TextField, str))
    return next((plain for kind, plain in kinds if isinstance(field, kind)), None)


@cache
def _columns(
    model: type[Model], names: tuple[str, ...] = (), *, with_key: bool = False
) -> _Columns:
    """The named fields; with no names all, with the key or without."""
    fields = model._meta.local_concrete_fields
    if names:
        known = {name: field for field in fields for name in (field.name, field.attname)}
        return _Columns(model, [known[name] for name in names])
    return _Columns(model, [field for field in fields if with_key or not field.primary_key])


def _batches(
    rows: Iterable[Row], *, with_key: bool = False
) -> Iterator[tuple[_Columns, list[Row]]]:
    waiting = iter(rows)
    size = 1  # the first row says how wide the table is
    while batch := list(islice(waiting, size)):
        columns = _columns(type(batch[0]), with_key=with_key)
        size = max(1, min(BATCH, PARAMETERS // len(columns.fields)))
        batch += islice(waiting, size - len(batch))
        yield columns, batch


@cache
def _insert(columns: _Columns, count: int) -> str:
    return f"{_into(columns, count)} RETURNING {columns.key}"


@cache
def _upsert(columns: _Columns, changed: _Columns, count: int) -> str:
    sets = ", ".join(f"{name} = EXCLUDED.{name}" for name in changed.names)
    return f"{_into(columns, count)} ON CONFLICT ({columns.key}) DO UPDATE SET {sets}"


@cache
def _update(columns: _Columns) -> str:
    sets = ", ".join(f"{name} = %s" for name in columns.names)
    where = f"WHERE {columns.key} = %s"
    return f"UPDATE {columns.table} SET {sets} {where}"  # noqa: S608  (names of our models)


def _into(columns: _Columns, count: int) -> str:
    row = f"({', '.join(['%s'] * len(columns.names))})"
    names, values = ", ".join(columns.names), ", ".join([row] * count)
    return f"INSERT INTO {columns.table} ({names}) VALUES {values}"  # noqa: S608  (as above)
