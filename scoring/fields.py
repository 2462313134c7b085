"""JSON objects read strictly: every field known, none missing, each of its type."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self, cast

from scoring.errors import RuleError


@dataclass(frozen=True, slots=True)
class Fields:
    """A JSON object whose fields are read one by one; ``where`` is its path in the request.

    Every reader raises RuleError ``bad_request`` with the path of the field.

    Example:
        >>> Fields.of({"seat": 2}, frozenset({"seat"})).number("seat")
        2
    """

    values: Mapping[str, object]
    where: str = ""

    @classmethod
    def of(cls, value: object, known: frozenset[str], where: str = "") -> Self:
        """The object, if it is one and has no other fields than the known ones."""
        if not isinstance(value, Mapping):
            raise RuleError("bad_request", field=where or "request", kind="an object")
        fields = cls(value, where)
        for name in value:
            if name not in known:
                raise RuleError("bad_request/unknown", field=fields.path(name))
        return fields

    def path(self, name: str) -> str:
        """Where the field stands in the whole request."""
        return f"{self.where}.{name}" if self.where else name

    def has(self, name: str) -> bool:
        """Whether the field is there."""
        return name in self.values

    def number(self, name: str) -> int:
        """A number. Whether it is whole and large enough is for the rules to say."""
        value = self._get(name)
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self.wrong(name, "a number")
        return cast("int", value)

    def numbers(self, name: str) -> list[int]:
        """A list of numbers, each as in `number`."""
        items = self.items(name)
        if any(isinstance(item, bool) or not isinstance(item, int | float) for item in items):
            raise self.wrong(name, "a list of numbers")
        return cast("list[int]", items)

    def truth(self, name: str) -> bool:
        """True or false; false when the field is left out."""
        value = self.values.get(name, False)
        if not isinstance(value, bool):
            raise self.wrong(name, "true or false")
        return value

    def text(self, name: str) -> str:
        """A text."""
        value = self._get(name)
        if not isinstance(value, str):
            raise self.wrong(name, "a text")
        return value

    def items(self, name: str) -> list[object]:
        """A list of anything."""
        value = self._get(name)
        if not isinstance(value, list):
            raise self.wrong(name, "a list")
        return value

    def texts(self, name: str) -> list[str]:
        """A list of texts."""
        return [self._text(name, item) for item in self.items(name)]

    def lists(self, name: str) -> list[list[str]]:
        """A list of lists of texts."""
        rows = self.items(name)
        if not all(isinstance(row, list) for row in rows):
            raise self.wrong(name, "a list of lists")
        return [[self._text(name, item) for item in cast("list[object]", row)] for row in rows]

    def mapping(self, name: str) -> Mapping[str, object]:
        """An object with any fields; empty when it is left out."""
        value = self.values.get(name, {})
        if not isinstance(value, Mapping):
            raise self.wrong(name, "an object")
        return value

    def wrong(self, name: str, kind: str) -> RuleError:
        """The refusal of a field that is something else."""
        return RuleError("bad_request", field=self.path(name), kind=kind)

    def _get(self, name: str) -> object:
        if name not in self.values:
            raise RuleError("bad_request/missing", field=self.path(name))
        return self.values[name]

    def _text(self, name: str, item: object) -> str:
        if not isinstance(item, str):
            raise self.wrong(name, "a list of texts")
        return item
