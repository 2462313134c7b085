"""The settings of a rule set as the fields of a form, and back; names start with ``x.``.

What a director types becomes the JSON that `scoring` reads; whether it makes a game is for
`scoring` to say.
"""

import json
import re
from collections.abc import Callable, Mapping
from itertools import groupby

from django.utils.translation import gettext as _

from scoring.cards import RANKS
from scoring.rules import RuleSet
from scoring.tariff import NATURALS
from web.rules_choices import CHOICES
from web.rules_tables import FIVE_HANDS

START = "x."
FIXED = "fixed"
FLAGS = ("decks", "layouts_per_player")
NUMBERS = ("max_players", "min_players", "moon", "penalty_exposed_card", "penalty_missed_turn")
TOP_HANDS = tuple(rank * size for size in (2, 3) for rank in RANKS)
_STREET = re.compile(r"(?:(\d{1,2})\s*[x×*]\s*)?(\d{1,2})(?:\s*/\s*(\d{1,2}))?", re.ASCII)


class Unread(ValueError):
    """A field that cannot be read; its text is the sentence for the director."""


Settings = dict[str, object]
Read = Callable[[Mapping[str, str]], object]


def fields_of(rules: RuleSet) -> dict[str, str]:
    """The fields of a form that says what these rules say."""
    settings = rules.as_json()
    found = {f"x.{name}": _plain(settings[name]) for name in (*CHOICES, *NUMBERS, *FLAGS)}
    cards = settings["fl_stay_cards"]
    found["x.fl_stay_cards"] = cards if isinstance(cards, str) else FIXED
    found["x.fl_stay_cards.count"] = str(cards) if isinstance(cards, int) else "14"
    found["x.streets"] = streets_text(rules)
    table = rules.royalty_table
    for row, tariff in (("middle", table.middle), ("bottom", table.bottom)):
        prices = tariff.as_json()
        found |= {f"x.royalty_table.{row}.{hand}": str(prices[hand]) for hand in FIVE_HANDS}
    for name, top in (("royalty_table.top", table.top), ("fl_entry", rules.fl_entry)):
        prices = dict(zip(TOP_HANDS, (*top.pairs, *top.trips), strict=True))
        found |= {f"x.{name}.{hand}": str(price) for hand, price in prices.items()}
    stay = rules.fl_stay.as_json()
    found |= {f"x.fl_stay.{row}": stay.get(row, "") for row in ("top", "middle", "bottom")}
    return found | {f"x.naturals.{one}": str(getattr(rules.naturals, one)) for one in NATURALS}


def _plain(value: object) -> str:
    return str(int(value)) if isinstance(value, bool) else str(value)


def overrides_of(text: str) -> Settings:
    """The overrides that a form carries; none when they cannot be read."""
    try:
        found = json.loads(text or "{}")
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def streets_text(rules: RuleSet) -> str:
    """The streets as they are typed: "5, 4 × 3/2"."""
    same = ((street, len(list(some))) for street, some in groupby(rules.streets))
    return ", ".join(_street_text(times, *street) for street, times in same)


def _street_text(times: int, deal: int, place: int) -> str:
    cards = str(deal) if deal == place else f"{deal}/{place}"
    return cards if times == 1 else f"{times} × {cards}"


def read_setting(name: str, data: Mapping[str, str]) -> object:
    """The value of one setting as JSON has it.

    Raises:
        Unread: when a field of it is no number, or the streets make no sense.
    """
    if name in _READERS:
        return _READERS[name](data)
    text = data.get(START + name, "")
    if name in NUMBERS or name in FLAGS:
        return _number(data, name)
    flags = {str(int(answer)): answer for answer in CHOICES[name] if isinstance(answer, bool)}
    return flags.get(text, text)


def _number(data: Mapping[str, str], name: str) -> int:
    text = data.get(START + name, "").strip() or "0"
    if not text.isascii() or not text.isdecimal() or len(text) > 4:
        raise Unread(_("Type whole numbers from 0."))
    return int(text)


def _streets(data: Mapping[str, str]) -> object:
    streets: list[list[int]] = []
    for part in re.split(r"[,;]", data.get("x.streets", "")):
        found = _STREET.fullmatch(part.strip())
        if found is None or len(streets) > 13:
            raise Unread(
                _("Write “5, 4 × 3/2”: five cards, then four times three, two of them laid.")
            )
        times, deal, place = found.groups()
        streets += [[int(deal), int(place or deal)]] * int(times or 1)
    return streets


def _stay_cards(data: Mapping[str, str]) -> object:
    chosen = data.get("x.fl_stay_cards", FIXED)
    return _number(data, "fl_stay_cards.count") if chosen == FIXED else chosen


def _top(data: Mapping[str, str], name: str) -> dict[str, int]:
    prices = {hand: _number(data, f"{name}.{hand}") for hand in TOP_HANDS}
    return {hand: price for hand, price in prices.items() if price}


def _royalties(data: Mapping[str, str]) -> object:
    rows = {
        row: {hand: _number(data, f"royalty_table.{row}.{hand}") for hand in FIVE_HANDS}
        for row in ("middle", "bottom")
    }
    return {"top": _top(data, "royalty_table.top"), **rows}


def _stay(data: Mapping[str, str]) -> object:
    rows = {row: data.get(f"x.fl_stay.{row}", "") for row in ("top", "middle", "bottom")}
    return {row: hand for row, hand in rows.items() if hand}


def _naturals(data: Mapping[str, str]) -> object:
    return {one: points for one in NATURALS if (points := _number(data, f"naturals.{one}"))}


_READERS: dict[str, Read] = {
    "streets": _streets,
    "fl_stay_cards": _stay_cards,
    "royalty_table": _royalties,
    "fl_entry": lambda data: _top(data, "fl_entry"),
    "fl_stay": _stay,
    "naturals": _naturals,
}
