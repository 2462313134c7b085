"""A rule set: every house rule that some room plays differently, as frozen data.

Nothing in this library asks which preset a rule set came from; it only reads these settings.
The defaults are those of the Vamos Poker Tour (Progressive); `scoring.presets` holds the others.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from typing import Any, Self, get_type_hints

from scoring.errors import RuleError
from scoring.evaluate import Category
from scoring.options import (
    Absent,
    Cap,
    ExactCover,
    FantasylandBreak,
    FantasylandLevel,
    FantasylandOrder,
    Incomplete,
    Royalties,
    Scoring,
    Settlement,
    SimultaneousRank,
    StayCards,
    Street,
)
from scoring.settings import Reader, plain, reader
from scoring.tariff import FiveTariff, Naturals, RoyaltyTable, StayRule, TopTariff

RULES_VERSION = "1"
"""Changes when the same cards under the same settings would be scored differently."""

LAYOUT_CARDS = 13
DECK_CARDS = 52

STANDARD_ROYALTIES = RoyaltyTable(
    # 66 = 1 up to AA = 9, 222 = 10 up to AAA = 22 (Vamos rules, Wikipedia, most rooms).
    top=TopTariff((0, 0, 0, 0, *range(1, 10)), tuple(range(10, 23))),
    # The last number is five of a kind, paid like a straight flush (Wikipedia, two decks).
    middle=FiveTariff(2, 4, 8, 12, 20, 30, 50, 30),
    bottom=FiveTariff(0, 2, 4, 6, 10, 15, 25, 15),
)
PROGRESSIVE_ENTRY = TopTariff(
    # QQ 14, KK 15, AA 16, any trips 17 (Vamos rules, Fantasyland).
    (*(0,) * 10, 14, 15, 16),
    (17,) * 13,
)
# Trips on top or quads in the bottom (Vamos rules, Fantasyland).
PINEAPPLE_STAY = StayRule(top=Category.THREE_OF_A_KIND, bottom=Category.FOUR_OF_A_KIND)
NO_NATURALS = Naturals()


@dataclass(frozen=True, slots=True)
class RuleSet:
    """All settings of a game; `presets.customise` makes a changed one.

    Points and numbers of cards are whole. ``moon`` is in flat points, 0 for off.

    Raises:
        RuleError: ``bad_override`` when a number makes no sense or the decks are too small.

    Example:
        >>> RuleSet().cap.value, RuleSet(max_players=2) == RuleSet()
        ('start', False)
    """

    max_players: int = 3
    min_players: int = 2
    decks: int = 1
    streets: tuple[Street, ...] = (Street(5, 5), *(Street(3, 2),) * 4)
    layouts_per_player: int = 1
    scoring: Scoring = Scoring.ONE_SIX
    royalty_table: RoyaltyTable = STANDARD_ROYALTIES
    royalties: Royalties = Royalties.NET
    strict_rows: bool = False
    moon: int = 0
    naturals: Naturals = NO_NATURALS
    fl_entry: TopTariff = PROGRESSIVE_ENTRY
    fl_stay: StayRule = PINEAPPLE_STAY
    fl_stay_cards: int | StayCards = 14
    fl_order: FantasylandOrder = FantasylandOrder.LAST
    fl_level: FantasylandLevel = FantasylandLevel.CURRENT
    fl_before_break: FantasylandBreak = FantasylandBreak.PLAY_OUT
    button_frozen_in_fl: bool = True
    button_sits_out: bool = False
    settlement: Settlement = Settlement.PAIRS
    cap: Cap = Cap.START
    winnings_usable: bool = True
    exact_cover: ExactCover = ExactCover.ALIVE
    simultaneous_rank: SimultaneousRank = SimultaneousRank.START_STACK
    absent: Absent = Absent.AUTOPLAY
    incomplete: Incomplete = Incomplete.FOUL_TD
    penalty_exposed_card: int = 1
    penalty_missed_turn: int = 3

    def __post_init__(self) -> None:
        _check_numbers(self)
        _check_deck(self)

    @property
    def fantasyland_cards(self) -> tuple[int, ...]:
        """Every number of cards a Fantasyland hand can have, smallest first; none if it is off.

        Example:
            >>> RuleSet().fantasyland_cards
            (14, 15, 16, 17)
        """
        if not self.fl_entry.prices:
            return ()
        fixed = () if isinstance(self.fl_stay_cards, StayCards) else (self.fl_stay_cards,)
        return tuple(sorted(self.fl_entry.prices.union(fixed)))

    @property
    def street_cards(self) -> int:
        """Cards dealt over all streets to a player who is not in Fantasyland."""
        return sum(street.deal for street in self.streets)

    @property
    def chairs(self) -> int:
        """How many people a table seats: with two layouts each, half as many as layouts.

        Example:
            >>> RuleSet().chairs, RuleSet(max_players=4, layouts_per_player=2, decks=2).chairs
            (3, 2)
        """
        return self.max_players // self.layouts_per_player

    def layout_seats(self, chair: int) -> tuple[int, ...]:
        """The seat numbers of the layouts that the player on a chair plays, his own first.

        Second layouts (criss-cross) lie beyond all chairs, in the same order round the table.

        Example:
            >>> RuleSet(max_players=4, layouts_per_player=2, decks=2).layout_seats(2)
            (2, 4)
        """
        return tuple(chair + n * self.chairs for n in range(self.layouts_per_player))

    def as_json(self) -> dict[str, object]:
        """All settings as plain JSON, always in the same order."""
        return {one.name: plain(getattr(self, one.name)) for one in fields(self)}

    @classmethod
    def from_json(cls, value: object) -> Self:
        """The rule set that `as_json` wrote; settings that are left out have their default.

        Raises:
            RuleError: ``bad_ruleset`` when this is no mapping, ``bad_override`` when a setting is
                unknown or cannot have that value.

        Example:
            >>> RuleSet.from_json(RuleSet(moon=20).as_json()).moon
            20
        """
        if not isinstance(value, Mapping):
            raise RuleError("bad_ruleset/shape", value=str(value))
        return cls(**read_settings(value))


def read_settings(settings: Mapping[str, object]) -> dict[str, Any]:
    """Settings from JSON, each as the type it has in a rule set.

    Raises:
        RuleError: ``bad_override`` when a setting is unknown or cannot have that value.

    Example:
        >>> read_settings({"cap": "none"})
        {'cap': <Cap.NONE: 'none'>}
    """
    return {name: _read_setting(name, value) for name, value in settings.items()}


@cache
def _readers() -> dict[str, Reader]:
    hints = get_type_hints(RuleSet)
    return {one.name: reader(hints[one.name]) for one in fields(RuleSet)}


def _read_setting(name: str, value: object) -> object:
    read = _readers().get(name)
    if read is None:
        raise RuleError("bad_override/unknown", setting=str(name))
    try:
        return read(value)
    except ValueError as problem:
        raise _refused(name, value, str(problem)) from None


def _refused(name: str, value: object, choices: str) -> RuleError:
    return RuleError("bad_override", setting=name, value=str(value), choices=choices)


def _check_numbers(rules: RuleSet) -> None:
    """Refuse numbers that no game can be played with."""
    if rules.decks not in {1, 2}:
        raise _refused("decks", rules.decks, "1, 2")
    if rules.min_players < 2:
        raise _refused("min_players", rules.min_players, "2, 3, …")
    if rules.max_players < rules.min_players:
        raise _refused("max_players", rules.max_players, f"{rules.min_players}, …")
    if rules.layouts_per_player not in {1, 2}:
        raise _refused("layouts_per_player", rules.layouts_per_player, "1, 2")
    laid = sum(street.place for street in rules.streets)
    if laid != LAYOUT_CARDS or any(street.place > street.deal for street in rules.streets):
        raise _refused("streets", plain(rules.streets), "[[5, 5], [3, 2], …]")
    if any(cards < LAYOUT_CARDS for cards in rules.fantasyland_cards):
        name = "fl_entry" if min(rules.fl_entry.prices) < LAYOUT_CARDS else "fl_stay_cards"
        raise _refused(name, min(rules.fantasyland_cards), "13, 14, 15, …")


def _check_deck(rules: RuleSet) -> None:
    """Refuse a game in which a full table could be dealt more cards than there are."""
    cards = max(rules.street_cards, *rules.fantasyland_cards, 0)
    if rules.max_players * cards > rules.decks * DECK_CARDS:
        raise RuleError(
            "bad_override/undealable",
            players=rules.max_players,
            cards=cards,
            needed=rules.max_players * cards,
            decks=rules.decks,
            available=rules.decks * DECK_CARDS,
        )
