"""Whole hands played by simulated players, for demonstrations, load and tests.

They see what a player at the table sees: their own cards and the opponents' open boards. The deck
is shuffled by the caller's chance, so that the same state of it gives the same hand. Nothing here
decides what a hand is worth.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from scoring.autoplay import autoplay
from scoring.bot_eval import lay
from scoring.bot_fantasyland import set_fantasyland
from scoring.bot_reach import View, view_of
from scoring.bot_skill import SKILLS, Chance, Strength
from scoring.button import acting_order
from scoring.cards import DECK
from scoring.deal import fits_deck
from scoring.errors import RuleError
from scoring.fantasyland import bad_fantasyland
from scoring.layout import Layout
from scoring.options import FantasylandOrder, Street
from scoring.rules import LAYOUT_CARDS, RuleSet

__all__ = ["Chance", "PlayedHand", "Player", "Strength", "play_hand", "set_fantasyland"]


@dataclass(frozen=True, slots=True)
class Player:
    """A simulated player who is dealt in; ``fantasyland`` is his number of cards there, else 0.

    An ``absent`` player's cards are laid for him in the order in which they come.
    """

    seat: int
    fantasyland: int = 0
    strength: Strength = Strength.REGULAR
    absent: bool = False


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """A hand from the first card to the last, each part by seat.

    ``layouts`` are complete; ``draws`` the cards of each street; ``discards`` what was thrown
    away, in order; ``streets`` the layout as it lay after each street.
    """

    layouts: Mapping[int, Layout]
    draws: Mapping[int, tuple[tuple[str, ...], ...]]
    discards: Mapping[int, tuple[str, ...]]
    streets: Mapping[int, tuple[Layout, ...]]


@dataclass(slots=True)
class _Place:
    """What lies before one player while the hand is played."""

    player: Player
    streets: tuple[Street, ...]
    layout: Layout = field(default_factory=Layout)
    draws: list[tuple[str, ...]] = field(default_factory=list)
    discards: list[str] = field(default_factory=list)
    layouts: list[Layout] = field(default_factory=list)


def play_hand(rules: RuleSet, button: int, players: Sequence[Player], rng: Chance) -> PlayedHand:
    """Shuffle, deal and play one hand of the players who are dealt in.

    Cards and turns come in the order of the rule set: street by street from the left of the
    button, players in Fantasyland with all their cards at once, before or after the others.

    Raises:
        RuleError: ``bad_seat/twice``, ``bad_fantasyland``, or ``too_many_players`` when the decks
            are too small.

    Example:
        >>> import random
        >>> hand = play_hand(RuleSet(), 1, [Player(1), Player(2), Player(3, 14)], random.Random(7))
        >>> [len(street) for street in hand.draws[2]], len(hand.draws[3][0])
        ([5, 3, 3, 3, 3], 14)
    """
    places = _places(rules, players)
    deck = list(DECK * rules.decks)
    rng.shuffle(deck)
    in_fantasyland = {player.seat for player in players if player.fantasyland}
    turns = [
        (seat, street)
        for street in range(len(rules.streets))
        for seat in acting_order(button, places.keys() - in_fantasyland)
    ]
    at_once = [(seat, 0) for seat in acting_order(button, in_fantasyland)]
    last = rules.fl_order is FantasylandOrder.LAST
    turns = [*turns, *at_once] if last else [*at_once, *turns]
    for seat, number in turns:
        _turn(rules, places, seat, number, deck, rng)
    return PlayedHand(
        {seat: replace(place.layout, absent=place.player.absent) for seat, place in places.items()},
        {seat: tuple(place.draws) for seat, place in places.items()},
        {seat: tuple(place.discards) for seat, place in places.items()},
        {seat: tuple(place.layouts) for seat, place in places.items()},
    )


def _places(rules: RuleSet, players: Sequence[Player]) -> dict[int, _Place]:
    places: dict[int, _Place] = {}
    for player in players:
        if player.seat in places:
            raise RuleError("bad_seat/twice", seat=player.seat)
        cards = player.fantasyland
        if cards and cards not in rules.fantasyland_cards:
            raise bad_fantasyland(rules, cards).at(player.seat)
        streets = (Street(cards, LAYOUT_CARDS),) if cards else rules.streets
        places[player.seat] = _Place(player, streets)
    if not fits_deck(rules, (player.fantasyland for player in players)):
        raise RuleError("too_many_players", count=len(players), most=rules.max_players)
    return places


def _turn(
    rules: RuleSet,
    places: Mapping[int, _Place],
    seat: int,
    number: int,
    deck: list[str],
    rng: Chance,
) -> None:
    """Deal a street to a player and let him lay it."""
    place = places[seat]
    player, street = place.player, place.streets[number]
    cards = tuple(deck[-street.deal :])
    del deck[-street.deal :]
    place.draws.append(cards)
    if player.absent:
        done = autoplay(rules, place.draws, fantasyland=player.fantasyland)
        place.layout, place.discards = done.layout, list(done.discards)
    elif player.fantasyland:
        place.layout = set_fantasyland(rules, cards, rng, player.strength)
        place.discards = list((Counter(cards) - Counter(place.layout.cards)).elements())
    else:
        view = _view(rules, places, place, number)
        skill = SKILLS[player.strength]
        place.layout, thrown = lay(rules, place.layout, cards, street.place, view, skill, rng)
        place.discards += thrown
    place.layouts.append(place.layout)


def _view(rules: RuleSet, places: Mapping[int, _Place], place: _Place, number: int) -> View:
    seen = [card for street in place.draws for card in street]
    if SKILLS[place.player.strength].watches:
        for other in places.values():
            if other is not place and not other.player.fantasyland:
                seen += other.layout.cards
    cards = sum(street.deal for street in place.streets[number + 1 :])
    return view_of(seen, rules.decks, cards)
