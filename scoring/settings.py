"""Settings in JSON: how each type of value is written, and read back with what it allows.

A reader raises ValueError whose text lists what would have been possible.
"""

from collections.abc import Callable
from enum import StrEnum

from scoring.options import StayCards, Street
from scoring.tariff import Naturals, RoyaltyTable, StayRule, TopTariff

Reader = Callable[[object], object]


def plain(value: object) -> object:
    """The value as JSON has it.

    Example:
        >>> plain((Street(5, 5), Street(3, 2)))
        [[5, 5], [3, 2]]
    """
    if isinstance(value, RoyaltyTable | TopTariff | StayRule | Naturals):
        return value.as_json()
    if isinstance(value, StrEnum):
        return value.value
    if isinstance(value, tuple):
        return [list(street) for street in value]
    return value


def reader(kind: object) -> Reader:
    """The reader for the type of a setting.

    Example:
        >>> reader(int)(3)
        3
    """
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return _choice(kind)
    return _READERS[kind]


def _choice(kind: type[StrEnum]) -> Reader:
    def read(value: object) -> StrEnum:
        try:
            return kind(value)  # type: ignore[arg-type]  # whatever it is, the enum looks it up
        except ValueError:
            raise ValueError(", ".join(kind)) from None

    return read


def _whole(value: object) -> int:
    if type(value) is not int or value < 0:
        raise ValueError("0, 1, 2, …")
    return value


def _yes_or_no(value: object) -> bool:
    if value is True or value is False:
        return value
    raise ValueError("true, false")


def _streets(value: object) -> tuple[Street, ...]:
    try:
        return tuple(Street(_whole(deal), _whole(place)) for deal, place in value)  # type: ignore[attr-defined]  # a TypeError is the answer
    except (TypeError, ValueError):
        raise ValueError("[[5, 5], [3, 2], …]") from None


def _stay_cards(value: object) -> object:
    return _choice(StayCards)(value) if isinstance(value, str) else _whole(value)


_READERS: dict[object, Reader] = {
    int: _whole,
    bool: _yes_or_no,
    tuple[Street, ...]: _streets,
    int | StayCards: _stay_cards,
    Naturals: Naturals.from_json,
    RoyaltyTable: RoyaltyTable.from_json,
    StayRule: StayRule.from_json,
    TopTariff: TopTariff.from_json,
}
