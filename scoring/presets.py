"""Rule sets that rooms and tours have used, by name, each with where it comes from.

A preset only says what differs from the one it grew out of.
"""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from scoring.errors import RuleError
from scoring.evaluate import Category
from scoring.options import Cap, ExactCover, Royalties, Settlement, Street
from scoring.rules import RuleSet, read_settings
from scoring.tariff import StayRule, TopTariff


def _entry(least_pair: int, cards: int) -> TopTariff:
    """Fantasyland with the same number of cards from one pair (2 to 14) upwards."""
    return TopTariff(
        tuple(cards if rank >= least_pair else 0 for rank in range(2, 15)), (cards,) * 13
    )


# Vamos Poker Tour, Open Face Chinese Poker (Progressive): every default of a rule set.
_VAMOS = RuleSet()

# Wikipedia and the Portuguese introduction: five cards, then eight single ones, four players.
# Fantasyland with 13 for QQ or better (the same two); kept by trips on top, a full house in the
# middle or quads in the bottom (Wikipedia).
_OFC = replace(
    _VAMOS,
    max_players=4,
    streets=(Street(5, 5), *(Street(1, 1),) * 8),
    fl_entry=_entry(12, 13),
    fl_stay=StayRule(Category.THREE_OF_A_KIND, Category.FULL_HOUSE, Category.FOUR_OF_A_KIND),
    fl_stay_cards=13,
)

# Wikipedia and the Vegas Open Face blog (June 2013): three cards a street, one thrown away;
# Fantasyland with 14, kept by trips on top or quads in the bottom, not by a full house.
_PINEAPPLE = replace(_VAMOS, fl_entry=_entry(12, 14))

# Two decks: 6 × 17 = 102 of 104 cards for Pineapple; the same six players for single cards.
_TWO_DECK = replace(_PINEAPPLE, decks=2, max_players=6)
_TWO_DECK_OFC = replace(_OFC, decks=2, max_players=6)

# Legends of Poker #30, Bicycle Casino, September 2013: no Fantasyland.
_LEGENDS = replace(_OFC, fl_entry=TopTariff(), fl_stay=StayRule())

_ROYALTIES = _LEGENDS.royalty_table
_ARIA_MIDDLE = replace(_ROYALTIES.middle, three_of_a_kind=0)

PRESETS: Mapping[str, RuleSet] = MappingProxyType(
    {
        "vamos": _VAMOS,
        "ofc": _OFC,
        "pineapple": _PINEAPPLE,
        # Suggested for Pineapple by Wikipedia and the Vegas Open Face blog: aces or better.
        "pineapple-aa": replace(_PINEAPPLE, fl_entry=_entry(14, 14)),
        "two-deck": _TWO_DECK,
        "two-deck-ofc": _TWO_DECK_OFC,
        # Portuguese introduction: two players with two layouts each, so four hands are dealt. It
        # knows no Fantasyland, and nobody says which of two layouts would be in it.
        "criss-cross": replace(
            _OFC, layouts_per_player=2, fl_entry=TopTariff(), fl_stay=StayRule()
        ),
        # EPT9 Grand Final, Monaco, May 2013 (PokerStars blog): nobody wins more from a player
        # than the chips he has at that time.
        "ept-2013": replace(_OFC, cap=Cap.CURRENT),
        # PCA, Bahamas, January 2013 (PokerStars blog): no cap; the EPT brought it in afterwards.
        "pca-2013": replace(_OFC, cap=Cap.NONE),
        "legends-2013": _LEGENDS,
        # Aria, Las Vegas, July 2013 (Vegas Open Face blog): no Fantasyland, trips in the middle 0.
        "aria-2013": replace(_LEGENDS, royalty_table=replace(_ROYALTIES, middle=_ARIA_MIDDLE)),
        # Golden Nugget, Las Vegas, June 2013 (Vegas Open Face blog): only the winner of a row
        # takes its royalty.
        "nugget-2013": replace(_OFC, royalties=Royalties.TRUMP),
        # Bristol Street championship, Waterloo, May 2013 (pokerforum.ca): each pays all his
        # debts in turn, wins at most his chips of the moment, and is out with his last chip.
        "bristol-2013": replace(
            _OFC,
            settlement=Settlement.PAYER_ROUNDS,
            cap=Cap.CURRENT,
            exact_cover=ExactCover.OUT,
        ),
    }
)
"""Every preset by name; ``vamos`` is the default."""


def preset(name: str) -> RuleSet:
    """The rule set of that name.

    Raises:
        RuleError: ``bad_ruleset`` with the names to choose from.

    Example:
        >>> preset("ofc").max_players
        4
    """
    try:
        return PRESETS[name]
    except (KeyError, TypeError):
        raise RuleError("bad_ruleset", value=str(name), choices=", ".join(PRESETS)) from None


def customise(ruleset: RuleSet, overrides: Mapping[str, object]) -> RuleSet:
    """The rule set with some settings changed; they come as they stand in JSON.

    Raises:
        RuleError: ``bad_override`` when a setting is unknown or cannot have that value, also when
            the changed game could not be dealt.

    Example:
        >>> customise(preset("vamos"), {"cap": "none"}).cap.value
        'none'
    """
    return replace(ruleset, **read_settings(overrides))


def describe(ruleset: RuleSet) -> tuple[str, dict[str, object]]:
    """The nearest preset and the overrides that lead from it to this rule set.

    Example:
        >>> describe(customise(preset("ofc"), {"moon": 20}))
        ('ofc', {'moon': 20})
    """
    found = {name: _differences(ruleset, base) for name, base in PRESETS.items()}
    nearest = min(found, key=lambda name: len(found[name]))
    return nearest, found[nearest]


def _differences(ruleset: RuleSet, base: RuleSet) -> dict[str, object]:
    """The settings of a rule set that the other does not share."""
    other = base.as_json()
    return {name: value for name, value in ruleset.as_json().items() if other[name] != value}
