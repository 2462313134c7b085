"""Random hands for the tests: requests of the hand contract, with all kinds of rows in them."""

import random
from itertools import chain

RANKS, SUITS = "23456789TJQKA", "cdhs"
DECK = [rank + suit for rank in RANKS for suit in SUITS]


def shuffled(rng, decks):
    """A pack in an order that puts many pairs, many suits, or nothing special side by side."""
    cards = DECK * decks
    noise = rng.choice((2, 6, 20))
    keys = {
        "ranks": lambda card: RANKS.index(card[0]) + rng.random() * noise,
        "suits": lambda card: SUITS.index(card[1]) * 13 + rng.random() * noise * 3,
        "chance": lambda card: rng.random(),
    }
    key = keys[rng.choice(list(keys))]
    ordered = sorted(cards, key=key)
    start = rng.randrange(len(ordered))
    return ordered[start:] + ordered[:start]


def rows(rng, cards):
    """Thirteen cards in three rows; mostly with the big groups below, so that few foul."""
    if rng.random() < 0.2:
        rng.shuffle(cards)
    else:
        groups = [card[0] for card in cards]
        suits = [card[1] for card in cards]
        by_suit = rng.random() < 0.4
        cards.sort(
            key=lambda card: (
                suits.count(card[1]) if by_suit else 0,
                groups.count(card[0]),
                RANKS.index(card[0]),
            )
        )
    return {"top": cards[:3], "middle": cards[3:8], "bottom": cards[8:]}


def criss_cross(rng, **more):
    """A good request of four layouts, two for the stack of each of two players."""
    asked = request(rng, ruleset="criss-cross", least=4, most=4, **more)
    players = asked["players"]
    for own, other in ((0, 2), (1, 3)):
        owner, stack = players[own]["seat"], players[own]["stack"]
        for place in (own, other):
            players[place] |= {"owner": owner, "stack": stack}
    return asked


def request(rng, *, ruleset, most, least=2, decks=1, fantasyland=(0,), overrides=None):
    """A good request: at most ``most`` players, small stacks, so that every status occurs."""
    seats = rng.sample(range(1, 10), rng.randint(least, most))
    pack = shuffled(rng, decks)
    equal = rng.random() < 0.3
    stack = rng.randint(1, 60)
    players = [
        {
            "seat": seat,
            "stack": stack if equal else rng.choice((stack, rng.randint(1, 60))),
            "fantasyland": rng.choice((0, rng.choice(fantasyland))),
            **rows(rng, pack[number * 13 : number * 13 + 13]),
        }
        for number, seat in enumerate(seats)
    ]
    if rng.random() < 0.05:
        players[0] |= {"declared_foul": True, "top": players[0]["top"][:2]}
    asked = {
        "ruleset": ruleset,
        "point_value": rng.randint(1, 9),
        "button": rng.choice(seats),
        "players": players,
    }
    return asked | ({"overrides": overrides} if overrides else {})


def cards_of(asked):
    """Every card of a request."""
    return list(
        chain.from_iterable(
            player[row] for player in asked["players"] for row in ("top", "middle", "bottom")
        )
    )


def generator(name):
    """Chance that is the same in every run."""
    return random.Random(name)
