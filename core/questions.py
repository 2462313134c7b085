"""Questions to the database whose SQL is written down once, not each time they are asked.

Django composes the SQL of a queryset anew for each use. For the few questions that every hand
asks, that took more of the processor than the database, the rules and the journal together
(docs/adr/0006). A `Question` is a queryset with gaps; models, relations and annotations come out
as from the queryset itself.
"""

from collections.abc import Callable, Iterator
from typing import Any, Generic, TypeVar

from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Expression, Field, IntegerField, Model, QuerySet
from django.db.models.query import get_related_populators
from django.db.models.sql.compiler import SQLCompiler

from core.scratch import current_alias

Row = TypeVar("Row", bound=Model)


class Gap(Expression):
    """A place in a queryset for a value that is known when the question is asked.

    Args:
        name: by which the value is given.
        field: of the kind of value; a relation is a gap for its key.
    """

    def __init__(self, name: str, field: "Field[Any, Any]") -> None:
        super().__init__(output_field=field)
        self.name = name

    def as_sql(
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper
    ) -> tuple[str, tuple[Any, ...]]:
        """A placeholder, with the gap itself as its parameter until the question is asked."""
        return "%s", (self,)

    def filled(self, value: object, connection: BaseDatabaseWrapper) -> Any:
        """The value as the database takes it.

        Raises:
            OverflowError: no column can hold this whole number, so no row has it.
        """
        field = self.output_field
        if isinstance(value, int) and isinstance(field, IntegerField):
            least, most = connection.ops.integer_field_range(field.get_internal_type())
            if not least <= value <= most:
                raise OverflowError(value)
        return field.get_db_prep_value(value, connection)


class Question(Generic[Row]):
    """A queryset with gaps, compiled at its first use for each kind of database.

    Args:
        build: the queryset; asked for late, when all models are there. No slices: `first` takes
            care of its own limit.

    Example:
        >>> from django.contrib.auth.models import Group
        >>> from django.db.models import CharField
        >>> named = Question(lambda: Group.objects.filter(name=Gap("name", CharField())))
        >>> named.first(name="floor")  # doctest: +SKIP
        <Group: floor>
    """

    def __init__(self, build: Callable[[], "QuerySet[Row, Any]"]) -> None:
        self._build = build
        self._plans: dict[tuple[str, bool], _Plan] = {}

    @property
    def queryset(self) -> "QuerySet[Row, Any]":
        """The queryset with its gaps, as a part of another question."""
        return self._build()

    def all(self, **values: object) -> list[Row]:
        """All rows, as models."""
        plan = self._plan(one=False)
        return [plan.model(row) for row in plan.rows(values)]

    def first(self, **values: object) -> Row | None:
        """The first row in the order of the queryset, as a model."""
        plan = self._plan(one=True)
        return next((plan.model(row) for row in plan.rows(values)), None)

    def values(self, **values: object) -> tuple[Any, ...] | None:
        """The first row of a queryset of ``values_list``."""
        return next((tuple(row) for row in self._plan(one=True).rows(values)), None)

    def exists(self, **values: object) -> bool:
        """Whether there is a row."""
        return self.values(**values) is not None

    def _plan(self, *, one: bool) -> "_Plan":
        alias = current_alias()
        key = connections[alias].vendor, one
        if key not in self._plans:
            found = self._build().using(alias)
            self._plans[key] = _Plan(found[:1] if one else found, alias)
        return self._plans[key]


class _Plan:
    """What the compiler of a queryset has found out, kept."""

    def __init__(self, found: "QuerySet[Any, Any]", alias: str) -> None:
        compiler = found.query.get_compiler(using=alias)
        # A lock is only written down inside a transaction, as where it is asked for.
        self.sql, self.parameters = compiler.as_sql()
        self.select = compiler.select
        self.annotations = dict(compiler.annotation_col_map or {})
        self.klass_info = compiler.klass_info
        self.converters = compiler.get_converters([one[0] for one in self.select])
        if self.klass_info:
            fields = self.klass_info["select_fields"]
            self.fields = slice(fields[0], fields[-1] + 1)
            self.names = [one[0].target.attname for one in self.select[self.fields]]
        self.populators: dict[str, list[Any]] = {}

    def rows(self, values: dict[str, object]) -> Iterator[list[Any]]:
        """The rows, each value as its field wants it."""
        connection = connections[current_alias()]
        try:
            given = [
                one.filled(values[one.name], connection) if isinstance(one, Gap) else one
                for one in self.parameters
            ]
        except OverflowError:
            return
        with connection.cursor() as cursor:
            cursor.execute(self.sql, given)
            found = cursor.fetchall()
        for row in map(list, found):
            for at, (converters, expression) in self.converters.items():
                for convert in converters:
                    row[at] = convert(row[at], expression, connection)
            yield row

    def model(self, row: list[Any]) -> Any:
        """A row as the model, with what ``select_related`` and ``annotate`` ask for."""
        alias = current_alias()
        made = self.klass_info["model"].from_db(alias, self.names, row[self.fields])
        if alias not in self.populators:
            self.populators[alias] = get_related_populators(  # type: ignore[call-arg]  # the stubs know a later Django
                self.klass_info, self.select, alias
            )
        for populator in self.populators[alias]:
            populator.populate(row, made)
        for name, at in self.annotations.items():
            setattr(made, name, row[at])
        return made
