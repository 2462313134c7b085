"""The cards of a player who is not there are laid for him, without choosing."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from scoring.cards import parse_card, spare_copy
from scoring.errors import RuleError
from scoring.fantasyland import bad_fantasyland
from scoring.layout import ROW_SIZES, ROWS, Layout, fouled_rows, strengths
from scoring.options import Street
from scoring.rules import LAYOUT_CARDS, RuleSet


@dataclass(frozen=True, slots=True)
class Autoplay:
    """The layout so far, what was thrown away in order, and whether it fouls.

    ``foul`` is None until thirteen cards lie.
    """

    layout: Layout
    discards: tuple[str, ...]
    foul: bool | None


def autoplay(
    rules: RuleSet,
    streets: Sequence[Sequence[str]],
    *,
    fantasyland: int = 0,
    layout: Layout | None = None,
) -> Autoplay:
    """Lay the cards of these streets in the order they were dealt.

    The bottom row is filled first, then the middle, then the top; of each street as many cards
    are laid as the rules want, the others are thrown away (Vamos rules, absent players). A
    Fantasyland hand is one street of ``fantasyland`` cards (our ruling). ``layout`` holds what
    the player laid himself before he left; the streets then are those that came after.

    Raises:
        RuleError: ``row_size``, ``bad_card``, ``duplicate_card``, ``bad_fantasyland``, or
            ``bad_street`` when a street has the wrong number of cards.

    Example:
        >>> done = autoplay(RuleSet(), [["2c", "7d", "Ks", "9h", "4s"], ["Ah", "3d", "Qc"]])
        >>> done.layout.bottom, done.layout.middle, done.discards
        (('2c', '7d', 'Ks', '9h', '4s'), ('Ah', '3d'), ('Qc',))
    """
    start = layout or Layout()
    start.check_sizes(complete=False)
    dealt = [tuple(map(parse_card, street)) for street in streets]
    _check_cards(rules, start, dealt)
    due = _streets_due(_all_streets(rules, fantasyland, dealt), len(start.cards))
    laid: list[str] = []
    discards: list[str] = []
    for number, cards in enumerate(dealt, start=1):
        street = next(due, Street(0, 0))
        if len(cards) != street.deal:
            raise RuleError("bad_street", street=number, size=street.deal, count=len(cards))
        laid += cards[: street.place]
        discards += cards[street.place :]
    filled = _fill(start, laid)
    return Autoplay(filled, tuple(discards), _foul(rules, filled))


def _check_cards(rules: RuleSet, start: Layout, dealt: Sequence[Sequence[str]]) -> None:
    cards = [*start.cards, *chain.from_iterable(dealt)]
    if spare := spare_copy(cards, rules.decks):
        raise RuleError("duplicate_card", card=spare)


def _all_streets(
    rules: RuleSet, fantasyland: int, dealt: Sequence[Sequence[str]]
) -> tuple[Street, ...]:
    """The streets of the hand; thirteen cards at once are a Fantasyland hand, told or not."""
    at_once = len(dealt[0]) if dealt else 0
    cards = fantasyland or (at_once if at_once >= LAYOUT_CARDS else 0)
    if not cards:
        return rules.streets
    if cards not in rules.fantasyland_cards:
        raise bad_fantasyland(rules, cards)
    return (Street(cards, LAYOUT_CARDS),)


def _streets_due(streets: Sequence[Street], laid: int) -> Iterator[Street]:
    """What is left of the streets once so many cards lie."""
    for street in streets:
        done = min(laid, street.place)
        laid -= done
        if done < street.place:
            yield Street(street.deal - done, street.place - done)


def _fill(start: Layout, cards: Sequence[str]) -> Layout:
    """The layout with the cards put into the free places, bottom, middle, top."""
    rest = tuple(cards)
    rows = []
    for name in reversed(ROWS):
        laid = start.row(name)
        free = ROW_SIZES[name] - len(laid)
        rows.append(laid + rest[:free])
        rest = rest[free:]
    bottom, middle, top = rows
    return replace(start, top=top, middle=middle, bottom=bottom)


def _foul(rules: RuleSet, layout: Layout) -> bool | None:
    if not layout.complete:
        return None
    return bool(fouled_rows(strengths(layout), strict=rules.strict_rows))
